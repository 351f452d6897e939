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

from noughts import Game, Rules
from noughts.errors import AgentError
from noughts.learn import Menace, Tabular, load_agent, save_agent
from noughts.learn.graph import graph_of
from tests.learn.test_agent_file import NESTED, archive
from tests.tools import longer, pairs, some
from tests.web.conftest import Node

BOARDS = ("3,3,3", "3,3,3,misere", "3,3,3,torus", "3,3,3,torus,misere")
FIRST_IS_QUICK = [
    BOARDS[0],
    *longer(*BOARDS[1:3]),
    pytest.param(BOARDS[3], marks=pytest.mark.wide),
]


def stream(menace: Menace) -> str:
    """The state of its random numbers, which has more digits than JSON's numbers have there."""
    return str(int(menace.stream[0]))


def page(node: Node, *asked: list[Any]) -> list[Any]:
    """What the page answers, see agents.mjs."""
    answers: list[Any] = node("agents.mjs", [*asked])
    return answers


@pytest.mark.wide
@pytest.mark.parametrize(
    "case",
    some(
        [
            *((each, True) for each in (*BOARDS, "3,3,2,torus", "3,3,3,cylinder")),
            *((each, False) for each in BOARDS[::2]),
        ],
        3,
    ),
)
def test_the_states_and_their_numbers_are_the_librarys(node: Node, case: tuple[str, bool]) -> None:
    board, shared = case  # the board, and whether images share a state
    (found,) = page(node, ["graph", board, shared])
    graph = graph_of(Rules.parse(board), shared)
    assert found["x"] == graph.positions.x.tolist()
    assert found["o"] == graph.positions.o.tolist()
    assert found["plies"] == graph.positions.plies().tolist()
    assert found["after"] == graph.after.ravel().tolist()
    assert found["alike"] == graph.alike.ravel().tolist()


def test_there_are_304_boxes_for_x_as_michie_had(node: Node) -> None:
    (found,) = page(node, ["boxes", "3,3,3"])
    assert found == [[1, 12, 108, 183, 0], [3, 38, 153, 95, 0]]
    assert sum(found[0]) == Menace().boxes == 304


ROUNDS = [(100, "random", "x"), (100, "perfect", "o"), (100, "itself", "x"), (50, "random", "o")]
OPPONENTS = {"random": "random", "perfect": "perfect:random", "itself": None}


@pytest.mark.parametrize("board", FIRST_IS_QUICK)
def test_equal_random_numbers_fill_equal_boxes(node: Node, board: str) -> None:
    menace = Menace(board, sides="both", seed=273)
    (found,) = page(node, ["train", board, {"stream": stream(menace)}, ROUNDS])
    results = [menace.train(n, OPPONENTS[against], side).tolist() for n, against, side in ROUNDS]
    assert found["results"] == results
    assert found["beads"] == menace.weights().ravel().tolist()
    assert found["stream"] == stream(menace)
    assert found["games"] == menace.games == 350


@pytest.mark.no_cover
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


@pytest.mark.parametrize("board", FIRST_IS_QUICK)
def test_a_game_is_learnt_bead_by_bead_and_can_be_taken_back(node: Node, board: str) -> None:
    chance = random.Random(board)
    menace = Menace(board, sides="both", seed=1)
    games = []
    for _ in range(60):
        game = Game(menace.rules)
        while not game.outcome:
            game.push(chance.choice(game.position.legal_moves))
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


def test_a_machine_plays_by_its_beads_and_where_there_is_none_any_move(
    node: Node, tmp_path: Path
) -> None:
    menace = Menace(seed=5)
    menace.train(100, "random")
    (boxes,) = menace._boxes.nonzero()
    menace.weights()[boxes[::9]] = 0
    positions = menace.graph.positions[boxes[::3]]
    path = str(saved(menace, tmp_path))
    (found,) = page(node, ["moves", path, [str(position) for position in positions]])
    assert found == [[*menace.probabilities(position)] for position in positions]


