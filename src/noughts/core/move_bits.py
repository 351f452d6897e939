"""The definition of a move: only this module derives moves from the answers in a game's rules.

The functions, except `is_played` and `all_reached`, are bit expressions, for all operands that
`bits` takes. A position is two *planes* (bitboards) as the player to move sees them: the mover's
stones and the other player's or, if the mark of a stone does not tell who placed it, X's stones and
O's. A *hand* is a plane on which the mover may put a stone. A move is one mask for each hand: one
of the masks is a cell's bit, and the others are 0.

    usual: planes (own, other), one hand              step((own, other), (stone,))
      own  X . .   other . O .   stone . . .            own  . O .   other X . .   playable . . *
           . . .         . . .         . X .                 . . .         . X .            * . *
           . . .         . . .         . . .                 . . .         . . .            * * *

A game is over when a move has made a line that counts, or when no cell is playable. The caller
tests both conditions, since a bit expression contains no comparison.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from noughts.core import bits, turns
from noughts.core.bits import B, Lines
from noughts.core.rules import Rules
from noughts.expressions.trace import Operand

Planes = tuple[Operand, Operand]
DRAWN = 3  # as a result; the other results are 0 and the winner's mark


class Stepped(NamedTuple):
    """The result of a move, as `step` returns it."""

    planes: Planes
    playable: Operand
    lined: Operand


def playable(planes: Planes, rules: Lines) -> Operand:
    """In a game that no line has ended, the cells where a stone may go; 0 on a full board.

    >>> playable((0b011, 0b100), Rules(3, 3, 3))
    504
    """
    if rules.outer:
        return bits.named_cells(*_mine_apart(planes), planes[0] & planes[1], rules)
    cells: Operand = rules.answers.where.cells(planes, rules)
    return cells & bits.living(_lines(planes, rules), rules) if rules.wholes else cells


def step(planes: Planes, stones: tuple[Operand, ...], rules: Lines) -> Stepped:
    """Make a move in a game that is not over; if every mask in `stones` is 0, no stone is placed.

    Returns the planes as the next mover sees them, the cells that `playable` gives for these
    planes, and the starts of lines that count, or 0 if the move has made no such line.

    >>> step((0b011, 0b110_000), (0b100,), Rules(3, 3, 3))
    Stepped(planes=(48, 7), playable=456, lined=1)
    """
    after = placed(planes, stones, rules)
    then = _seen(planes, after, rules)
    free = playable(then, rules)
    lined = _counted(_lines(after, rules), planes, rules)
    if rules.wholes and not rules.outer:  # only the line that closes the last board counts
        lined = lined & (bits.board_if_any(free, rules) ^ rules.board)
    return Stepped(then, free, lined)


def _lines(planes: Planes, rules: Lines) -> Operand:
    """The starts of lines on the planes on which the mover may put stones."""
    if rules.outer:
        return bits.outer_lines(planes[0], rules)
    lined = planes[0] & 0
    for hand in rules.answers.marks.hands:
        lined = lined | bits.line_starts(planes[hand], rules)
    return lined


def _mine_apart(planes: Planes) -> Planes:
    """For boards in a board, the planes, the mover's without the opponent's last stone."""
    own, other = planes
    return own ^ own & other, other


def placed(planes: Planes, stones: tuple[Operand, ...], rules: Lines) -> Planes:
    """The planes after a move, as the player who made the move sees them.

    >>> placed((0b011, 0b110_000), (0b100,), Rules(3, 3, 3))
    (7, 48)
    """
    if rules.outer:  # the stone is the last one now, and stands on both planes
        (own, other), stone = planes, stones[0]
        return own ^ own & other & bits.board_if_any(stone, rules) | stone, other | stone
    after = list(planes)
    for hand, stone in zip(rules.answers.marks.hands, stones, strict=True):
        after[hand] = after[hand] | stone
    return after[0], after[1]


def finishing(planes: Planes, free: B, rules: Lines) -> tuple[B, ...]:
    """For each hand, the cells at which `step` would make a line that counts.

    `free` is the mask of playable cells.

    >>> finishing((0b011, 0b110_000), 0b111_001_100, Rules(3, 3, 3))
    (4,)
    """
    hands = rules.answers.marks.hands
    if rules.outer:  # a line on the only board that a line of boards lacks
        outer, whole = cast(Any, rules.outer), cast(Any, rules.wholes)
        planes = _mine_apart(planes)
        lacks = bits.completions(bits.won_boards(planes[0], rules), outer)
        free = free & bits.line_from(lacks, whole)
    elif rules.wholes:  # a line counts only on the last open board
        starts = bits.living_starts(_lines(planes, rules), rules)
        others = starts ^ starts & -starts
        free = free & (bits.board_if_any(others, rules) ^ rules.board)
    return tuple(
        _counted(bits.completions(planes[hand], rules) & free, planes, rules) for hand in hands
    )


def moves(planes: Planes, rules: Rules) -> tuple[B, B]:
    """If the game is not over, the bits of all actions, and of those that make a line that counts.

    >>> moves((0b011, 0b110_000), Rules(3, 3, 3))
    (460, 4)
    """
    free = playable(planes, rules)
    lined: Operand = free & 0
    for hand, cells in enumerate(finishing(planes, free, rules)):
        lined = lined | cells << hand * rules.cells
    return actions_of(free, rules), lined


def stones_of(action: B, rules: Rules) -> tuple[B, ...]:
    """For each hand, the mask of its stone in an action; the action's bit is `hand * cells + cell`.

    >>> stones_of(0b010, Rules(3, 3, 3))
    (2,)
    """
    hands = len(rules.answers.marks.hands)
    if hands == 1:
        return (action,)
    return tuple(action >> hand * rules.cells & rules.board for hand in range(hands))


def actions_of(cells: B, rules: Rules) -> B:
    """The bits of all actions on `cells`: one bit for each of these cells and each hand.

    >>> actions_of(0b110, Rules(3, 3, 3))
    6
    """
    every: Operand = cells
    for hand in range(1, len(rules.answers.marks.hands)):
        every = every | cells << hand * rules.cells
    return every


def planes_of(x: B, o: B, rules: Lines) -> tuple[B, B]:
    """The planes of a position as its mover sees them.

    >>> planes_of(0b001, 0b000, Rules(3, 3, 3))
    (0, 1)
    """
    return turns.sides(x, o, rules) if rules.answers.owned else (x, o)


def played(x: B, o: B, stones: tuple[B, ...], rules: Lines) -> tuple[B, B, B]:
    """X's and O's bitboards after a move, and the mask of the illegal stones (0 for a legal move).

    >>> played(0b001, 0b000, (0b010,), Rules(3, 3, 3))
    (1, 2, 0)
    """
    if rules.outer:
        (put,) = stones
        moves: Operand = bits.board_if_any(put, rules)  # without a stone the last one stays
        mine = bits.apart(x, o, rules)
        after = x ^ (x ^ mine[0]) & moves | put, o ^ (o ^ mine[1]) & moves | put
    elif rules.answers.owned:  # the hand is the mover's
        (put,) = stones
        of_o = put & -turns.widened(turns.second(x, o, rules), x)
        after = x | put ^ of_o, o | of_o
    else:
        of_x, of_o = (*stones, x & 0)[:2]
        put, after = of_x | of_o, (x | of_x, o | of_o)
    return *after, put ^ put & bits.legal_cells(x, o, rules)


def result(x: B, o: B, rules: Lines) -> B:
    """0 while the game goes on, 1 if X has won, 2 if O has won, 3 for a draw.

    If both players have a line, which cannot happen in play, X's line counts. An operand need
    not be wider than the board, but must have at least two bits, to hold the answer.

    >>> result(0b000_000_111, 0b000_011_000, Rules(3, 3, 3))
    1
    >>> result(0b000_000_111, 0b000_011_000, Rules(3, 3, 3, misere=True))
    2
    """
    line = rules.answers.line
    ending = bits.outer_lines if rules.outer else bits.line_starts
    sides = bits.apart(x, o, rules)
    made = [bits.any_cell(ending(stones, rules), rules) for stones in sides]
    if not rules.answers.owned:  # a line of either mark belongs to the last mover
        o_moved: Operand = last(x, o, rules)
        lined = made[0] | made[1]
        if rules.wholes:
            lined = lined & (bits.any_cell(playable((x, o), rules), rules) ^ 1)
        made = [lined & (o_moved ^ 1), lined & o_moved]
    elif line.worth[0] is not None:
        made[1] = made[1] & (made[0] ^ 1)
    won = [made[0] & 0, made[0] & 0]
    ended = made[0] & 0
    for owner, lined in enumerate(made):
        if line.worth[owner] is not None:
            won[owner if line.worth[owner] == 1 else 1 - owner] |= lined
            ended = ended | lined
    left = bits.named_cells(*sides, x & o, rules) if rules.outer else playable((x, o), rules)
    full = (bits.any_cell(left, rules) | ended) ^ 1
    if line.full >= 0:
        won[0] = won[0] | full
    if line.full <= 0:
        won[1] = won[1] | full
    return won[0] | won[1] << 1


def last(x: B, o: B, rules: Lines) -> B:
    """1 if O made the last move, otherwise 0; undefined if there is no stone.

    >>> last(0b001, 0b000, Rules(3, 3, 3)), last(0b001, 0b010, Rules(3, 3, 3))
    (0, 1)
    """
    answer = rules.answers.turns
    if answer.alternates:
        o_moves: Operand = turns.second(x, o, rules)
        return o_moves ^ 1
    cells = rules.board.bit_length()
    stones: Operand = turns.bit_count(x | o, cells)
    return turns.widened(answer.second(stones - 1, cells), x)


def is_played(x: int, o: int, rules: Rules) -> bool:
    """Whether these numbers of stones can occur, and no stone floats.

    If both conditions hold in a game with the law `any_order`, moves lead to the position, unless a
    line ends the game earlier.

    >>> is_played(0b01, 0b10, Rules(3, 3, 3)), is_played(0b00, 0b10, Rules(3, 3, 3))
    (True, False)
    """
    if rules.outer and (x & o).bit_count() != bool(x | o):
        return False
    x, o = bits.apart(x, o, rules)
    stands = o.bit_count() in turns.of_o((x | o).bit_count(), rules)
    return stands and not rules.answers.where.floating((x, o), rules)


def all_reached(rules: Rules) -> bool:
    """Whether moves lead to every position that has no line and for which `is_played` holds.

    The answer is yes if stones may come in any order and longer lines count: a position without a
    line then cannot arise from a position with one.

    >>> all_reached(Rules(3, 3, 3)), all_reached(Rules.parse("3,3,3,gravity"))
    (True, False)
    """
    return rules.has("any_order", "longer")


def _seen(before: Planes, after: Planes, rules: Lines) -> Planes:
    """The planes after a move as the next mover sees them."""
    answers = rules.answers
    if not answers.owned:
        return after
    if answers.alternates:
        return after[1], after[0]
    return turns.swapped(*after, changes(before, rules))


def changes(planes: Planes, rules: Lines) -> Operand:
    """1 if the next move ends the mover's turn, otherwise 0; a turn may have several stones.

    >>> changes((0b001, 0b000), Rules.parse("3,3,3,stones=2")), changes((0, 0), Rules(3, 3, 3))
    (0, 1)
    """
    second, cells = rules.answers.turns.second, rules.board.bit_length()
    stones: Operand = turns.bit_count(planes[0] | planes[1], cells)
    return second(stones, cells) ^ second(stones + 1, cells + 1)


def _counted(cells: B, planes: Planes, rules: Lines) -> B:
    """`cells` if the mover's lines count, otherwise 0."""
    worth = rules.answers.line.worth
    if None not in worth:
        return cells
    o_moves: Operand = turns.widened(turns.second(*planes, rules), cells)
    return cells & -(o_moves if worth[0] is None else o_moves ^ 1)
