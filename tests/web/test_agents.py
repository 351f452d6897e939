"""Agents on the page: the rules of learning and the files are the library's, bead by bead."""

from __future__ import annotations

import base64
import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noughts import Game, Position, Rules
from noughts.errors import AgentError
from noughts.learn import Menace, Tabular, load_agent, save_agent
from noughts.learn.graph import graph_of
from tests.tools import some
from tests.web.conftest import Node

BOARDS = ("3,3,3", "3,3,3,misere", "3,3,3,torus", "3,3,3,torus,misere")


def stream(menace: Menace) -> str:
    """The state of its random numbers, which has more digits than JSON's numbers have there."""
    return str(int(menace.stream[0]))


def page(node: Node, *asked: list[Any]) -> list[Any]:
    """What the page answers, see agents.mjs."""
    answers: list[Any] = node("agents.mjs", [*asked])
    return answers


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("shared", [True, False])
def test_the_states_and_their_numbers_are_the_librarys(
    node: Node, board: str, shared: bool
) -> None:
    (found,) = page(node, ["graph", board, shared])
    graph = graph_of(Rules.parse(board), shared)
    assert found["x"] == graph.positions.x.tolist()
    assert found["o"] == graph.positions.o.tolist()
    assert found["plies"] == graph.plies.tolist()
    assert found["after"] == graph.after.ravel().tolist()
    assert found["alike"] == graph.alike.ravel().tolist()


def test_there_are_304_boxes_for_x_as_michie_had(node: Node) -> None:
    (found,) = page(node, ["boxes", "3,3,3"])
    assert found == [[1, 12, 108, 183, 0], [3, 38, 153, 95, 0]]
    assert sum(found[0]) == Menace().boxes == 304


ROUNDS = [(100, "random", "x"), (100, "perfect", "o"), (100, "itself", "x"), (50, "random", "o")]
OPPONENTS = {"random": "random", "perfect": "perfect:random", "itself": None}


@pytest.mark.parametrize("board", BOARDS)
def test_equal_random_numbers_fill_equal_boxes(node: Node, board: str) -> None:
    menace = Menace(board, sides="both", seed=273)
    (found,) = page(node, ["train", board, {"stream": stream(menace)}, ROUNDS])
    results = [menace.train(n, OPPONENTS[against], side).tolist() for n, against, side in ROUNDS]
    assert found["results"] == results
    assert found["beads"] == menace.weights().ravel().tolist()
    assert found["stream"] == stream(menace)
    assert found["games"] == menace.games == 350


@pytest.mark.parametrize(
    ("settings", "games"),
    [
        ({"sides": "x", "beads": [1], "rewards": [3, 1, -1]}, 300),  # whose boxes are soon empty
        ({"sides": "o", "beads": [8, 4], "rewards": [5, -2, -3]}, 200),
        ({"sides": "x", "beads": [1, 2, 3, 4, 5], "rewards": [1 << 27, 0, -(1 << 27)]}, 50),
    ],
)
def test_a_machine_of_other_beads_learns_and_resigns_alike(
    node: Node, settings: dict[str, Any], games: int
) -> None:
    menace = Menace(**settings, seed=5)
    side = settings["sides"]
    given = {**settings, "stream": stream(menace)}
    (found,) = page(node, ["train", "3,3,3", given, [(games, "perfect", side)]])
    results = menace.train(games, "perfect:random", side)
    assert found["results"] == [results.tolist()]
    assert found["beads"] == menace.weights().ravel().tolist()
    if settings["beads"] == [1]:
        boxes = menace.weights()[menace._boxes]
        assert (boxes.sum(axis=1) == 0).any()


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_is_learnt_bead_by_bead_and_can_be_taken_back(node: Node, board: str) -> None:
    chance = random.Random(board)
    menace = Menace(board, sides="both", seed=1)
    games = []
    for _ in range(60):
        game = Game(menace.rules)
        while not game.outcome:
            game.push(chance.choice(game.position.moves()))
        side = chance.choice("xo")
        games.append([list(game.moves), side])
        menace.learn(game, side)
    (found,) = page(node, ["learn", board, {"stream": 1}, games])
    assert found["beads"] == menace.weights().ravel().tolist()
    assert found["games"] == 60
    assert found["isTakenBack"]


def saved(agent: Any, folder: Path) -> Path:
    """The file of an agent."""
    path = folder / "agent.npz"
    save_agent(agent, path)
    return path


def read(node: Node, *paths: Path) -> list[Any]:
    """What the page finds in files."""
    return page(node, *(["file", str(path)] for path in paths))


def test_a_file_of_the_library_is_the_same_machine_on_the_page(node: Node, tmp_path: Path) -> None:
    menace = Menace("3,3,3,torus", sides="o", beads=[9, 5], seed=1)
    menace.train(500, "random")
    (found,) = read(node, saved(menace, tmp_path))
    assert found == {
        "kind": "menace",
        "board": "3,3,3,torus",
        "settings": {"beads": [9, 5], "rewards": [3, 1, -1], "sides": "o"},
        "games": 500,
        "beads": menace.weights().ravel().tolist(),
        "stream": stream(menace),
    }


def test_a_file_of_the_page_goes_on_learning_in_the_library(node: Node, tmp_path: Path) -> None:
    menace = Menace(sides="both", seed=7)
    (written,) = page(node, ["write", "3,3,3", {"stream": stream(menace)}, 150])
    menace.train(150, None)
    path = tmp_path / "menace.npz"
    path.write_bytes(base64.b64decode(written))
    (found,) = read(node, path)
    again = load_agent(path)
    assert found["beads"] == again.weights().ravel().tolist()
    assert again.games == 150
    assert again.settings() == menace.settings()
    assert (again.weights() == menace.weights()).all()
    assert (again.train(100, "random") == menace.train(100, "random")).all()


@pytest.mark.parametrize("method", ["q", "sarsa", "td", "mc"])
@pytest.mark.parametrize("shared", [True, False])
def test_a_table_of_values_plays_its_moves(
    node: Node, tmp_path: Path, method: str, shared: bool
) -> None:
    board = "3,3,3,misere" if method == "mc" else "3,3,3"
    agent = Tabular(method, board, shared=shared, seed=1)
    agent.train(2000)
    (found,) = read(node, saved(agent, tmp_path))
    assert (found["kind"], found["board"], found["games"]) == (method, board, 2000)
    chances = agent.policy.probabilities(agent.graph.positions)
    moves = [np.flatnonzero(row).tolist() for row in chances]
    assert found["moves"] == moves
