"""Runs a command as a child process: sends it lines, reads its lines, and ends it reliably.

A separate thread reads the command's output, so that a wait for a line can have a time limit. The
thread reads at most `HELD` bytes ahead; a command that writes much more has to wait. The last part
of the command's standard error is kept for the message that says why the command ended.

The command leads its own process group. The whole group (on Windows, only the command) is killed by
`Process.end`, when the `Process` object is deleted, and when this program exits. If this program is
itself killed, the group is not killed, and only the pipes to the command close.
"""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from noughts.core.message_text import quoted, shortened
from noughts.errors import PlayerError

CHUNK = 1 << 12  # bytes in one read
HELD = 1 << 16  # the most bytes that are read ahead
LONGEST_LINE = 1 << 16  # bytes
LAST_WORDS = 1 << 12  # bytes of standard error that are kept
LAST_LINES = 24  # lines of standard error that are searched for the reason of an end
FAREWELL = 1.0  # seconds for a program to end by itself once it is told to


RUNNING: weakref.WeakSet[Process] = weakref.WeakSet()
STARTING = threading.Lock()  # held while a process starts, and forever once all are ended


class Process:
    """A running command. Messages call it `name`.

    >>> import sys
    >>> process = Process([sys.executable, "-c", "print(input()[::-1])"], "backwards")
    >>> process.write("abc")
    >>> process.read(60)
    'cba'
    >>> process.end()

    Raises `PlayerError` if the command cannot be started.
    """

    def __init__(self, command: Sequence[str], name: str) -> None:
        self._name = name
        settings: dict[str, Any] = {"bufsize": 0}
        if os.name == "posix":
            settings["start_new_session"] = True  # Ctrl-C at the terminal reaches only this process
        else:
            settings["creationflags"] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        settings |= dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        failed: list[Exception] = []
        # Signals reach only the main thread. So in this thread, no signal can come between the
        # start of a program and its registration in the list of programs to end.
        starter = threading.Thread(target=self._start, args=([*command], settings, failed))
        starter.start()
        starter.join()
        for error in failed:
            why = getattr(error, "strerror", None) or error
            raise PlayerError(f"{name} cannot be started: {why}") from error

    def _start(self, command: list[str], settings: dict[str, Any], failed: list[Exception]) -> None:
        with STARTING:
            try:
                self._running: subprocess.Popen[bytes] = subprocess.Popen(command, **settings)
            except (OSError, ValueError) as error:
                failed.append(error)
                return
            self._follow()
            RUNNING.add(self)

    def _follow(self) -> None:
        """Begin to read the command's output, and arrange for the command to be ended."""
        self._chunks: queue.Queue[bytes] = queue.Queue(HELD // CHUNK)
        self._begun = b""  # the beginning of an incomplete line
        self._lines: deque[bytes] = deque()
        self._unasked = b""  # the last line that was dropped
        self._words = bytearray()
        running, closing = self._running, threading.Event()
        self._threads = [
            threading.Thread(target=each, daemon=True, args=arguments)
            for each, *arguments in (
                (_read_out, running.stdout, self._chunks, closing),
                (_read_errors, running.stderr, self._words),
            )
        ]
        for thread in self._threads:
            thread.start()
        self._end = weakref.finalize(self, _end, running, closing, self._threads)

    @property
    def status(self) -> int | None:
        """The exit status of a command that has ended; None while it runs."""
        return _status(self._running)

    def write(self, line: str, end: str = "\n", seconds: float | None = None) -> None:
        """Send a line, and wait at most `seconds` for room in the program's pipe.

        Raises `PlayerError` if the program has ended, or does not read its input.
        """
        failed: list[Exception] = []
        # A pipe holds a few thousand bytes. A program that never reads must not block us.
        arguments = (self._running.stdin, f"{line}{end}".encode(), failed)
        sender = threading.Thread(target=_send, daemon=True, args=arguments)
        sender.start()
        sender.join(seconds)
        if sender.is_alive():
            raise PlayerError(f"{self._name} does not read its input")
        if failed:
            raise self.gone()

    def read(self, seconds: float | None) -> str:
        """The next line that is not blank, without white space at its ends; LF or CR ends a line.

        Raises `TimeoutError` if no line comes in time. Raises `PlayerError` if the program's output
        ends without another line, or if a line is too long.
        """
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            while self._lines:
                if line := self._lines.popleft().strip():
                    self._unasked = b""
                    return line.decode(errors="replace")
            try:
                left = None if until is None else max(until - time.monotonic(), 0)
                chunk = self._chunks.get(timeout=left)
            except queue.Empty:
                raise TimeoutError from None
            if not chunk:
                self._chunks.put(b"")  # for the next call
                if self._begun.strip():
                    self._lines.append(self._begun)
                    self._begun = b""
                    continue
                raise self.gone()
            self._take(chunk)

    def forget(self) -> None:
        """Drop the complete lines that have not been read; `gone` may quote the last of them."""
        with suppress(queue.Empty):
            for _ in range(HELD // CHUNK):  # a program might write without end
                chunk = self._chunks.get_nowait()
                self._take(chunk)
                if not chunk:
                    self._chunks.put(b"")
                    break
        self._unasked = self._lines[-1] if self._lines else self._unasked
        self._lines.clear()

    def end(self, farewell: float = 0) -> None:
        """Close the program's input, wait up to `farewell` seconds, then kill its process group."""
        _close(self._running.stdin)
        _wait(self._running, farewell)
        self._end()

    def _take(self, chunk: bytes) -> None:
        *lines, self._begun = re.split(rb"[\r\n]", self._begun + chunk)
        self._lines.extend(lines)
        if len(self._begun) > LONGEST_LINE:
            begun = quoted(self._begun.decode(errors="replace"))
            raise PlayerError(f"{self._name} writes a line without an end: {begun}")

    def gone(self) -> PlayerError:
        """The error for a program that has ended, or is ending."""
        _wait(self._running, FAREWELL)
        self._threads[1].join(FAREWELL)
        status = _status(self._running)
        how = "has closed its output" if status is None else f"has ended with status {status}"
        if status is not None and status < 0:
            how = f"was ended by {signal.Signals(-status).name}"
        words = _reason(self._words.decode(errors="replace"))
        if self._unasked and not words:
            said = quoted(self._unasked.decode(errors="replace"))
            words = [f"it wrote {said} before it was asked"]
        return PlayerError(": ".join([f"{self._name} {how}", *map(shortened, words)]))


def end_all() -> None:
    """End all programs and let no more start. For use where Python's exit handlers do not run."""
    STARTING.acquire()
    for process in list(RUNNING):
        process.end()


def _reason(errors: str) -> list[str]:
    """The line that says why a command ended: the last that names an error, else the last, if any.

    An indented line does not count as naming an error: after the line with the error, Node and Java
    write a stack trace in indented lines.
    """
    lines = [line for line in errors.split("\n") if line.strip()][-LAST_LINES:]
    named = [line for line in lines if re.match(r"(?!\s).*([Ee]rror|Exception)", line)]
    return [line.strip() for line in (named or lines)[-1:]]


def _status(running: subprocess.Popen[bytes]) -> int | None:
    """A process's exit status, or minus the number of the signal that ended it; None while it runs.

    Where the system can report the status without reaping the process, this function does not reap
    the process, so the ID of the process group cannot be reused yet.
    """
    if running.returncode is not None or not hasattr(os, "waitid"):
        return running.poll()
    seen = os.waitid(os.P_PID, running.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if seen is None:
        return None
    return seen.si_status if seen.si_code == os.CLD_EXITED else -seen.si_status


def _wait(running: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait until a process has ended, but at most `seconds`."""
    until = time.monotonic() + seconds
    while _status(running) is None and time.monotonic() < until:
        time.sleep(0.005)


def _send(pipe: Any, data: bytes, failed: list[Exception]) -> None:
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[pipe.write(rest) :]
    except (OSError, ValueError) as error:  # ValueError: the pipe is closed
        failed.append(error)


def _close(pipe: Any) -> None:
    with suppress(OSError, ValueError):
        pipe.close()


def _read_out(pipe: Any, chunks: queue.Queue[bytes], closing: threading.Event) -> None:
    """Put what comes through a pipe into a queue, in chunks; at the end, put an empty chunk."""
    more = True
    while more and not closing.is_set():
        try:
            chunk = os.read(pipe.fileno(), CHUNK)
        except (OSError, ValueError):
            chunk = b""
        more = bool(chunk)
        while not closing.is_set():
            with suppress(queue.Full):
                chunks.put(chunk, timeout=0.1)
                break


def _read_errors(pipe: Any, kept: bytearray) -> None:
    with suppress(OSError, ValueError):
        while chunk := os.read(pipe.fileno(), CHUNK):
            kept += chunk
            del kept[:-LAST_WORDS]


def _end(
    running: subprocess.Popen[bytes], closing: threading.Event, threads: list[threading.Thread]
) -> None:
    """End a process, its group, and the threads that read its output."""
    closing.set()
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):  # on macOS, if all have ended
            os.killpg(running.pid, signal.SIGKILL)
    running.kill()
    running.wait()
    for thread in threads:
        thread.join(FAREWELL)
    for pipe in (running.stdin, running.stdout, running.stderr):
        _close(pipe)
