"""The rules as bit expressions, which run on any operand that has the bitwise operators.

The functions here (except `cells_of`) use only `&`, `|`, `^`, `<<`, `>>` and unary `-`. They never
branch on data, compare data or loop over data; their branches and loops depend only on the rules,
which are constants. So the same function takes

- an `int`, for one position on a board of any size;
- an integer array of NumPy, JAX or PyTorch, for one position per element. The dtype is kept. An
  unsigned dtype needs at least one bit per cell, and a signed dtype needs one bit more;
- a bit-vector of an SMT solver, with one bit per cell, for the tests' proofs of the functions;
- `expressions.slices.Slices`, for a batch of games that is turned on its side (bit-slicing).

If no operand has a bit set outside the board, the result has no such bit either. (The exception is
`back`, which may shift bits off the board.)

>>> from noughts import TICTACTOE
>>> format(completions(0b100_000_011, TICTACTOE), "09b")    # c1 and b2 make a line
'000010100'

The results of three functions for the stones of X on 3x3::

        stones              line_starts = 1        line_cells        completions

        X X X                     * . .                  * * *             * * *
        . . .                     . . .                  . . .             . . .
        X . .                     . . .                  . . .             . . .
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar, cast

from noughts.core.directions import Direction, Moves, Outer, Step
from noughts.expressions.trace import Operand


class Bits(Protocol):
    """The operators that an operand needs. (The type of their results, `Operand`, is `Any`.)"""

    def __and__(self, other: Operand, /) -> Operand: ...
    def __or__(self, other: Operand, /) -> Operand: ...
    def __xor__(self, other: Operand, /) -> Operand: ...
    def __lshift__(self, other: Operand, /) -> Operand: ...
    def __rshift__(self, other: Operand, /) -> Operand: ...
    def __neg__(self) -> Operand: ...


B = TypeVar("B", bound=Bits)


class Lines(Protocol):
    """What a bit expression needs to know about a game; `Rules` provides this for bitboards."""

    @property
    def board(self) -> int:
        """The mask of all cells."""

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The directions in which lines run."""

    @property
    def foldings(self) -> tuple[int, ...]:
        """The shifts that fold all cells onto cell 0."""

    @property
    def below(self) -> Step:
        """The step from each cell to the cell below it."""

    @property
    def wholes(self) -> Direction | None:
        """In games whose lines close boards, each board as a run of its cells; otherwise None."""

    @property
    def outer(self) -> Outer | None:
        """For boards in a board, the outer board, whose cells are the boards; otherwise None."""

    @property
    def answers(self) -> Any:
        """The answers of the game, as `core.answers.Answers`."""


def line_starts(stones: B, rules: Lines) -> B:
    """Bitboard of the cells where a complete line of `stones` starts; 0 if there is no line.

    Unless edges of the board meet, a line starts at its cell with the lowest number. The result has
    the type and shape of `stones`.

    >>> from noughts import TICTACTOE
    >>> line_starts(0b100_010_001, TICTACTOE)    # the main diagonal starts at cell 0
    1
    """
    found = stones & 0  # a zero of the operand's own kind
    for direction in rules.directions:
        found = found | _starts(stones, direction)
    return found


def line_cells(stones: B, rules: Lines) -> B:
    """Bitboard of the cells of all complete lines of `stones`; 0 if there is no line.

    >>> from noughts import TICTACTOE
    >>> format(line_cells(0b011_001_111, TICTACTOE), "09b")
    '001001111'
    """
    found = stones & 0
    for direction in rules.directions:
        found = found | line_from(_starts(stones, direction), direction)
    return found


def first_line(stones: B, rules: Lines) -> B:
    """The first complete line of `stones` in the order of `rules.lines`; 0 if there is no line.

    >>> from noughts import TICTACTOE
    >>> format(first_line(0b001_001_111, TICTACTOE), "09b")    # a row before a column
    '000000111'
    """
    found = stones & 0
    for direction in reversed(rules.directions):
        start = _starts(stones, direction)
        start = start & -start  # the lowest: -x flips all bits above the lowest one of x
        nothing_here = rules.board ^ board_if_any(start, rules)
        found = found & nothing_here | line_from(start, direction)
    return found


