"""Whose turn it is and how many stones each player has, for ints and as bit expressions.

The expressions obey the rules of `noughts.core.bits`, but may also use `+` and binary `-`. The
players are called X and O, whichever marks they place.

    ply       0   1   2   3   4        in turn, X is to move if the number of stones is even
    mover     X   O   X   O   X        X moved at ply 2, so the stone that makes ply 3 is X's
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
    """The player to move after `ply` stones: in turn, unless `rules` give another answer.

    >>> mover(0) == X, mover(1) == O
    (True, True)
    """
    if rules is None:
        return O if IN_TURN.second(ply, ply) else X
    return O if rules.answers.turns.second(ply, rules.cells) else X


def last_mover(ply: int, rules: Rules | None = None) -> Mark:
    """The player who placed the last of `ply` stones; `rules` has the same meaning as in `mover`.

    >>> last_mover(1) == X, last_mover(9) == X
    (True, True)
    """
    return mover(ply - 1, rules)


def in_turn(ply: int, rules: Rules) -> tuple[int, int]:
    """For the next stone after `ply` stones: its place in its turn, from 1, and the turn's length.

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
    """The possible numbers of O's stones among `ply` stones.

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
    """The possible numbers of X's stones if O has `others`; empty if O cannot have that number.

    >>> of_x(2, Rules(3, 3, 3)), of_x(1, Rules.parse("3,3,3,notakto"))
    (range(2, 4), range(0, 0))
    """
    plies = [ply for ply in range(rules.cells + 1) if others in of_o(ply, rules)]
    return range(plies[0] - others, plies[-1] - others + 1) if plies else range(0)


def opponent(mark: int) -> int:
    """The other mark: O for X, and X for O."""
    return X + O - mark


def winner(owner: int, rules: Rules) -> int:
    """The winner of a game that `owner`'s line ends: the owner or, if lines lose, the opponent.

    >>> winner(X, Rules(3, 3, 3)) == X, winner(X, Rules(3, 3, 3, misere=True)) == O
    (True, True)
    """
    return owner if rules.answers.line.worth[owner - X] == 1 else opponent(owner)


def line_worth(rules: Rules) -> int:
    """In a fair game, the value of a line for the player who makes it: 1, or -1 if lines lose.

    >>> line_worth(Rules(3, 3, 3)), line_worth(Rules(3, 3, 3, misere=True))
    (1, -1)
    """
    return rules.answers.line.worth[0] or 0


def bit_count(mask: B, width: int) -> B:
    """The number of set bits in a mask of `width` bits.

    Each step adds the counts in neighbouring fields and doubles the width of the fields. A field of
    4 bits has room for the sum of two counts, so from there on, the other bits are cleared after
    the addition, not before it. From fields of 8 bits on, they are cleared only at the end if a
    field has room for the total. For an operand of several words (`expressions.limbs`), the count
    is one word.

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
    """Nonzero if two bitboards on the board are not a position, otherwise 0.

    Two bitboards are a position if no cell is in both (except, on boards in a board, the cell of
    the last stone), no stone floats, and the numbers of stones fit the turns: if the players
    alternate, there are as many X as O, or one X more. To avoid a subtraction, the count of X is
    added to the count of cells without O: this sum must be `cells` or `cells + 1`. An operand needs
    room for the bits of both bitboards if these are at most 64 bits in all, otherwise for the bits
    of one; it may have several words.

    >>> from noughts import TICTACTOE
    >>> misplaced(0b011, 0b100, TICTACTOE), misplaced(0b001, 0b110, TICTACTOE) != 0
    (0, True)
    """
    cells, answers = rules.cells, rules.answers
    wrong: Operand = x & o
    if rules.outer:  # the last stone alone is on both
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
    """The number of stones that the second player has placed, of `stones` in all."""
    width, count = rules.cells.bit_length(), cast(Operand, stones)
    total: Operand = count & 0
    for before in range(rules.cells):
        if rules.answers.turns.second(before, rules.cells):
            # The carry adds 1 if there are more than `before` stones.
            total = total + (count + ((1 << width) - 1 - before) >> width)
    return total


def too_large(code: B, size: int) -> B:
    """Nonzero if a number is `size` or more, otherwise 0.

    >>> too_large(19682, 19683), too_large(19683, 19683) != 0
    (0, True)
    """
    width = (size - 1).bit_length()
    if size == 1 << width:
        return code >> width
    if width == WORD:  # no bit is left for the carry, so both numbers are halved
        odd = code & (size & 1)
        return (odd + ((1 << width - 1) - (size + 1) // 2) + (code >> 1)) >> width - 1
    # Add the next power of two minus `size`: only numbers from `size` on carry.
    carried = (code & (1 << width) - 1) + ((1 << width) - size)
    return code >> width | carried >> width


def second(x: B, o: B, rules: Lines) -> B:
    """1 if O is to move, otherwise 0.

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

    An operand may be as narrow as the board, but must have at least two bits, to hold the answer.

    >>> from noughts import TICTACTOE
    >>> turn(0b000_010_001, 0b100_000_000, TICTACTOE)
    2
    """
    o_moves: Operand = second(x, o, rules)
    return o_moves ^ 1 | o_moves << 1


def sides(x: B, o: B, rules: Lines) -> tuple[B, B]:
    """The bitboards of the player to move and of the other player.

    >>> from noughts import TICTACTOE
    >>> sides(0b001, 0b000, TICTACTOE)
    (0, 1)
    """
    return swapped(x, o, second(x, o, rules))


def swapped(x: B, o: B, where: Operand) -> tuple[B, B]:
    """Two bitboards, swapped if the bit `where` is 1.

    >>> swapped(0b01, 0b10, 1)
    (2, 1)
    """
    moved: Operand = (x ^ o) & -widened(where, x)  # -1 has every bit
    return x ^ moved, o ^ moved


def widened(bit: B, like: Operand) -> Operand:
    """A bit or, if `like` has several words, the bit in an operand of as many words."""
    return bit if not is_in_words(like) or is_in_words(bit) else like & 0 | bit
