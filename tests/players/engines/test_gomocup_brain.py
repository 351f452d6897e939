"""`Brain`: what we say to a manager, line by line as the protocol has it.

`Manager` follows the document: it creates the pipes, sends CR LF, waits for the answer that each
command has, and skips MESSAGE and DEBUG.
"""

from __future__ import annotations

import gc
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from noughts import Game, Player, Position, Rules
from noughts.core.clock import LEAST
from noughts.players import Strong
from noughts.players.base import Chances
from noughts.players.engines.gomocup_brain import Brain
from noughts.players.probabilities import uniform
from tests.tools import longer

OVER = "ERROR the game is over: X wins"


class First(Player, proven=True):
    """Takes the first free cell, and keeps the seconds that it was given and what it saw."""

    seconds: list[float] = []  # noqa: RUF012 - of all of them
    seen: list[Position] = []  # noqa: RUF012

    def __init__(self, seconds: float = 1, seed: int | None = None) -> None:
        super().__init__(seed)
        self.seconds.append(seconds)

    def probabilities(self, position: Position) -> Chances:
        self.seen.append(position)
        return uniform(position.legal_moves[:1])


@pytest.fixture
def brain() -> Brain:
    First.seconds, First.seen = [], []
    return Brain(First)


def says(brain: Brain, *lines: str) -> list[str]:
    return [answer for line in lines for answer in brain.answers(line)]


def test_the_examples_of_the_document_in_their_order(brain: Brain) -> None:
    assert says(brain, "START 20") == ["OK"]
    assert says(brain, "TURN 10,10") == ["0,0"]
    assert says(brain, "RESTART", "BEGIN") == ["OK", "0,0"]
    board = ["BOARD", "10,10,1", "10,11,2", "11,11,1", "9,10,2", "DONE"]
    assert says(brain, "RESTART", *board) == ["OK", "0,0"]
    info = ["INFO timeout_match 300000", "INFO timeout_turn 10000", "INFO max_memory 83886080"]
    assert says(brain, *info) == []
    assert says(brain, "ABOUT") == ['name="noughts"']
    assert says(brain, "RECTSTART 30,20") == ["OK"]
    assert says(brain, "TURN 9,10", "TAKEBACK 0,0", "TAKEBACK 9,10") == ["0,0", "OK", "OK"]
    assert not brain.ended
    assert says(brain, "END") == []
    assert brain.ended


def test_the_board_has_the_mark_of_who_is_to_move(brain: Brain) -> None:
    says(brain, "START 15", "BOARD", "1,0,1", "2,0,2", "DONE")
    assert First.seen[-1] == Game.parse("15,15,5: b1 c1").position
    says(brain, "RECTSTART 20,10", "INFO rule 1", "TURN 19,9")
    assert First.seen[-1] == Game.parse("10,20,5,exact: t10").position
    says(brain, "BOARD", "DONE")
    assert First.seen[-1] == Position(rules=Rules.parse("10,20,5,exact"))


def test_commands_may_be_small_and_have_blanks_and_empty_lines_are_nothing(brain: Brain) -> None:
    assert says(brain, "", "  \r\n", "start 15\r\n", "turn 3 , 4\r\n") == ["OK", "0,0"]


@pytest.mark.parametrize("line", ["HELLO", "PLAY 3,4", "SWAP2BOARD", "x" * 10**6, "\x00"])
def test_what_is_not_known_is_answered_so(line: str, brain: Brain) -> None:
    (answer,) = says(brain, line)
    assert answer.startswith("UNKNOWN ")
    assert len(answer) < 300
    assert says(brain, "START 15") == ["OK"]  # and it goes on