def completions(stones: B, rules: Lines) -> B:
    """Bitboard of the cells that would complete a line of `stones`, including occupied cells.

    A cell counts if all k - 1 other cells of some line through it are in `stones`. The result has
    the type and shape of `stones`; `& free_cells(...)` leaves only the free cells in it.

    >>> from noughts import TICTACTOE
    >>> format(completions(0b000_000_011, TICTACTOE), "09b")
    '000000100'
    """
    found = stones & 0
    for direction in rules.directions:
        # Without cell j, a line consists of the j cells before it and the cells after it.
        # Both runs grow by one cell per step, so a line costs 3 k operations, not k * k.
        after: list[Operand] = [_counting(stones, direction)]
        for shift, ahead, _ in direction.steps[:0:-1]:
            after.append(after[-1] & (moved(stones, ahead) if ahead else stones >> shift))
        found = found | after.pop()  # lines that lack their first cell
        before: Operand = stones & direction.starts
        for shift, ahead, back in direction.steps[1:]:
            lacking = before & after.pop()
            found = found | (moved(lacking, back) if back else lacking << shift)
            before = before & (moved(stones, ahead) if ahead else stones >> shift)
    return found


def openings(stones: B, free: B, rules: Lines) -> B:
    """Bitboard of the free cells where a stone makes a line, or leaves it one free cell short.

    A cell of `free` counts if, in some line through it, all other cells are in `stones`, except for
    at most one, which is in `free`. The result has the type and shape of `stones`.

    >>> from noughts import TICTACTOE
    >>> format(openings(0b000_000_001, 0b111_101_010, TICTACTOE), "09b")    # no stone, no line
    '001001000'
    """
    found = stones & 0
    for direction in rules.directions:
        # Runs as in `completions`, and a second set of runs, in which one cell is free instead.
        after, gapped_after = [_counting(stones, direction)], [stones & 0]
        for step in direction.steps[:0:-1]:
            own, open_ = ahead(stones, step), ahead(free, step)
            gapped_after.append(gapped_after[-1] & own | after[-1] & open_)
            after.append(after[-1] & own)
        before, gapped_before = direction.starts, stones & 0
        for step in direction.steps:
            whole, gapped = after.pop(), gapped_after.pop()
            found = found | back(before & (whole | gapped) | gapped_before & whole, step)
            own, open_ = ahead(stones, step), ahead(free, step)
            gapped_before = gapped_before & own | before & open_
            before = before & own
    return found & free


def open_lines(x: B, o: B, rules: Lines) -> B:
    """Bitboard of the starts of all lines that do not hold both marks; 0 if all lines hold both.

    Stones are never removed, so a line that holds both marks can never be completed. If the result
    is 0, no later move can make a line, whatever the mark and the cell of the move are. On boards
    in a board, the result has instead the starts of the outer lines of which one player has won or
    may still win every board.

    >>> from noughts import TICTACTOE
    >>> open_lines(0b010_011_100, 0b001_100_011, TICTACTOE), open_lines(0b01, 0b10, TICTACTOE)
    (0, 79)
    """
    if rules.outer:
        return _open_outer_lines(x, o, rules)
    return _free_of(x, rules) | _free_of(o, rules)


def _free_of(other: Operand, rules: Lines) -> Operand:
    """The starts of all lines without a stone in `other`: the opposite mark may complete them."""
    found = other & 0
    for direction in rules.directions:  # longer runs are not excluded
        found = found | _runs(other ^ rules.board, direction) & direction.starts
    return found


def free_cells(x: B, o: B, rules: Lines) -> B:
    """Bitboard of the cells without a stone, even if the game is over.

    >>> from noughts import TICTACTOE
    >>> free_cells(0b100_000_111, 0b000_111_000, TICTACTOE)
    192
    """
    # Never ~x: its bits outside the board differ from type to type.
    return (x | o) ^ rules.board


def legal_cells(x: B, o: B, rules: Lines) -> B:
    """Bitboard of the cells where the player to move may play; 0 once the game is over.

    >>> from noughts import TICTACTOE
    >>> legal_cells(0b000_000_011, 0b000_011_000, TICTACTOE)
    484
    >>> legal_cells(0b000_000_111, 0b000_011_000, TICTACTOE)
    0
    """
    sides = apart(x, o, rules)
    ending = outer_lines if rules.outer else line_starts
    lines: Operand = x & 0
    for worth, stones in zip(rules.answers.line.worth, sides, strict=True):
        if worth is not None:
            lines = lines | ending(stones, rules)
    ended: Operand = board_if_any(lines, rules)
    if rules.outer:
        return named_cells(*sides, x & o, rules) & (ended ^ rules.board)
    going_on = living(lines, rules) if rules.wholes else rules.board ^ ended
    return rules.answers.where.cells((x, o), rules) & going_on


