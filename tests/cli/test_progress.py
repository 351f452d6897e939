"""The line that says how far long work is: when it appears, what it says, and that it goes."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator

import pytest

from noughts import Rules
from noughts.cli import progress as module
from noughts.cli.commands import perft as command
from noughts.cli.main import main
from noughts.cli.progress import CLEAR, above, ending, prepare, progress, status_line, steps
from noughts.solver.counting.perft import PlyCount
from noughts.solver.tables.table import kept_table
from noughts.system.progress import Reporter


class Terminal(io.StringIO):
    """A standard error that somebody sees."""

    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that stands still, unless it is waited for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now, self._set = 100.0, monkeypatch.setattr
        for waiting in (module, command):
            self._set(waiting, "monotonic", lambda: self._now)

    def wait(self, seconds: float) -> None:
        self._now += seconds

    def seen(self, stream: io.StringIO | None = None) -> io.StringIO:
        """Standard error from now on, a terminal; no fixture, as pytest sets it after those."""
        stream = stream or Terminal()
        self._set(sys, "stderr", stream)
        return stream


@pytest.fixture
def no_line_of_long_work() -> None:
    """Here the line is said, by a clock of its own."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def said(terminal: io.StringIO) -> list[str]:
    return [part for part in terminal.getvalue().split(CLEAR) if part]


def test_a_line_that_is_printed_meanwhile_takes_the_place_of_the_progress(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = clock.seen()
    monkeypatch.setattr(sys, "stdout", seen)  # as both are on a terminal
    with progress("Learning") as show:
        clock.wait(2)
        show(1, 2)
        above("a row")
        show(2, 2)
    assert seen.getvalue().split(CLEAR)[2] == "a row\n"


def test_what_is_done_within_a_second_says_nothing(clock: Clock) -> None:
    seen = clock.seen()
    with progress("Waiting") as show:
        show(1, 2)
        clock.wait(0.9)
        show(2, 2)
    assert seen.getvalue() == ""


def test_the_line_is_shorter_than_the_screen_is_wide(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    seen = clock.seen()
    with status_line() as say:
        clock.wait(1)
        say("z" * 100)
    assert said(seen) == ["z" * 39]


def test_after_a_second_it_says_how_much_is_done_and_how_long_it_takes_yet(clock: Clock) -> None:
    seen = clock.seen()
    with progress("Waiting") as show:
        clock.wait(2)
        show(0, 4)
        show(1, 4)
        clock.wait(100)
        show(2, 4)
    assert said(seen) == ["Waiting: 0%", "Waiting: 25%, 6 s left", "Waiting: 50%, 2 min left"]
    assert seen.getvalue().endswith(CLEAR)


def test_steps_are_added_up(clock: Clock) -> None:
    seen = clock.seen()
    with steps("Packing", 40) as advance:
        clock.wait(1)
        advance(10)
        advance(30)
    assert said(seen) == ["Packing: 25%, 3 s left", "Packing: 100%, 1 s left"]
    with steps("Packing", 40, wanted=False) as advance:
        clock.wait(1)
        advance(40)
    assert len(said(seen)) == 2


def test_what_has_no_known_end_is_counted(clock: Clock) -> None:
    seen = clock.seen()
    with steps("Packing", 0) as advance:
        clock.wait(1)
        advance(1000)
        advance(500)
    assert said(seen) == ["Packing: 1,000 so far", "Packing: 1,500 so far"]


def test_a_line_never_breaks(clock: Clock) -> None:
    seen = clock.seen()
    with status_line() as say:
        clock.wait(1)
        say("long " * 40)
    assert len(said(seen)[0]) == 79


def test_what_is_no_terminal_gets_one_line_after_five_seconds(clock: Clock) -> None:
    log = clock.seen(io.StringIO())
    with progress("Waiting") as show:
        clock.wait(4.9)
        show(1, 4)
        assert log.getvalue() == ""
        clock.wait(0.1)
        show(2, 4)
        show(3, 4)
    assert log.getvalue() == "Waiting: 50%, 5 s left\n"


def test_many_short_counts_are_a_long_wait_too(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = clock.seen(io.StringIO())

    def counts(_: Rules, show: Reporter, __: object) -> Iterator[PlyCount]:
        for ply in range(4):
            clock.wait(2)
            show(1, 2)
            yield PlyCount(ply, 1, 1, 0, 0, 0)

    monkeypatch.setattr(command, "counts_by_ply", counts)
    main(["perft", "2,2,2", "--json"], standalone_mode=False)
    assert log.getvalue() == "Counting ply 2: 50%, 2 s left\nCounting ply 3: 50%, 2 s left\n"


def test_without_standard_error_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch,
    clock: Clock,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def counts(_: Rules, show: Reporter, __: object) -> Iterator[PlyCount]:
        clock.wait(5)
        show(1, 2)
        yield PlyCount(0, 1, 1, 0, 0, 0)

    monkeypatch.setattr(command, "counts_by_ply", counts)
    monkeypatch.setattr(sys, "stderr", None)
    main(["perft", "2,2,2", "--json"], standalone_mode=False)
    assert capsys.readouterr().out.startswith('{"board": "2,2,2", ')


@pytest.mark.wide
@pytest.mark.parametrize(
    ("command", "doing"),
    [
        ("count 2,2,2", "Counting 2,2,2: "),
        ("perft 2,2,2", "Counting ply 1: "),
        ("versus random random --board 2,2,2", "Following every game on 2,2,2: "),
        ("versus random easy hard --board 2,2,2 --games 2 --json", "Playing on 2,2,2: "),
        ("table 2,2,2", "Solving every position of 2,2,2: "),
        ("show 1,11,2 X..........", "Solving 1,11,2: "),
        ("solve 1,11,2", "Solving 1,11,2: "),
        ("certify 1,11,2", "Solving 1,11,2: "),
    ],
)
@pytest.mark.usefixtures("own_tables")
def test_a_command_says_how_far_it_is(
    command: str, doing: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "SECONDS", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    main(command.split(), standalone_mode=False)
    out, err = capfd.readouterr()
    lines = [part for part in err.split(CLEAR) if part]
    assert any(line.startswith(doing) for line in lines)
    assert err.endswith(CLEAR)
    assert "%" not in out or command.startswith("versus")


@pytest.mark.usefixtures("own_tables")
def test_only_boards_that_take_a_while_are_prepared() -> None:
    for board in ("3,3,3", "4,4,4"):
        prepare(Rules.parse(board))
        assert not kept_table(Rules.parse(board))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_block_as_an_exit_does(number: int, request: pytest.FixtureRequest) -> None:
    asked = signal.signal(number, signal.SIG_DFL)  # which whoever started the tests may ignore
    request.addfinalizer(lambda: signal.signal(number, asked))
    before = signal.getsignal(number)
    with pytest.raises(SystemExit) as left, ending():
        signal.raise_signal(number)
    assert left.value.code == 128 + number
    assert signal.getsignal(number) == before
