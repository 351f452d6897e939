"""States go through JAX's transformations, actions are drawn, and errors say what is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

pytestmark = pytest.mark.wide  # to import JAX takes a second, and to compile some more

jax = pytest.importorskip("jax", reason="JAX comes with the extra [jax]")

import jax.numpy as jnp

from noughts import TICTACTOE
from noughts.core.svg import svg
from noughts.envs.jax import Env, State, make, random_action, save_svg_animation
from noughts.envs.jax.random_actions import nth_cell
from noughts.errors import ArrayError, EnvError, PositionError, RulesError, TooLargeError

N = 8


def begun(env: Env, n: int = N) -> State:
    state: State = jax.vmap(env.init)(jax.random.split(jax.random.key(3), n))
    return state


def same(ours: Any, theirs: Any) -> bool:
    """Whether two states have the same structure and equal arrays."""
    assert jax.tree.structure(ours) == jax.tree.structure(theirs)
    pairs = zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True)
    return all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in pairs)


@pytest.mark.traced
@pytest.mark.parametrize(("board", "auto_reset"), [("3,3,3", False), ("2,20,4", True)])
def test_a_step_is_the_same_alone_in_a_batch_compiled_and_scanned(
    board: str, auto_reset: bool
) -> None:
    env = Env(board, auto_reset)
    first = begun(env)
    drawn = jax.random.randint(jax.random.key(4), (12, N), 0, env.num_actions)

    def one(state: State, actions: Any) -> tuple[State, Any]:
        state = env.step(state, actions)
        return state, state

    _, scanned = jax.jit(lambda state, actions: jax.lax.scan(one, state, actions))(first, drawn)
    compiled, mapped = jax.jit(env.step), jax.jit(jax.vmap(env.step))
    batch, alone = first, jax.tree.map(lambda leaf: leaf[0], first)
    for turn, actions in enumerate(drawn):
        assert turn > 1 or same(env.step(batch, actions), compiled(batch, actions))
        alone, batch, before = compiled(alone, actions[0]), compiled(batch, actions), batch
        assert same(batch, mapped(before, actions))
        assert same(batch, jax.tree.map(lambda leaf, turn=turn: leaf[turn], scanned))
        assert same(alone, jax.tree.map(lambda leaf: leaf[0], batch))
    assert env.observe(alone).shape == alone.observation.shape == env.observation_shape
    assert (env.num_players, env.version, repr(env)[:4]) == (2, "v0", "Env(")
    assert (alone.legal_action_mask == batch.legal_action_mask[0]).all()
    assert (alone.rewards == batch.rewards[0]).all()


SHARDED = """
import jax
jax.config.update("jax_num_cpu_devices", 2)
import numpy as np
from jax.sharding import PartitionSpec
from noughts.envs.jax import Env

env = Env("3,3,3,torus", auto_reset=True)
state = jax.vmap(env.init)(jax.random.split(jax.random.key(1), 8))
actions = np.arange(8, dtype=np.int32)
games = PartitionSpec("games")
mesh = jax.make_mesh((2,), ("games",), axis_types=(jax.sharding.AxisType.Auto,))
step = jax.shard_map(env.step, mesh=mesh, in_specs=(games, games), out_specs=games)
there, here = jax.jit(step)(state, actions), env.step(state, actions)
assert len(there.current_player.sharding.device_set) == 2
for ours, theirs in zip(jax.tree.leaves(there), jax.tree.leaves(here), strict=True):
    assert np.array_equal(ours, theirs)