@pytest.mark.parametrize("command", ["BEGIN", "TURN 1,1", "BOARD", "TAKEBACK 1,1", "RESTART"])
def test_what_needs_a_board_comes_after_start(command: str, brain: Brain) -> None:
    assert says(brain, command) == [f"ERROR {command.split()[0]} comes before START"]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["START x"], "ERROR START takes a size, as in START 20, not 'x'"),
        (["START 4"], "ERROR no line of 5 fits on a 4x4 board; k may be 1 to 4"),
        (["START 0"], "ERROR rows is 0"),
        (["RECTSTART 30"], "ERROR RECTSTART takes width and height, as in RECTSTART 30,20"),
        (["START 15", "TURN 15,0"], "ERROR 15,0 is not on the board of 15 columns and 15 rows"),
        (["START 15", "TURN 1"], "ERROR TURN takes column and row, as in TURN 10,10, not '1'"),
        (["START 15", "TURN 1,-1"], "ERROR TURN takes column and row"),
        (["START 15", "BEGIN", "TURN 0,0"], "ERROR there is a stone at 0,0 already"),
        (["START 15", "TAKEBACK 1,1"], "ERROR there is no stone at 1,1 to take back"),
        (["START 15", "BEGIN", "BEGIN"], "ERROR 1 own stones and 0 of the other player do not"),
        (["START 15", "BOARD", "1,1", "DONE"], "ERROR a line of BOARD has column, row and field"),
        (["START 15", "BOARD", "1,1,3", "DONE"], "ERROR '1,1,3': the field is 1, an own stone"),
        (["START 15", "INFO rule 4", "BEGIN"], "ERROR rule 4 is not played here; 0 is, and 1"),
        (["START 15", "INFO rule 4"], "MESSAGE rule 4 is not played here; 0 is, and 1"),
        (["START 15", "INFO rule 2", "TURN 1,1"], "ERROR rule 2 is not played here; 0 is"),
    ],
)
def test_what_cannot_be_done_is_an_error_that_says_why(
    lines: list[str], answer: str, brain: Brain
) -> None:
    *_, last = says(brain, *lines)
    assert last.startswith(answer)
    assert says(brain, "INFO rule 0", "START 15", "BEGIN") == ["OK", "0,0"]


def test_an_error_leaves_the_stones_as_they_were(brain: Brain) -> None:
    says(brain, "START 15", "BEGIN", "INFO rule 4", "TURN 1,1", "BOARD", "3,3,1", "DONE")
    assert (list(brain.own), list(brain.other)) == ([(0, 0)], [])
    assert says(brain, "INFO rule 0", "TURN 1,1") == ["1,0"]


def test_a_game_that_is_over_has_no_move(brain: Brain) -> None:
    row = [f"{x},0,2" for x in range(5)]
    own = [f"{x},2,1" for x in range(4)]
    assert says(brain, "START 15", "BOARD", *row, *own, "DONE")[1] == OVER
    six = [f"{x},0,2" for x in range(6)]
    own = [f"{x},{x % 3 + 2},1" for x in range(5)]
    assert says(brain, "INFO rule 1", "BOARD", *six, *own, "DONE") == ["6,0"]
    assert says(brain, "INFO rule 0", "BOARD", *six, *own, "DONE") == [OVER]


def test_a_board_without_an_end_takes_no_memory(brain: Brain) -> None:
    says(brain, "START 15", "BOARD", *["1,1,1"] * 1000)
    assert brain._board is not None
    assert len(brain._board) == 226
    (error,) = says(brain, "DONE")
    assert error == "ERROR there is a stone at 1,1 already"
    assert says(brain, "BOARD", "END") == []  # END ends it there, too
    assert brain.ended


@pytest.mark.parametrize(
    ("info", "least", "most"),
    [
        ([], 4, 5),
        (["info TIMEOUT_TURN 1000"], 0.8, 0.9),
        (["INFO timeout_turn 0"], LEAST, LEAST),
        (["INFO timeout_turn 10000", "INFO time_left 40000"], 1.5, 2),
        (["INFO time_left -5"], LEAST, LEAST),
        (["INFO timeout_turn many", "INFO", "INFO folder /x", "INFO timeout_turn 9" * 9], 4, 5),
        (["INFO timeout_turn 1000", "INFO time_left 2147483647"], 0.8, 0.9),
    ],
)
def test_the_time_is_kept(info: list[str], least: float, most: float, brain: Brain) -> None:
    assert says(brain, "START 15", *info, "BEGIN") == ["OK", "0,0"]
    assert least <= First.seconds[-1] <= most


def test_a_board_that_the_player_cannot_take_is_an_error() -> None:
    (answer,) = says(Brain(Strong), "START 100")
    assert answer.startswith("ERROR the strong player cannot play 100,100,5: it has 10000 cells")


