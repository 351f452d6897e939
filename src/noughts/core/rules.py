"""`Rules`: a geometry, k and the answers of a game, with the constants that bit expressions use.

`Rules.parse` makes rules from text by means of `core.rules_text`, and `Rules.from_bytes` makes them
from bytes. Text and bytes can express the kinds of board in `KINDS` and the answers in `ANSWERS`;
text can also express registered kinds and answers. Writing rules in a form that cannot express them
raises `RulesError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, Self, overload

from noughts.core import bits
from noughts.core.answers import LAWS, LOSES, OWN, QUESTIONS, WINS, Answers, Law
from noughts.core.directions import Direction, Outer, Step, doublings
from noughts.core.family import ANSWERS, REGISTERED, answers_to
from noughts.core.geometry import AnySymmetry, Flat, Geometry, check_size
from noughts.core.immutable import Value
from noughts.core.message_text import listed, quoted
from noughts.core.names_from_elsewhere import Leading, leading
from noughts.core.outside_claims import PLAYED, held, refuted
from noughts.core.rules_text import KINDS, Kind, kinds, read_rules, rules_text
from noughts.core.ultimate import Nested
from noughts.errors import RulesError

EMPTY, X, O = 0, 1, 2  # noqa: E741 - O is the player's name; the marks are also 2-bit patterns
MARK_NAMES = (".", "X", "O")
LARGEST_BOARD = 1_000_000  # cells; the constants of a larger board would fill the memory

CLOSES = "a line closes its board, and only that on the last board counts"  # for people
NAMES = "a line wins its board, and lines of won boards count; a stone's place on its board names "
NAMES += "the next board"
BYTES = 16  # four uint32, little-endian: two sizes, k, and flags
# The flags hold one number for each field, in pieces with a start bit and a width, the lowest bits
# first. In version 0.2, bit 0 was the only answer.
#
#     31  28 27  24 23  20 19  16 15  12 11   8 7    1   0
#      line   turns  marks  where length  turns   kind  line
FLAGS: dict[str, tuple[tuple[int, int], ...]] = {
    "line": ((0, 1), (28, 4)),
    "kind": ((1, 7),),
    "length": ((12, 4),),
    "where": ((16, 4),),
    "marks": ((20, 4),),
    "turns": ((24, 4), (8, 4)),
}


@leading
class Rules(Value, metaclass=Leading):
    """An m,n,k-game: whoever first has `k` in a row on `rows` x `cols` wins (or loses, in misère).

    >>> Rules(3, 3, 3)
    Rules(rows=3, cols=3, k=3, misere=False)
    >>> str(Rules(4, 5, 4, misere=True))
    '4,5,4,misere'

    `Rules(geometry=..., k=..., misere=...)` takes a board of any kind. The keyword arguments
    `turns`, `where`, `marks`, `line` and `length` take answers, each as a value or by its word;
    `misere=True` is short for `line=LOSES`. Raises `RulesError` for a board on which no line of `k`
    fits, and for answers that contradict each other.
    """

    UNCHANGING: ClassVar[str] = "Rules do not change"
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
        if isinstance(board, Nested):
            _check_nested(made)
        # Past __setattr__, which refuses.
        vars(self).update(geometry=board, k=k, misere=made.line is LOSES, answers=made)
        if self.wholes and not self.outer and not bits.line_starts(self.board, self):
            raise RulesError(
                f"{made.marks.word} and {made.length.word} contradict each other on {board.about}: "
                f"a full board has no line of exactly {k}, and would never close"
            )

    @classmethod
    def parse(cls, text: str) -> Rules:
        """The rules from text in the form that `str` writes, such as `4,5,4` or `3,3,3,torus`.

        >>> Rules.parse("4,5,4")
        Rules(rows=4, cols=5, k=4, misere=False)
        >>> Rules.parse("3x3x3,3,misere").about
        '3 x 3 x 3 tic-tac-toe, 3 in a row, misere: whoever makes a line loses'

        Raises `RulesError` for any other text.
        """
        geometry, k, answers = read_rules(text)
        return cls(geometry=geometry, k=k, **answers)

    def __str__(self) -> str:
        # The word of the marks may say what a line does.
        said = [field for field in ANSWERS if field != "line" or not self.answers.marks.line]
        board, word = self._kind.written(self.geometry, self.k)
        return rules_text(board, word, *(self._listed(field).word for field in said))

    def to_bytes(self) -> bytes:
        """The rules in 16 bytes: rows, cols, k and flags, each uint32, little-endian.

        Bit 0 of the flags is set if a line loses; bits 1 to 7 hold the kind of board, and the bits
        from 8 on hold the other answers. For a box or several boards, the sizes, one byte each,
        take the place of rows and cols.

        >>> Rules(3, 3, 3, misere=True).to_bytes().hex(" ", 4)
        '03000000 03000000 03000000 01000000'

        Raises `RulesError` for rules that 16 bytes cannot hold.
        """
        self.require_listed("16 bytes")
        numbers = {field: row.index(self._listed(field)) for field, row in ANSWERS.items()}
        flags = 0
        for field, number in {**numbers, "kind": KINDS.index(self._kind)}.items():
            for at, width in FLAGS[field]:
                flags |= (number & (1 << width) - 1) << at
                number >>= width
        words = (*self.geometry.to_words(), self.k, flags)
        return b"".join(word.to_bytes(4, "little") for word in words)

    @classmethod
    def from_bytes(cls, data: bytes) -> Rules:
        """The rules that `to_bytes` has encoded. Raises `RulesError` for any other bytes.

        >>> Rules.from_bytes(Rules(4, 5, 4).to_bytes())
        Rules(rows=4, cols=5, k=4, misere=False)
        """
        if len(data) != BYTES:
            raise RulesError(f"{len(data)} bytes are not rules; rules take {BYTES}")
        *words, k, flags = (int.from_bytes(data[at : at + 4], "little") for at in (0, 4, 8, 12))
        numbers = {}
        for field, places in FLAGS.items():
            numbers[field] = known = 0
            for at, width in places:
                numbers[field] |= (flags >> at & (1 << width) - 1) << known
                known += width
        kind = numbers.pop("kind")
        if kind >= len(KINDS):
            raise RulesError(f"boards of kind {kind} are unknown; kinds are 0 to {len(KINDS) - 1}")
        for field, number in numbers.items():
            if number >= len(ANSWERS[field]):
                raise RulesError(
                    f"answer {number} of {field} is unknown; answers are 0 to "
                    f"{len(ANSWERS[field]) - 1}"
                )
        answers = {field: ANSWERS[field][number] for field, number in numbers.items()}
        return cls(geometry=KINDS[kind].geometry.from_words(*words), k=k, **answers)

    @property
    def _kind(self) -> Kind:
        """The board's kind. Raises `RulesError` for rules that text and bytes cannot express.

        A subclass of a kind is another kind, since its lines may differ.
        """
        board = self.geometry
        for kind in kinds():
            known = kind.geometry is type(board) and type(self) is Rules
            if known and board._given == (board.written, {}):
                return kind
        raise RulesError(
            f"{self!r} is not of a kind that the library lists or noughts.register has added"
        )

    def _listed(self, field: str) -> Any:
        """The answer to a question. Raises `RulesError` if text and bytes cannot express it."""
        answer = getattr(self.answers, field)
        if answer not in answers_to(field):
            raise RulesError(
                f"{self!r} has an answer that neither the library lists nor noughts.register has "
                "added"
            )
        return answer

    @property
    def registered(self) -> dict[str, str]:
        """The registered words in the text of the rules, each with the module that registered it.

        >>> Rules(3, 3, 3, misere=True).registered
        {}
        """
        words = self.named.split(",") if REGISTERED else ()  # no piece of a `repr` is such a word
        return {word: REGISTERED[word].module for word in words if word in REGISTERED}

    def require_listed(self, what: str) -> None:
        """Raise `RulesError`, naming `what`, for a game with registered words.

        On another machine, a registered word may mean another game or nothing.
        """
        if words := self.registered:
            raise RulesError(
                f"{what} cannot hold {self}: {listed(words)} is from outside the library, and may "
                "mean another game where it is read"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        words = self.registered  # the process that loads them imports these modules
        if words:
            return (_of_modules, (str(self), words))
        made, (kind, placed, named) = super().__reduce__()
        for field in named.keys() & ANSWERS.keys():
            if named[field] in answers_to(field):  # by its word: loading gives the same object
                named[field] = named[field].word
        return made, (kind, placed, named)

    @property
    def _given(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        said = self._said
        if type(self.geometry) is Flat:
            board = said.pop("geometry")
            said = dict(zip(board.names, board.sizes, strict=True)) | said
        return (), said

    @property
    def _said(self) -> dict[str, Any]:
        """The value of each field by name, including fields that a subclass has added to `FIELDS`.

        The usual answers are omitted, and misère has a separate field.
        """
        others = self.answers._replace(line=WINS) if self.misere else self.answers
        pairs = zip(others._fields, others, Answers(), strict=True)
        unusual = {name: answer for name, answer, usual in pairs if answer != usual}
        return {name: getattr(self, name) for name in self.FIELDS} | unusual

    @cached_property
    def normal(self) -> Self:
        """The same game with normal play instead of misère."""
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
        """A description of the rules in words.

        >>> Rules(3, 3, 3, misere=True).about
        '3 x 3 tic-tac-toe, 3 in a row, misere: whoever makes a line loses'
        """
        said = [f", {one.word}: {one.about}" for one in self.answers if one.word]
        closes = f", {self.closing}" * bool(self.closing)
        return f"{self.geometry.about} tic-tac-toe, {self.k} in a row{''.join(said)}{closes}"

    def has(self, *laws: Law) -> bool:
        """Whether the game has all of these laws.

        >>> Rules(3, 3, 3).has("any_order", "owned")
        True
        """
        lacks = self.geometry.lacks
        if self.answers.marks.closes and self.geometry.wholes:  # no stone goes after a line
            lacks = (*lacks, "any_order")
        return all(
            law not in lacks
            and getattr(self.answers, law, True)
            and not (law in PLAYED and law in self._refuted)
            for law in laws
        )

    @cached_property
    def _refuted(self) -> frozenset[Law]:
        """The laws that an outside answer claims, and that random games have refuted."""
        listed = self.answers.where in ANSWERS["where"] or self.geometry.outer(self.k)
        return frozenset() if listed else refuted(self)

    def require(self, what: str, *laws: Law, instead: str = "") -> None:
        """Raise `RulesError`, naming `what` and the missing law, unless the game has all `laws`.

        `instead` tells the reader of the message what to use for such a game.

        >>> Rules(3, 3, 3).require("a table in a file", "any_order", "owned")
        """
        for law in laws:
            if not self.has(law):
                raise RulesError(
                    f"{what} cannot take {self.named}: it needs that {LAWS[law]} ({law})"
                    f"{instead and f'; {instead}'}"
                )

    @property
    def named(self) -> str:
        """The text of the rules, or their `repr` if they have no text."""
        try:
            return str(self)
        except RulesError:  # of a kind that has no text
            return repr(self)

    def require_kind(self, what: str, *kinds: type[Geometry]) -> None:
        """Raise `RulesError`, naming `what`, unless the board's class itself is one of `kinds`.

        This method is for code that computes lines or symmetries without asking the geometry.
        """
        if type(self.geometry) not in kinds or type(self) is not Rules:
            texts = " or ".join(kind.text for kind in KINDS if kind.geometry in kinds)
            raise RulesError(f"{self.named} is not a board that {what} can take; write {texts}")

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
        """The number of cells."""
        return self.geometry.cells

    @cached_property
    def counted_board(self) -> int:
        """The bitboard of all cells if the counts of stones decide what is a position; else -1.

        >>> Rules(2, 2, 2).counted_board, Rules(2, 2, 2, where="gravity").counted_board
        (15, -1)
        """
        return self.board if self.has("alternates", "owned", "any_order") else -1

    @cached_property
    def actions(self) -> int:
        """The number of actions: one for each cell and each hand of a player."""
        return self.cells * len(self.answers.marks.hands)

    @cached_property
    def board(self) -> int:
        """The bitboard of all cells."""
        return (1 << self.cells) - 1

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        """The directions in which a line fits, each with the cells where its lines begin.

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

        A symmetry maps lines to lines, and playable cells to playable cells. If the board or the
        answer `where` comes from outside the library, the symmetries that it claims are tested, and
        false ones are omitted.
        """
        where, every = self.answers.where, self.geometry.symmetries(self.k)
        kept = tuple(by for by in every if where.keeps(by, self))
        proved = type(self.geometry) in [kind.geometry for kind in KINDS]
        if proved and where in ANSWERS["where"]:
            return kept
        return tuple(held(kept, self))

    @cached_property
    def below(self) -> Step:
        """The step from each cell to the cell below it, which a falling stone enters next."""
        return self.geometry.below

    @cached_property
    def wholes(self) -> Direction | None:
        """In games whose lines close boards, each board as a run of its cells; otherwise None.

        No stone may go on a closed board. The line that counts is the one that closes the last open
        board or, if `outer` is not None, a line on the outer board.
        """
        return self.geometry.wholes if self.answers.marks.closes or self.outer else None

    @cached_property
    def outer(self) -> Outer | None:
        """For boards in a board, the outer board, whose lines count; None in other games."""
        outer = self.geometry.outer(self.k)
        if not outer or self.has("longer"):
            return outer
        return outer._replace(directions=tuple(each.exactly() for each in outer.directions))

    @property
    def closing(self) -> str:
        """The effect of a line on its board, in words; empty if a line ends the game."""
        return NAMES if self.outer else CLOSES if self.wholes else ""

    @cached_property
    def foldings(self) -> tuple[int, ...]:
        """The shifts that fold all cells onto cell 0."""
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
        """For each line in `lines`, the mask of cells in which a stone would make it too long.

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
    """The given answers, completed by the usual ones. Raises `RulesError` for a contradiction."""
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


