"""Programs at the command line: `noughts play` against them, and `noughts engine`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.commands import good, refused, run
from tests.players.engines.programs import BRAIN, ends, python

LAST = "while True: print(input().split()[-1], flush=True)"


def test_a_person_plays_a_program(tmp_path: Path) -> None:
    bot = python(LAST, tmp_path)
    printed = good("play", "--opponent", f"exec:{bot}", typed="5\n1\n2\nq\n")
    assert f"O (exec:{bot}) plays 9 (c3)." in printed
    assert "X (you) wins" not in printed
    assert "--opponent 'exec:" in printed


def test_a_program_that_fails_has_lost_and_the_next_game_begins(tmp_path: Path) -> None:
    bot = python("print(input().split()[3]) if True else 0; input(); print('nonsense')", tmp_path)
    printed = good(
        *("play", "--opponent", f"exec:{bot}", "--move-time", "9", "--game-time", "60"),
        typed="5\n2\n3\nn\nq\n",
    )
    assert "answers 'nonsense' in" in printed
    assert "Score: you 1," in printed
    assert "'3' means nothing now" in printed
    assert "--move-time 9 --game-time 60" in printed


def test_a_brain_plays_a_person_and_then_another_brain(tmp_path: Path) -> None:
    brain = f"engine:{python(BRAIN, tmp_path)}"
    printed = good("play", "--opponent", brain, "--board", "15,15,5", typed="h8\nh9\nq\n")
    assert f"O ({brain}) plays a1." in printed
    other = f"engine:{python(BRAIN, tmp_path)}"
    printed = good("play", "--x", brain, "--o", other, "--board", "20,20,5", typed="q\n")
    assert f"X ({brain}) wins with the line" in printed


def test_time_is_refused_where_it_is_none() -> None:
    assert "0.0 is not a time for a move" in refused("play", "--move-time", "0")
    assert "nan is not" in refused("play", "--game-time", "nan").replace("'", "")


def test_the_engine_answers_a_manager() -> None:
    said = "ABOUT\r\nSTART 15\r\nBEGIN\r\nFOO\r\nEND\r\nBEGIN\r\n"
    lines = good("engine", "--player", "random", "--seed", "1", typed=said).splitlines()
    assert lines[0].startswith('name="noughts", version="')
    assert lines[1] == "OK"
    assert [len(line.split(",")) for line in lines[2:3]] == [2]
    assert lines[3].startswith("UNKNOWN 'FOO' is not a command here")
    assert len(lines) == 4
    assert good("engine", "--player", "random", "--seed", "1", typed=said).splitlines() == lines


def test_the_engine_thinks_as_strong_does_and_ends_with_its_input() -> None:
    said = "START 15\nINFO timeout_turn 100\nTURN 7,7\n"
    for name in ([], ["--player", "strong"]):
        ok, move = good("engine", *name, typed=said).splitlines()
        assert ok == "OK"
        assert all(number.isdigit() for number in move.split(","))
    assert run("engine", "--player", "nobody").exit_code == 2


@pytest.mark.wide
@pytest.mark.parametrize(
    ("number", "send"),
    [(signal.SIGTERM, os.killpg), (signal.SIGHUP, os.kill), (signal.SIGINT, os.kill)],
)
def test_a_signal_ends_the_programs_too(
    number: int, send: Callable[[int, int], None], tmp_path: Path
) -> None:
    note = tmp_path / "pid"
    code = f"""
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
open({str(note)!r}, "w").write(str(os.getpid()))
time.sleep(600)
"""
    bot = f"exec:{python(code, tmp_path)}"
    command = [sys.executable, "-m", "noughts", "versus", bot, "random", "--games", "2"]
    command += ["--workers", "1", "--move-time", "60", "--records", str(tmp_path / "games.jsonl")]
    with open(os.devnull, "w") as quiet:
        here = subprocess.Popen(
            command, stdout=quiet, stderr=quiet, start_new_session=True,
            preexec_fn=partial(signal.signal, number, signal.SIG_DFL),  # under nohup it is ignored
        )  # fmt: skip
    until = time.monotonic() + 30
    while time.monotonic() < until and not (note.exists() and note.read_text()):
        time.sleep(0.02)
    send(here.pid, number)  # to it, or also to the process in which the program plays
    assert here.wait(timeout=30) == 128 + number
    assert ends(int(note.read_text()))