def read(node: Node, *paths: Path) -> list[Any]:
    """What the page finds in files."""
    return page(node, *(["file", str(path)] for path in paths))


@pytest.mark.wide
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


@pytest.mark.wide
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


@pytest.mark.wide
@pytest.mark.parametrize(
    ("method", "shared"), pairs(["q", "sarsa", "td", "mc"], [True, False]), ids=str
)
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


def changed(path: Path, **changes: Any) -> bytes:
    """An agent's file with some of its members changed: an array, bytes, or None for none."""
    with zipfile.ZipFile(path) as members:
        content = {name.removesuffix(".npy"): members.read(name) for name in members.namelist()}
    packing = changes.pop("packing", zipfile.ZIP_STORED)
    for name, change in changes.items():
        if isinstance(change, dict):  # of what it says of itself
            about = json.loads(np.load(io.BytesIO(content["about"])).tobytes()) | change
            content[name] = npy(np.frombuffer(json.dumps(about).encode(), np.uint8))
        elif change is None:
            del content[name]
        else:
            content[name] = npy(change) if isinstance(change, np.ndarray) else change
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", packing) as members:
        for name, each in content.items():
            members.writestr(f"{name}.npy", each)
    return file.getvalue()


def npy(array: np.ndarray[Any, Any]) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=(1, 0))
    return file.getvalue()


def altered(array: np.ndarray[Any, Any], *at: Any) -> np.ndarray[Any, Any]:
    """An array with another number at a place."""
    *place, number = at
    copy = array.copy()
    copy[tuple(place)] = number
    return copy


@pytest.mark.wide
def test_a_damaged_file_is_refused_and_it_says_why(node: Node, tmp_path: Path) -> None:
    menace = Menace(sides="x", seed=1)
    path = saved(menace, tmp_path)
    whole, beads = path.read_bytes(), menace.weights()
    table = tmp_path / "table.npz"
    save_agent(Tabular("q", seed=1), table)
    values = np.zeros((627, 9), np.float32)
    settings: dict[str, Any] = menace.settings()
    damages = {
        b"": "it is not a zip archive",
        b"PK": "it is not a zip archive",
        whole[:-40]: "it is not a zip archive",
        whole[: len(whole) // 2]: "it is not a zip archive",
        changed(path, packing=zipfile.ZIP_DEFLATED): "it is packed",
        whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:]: "the checksum of beads.npy",
        archive(NESTED, ("a", 0, 131), ("b", 31, 100)): "b overlaps what is beside it",
        changed(path, about=None): "it does not say what it holds",
        changed(path, about=b"nonsense"): "not of NumPy's format 1.0",
        changed(path, about=np.zeros(9, np.int64)): "it does not say what it holds",
        changed(path, about=np.zeros(70_000, np.uint8)): "it does not say what it holds",
        changed(path, about=np.frombuffer(b"[1]", np.uint8)): "it is not of the format",
        changed(path, about=np.frombuffer(b"{", np.uint8)): "not JSON",
        changed(path, about=np.frombuffer(b"\xff", np.uint8)): "not JSON",
        changed(path, about={"format": "noughts agent 2"}): "it is not of the format",
        changed(path, about={"more": 1}): "it is not of the format",
        changed(path, about={"kind": "toString"}): "its kind and settings",
        changed(path, about={"kind": "q"}): "its kind and settings",
        changed(path, about={"games": -1}): "the number of its games",
        changed(path, about={"games": 0.5}): "the number of its games",
        changed(path, about={"stream": -1}): "its random numbers",
        changed(path, about={"stream": 1 << 64}): "its random numbers",
        changed(path, about={"stream": "1"}): "its random numbers",
        changed(path, about={"board": 3}): "it does not name its board",
        changed(path, about={"board": "3,3,3,torus"}): "beads of int64 [627, 9], not int64 [",
        changed(path, about={"settings": None}): "it has no settings",
        changed(path, about={"settings": {**settings, "beads": []}}): "its kind and settings",
        changed(path, about={"settings": {**settings, "beads": [0]}}): "its kind and settings",
        changed(path, about={"settings": {**settings, "rewards": [1, 2]}}): "its kind and",
        changed(path, about={"settings": {**settings, "sides": "X"}}): "its kind and settings",
        changed(path, about={"settings": {**settings, "more": 1}}): "its kind and settings",
        changed(path, about={"settings": {**settings, "sides": "o"}}): "learning never gives",
        changed(path, beads=None): "it has nothing, not beads",
        changed(path, values=values): "it has beads, values, not beads",
        changed(path, beads=beads[:-1]): "int64 [626, 9], not int64 [627, 9]",
        changed(path, beads=beads.astype(np.int32)): "int32 [627, 9], not int64",
        changed(path, beads=beads.astype(">i8")): ">i8 [627, 9], not int64",
        changed(path, beads=np.asfortranarray(beads)): "the header of an array",
        changed(path, beads=npy(beads)[:-8]): "it has beads of int64 [627, 9], not",
        changed(path, beads=altered(beads, 0, 0, -1)): "learning never gives",
        changed(path, beads=altered(beads, 0, 0, (1 << 27) + 1)): "learning never gives",
        changed(path, beads=altered(beads, 0, 2, 1)): "learning never gives",  # as a1
        changed(path, beads=altered(beads, 1, 4, 7)): "learning never gives",  # O has no boxes
        changed(table, values=altered(values, 5, 5, 1.5)): "learning never gives",
        changed(table, values=altered(values, 5, 5, np.nan)): "learning never gives",
        changed(table, visits=altered(values.astype(np.int32), 0, 0, -1)): "learning never gives",
        changed(table, visits=None): "it has values, not values, visits",
        changed(table, values=values[:, :1]): "float32 [627, 1], not float32 [627, 9]",
    }
    files = [tmp_path / f"{number}.npz" for number in range(len(damages))]
    for file, damage in zip(files, damages, strict=True):
        file.write_bytes(damage)
        with pytest.raises(AgentError):
            load_agent(file)
    for found, why in zip(read(node, *files), damages.values(), strict=True):
        assert found.get("refused", "").startswith("The file does not hold an agent"), why
        assert why in found["refused"]
    save_agent(Menace("2,3,3", seed=1), path)
    assert read(node, path)[0]["refused"].startswith("This agent has learnt 2,3,3.")