print("same")
"""


def test_games_are_shared_among_devices() -> None:
    printed = subprocess.check_output([sys.executable, "-c", SHARDED], text=True)
    assert printed == "same\n"


def test_the_key_of_init_draws_who_begins_and_that_of_step_draws_nothing() -> None:
    env = Env()
    state = begun(env, 200)
    assert 60 < int(state.current_player.sum()) < 140
    actions = jnp.zeros(200, jnp.int32)
    keys = jax.random.split(jax.random.key(1), 200)
    assert same(env.step(state, actions), env.step(state, actions, keys))


# Random actions.


@pytest.mark.parametrize(("width", "cells"), [(8, 8), (16, 9), (32, 9)])
def test_every_legal_cell_is_drawn_by_equally_many_numbers(width: int, cells: int) -> None:
    boards = np.arange(1, 1 << cells)
    bits = boards[:, None] >> np.arange(cells) & 1
    counts = bits.sum(axis=1)
    rows = [(board, rank) for board, count in enumerate(counts) for rank in range(count)]
    board, rank = np.array(rows).T
    ends = [-(-(rank + more << 32) // counts[board]) - more for more in (0, 1)]
    for numbers in ends:  # the first and the last that draw this cell
        words = (jnp.asarray(boards[board], f"uint{width}"),)
        found = jax.jit(nth_cell)(words, jnp.asarray(numbers, jnp.uint32))
        assert found.tolist() == [np.flatnonzero(bits[row])[rank] for row, rank in rows]


def test_cells_of_several_words_are_drawn_by_their_order() -> None:
    draw = np.random.default_rng(1)
    bits = draw.random((500, 96)) < draw.random((500, 1))
    bits[~bits.any(axis=1), 95] = True
    words = [(bits[:, 32 * at :][:, :32] << np.arange(32)).sum(axis=1) for at in range(3)]
    numbers = draw.integers(0, 1 << 32, 500)
    found = jax.jit(nth_cell)(tuple(jnp.asarray(word, jnp.uint32) for word in words),
                              jnp.asarray(numbers, jnp.uint32))  # fmt: skip
    ranks = numbers * bits.sum(axis=1) >> 32
    pairs = zip(bits, ranks, strict=True)
    assert found.tolist() == [np.flatnonzero(row)[rank] for row, rank in pairs]


def test_random_actions_are_legal_even_and_independent_from_game_to_game() -> None:
    n = 1 << 16
    env = Env()
    state = begun(env, n)
    for cell in (4, 0):
        state = env.step(state, jnp.full(n, cell))
    drawn = np.asarray(random_action(jax.random.key(5), state))
    pairs = np.bincount(drawn[::2] * 9 + drawn[1::2], minlength=81).reshape(9, 9)
    assert pairs[[0, 4]].sum() == pairs[:, [0, 4]].sum() == 0
    others = np.delete(np.delete(pairs, [0, 4], 0), [0, 4], 1)
    expected = n / 2 / 49
    assert ((others - expected) ** 2 / expected).sum() < 84  # chi-square of 48, at 0.1%
    again = np.asarray(random_action(jax.random.key(6), state))
    assert 0.12 < (drawn == again).mean() < 0.166  # a seventh


def test_a_random_action_is_on_the_board_when_the_game_is_over() -> None:
    env = Env()
    state = begun(env)
    for cell in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        state = env.step(state, jnp.full(N, cell))
    assert state.terminated.all()
    drawn = jax.vmap(random_action, (0, None))(jax.random.split(jax.random.key(1), 50), state)
    assert set(np.asarray(drawn).flat) == set(range(9))


# Errors and pictures.


@pytest.mark.traced
def test_boards_that_have_no_arrays_are_refused() -> None:
    with pytest.raises(RulesError, match=r"no line of 4 fits"):
        Env("3,3,4")
    with pytest.raises(TooLargeError, match=r"361 cells, and 20,20,5 has 400"):
        Env("20,20,5")


@pytest.mark.traced
def test_states_and_actions_that_do_not_fit_are_refused_while_compiling_too() -> None:
    env, state = Env(), begun(Env())
    for step in (env.step, jax.jit(env.step)):
        with pytest.raises(ArrayError, match=r"an array of int32 \[2\]; integers \[8\]"):
            step(state, jnp.zeros(2, jnp.int32))
        with pytest.raises(ArrayError, match=r"an array of float32 \[8\]; integers"):
            step(state, jnp.zeros(N))
        with pytest.raises(EnvError, match=r"plays 3,3,3; the state is of 4,4,4"):
            step(begun(Env("4,4,4")), jnp.zeros(N, jnp.int32))
    with pytest.raises(EnvError, match=r"Env\('3,3,3', auto_reset=False\) .* is of int"):
        env.step(5, 0)  # type: ignore[arg-type] # that is what is tested


@pytest.mark.traced
@pytest.mark.parametrize(
    ("action", "said"),
    [
        (np.int64(2**32 + 4), "item 0 of actions is 4294967300, which JAX's int32 does not hold"),
        (np.uint64(2**32 + 4), "which JAX's uint32 does not hold; cells are 0 to 8"),
        (2**40, "item 0 of actions is 1099511627776, which JAX's int32 does not hold"),
        (2**70, "actions are an array of object"),
        (None, r"actions are an array of object \[\]; integers \[\] are needed"),
        ("x", "actions are an array of <U1"),
        ([[1], [2, 3]], "actions cannot become an array: .* inhomogeneous"),
        (np.ma.masked_array(4, True), "item 0 of actions is masked"),
    ],
)
def test_an_action_that_jax_would_change_or_not_take_is_refused(action: Any, said: str) -> None:
    env = Env()
    with pytest.raises(ArrayError, match=said):
        env.step(env.init(jax.random.key(1)), action)


@pytest.mark.traced
def test_the_action_of_a_batch_that_jax_would_change_is_named() -> None:
    env, state = Env(), begun(Env())
    assert not env.step(state, np.arange(N)).terminated.any()
    with pytest.raises(ArrayError, match="item 4 of actions is 4294967300"):
        env.step(state, np.where(np.arange(N) == 4, 2**32 + 4, 0))


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "uint32", "int64", "uint64"])
def test_an_action_may_have_any_dtype_of_integers(dtype: str) -> None:
    env = Env("15,15,5")
    step, state = jax.jit(env.step), env.init(jax.random.key(1))
    for cell in (0, 100, 127, *([] if dtype == "int8" else [200, 224])):
        expected = step(state, jnp.int32(cell))
        assert same(env.step(state, np.dtype(dtype).type(cell)), expected)


@pytest.mark.parametrize("action", [np.int8(-1), np.uint8(225), np.uint32(2**32 - 1)])
def test_a_number_that_is_not_a_cell_is_illegal_whatever_its_dtype(action: Any) -> None:
    env = Env("15,15,5")
    assert env.step(env.init(jax.random.key(1)), action).terminated


def test_where_jax_has_64_bits_an_action_is_compared_with_all_of_them() -> None:
    with jax.enable_x64():
        state = begun(Env(), 2)
        after = jax.jit(Env().step)(state, np.array([2**32 + 4, 4]))
        assert after.terminated.tolist() == [True, False]


@pytest.mark.traced
def test_fields_are_replaced_as_in_pgx() -> None:
    state = begun(Env())
    signs = jnp.arange(N, dtype=jnp.float32) % 3 - 1
    rewards = signs[:, None] * jnp.array([1, -1])
    changed = state.replace(rewards=rewards, truncated=jnp.ones(N, jnp.bool_))
    assert (changed.rewards == rewards).all()
    assert (state.replace(rewards=rewards / 2).rewards == rewards).all()  # who gains is kept
    other = state.replace(current_player=1 - state.current_player)
    assert (other.current_player == 1 - state.current_player).all()
    assert other.replace(terminated=jnp.ones(N, jnp.bool_)).terminated.all()
    leaves = zip(jax.tree.leaves(other), jax.tree.leaves(state), strict=True)
    assert all(one.dtype == held.dtype for one, held in leaves)
    assert changed.truncated.all()
    frozen = Env().step(changed, jnp.zeros(N, jnp.int32))
    assert same(frozen, changed.replace(rewards=jnp.zeros((N, 2))))
    with pytest.raises(EnvError, match="_step_count of a state cannot be replaced; terminated, "):
        state.replace(_step_count=jnp.full(N, 3))


@pytest.mark.parametrize("moves", [1, 2])
def test_another_player_to_move_has_the_same_stones(moves: int) -> None:
    state = begun(Env())
    for cell in range(moves):
        state = Env().step(state, jnp.full(N, cell))
    other = state.replace(current_player=1 - state.current_player)
    assert [*other.positions()] == [*state.positions()]
    assert same(other.replace(current_player=state.current_player), state)


@pytest.mark.traced
def test_an_action_that_loses_the_game_counts_as_a_move() -> None:
    state = begun(Env())
    for count, terminated in ((1, False), (2, True), (2, True)):
        state = Env().step(state, jnp.full(N, 4))
        assert state._step_count.tolist() == [count] * N
        assert state.terminated.tolist() == [terminated] * N


@pytest.mark.traced
def test_a_line_of_text_shows_one_game_or_the_first_three() -> None:
    env = Env()
    alone = env.step(env.init(jax.random.key(1)), 4)
    player = int(alone.current_player)
    assert repr(alone) == f"<state of 3,3,3: .../.X./..., player {player} to move>"
    assert repr(env.step(alone, 4)) == "<state of 3,3,3: .../.X./..., over>"  # lost by that
    state = env.step(begun(env), jnp.arange(N))
    shown = "X../.../..., .X./.../..., ..X/.../..."
    assert repr(state) == f"<states [{N}] of 3,3,3: {shown}, ...>"
    assert repr(jax.tree.map(lambda word: word[:3], state)) == f"<states [3] of 3,3,3: {shown}>"
    traced: list[str] = []
    jax.jit(lambda state: traced.append(repr(state)))(alone)
    assert traced[0].startswith("<state of 3,3,3, held as ")


@pytest.mark.traced
def test_a_picture_shows_one_game_or_the_first_64(tmp_path: Path) -> None:
    env = Env()
    alone = env.step(env.init(jax.random.key(1)), 4)
    assert alone.to_svg() == svg(0b10000, 0, TICTACTOE)
    assert alone.env_id == env.id
    state = env.step(begun(env, 70), jnp.arange(70) % 9)
    state.save_svg(tmp_path / "games.svg")
    drawn = (tmp_path / "games.svg").read_text(encoding="utf-8")
    assert drawn == state._repr_html_()
    assert drawn.count("<title>") == 64
    for name, why in (("/dev/full", "No space left"), ("a\0b", "no file can have this name")):
        with pytest.raises(OSError, match=why) as error:
            state.save_svg(name)
        assert error.value.filename == name


@pytest.mark.traced
def test_a_game_is_an_animation_move_by_move_listed_or_stacked(tmp_path: Path) -> None:
    env = make("2,2,2")
    first = env.init(jax.random.key(1))
    last, moves = jax.lax.scan(lambda s, a: (env.step(s, a),) * 2, first, jnp.array([0, 3]))
    save_svg_animation([first, env.step(first, 0), last], tmp_path / "listed.svg")
    save_svg_animation(moves, tmp_path / "stacked.svg", frame_duration_seconds=1)
    listed, stacked = ((tmp_path / f"{name}.svg").read_text() for name in ("listed", "stacked"))
    for drawn, count in ((listed, 3), (stacked, 2)):
        assert drawn.count("<animate ") == count
        assert drawn.count('<g visibility="visible">') == 1
        shown = drawn.partition('<g visibility="visible">')[2]
        assert shown.startswith(last.to_svg())
        ElementTree.fromstring(drawn)  # noqa: S314 - our own
    assert 'dur="0.6s"' in listed
    nothings: list[Any] = [[], first]
    for nothing in nothings:
        with pytest.raises(PositionError, match="needs a picture"):
            save_svg_animation(nothing, tmp_path / "none.svg")
    with pytest.raises(PositionError, match="0 is not a time between moves"):
        save_svg_animation(moves, tmp_path / "none.svg", 0)
    for name, known in (("tic_tac_toe", "tic_tac_toe"), ("6,7,4,gravity", "6,7,4,gravity")):
        env = make(name)
        assert (env.id, env.init(jax.random.key(1)).env_id) == (known, known)
    with pytest.raises(EnvError, match=r"write Env\(\"6,7,4,gravity\"\)"):
        make("connect_four")
    with pytest.raises(RulesError, match="tictactoe"):
        make("tictactoe")
