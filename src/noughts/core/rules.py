"""`Rules`: a geometry, k and the answers of a game, with the constants that every expression uses.

Only this module writes and reads rules, as text (`str`, `Rules.parse`) and as bytes (`to_bytes`,
`Rules.from_bytes`). Both know the kinds of board that `KINDS` lists and the answers that `ANSWERS`
lists, and refuse by name what they cannot express in full.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self, overload

from noughts.core import bits
from noughts.core.answers import LAWS, LOSES, OWN, QUESTIONS, WINS, Answers, Law
from noughts.core.box import Box
from noughts.core.directions import Direction, Step, doublings
from noughts.core.family import ANSWERS
from noughts.core.geometry import AnySymmetry, Flat, Geometry, check_size
from noughts.core.quoting import listed, quoted
from noughts.core.torus import Torus
from noughts.core.value import Value
from noughts.errors import RulesError

EMPTY, X, O = 0, 1, 2  # noqa: E741 - O is the player's name; the marks are also 2-bit patterns
MARK_NAMES = (".", "X", "O")
LARGEST_BOARD = 1_000_000  # cells; larger boards would only fill the memory

LONGEST_TEXT = 100  # of a board
BYTES = 16  # four uint32, little-endian: two sizes, k, and flags
# The flags: where in them each number stands, and its bits. The answer of the line has bit 0, which
# was all that 0.2 knew of answers, and more at the top.
#
#     31  28 27  24 23  20 19  16 15  12 11      1   0
#      line    turns   marks   where  length    kind  line
KIND_AT, KIND_BITS, ANSWER_BITS = 1, 11, 4
ANSWER_AT = {"length": 12, "where": 16, "marks": 20, "turns": 24}
LINE_AT = 28


class Kind(NamedTuple):
    """A kind of board and how it is written: its sizes, k, and a word that names the kind.

    >>> Kind(Torus, word="torus").text, Kind(Box, between="x").text
    ('ROWS,COLS,K,torus', 'AxBxC,K')
    """

    geometry: type[Geometry]
    between: str = ","  # what stands between the sizes
    word: str = ""

    @property
    def text(self) -> str:
        """How it is written, for people."""
        names = [name.upper() for name in self.geometry.names or "abc"]
        return self._joined([*names, "K"])

    def read(self, text: str) -> tuple[Geometry, int] | None:
        """The board and k of a text, or None if it is not of this kind."""
        # Nine digits at most: int() itself refuses thousands of them, in words of its own.
        numbers = re.findall("[0-9]{1,9}", text[:LONGEST_TEXT])
        if len(numbers) - 1 not in self.geometry.axes or self._joined(numbers) != text:
            return None
        *sizes, k = map(int, numbers)
        return self.geometry(*sizes), k

    def written(self, geometry: Geometry, k: int) -> str:
        """The text of a board of this kind."""
        return self._joined([*map(str, geometry.sizes), str(k)])

    def _joined(self, numbers: list[str]) -> str:
        *sizes, k = numbers
        return ",".join([self.between.join(sizes), k, *filter(None, [self.word])])


# A kind's place here is its number in bytes, so a new one goes at the end.
KINDS: tuple[Kind, ...] = (
    Kind(Flat),
    Kind(Box, between="x"),
    Kind(Torus, word="torus"),
)


def how_to_write() -> str:
    """How a board is written, for messages and help.

    >>> how_to_write()    # doctest: +ELLIPSIS
    'ROWS,COLS,K or AxBxC,K or ROWS,COLS,K,torus; then words, such as ,misere: exact, ...breaker'
    """
    words = [one.word for row in ANSWERS.values() for one in row[1:]]
    kinds = " or ".join(kind.text for kind in KINDS)
    return f"{kinds}; then words, such as ,misere: {', '.join(words)}"


class Rules(Value):
    """An m,n,k-game: the first with `k` in a row on `rows` x `cols` wins, or in misère loses.

    >>> Rules(3, 3, 3)
    Rules(rows=3, cols=3, k=3, misere=False)
    >>> str(Rules(4, 5, 4, misere=True))
    '4,5,4,misere'

    `Rules(geometry=..., k=..., misere=...)` takes a board of any kind that `KINDS` lists. The
    answers of `core.answers` may be given by name; `misere` is short for `line=LOSES`. Raises
    `RulesError` for a board on which no line of `k` fits, and for answers that contradict each
    other.
    """

    UNCHANGING = "Rules do not change"
    FIELDS: ClassVar[tuple[str, ...]] = ("geometry", "k", "misere")
    geometry: Geometry
    k: int
    misere: bool
    answers: Answers

    @overload
    def __init__(
        self, rows: int, cols: int, k: int, misere: bool = False, **answers: Any
    ) -> None: ...
    @overload
    def __init__(
        self, *, geometry: Geometry, k: int, misere: bool = False, **answers: Any
    ) -> None: ...

    def __init__(
        self,
        rows: Any = None,
        cols: Any = None,
        k: Any = None,
        misere: bool = False,
        *,
        geometry: Geometry | None = None,
        **answers: Any,
    ) -> None:
        if isinstance(rows, str) and cols is None:
            raise RulesError(f"rows is {quoted(rows)}; Rules.parse({quoted(rows)}) reads a text")
        board = Flat(rows, cols) if geometry is None else geometry
        check_size("k", k)
        if board.cells > LARGEST_BOARD:
            raise RulesError(f"a {board} board is too large; the most is {LARGEST_BOARD} cells")
        if k > board.longest:
            raise RulesError(
                f"no line of {k} fits on a {board} board; k may be 1 to {board.longest}"
            )
        if type(misere) is not bool:
            raise RulesError(f"misere is {quoted(misere)}; True or False is needed")
        made = _combined(answers, misere)
        # Past __setattr__, which refuses.
        vars(self).update(geometry=board, k=k, misere=made.line is LOSES, answers=made)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """The rules in the form that `str` writes, such as `4,5,4`, `3x3x3,3` or `3,3,3,torus`.

        >>> Rules.parse("4,5,4")
        Rules(rows=4, cols=5, k=4, misere=False)
        >>> Rules.parse("3x3x3,3,misere").about
        '3 x 3 x 3 tic-tac-toe, 3 in a row, misere: whoever makes a line loses'

        Raises `RulesError` for anything else.
        """
        if not isinstance(text, str):
            raise RulesError(f"{quoted(text)} is not the text of a board, such as '3,3,3'")
        board, answers = _read_answers(text)
        for kind in KINDS:
            found = kind.read(board)
            if found:
                geometry, k = found
                return cls(geometry=geometry, k=k, **answers)
        lacking = next(filter(None, (kind.read(f"{board},1") for kind in KINDS)), None)
        if lacking:
            example = f"{board},{min(*lacking[0].sizes, 5)}"
            lacks = f"it does not say how many in a row win, as {example} does"
            raise RulesError(f"{quoted(text)} is not a valid board: {lacks}")
        raise RulesError(f"{quoted(text)} is not a valid board; write {how_to_write()}")

    def __str__(self) -> str:
        kind = KINDS[self._kind()]
        numbers = self._numbers()
        if self.answers.marks.line:
            del numbers["line"]  # which the word of the marks says
        words = [ANSWERS[field][number].word for field, number in numbers.items()]
        return ",".join([kind.written(self.geometry, self.k), *filter(None, words)])

    def to_bytes(self) -> bytes:
        """The rules in 16 bytes: rows, cols, k and flags, each uint32, little-endian.

        The flags hold 1 where a line loses, the kind of board from bit 1 on, and the other answers
        from bit 12 on. A box has its sizes, a byte each, in place of rows and cols.

        >>> Rules(3, 3, 3, misere=True).to_bytes().hex(" ", 4)
        '03000000 03000000 03000000 01000000'

        Raises `RulesError` for rules that 16 bytes cannot hold.
        """
        numbers = self._numbers()
        line = numbers["line"]
        flags = self._kind() << KIND_AT | line & 1 | line >> 1 << LINE_AT
        flags |= sum(numbers[field] << at for field, at in ANSWER_AT.items())
        words = (*self.geometry.to_words(), self.k, flags)
        return b"".join(word.to_bytes(4, "little") for word in words)

    @classmethod
    def from_bytes(cls, data: bytes) -> Rules:
        """The rules that `to_bytes` wrote. Raises `RulesError` for any other bytes.

        >>> Rules.from_bytes(Rules(4, 5, 4).to_bytes())
        Rules(rows=4, cols=5, k=4, misere=False)
        """
        if len(data) != BYTES:
            raise RulesError(f"{len(data)} bytes are not rules; rules take {BYTES}")
        *words, k, flags = (int.from_bytes(data[at : at + 4], "little") for at in (0, 4, 8, 12))
        kind = flags >> KIND_AT & (1 << KIND_BITS) - 1
        if kind >= len(KINDS):
            raise RulesError(f"boards of kind {kind} are unknown; kinds are 0 to {len(KINDS) - 1}")
        numbers = {field: flags >> at & (1 << ANSWER_BITS) - 1 for field, at in ANSWER_AT.items()}
        numbers["line"] = flags & 1 | flags >> LINE_AT << 1
        for field, number in numbers.items():
            if number >= len(ANSWERS[field]):
                raise RulesError(
                    f"answer {number} of {field} is unknown; answers are 0 to "
                    f"{len(ANSWERS[field]) - 1}"
                )
        answers = {field: ANSWERS[field][number] for field, number in numbers.items()}
        return cls(geometry=KINDS[kind].geometry.from_words(*words), k=k, **answers)

    def _kind(self) -> int:
        """The number of the board's kind. Raises `RulesError` if text and bytes would lose a part.

        Only the exact type counts: a subclass of a kind has other lines.
        """
        for number, kind in enumerate(KINDS):
            if kind.geometry is type(self.geometry) and type(self) is Rules:
                return number
        raise RulesError(f"{self!r} is not of a kind that noughts.core.rules.KINDS lists")

    def _numbers(self) -> dict[str, int]:
        """The number of each answer in its row of `ANSWERS`. Raises `RulesError` as `_kind`."""
        for field, row in ANSWERS.items():
            if getattr(self.answers, field) not in row:
                raise RulesError(f"{self!r} has an answer that noughts.core.family does not list")
        return {field: row.index(getattr(self.answers, field)) for field, row in ANSWERS.items()}

    @property
    def _given(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        said = self._said
        if type(self.geometry) is Flat:
            board = said.pop("geometry")
            said = dict(zip(board.names, board.sizes, strict=True)) | said
        return (), said

    @property
    def _said(self) -> dict[str, Any]:
        """Every field by its name, including those that a subclass adds to `FIELDS`.

        The usual answers go without saying, and misère has a field of its own.
        """
        others = self.answers._replace(line=WINS) if self.misere else self.answers
        pairs = zip(others._fields, others, Answers(), strict=True)
        unusual = {name: answer for name, answer, usual in pairs if answer != usual}
        return {name: getattr(self, name) for name in self.FIELDS} | unusual

    @cached_property
    def normal(self) -> Self:
        """The same game, but not misère."""
        return self.replace(misere=False)

    def replace(self, **changes: Any) -> Self:
        """The same rules with the given fields changed.

        >>> Rules(3, 3, 3).replace(misere=True)
        Rules(rows=3, cols=3, k=3, misere=True)
        """
        return type(self)(**self._said | changes)

    __replace__ = replace  # what copy.replace calls

    @property
    def about(self) -> str:
        """The rules in words.

        >>> Rules(3, 3, 3, misere=True).about
        '3 x 3 tic-tac-toe, 3 in a row, misere: whoever makes a line loses'
        """
        said = [f", {one.word}: {one.about}" for one in self.answers if one.word]
        return f"{self.geometry.about} tic-tac-toe, {self.k} in a row{''.join(said)}"

    def has(self, *laws: Law) -> bool:
        """Whether the game has all of these laws.

        >>> Rules(3, 3, 3).has("any_order", "owned")
        True
        """
        return all(getattr(self.answers, law) for law in laws)

    def require(self, what: str, *laws: Law) -> None:
        """Raise `RulesError`, naming `what` and the law, unless the game has all of these laws.

        >>> Rules(3, 3, 3).require("a table in a file", "any_order", "owned")
        """
        for law in laws:
            if not self.has(law):
                raise RulesError(
                    f"{what} cannot take {self.named}: it needs that {LAWS[law]} ({law})"
                )

    @property
    def named(self) -> str:
        """The text of the rules; their `repr` where they are of a kind that has no text."""
        try:
            return str(self)
        except RulesError:  # of a kind that has no text
            return repr(self)

    def require_kind(self, what: str, *kinds: type[Geometry]) -> None:
        """Raise `RulesError`, naming `what`, unless this is a plain board of one of the kinds.

        For code that has its own lines or symmetries instead of asking the geometry.
        """
        if type(self.geometry) not in kinds or type(self) is not Rules:
            texts = " or ".join(kind.text for kind in KINDS if kind.geometry in kinds)
            raise RulesError(f"{self!r} is not a board that {what} can take; write {texts}")

    @property
    def rows(self) -> int:
        """The number of rows. Raises `RulesError` for a board that is not flat."""
        return self._flat.rows

    @property
    def cols(self) -> int:
        """The number of columns. Raises `RulesError` for a board that is not flat."""
        return self._flat.cols

    @cached_property
    def _flat(self) -> Flat:
        if not isinstance(self.geometry, Flat):
            raise RulesError(f"{self!r} has no rows and columns; ask its geometry for its sizes")
        return self.geometry

    @cached_property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.geometry.cells

    @cached_property
    def counted_board(self) -> int:
        """The bitboard of all cells, if counts that alternate make two bitboards a position; or -1.

        >>> Rules(2, 2, 2).counted_board, Rules(2, 2, 2, where="gravity").counted_board
        (15, -1)
        """
        return self.board if self.has("alternates", "owned", "any_order") else -1

    @cached_property
    def actions(self) -> int:
        """How many moves there are, on all cells: one for each hand that a player has."""
        return self.cells * len(self.answers.marks.hands)

    @cached_property
    def board(self) -> int:
        """The bitboard of all cells."""
        return (1 << self.cells) - 1

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        """The ways in which a line fits, with the cells where one begins.

        >>> for direction in Rules(3, 3, 3).directions:
        ...     print(direction.shift, format(direction.starts, "09b"))
        1 001001001
        3 000000111
        4 000000001
        2 000000100
        """
        every = self.geometry.directions(self.k)
        return every if self.has("longer") else tuple(each.exactly() for each in every)

    @cached_property
    def symmetries(self) -> tuple[AnySymmetry, ...]:
        """The symmetries of the game; the identity comes first.

        They take lines to lines, and cells where a stone may go to cells where one may.
        """
        keeps = self.answers.where.keeps
        return tuple(by for by in self.geometry.symmetries(self.k) if keeps(by, self))

    @cached_property
    def below(self) -> Step:
        """The way from each cell to the one below it, on which a stone would come to rest."""
        return self.geometry.below

    @cached_property
    def foldings(self) -> tuple[int, ...]:
        """The shifts that bring every cell of the board down onto cell 0."""
        return doublings(self.cells)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every line as a mask, ordered by direction and then by the cell where it starts.

        >>> Rules(3, 3, 3).lines
        (7, 56, 448, 73, 146, 292, 273, 84)
        """
        return tuple(
            bits.line_from(1 << start, direction)
            for direction in self.directions
            for start in bits.cells_of(direction.starts)
        )

    @cached_property
    def too_long(self) -> tuple[int, ...]:
        """For each of `lines` the cells of which none may have a stone, or the line is too long.

        >>> Rules(1, 5, 3).too_long, Rules(1, 5, 3, length="exact").too_long
        ((0, 0, 0), (8, 17, 2))
        """
        found = []
        for direction in self.directions:
            before, after = direction.longer if direction.exact else (0, 0)
            for start in map((1).__lshift__, bits.cells_of(direction.starts)):
                ends = bits.ahead(start & before, direction.step(1))
                found.append(ends | bits.back(start & after, direction.step(self.k)))
        return tuple(found)