def _check_nested(made: Answers) -> None:
    """Raise `RulesError` for answers that contradict boards in a board."""
    needs: tuple[tuple[Law, Any], ...] = (("owned", made.marks), ("alternates", made.turns))
    for law, answer in needs:
        if not getattr(answer, law):
            raise RulesError(
                f"ultimate and {answer.word} contradict each other: ultimate needs that {LAWS[law]}"
            )


def _answer(field: str, answer: Any) -> Any:
    """An answer, which may be given by its word."""
    if field not in ANSWERS:
        raise RulesError(f"{field} is not a field of Rules; {listed(ANSWERS)} are")
    if not isinstance(answer, str):
        return answer
    for each in answers_to(field):
        if each.word == answer:
            return each
    words = listed(each.word for each in answers_to(field)[1:])
    raise RulesError(f"{quoted(answer)} does not say {QUESTIONS[field]}; give {words}")


def _of_modules(text: str, modules: Mapping[str, str]) -> Rules:
    """The rules parsed from text, after the modules that register its words are imported."""
    for word, module in modules.items():
        if word not in REGISTERED:
            try:
                import_module(module)
            except ImportError as error:
                needed = f"{text} needs the module that registers {word}"
                raise RulesError(f"{needed}: {error}") from error
    return Rules.parse(text)


TICTACTOE: Rules = Rules(3, 3, 3)  # typed, since mypy first checks modules that use it


def as_rules(board: Rules | str) -> Rules:
    """The given `Rules`, or rules parsed from text.

    >>> as_rules("4,4,4")
    Rules(rows=4, cols=4, k=4, misere=False)

    Raises `RulesError` for anything else.
    """
    if isinstance(board, Rules):
        return board
    if isinstance(board, str):
        return Rules.parse(board)
    raise RulesError(f"{quoted(board)} is not a board; give Rules, or their text as in '3,3,3'")
