"""The loops of learning, to be compiled: games on the graph of a board, one after the other.

`after[state, cell]` is the next state, or says how the game ends. A draw of a move takes one number
of the stream of `players.random_numbers`. A game is learnt from its last move to its first, so that
what it came to reaches the first move at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import uint64 as u64

from noughts.arrays.choosing.kernel import below, split_mixed_word
from noughts.players.learning import MOST
from noughts.players.random_numbers import LOW, STEP

__all__ = ["best_cells", "learn_games", "play_beads"]

LINED, FULL, TAKEN = -1, -2, -3  # a line ends the game, a full board does, the cell is taken
Q, SARSA, TD, MC = range(4)


def weighed(weights: Any, state: Any, total: Any, number: Any) -> int:
    """A cell, drawn with its weight out of `total`."""
    cell = 0
    left = below(number, total) - weights[state, 0]
    while left >= 0:
        cell += 1
        left -= weights[state, cell]
    return cell


def rewarded(beads: Any, reward: Any) -> Any:
    """The beads of a colour in a box after a game: never fewer than none, nor more than `MOST`."""
    return min(max(beads + reward, 0), MOST)


def play_beads(
    after: Any,
    boxes_x: Any,
    boxes_o: Any,
    weights_x: Any,
    weights_o: Any,
    learns: Any,
    rewards: Any,
    worth: int,
    stream: Any,
    results: Any,
) -> None:
    """Play one game for each of `results`, which says who won: 1 X, -1 O, 0 nobody.

    A move is drawn by its weight. `boxes_x` and `boxes_o` say where a player has a box; one that
    comes to an empty box resigns. After the game, the bead drawn from each box is rewarded, where
    its player `learns`: `rewards` says by how many beads for a win, a draw and a loss. `worth` is
    that of a line to who makes it.
    """
    longest = after.shape[1]  # a game has as many moves as its board has cells, at most
    states = np.empty((2, longest), np.int64)
    cells = np.empty((2, longest), np.int64)
    count = np.empty(2, np.int64)
    for game in range(len(results)):
        count[:] = 0
        state, side, result = 0, 0, 0
        while True:
            weights = weights_o if side else weights_x
            total = np.int64(0)
            for cell in range(after.shape[1]):
                total += weights[state, cell]
            sign = -1 if side else 1
            if total == 0:
                result = -sign
                break
            stream[0] = u64(stream[0] + u64(STEP))
            chosen = weighed(weights, state, total, split_mixed_word(stream[0]))
            if (boxes_o if side else boxes_x)[state]:
                states[side, count[side]], cells[side, count[side]] = state, chosen
                count[side] += 1
            following = after[state, chosen]
            if following < 0:
                result = sign * worth if following == LINED else 0
                break
            state, side = following, 1 - side
        results[game] = result
        for side in range(2):
            if learns[side]:
                weights = weights_o if side else weights_x
                reward = rewards[1 - (-result if side else result)]
                for move in range(count[side]):
                    state, cell = states[side, move], cells[side, move]
                    weights[state, cell] = rewarded(weights[state, cell], reward)


def best_value(method: int, after: Any, values: Any, state: Any, worth: int) -> tuple[Any, int]:
    """What the best move of a state is worth by what is learnt so far, and the lowest such cell."""
    best, chosen = np.float32(-9.0), 0
    for cell in range(after.shape[1]):
        following = after[state, cell]
        if following == TAKEN:
            continue
        value = values[state, cell] if method != TD else after_value(values, following, worth)
        if value > best:
            best, chosen = value, cell
    return best, chosen


def best_cells(method: int, after: Any, values: Any, worth: int, cells: Any) -> None:
    """Fill `cells` with the best move of each state by what is learnt so far."""
    for state in range(len(after)):
        cells[state] = best_value(method, after, values, state, worth)[1]


def after_value(values: Any, following: Any, worth: int) -> Any:
    """What a move is worth by the state after it, whose value is that of the other player."""
    if following >= 0:
        return -values[following, 0]
    return np.float32(worth) if following == LINED else np.float32(0.0)


def move_to(values: Any, visits: Any, state: Any, cell: Any, target: Any, rate: Any) -> None:
    """Take a value to a target: all the way at the first visit, then by 1/n, at least by `rate`."""
    visits[state, cell] += 1
    step = max(np.float32(rate), np.float32(1.0) / np.float32(visits[state, cell]))
    values[state, cell] += step * (np.float32(target) - values[state, cell])


def learn_moves(
    method: int,
    after: Any,
    values: Any,
    visits: Any,
    side: int,
    rate: Any,
    worth: int,
    states: Any,
    movers: Any,
    cells: Any,
    count: int,
    result: int,
) -> None:
    """Learn the values of the moves of a game, whose `result` is X's."""
    # In a game against itself the next decision is the other player's; else the player's own.
    ahead, sign = (1, -1) if side == 2 else (2, 1)
    for move in range(count - 1, -1, -1):
        mover = movers[move]
        if side == 1 - mover:
            continue
        target = np.float32(-result if mover else result)
        following = move + ahead
        if following < count and method == Q:
            target = sign * best_value(method, after, values, states[following], worth)[0]
        elif following < count and method == SARSA:
            target = sign * values[states[following], cells[following]]
        move_to(values, visits, states[move], cells[move], target, rate)