def _combined(given: dict[str, Any], misere: bool) -> Answers:
    """The answers of some fields, the others as usual. Raises `RulesError` if they contradict."""
    answers = {field: _answer(field, answer) for field, answer in given.items()}
    marks = answers.get("marks", OWN)
    lines = {"misere": LOSES} if misere else {}  # by the word that says what a line does
    lines |= {line.word or "the usual line": line for line in [answers.get("line")] if line}
    lines |= {marks.word: marks.line} if marks.line else {}
    if len({*lines.values()}) > 1:
        raise RulesError(f"{' and '.join(lines)} both say {QUESTIONS['line']}")
    if lines:
        answers["line"] = next(iter(lines.values()))
    made = Answers(**answers)
    if not made.owned and None in made.line.worth:
        raise RulesError(
            f"{made.marks.word} and {made.line.word} contradict each other: whose line it is "
            "does not follow from its marks"
        )
    return made


def _answer(field: str, answer: Any) -> Any:
    """An answer given as itself or by its word."""
    if field not in ANSWERS:
        raise RulesError(f"{field} is not a field of Rules; {listed(ANSWERS)} are")
    if not isinstance(answer, str):
        return answer
    for each in ANSWERS[field]:
        if each.word == answer:
            return each
    words = listed(each.word for each in ANSWERS[field][1:])
    raise RulesError(f"{quoted(answer)} does not say {QUESTIONS[field]}; give {words}")


