"""A board of a module of one's own, MODULE:NAME, where commands take a board."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts.core.family import REGISTERED
from tests.commands import alone, good, refused

pytestmark = pytest.mark.plain

GAME = """
from noughts import Rules, register
from noughts.core.answers import Line

UPHILL = register(Line((-1, 1), "uphill", "a line of X loses, and one of O wins"))
RULES = Rules.parse("2,3,2,uphill")
def small(): return Rules(2, 2, 2, line=UPHILL)
def wide(): return Rules(3, 3, 3, line=UPHILL)
def broken(): return 1 / 0
NUMBER = 7
STRAY = Rules(2, 2, 2, line=UPHILL._replace(word="stray"))
"""


@pytest.fixture(autouse=True)
def hills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the module, where the commands are run."""
    (tmp_path / "hills.py").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = dict(REGISTERED)
    yield tmp_path
    sys.modules.pop("hills", None)
    REGISTERED.clear()
    REGISTERED.update(before)


def test_every_way_to_give_a_board_takes_one_of_a_module() -> None:
    exact = json.loads(good("versus", "perfect", "random", "--board", "hills:RULES", "--json"))
    assert exact["board"] == "2,3,2,uphill"
    assert "X to move loses in 3 plies" in good("solve", "hills:small")
    assert "X to move loses in 3 plies" in good("solve", "../..", "hills:small")
    assert json.loads(good("perft", "hills:small", "--json"))["board"] == "2,2,2,uphill"
    assert "2,2,2,uphill" in good("show", "hills:small", "../..")
    assert "2,2,2,uphill" in good("emit", "python", "--board", "hills:small")
    assert "MODULE:NAME" in good("perft", "--help")


def test_a_game_is_gone_on_with_by_the_command_that_is_printed(hills: Path) -> None:
    printed = good("play", "--board", "hills:RULES", "--side", "both", typed="a1\nq\n")
    again = shlex.split(printed.splitlines()[-1])
    assert again == ["noughts", "play", *("--side", "both"), *("--board", "hills:RULES"),
                     *("--resume", "2,3,2,uphill: a1")]  # fmt: skip
    there = alone("-m", "noughts", *again[1:], cwd=hills, input="b1\nq\n")
    assert "2,3,2,uphill: a1 b1" in there.stdout, there.stderr
    left = good("puzzle", "--board", "hills:wide", "--seed", "7", typed="q\n")
    assert left.endswith("  noughts puzzle --board hills:wide --seed 7\n")


def test_processes_that_play_import_the_module(hills: Path) -> None:
    words = ("versus", "perfect", "random", "--board", "hills:RULES")
    there = alone("-m", "noughts", *words, "--games", "4", "--workers", "2", cwd=hills)
    assert "Tournament on 2,3,2,uphill, 4 games a pair" in there.stdout, there.stderr


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("nowhere:RULES", "'nowhere:RULES' is not a board: No module named 'nowhere'"),
        ("hills:NOTHING", "'hills:NOTHING' is not a board: module 'hills' has no attribute"),
        ("hills:broken", "'hills:broken' is not a board: division by zero"),
        ("hills:NUMBER", "'hills:NUMBER' is 7; Rules, or a function that makes them, are needed"),
        ("hills:STRAY", "neither the library lists nor noughts.register has added"),
        ("hills:", "'hills:' is not a valid board"),
        ("hills", "hills.py is a module; write hills:NAME, the name of its Rules"),
    ],
)
def test_what_is_not_a_board_is_refused(board: str, words: str) -> None:
    assert words in refused("versus", "perfect", "random", "--board", board)


def test_a_module_in_the_place_of_a_board_is_told_to_name_its_rules() -> None:
    for command in ("solve", "certify", "perft"):
        assert "hills.py is a module; write hills:NAME" in refused(command, "hills.py")


def test_who_follows_the_page_has_a_game_of_their_own(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/family.md").read_text("utf-8")
    (block,) = re.findall(r"`mygame\.py`:\n\n```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "mygame.py").write_text(re.sub(r"^(>>>|\.\.\.) ", "", block, flags=re.MULTILINE))
    (commands,) = re.findall(r"```sh\n(noughts .*?)```", page, re.DOTALL)
    for line in commands.splitlines():
        there = alone("-m", *shlex.split(line), cwd=tmp_path, input="a2\nq\n")
        assert there.returncode == 0, there.stderr
    assert "4,3,3,slides" in (tmp_path / "slides.h").read_text()


def test_files_that_know_a_game_by_its_words_alone_refuse_it() -> None:
    said = "cannot hold 2,3,2,uphill: uphill is from outside the library"
    assert f"16 bytes {said}" in refused("pack", "new", "--to", "pair", "--board", "hills:RULES")
