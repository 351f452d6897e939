"""Parses and writes the text of rules, which is the text of a board, followed by words.

A text may name the kinds in `KINDS`, the answers in `core.family.ANSWERS`, and registered kinds and
answers. `kinds` and `answers_to` return the library's own first, then the registered ones.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any, NamedTuple

from noughts.core.answers import QUESTIONS
from noughts.core.box import Boards, Box
from noughts.core.family import ANSWERS, REGISTERED, answers_to
from noughts.core.geometry import Flat, Geometry
from noughts.core.message_text import quoted
from noughts.core.torus import Cylinder, Torus
from noughts.core.ultimate import Nested
from noughts.errors import RulesError

SHORT = {"ultimate": "3,3,3,ultimate"}  # a name that may begin a text, and what it stands for
BY_NAME = {  # names that people try, and the texts of these games; errors suggest the texts
    **dict.fromkeys(("connect4", "connectfour", "fourinarow"), "6,7,4,gravity"),
    **dict.fromkeys(("classic", "noughtsandcrosses", "tictactoe", "xo"), "3,3,3"),
    **dict.fromkeys(("fiveinarow", "gobang", "gomoku"), "15,15,5"),
    **dict.fromkeys(("qubic", "3dtictactoe"), "4x4x4,4"),
    "connect6": "19,19,6,stones=2",
}
LONGEST_TEXT = 100  # of a board
OWN_WORDS = "is known after the import of its module, which MODULE:NAME does in commands"


class Kind(NamedTuple):
    """A kind of board and its text: the sizes, k, and a word that names the kind.

    In the word, N stands for the first size.

    >>> Kind(Box, between="x").text, Kind(Boards, word="boards=N").text
    ('AxBxC,K', 'ROWS,COLS,K,boards=N')
    """

    geometry: type[Geometry]
    between: str = ","  # separates the sizes
    word: str = ""

    @property
    def text(self) -> str:
        """The form of the text, for people to read."""
        names = [name.upper() for name in self.geometry.names or "abc"[: self.geometry.axes[-1]]]
        names[: "N" in self.word] = "N" * ("N" in self.word)
        return ",".join(filter(None, self._texts([*names, "K"])))

    def read(self, board: str, word: str = "") -> tuple[Geometry, int] | None:
        """The board and k, from a text and the word after it; None if these are of another kind."""
        # At most nine digits: int() refuses thousands of digits, with Python's own message.
        numbers = re.findall("[0-9]{1,9}", f"{word},{board}"[:LONGEST_TEXT])
        if len(numbers) - 1 not in self.geometry.axes or self._texts(numbers) != (board, word):
            return None
        *sizes, k = map(int, numbers)
        return self.geometry(*sizes), k

    def written(self, geometry: Geometry, k: int) -> tuple[str, str]:
        """The text of a board of this kind with its k, and the word that follows this text."""
        return self._texts([*map(str, geometry.written), str(k)])

    def _texts(self, numbers: list[str]) -> tuple[str, str]:
        word = self.word
        if "N" in word:
            word, numbers = word.replace("N", numbers[0]), numbers[1:]
        *sizes, k = numbers
        return f"{self.between.join(sizes)},{k}", word


# A kind's place here is its number in `Rules.to_bytes`, so a new kind goes at the end.
KINDS: tuple[Kind, ...] = (
    Kind(Flat),
    Kind(Box, between="x"),
    Kind(Torus, word="torus"),
    Kind(Cylinder, word="cylinder"),
    Kind(Boards, word="boards=N"),
    Kind(Nested, word="ultimate"),
)


def how_to_write() -> str:
    """The forms of a board's text, for messages and help.

    >>> how_to_write()    # doctest: +ELLIPSIS
    'ROWS,COLS,K or AxBxC,K, and after commas any of the words torus, ..., misere, breaker'
    """
    boards = " or ".join(kind.text for kind in KINDS if not kind.word)
    return f"{boards}, and after commas any of the words {_every_word()}"


def kinds() -> tuple[Kind, ...]:
    """The library's kinds of board, then the registered ones."""
    return (*KINDS, *(each.value for each in REGISTERED.values() if each.question == "kind"))


def _every_word() -> str:
    return ", ".join(dict.fromkeys(map(with_letters, _words())))


def _words() -> list[str]:
    """Every word that may follow a board."""
    answers = (one.word for field in ANSWERS for one in answers_to(field)[1:])
    return [*(kind.word for kind in kinds() if kind.word), *answers]


def with_letters(word: str) -> str:
    """A word for people to read, with letters in place of its numbers."""
    letters = iter("PQ")
    return re.sub("[0-9]+", lambda _: next(letters), word)