def _read_answers(text: str) -> tuple[str, dict[str, Any]]:
    """The text of a board without the words of answers at its end, and these answers."""
    found: dict[str, Any] = {}
    known = {one.word: (field, one) for field, row in ANSWERS.items() for one in row[1:]}
    while (parts := text.rpartition(","))[2] in known:
        field, answer = known[parts[2]]
        if found.get(field) is answer:
            break  # a word that stands twice is not read
        if field in found:
            raise RulesError(f"{answer.word} and {found[field].word} both say {QUESTIONS[field]}")
        found[field], text = answer, parts[0]
    if "line" in found and "marks" in found and found["marks"].line:
        raise RulesError(
            f"{found['marks'].word} and {found['line'].word} both say {QUESTIONS['line']}"
        )
    return text, found


TICTACTOE: Rules = Rules(3, 3, 3)  # the type is for mypy, which meets some of its readers first


def as_rules(board: Rules | str) -> Rules:
    """The rules given as `Rules` or as text.

    >>> as_rules("4,4,4")
    Rules(rows=4, cols=4, k=4, misere=False)

    Raises `RulesError` for anything else.
    """
    if isinstance(board, Rules):
        return board
    if isinstance(board, str):
        return Rules.parse(board)
    raise RulesError(f"{quoted(board)} is not a board; give Rules, or their text as in '3,3,3'")
