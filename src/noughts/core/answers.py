"""The rules of a game apart from its board: five questions, the usual answers, and their laws.

    question                   field    the usual answer    an expression           law
    whose turn is it?          turns    in turn             of the stones' count    alternates
    where may a stone go?      where    any free cell       of both planes          any_order
    which stone?               marks    one's own           (the hands)             owned
    how long may a line be?    length   k cells or more     of a line's two ends    longer
    what does a line do?       line     wins, loses         (what it is worth)      fair

`core.family` defines the other answers (except `misere`, which is defined here) and lists all
answers, including the usual ones. An answer is a value with a `word`, which `core.rules_text`
parses, and a description `about` for people; both are empty in a usual answer. The answers of a
game combine, and only `core.move_bits` turns them into moves. Code that relies on more than moves
names the laws that it needs (`Rules.require`), and accepts every game that has these laws. Not only
an answer but also a kind of board may lack laws (`Geometry.lacks`): boards in a board lack
`any_order`, `stones` and `full`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from noughts.core.bits import Lines, free_cells
from noughts.expressions.trace import Operand

Law = Literal["stones", "alternates", "any_order", "owned", "longer", "fair", "full"]
LAWS: dict[Law, str] = {
    "stones": "a position is its stones, whichever came last",
    "alternates": "the players move in turn, a stone each",
    "any_order": "any order of the stones leads to a position",
    "owned": "whose a stone is follows from its mark",
    "longer": "a line longer than k is a line, too",
    "fair": "a line is worth the same to both players, and a full board is a draw",
    "full": "a draw has a full board",
}


def _odd(stones: Operand, most: int) -> Operand:  # noqa: ARG001 - for any bound
    return stones & 1


def _free(planes: tuple[Operand, Operand], rules: Lines) -> Operand:
    return free_cells(*planes, rules)


def _none(planes: tuple[Operand, Operand], rules: Any) -> Operand:  # noqa: ARG001 - on any board
    return planes[0] & 0


def _every(symmetry: Any, rules: Any) -> bool:  # noqa: ARG001 - for any symmetry
    return True


def _said(answer: Any) -> str:
    return repr(answer.word or "usual")


class Turns(NamedTuple):
    """Whose turn it is: `second(stones, most)` is 1 if the second player is to move, else 0.

    `stones` is the number of stones on the board, and `most` is an upper bound on it. Besides the
    bitwise operators, `second` may use + and -.

    >>> [IN_TURN.second(stones, 9) for stones in range(4)]
    [0, 1, 0, 1]
    """

    second: Callable[[Operand, int], Operand]
    word: str = ""
    about: str = ""
    alternates: bool = True

    def __repr__(self) -> str:
        return _said(self)


class Where(NamedTuple):
    """Where a stone may go while the game goes on: the cells `cells(planes, rules)`.

    The two planes (bitboards) may come in either order, so the answer must not depend on which
    plane is whose. `any_order` claims that a stone may go to any free cell, so that stones may
    stand on any set of cells. `floating(planes, rules)` are the stones that no sequence of moves
    can bring to their cells. `keeps(symmetry, rules)` tells whether a symmetry of the board maps
    playable cells to playable cells. `by_column` claims that no column ever has more than one
    playable cell, so that the column can name the move.

    >>> from noughts import TICTACTOE
    >>> ANYWHERE.cells((0b011, 0b100), TICTACTOE)
    504
    """

    cells: Callable[[tuple[Operand, Operand], Any], Operand]
    word: str = ""
    about: str = ""
    any_order: bool = True
    floating: Callable[[tuple[Operand, Operand], Any], Operand] = _none
    keeps: Callable[[Any, Any], bool] = _every
    by_column: bool = False

    def __repr__(self) -> str:
        return _said(self)


class Marks(NamedTuple):
    """Which stones a player may place: `hands` are the numbers (0, 1) of the planes for them.

    If stones are `owned`, the planes are the mover's and the other player's, and are swapped when
    the turn changes; otherwise the planes are X's and O's. An answer may also say, as
    Notakto's does, what a line does (`line`) and, for games with several boards, that a line closes
    its board (`closes`).
    """

    hands: tuple[int, ...] = (0,)
    word: str = ""
    about: str = ""
    owned: bool = True
    line: Any = None
    closes: bool = False

    def __repr__(self) -> str:
        return _said(self)


class Length(NamedTuple):
    """How long a line may be: k cells or more with the law `longer`, otherwise exactly k."""

    word: str = ""
    about: str = ""
    longer: bool = True

    def __repr__(self) -> str:
        return _said(self)


class Line(NamedTuple):
    """The value of a line, 1 or -1, for the player who makes it: `worth` has each player's value.

    If a player's value is None, that player's lines do not count. `full` is the first player's
    result (1, 0 or -1) if no move is left and no line that counts has been made.
    """

    worth: tuple[int | None, int | None] = (1, 1)
    word: str = ""
    about: str = ""
    full: int = 0

    def __repr__(self) -> str:
        return _said(self)

    @property
    def fair(self) -> bool:
        """Whether a line is worth the same to both players and a full board is a draw."""
        return self.worth[0] == self.worth[1] and self.full == 0

    @property
    def earned(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The results, for each player, of making a line and of a full board without a line.

        >>> LOSES.earned
        ((-1, 0), (-1, 0))
        """
        first, second = (worth or 0 for worth in self.worth)
        return (first, self.full), (second, -self.full)


IN_TURN = Turns(_odd)
ANYWHERE = Where(_free)
OWN = Marks()
ANY_LENGTH = Length()
WINS = Line()
LOSES = Line((-1, -1), "misere", "whoever makes a line loses")


QUESTIONS = {
    "kind": "what kind of board it is",
    "turns": "whose turn it is",
    "where": "where a stone may go",
    "marks": "which stone it is",
    "length": "how long a line may be",
    "line": "what a line does",
}


class Answers(NamedTuple):
    """The answers to the five questions, as `Rules` holds them.

    >>> Answers().owned, Answers(line=LOSES).fair
    (True, True)
    """

    turns: Turns = IN_TURN
    where: Where = ANYWHERE
    marks: Marks = OWN
    line: Line = WINS
    length: Length = ANY_LENGTH

    @property
    def alternates(self) -> bool:
        """Whether the players take turns of one stone."""
        return self.turns.alternates

    @property
    def any_order(self) -> bool:
        """Whether any order of the stones leads to a position."""
        return self.where.any_order

    @property
    def owned(self) -> bool:
        """Whether the mark of a stone tells which player put it."""
        return self.marks.owned

    @property
    def longer(self) -> bool:
        """Whether a run of more than k stones is a line, too."""
        return self.length.longer

    @property
    def fair(self) -> bool:
        """Whether a line is worth the same to both players and a full board is a draw."""
        return self.line.fair