@pytest.mark.wide
def test_any_change_of_a_file_is_refused_or_read_as_the_library_reads_it(
    node: Node, tmp_path: Path
) -> None:
    menace = Menace("3,3,3,torus", seed=1)
    whole = saved(menace, tmp_path).read_bytes()
    chance = random.Random(273)
    files = []
    # All places that say how to read the rest, and some of the rest.
    places = [
        *range(420),
        *range(len(whole) - 140, len(whole)),
        *chance.sample(range(len(whole)), 40),
    ]
    for number, place in enumerate(places):
        files.append(tmp_path / f"{number}.npz")
        changed_byte = whole[place] ^ 1 << chance.randrange(8)
        files[-1].write_bytes(whole[:place] + bytes([changed_byte]) + whole[place + 1 :])
    for file, found in zip(files, read(node, *files), strict=True):
        try:
            agent = load_agent(file)
        except AgentError:
            assert "refused" in found, file.read_bytes() == whole
        else:
            assert "refused" in found or found["beads"] == agent.weights().ravel().tolist()


@pytest.mark.wide
def test_what_the_browser_remembers_as_a_machine_may_be_anything(
    node: Node, tmp_path: Path
) -> None:
    menace = Menace(sides="both", seed=1)
    fresh = int(menace.weights().sum())
    menace.train(50)
    after = int(menace.weights().sum())
    text = base64.b64encode(saved(menace, tmp_path).read_bytes()).decode()
    save_agent(Tabular("q", seed=1), tmp_path / "table.npz")
    table = base64.b64encode((tmp_path / "table.npz").read_bytes()).decode()
    good = {"games": 50, "results": "", "beads": after}
    new = {"games": 0, "results": "", "beads": fresh}
    remembered = {
        json.dumps({"file": text, "results": "+-0"}): {**good, "results": "+-0"},
        json.dumps({"file": text, "results": "+" * 1001}): {**good, "results": "+" * 1000},
        json.dumps({"file": text, "results": "+x"}): good,
        json.dumps({"file": text, "results": {"toString": 1}}): good,
        json.dumps({"file": text}): good,
        json.dumps({"file": text[:-9], "results": "+"}): new,
        json.dumps({"file": "é", "results": "+"}): new,
        json.dumps({"file": table, "results": "+"}): new,
        json.dumps({"file": 5, "results": "+"}): new,
        **dict.fromkeys(
            ["", "null", "5", "[]", "{", '"text"', '{"file": null}', "[" * 10_000], new
        ),
    }
    path = tmp_path / "texts.json"
    path.write_text(json.dumps([*remembered]))
    here, elsewhere = page(node, *(["remembered", board, str(path)] for board in BOARDS[:2]))
    assert here == [*remembered.values()]
    assert {one["games"] for one in elsewhere} == {0}  # what is of another board


