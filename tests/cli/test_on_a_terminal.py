"""The game on a terminal of its own, which an emulator draws: by arrows, mouse and typing."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.no_cover

pyte = pytest.importorskip("pyte", reason="an emulator of a terminal, which [dev] brings")

UP, DOWN, RIGHT, LEFT, ENTER = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\r"
SLOW = """
import time
def slow(position):
    time.sleep(600)
"""


class Emulated:
    """The game on a terminal, and what stands on its screen."""

    def __init__(
        self, *arguments: str, columns: int = 80, lines: int = 24, **environment: str
    ) -> None:
        self.plain = "--plain" in arguments  # lines, and no window
        self._ours, self._theirs = pty.openpty()
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        termios.tcsetwinsize(self._theirs, (lines, columns))
        self.modes = termios.tcgetattr(self._theirs)
        self.game = subprocess.Popen(
            [sys.executable, "-m", "noughts", "play", *arguments],
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs,
            env=os.environ | {"TERM": "xterm", "NO_COLOR": ""} | environment,
            start_new_session=True,
            # A shell's background job ignores Ctrl-C, and hands that on.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, seen: str | Callable[[str], object]) -> str:
        """What stands on the screen, once this is seen and nothing follows.

        The game draws in one write, which may arrive in pieces: what stands below moves last.
        """
        end = time.monotonic() + 30
        while not (seen in self.text if isinstance(seen, str) else seen(self.text)):
            readable, _, _ = select.select([self._ours], [], [], end - time.monotonic())
            assert readable, self.text
            self._take()
        while select.select([self._ours], [], [], 0.05)[0]:
            self._take()
        return self.text

    def _take(self) -> None:
        data = os.read(self._ours, 1 << 16)
        self.written += data
        self._stream.feed(data)

    def press(self, *keys: str) -> None:
        for key in keys:
            os.write(self._ours, key.encode())

    def click(self, text: str) -> None:
        """Click where a text begins."""
        line, shown = next(each for each in enumerate(self.screen.display) if text in each[1])
        self.click_at(line, shown.index(text))

    def click_at(self, line: int, column: int) -> None:
        self.press(f"\x1b[<0;{column + 1};{line + 1}M\x1b[<0;{column + 1};{line + 1}m")

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        termios.tcsetwinsize(self._theirs, (lines, columns))
        self.game.send_signal(signal.SIGWINCH)

    def marked(self) -> str:
        """What stands in reverse."""
        return "".join(
            self.screen.buffer[line][column].data
            for line in range(self.screen.lines)
            for column in range(self.screen.columns)
            if self.screen.buffer[line][column].reverse
        ).strip()

    def end(self) -> int:
        """The exit status, with the terminal as it was before."""
        end = time.monotonic() + 30
        while self.game.poll() is None or select.select([self._ours], [], [], 0)[0]:
            assert time.monotonic() < end, self.text
            if select.select([self._ours], [], [], 0.1)[0]:
                self._take()
        assert termios.tcgetattr(self._theirs) == self.modes
        if self.plain:
            return self.game.returncode
        for mode in (b"?1049", b"?1000", b"?1006"):
            assert self.written.count(mode + b"h") == self.written.count(mode + b"l") == 1
        assert self.written.rindex(b"\x1b[?25h") > self.written.rindex(b"\x1b[?25l")
        return self.game.returncode

    def interrupt(self) -> None:
        """Press Ctrl-C until there is an answer: Python may miss one just before it reads."""
        while not select.select([self._ours], [], [], 1)[0]:
            self.game.send_signal(signal.SIGINT)

    def close(self) -> None:
        if self.game.poll() is None:
            self.game.kill()
            self.game.wait()
        os.close(self._ours)
        os.close(self._theirs)


@pytest.fixture
def playing() -> Iterator[Callable[..., Emulated]]:
    made: list[Emulated] = []

    def make(*arguments: str, **options: object) -> Emulated:
        made.append(Emulated(*arguments, **options))  # type: ignore[arg-type]  # as it takes them
        return made[-1]

    yield make
    for each in made:
        each.close()


Make = Callable[..., Emulated]


def test_a_whole_game_by_arrows(playing: Make) -> None:
    game = playing("--side", "both")
    game.until("X (player #1) to move")
    assert game.marked() == "5"
    game.press(ENTER)
    game.until("O (player #2) to move")
    game.press(UP, LEFT, " ")
    game.until("X (player #1) to move")
    game.press(RIGHT, ENTER)
    game.until("O (player #2) to move")
    game.press(DOWN, LEFT, ENTER)
    game.until("X (player #1) to move")
    game.press(DOWN, RIGHT, ENTER)
    seen = game.until("X (player #1) wins with the line b1 b2 b3.")
    assert "─────┼─────┼─────" in seen
    assert " 2   O  │ [X] │  6" in seen
    game.press("q")
    assert game.end() == 0
    assert "--resume 'b2 a1 b1 a2 b3'" in game.text
    assert "a2 (O, move 4) gave a draw away; what kept it: b3." in game.text


def test_a_whole_misere_game_by_mouse(playing: Make) -> None:
    game = playing("--side", "both", "--board", "3,3,3,misere")
    for number, (row, col) in enumerate([(0, 0), (1, 1), (0, 1), (2, 2), (0, 2)]):
        game.until(f"{'XO'[number % 2]} (player #{number % 2 + 1}) to move, 1-9 or ? for help:")
        game.click_at(3 + 2 * row, 5 + 6 * col)
    seen = game.until("O (player #2) wins: the other side made the line a1 b1 c1.")
    assert "3,3,3,misere: 3 in a row lose." in seen
    game.click("n new")
    game.until("X (player #1) to move, 1-9")
    game.click("q quit")
    assert game.end() == 0


@pytest.mark.wide
def test_a_whole_game_by_typed_names_on_a_large_board_at_40_columns(playing: Make) -> None:
    game = playing("--side", "both", "--board", "15,15,5", columns=40)
    seen = game.until("a1 to o15 or ?")
    assert "     a b c d e f g h i j k l m n o" in seen
    for number, cell in enumerate(["h8", "a1", "h9", "b1", "h10", "c1", "h11", "d1"]):
        game.press(f"{cell}{ENTER}")
        game.until(f"{'XO'[number % 2 - 1]} (player #{2 - number % 2}) to move")
    game.press(":h13\x7f2", ENTER)
    seen = game.until("X (player #1) wins")
    assert re.search(r"11  \. \. \. \. \. \. \.\[X\]", seen)
    game.press("q")
    assert game.end() == 0
    assert max(map(len, game.text.splitlines())) <= 40


@pytest.mark.wide
def test_qubic_is_played_in_layers_and_a_resize_draws_it_anew(playing: Make) -> None:
    game = playing("--side", "both", "--board", "4x4x4,4")
    game.until("layer 4")
    game.press(*[LEFT] * 8, *[UP] * 8, ENTER)
    game.until("O (player #2) to move")
    game.press("2a1\r")
    game.until("X (player #1) to move")
    game.resize(40, 18)  # too narrow for ruled lines: all layers are drawn small
    seen = game.until(lambda text: text.count(" 4  . . . .") == 4 and "help:" in text)
    assert "  (X)  " not in seen
    assert all(len(line) <= 40 for line in seen.splitlines())
    game.resize(150, 30)
    game.until("layer 4")
    for number, cell in enumerate(["1b1", "2b1", "1c1", "2c1", "1d1"]):
        game.until(f"{'XO'[number % 2]} (player #{number % 2 + 1}) to move")
        game.press(f"{cell}\r")
    game.until("wins with the line 1a1 1b1 1c1 1d1.")
    game.press("q")
    assert game.end() == 0


@pytest.fixture
def _slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slowly.py").write_text(SLOW)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")


@pytest.mark.usefixtures("_slow")
@pytest.mark.parametrize(
    ("leaving", "status"), [(signal.SIGINT, 130), ("q", 0), ("\x04", 0), (signal.SIGTERM, 143)]
)
def test_one_can_leave_while_the_opponent_thinks(
    playing: Make, leaving: str | signal.Signals, status: int
) -> None:
    game = playing("--opponent", "slowly:slow")
    game.until("X (you) to move")
    game.press(ENTER)
    game.until("O (slow) to move ...")
    game.press(LEFT)
    game.until(lambda _: game.marked() == "4")
    if isinstance(leaving, str):
        game.press(leaving)
    else:
        game.game.send_signal(leaving)
    assert game.end() == status


def test_two_players_are_watched(playing: Make) -> None:
    game = playing("--x", "perfect:first", "--o", "perfect:first", "--delay", "0.01")
    game.until("Draw.")
    game.press("q")
    assert game.end() == 0
    assert "draws 1" in game.text


@pytest.mark.parametrize("colour", ["", "1"])
def test_colours_are_there_unless_nobody_wants_them(playing: Make, colour: str) -> None:
    game = playing(NO_COLOR=colour)
    game.until("for help:")
    game.press(ENTER)
    game.until("(O)")
    colours = {cell.fg for line in game.screen.buffer.values() for cell in line.values()}
    assert (colours == {"default"}) == bool(colour)
    game.press("q")
    assert game.end() == 0


@pytest.mark.parametrize(
    ("columns", "arguments", "term"),
    [(80, ["--plain"], "xterm"), (80, [], "dumb"), (20, [], "xterm")],
)
def test_lines_are_printed_where_there_is_no_window(
    playing: Make, columns: int, arguments: list[str], term: str
) -> None:
    game = playing(*arguments, columns=columns, TERM=term, NO_COLOR="1")
    game.until("help:")
    game.press("q\n")
    game.until("--opponent")
    assert b"\x1b" not in game.written


def test_what_is_typed_stands_behind_the_prompt_once_and_can_be_edited(playing: Make) -> None:
    pytest.importorskip("readline", exc_type=ImportError)
    game = playing("--plain", "--opponent", "perfect:first")
    game.until("for help:")
    game.press("2\x01b\n")  # Ctrl-A goes to the beginning of the line
    game.until(lambda seen: seen.count("for help:") == 2)
    game.press("c3\n")
    game.until(lambda seen: seen.count("for help:") == 3)
    game.press("\x04")  # Ctrl-D: the end of input
    assert game.end() == 0
    assert "--resume 'b2 a1 c3" in game.text
    assert game.written.count(b"c3\r\n") == 1


@pytest.mark.parametrize("colour", ["", "1"])
def test_lines_have_colours_unless_nobody_wants_them(playing: Make, colour: str) -> None:
    game = playing("--plain", NO_COLOR=colour)
    game.until("for help:")
    game.press("5\n")
    game.until("plays")
    game.press("q\n")
    assert game.end() == 0
    assert (b"\x1b[94m" in game.written) != bool(colour)


def test_ctrl_c_among_lines_prints_the_record(playing: Make) -> None:
    game = playing("--plain")
    game.until("for help:")
    game.interrupt()
    assert game.end() == 130
    assert "Goodbye. To go on with this game:" in game.text


def test_an_error_breaks_between_words(playing: Make) -> None:
    game = playing("--plain", "--board", "33", columns=40, COLUMNS="40")
    assert game.end() == 2
    lines = game.text.split()
    for word in ("ROWS,COLS,K", "cylinder,", "notakto,", "stones=P+Q,", "breaker"):
        assert word in lines
