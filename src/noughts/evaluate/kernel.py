"""The loops of the sweeps over levels, to be compiled; `levels` says what rows and slots are.

A row is a position with a move to make, and each loop goes over the rows of one level, or over some
of them, and over the moves of each:

    slot ──> the set of stones, and the number of O's choice among them
    cell ──> the set with this stone, and the number of O's choice in it ──> the slot after the move
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from noughts.kernels.dtypes import Array, Bitboards, Bools, Float64s, Int8s, Int32s, Int64s, Uint8s

__all__ = ["admit", "best_cells", "fill", "judge", "pass_on", "respond", "solve"]

TOLERANCE = 1e-5  # by how much probabilities may miss 1: those of float32 do


class LevelPlaces(NamedTuple):
    """How the slots of a level and of the next one are laid out.

    `sets` has the sets of stones in order, and `rank[set]` a set's number among those of its size.
    `inserted[below, choice]` is the number of O's choice after a stone is put above `below` others.
    `width` is how many choices O has in each set, and `after_width` how many after the move.
    """

    sets: Int64s
    rank: Int32s
    inserted: Int32s
    width: int
    after_width: int


def fill(
    sets: Int64s, choices: Int64s, lined: Bools, x: Bitboards, o: Bitboards, slots: Int32s
) -> int:
    """Fill the rows of a level: its positions without a line. Returns how many there are.

    `choices` has O's stones among those of a set, as sets of places, and `lined[set]` says whether
    a set holds a line. What has no room is counted alone.
    """
    count = 0
    stones_at = np.empty(64, np.int64)
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
            if lined[of_o] | lined[stones ^ of_o]:
                continue
            if count < len(slots):
                x[count], o[count], slots[count] = (
                    stones ^ of_o,
                    of_o,
                    number * len(choices) + choice,
                )
            count += 1
    return count


def stones_and_choice(places: LevelPlaces, slot: int) -> tuple[np.int64, int]:
    """The set of stones of a slot, and the number of O's choice among them."""
    number = slot // places.width
    return np.int64(places.sets[number]), slot - number * places.width


def slot_after(places: LevelPlaces, stones: np.int64, choice: int, cell: int, below: int) -> int:
    """The slot after a move to a cell that has `below` stones before it."""
    return places.rank[stones | 1 << cell] * places.after_width + places.inserted[below, choice]


def admit(given: Array, masks: Bools, chances: Float64s) -> bool:
    """Copy probabilities so that each row adds up to 1. Returns whether any are not valid."""
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
    chances: Float64s,
    own_after: Float64s,
    mean_after: Float64s,
    own: Float64s,
    mean: Float64s,
    cells: Uint8s,
) -> None:
    """Fill `own` with what the player to move gets by the best moves, and `cells` with the first.

    `mean` gets what the other player, who moves best elsewhere, gets from the policy's moves. It is
    counted from one of these on, so that moves of equal worth give it without rounding.
    """
    for row in range(len(slots)):
        slot = slots[row]
        stones, choice = stones_and_choice(places, slot)
        best, best_cell = -2.0, 0
        base, more = -2.0, 0.0
        below = 0
        for cell in range(chances.shape[1]):
            if stones >> cell & 1:
                below += 1
                continue
            after = slot_after(places, stones, choice, cell, below)
            if chances[row, cell] > 0.0:
                base = mean_after[after] if base == -2.0 else base
                more += chances[row, cell] * (mean_after[after] - base)
            if own_after[after] > best:
                best, best_cell = own_after[after], cell
        own[slot], mean[slot], cells[row] = best, base + more, best_cell


def solve(
    places: LevelPlaces, slots: Int32s, count: int, values_after: Int8s, values: Int8s
) -> None:
    """Fill `values`, to the player to move, from those of the next level; `count` cells in all."""
    for row in range(len(slots)):
        slot = slots[row]
        stones, choice = stones_and_choice(places, slot)
        best = -2
        below = 0
        for cell in range(count):
            if stones >> cell & 1:
                below += 1
                continue
            best = max(best, -values_after[slot_after(places, stones, choice, cell, below)])
        values[slot] = best


def pass_on(
    places: LevelPlaces,
    slots: Int32s,
    chances: Float64s,
    arrival: Float64s,
    arrival_after: Float64s,
) -> None:
    """Add the chance of each move, times the chance to get to its position, to the next level."""
    for row in range(len(slots)):
        slot = slots[row]
        weight = arrival[slot]
        if weight == 0.0:
            continue
        stones, choice = stones_and_choice(places, slot)
        below = 0
        for cell in range(chances.shape[1]):
            if stones >> cell & 1:
                below += 1
                continue
            after = slot_after(places, stones, choice, cell, below)
            arrival_after[after] += weight * chances[row, cell]


def judge(
    places: LevelPlaces,
    slots: Int32s,
    chances: Float64s,
    values: Int8s,
    values_after: Int8s,
    given: Float64s,
    best: Float64s,
) -> None:
    """Fill `given` with the value that a move gives away, and `best` with the chance of none."""
    for row in range(len(slots)):
        slot = slots[row]
        stones, choice = stones_and_choice(places, slot)
        away, kept = 0.0, 0.0
        below = 0
        for cell in range(chances.shape[1]):
            if stones >> cell & 1:
                below += 1
                continue
            after = slot_after(places, stones, choice, cell, below)
            regret = values[slot] + values_after[after]
            away += chances[row, cell] * regret
            if regret == 0:
                kept += chances[row, cell]
        given[row], best[row] = away, kept


def best_cells(
    places: LevelPlaces,
    slots: Int32s,
    count: int,
    values: Int8s,
    values_after: Int8s,
    best: Bitboards,
) -> None:
    """Fill `best` with the sets of cells that keep the value; `count` cells in all."""
    for row in range(len(slots)):
        slot = slots[row]
        stones, choice = stones_and_choice(places, slot)
        found = 0
        below = 0
        for cell in range(count):
            if stones >> cell & 1:
                below += 1
                continue
            after = slot_after(places, stones, choice, cell, below)
            if values[slot] + values_after[after] == 0:
                found |= 1 << cell
        best[row] = found