def learn_states(
    values: Any,
    visits: Any,
    side: int,
    rate: Any,
    states: Any,
    movers: Any,
    greedy: Any,
    count: int,
    result: int,
) -> None:
    """Learn the values of the states after moves. A move that explores teaches nothing.

    A state's value is that to the player who is to move in it; to the other, it is the opposite.
    """
    for move in range(count - 1, -1, -1):
        mover = movers[move]
        worth = np.float32(-result if mover else result)  # of the game, to the mover
        if side == 2:
            if greedy[move]:
                target = worth if move == count - 1 else -values[states[move + 1], 0]
                move_to(values, visits, states[move], 0, target, rate)
        elif side == mover:
            if move == count - 2:  # the answer ended the game
                move_to(values, visits, states[move + 1], 0, -worth, rate)
            if move >= 2 and greedy[move]:
                target = -worth if move == count - 1 else values[states[move + 1], 0]
                move_to(values, visits, states[move - 1], 0, target, rate)


def learn_games(
    method: int,
    after: Any,
    plies: Any,
    values: Any,
    opponent: Any,
    side: int,
    rate: Any,
    visits: Any,
    explore: Any,
    last_explore: Any,
    worth: int,
    stream: Any,
    results: Any,
) -> int:
    """Play and learn one game for each of `results`, as `play_beads` has it; returns the moves.

    `side` is 0 or 1 for X or O against `opponent`, weights of moves, or 2 for a game against
    itself. The chance to explore goes from one number, out of 2**HALF_BITS, to the other in equal
    steps.
    """
    longest = after.shape[1]  # as in `play_beads`
    states = np.empty(longest, np.int64)
    movers = np.empty(longest, np.int64)
    cells = np.empty(longest, np.int64)
    greedy = np.empty(longest, np.bool_)
    moves = 0
    games = len(results)
    for game in range(games):
        threshold = u64(explore + (last_explore - explore) * (game / games))
        state, count, mover = 0, 0, 0
        while True:
            stream[0] = u64(stream[0] + u64(STEP))
            number = split_mixed_word(stream[0])
            greedy[count] = True
            if side == 1 - mover:
                total = np.int64(0)
                for cell in range(after.shape[1]):
                    total += opponent[state, cell]
                chosen = weighed(opponent, state, total, number)
            elif number & u64(LOW) < threshold:
                greedy[count] = False
                left = below(number, after.shape[1] - plies[state])
                chosen = 0
                while left or after[state, chosen] == TAKEN:
                    left -= after[state, chosen] != TAKEN
                    chosen += 1
            else:
                chosen = best_value(method, after, values, state, worth)[1]
            states[count], movers[count], cells[count] = state, mover, chosen
            count += 1
            following = after[state, chosen]
            if following < 0:
                break
            state, mover = following, 1 - mover
        moves += count
        sign = -1 if mover else 1
        results[game] = sign * worth if following == LINED else 0
        if method == TD:
            learn_states(values, visits, side, rate, states, movers, greedy, count, results[game])
        else:
            learn_moves(
                method,
                after,
                values,
                visits,
                side,
                rate,
                worth,
                states,
                movers,
                cells,
                count,
                results[game],
            )
    return moves