Steps = list[list[Any]]
WON: Steps = [["play", 0, 3], ["play", 1, 4], ["play", 2, 8]]  # by the person, X
LOST: Steps = [["reply", 0], ["play", 3, 1], ["play", 4, 2]]  # the person is O


def follow(node: Node, *matches: tuple[str, Steps]) -> list[tuple[list[int], str]]:
    """How many games MENACE has learnt after each step of matches, and their results."""
    found = page(node, *(["followed", "3,3,3", side, steps] for side, steps in matches))
    assert all(one["isKept"] for one in found)
    return [(one["games"], one["results"]) for one in found]


def test_a_game_is_learnt_once_at_its_end_and_taken_back_with_it(node: Node) -> None:
    undone: Steps = [
        ["undo"],
        ["redo"],
        ["undo"],
        ["play", 6, 5],
        ["undo"],
        ["play", 2, 8],
        ["new"],
    ]
    assert follow(
        node, ("x", WON), ("o", LOST), ("x", [*WON, *undone]), ("x", [*WON, ["new"], *WON])
    ) == [
        ([0, 0, 1], "-"),
        ([0, 0, 1], "+"),
        ([0, 0, 1, 0, 1, 0, 1, 0, 1, 1], "-"),
        ([0, 0, 1, 1, 1, 1, 2], "--"),
    ]


def test_what_was_learnt_before_other_games_stays(node: Node) -> None:
    (games, results), forgotten = follow(
        node,
        ("x", [*WON, ["train", 10], ["undo"], ["play", 2, 8]]),
        ("x", [*WON, ["forget"], ["against", "menace"]]),
    )
    assert games == [0, 0, 1, 11, 11, 12]
    assert len(results) == 12
    assert forgotten == ([0, 0, 1, 0, 0], "")


def test_a_game_that_was_opened_teaches_nothing_nor_one_against_another(node: Node) -> None:
    opened: Steps = [["open", 0, 3, 1, 4, 2], ["against", "menace"]]
    watched: Steps = [["reply", cell] for cell in (0, 3, 1, 4, 2)]
    against: Steps = [["against", "perfect"], *WON]
    found = follow(node, ("x", opened), ("x", against), ("nobody", watched))
    assert found == [([0, 0], ""), ([0, 0, 0, 0], ""), ([0] * 5, "")]


def test_the_browsers_way_back_takes_back_what_was_learnt(node: Node) -> None:
    back: Steps = [["open", 0, 3, 1, 4], ["open", *(0, 3, 1, 4, 2)], ["open", 0, 3, 1, 4]]
    (found,) = follow(node, ("x", [*WON, *back, ["play", 6, 5]]))
    assert found == ([0, 0, 1, 0, 1, 0, 1], "+")  # O made 3 4 5, once X did not take 2
