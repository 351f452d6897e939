"""Best-first search by proof numbers: the moves that seem to need the least work come first."""

from __future__ import annotations

from typing import NamedTuple

from numpy import uint64 as u64

from noughts.solver.search.engine.board import (
    ONE,
    TWO,
    ZERO,
    Board,
    Memory,
    Node,
    Verdict,
    Word,
    Words,
    after,
)
from noughts.solver.search.engine.lines import dominated, gather
from noughts.solver.search.engine.move_order import sort, weigh
from noughts.solver.search.engine.proof_numbers import (
    DISPROOF,
    ENDLESS,
    MIX,
    NUMBER_BITS,
    OWN,
    PROOF,
    ZONE,
    known,
    look,
    mover_first,
    numbered,
)
from noughts.solver.search.engine.reduction import countered, forcing, reduced, unreduced
from noughts.solver.search.engine.transposition_table import (
    DEPTH,
    NODES,
    OTHERS,
    STOP,
    WORK,
    Key,
    come,
    find,
    found,
    go,
    keep,
    keep_verdict,
    kind_of,
    least_image,
    occupied,
    row_of,
)


class Visit(NamedTuple):
    """A reduced position that `proves` has entered, and the moves that may matter.

    The frame of the ply holds the results for these moves.
    """

    node: Node
    ply: int
    size: int
    moves: Word
    needed: Word  # cells that the zone contains in any case
    better: Word  # cells that dominate the omitted cells; a refutation rests on them


class Choice(NamedTuple):
    """A summary of the moves that may still matter.

    Each move has two numbers: `this` is the mover's, and `other` is the opponent's.
    """

    best: int  # the move to follow
    second: Word  # `this` of the next best move, as it seems
    least: Word  # the least `this`
    most: Word  # the greatest `other`
    open_moves: Word  # the number of these moves


def visited(node: Node, must: Word, ply: int, size: int, memory: Memory, board: Board) -> Visit:
    """Enter a reduced position whose row has `size` lines, and sort its moves."""
    row, weight, free = row_of(ply, memory, board), memory.weight, node.free
    needed = ZERO if node.attacks else forcing(node, memory, board)
    moves = free & needed if needed != ZERO else must if must != ZERO else free
    better = ZERO
    against = countered(node, must, memory, board) if node.attacks else ZERO
    if against != ZERO:
        moves &= against
    if must | against != ZERO:
        needed = board.cells
    elif node.seen == ZERO:
        idle, better = dominated(free, row, size, memory.shared)
        moves &= ~idle
    weigh(free, row, size, weight, board)
    if node.seen != ZERO:
        weigh(free, row, gather(node.defender, free, row, board), weight, board)
    return Visit(node, ply, sort(moves, weight, memory.orders[ply]), moves, needed, better)


def expand(visit: Visit, memory: Memory, table: Words, board: Board) -> Visit:
    """Evaluate the moves, each as one node, up to the first move that settles the position.

    The result contains only the evaluated moves, or no moves if the limit of nodes is met before
    the evaluation ends.
    """
    node, ply, tally = visit.node, visit.ply, memory.tally
    this, _ = mover_first(node.attacks)
    looked = visit.size
    for move in range(visit.size):  # a literal 0 to begin with would compile `look` twice
        if tally[NODES] >= tally[STOP]:
            looked = 0
            break
        tally[NODES] += ONE
        look(move, node, ply, memory, table, board)
        if memory.frames[ply, move, this] == ZERO:
            looked = move + 1
            break
    return Visit(node, ply, looked, visit.moves, visit.needed, visit.better)


def company(there: Word, visit: Visit, memory: Memory, table: Words, board: Board) -> Word:
    """The moves to positions in which another thread seems to be.

    `there` is the previous result of this function. If another thread has since left the position
    after one of those moves, the numbers of this position are read again.
    """
    node, ply = visit.node, visit.ply
    frame, order = memory.frames[ply], memory.orders[ply]
    was, there = there, ZERO
    for move in range(visit.size):
        if frame[move, PROOF] != ZERO and frame[move, DISPROOF] != ZERO:
            there |= order[move] if occupied(frame[move, MIX], table) else ZERO
    for move in range(visit.size):
        if was & ~there & order[move] != ZERO:
            look(move, node, ply, memory, table, board)
    return there