def is_of_rules(word: str) -> bool:
    """Whether a word can only be the text of rules, and not the text of a position or a move.

    >>> is_of_rules("3,3,3"), is_of_rules("ultimate"), is_of_rules("b2")
    (True, True, False)
    """
    return "," in word or word in SHORT


def read_rules(text: str) -> tuple[Geometry, int, dict[str, Any]]:
    """The board, k and the answers that a text of rules gives.

    Raises `RulesError` for anything that is not such a text.
    """
    if not isinstance(text, str):
        raise RulesError(f"{quoted(text)} is not the text of a board, such as '3,3,3'")
    parts = text.split(",")
    parts[:1] = SHORT.get(parts[0], parts[0]).split(",")
    sizes = [*takewhile(re.compile("[0-9x]+").fullmatch, parts)]
    board, words = ",".join(sizes), parts[len(sizes) :]
    answers = _read_words(words, text) if board else {}
    word = answers.pop("kind", "")
    for kind in kinds():
        if found := kind.read(board, word):
            return *found, answers
    raise _no_board(text, board, word)


def rules_text(*parts: str) -> str:
    """The text that `read_rules` parses: the board as `Kind.written` returns it, then the words.

    >>> rules_text("3,3,3", "torus", "", "misere"), rules_text("3,3,3", "ultimate")
    ('3,3,3,torus,misere', 'ultimate')
    """
    text = ",".join(filter(None, parts))
    for short, long in SHORT.items():
        text = re.sub(f"^{long}(?=,|$)", short, text)
    return text


def _read_words(words: list[str], text: str) -> dict[str, Any]:
    """The answers and the kind that are named by the words after a board, whatever their order."""
    found: dict[str, Any] = {}
    said: dict[str, str] = {}
    for given in words:
        # A first turn of one stone is the default.
        word = re.sub("(=[0-9]+)[+]1$", r"\1", given)
        field, answer = answered(word)
        if not field:
            raise _no_word(word, text)
        if said.get(field) == word:
            raise RulesError(f"{word} stands twice in {quoted(text)}")
        if field in said:
            raise RulesError(f"{said[field]} and {word} both say {QUESTIONS[field]}")
        found[field], said[field] = answer or word, word
    if "line" in found and "marks" in found and found["marks"].line:
        raise RulesError(f"{said['marks']} and {said['line']} both say {QUESTIONS['line']}")
    return found


def answered(word: str) -> tuple[str, Any]:
    """The question that a word answers, and the answer.

    For a kind of board, the answer is empty; for an unknown word, the question is empty, too.
    """
    if re.sub("[0-9]+", "N", word) in [kind.word for kind in kinds() if kind.word]:
        return "kind", ""
    for field in sorted(ANSWERS, key=lambda field: len(ANSWERS[field])):
        for one in answers_to(field)[1:]:
            if one.word == word:
                return field, one
    return "", ""


def _no_word(word: str, text: str) -> RulesError:
    """The error for an unknown word, which suggests the closest known word."""
    if not re.fullmatch("[A-Za-z][A-Za-z0-9=+]*", word[:LONGEST_TEXT]):
        return _no_board(text)
    known = _words()
    if alike := [one for one in known if with_letters(one) == with_letters(word)]:
        what = f"has a number that none has; write {alike[0]} to {alike[-1]}"
    else:
        from difflib import get_close_matches  # late: only a wrong word needs it

        near = get_close_matches(word[:LONGEST_TEXT].lower(), known, 1)
        what = "is not a word of rules; write "
        what += near[0] if near else f"{_every_word()}; a word of your own {OWN_WORDS}"
    return RulesError(f"{quoted(word)} in {quoted(text)} {what}")


def _no_board(text: str, board: str = "", word: str = "") -> RulesError:
    """The error for a text with no valid board, or with no valid board of the kind `word`."""
    if named := BY_NAME.get(re.sub("[^a-z0-9]", "", text[:LONGEST_TEXT].lower())):
        return RulesError(f"{quoted(text)} is the name of a game, not the text; write {named}")
    alike = re.sub("[0-9]+", "N", word)
    for kind in kinds():
        if word and kind.word == alike and any(other.read(board) for other in kinds()):
            return RulesError(f"{word} in {quoted(text)} needs a board as in {kind.text}")
    behind = f",{word}" * bool(word)
    lacking = next(filter(None, (kind.read(f"{board},1", word) for kind in kinds())), None)
    if lacking:
        example = f"{board},{min(*lacking[0].sizes, 5)}{behind}"
        lacks = f"it does not say how many in a row win, as {example} does"
        return RulesError(f"{quoted(text)} is not a valid board: {lacks}")
    return RulesError(f"{quoted(text)} is not a valid board; write {how_to_write()}")
