"""`noughts learn`, and its agents where a player is named: in `versus` and `play`."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from noughts.cli.commands import learn as command
from noughts.cli.progress import stopping
from noughts.learn import Menace, Tabular, load_agent, save_agent
from noughts.learn.agent_file import KINDS
from tests.commands import refused, run

BOARD = ("--board", "2,3,3")


def test_the_methods_are_the_kinds_of_agents_that_a_file_may_hold() -> None:
    assert (*KINDS,) == command.METHODS  # which need NumPy, and the help does without


def told(*arguments: str) -> Any:
    result = run("learn", *arguments, *BOARD, "--seed", "1", "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("method", KINDS)
def test_every_method_tells_its_scores_before_and_after_each_tenth(method: str) -> None:
    answer = told(method, "--games", "40")
    assert answer["games"] == 40
    assert [row["games"] for row in answer["scores"]] == [*range(0, 41, 4)]
    assert all(0 <= row[name] <= 1 for row in answer["scores"] for name in row if name != "games")


@pytest.mark.plain
def test_q_comes_to_never_lose_and_says_so() -> None:
    result = run("learn", "q", "--board", "2,2,2", "--seed", "1", "--games", "400")
    first, *_, last = result.stdout.splitlines()
    assert first == "q on 2,2,2 against self"
    assert last.split() == ["400", *[f"{each:.2%}" for each in (0.5, *random_score(), 0.5)]]


def random_score() -> list[float]:
    from noughts import versus

    return [float(versus("perfect:first", "random", "2,2,2").score)]


@pytest.mark.plain
@pytest.mark.parametrize("side", ["x", "o", "both"])
def test_menace_learns_the_side_that_it_is_told(side: str, tmp_path: Path) -> None:
    path = str(tmp_path / "agent.npz")
    against = "self" if side == "both" else "perfect"
    sides = () if side == "both" else ("--side", side)
    told("menace", "--against", against, *sides, "--games", "21", "-o", path)
    assert load_agent(path).sides == side
    if side == "both":
        told("menace", "--against", "random", "--side", side, "--games", "26", "-o", path)
        assert load_agent(path).games == 26


def test_an_agent_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    once, twice = str(tmp_path / "once.npz"), str(tmp_path / "twice.npz")
    told("menace", "--games", "30", "-o", once)
    told("menace", "--games", "17", "-o", twice)
    answer = told("menace", "--games", "30", "-o", twice)
    assert answer["scores"][0]["games"] == 17
    assert (
        load_agent(once).tables()["beads"].tolist() == load_agent(twice).tables()["beads"].tolist()
    )
    assert told("menace", "--games", "30", "-o", twice)["scores"][1:] == []


@pytest.mark.usefixtures("signals")
def test_a_request_to_end_keeps_what_is_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt, path = command._learn, str(tmp_path / "agent.npz")

    def interrupted(agent: Any, *rest: Any) -> None:
        learnt(agent, *rest)
        if agent.games == 40:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(command, "_learn", interrupted)
    monkeypatch.setattr(command, "CHUNK", 5)
    result = run("learn", "q", *BOARD, "--games", "100", "--seed", "1", "-o", path)
    assert result.exit_code == 130
    assert load_agent(path).games == 40
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.traced
@pytest.mark.wide
@pytest.mark.parametrize(
    ("name", "begins"), [("c.svg", b"<?xml"), ("c.PNG", b"\x89PNG"), ("c.pdf", b"%PDF")]
)
def test_a_plot_shows_all_that_was_told(name: str, begins: bytes, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="Matplotlib comes with the extra [plot]")
    once, again = tmp_path / name, tmp_path / f"again{name}"
    answers = [told("menace", "--games", "40", "--plot", str(path)) for path in (once, again)]
    assert answers[0] == told("menace", "--games", "40")
    assert once.read_bytes().startswith(begins)
    assert once.read_bytes() == again.read_bytes()  # equal seeds draw equal pictures
    if name.endswith("svg"):
        assert curves(once) == [11, 11, 11]


def curves(picture: Path) -> list[int]:
    """How many points each curve of a picture has: a line from one to the next."""
    lines = re.findall(r'<path d="(M[^"z]*)" clip-path', picture.read_text(encoding="utf-8"))
    found = [len(re.findall("[ML]", line)) for line in lines]
    return [points for points in found if points > 2]  # more than the line at one half has


@pytest.mark.plain
@pytest.mark.usefixtures("signals")
def test_a_request_to_end_draws_what_is_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []

    def interrupted(*_: Any) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(command, "_learn", interrupted)
    monkeypatch.setattr(command, "check_picture", lambda _: None)
    monkeypatch.setattr(command, "draw_scores", lambda *given: drawn.append(given))
    result = run("learn", "menace", *BOARD, "--plot", str(tmp_path / "c.svg"))
    assert result.exit_code == 130
    ((path, title, games, scores),) = drawn
    assert (path, title) == (str(tmp_path / "c.svg"), "menace on 2,3,3 against random")
    assert (games, len(scores)) == ([0], 3)


def test_a_signal_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with stopping() as asked:
            os.kill(os.getpid(), signal.SIGTERM)
            assert asked() == 0
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.plain
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["q", "--side", "x"], "plays both sides, not x"),
        (["q", "--against", "random", "--side", "both"], "is only for menace"),
        (["q", "-o", "agent.txt"], "agent.txt is not the name of an agent's file"),
        (["q", "-o", "nowhere/agent.npz"], "there is no folder"),
        (["q", "--against", "nobody"], "'nobody' is not a player"),
        (["dqn"], "'dqn' is not one of"),
        (["q", "--plot", "c.txt"], "c.txt is not the name of a picture: FILE.svg, FILE.pdf, FILE"),
        (["q", "--plot", "nowhere/c.svg"], "there is no folder"),
        (["q", "-o", "menace.npz"], "holds an agent of the method menace that plays x; it cannot"),
        (["menace", "-o", "menace.npz", "--board", "2,2,2"], "has learnt 2,3,3, not 2,2,2"),
        (["menace", "-o", "broken.npz"], "does not hold an agent, or is damaged"),
    ],
)
def test_what_cannot_be_is_refused(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save_agent(Menace("2,3,3"), "menace.npz")
    Path("broken.npz").write_bytes(b"PK")
    assert message in refused("learn", *BOARD, *arguments)


def test_a_plot_without_matplotlib_is_refused_before_anything_is_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    agent = tmp_path / "agent.npz"
    assert "pictures of curves need Matplotlib; install with: " in refused(
        "learn", "q", *BOARD, "-o", str(agent), "--plot", str(tmp_path / "c.svg"), status=1
    )
    assert not agent.exists()


BOTS = "Last", "first", "Both"


@pytest.mark.plain
def test_versus_takes_agents_and_objects_of_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    agent = Tabular("q", "2,3,3", seed=1)
    agent.train(300)
    save_agent(agent, "agent.npz")
    Path("bots.py").write_text(
        """