def settled_above(ply: int, path: Words, table: Words) -> bool:
    """Whether another thread has settled a position on the way to this ply."""
    for above in range(ply):
        at = path[above]
        if find(Key(at[0], at[1], at[2], at[3]), table).last != ZERO:
            return True
    return False


def narrow(visit: Visit, memory: Memory) -> tuple[Word, Word]:
    """The moves that no zone excludes, and the zone on which the refutation of the others rests.

    The refutation of a move also refutes all moves outside its zone. So only moves that lie in the
    zones of all refutations are left to search.
    """
    frame, order = memory.frames[visit.ply], memory.orders[visit.ply]
    _, other = mover_first(visit.node.attacks)
    asked, zone = visit.moves, visit.needed
    for move in range(visit.size):
        if frame[move, other] == ZERO:
            asked &= frame[move, ZONE]
            zone |= frame[move, ZONE] | order[move]
    return asked, zone


def choose(asked: Word, there: Word, visit: Visit, memory: Memory) -> Choice:
    """Choose the move in `asked` that seems to need the least work; among equals, the first.

    If another thread is in the position after a move, this move seems a quarter worse, unless the
    choice would then fall on a move whose number has reached the position's bound.
    """
    frame = memory.frames[visit.ply]
    this, _ = mover_first(visit.node.attacks)
    choice = compared(asked, there, visit, memory)
    if there != ZERO and choice.least < frame[OWN, this] <= frame[choice.best, this]:
        choice = compared(asked, ZERO, visit, memory)
    return choice


def compared(asked: Word, avoided: Word, visit: Visit, memory: Memory) -> Choice:
    """The result of `choose` if all moves to `avoided` cells seem a quarter worse."""
    frame, order = memory.frames[visit.ply], memory.orders[visit.ply]
    this, other = mover_first(visit.node.attacks)
    best, first, second, least, most, open_moves = 0, ENDLESS, ENDLESS, ENDLESS, ZERO, ZERO
    for move in range(visit.size):
        if frame[move, other] == ZERO or asked & order[move] == ZERO:
            continue  # the move is refuted, or a zone refutes it
        number = frame[move, this]
        least = min(least, number)
        if number != ZERO and avoided & order[move] != ZERO:
            number = min(above(number), ENDLESS - ONE)
        if number < first:
            best, first, second = move, number, first
        else:
            second = min(second, number)
        most = max(most, frame[move, other])
        open_moves += ONE
    return Choice(best, second, least, most, open_moves)


def above(number: Word) -> Word:
    """A number that is a quarter worse."""
    return number + (number >> TWO) + ONE


def backed_up(choice: Choice) -> tuple[Word, Word]:
    """The position's own numbers, the mover's and the opponent's, from the numbers of its moves.

    The mover needs only one move, so his number is the least of the moves' numbers. The opponent
    needs an answer to every move, but his number is not the sum of the moves' numbers, since a sum
    would count a position once for each path to it. Instead, his number is the greatest of the
    moves' numbers, plus one for each other move (Ueda, Hashimoto, Hashimoto and Iida, 2008).
    """
    if choice.open_moves == ZERO:
        return ENDLESS, ZERO
    if choice.least == ZERO:
        return ZERO, ENDLESS
    return choice.least, min(choice.most + choice.open_moves - ONE, ENDLESS - ONE)


def bound(choice: Choice, most: Word, visit: Visit, memory: Memory) -> None:
    """Enter the chosen move's bounds, at which the search turns back, into the next ply's frame.

    The mover's bound is the lower of two numbers: his bound for the position itself, and a quarter
    more than the number of the next best move. With this quarter, the search seldom switches
    between branches (Pawlewicz and Lew, 2007). The opponent's bound lets the move's number rise by
    as much as the position's number may still rise.
    """
    frame, below = memory.frames[visit.ply], memory.frames[visit.ply + 1]
    this, other = mover_first(visit.node.attacks)
    below[OWN, this] = min(frame[OWN, this], above(choice.second))
    below[OWN, other] = min(frame[OWN, other] - most + frame[choice.best, other], ENDLESS)


