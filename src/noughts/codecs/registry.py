"""The registry of codecs, the only list of their names.

All code that loops over codecs, as in the tests and in the help of the commands, takes them from
here. To add a codec to the library, add its class to one of the two tuples at the end of this
module; `docs/add-a-codec.md` has the steps.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, TypeVar

from noughts.codecs.base3 import Base3
from noughts.codecs.base4 import Base4, Base4Msb
from noughts.codecs.codec_base import Codec
from noughts.codecs.dense.balanced import Balanced
from noughts.codecs.dense.canonical import Canonical
from noughts.codecs.dense.ordinal import Ordinal
from noughts.codecs.dense.record import Record, RecordClass
from noughts.codecs.pair import Flags, Pair
from noughts.codecs.word import WordCodec
from noughts.core.message_text import quoted
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.errors import CodeError

CODECS: dict[str, Codec[Any]] = {}
"""The codecs of 3x3 by name, in the order in which they are listed."""

TEXT = "text"  # in commands, in place of a codec's name, for values as people write them

Kind = TypeVar("Kind", bound=type[Codec[Any]])


def register(kind: Kind) -> Kind:
    """A class decorator that registers a codec, so that all functions and commands accept its name.

    >>> from noughts import Position
    >>> @register
    ... class Flipped(Pair):
    ...     name = "flipped"
    ...     def encode_bits(self, x, o):
    ...         return super().encode_bits(o, x)
    ...     def decode_bits(self, code):
    ...         return super().decode_bits(code)[::-1]
    >>> codec("flipped").encode(Position.parse("X../.../..."))
    512
    >>> del CODECS["flipped"]    # an example leaves no trace

    Raises `CodeError` for a name that is taken or is not valid. A valid name fits the header of a
    store: it has 1 to 16 lower-case letters, digits and underscores, begins with a letter, and is
    not `text`.
    """
    name = kind.name
    if not re.fullmatch("[a-z][a-z0-9_]{0,15}", name) or name == TEXT:
        raise CodeError(
            f"{quoted(name)} is not a name for a codec; write 1 to 16 lower-case letters, digits "
            f"and underscores, a letter first, and not {TEXT!r}"
        )
    if name in CODECS:
        raise CodeError(f"there already is a codec {name}: {CODECS[name]!r}")
    CODECS[name] = kind()
    return kind


def codec(name: str, rules: Rules | str = TICTACTOE) -> Codec[Any]:
    """The codec called `name`, for the given board.

    >>> codec("base3", Rules(4, 4, 4)).bits
    26

    Raises `CodeError` if the name is unknown, or if the codec is only for tic-tac-toe on 3x3 and
    `rules` are those of another game. Raises `TooLargeError` for a board of more than
    `codec_base.CODEC_CELLS` cells, and `RulesError` if the game lacks a law that the codec needs.
    """
    rules = as_rules(rules)
    if name not in CODECS:
        raise CodeError(f"{quoted(name)} is not a codec; the codecs are {', '.join(CODECS)}")
    known = CODECS[name]
    if rules == TICTACTOE:
        return known
    if not known.any_board:
        raise CodeError(
            f"{name} is for {TICTACTOE} alone; the codecs of {rules} are {', '.join(names(rules))}"
        )
    rules.require(f"the codec {name}", *known.laws)
    return _of_board(type(known), rules)


def names(rules: Rules | str = TICTACTOE) -> list[str]:
    """The names of all codecs for a board.

    >>> "ordinal" in names(), "ordinal" in names(Rules(4, 4, 4)), "base3" in names(Rules(4, 4, 4))
    (True, False, True)
    """
    rules = as_rules(rules)
    return [
        name
        for name, known in CODECS.items()
        if rules == TICTACTOE or (known.any_board and rules.has(*known.laws))
    ]


@lru_cache(maxsize=64)
def _of_board(kind: type[Codec[Any]], rules: Rules) -> Codec[Any]:
    return kind(rules)


CELLS = (Pair, Flags, Base4, Base4Msb, Base3, WordCodec)
DENSE = (Balanced, Ordinal, Canonical, Record, RecordClass)
for kind in (*CELLS, *DENSE):
    register(kind)
