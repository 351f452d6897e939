"""The four methods beside their textbook updates, and what they come to."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import numpy as np
import pytest

from noughts import NoughtsError, PlayerError, Position, Rules
from noughts.arrays import Positions
from noughts.evaluate import exploitability, versus
from noughts.kernels.compiler import loops
from noughts.learn import Tabular, tabular, update_kernel
from noughts.learn.agent import weights_of
from noughts.players.random_numbers import Numbers
from tests.learn.textbook import Textbook
from tests.tools import pairs

pytestmark = pytest.mark.plain

METHODS = ["q", "sarsa", "td", "mc"]


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("board", ["2,3,3", "2,3,2,misere", "2,3,2,stones=2", "2,2,2,wild"])
def test_a_game_against_itself_is_learnt_as_the_textbook_says(
    board: str, method: str, shared: bool
) -> None:
    agent = Tabular(method, board, rate=0.25, shared=shared, seed=4)
    plain = Textbook(method, agent.graph, rate=0.25, numbers=Numbers(4))
    results = agent.train(120, explore=(0.75, 0.25))
    assert results.tolist() == plain.play(120, None, (0.75, 0.25))
    assert np.allclose(agent.tables()["values"], plain.values, atol=1e-6)


@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("board", ["2,3,2", "2,3,3,stones=2"])
def test_a_game_against_another_is_learnt_as_the_textbook_says(
    board: str, method: str, side: str
) -> None:
    agent = Tabular(method, board, rate=0.25, seed=4)
    plain = Textbook(method, agent.graph, rate=0.25, numbers=Numbers(4))
    weights = weights_of("random", agent.graph).tolist()
    results = agent.train(120, "random", side, explore=(0.5, 0.5))
    assert results.tolist() == plain.play(120, (weights, side), (0.5, 0.5))
    assert np.allclose(agent.tables()["values"], plain.values, atol=1e-6)


@pytest.mark.long
@pytest.mark.parametrize(("method", "shared"), pairs(METHODS, [False, True]))
def test_each_method_comes_to_a_policy_that_nobody_can_exploit(method: str, shared: bool) -> None:
    agent = Tabular(method, shared=shared, seed=1)
    agent.train(400_000)
    assert exploitability(agent) == 0


@pytest.mark.long
def test_it_learns_all_that_a_random_player_can_be_beaten_by() -> None:
    agent = Tabular("q", seed=1)
    agent.train(400_000, "random")
    assert abs(versus(agent, "random").first.score - (1 - 1 / 384)) < 1e-12  # perfect:trap's


def test_q_comes_to_a_policy_that_nobody_can_exploit_on_a_small_board() -> None:
    agent = Tabular("q", "2,2,2", seed=1)
    assert exploitability(agent, "2,2,2") > 0 or agent.games == 0
    agent.train(300)
    assert exploitability(agent, "2,2,2") == 0
    assert agent.probabilities(Position(rules=Rules(2, 2, 2))) != {}


def test_a_policy_is_the_best_move_by_the_table() -> None:
    agent = Tabular("q", "2,3,3", shared=False, seed=1)
    agent.train(50)
    positions = agent.graph.positions
    chances = agent.policy.probabilities(positions)
    values = np.where(agent.graph.after == update_kernel.NO_MOVE, -9, agent.tables()["values"])
    assert (chances.argmax(axis=1) == values.argmax(axis=1)).all()
    for position, row in zip(positions, chances, strict=True):
        assert agent.probabilities(position) == {int(row.argmax()): 1}


def test_a_game_may_be_as_long_as_its_board_has_cells() -> None:
    cells = 14  # of a board on which cell after cell is played, up to the last one
    after = np.full((cells, cells), update_kernel.NO_MOVE, np.int32)
    np.fill_diagonal(after, [*range(1, cells), update_kernel.DRAWN])
    one, results, no = np.ones((cells, cells), np.int64), np.ones(5, np.int8), np.float32(0)
    stream, boxes = np.array([1], np.uint64), np.ones(cells, np.bool_)
    beads = np.where(after == update_kernel.NO_MOVE, 0, one)
    learns, rewards = np.array([True, True]), np.array([3, 1, -1])
    movers, choices = np.arange(cells, dtype=np.uint8) % 2, np.ones(cells, np.uint8)
    given = after, movers, boxes, boxes, beads, beads, learns, rewards, stream, results
    loops(update_kernel).play_beads(*given)
    assert not results.any()
    assert (beads.diagonal() == 1 + 5).all()
    for method in tabular.METHODS.values():
        values, visits = np.zeros((cells, cells), np.float32), np.zeros((cells, cells), np.int32)
        told = method, 2, no, after, movers, choices, values, visits
        learner = loops(update_kernel).Learner(*told)
        moves = loops(update_kernel).learn_games(learner, one, (0.0, 0.0), stream, results)
        assert moves == 5 * cells


# Checksums of what is learnt by a seed, and of the results: whoever gives the seed gets the same.
LEARNT = {
    ("q", "3,3,3", ""): (1287741697, 2307078441),
    ("q", "3,2,2,misere", "x"): (3017097388, 329606311),
    ("q", "2,3,3", "o"): (1497188676, 2214166320),
    ("sarsa", "3,3,3", ""): (1880713145, 263297395),
    ("sarsa", "3,2,2,misere", "x"): (1731023798, 936481508),
    ("sarsa", "2,3,3", "o"): (485779287, 2214166320),
    ("td", "3,3,3", ""): (1180228742, 4148513475),
    ("td", "3,2,2,misere", "x"): (2194212822, 556085772),
    ("td", "2,3,3", "o"): (368275325, 2913452239),
    ("mc", "3,3,3", ""): (842386189, 3328478262),
    ("mc", "3,2,2,misere", "x"): (951481036, 936481508),
    ("mc", "2,3,3", "o"): (416312653, 2214166320),
}


@pytest.mark.parametrize(("method", "board", "side"), LEARNT)
def test_a_seed_learns_what_it_learnt(method: str, board: str, side: str) -> None:
    assert learnt(method, board, side) == LEARNT[method, board, side]


def learnt(method: str, board: str, side: str) -> tuple[int, int]:
    """The checksums of the tables and of the results, against itself or as X or O."""
    agent = Tabular(method, board, seed=3)
    results = agent.train(200, "random" if side else None, side or "x", (0.75, 0.25))
    tables = (table.astype(table.dtype.newbyteorder("<")) for table in agent.tables().values())
    return crc32(b"".join(table.tobytes() for table in tables)), crc32(results.tobytes())


def test_equal_seeds_learn_equal_things() -> None:
    one, other = (Tabular("sarsa", "2,3,3", seed=9) for _ in range(2))
    assert (one.train(100) == other.train(100)).all()
    assert (one.tables()["values"] == other.tables()["values"]).all()
    assert one.games == 100


def test_a_random_policy_of_arrays_is_an_opponent() -> None:
    def uniform(_: Any, masks: Any) -> Any:
        return masks / masks.sum(axis=1, keepdims=True)

    one, other = (Tabular("q", "2,3,3", seed=9) for _ in range(2))
    assert (one.train(50, uniform) == other.train(50, "random")).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Tabular("dqn"), "'dqn' is not a method; give one of q, sarsa, td, mc"),
        (lambda: Tabular(["q"]), "'q'.* is not a method"),  # type: ignore[arg-type] # wrongly
        (lambda: Tabular(rate=1.5), "rate is 1.5; a number from 0 to 1"),
        (lambda: Tabular(rate="0.5"), "rate is '0.5'; a number from 0 to 1"),  # type: ignore[arg-type] # wrongly
        (lambda: Tabular(rules="2,2,2").train(1, explore=(1, -1)), "explore is -1; a number"),
        (lambda: Tabular().train(1, explore=(1, 1, 0)), r"explore is \(1, 1, 0\); two numbers"),  # type: ignore[arg-type] # wrongly
        (lambda: Tabular(rules="2,2,2").train(1, explore=0.5), "explore is 0.5; two numbers"),  # type: ignore[arg-type] # wrongly
        (lambda: Tabular(rules="2,2,2").train(1, side="both"), "side is 'both'; give 'x' or 'o'"),
        (lambda: Tabular(rules="2,2,2").train(1, "nobody"), "'nobody' is not a player"),
        (lambda: Tabular(rules="2,2,2").train(1.5), "games is 1.5; a whole number"),  # type: ignore[arg-type] # wrongly
    ],
)
def test_what_is_not_valid_is_refused(call: Any, message: str) -> None:
    with pytest.raises(NoughtsError, match=message):
        call()


def test_an_agent_plays_its_own_board_alone() -> None:
    agent = Tabular(rules="2,2,2")
    with pytest.raises(PlayerError, match="q plays 2,2,2, not 3,3,3"):
        agent.policy.probabilities(Positions.start(1))