class Both:
    def __call__(self, observations, masks):
        raise ValueError("nobody asks for arrays")

    def probabilities(self, position):
        return {position.legal_moves[0]: 1}

class Last:
    def choose(self, position):
        return position.legal_moves[-1]

def first(position):
    return position.legal_moves[0]

def uniform(observations, masks):
    return masks / masks.sum(axis=1, keepdims=True)
"""
    )
    plain = json.loads(run("versus", "random", "random", *BOARD, "--json").stdout)
    for player in ("agent.npz", *(f"bots:{bot}" for bot in BOTS)):
        result = run("versus", player, "random", *BOARD, "--json")
        assert result.exit_code == 0, result.output
        assert "/" in json.loads(result.stdout)["score"]  # exact
    answer = json.loads(run("versus", "bots:uniform", "random", *BOARD, "--json").stdout)
    numerator, denominator = map(int, plain["score"].split("/"))
    assert float(answer["score"]) == pytest.approx(numerator / denominator, abs=1e-12)
    assert (
        "uniform against random on 2,3,3" in run("versus", "bots:uniform", "random", *BOARD).stdout
    )


@pytest.mark.plain
@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("nowhere:thing", "'nowhere:thing' is not a player: No module named 'nowhere'"),
        ("math:nothing", "'math:nothing' is not a player: "),
        ("math:pi", "3.141592653589793 is not a player"),
        ("graded:lots", "is not a"),
    ],
)
def test_what_is_not_a_player_is_refused(player: str, message: str) -> None:
    assert message in refused("versus", player, "random", *BOARD)


@pytest.mark.plain
def test_an_agent_is_an_opponent_in_the_terminal(tmp_path: Path) -> None:
    agent = Tabular("q", "2,2,2", seed=1)
    agent.train(300)
    path = str(tmp_path / "agent.npz")
    save_agent(agent, path)
    result = run("play", "--board", "2,2,2", "--side", "o", "--opponent", path, typed="2\nq\n")
    assert "X (q) plays" in result.output
    assert f"--opponent {path}" in result.output
    assert "has learnt 2,2,2, not 3,3,3" in refused("play", "--opponent", path)