def proves(node: Node, ply: int, memory: Memory, table: Words, board: Board) -> Verdict:
    """The result of `wins`, found by proof numbers: the moves with the least work left come first.

    A position is opened once, by `reduced`, `visited` and `expand`. Then the steps of df-pn (Nagai,
    2002) are repeated until one of the position's numbers is 0, which settles the position, or
    reaches its bound:

        narrow        which moves do the zones of other moves settle?
        choose        which of the rest seems to need the least work?
        backed_up     what are the position's own numbers?
        bound         how far is the chosen move followed?
        descend       follow it, and enter its new numbers

        4, 10           the attacker moves: the least proof number; the greatest disproof number,
        ├── 4, 3        plus 1 for each other move. The first move is followed until its proof
        ├── 7, 8        number is 7 + 7 / 4 + 1, or until the position itself reaches a bound
        └── 9, 1
    """
    tally, frame, order = memory.tally, memory.frames[ply], memory.orders[ply]
    if ply == 0:
        frame[OWN, PROOF], frame[OWN, DISPROOF] = ENDLESS, ENDLESS
    tally[DEPTH] = max(tally[DEPTH], u64(ply))
    before = tally[NODES]
    over, verdict, must, reply, pairs, node, size = reduced(node, row_of(ply, memory, board), board)
    if over:
        return verdict

    this, other = mover_first(node.attacks)
    image, key = least_image(node, kind_of(node), board)
    path = memory.path[ply]
    path[0], path[1], path[2], path[3] = key.attacker, key.defender, key.free, key.kind
    visit = expand(visited(node, must, ply, size, memory, board), memory, table, board)
    if visit.size == 0:
        return Verdict(False, ZERO)
    others, there = tally[OTHERS] != ZERO, ZERO
    while True:
        if others:
            entry = find(key, table)
            if entry.last != ZERO:  # another thread has settled the position
                verdict = found(entry, image, board)
                frame[OWN, PROOF], frame[OWN, DISPROOF] = known(verdict.won)
                return unreduced(verdict, reply, pairs)
            there = company(there, visit, memory, table, board)
        asked, zone = narrow(visit, memory)
        choice = choose(asked, there, visit, memory)
        least, most = backed_up(choice)
        if least == ZERO or most == ZERO or least >= frame[OWN, this] or most >= frame[OWN, other]:
            break
        if others and settled_above(ply, memory.path, table):
            break
        bound(choice, most, visit, memory)
        best, below = choice.best, memory.frames[ply + 1, OWN]
        if others:
            come(frame[best, MIX], table)
        frame[best, ZONE] = proves(after(node, order[best]), ply + 1, memory, table, board).zone
        if others:
            go(frame[best, MIX], table)
        if tally[NODES] >= tally[STOP]:
            return Verdict(False, ZERO)
        frame[best, PROOF], frame[best, DISPROOF] = below[PROOF], below[DISPROOF]

    frame[OWN, this], frame[OWN, other] = least, most
    work = tally[NODES] - before
    if least != ZERO and most != ZERO:
        # The new numbers must be found before older ones, which may have taken more work.
        work = max(work, find(numbered(key), table).last >> WORK)
        keep(numbered(key), frame[OWN, PROOF] << NUMBER_BITS | frame[OWN, DISPROOF], work, table)
        return Verdict(False, ZERO)
    if least == ZERO:
        zone = frame[choice.best, ZONE] | order[choice.best] | (node.seen if node.attacks else ZERO)
    else:
        zone |= visit.better
    verdict = Verdict((least == ZERO) == node.attacks, zone)
    keep_verdict(key, verdict, image, work, table, board)
    return unreduced(verdict, reply, pairs)
