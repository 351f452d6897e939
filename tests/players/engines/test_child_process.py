"""Commands that run beside us: their lines, their limits, and their end."""

from __future__ import annotations

import gc
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from noughts import PlayerError
from noughts.players.engines import child_process
from noughts.players.engines.child_process import HELD, LONGEST_LINE, Process, end_all
from tests.players.engines.programs import ends, is_alive

WAIT = 30.0


def started(code: str) -> Process:
    return Process([sys.executable, "-c", code], "the program")


def test_lines_end_as_they_like_and_empty_ones_do_not_count() -> None:
    process = started(r"import os; os.write(1, b'one\r\n\n two \rthree\nfour')")
    assert [process.read(WAIT) for _ in range(4)] == ["one", "two", "three", "four"]
    with pytest.raises(PlayerError, match=r"^the program has ended with status 0$"):
        process.read(WAIT)
    with pytest.raises(PlayerError, match="has ended with status 0"):  # and again
        process.read(WAIT)
    process.end()


def test_what_nobody_has_asked_for_is_dropped_in_whole_lines() -> None:
    process = started(
        "print('a\\nb\\nc', end='', flush=True); input(); print('d\\ne\\nf', flush=True)"
    )
    assert process.read(WAIT) == "a"
    time.sleep(0.1)
    process.forget()
    process.write("go on")
    assert process.read(WAIT) == "cd"
    assert process.read(WAIT) == "e"
    while process.status is None:
        time.sleep(0.01)
    time.sleep(0.1)
    process.forget()  # at the end, too
    with pytest.raises(PlayerError, match="status 0: it wrote 'f' before it was asked"):
        process.read(WAIT)
    process.end()


def test_a_line_that_does_not_come_in_time_is_a_timeout() -> None:
    process = started("import time; time.sleep(60)")
    with pytest.raises(TimeoutError):
        process.read(0.1)
    process.end()
    assert process.status == -9


def test_a_program_that_floods_waits_and_takes_no_memory() -> None:
    process = started("while True: print('x' * 79)")
    assert process.read(WAIT) == "x" * 79
    time.sleep(0.3)
    assert process._chunks.qsize() * child_process.CHUNK <= HELD
    for _ in range(3):
        process.forget()
    process.end()


def test_a_line_without_an_end_is_refused() -> None:
    process = started(f"import sys; sys.stdout.write('y' * {3 * LONGEST_LINE}); input()")
    with pytest.raises(PlayerError, match=r"^the program writes a line without an end: 'yyyy"):
        process.read(WAIT)
    process.end()


OF_NODE = "bot.mjs:3\n\nTypeError: no b2\n    at onError (bot.mjs:3:5)\n\nNode.js v20\n"


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("x" * 10**6 + "\nKeyError: 'b2'\n", "KeyError: 'b2'"),
        (OF_NODE, "TypeError: no b2"),
        ("no errors yet\n" + "go\n" * 99 + "b2 is taken\n", "b2 is taken"),
    ],
)
def test_standard_error_says_why_it_has_ended(written: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "errors").write_text(written)
    process = started(f"raise SystemExit(open({str(tmp_path / 'errors')!r}).read())")
    with pytest.raises(PlayerError, match=rf"^the program has ended with status 1: {why}$"):
        process.read(WAIT)
    process.end()


def test_a_signal_is_named() -> None:
    process = started("import os; os.kill(os.getpid(), 11)")
    with pytest.raises(PlayerError, match=r"^the program was ended by SIGSEGV"):
        process.read(WAIT)
    process.end()


@pytest.mark.wide
@pytest.mark.traced
def test_who_closes_its_output_is_said_to() -> None:
    process = started("import os, time; os.close(1); time.sleep(60)")
    with pytest.raises(PlayerError, match=r"^the program has closed its output$"):
        process.read(WAIT)
    process.end()


def test_who_does_not_read_holds_nobody_up() -> None:
    process = started("import time; time.sleep(60)")
    with pytest.raises(PlayerError, match=r"^the program does not read its input$"):
        process.write("z" * 10**6, seconds=0.2)
    process.end()


def test_what_has_ended_cannot_be_written_to() -> None:
    process = started("pass")
    while process.status is None:
        time.sleep(0.01)
    with pytest.raises(PlayerError, match="has ended with status 0"):
        process.write("z" * 10**6)
    process.end()
    process.end()  # nothing is left to do


def test_a_command_that_cannot_be_started_says_why(tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match=r"^the program cannot be started: No such file"):
        Process([str(tmp_path / "nothing")], "the program")
    with pytest.raises(PlayerError, match=r"^the program cannot be started: embedded null byte"):
        Process(["a\0b"], "the program")


FAMILY = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
"""


@pytest.mark.parametrize("stays", [True, False])
def test_what_a_program_has_started_ends_with_it(stays: bool) -> None:
    process = started(FAMILY + "time.sleep(600)" * stays)
    child = int(process.read(WAIT))
    assert is_alive(child)
    process.end()
    assert ends(child)


def test_a_program_ends_with_its_object_and_with_all() -> None:
    process = started(FAMILY + "time.sleep(600)")
    child = int(process.read(WAIT))
    del process
    gc.collect()
    assert ends(child)
    process = started(FAMILY + "time.sleep(600)")
    child = int(process.read(WAIT))
    end_all()
    child_process.STARTING.release()
    assert ends(child)


def test_an_interruption_while_it_starts_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    begun: list[int] = []

    def slowly(command: list[str], **settings: Any) -> subprocess.Popen[bytes]:
        running = popen(command, **settings)
        begun.append(running.pid)
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.3)
        return running

    asked = signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever started the tests
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, asked))
    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", slowly)
    with pytest.raises(KeyboardInterrupt):
        started("import time; time.sleep(600)")
    while child_process.STARTING.locked():
        time.sleep(0.01)
    gc.collect()
    assert ends(begun[0])


def test_a_program_has_a_moment_to_end_by_itself(tmp_path: Path) -> None:
    note = tmp_path / "note"
    process = started(f"input()\nopen({str(note)!r}, 'w').write('bye')")
    process.write("end")
    process.end(farewell=WAIT)
    assert note.read_text() == "bye"


def test_where_exits_cannot_be_looked_at_they_are_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "waitid", raising=False)
    process = started("input()")
    assert process.status is None
    process.write("end")
    while process.status is None:
        time.sleep(0.01)
    assert process.status == 0
    process.end()


def test_where_there_are_no_sessions_the_program_alone_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child_process, "os", _Elsewhere())
    process = started("import time; print(1, flush=True); time.sleep(600)")
    assert process.read(WAIT) == "1"
    process.end()
    assert process.status == -9


def test_a_pipe_that_is_closed_meanwhile_is_at_its_end() -> None:
    chunks: queue.Queue[bytes] = queue.Queue()
    with open(os.devnull, "rb") as pipe:
        pass
    child_process._read_out(pipe, chunks, threading.Event())
    assert chunks.get() == b""


class _Elsewhere:
    """The module `os` where there are no sessions."""

    name = "nt"

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)
