"""What comes from outside: arguments without end, full disks, requests that cost much."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from noughts.cli.input_lines import GAME_LINES, asker
from tests.commands import alone, lines, run, told

LONG = "z" * 10**6
NOUGHTS = [sys.executable, "-m", "noughts"]


@pytest.mark.parametrize(
    "arguments",
    [
        [LONG],
        [f"--{LONG}"],
        ["play", "--opponent", LONG],
        ["play", "--resume", LONG],
        ["web", "--port", LONG],
        ["classic", "--resume", LONG],
        ["solve", LONG],
        ["values", LONG],
        ["solve", "3,3,3", LONG, LONG],
        ["solve", "--time", LONG],
        ["versus", LONG, "random"],
        ["perft", LONG],
        ["perft", "--depth", LONG],
        ["count", LONG],
        ["table", "-o", f"/{LONG}/a"],
        ["certify", "--check", LONG],
        ["certify", "-o", f"/{LONG}"],
        ["show", LONG],
        ["show", "9" * 7999],
        ["convert", "--from", LONG, "--to", "pair", "1"],
        ["convert", "--from", "pair", "--to", "base3", "9" * 10**6],
        ["emit", LONG],
        ["pack", LONG, "--to", "pair"],
        ["unpack", LONG],
        ["unpack", "store", "--only", LONG],
        ["info", LONG],
    ],
    ids=lambda arguments: " ".join(word[:9] for word in arguments),
)
def test_an_argument_of_any_length_is_an_error_of_a_few_lines(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    assert isinstance(result.exception, SystemExit)
    assert 0 < len(result.stderr) < 2000


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["show", "--help"], ["perft"], ["certify"]], ids=str
)
def test_a_full_output_is_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = alone("-m", "noughts", *arguments, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (1, "Error: No space left on device\n")


def test_a_full_output_of_completions_is_one_line() -> None:
    words = {"_NOUGHTS_COMPLETE": "bash_complete", "COMP_WORDS": "noughts ", "COMP_CWORD": "1"}
    with Path("/dev/full").open("w") as full:
        code = "from noughts.cli.main import main; main(prog_name='noughts')"
        done = alone("-c", code, env=os.environ | words, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (1, "Error: No space left on device\n")


@pytest.mark.parametrize(
    ("line", "status", "out"),
    [
        ("noughts perft --depth 1 | tail -n 1", 0, b"0 finished games of up to 1 move: "),
        ("noughts perft | true", 1, b""),
        ("noughts perft > /dev/full", 1, b""),
        ("noughts solve X", 2, b""),
    ],
)
def test_a_closed_standard_error_changes_neither_status_nor_output(
    line: str, status: int, out: bytes
) -> None:
    shell = f'noughts() {{ "$0" -m noughts "$@" 2>&-; }}; set -o pipefail; {line}'
    command = [shutil.which("bash") or "bash", "-c", shell, sys.executable]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == status
    assert done.stdout.startswith(out)
    assert bool(done.stdout) == bool(out)


def test_errors_that_nobody_can_read_end_the_command_all_the_same() -> None:
    with Path("/dev/full").open("w") as full:
        done = alone("-m", "noughts", "solve", "X", stdout=full, stderr=full)
    assert done.returncode == 1


def test_too_little_memory_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("noughts.cli.commands.perft.counts_by_ply", failing)
    result = run("perft")
    assert (result.exit_code, result.stderr) == (1, "Error: there is not enough memory for this\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_codes_that_are_typed_are_answered_at_once_with_and_without_buffers(
    unbuffered: str,
) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*NOUGHTS, "convert", "--from", "pair", "--to", "base3"],
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.close(theirs)
    try:
        os.write(ours, b"1041\n")
        assert process.stdout is not None
        assert process.stdout.readline() == b"88\n"
        os.write(ours, b"\x04")  # Ctrl-D: the end of input
        assert process.communicate(timeout=60) == (b"", b"")
    finally:
        process.kill()
        os.close(ours)


@pytest.mark.parametrize("command", ["play", "classic"])
def test_a_game_reads_so_many_lines_and_no_more(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert GAME_LINES == 10_000
    monkeypatch.setattr("noughts.cli.input_lines.GAME_LINES", 5)
    result = run(command, typed="x\n" * 6)
    assert result.exit_code == 1
    assert "Error: a game reads up to 5 lines of input, and there are more\n" in result.stderr
    assert "up to 5" not in run(command, typed="x\n" * 5).stderr


def test_a_count_that_takes_much_memory_is_not_begun_unless_somebody_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result = run("perft", "1000,1000,3", "--depth", "1")
    assert result.exit_code == 2
    assert "Counting ply 1 of 1000,1000,3 takes 250 GB of memory.\n" in result.stderr
    assert "give --yes to go on: there is no terminal to ask on" in result.stderr
    monkeypatch.setattr("noughts.cli.progress.MEMORY", 1)
    assert run("perft", "2,2,2").exit_code == 2
    assert json.loads(run("perft", "2,2,2", "--json").stdout)["perft"] == [1]
    assert run("perft", "2,2,2", "--yes").exit_code == 0


@pytest.mark.parametrize(
    ("raised", "status", "said"),
    [
        (click.UsageError("give --yes to go on"), 2, "give --yes to go on"),
        (MemoryError(), 1, "there is not enough memory for this"),
        (KeyboardInterrupt(), 1, "Aborted!"),
    ],
    ids=["asked", "memory", "interrupted"],
)
def test_what_is_counted_is_given_whatever_ends_a_count(
    raised: BaseException, status: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def agree(what: str, *_: object, **__: object) -> None:
        if what == "Counting ply 6 of 3,3,3":
            raise raised

    monkeypatch.setattr("noughts.cli.commands.perft.agree", agree)
    counted = told("perft", "--depth", "5")
    given = run("perft", "--json")
    assert json.loads(given.stdout) == counted
    assert (given.exit_code, said in given.stderr) == (status, True)
    assert run("perft").stdout.splitlines() == lines("perft", "--depth", "5")


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["play", "--board", "65,64,3"], "65,64,3 has 4160 cells; boards of up to 4096 are drawn"),
        (["play", "--resume", "65,64,3: a1"], "boards of up to 4096 are drawn"),
        (["show", "65,64,3", "X"], "boards of up to 4096 are drawn"),
        (["emit", "python", "--board", "86,86,5"], "modules are written for boards of up to 4096"),
        (
            ["convert", "--from", "base3", "--to", "pair", "--board", "101,100,3", "1"],
            "101,100,3 has 10100 cells; codecs are for boards of up to 10000",
        ),
        (["table", "1000,1000,3"], "is made for boards of up to 25"),
        (["perft", "2,2,2", "--depth", "9" * 30], ""),
    ],
)
def test_a_board_beyond_a_limit_is_told_the_limit(arguments: list[str], answer: str) -> None:
    result = run(*arguments)
    assert answer in result.stderr
    assert result.exit_code == (2 if answer else 0)


def test_a_record_of_another_board_is_refused_before_it_is_played() -> None:
    result = run(
        "pack", "new", "--to", "record", "--from", "text", typed="1000,1000,3: a1 zz9999\n"
    )
    assert "line 1: record holds games of 3,3,3, not of 1000,1000,3" in result.stderr


def test_a_reader_who_has_gone_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("click.Group.main", failing)
    result = run("--help")
    assert (result.exit_code, result.stderr) == (1, "")


def test_a_person_types_with_the_keys_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = SimpleNamespace(isatty=lambda: True, reconfigure=lambda **_: None)
    monkeypatch.setattr("noughts.cli.input_lines.sys", SimpleNamespace(stdin=terminal))
    assert asker() is input
