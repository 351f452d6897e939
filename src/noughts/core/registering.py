"""`register` lets the text of rules name an answer or a kind of board of your own by a word."""

from __future__ import annotations

import re
import sys
from typing import Any, TypeVar

from noughts.core.answers import Answers
from noughts.core.family import REGISTERED, Registered
from noughts.core.geometry import Geometry
from noughts.core.message_text import quoted
from noughts.core.rules_text import KINDS, Kind, answered
from noughts.errors import RulesError

Added = TypeVar("Added")
LONGEST_WORD = 40  # letters


def register(added: Added) -> Added:
    """Register an answer or a kind of board, so that its word may occur in the text of rules.

    Returns its argument. An answer is a `Where`, `Turns`, `Marks`, `Length` or `Line` from
    `noughts.core.answers`; its field `word` holds the word. A kind of board is a subclass of
    `Geometry` from `noughts.core.geometry`; the word is the name of the class in lower case. You
    may use `register` as a class decorator.

    >>> from noughts import Rules
    >>> from noughts.core.answers import Line
    >>> UPHILL = register(Line((-1, 1), "uphill", "a line of X loses, and one of O wins"))
    >>> str(Rules.parse("3,3,3,uphill")), Rules(3, 3, 3, line="uphill").answers.line is UPHILL
    ('3,3,3,uphill', True)
    >>> del REGISTERED["uphill"]    # this session's alone

    Registering the same value again changes nothing. A module may register another value for a
    word of its own, as happens when a notebook cell runs again; rules with the old value then have
    no text. If rules with a registered word are sent to another process, that process imports the
    module that registered the word.

    Raises `RulesError` if the argument is neither an answer nor a kind of board, if the library or
    another module has the word already, or if the word is invalid. A valid word consists of
    up to 40 lower-case letters from a to z, but not of x alone, which stands between sizes.
    """
    if isinstance(added, type) and issubclass(added, Geometry):
        question, word = "kind", added.__name__.lower()
        if added in [kind.geometry for kind in KINDS]:
            raise RulesError(f"{added.__name__} is a kind of board of the library")
        between = "x" if added.axes[-1] > 2 else ","
        value: Any = Kind(added, between, word)
    else:
        usual = Answers()._asdict().items()
        question = next((each for each, answer in usual if isinstance(added, type(answer))), "")
        if not question:
            raise RulesError(
                f"{quoted(added)} is neither an answer, such as a Where, nor a class of boards"
            )
        value = added
        word = value.word
    if not re.fullmatch(f"(?!x+$)[a-z]{{1,{LONGEST_WORD}}}", word):
        raise RulesError(
            f"{quoted(word)} is not a word for a game: small letters from a to z are, up to "
            f"{LONGEST_WORD}, but not x alone"
        )
    module = sys._getframe(1).f_globals.get("__name__", "__main__")
    known = REGISTERED.get(word)
    if known and known.value == value:
        return added
    if answered(word)[0] and not (known and known.module == module):
        whose = f"the module {known.module}" if known else "the library"
        raise RulesError(f"{word} is a word of {whose} already; choose another")
    REGISTERED[word] = Registered(question, value, module)
    return added
