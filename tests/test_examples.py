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
    page = (FOLDER.parent / "docs/examples.md").read_text(encoding="utf-8")
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


def test_maskable_ppo(monkeypatch: Patch, capsys: Capture) -> None:
    pytest.importorskip("sb3_contrib", reason="pip install sb3-contrib")
    lines = printed("maskable_ppo", ["--steps", "192", "--rollout", "64"], monkeypatch, capsys)
    assert [line.split()[0] for line in lines] == ["64", "128", "192"]
    assert all(line.endswith("perfect") for line in lines)


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
    assert lines == ["{'winner': 'x', 'why': 'board'}"]


def lose(ann: Any, id_: str) -> None:
    """Play the first free cell, until the game is over."""
    while not (game := ann.send("GET", f"/api/games/{id_}")[1]["game"])["result"]:
        if game["turn"] == "o":
            cell = game["position"].replace("/", "").index(".")
            ann.good(id_, "move", ply=game["ply"], cell="abc"[cell % 3] + "123"[cell // 3])
        time.sleep(0.05)
