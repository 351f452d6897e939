"""Who moves, and what follows from it: each defined once, for one game and as bit expressions.

The expressions are as in `noughts.core.bits`, and also use `+` and `-`. The players are X and O,
whichever marks they put.

    ply       0   1   2   3   4        in turn, an even number of stones: X is to move
    mover     X   O   X   O   X        the stone that makes ply 3 is X's, who moved at ply 2
"""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import cast

from noughts.core.answers import IN_TURN
from noughts.core.bits import B, Lines, any_cell, odd
from noughts.core.marks import Mark, O, X
from noughts.core.rules import Rules
from noughts.expressions.limbs import WORD
from noughts.expressions.trace import Operand


def mover(ply: int, rules: Rules | None = None) -> Mark:
    """The mark of the player to move when there are `ply` stones; in turn, unless `rules` differ.

    >>> mover(0) == X, mover(1) == O
    (True, True)
    """
    if rules is None:
        return O if IN_TURN.second(ply, ply) else X
    return O if rules.answers.turns.second(ply, rules.cells) else X


def last_mover(ply: int, rules: Rules | None = None) -> Mark:
    """The mark of the player who put the last of `ply` stones; as `mover`.

    >>> last_mover(1) == X, last_mover(9) == X
    (True, True)
    """
    return mover(ply - 1, rules)


def in_turn(ply: int, rules: Rules) -> tuple[int, int]:
    """Which stone of its turn comes after `ply` stones, from 1, and how many the turn may have.

    >>> in_turn(2, Rules.parse("3,3,3,stones=2")), in_turn(2, Rules(3, 3, 3))
    ((2, 2), (1, 1))
    """
    first = last = ply
    while first and mover(first - 1, rules) == mover(ply, rules):
        first -= 1
    while last + 1 < rules.cells and mover(last + 1, rules) == mover(ply, rules):
        last += 1
    return ply - first + 1, last - first + 1


def of_o(ply: int, rules: Rules) -> range:
    """How many of `ply` stones may be O's.

    >>> of_o(5, Rules(3, 3, 3)), of_o(5, Rules.parse("3,3,3,wild"))
    (range(2, 3), range(0, 6))
    """
    turn, _, marks, *_ = rules.answers
    if not marks.owned:
        return range(ply + 1 if 1 in marks.hands else 1)
    count = ply // 2
    if not turn.alternates:
        count = sum(turn.second(before, rules.cells) for before in range(ply))
    return range(count, count + 1)


def of_x(others: int, rules: Rules) -> range:
    """The possible numbers of X's stones beside `others` of O; empty if O never has that many.

    >>> of_x(2, Rules(3, 3, 3)), of_x(1, Rules.parse("3,3,3,notakto"))
    (range(2, 4), range(0, 0))
    """
    plies = [ply for ply in range(rules.cells + 1) if others in of_o(ply, rules)]
    return range(plies[0] - others, plies[-1] - others + 1) if plies else range(0)


def opponent(mark: int) -> int:
    """The other mark: O for X, and X for O."""
    return X + O - mark


def winner(owner: int, rules: Rules) -> int:
    """The winner of a game that a counting line of `owner` ends: the owner, or the opponent.

    >>> winner(X, Rules(3, 3, 3)) == X, winner(X, Rules(3, 3, 3, misere=True)) == O
    (True, True)
    """
    return owner if rules.answers.line.worth[owner - X] == 1 else opponent(owner)


def line_worth(rules: Rules) -> int:
    """What a line is worth to the player who makes it, in a fair game: 1, or in misère -1.

    >>> line_worth(Rules(3, 3, 3)), line_worth(Rules(3, 3, 3, misere=True))
    (1, -1)
    """
    return rules.answers.line.worth[0] or 0


def bit_count(mask: B, width: int) -> B:
    """How many bits are set in a mask of `width` bits.

    Neighbouring sums are added, in ever wider fields. From fields of 4 bits on there is room for a
    sum before it is masked, and from 8 on no mask is needed but the last, as long as the sum of all
    fits its field. For an operand of several words (`expressions.limbs`), the count is one word.

    >>> bit_count(0b100_010_011, 9)
    4
    """
    sums: Operand = mask
    if is_in_words(mask):
        parts = zip(sums.words, range(0, width, sums.width), strict=False)
        counts = (bit_count(word, min(sums.width, width - at)) for word, at in parts)
        return reduce(add, counts)
    if width > 1:
        sums = sums - (sums >> 1 & _low_fields(1, width))
    if width > 2:
        low = _low_fields(2, width)
        sums = (sums & low) + (sums >> 2 & low)
    step = 4
    while step < width:
        sums = sums + (sums >> step)
        if step == 4 or width >> step:
            sums = sums & _low_fields(step, width)
        step *= 2
    return sums & (1 << width.bit_length()) - 1


