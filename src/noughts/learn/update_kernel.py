"""The learning loops, which are compiled. They play games on a board's graph, one by one.

`after[state, move]` is the next state, or says how the move ends the game or that it is illegal.
Each move takes one number from a stream, as in `players.random_numbers`. Values are updated from a
game's last move to its first, so that the result can reach the first move after a single game.
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
# Calls of these functions would update the reference counts of a learner's arrays, and the loops
# would take half as long again.
FORCED = ("best_value", "after_value", "any_cell", "play", "move_to", "learn_moves", "learn_states")

WON, DRAWN, LOST, NO_MOVE = -1, -2, -3, -4  # how a move ends the game, or no such move
Q, SARSA, TD, MC = range(4)


def result_of(end: int, mover: int) -> int:
    """The winner (1: X, -1: O, 0: nobody), from `end`, which is the result for `mover`."""
    worth = end - DRAWN
    return -worth if mover else worth


def weighed(weights: Int64s, state: int, whole: np.int64, number: np.uint64) -> int:
    """A cell, chosen by `number` with probability weight / whole."""
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
    """The number of beads of a colour after a reward, between 0 and `MOST`."""
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
    """Play a game for each entry of `results`, and put its winner there: 1 X, -1 O, 0 nobody.

    Moves are chosen with probabilities in proportion to their weights. `boxes_x` and `boxes_o` mark
    the states in which X and O have a box; there, the weights are numbers of beads. A player whose
    weights in a state are all 0 resigns. `learns` says whether X learns, and whether O learns.
    After a game, each player that learns changes the weights of the moves that it chose in states
    with a box: `rewards` gives the change for a win, a draw and a loss.
    """
    longest = after.shape[1]  # a game has at most as many moves as the board has cells
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
    """An agent in the loops: its method, the graph, and the values so far.

    Against an opponent, `side` is the agent's side, 0 (X) or 1 (O); in self-play, it is 2.
    `movers[state]` is the player to move, 0 or 1, and `choices[state]` is the number of legal
    moves.
    """

    method: int
    side: int
    rate: np.float32
    after: Int32s  # the array `after` of the graph
    movers: Uint8s
    choices: Uint8s
    values: Float32s  # by state and move, or, for `TD`, by state alone
    visits: Int32s


class Moves(NamedTuple):
    """The moves of a game: the state before each move, and the cell played."""

    states: Int64s
    cells: Int64s
    greedy: Bools  # whether the move is not exploratory


def best_value(learner: Learner, state: int) -> tuple[np.float32, int]:
    """The highest value so far of any move in a state, and the lowest move that has this value."""
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
    """Fill `cells` with the move of the highest value so far in each state."""
    for state in range(len(cells)):
        cells[state] = best_value(learner, state)[1]


def after_value(learner: Learner, state: int, following: int) -> np.float32:
    """The value of a move for its player; `following` is the next state, or how the game ends."""
    if following < 0:
        return np.float32(following - DRAWN)
    value = learner.values[following, 0]
    return value if learner.movers[following] == learner.movers[state] else -value


def any_cell(learner: Learner, state: int, number: np.uint64) -> int:
    """A random move of a state, chosen by `number`, all equally likely."""
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
    """Play a game, and fill `moves`. Returns their number, the last mover, and how the game ended.

    A move of the learner is exploratory if the low half of its random number is below `threshold`.
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
    """Move a value towards a target. The n-th step has size 1/n, or `rate` if that is larger."""
    values, visits = learner.values, learner.visits
    visits[state, cell] += 1
    step = max(np.float32(learner.rate), np.float32(1.0) / np.float32(visits[state, cell]))
    values[state, cell] += step * (np.float32(target) - values[state, cell])


def learn_moves(learner: Learner, moves: Moves, count: int, result: int) -> None:
    """Update the values of the learner's moves in a game, from last to first; `result` is X's.

    For `Q` and `SARSA`, the target comes from the learner's next decision in the game. In
    self-play, this may be a decision for the other player, and the target is then negated.
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
    """Update the values of the states after moves. Exploratory moves cause no update.

    A state's value is for the player to move in it. In self-play, its target is the value of the
    next state; otherwise, its target is the value of the state after the learner's next move. If
    the game ends before that state is reached, the target is the result.
    """
    states, movers = moves.states, learner.movers
    later = count  # the learner's next move, or the end
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
    """Play games and learn from each; fill `results` with the winners, as in `play_beads`.

    Returns the number of moves in all games. `opponent` has the weights of the opponent's moves; it
    is unused in self-play. The probability of exploring, in units of 2**-HALF_BITS, goes from the
    first number of `explore` towards the second in equal steps.
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
