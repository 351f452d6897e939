"""The environment for JAX plays as `Position` and `VectorGame` do, on every kind of board."""

from __future__ import annotations

from functools import cache
from itertools import cycle
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.wide  # to import JAX takes a second, and to compile some more

jax = pytest.importorskip("jax", reason="JAX comes with the extra [jax]")

import jax.numpy as jnp

from noughts import TICTACTOE, Position, Rules
from noughts.arrays import VectorGame
from noughts.arrays.boards import number_of
from noughts.envs.jax import Env, State, random_action
from noughts.envs.jax.words import Flags, packed
from noughts.solver.tables.table import table
from tests.games_from_outside import listed as listed
from tests.tools import longer

# All in one word, words of uint16, one that is full, and several; every kind of board.
BOARDS = [
    *("3,3,3,misere", "4x4x4,4", "9,9,5", "3,3,3,gravity", "3,3,3,avoider"),
    "3,7,3,gravity,wild,stones=2+2",
    *longer("2,4,3", "4,8,4", "3,3,3,wild", "3,3,3,stones=2"),
    *longer("9,9,5,gravity", "3,3,3", "2,7,3,misere", "3,3,3,torus", "4,5,4", "15,15,5"),
    *longer("6,7,4,gravity", "3,3,3,notakto", "3,3,3,breaker", "5,5,4,exact", "9,9,5,stones=2"),
]
OUTSIDE = [-(2**31), -1, 9, 15, 16, 32, 2**31 - 1]  # actions that are no cell of 3x3


@cache
def positions() -> list[Position]:
    """Every position of 3x3 that play can reach."""
    return list(table(TICTACTOE))


def states_of(some: list[Position]) -> State:
    """A batch of these positions, player 0 to move in every other one."""
    n = len(some)
    own, others = np.array([position.sides for position in some], np.uint16).T
    no = jnp.zeros(n, jnp.bool_)
    player = jnp.arange(n) % 2 != 0
    beginner = player ^ jnp.array([position.ply % 2 != 0 for position in some])
    over = jnp.array([position.outcome is not None for position in some])
    flags = Flags(over, no, player, beginner, no, no, no)
    held = packed((jnp.asarray(own),), (jnp.asarray(others),), flags, TICTACTOE)
    return State(held, TICTACTOE)


def after(position: Position, action: int) -> tuple[Position, int, bool]:
    """The position after an action, its worth to who takes it, and whether the game is over."""
    if position.outcome:
        return position, 0, True
    if action not in position.legal_moves:
        return position, -1, True
    played = position.play(action)
    return played, int(played.winner is not None), played.outcome is not None


@pytest.mark.no_cover  # a walk; the games below reach the same lines
@pytest.mark.parametrize("auto_reset", [False, True])
def test_every_action_in_every_position_is_that_of_a_position(auto_reset: bool) -> None:
    begun = [position for position in positions() if not (auto_reset and position.outcome)]
    pairs = [(position, action) for position in begun for action in range(9)]
    pairs += zip(begun, cycle(OUTSIDE), strict=False)
    before = states_of([position for position, _ in pairs])
    actions = jnp.array([action for _, action in pairs], jnp.int32)
    state = jax.jit(Env(auto_reset=auto_reset).step)(before, actions)
    expected = [after(position, action) for position, action in pairs]
    moved = np.array([not position.outcome for position, _ in pairs])
    earned = np.array([worth for _, worth, _ in expected], np.float32)
    players = np.arange(len(pairs)) % 2
    over = np.array([over for *_, over in expected])
    at, mover = np.arange(len(pairs)), np.asarray(state.rewards)[np.arange(len(pairs)), players]
    assert (mover == earned).all()
    assert (np.asarray(state.rewards)[at, 1 - players] == -earned).all()
    assert (np.asarray(state.terminated) == over).all()
    assert not state.truncated.any()
    counts = np.array([position.ply for position, _ in pairs]) + moved
    masks = np.array(
        [[over or cell in p.legal_moves for cell in range(9)] for p, _, over in expected]
    )
    if not auto_reset:
        assert (np.asarray(state._step_count) == counts).all()
        assert (np.asarray(state.current_player) == players ^ moved).all()
        assert (np.asarray(state.legal_action_mask) == masks).all()
        legal = np.flatnonzero([worth >= 0 for _, worth, _ in expected])
        found = list(state.positions())
        assert all(found[item] == expected[item][0] for item in legal)
        return
    assert (np.asarray(state._step_count) == counts * ~over).all()
    # Whoever began is to move at even counts; the other one begins the next game.
    began = players ^ np.array([position.ply % 2 for position, _ in pairs])
    assert (np.asarray(state.current_player) == np.where(over, 1 - began, 1 - players)).all()
    assert (np.asarray(state.legal_action_mask) == masks).all()  # all cells of a new board
    for found, (position, _, ended) in zip(state.positions(), expected, strict=True):
        assert found == (Position() if ended else position)


def test_the_player_to_move_sees_its_own_stones_first() -> None:
    some = positions()
    seen = np.asarray(states_of(some).observation)
    assert (seen.dtype.name, seen.shape) == ("bool", (len(some), 3, 3, 2))
    for plane in (0, 1):
        stones = [position.sides[plane] for position in some]
        rows = [[side >> cell & 1 for cell in range(9)] for side in stones]
        assert (seen[..., plane].reshape(-1, 9) == rows).all()


@pytest.mark.traced
@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize("board", BOARDS)
def test_games_on_any_board_are_those_of_vector_game(board: str) -> None:
    rules, n = Rules.parse(board), 8
    env, games = Env(board, auto_reset=True), VectorGame(n, rules)

    def play(state: State, key: Any) -> Any:
        actions = random_action(key, state)
        state = env.step(state, actions)
        return state, actions, state.rewards, state.legal_action_mask, state.observation

    run = jax.jit(play)
    state = jax.vmap(env.init)(jax.random.split(jax.random.key(1), n))
    assert list(state.positions()) == list(games.positions())
    ended = 0
    for turn, key in enumerate(jax.random.split(jax.random.key(2), rules.cells + 15)):
        player = np.asarray(state.current_player)
        state, actions, rewards, masks, seen = run(state, key)
        expected = games.step(np.asarray(actions, np.uint8))  # which refuses what is not legal
        assert (np.asarray(rewards)[np.arange(n), player] == expected.reward).all()
        assert (np.asarray(rewards).sum(axis=1) == 0).all()
        assert (np.asarray(state.terminated) == expected.done).all()
        bits = [sum(1 << int(action) for action in np.flatnonzero(mask)) for mask in masks]
        assert bits == [number_of(legal) for legal in expected.legal]
        if rules.cells < 100 or turn % 50 == 0:  # masks say the same, but for whose stones they are
            assert list(state.positions()) == list(games.positions())
        ended += int(expected.done.sum())
    assert ended >= n
    assert (np.asarray(seen) == games.positions().planes(channels_last=True)).all()
    assert seen.shape == (n, *env.observation_shape)
    assert env.num_actions == rules.actions == masks.shape[1]


def test_a_line_loses_in_misere() -> None:
    env = Env("3,3,3,misere")
    state = env.init(jax.random.key(1))
    mover = int(state.current_player)
    for cell in (0, 3, 1, 4, 2):
        state = env.step(state, cell)
    assert state.terminated
    assert state.rewards.tolist() == [-1 if player == mover else 1 for player in (0, 1)]
