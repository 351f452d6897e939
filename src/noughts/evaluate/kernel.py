"""The loops of the sweeps over levels, to be compiled; `evaluate.levels` defines rows and slots.

A row is a position with a move to make. Most loops iterate over all or some rows of one level and
over the moves of each row, and find the slot after each move:

    slot ──> the set of stones, and the number of O's choice among them
    move ──> the set with this stone, and the number of O's choice in it ──> the slot after the move
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from noughts.kernels.dtypes import Array, Bitboards, Bools, Float64s, Int8s, Int32s, Int64s, Uint8s

__all__ = ["admit", "best_cells", "fill", "judge", "pass_on", "reach", "respond", "solve"]

# Calls of these functions would take as long as their work.
FORCED = ("moves_of",)

TOLERANCE = 1e-5  # how far sums of probabilities may be from 1: float32 rounds


class LevelPlaces(NamedTuple):
    """How the slots of a level and of the next level are laid out.

    `sets` has the level's sets of occupied cells in order, and `rank[set]` is a set's number among
    the sets of its size. A choice says which stones of a set are O's; each set has `width` choices,
    and each set of the next level has `after_width` choices. `inserted[hand, below, choice]` is the
    choice that results from `choice` when a new stone has `below` other stones on lower cells;
    `hand` is the number of the new stone's mark among the marks that the mover may place.
    """

    sets: Int64s
    rank: Int32s
    inserted: Int32s
    width: int
    after_width: int


def fill(sets: Int64s, choices: Int64s, x: Bitboards, o: Bitboards) -> None:
    """Fill `x` and `o` with the bitboards of a level, by slot.

    Each item of `choices` says which stones of a set are O's: bit n is set if stone n, counted from
    0, is O's.
    """
    stones_at = np.empty(64, np.int64)
    slot = 0
    for number in range(len(sets)):
        rest = stones = np.int64(sets[number])
        size = 0
        while rest:
            stones_at[size] = rest & -rest
            rest &= rest - 1
            size += 1
        for choice in range(len(choices)):
            of_o = np.int64(0)
            for place in range(size):
                of_o |= stones_at[place] * (np.int64(choices[choice]) >> place & 1)
            x[slot], o[slot] = stones ^ of_o, of_o
            slot += 1


class Room(NamedTuple):
    """Space for the moves of a row, and for the slots after them."""

    moves: Int64s
    after: Int64s


def room() -> Room:
    """Space for the moves of any row."""
    return Room(np.empty(64, np.int64), np.empty(64, np.int64))


def moves_of(places: LevelPlaces, slot: int, legal: int, into: Room) -> int:
    """Write the moves of a row to `into`, in rising order, with the slot after each move.

    The row is given by its slot and its `legal` cells. Returns the number of moves.
    """
    number = slot // places.width
    stones, choice = np.int64(places.sets[number]), slot - number * places.width
    board = len(places.rank)  # one above the bit of the last cell
    count = move = 0
    for hand in range(len(places.inserted)):
        below = 0
        bit = np.int64(1)
        while bit < board:
            if legal & bit:
                into.moves[count] = move
                into.after[count] = (
                    places.rank[stones | bit] * places.after_width
                    + places.inserted[hand, below, choice]
                )
                count += 1
            elif stones & bit:
                below += 1
            bit <<= 1
            move += 1
    return count


def reach(places: LevelPlaces, slots: Int32s, legal: Bitboards, reached: Bools) -> None:
    """Mark the slots of the next level that a move reaches."""
    into = room()
    for row in range(len(slots)):
        for at in range(moves_of(places, slots[row], legal[row], into)):
            reached[into.after[at]] = True


def admit(given: Array, masks: Bools, chances: Float64s) -> bool:
    """Copy probabilities, scaling each row to a sum of 1. Returns whether any row is invalid."""
    wrong = False
    for row in range(len(given)):
        total = 0.0
        for cell in range(given.shape[1]):
            chance = np.float64(given[row, cell])
            wrong |= not 0.0 <= chance <= 1.0 + TOLERANCE
            wrong |= (chance != 0.0) & (not masks[row, cell])
            total += chance
            chances[row, cell] = chance
        wrong |= not abs(total - 1.0) <= TOLERANCE
        if total != 1.0 and total > 0.0:
            for cell in range(given.shape[1]):
                chances[row, cell] /= total
    return wrong


def respond(
    places: LevelPlaces,
    slots: Int32s,
    legal: Bitboards,
    chances: Float64s,
    own_after: Float64s,
    mean_after: Float64s,
    own: Float64s,
    mean: Float64s,
    best_moves: Uint8s,
) -> None:
    """Fill `own` with the mover's best values, and `best_moves` with the first best moves.

    `mean` gets the expected value for the other player if the mover follows the policy and the
    other player plays the best response. This value is computed as the value after one of the
    policy's moves plus an offset, so it is not rounded if the values after all these moves are
    equal.
    """
    into = room()
    for row in range(len(slots)):
        slot = slots[row]
        best, best_move = -2.0, 0
        base, more = -2.0, 0.0
        for at in range(moves_of(places, slot, legal[row], into)):
            move, after = into.moves[at], into.after[at]
            if chances[row, move] > 0.0:
                base = mean_after[after] if base == -2.0 else base
                more += chances[row, move] * (mean_after[after] - base)
            if own_after[after] > best:
                best, best_move = own_after[after], move
        own[slot], mean[slot], best_moves[row] = best, base + more, best_move


def solve(
    places: LevelPlaces,
    slots: Int32s,
    legal: Bitboards,
    sign: int,
    values_after: Int8s,
    values: Int8s,
) -> None:
    """Fill the mover's `values` from the next level's values, multiplied by `sign`."""
    into = room()
    for row in range(len(slots)):
        slot = slots[row]
        best = -2
        for at in range(moves_of(places, slot, legal[row], into)):
            best = max(best, sign * values_after[into.after[at]])
        values[slot] = best


def pass_on(
    places: LevelPlaces,
    slots: Int32s,
    legal: Bitboards,
    chances: tuple[Float64s, Float64s],
    arrivals: Float64s,
    arrivals_after: Float64s,
) -> None:
    """Add each move's probability, times that of reaching its position, to the slot after the move.

    `arrivals[0]` and `arrivals[1]` belong to two games; `chances` has, for each game, the
    probabilities of the policy that is to move in it.
    """
    into = room()
    for row in range(len(slots)):
        slot = slots[row]
        one, other = arrivals[0, slot], arrivals[1, slot]
        if one == 0.0 and other == 0.0:
            continue
        for at in range(moves_of(places, slot, legal[row], into)):
            move, after = into.moves[at], into.after[at]
            arrivals_after[0, after] += one * chances[0][row, move]
            arrivals_after[1, after] += other * chances[1][row, move]


def judge(
    places: LevelPlaces,
    slots: Int32s,
    legal: Bitboards,
    sign: int,
    chances: Float64s,
    values: Int8s,
    values_after: Int8s,
    given: Float64s,
    best: Float64s,
) -> None:
    """Fill `given` with each row's expected loss of value and `best` with the chance of no loss."""
    into = room()
    for row in range(len(slots)):
        slot = slots[row]
        away, kept = 0.0, 0.0
        for at in range(moves_of(places, slot, legal[row], into)):
            regret = values[slot] - sign * values_after[into.after[at]]
            away += chances[row, into.moves[at]] * regret
            if regret == 0:
                kept += chances[row, into.moves[at]]
        given[row], best[row] = away, kept


def best_cells(
    places: LevelPlaces,
    slots: Int32s,
    legal: Bitboards,
    sign: int,
    values: Int8s,
    values_after: Int8s,
    best: Bitboards,
) -> None:
    """Fill `best` with the moves that keep the value, as bits."""
    into = room()
    for row in range(len(slots)):
        slot = slots[row]
        found = 0
        for at in range(moves_of(places, slot, legal[row], into)):
            if values[slot] == sign * values_after[into.after[at]]:
                found |= 1 << into.moves[at]
        best[row] = found
