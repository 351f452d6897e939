"""The examples run as they stand, with short settings, and say what they say."""

from __future__ import annotations

import runpy
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.wide, pytest.mark.no_cover]

pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra [envs]")

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]
FOLDER = Path(__file__).parents[1] / "examples"


def printed(
    name: str,
    arguments: list[str],
    monkeypatch: Patch,
    capsys: Capture,
) -> list[str]:
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
    return capsys.readouterr().out.splitlines()


def test_every_example_is_run_here_and_shown_in_the_docs() -> None:
    names = {path.stem for path in FOLDER.glob("*.py")}
    assert {name.removeprefix("test_") for name in globals()} >= names
    page = " ".join((FOLDER.parent / "docs/examples.md").read_text(encoding="utf-8").split())
    assert all(f"python examples/{name}.py" in page for name in names)


def test_tabular_q(monkeypatch: Patch, capsys: Capture) -> None:
    pytest.importorskip("tqdm", reason="tqdm comes with the extra [examples]")
    lines = printed("tabular_q", ["--games", "3000"], monkeypatch, capsys)
    assert len(lines) == 3
    against_random = float(lines[0].split()[-1].rstrip("%"))
    assert 90 < against_random < 99.5


def test_own_bots(monkeypatch: Patch, capsys: Capture) -> None:
    pytest.importorskip("tqdm", reason="tqdm comes with the extra [examples]")
    lines = printed("own_bots", ["--games", "50"], monkeypatch, capsys)
    order = [line.split()[1] for line in lines[-4:]]
    assert order == ["perfect", "careful", "corners", "random"]


def test_stable_baselines(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    for module in ("sb3_contrib", "matplotlib"):
        pytest.importorskip(module, reason="pip install '.[examples,sb3]'")
    curves = tmp_path / "curves.svg"
    arguments = ["--steps", "20480", "--save", str(tmp_path), "--plot", str(curves)]
    _, *rows = printed("stable_baselines", arguments, monkeypatch, capsys)
    table = [row.replace(",", "").split() for row in rows]
    assert [row[0] for row in table] == ["DQN"] * 11 + ["PPO"] * 11 + ["MaskablePPO"] * 11
    assert {float(row[2]) for row in table} <= {0, 0.5, 1}
    against_random = [float(row[3].rstrip("%")) for row in table]
    assert all(against_random[at + 10] > against_random[at] + 10 for at in (0, 11, 22))
    assert "<svg" in curves.read_text(encoding="utf-8")
    saved_network(tmp_path, float(table[-1][3].rstrip("%")), monkeypatch, capsys)


def saved_network(folder: Path, known: float, monkeypatch: Patch, capsys: Capture) -> None:
    """Of what was just saved, whose score is known."""
    monkeypatch.syspath_prepend(FOLDER)
    curve = folder / "firmness.svg"
    arguments = ["MaskablePPO", str(folder / "MaskablePPO.zip"), "--plot", str(curve)]
    lines = printed("saved_network", arguments, monkeypatch, capsys)
    assert lines[0].startswith(f"against random: {known:.2f}% as X")
    lost = [float(line.split()[-1]) for line in lines if line.startswith("temperature")]
    assert len(lost) == 7
    assert all(0 <= each <= 1 for each in lost)
    assert "<svg" in curve.read_text(encoding="utf-8")


def test_self_play_ppo(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    for module in ("torch", "matplotlib"):
        pytest.importorskip(module, reason="pip install torch '.[examples]'")
    curve = tmp_path / "curve.svg"
    arguments = ["--steps", "400000", "--plot", str(curve)]
    _, *rows = printed("self_play_ppo", arguments, monkeypatch, capsys)
    first, *_, last = ([*map(float, row.replace(",", "").split())] for row in rows)
    assert first[1] > 0.9
    assert last[0] == 409_600
    assert last[1] < first[1]
    assert "<svg" in curve.read_text(encoding="utf-8")


def test_menace_curve(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    for module in ("matplotlib", "tqdm"):
        pytest.importorskip(module, reason=f"{module} comes with the extra [examples]")
    curve = tmp_path / "curve.svg"
    arguments = ["--games", "100", "--machines", "3", "--plot", str(curve)]
    lines = printed("menace_curve", arguments, monkeypatch, capsys)
    assert [line.split()[1:4] for line in lines] == [
        ["random", "moves:", "67.00%"],
        ["perfect", "play:", "11.79%"],
    ]
    best = [float(line.split()[-1].rstrip("%")) for line in lines]
    assert 67 < best[0] < 100
    assert 11.79 < best[1] <= 50
    assert "<svg" in curve.read_text(encoding="utf-8")


def test_alphazero(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    for module in ("flax", "matplotlib", "mctx", "optax", "tqdm"):
        pytest.importorskip(module, reason=f"{module} comes with the extra [deep]")
    curve = tmp_path / "curve.svg"
    arguments = ["--lessons", "4", "--plot", str(curve)]
    head, *rows = printed("alphazero", arguments, monkeypatch, capsys)
    assert head.split()[:3] == ["lessons", "raw", "greedy"]
    numbers = [[float(number) for number in row.split()] for row in rows]
    assert [row[0] for row in numbers] == [0, 2, 4]
    first, *_, last = numbers
    assert 0 < last[1] < first[1] - 0.05 < 1
    assert {row[2] for row in numbers} <= {0, 0.5, 1}
    assert "<svg" in curve.read_text(encoding="utf-8")


def test_exploitability(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    lines = printed("exploitability", ["--games", "20000"], monkeypatch, capsys)
    assert len(lines) == 22
    first, last = ([*map(float, line.replace(",", "").split())] for line in lines[1::20])
    assert (first[0], last[0], first[1:]) == (0, 20_000, [1.0] * 3)
    assert max(last[1:]) < 1
    pytest.importorskip("matplotlib", reason="Matplotlib comes with the extra [plot]")
    curves = tmp_path / "curves.svg"
    printed("exploitability", ["--games", "200", "--plot", str(curves)], monkeypatch, capsys)
    assert "<svg" in curves.read_text(encoding="utf-8")


def test_live_bot(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy comes with the extra [live]")
    from tests.live.clients import Client, serving

    with serving(tmp_path / "games.db") as url:
        ann = Client(url)
        id_ = ann.make(name="Ann", side="o")
        loser = threading.Thread(target=lose, args=(ann, id_))
        loser.start()
        lines = printed("live_bot", [f"{url}/#live={id_}"], monkeypatch, capsys)
        loser.join()
        for address, why in (
            (f"/#live={id_}", "no seat is free; you can watch"),
            ("/#live=nowhere", "there is no such game"),
            ("", "Give the link of a game, "),
        ):
            with pytest.raises(SystemExit, match=why):
                printed("live_bot", [f"{url}{address}"], monkeypatch, capsys)
    assert lines == ["{'winner': 'x', 'why': 'board'}"]
    with pytest.raises(SystemExit, match=f"{url} cannot be asked"):
        printed("live_bot", [f"{url}/#live={id_}"], monkeypatch, capsys)


def lose(ann: Any, id_: str) -> None:
    """Play the first free cell, until the game is over."""
    while not (game := ann.send("GET", f"/api/games/{id_}")[1]["game"])["result"]:
        if game["turn"] == "o":
            cell = game["position"].replace("/", "").index(".")
            ann.good(id_, "move", ply=game["ply"], cell="abc"[cell % 3] + "123"[cell // 3])
        time.sleep(0.05)
