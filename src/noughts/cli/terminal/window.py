"""The window of a terminal: lines drawn in place, keys as they are pressed, all restored after.

It writes the sequences of the VT100 and of xterm, which every current terminal knows. It needs
`termios`, which Windows does not have.
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

# The other screen, where nothing scrolls; clicks, by their numbers; and no cursor.
ENTER = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?25l"
LEAVE = "\x1b[?25h\x1b[?1006l\x1b[?1000l\x1b[?1049l"
ESCAPE = 0.05  # seconds in which the rest of a sequence follows
SMALLEST = (24, 10)  # columns and lines in which a board can be played


def usable(keyboard: int, screen: int) -> bool:
    """Whether these two descriptors are a terminal to draw on that is large enough."""
    if os.environ.get("TERM", "dumb") in ("", "dumb", "unknown"):
        return False
    if not (os.isatty(keyboard) and os.isatty(screen)):
        return False
    columns, lines = os.get_terminal_size(screen)
    return columns >= SMALLEST[0] and lines >= SMALLEST[1]


class Window:
    """A terminal, from `with` to the end of the block, however it ends.

    SIGTERM and SIGHUP end the block by `SystemExit`; Ctrl-C raises `KeyboardInterrupt` as usual;
    Ctrl-Z puts the terminal back until the game goes on.
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
        # Whoever holds Ctrl-C down must not end what follows as well.
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
        """The present numbers of columns and lines; 1 and 1 if unknown."""
        columns, lines = os.get_terminal_size(self._screen)
        return max(columns, 1), max(lines, 1)

    def draw(
        self, lines: Sequence[str], at: tuple[int, int] | None = None, marked: str = ""
    ) -> None:
        """Show these lines, none wider than the window; only changes are written.

        At a line and a column, from 0, stands the cursor, or the text `marked` in reverse.
        """
        written = ["\x1b[?25l"]
        if not self._shown:
            written.append("\x1b[H\x1b[2J")
        elif len(lines) < len(self._shown):
            written.append(f"\x1b[{len(lines) + 1};1H\x1b[J")
        for number, line in enumerate(lines):
            if self._shown[number : number + 1] != [line]:
                # Cleared first: at the right edge that would clear the last character.
                written.append(f"\x1b[{number + 1};1H\x1b[2K{line}")
        self._shown = [*lines]
        if at:
            row, column = at
            written.append(f"\x1b[{row + 1};{column + 1}H")
            written.append(f"\x1b[7m{marked}\x1b[0m\x1b[{len(marked)}D" if marked else "\x1b[?25h")
            if marked:
                self._shown[row] = "\0"  # which no line is: the mark is written over next time
        self._write("".join(written))

    def forget(self) -> None:
        """Write all lines anew next time."""
        self._shown = []

    def read(self, unfinished: bool) -> bytes | None:
        """The next typed input, or nothing if `wake` is called first.

        None is the end of input. If something is unfinished, the rest is waited for only shortly.
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
        with suppress(OSError):  # full, so that it returns anyhow; or closed
            os.write(self._waker, b".")

    def _open(self) -> None:
        keys: list[Any] = termios.tcgetattr(self._keyboard)
        keys[3] &= ~(termios.ICANON | termios.ECHO)  # each key at once; Ctrl-C stays a signal
        keys[6][termios.VMIN], keys[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._keyboard, termios.TCSADRAIN, keys)
        self._write(ENTER)
        self.forget()

    def _close(self) -> None:
        with suppress(OSError, termios.error):  # where the terminal is gone
            termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._usual)
            self._write(LEAVE)

    def _write(self, text: str) -> None:
        data = text.encode(errors="replace")
        while data:
            data = data[os.write(self._screen, data) :]

    def _end(self, number: int, _: object) -> None:
        raise SystemExit(128 + number)  # what shells expect of what a signal ended

    def _resize(self, *_: object) -> None:
        self.forget()
        self.wake()

    def _pause(self, *_: object) -> None:
        self._close()
        os.kill(os.getpid(), signal.SIGSTOP)
        self._open()
        self.wake()
