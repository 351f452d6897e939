"""The relatives of tic-tac-toe: the answers that define them, and the list of all answers.

    gravity       a stone falls to the lowest free cell of its column    Connect Four: 6,7,4,gravity
    exact         a line longer than k is not a line                     gomoku: 15,15,5,exact
    wild          each move places either mark; whoever makes a line wins  3,3,3,wild
    notakto       both players place X; whoever makes a line loses         3,3,3,notakto
                  a board with a line is closed; the last line loses       3,3,3,boards=2,notakto
    breaker       only X's lines count, and O wins without one             4,4,4,breaker
    stones=2      two stones a turn, one the first time                  Connect6: 19,19,6,stones=2
    stones=p+q    p stones a turn, q the first time                      Connect(m,n,k,p,q)

An answer to one of the questions in `core.answers` is a bit expression or, as with the worth of a
line, only a setting for other expressions. The answers of a game combine, as their words do in the
text of its rules: `4,4,4,gravity,wild,misere`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from noughts.core import bits
from noughts.core.answers import (
    ANY_LENGTH,
    ANYWHERE,
    IN_TURN,
    LOSES,
    OWN,
    WINS,
    Length,
    Line,
    Marks,
    Turns,
    Where,
)
from noughts.expressions.trace import Operand


def _resting(planes: tuple[Operand, Operand], rules: Any) -> Operand:
    """The free cells without a free cell directly below them.

    . . .        free 1 1 1        above a free cell 0 1 0        resting 1 . 1
    X . O             0 1 0                          0 1 0                . . .
    O . X             0 1 0                          0 0 0                . 1 .

    After stones have fallen, each column's free cells lie above its stones, so only the lowest of
    these free cells is in the result. Nothing lies below the lowest row: there the shift brings in
    zeros.
    """
    free = bits.free_cells(*planes, rules)
    return free & (rules.board ^ bits.above(free, rules))


def _floating(planes: tuple[Operand, Operand], rules: Any) -> Operand:
    """The stones with a free cell directly below them."""
    return (planes[0] | planes[1]) & bits.above(bits.free_cells(*planes, rules), rules)


def _keeps_below(symmetry: Any, rules: Any) -> bool:
    """Whether a symmetry maps the cell below each cell to the cell below that cell's image."""
    down, upper = rules.below.shift, bits.above(rules.board, rules)
    image = [rules.geometry.image(cell, symmetry) for cell in range(rules.cells)]
    return all(image[cell + down] == image[cell] + down for cell in bits.cells_of(upper))


class InTurnsOf(NamedTuple):
    """Whether the second player is to move: the first turn has `first` stones, later turns `each`.

    each 3, first 1        stones      0 1 2 3 4 5 6 7        as if 3 - 1 stones lay there before:
                           mover       X O O O X X X O        (stones + 2) // 3 is 0 1 1 1 2 2 2 3

    The quotient counts the finished turns, and its lowest bit is the answer. (If the first turn is
    longer than the others, the quotient is this count plus an even number once that turn is over;
    until then, the answer is 0.) If `each` is a power of two, a shift divides by it. Otherwise,
    long division in base 2 subtracts multiples of two turns, and the answer is whether the
    remainder is at least one turn.
    """

    each: int
    first: int

    def __call__(self, stones: Operand, most: int) -> Operand:
        each, two_turns = self.each, 2 * self.each
        before = (each - self.first) % two_turns
        width = (most + before).bit_length()

        def reached(number: int, by: Operand) -> Operand:  # the sum carries from `number` on
            return by + ((1 << width) - number) >> width if number <= most + before else by & 0

        left: Operand = stones + before if before else stones
        if each & each - 1 == 0:
            second = left >> each.bit_length() - 1 & 1
        else:
            for taken in (two_turns << double for double in reversed(range(width))):
                if taken <= most + before:
                    left = left - (-reached(taken, left) & taken)
            second = reached(each, left) & 1
        return second & reached(self.first, stones) if self.first > each else second


def _turns_of(each: int, first: int) -> Turns:
    """The answer for turns of `each` stones and a first turn of `first` stones."""
    word = f"stones={each}+{first}".removesuffix("+1")
    says = [str(number) if number > 5 else NUMBERS[number] for number in (each, first)]
    about = f"{says[0]} stone{'s' * (each > 1)} a turn"
    about += f", {says[1]} the first time" * (first != each)
    second: Any = InTurnsOf(each, first)  # mypy does not see that it is callable
    return Turns(second, word, about, alternates=False)


NUMBERS = ("no", "one", "two", "three", "four", "five")


GRAVITY = Where(
    _resting,
    "gravity",
    "a stone falls to the lowest free cell of its column",
    any_order=False,
    floating=_floating,
    keeps=_keeps_below,
    by_column=True,
)
WILD = Marks((0, 1), "wild", "each move places an X or an O", owned=False)
NOTAKTO = Marks((0,), "notakto", "both players place X", owned=False, line=LOSES, closes=True)
EXACT = Length("exact", "a longer line does not count", longer=False)
BREAKER = Line((1, None), "breaker", "only a line of X counts, and O wins without one", -1)
MOST_STONES = 16  # of a turn: eight bits can number the answers up to here
IN_TURNS = tuple(
    _turns_of(*turns)
    for most in range(2, MOST_STONES + 1)
    for turns in (
        *((most, first) for first in range(1, most + 1)),
        *((each, most) for each in range(1, most)),
    )
)

# An answer's place is its number in `Rules.to_bytes`, so a new answer goes at the end of its row.
ANSWERS: dict[str, tuple[Any, ...]] = {
    "length": (ANY_LENGTH, EXACT),
    "where": (ANYWHERE, GRAVITY),
    "marks": (OWN, WILD, NOTAKTO),
    "turns": (IN_TURN, *IN_TURNS),
    "line": (WINS, LOSES, BREAKER),
}


class Registered(NamedTuple):
    """An answer or a kind of board that `noughts.register` has added, and its module."""

    question: str
    value: Any  # an answer, or a `Kind` of board
    module: str


# By word. A registered answer has no number, since later answers of the library would change it.
REGISTERED: dict[str, Registered] = {}


def answers_to(question: str) -> tuple[Any, ...]:
    """The library's answers to a question, then the registered ones."""
    added = (each.value for each in REGISTERED.values() if each.question == question)
    return (*ANSWERS[question], *added)
