"""A window on a terminal: draws lines in place, reads single keys, and restores the terminal.

The module writes the escape sequences of the VT100 and of xterm, which every current terminal
understands. The module needs `termios`, which Python lacks on Windows.
"""

from __future__ import annotations

import os
import select
import signal
import termios
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

# Switch to the alternate screen, which does not scroll, report clicks, and hide the cursor.
ENTER = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?25l"
LEAVE = "\x1b[?25h\x1b[?1006l\x1b[?1000l\x1b[?1049l"
ESCAPE = 0.05  # seconds within which the rest of an escape sequence arrives
SMALLEST = (24, 10)  # the fewest columns and lines in which a game can be played


def usable(keyboard: int, screen: int) -> bool:
    """Whether both file descriptors belong to a terminal that is large enough and not "dumb"."""
    if os.environ.get("TERM", "dumb") in ("", "dumb", "unknown"):
        return False
    if not (os.isatty(keyboard) and os.isatty(screen)):
        return False
    columns, lines = os.get_terminal_size(screen)
    return columns >= SMALLEST[0] and lines >= SMALLEST[1]


class Window:
    """A context manager that draws on a terminal and restores it, however the block ends.

    SIGTERM and SIGHUP raise `SystemExit` in the block. Ctrl-C raises `KeyboardInterrupt` as usual.
    Ctrl-Z restores the terminal and suspends the game until the user resumes it.
    """

    def __init__(self, keyboard: int, screen: int) -> None:
        self._keyboard, self._screen = keyboard, screen
        self._shown: list[str] = []
        self._woken, self._waker = -1, -1

    def __enter__(self) -> Self:
        self._usual = termios.tcgetattr(self._keyboard)
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        asked: dict[int, Callable[[int, Any], None]] = {
            signal.SIGTERM: self._end,
            signal.SIGHUP: self._end,
            signal.SIGTSTP: self._pause,
            signal.SIGWINCH: self._resize,
        }
        before = {number: signal.getsignal(number) for number in asked}
        self._before = {n: each for n, each in before.items() if each != signal.SIG_IGN}
        try:
            for number in self._before:
                signal.signal(number, asked[number])
            self._open()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # A user who holds Ctrl-C down must not interrupt the cleanup as well.
        interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self._close()
        finally:
            signal.signal(signal.SIGINT, interrupt)
            for number, handler in self._before.items():
                signal.signal(number, handler)
            os.close(self._woken)
            os.close(self._waker)

    def size(self) -> tuple[int, int]:
        """The current numbers of columns and lines; 1 and 1 if they are unknown."""
        columns, lines = os.get_terminal_size(self._screen)
        return max(columns, 1), max(lines, 1)

    def draw(
        self, lines: Sequence[str], at: tuple[int, int] | None = None, marked: str = ""
    ) -> None:
        """Show these lines, none of which may be wider than the window. Write only changed lines.

        `at`, a line and a column counted from 0, is the place of the cursor or, if the text
        `marked` is not empty, of this text, which is shown in reverse video.
        """
        written = ["\x1b[?25l"]
        if not self._shown:
            written.append("\x1b[H\x1b[2J")
        elif len(lines) < len(self._shown):
            written.append(f"\x1b[{len(lines) + 1};1H\x1b[J")
        for number, line in enumerate(lines):
            if self._shown[number : number + 1] != [line]:
                # Clear the line before the text: after it, at the right edge, the sequence would
                # clear the last character.
                written.append(f"\x1b[{number + 1};1H\x1b[2K{line}")
        self._shown = [*lines]
        if at:
            row, column = at
            written.append(f"\x1b[{row + 1};{column + 1}H")
            written.append(f"\x1b[7m{marked}\x1b[0m\x1b[{len(marked)}D" if marked else "\x1b[?25h")
            if marked:
                self._shown[row] = "\0"  # equals no line, so the next call writes over the mark
        self._write("".join(written))

    def forget(self) -> None:
        """Let the next call of `draw` write all lines."""
        self._shown = []

    def read(self, unfinished: bool) -> bytes | None:
        """The next bytes of input; empty if a thread calls `wake` first, None at the end of input.

        If an escape sequence is `unfinished`, wait only `ESCAPE` seconds for the rest.
        """
        wait = ESCAPE if unfinished else None
        ready, _, _ = select.select([self._keyboard, self._woken], [], [], wait)
        if self._woken in ready:
            os.read(self._woken, 1 << 10)
        if self._keyboard not in ready:
            return b""
        return os.read(self._keyboard, 1 << 10) or None

    def wake(self) -> None:
        """Let `read` return; any thread may call this."""
        with suppress(OSError):  # the pipe is full, so that `read` returns anyway, or it is closed
            os.write(self._waker, b".")

    def _open(self) -> None:
        keys: list[Any] = termios.tcgetattr(self._keyboard)
        keys[3] &= ~(termios.ICANON | termios.ECHO)  # read key by key; Ctrl-C still sends a signal
        keys[6][termios.VMIN], keys[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._keyboard, termios.TCSADRAIN, keys)
        self._write(ENTER)
        self.forget()

    def _close(self) -> None:
        with suppress(OSError, termios.error):  # the terminal may be gone
            termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._usual)
            self._write(LEAVE)

    def _write(self, text: str) -> None:
        data = text.encode(errors="replace")
        while data:
            data = data[os.write(self._screen, data) :]

    def _end(self, number: int, _: object) -> None:
        raise SystemExit(128 + number)  # the status that shells expect after a signal

    def _resize(self, *_: object) -> None:
        self.forget()
        self.wake()

    def _pause(self, *_: object) -> None:
        self._close()
        os.kill(os.getpid(), signal.SIGSTOP)
        self._open()
        self.wake()