# The command itself, in a manager.


class Manager:
    """A manager as the document describes it."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "noughts", "engine", *arguments]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.brain = subprocess.Popen(command, **pipes)

    def send(self, line: str) -> None:
        assert self.brain.stdin
        self.brain.stdin.write(f"{line}\r\n".encode())
        self.brain.stdin.flush()

    def answer(self) -> str:
        assert self.brain.stdout
        while line := self.brain.stdout.readline().decode().strip():
            if not line.startswith(("MESSAGE", "DEBUG")):
                return str(line)
        raise EOFError

    def ask(self, line: str) -> str:
        self.send(line)
        return self.answer()

    def move(self, line: str) -> str:
        name, _, _ = (answer := self.ask(line)).partition(" ")
        assert re.fullmatch(r"\d+,\d+", name), answer
        return name

    def end(self) -> int:
        """Send END, and wait for the second that a brain has then."""
        self.send("END")
        return self.ended()

    def ended(self) -> int:
        """The status of a brain that has ended."""
        self.brain.communicate(timeout=10)
        return self.brain.returncode


@pytest.mark.wide
def test_a_manager_plays_a_whole_game_with_two_of_us() -> None:
    first, second = Manager("--player", "random", "--seed", "1"), Manager("--player", "easy")
    game = Game(Rules(15, 15, 5))
    for number, each in enumerate((first, second)):
        about = dict(re.findall(r'(\w+)="([^"]*)"', each.ask("ABOUT")))
        assert about["name"] == "noughts"
        assert each.ask("START 15") == "OK"
        for info in ("timeout_turn 1000", "timeout_match 60000", "max_memory 0", "rule 0"):
            each.send(f"INFO {info}")
        each.send(f"INFO game_type {number}")
    move, hands = "", [first, second]
    while not game.is_over:
        hands[0].send("INFO time_left 60000")
        move = hands[0].move(f"TURN {move}" if move else "BEGIN")
        col, row = map(int, move.split(","))
        game.push(row * 15 + col)
        hands.reverse()
    assert first.ask("RESTART") == "OK"
    assert second.ask("DANCE").startswith("UNKNOWN")
    assert [first.end(), second.end()] == [0, 0]


@pytest.mark.wide
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # it closes no pipes
@pytest.mark.parametrize("size", [15, *longer(20)])
def test_a_manager_that_others_wrote_plays_a_whole_game_with_two_of_us(
    size: int, tmp_path: Path
) -> None:
    pygomo = pytest.importorskip("pygomo", reason="pygomo-lib comes with the extra [dev]")
    program = tmp_path / "pbrain-noughts"
    program.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -m noughts engine\n")
    program.chmod(0o755)
    brains = [pygomo.EngineClient(str(program)) for _ in range(2)]
    try:
        for brain in brains:
            brain.connect()
            assert "noughts" in brain.about()
            assert brain.start(size)
            brain.configure(timeout_turn=100, rule=0)
        game, move = Game(Rules(size, size, 5)), brains[0].begin(timeout=30).move
        while True:
            game.push(move.row * size + move.col)
            if game.is_over:
                break
            brains.reverse()
            move = brains[0].turn(move, timeout=30).move
        assert brains[0].takeback(move)
        assert brains[0].restart()
    finally:
        while brains:
            brains.pop().quit()
        del brain
        gc.collect()  # here, where what it says of its pipes is ignored


@pytest.mark.wide
@pytest.mark.parametrize("rules", ["15,15,5", *longer("20,20,5")])
def test_strong_keeps_the_time_of_a_turn(rules: str) -> None:
    manager = Manager()
    assert manager.ask(f"START {rules.split(',')[0]}") == "OK"
    manager.send("INFO timeout_turn 1000")
    move = "BEGIN"
    for reply in ("TURN 1,1", "TURN 3,3", "TURN 5,2", "TURN 0,9"):
        begin = time.monotonic()
        manager.move(move)
        assert time.monotonic() - begin < 2  # the machine may be busy
        move = reply
    assert manager.end() == 0


def test_a_brain_ends_when_its_input_does() -> None:
    manager = Manager("--player", "strong")
    assert manager.ask("START 15") == "OK"
    assert manager.ended() == 0  # which closes it
