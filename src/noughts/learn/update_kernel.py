"""The loops of learning, to be compiled: games on the graph of a board, one after the other.

`after[state, move]` is the next state, or the end of the game. A draw of a move takes one number of
the stream of `players.random_numbers`. A game is learnt from its last move to its first, so that
its result reaches the first move at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy import uint64 as u64

from noughts.arrays.choosing.kernel import below, split_mixed_word
from noughts.kernels.dtypes import Bools, Float32s, Int8s, Int32s, Int64s, Uint8s, Uint64s
from noughts.players.agent_constants import MOST
from noughts.players.random_numbers import LOW, STEP

__all__ = ["best_cells", "learn_games", "play_beads"]
# Their calls would count the references of a learner's arrays up and down, which takes half as long
# again as the rest.
FORCED = ("best_value", "after_value", "any_cell", "play", "move_to", "learn_moves", "learn_states")

WON, DRAWN, LOST, NO_MOVE = -1, -2, -3, -4  # what a move ends the game with; or it is none
Q, SARSA, TD, MC = range(4)


def result_of(end: int, mover: int) -> int:
    """Who has won a game by its end, which is a result for the last mover: 1 X, -1 O, 0 nobody."""
    worth = end - DRAWN
    return -worth if mover else worth


def weighed(weights: Int64s, state: int, whole: np.int64, number: np.uint64) -> int:
    """A cell, drawn with its weight out of the whole."""
    cell = 0
    left = below(number, whole) - weights[state, 0]
    while left >= 0:
        cell += 1
        left -= weights[state, cell]
    return cell


def total(weights: Int64s, state: int) -> np.int64:
    """The sum of the weights of a state's moves."""
    found = np.int64(0)
    for cell in range(weights.shape[1]):
        found += weights[state, cell]
    return found


def rewarded(beads: int, reward: int) -> int:
    """The beads of a colour in a box after a game: from 0 to `MOST`."""
    return min(max(beads + reward, 0), MOST)


def play_beads(
    after: Int32s,
    movers: Uint8s,
    boxes_x: Bools,
    boxes_o: Bools,
    weights_x: Int64s,
    weights_o: Int64s,
    learns: Bools,
    rewards: Int64s,
    stream: Uint64s,
    results: Int8s,
) -> None:
    """Play one game for each of `results`, which says who won: 1 X, -1 O, 0 nobody.

    A move is drawn by its weight. `boxes_x` and `boxes_o` say where a player has a box; a player
    that comes to an empty box resigns. After the game, the bead drawn from each box is rewarded,
    where its player `learns`: `rewards` says by how many beads for a win, a draw and a loss.
    """
    longest = after.shape[1]  # a game has as many moves as its board has cells, at most
    states = np.empty((2, longest), np.int64)
    cells = np.empty((2, longest), np.int64)
    count = np.empty(2, np.int64)
    for game in range(len(results)):
        count[:] = 0
        state, result = 0, 0
        while True:
            side = movers[state]
            weights = weights_o if side else weights_x
            beads = total(weights, state)
            if beads == 0:
                result = result_of(LOST, side)
                break
            stream[0] = u64(stream[0] + u64(STEP))
            chosen = weighed(weights, state, beads, split_mixed_word(stream[0]))
            if (boxes_o if side else boxes_x)[state]:
                states[side, count[side]], cells[side, count[side]] = state, chosen
                count[side] += 1
            following = after[state, chosen]
            if following < 0:
                result = result_of(following, side)
                break
            state = following
        results[game] = result
        for side in range(2):
            if learns[side]:
                weights = weights_o if side else weights_x
                reward = rewards[1 - (-result if side else result)]
                for move in range(count[side]):
                    state, cell = states[side, move], cells[side, move]
                    weights[state, cell] = rewarded(weights[state, cell], reward)


class Learner(NamedTuple):
    """What is learnt: the method, the graph, and the values so far.

    `side` is 0 or 1 for X or O against an opponent, or 2 for a game against itself. By state,
    `movers` says whose turn it is, 0 or 1, and `choices` how many moves there are.
    """

    method: int
    side: int
    rate: np.float32
    after: Int32s  # of the graph
    movers: Uint8s
    choices: Uint8s
    values: Float32s  # by state and move, or, for `TD`, by state alone
    visits: Int32s


class Moves(NamedTuple):
    """The moves of a game: from which state, to which cell."""

    states: Int64s
    cells: Int64s
    greedy: Bools  # whether it does not explore


def best_value(learner: Learner, state: int) -> tuple[np.float32, int]:
    """What the best move of a state is worth by the values so far, and the lowest such cell."""
    after, values = learner.after, learner.values
    best, chosen = np.float32(-9.0), 0
    for cell in range(after.shape[1]):
        following = after[state, cell]
        if following == NO_MOVE:
            continue
        known = learner.method != TD
        value = values[state, cell] if known else after_value(learner, state, following)
        if value > best:
            best, chosen = value, cell
    return best, chosen