def is_in_words(operand: Operand) -> bool:
    """Whether an operand has several words, as in `expressions.limbs`."""
    return hasattr(operand, "words")


def _low_fields(bits: int, width: int) -> int:
    """A mask of the lower field of every two neighbouring fields of `bits` bits."""
    return sum((1 << bits) - 1 << field for field in range(0, width, 2 * bits))


def ply(x: B, o: B, rules: Rules) -> B:
    """The number of stones on the board."""
    return bit_count(x | o, rules.cells)


def misplaced(x: B, o: B, rules: Rules) -> B:
    """Nonzero where two bitboards on the board are not a position, else 0.

    They are a position if no cell is in both (except the last stone, on boards in a board), no
    stone floats, and each player has put as many stones as its turns had: in turn, there are as
    many X as O, or one more. To avoid a difference, X is then counted with the cells that are not
    O: `x + (cells - o)` must be `cells` or one more. An operand needs the bits of both boards, up
    to 64, and may have several words.

    >>> from noughts import TICTACTOE
    >>> misplaced(0b011, 0b100, TICTACTOE), misplaced(0b001, 0b110, TICTACTOE) != 0
    (0, True)
    """
    cells, answers = rules.cells, rules.answers
    wrong: Operand = x & o
    if rules.outer:  # the last stone, which is the one on both
        none: Operand = any_cell(x | o, rules) ^ any_cell(wrong, rules)
        wrong = wrong ^ wrong & -wrong | none
    wrong = wrong | answers.where.floating((x, o), rules)
    if not answers.owned:
        return wrong if 1 in answers.marks.hands else wrong | o
    if not answers.alternates:
        return wrong | bit_count(o, cells) ^ _of_second(ply(x, o, rules), rules)
    top = 1 << (2 * cells).bit_length()
    total: Operand
    if 2 * cells <= WORD and not is_in_words(x):  # both in one word, and so in half the steps
        total = bit_count(x | (o ^ rules.board) << cells, 2 * cells)
    else:
        total = bit_count(x, cells) + bit_count(o ^ rules.board, cells)
    return wrong | (total + (top - cells) ^ top) >> 1


def _of_second(stones: B, rules: Rules) -> B:
    """How many of a number of stones the second player has put."""
    width, count = rules.cells.bit_length(), cast(Operand, stones)
    total: Operand = count & 0
    for before in range(rules.cells):
        if rules.answers.turns.second(before, rules.cells):
            # One more, where there are more than `before`.
            total = total + (count + ((1 << width) - 1 - before) >> width)
    return total


def too_large(code: B, size: int) -> B:
    """Nonzero where a number is not below `size`, else 0.

    >>> too_large(19682, 19683), too_large(19683, 19683) != 0
    (0, True)
    """
    width = (size - 1).bit_length()
    if size == 1 << width:
        return code >> width
    if width == WORD:  # no bit is left to carry into: both are halved
        odd = code & (size & 1)
        return (odd + ((1 << width - 1) - (size + 1) // 2) + (code >> 1)) >> width - 1
    # Adding what `size` lacks to the next power of two carries into its bit from `size` on.
    carried = (code & (1 << width) - 1) + ((1 << width) - size)
    return code >> width | carried >> width


def second(x: B, o: B, rules: Lines) -> B:
    """1 where O is to move, else 0.

    >>> from noughts import TICTACTOE
    >>> second(0b000_010_001, 0b100_000_000, TICTACTOE)
    1
    """
    turns = rules.answers.turns
    if not turns.alternates:
        cells = rules.board.bit_length()
        return turns.second(bit_count(x | o, cells), cells)
    return odd(x | o, rules)


def turn(x: B, o: B, rules: Lines) -> B:
    """The mark that moves next: 1 (X) or 2 (O).

    An operand as wide as the board must have at least two bits, to hold the answer.

    >>> from noughts import TICTACTOE
    >>> turn(0b000_010_001, 0b100_000_000, TICTACTOE)
    2
    """
    o_moves: Operand = second(x, o, rules)
    return o_moves ^ 1 | o_moves << 1


def sides(x: B, o: B, rules: Lines) -> tuple[B, B]:
    """The bitboards of the player to move and of the other one.

    >>> from noughts import TICTACTOE
    >>> sides(0b001, 0b000, TICTACTOE)
    (0, 1)
    """
    return swapped(x, o, second(x, o, rules))


def swapped(x: B, o: B, where: Operand) -> tuple[B, B]:
    """Two bitboards, the other one first where a bit is 1.

    >>> swapped(0b01, 0b10, 1)
    (2, 1)
    """
    moved: Operand = (x ^ o) & -widened(where, x)  # -1 has every bit
    return x ^ moved, o ^ moved


def widened(bit: B, like: Operand) -> Operand:
    """A bit as an operand of the same kind as another: a count has one word, whatever it counts."""
    return bit if not is_in_words(like) or is_in_words(bit) else like & 0 | bit