def living(lines: B, rules: Lines) -> B:
    """In games whose lines close boards, the cells of the boards where none of `lines` starts.

    >>> from noughts import Rules
    >>> bin(living(0b000_100, Rules.parse("1,3,3,boards=2,notakto")))
    '0b111000'
    """
    whole: Any = rules.wholes
    return line_from(living_starts(lines, rules), whole)


def living_starts(lines: B, rules: Lines) -> B:
    """The first cells of the boards on which none of `lines` starts."""
    whole: Any = rules.wholes
    starts: Operand = _runs(lines ^ rules.board, whole) & whole.starts
    return starts


# Boards in a board. The last stone names the next board, but the stones alone do not tell which of
# them came last. So the last stone is set on both planes, and every other stone only on its own.
#
#     X, then O    X . .    own, X's    X . .    other, O's    . . .    a step clears the last stone
#     in the       . O .                . O .                  . O .    on the mover's plane, and
#     middle       . . .                . . .                  . . .    sets a new one on both


def apart(x: B, o: B, rules: Lines) -> tuple[B, B]:
    """X's and O's stones, as two disjoint planes.

    >>> from noughts import Rules
    >>> apart(0b101, 0b110, Rules.parse("ultimate"))    # of three stones, X has put the last
    (5, 2)
    """
    if not rules.outer:
        return x, o
    last: Operand = x & o
    of_x = last & -odd(x | o, rules)
    return x ^ last ^ of_x, o ^ of_x


def odd(cells: B, rules: Lines) -> B:
    """1 if an odd number of cells is set, otherwise 0."""
    parity: Operand = cells  # the XOR of all cells, which costs less than a count
    for step in (1 << n for n in range(rules.board.bit_length().bit_length())):
        # Bit 0 becomes the XOR of twice as many cells. The mask removes the bits that a signed
        # type shifts in from above.
        parity = parity ^ parity >> step & rules.board >> step
    return parity & 1


def won_boards(stones: B, rules: Lines) -> B:
    """The first cell of each board on which `stones`, which are all one player's, have a line.

    >>> from noughts import Rules
    >>> bin(won_boards(0b111 << 9, Rules.parse("ultimate")))
    '0b1000000000'
    """
    return _boards_with(line_starts(stones, rules), rules)


def _boards_with(cells: Operand, rules: Lines) -> Operand:
    """The first cells of the boards that contain one of `cells`."""
    whole: Any = rules.wholes
    return living_starts(cells, rules) ^ whole.starts


def outer_lines(stones: B, rules: Lines) -> B:
    """The lines of boards won by `stones`, each given by the first cell of its first board."""
    outer: Any = rules.outer
    return line_starts(won_boards(stones, rules), outer)


def outer_cells(stones: B, rules: Lines) -> tuple[B, B]:
    """The cells of lines on the boards of the first outer line, and on those of all outer lines."""
    outer, whole = cast(Any, rules.outer), cast(Any, rules.wholes)
    won, cells = won_boards(stones, rules), cast(Operand, line_cells(stones, rules))
    return (
        cells & line_from(first_line(won, outer), whole),
        cells & line_from(line_cells(won, outer), whole),
    )


def named_cells(x: B, o: B, last: B, rules: Lines) -> B:
    """The playable cells of the board that the last stone names or, if it has none, of all boards.

    `x` and `o` must be disjoint, and `last` is the mask of the last stone. A board with a line or
    without a free cell has no playable cell.

    >>> from noughts import Rules
    >>> bin(named_cells(0b010, 0, 0b010, Rules.parse("ultimate")))    # the second board
    '0b111111111000000000'
    """
    outer, whole = cast(Any, rules.outer), cast(Any, rules.wholes)
    lines = line_starts(x, rules) | line_starts(o, rules)
    cells: Operand = rules.answers.where.cells((x, o), rules) & living(lines, rules)
    place: Operand = last
    for step in outer.foldings:  # joins the bits of all boards in the first
        place = place | place >> step
    there = cells & line_from(moved(place, outer.naming), whole)
    return there | cells & (board_if_any(there, rules) ^ rules.board)