def best_cells(learner: Learner, cells: Int64s) -> None:
    """Fill `cells` with the best move of each state by the values so far."""
    for state in range(len(cells)):
        cells[state] = best_value(learner, state)[1]


def after_value(learner: Learner, state: int, following: int) -> np.float32:
    """What a move of a state is worth by the state after it, which has its own mover's value."""
    if following < 0:
        return np.float32(following - DRAWN)
    value = learner.values[following, 0]
    return value if learner.movers[following] == learner.movers[state] else -value


def any_cell(learner: Learner, state: int, number: np.uint64) -> int:
    """Any move of a state, all equally likely."""
    after = learner.after
    left = below(number, np.int64(learner.choices[state]))
    cell = 0
    while left or after[state, cell] == NO_MOVE:
        left -= after[state, cell] != NO_MOVE
        cell += 1
    return cell


def play(
    learner: Learner, opponent: Int64s, threshold: np.uint64, stream: Uint64s, moves: Moves
) -> tuple[int, int, int]:
    """Play a game, and fill `moves`. Returns their number, who makes the last one, and the end.

    A move of the learner explores if its number from the stream is below the threshold.
    """
    state, count = 0, 0
    while True:
        mover = learner.movers[state]
        stream[0] = u64(stream[0] + u64(STEP))
        number = split_mixed_word(stream[0])
        moves.greedy[count] = True
        if learner.side == 1 - mover:
            chosen = weighed(opponent, state, total(opponent, state), number)
        elif number & u64(LOW) < threshold:
            moves.greedy[count] = False
            chosen = any_cell(learner, state, number)
        else:
            chosen = best_value(learner, state)[1]
        moves.states[count], moves.cells[count] = state, chosen
        count += 1
        following = learner.after[state, chosen]
        if following < 0:
            return count, mover, following
        state = following


def move_to(learner: Learner, state: int, cell: int, target: np.float32) -> None:
    """Take a value to a target: all the way at the first visit, then by 1/n, at least by `rate`."""
    values, visits = learner.values, learner.visits
    visits[state, cell] += 1
    step = max(np.float32(learner.rate), np.float32(1.0) / np.float32(visits[state, cell]))
    values[state, cell] += step * (np.float32(target) - values[state, cell])


def learn_moves(learner: Learner, moves: Moves, count: int, result: int) -> None:
    """Learn the values of the moves of a game, from its last; the `result` is X's.

    In a game against itself, the next decision may be the other player's; else it is its own.
    """
    states, cells = moves.states, moves.cells
    following = -1  # the next decision, if there is one
    for move in range(count - 1, -1, -1):
        mover = learner.movers[states[move]]
        if learner.side == 1 - mover:
            continue
        target = np.float32(-result if mover else result)
        if following >= 0 and learner.method <= SARSA:
            then = states[following]
            if learner.method == Q:
                target = best_value(learner, then)[0]
            else:
                target = learner.values[then, cells[following]]
            if learner.movers[then] != mover:
                target = -target
        move_to(learner, states[move], cells[move], target)
        following = move


def learn_states(learner: Learner, moves: Moves, count: int, result: int) -> None:
    """Learn the values of the states after moves. A move that explores teaches nothing.

    A state's value is for the player to move. In a game against itself, it goes towards the next
    state's value; else towards the value of the state after the next own move.
    """
    states, movers = moves.states, learner.movers
    later = count  # the next own move, or the end
    for move in range(count - 1, -1, -1):
        if learner.side == 2:
            taught, teacher = move, move
        elif learner.side == movers[states[move]]:
            taught, teacher = move + 1, later
            later = move
        else:
            continue
        if taught == count or (teacher < count and not moves.greedy[teacher]):
            continue
        state = states[taught]
        if teacher + 1 < count:
            then = states[teacher + 1]
            target = learner.values[then, 0]
            if movers[then] != movers[state]:
                target = -target
        else:
            target = np.float32(-result if movers[state] else result)
        move_to(learner, state, 0, target)


def learn_games(
    learner: Learner,
    opponent: Int64s,
    explore: tuple[float, float],
    stream: Uint64s,
    results: Int8s,
) -> int:
    """Play and learn one game for each of `results`, as in `play_beads`; return the moves.

    `opponent` has the weights of moves, and is not asked in a game against itself. The chance to
    explore goes from one number, out of 2**HALF, to the other in equal steps.
    """
    longest = learner.after.shape[1]  # as in `play_beads`
    moves = Moves(
        np.empty(longest, np.int64), np.empty(longest, np.int64), np.empty(longest, np.bool_)
    )
    first, last = explore
    played, games = 0, len(results)
    for game in range(games):
        threshold = u64(first + (last - first) * (game / games))
        count, mover, end = play(learner, opponent, threshold, stream, moves)
        played += count
        results[game] = result_of(end, mover)
        if learner.method == TD:
            learn_states(learner, moves, count, results[game])
        else:
            learn_moves(learner, moves, count, results[game])
    return played
