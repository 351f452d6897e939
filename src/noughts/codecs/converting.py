"""Converts codes of one codec into codes of another; `noughts.arrays.coding` converts in bulk.

    a codec of     accepts from other codecs
    positions      a position, a word's position, or the position at the end of a game
    words          a word, a position's word, or the word after a game's moves are typed
    games          only games, since no other value holds the moves

`Codec.adapt` converts the value of one codec into the type of another.
"""

from __future__ import annotations

from typing import Any

from noughts.codecs.codec_base import Codec, check_board, position_of
from noughts.codecs.dense.ordinal import CELLS, reachable
from noughts.codecs.registry import codec as named
from noughts.codecs.registry import names
from noughts.core.answers import LAWS
from noughts.core.game import Game, read_record
from noughts.core.game_text import parse_start
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE
from noughts.errors import CodeError


class Converter:
    """A function that converts codes of `source` into codes of `target`.

    >>> convert = Converter(named("base3"), named("pair"))
    >>> convert(88)
    1041

    Raises `CodeError` if the values of `source` lack information that `target` needs.
    """

    def __init__(self, source: Codec[Any], target: Codec[Any]) -> None:
        check_convertible(source, target)
        self.source: Codec[Any] = source
        self.target: Codec[Any] = target

    def __call__(self, code: int) -> int:
        """The target's code. Raises `CodeError` if either codec refuses the code or its value."""
        return self._encoded(self.source.decode(code))

    def with_note(self, code: int) -> tuple[int, str | None]:
        """The target's code, and None or a note that play cannot reach the position.

        >>> Converter(named("pair"), named("base3")).with_note(7 | 7 << 3 << 9)[1]
        'play cannot reach XXX/OOO/...: X has a line (cells 0, 1, 2), but O moved last'
        """
        value = self.source.decode(code)
        return self._encoded(value), _note(position_of(value))

    def _encoded(self, value: Any) -> int:
        return self.target.encode(self.target.adapt(value))


def check_convertible(source: Codec[Any], target: Codec[Any]) -> None:
    """Raise `CodeError` if `target` needs the moves of a game and `source` does not hold them."""
    if target.holds is Game and source.holds is not Game:
        of_games = [name for name in names(target.rules) if named(name, target.rules).holds is Game]
        raise CodeError(
            f"{target.name} needs every move of a game, and {source.name} does not hold them; "
            f"it can be converted from {' or '.join(of_games)}"
        )


def parsed(text: str, target: Codec[Any]) -> Any:
    """The game or position that `text` describes, converted to a value of the codec `target`.

    >>> parsed("b2 a1", named("record"))
    Game.parse('b2 a1')

    Raises what `Game.parse` or `Position.parse` raises for any other text.
    """
    if target.holds is Game:
        check_board(target, parse_start(text)[0].rules)  # first: parsing may be slow
        return read_record(text)[0]
    return target.adapt(Position.parse(text, target.rules))


def _note(position: Position) -> str | None:
    if position.rules == TICTACTOE and position.x | position.o << CELLS in reachable():
        return None
    # Without all laws, only a search from the start could tell whether play reaches the position.
    reason = position.unreachable if position.rules.has(*LAWS) else None
    return reason and f"play cannot reach {position}: {reason}"