def _open_outer_lines(x: Operand, o: Operand, rules: Lines) -> Operand:
    """The starts of the outer lines of which one player has won or may still win every board."""
    outer, sides = cast(Any, rules.outer), apart(x, o, rules)
    won = [won_boards(stones, rules) for stones in sides]
    found = x & 0
    for mine, theirs, other in zip(won, reversed(won), reversed(sides), strict=True):
        hopes = _boards_with(_free_of(other, rules), rules)
        found = found | line_starts(mine | hopes ^ hopes & theirs, outer)
    return found


def moved(cells: B, moves: Moves) -> B:
    """The bits of `cells`, moved: each pair `(onto, distance)` shifts bits onto the mask `onto`.

    >>> bin(moved(0b101, ((0b010, 1), (0b001, -2))))    # cell 0 moves up by 1, cell 2 down by 2
    '0b11'
    """
    found = cells & 0
    for onto, distance in moves:
        # The mask applies at the lower end: a left shift then pushes no bit off the board, and
        # the bits that a right shift of a signed type brings in from above are cleared.
        if distance >= 0:
            found = found | (cells & onto >> distance) << distance
        else:
            found = found | cells >> -distance & onto
    return found


def line_from(starts: B, direction: Direction) -> B:
    """The cells of the lines that begin at `starts` and run in the given direction."""
    run: Operand = starts
    for shift, back in direction.doublings_back:  # as in `_starts`, the other way
        run = run | (moved(run, back) if back else run << shift)
    return run


def _starts(stones: Operand, direction: Direction) -> Operand:
    """The cells at which a whole line of `stones` starts."""
    return _runs(stones, direction) & _counting(stones, direction)


def _runs(stones: Operand, direction: Direction) -> Operand:
    """The cells at which a run of k stones starts, and perhaps others, where no line can start.

    `stones` is ANDed with copies of itself that are shifted by up to k - 1 steps. The 1 bits that a
    signed type shifts in from above do no harm: they affect the result only in cells where no line
    can start.
    """
    run = stones
    for shift, ahead in direction.doublings_ahead:  # k = 5: steps of 1, 2, 1 join runs of 2, 4, 5
        run = run & (moved(run, ahead) if ahead else run >> shift)
    return run


def _counting(stones: Operand, direction: Direction) -> Operand:
    """The starts of lines that count: if `direction` is exact, `stones` must not extend the line.

    . X X X X . .        lines of 3: X continues after the first and before the second
      s s
    """
    if not direction.exact:
        return direction.starts
    before, after = direction.longer
    continued = back(stones, direction.step(1)) & before
    continued = continued | ahead(stones, direction.step(direction.k)) & after
    return continued ^ direction.starts


def ahead(cells: Operand, step: Step) -> Operand:
    """The cells from which `step` leads to `cells`, and perhaps others, where no line can start."""
    return moved(cells, step.ahead) if step.ahead else cells >> step.shift


def back(cells: Operand, step: Step) -> Operand:
    """The cells to which `step` leads from `cells`."""
    return moved(cells, step.back) if step.back else cells << step.shift


def board_if_any(cells: Operand, rules: Lines) -> Operand:
    """The mask of all cells if any bit of `cells` is set, otherwise 0, without a branch."""
    return -any_cell(cells, rules) & rules.board  # -1 has every bit


def above(cells: B, rules: Lines) -> B:
    """The cells directly above one of `cells`.

    >>> from noughts import TICTACTOE
    >>> format(above(0b111_000_000, TICTACTOE), "09b")
    '000111000'
    """
    return ahead(cells, rules.below)


def any_cell(cells: B, rules: Lines) -> B:
    """1 if `cells` has a bit, otherwise 0, without a comparison.

    >>> from noughts import TICTACTOE
    >>> any_cell(0b100_000_000, TICTACTOE), any_cell(0, TICTACTOE)
    (1, 0)
    """
    joined: Operand = cells
    for step in rules.foldings:  # all cells are joined in cell 0
        joined = joined | joined >> step
    return joined & 1


def cells_of(mask: int) -> Iterator[int]:
    """The cells of a bitboard, which must be an int, in ascending order.

    >>> list(cells_of(0b100_000_011))
    [0, 1, 8]
    """
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
