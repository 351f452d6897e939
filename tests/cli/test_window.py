"""The window of a terminal: what is written, what is put back, and when there is none."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts.cli.main import main
from noughts.cli.terminal.window import ENTER, LEAVE, Window, usable


class Terminal:
    """A terminal whose other end is ours."""

    def __init__(self, columns: int = 80, lines: int = 24) -> None:
        self.ours, self.theirs = pty.openpty()
        self.resize(columns, lines)
        self._said = b""

    def resize(self, columns: int, lines: int) -> None:
        termios.tcsetwinsize(self.theirs, (lines, columns))

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def said(self, text: str) -> str:
        """What the program has written since this was last asked, once `text` is in it."""
        while text.encode() not in self._said:
            readable, _, _ = select.select([self.ours], [], [], 30)
            assert readable, self._said
            self._said += os.read(self.ours, 1 << 16)
        said, self._said = self._said, b""
        return said.decode()

    def modes(self) -> list[object]:
        return termios.tcgetattr(self.theirs)

    def close(self) -> None:
        os.close(self.ours)
        os.close(self.theirs)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    made = Terminal()
    yield made
    made.close()


def window(terminal: Terminal) -> Window:
    return Window(terminal.theirs, terminal.theirs)


def test_a_window_is_drawn_in_place_and_only_what_changes_is_written(terminal: Terminal) -> None:
    with window(terminal) as drawn:
        assert terminal.said(ENTER).endswith(ENTER)
        drawn.draw(["one", "two", "three"])
        assert terminal.said("three").count("\x1b[2J") == 1
        drawn.draw(["one", "2", "three"], (1, 0))
        assert terminal.said("?25h") == "\x1b[?25l\x1b[2;1H\x1b[2K2\x1b[2;1H\x1b[?25h"
        drawn.draw(["one", "2"], (0, 1), "n")
        assert terminal.said("1D") == ("\x1b[?25l\x1b[3;1H\x1b[J\x1b[1;2H\x1b[7mn\x1b[0m\x1b[1D")
        drawn.draw(["one", "2"])
        assert terminal.said("one") == "\x1b[?25l\x1b[1;1H\x1b[2Kone"  # without the mark
        drawn.draw(["one", "2"], (1, 0), "n")
        drawn.draw(["one", ""])
        assert terminal.said("\x1b[2;1H\x1b[2K").endswith("\x1b[2;1H\x1b[2K")  # nor is it left
        drawn.forget()
        drawn.draw(["one"])
        assert "\x1b[2J" in terminal.said("one")


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError, SystemExit])
def test_the_terminal_is_put_back_whatever_happens(
    terminal: Terminal, error: type[BaseException]
) -> None:
    before = terminal.modes()
    handlers = [signal.getsignal(n) for n in (signal.SIGTERM, signal.SIGTSTP, signal.SIGWINCH)]
    with pytest.raises(error), window(terminal):  # noqa: PT012 - it is what happens within
        assert terminal.modes() != before
        raise error
    assert terminal.modes() == before
    assert terminal.said(LEAVE).endswith(LEAVE)
    after = [signal.getsignal(n) for n in (signal.SIGTERM, signal.SIGTSTP, signal.SIGWINCH)]
    assert after == handlers


@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_puts_the_terminal_back(
    terminal: Terminal, number: signal.Signals
) -> None:
    before = terminal.modes()
    # What happens within is what is tested.
    with pytest.raises(SystemExit) as raised, window(terminal) as opened:  # noqa: PT012
        signal.raise_signal(number)
        opened.read(unfinished=False)
    assert raised.value.code == 128 + number
    assert terminal.modes() == before


def test_ctrl_z_puts_the_terminal_back_until_the_game_goes_on(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = terminal.modes()
    stopped: list[tuple[int, bool]] = []
    monkeypatch.setattr(
        os, "kill", lambda _, number: stopped.append((number, terminal.modes() == before))
    )
    with window(terminal) as opened:
        signal.raise_signal(signal.SIGTSTP)
        assert opened.read(unfinished=False) == b""
        assert terminal.modes() != before
        assert terminal.said(LEAVE + ENTER)
    assert stopped == [(signal.SIGSTOP, True)]


@pytest.mark.usefixtures("signals")
def test_ctrl_c_that_is_held_down_does_not_keep_the_terminal_from_being_put_back(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, write = terminal.modes(), os.write

    def interrupted(where: int, data: bytes) -> int:
        if LEAVE.encode() in data:
            signal.raise_signal(signal.SIGINT)
        return write(where, data)

    # What happens within is what is tested.
    with pytest.raises(KeyboardInterrupt), window(terminal):  # noqa: PT012
        monkeypatch.setattr(os, "write", interrupted)
        raise KeyboardInterrupt
    assert terminal.modes() == before
    assert terminal.said(LEAVE)


def test_keys_come_one_by_one_and_a_resize_or_a_call_wakes_who_waits(terminal: Terminal) -> None:
    with window(terminal) as opened:
        terminal.type("b")
        assert opened.read(unfinished=False) == b"b"
        terminal.resize(40, 12)
        signal.raise_signal(signal.SIGWINCH)
        assert opened.read(unfinished=False) == b""
        assert opened.size() == (40, 12)
        opened.wake()
        assert opened.read(unfinished=False) == b""
        begin = time.monotonic()
        assert opened.read(unfinished=True) == b""
        assert time.monotonic() - begin < 20
    opened.wake()  # by a thread that has not noticed the end


def test_a_signal_that_is_ignored_stays_so(terminal: Terminal) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with window(terminal):
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_terminal_that_goes_away_is_the_end_of_input() -> None:
    gone = Terminal()
    with window(gone) as opened:
        os.close(gone.ours)
        assert opened.read(unfinished=False) is None
    os.close(gone.theirs)


def test_what_cannot_be_drawn_on_leaves_no_trace(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = terminal.modes()

    def failing(*_: object) -> int:
        raise OSError("no")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", failing)
        with pytest.raises(OSError, match="no"):
            window(terminal).__enter__()
    assert terminal.modes() == before


@pytest.mark.parametrize("name", ["dumb", "", "unknown"])
def test_a_terminal_that_cannot_go_back_has_no_window(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert usable(terminal.theirs, terminal.theirs)
    terminal.resize(23, 24)
    assert not usable(terminal.theirs, terminal.theirs)
    terminal.resize(40, 9)
    assert not usable(terminal.theirs, terminal.theirs)
    terminal.resize(24, 10)
    assert usable(terminal.theirs, terminal.theirs)
    with Path(os.devnull).open() as nothing:
        assert not usable(nothing.fileno(), terminal.theirs)
        assert not usable(terminal.theirs, nothing.fileno())
    monkeypatch.setenv("TERM", name)
    assert not usable(terminal.theirs, terminal.theirs)
    monkeypatch.delenv("TERM")
    assert not usable(terminal.theirs, terminal.theirs)


def test_where_nobody_knows_how_large_a_terminal_is_there_is_a_little(terminal: Terminal) -> None:
    terminal.resize(0, 0)
    assert not usable(terminal.theirs, terminal.theirs)
    assert window(terminal).size() == (1, 1)


# The command on a terminal


class Playing:
    """The command in this process, with keys from a thread of its own."""

    def __init__(self, terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
        self._terminal = terminal
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setattr(sys, "argv", ["noughts"])

    def play(self, *arguments: str, keys: list[tuple[str, str]], status: int = 0) -> str:
        """All that was written; each pair is what to wait for, and then to type."""
        seen: list[str] = []

        def type_keys() -> None:
            try:
                for text, key in keys:
                    seen.append(self._terminal.said(text))
                    self._terminal.type(key)
            except AssertionError:
                self._terminal.type("\x15\x04")  # so that the test ends
            seen.append(self._terminal.said("noughts play -"))

        typist = threading.Thread(target=type_keys, daemon=True)
        typist.start()
        with pytest.raises(SystemExit) as ended:
            self.run(*arguments)
        assert ended.value.code == status
        typist.join(60)
        assert not typist.is_alive(), seen
        return "".join(seen)

    def run(self, *arguments: str) -> None:
        with (
            os.fdopen(os.dup(self._terminal.theirs), "r") as keyboard,
            os.fdopen(os.dup(self._terminal.theirs), "w") as screen,
            self._monkeypatch.context() as patched,
        ):
            # Not earlier: pytest sets them after the fixtures.
            patched.setattr(sys, "stdin", keyboard)
            patched.setattr(sys, "stdout", screen)
            main(["play", *arguments], standalone_mode=False)


@pytest.fixture
def playing(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> Playing:
    return Playing(terminal, monkeypatch)


ASKED = "for help: "


def test_a_game_in_a_window_ends_with_its_board_and_review_on_the_screen_as_it_was(
    playing: Playing,
) -> None:
    moves = [(ASKED, f"{cell}\r") for cell in ("a1", "a2", "b1", "b2", "c1")]
    seen = playing.play("--side", "both", keys=[*moves, ("to quit", "q")])
    assert ENTER in seen
    after = seen.rpartition(LEAVE)[2]
    assert "[X]" in after
    assert "X (player #1) wins with the line a1 b1 c1." in after
    assert "Score: player #1 1, player #2 0, draws 0." in after
    assert "O wins" in after
    assert "gave a draw away" in after
    assert "To look at this game again:" in after
    assert seen.count("\x1b[?1049l") == 1


def test_a_game_that_goes_on_ends_with_its_board(playing: Playing) -> None:
    after = playing.play(keys=[(ASKED, "\r"), ("plays", "q")]).rpartition(LEAVE)[2]
    assert "1   " in after
    assert "To go on with this game:" in after
    assert "gave" not in after


@pytest.mark.parametrize("plain", [["--plain"], []])
def test_lines_are_printed_on_request_and_where_there_is_no_window(
    playing: Playing, monkeypatch: pytest.MonkeyPatch, plain: list[str]
) -> None:
    if not plain:  # as on Windows
        monkeypatch.setitem(sys.modules, "noughts.cli.terminal.window", None)
    # It prints, as `input` does.
    monkeypatch.setattr("builtins.input", lambda prompt: print(prompt, flush=True) or "q")  # noqa: T201
    seen = playing.play(*plain, keys=[])
    assert ASKED in seen
    assert ENTER not in seen


def test_a_stray_error_puts_the_terminal_back(
    playing: Playing, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = terminal.modes()
    monkeypatch.setattr("noughts.cli.terminal.keys_and_screen.frame", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        playing.run()
    assert terminal.modes() == before
    assert LEAVE in terminal.said(LEAVE)
