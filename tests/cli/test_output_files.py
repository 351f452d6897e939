"""What the commands on large files share."""

import os
import signal
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from noughts.cli import output_files
from noughts.cli.output_files import cleaned_up, written_whole
from tests.commands import refused, run


def test_a_device_or_pipe_is_written_to_and_no_file_takes_its_place(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with written_whole(str(pipe)) as part:
        assert part == pipe
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    "line",
    [
        "emit c --output",
        "map 2,2,2 --output",
        "certify 2,2,2 --output",
        "solve 2,2,2 --certificate",
        "table 2,2,2 --output",
    ],
)
def test_a_file_that_is_written_takes_the_place_of_the_old_one_whole(
    tmp_path: Path, line: str
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("kept until the new one is whole")
    os.link(old, new)  # whoever writes into the old file changes it here, too
    result = run(*line.split(), str(new))
    assert result.exit_code == 0, result.output
    assert old.read_text() == "kept until the new one is whole"
    assert new.stat().st_size
    assert {*tmp_path.iterdir()} == {old, new}


@pytest.mark.parametrize("line", ["emit c -o", "map -o", "certify -o", "solve --certificate"])
def test_a_text_goes_nowhere_if_its_folder_is_not_there(tmp_path: Path, line: str) -> None:
    assert "cannot be written: there is no folder" in refused(
        *line.split(), str(tmp_path / "typo" / "file")
    )
    assert not [*tmp_path.iterdir()]


@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    def fill() -> None:
        with written_whole(str(tmp_path / "store")) as part:
            part.write_text("half of it")
            signal.raise_signal(number)

    with pytest.raises(SystemExit) as ended:
        fill()
    assert ended.value.code == 128 + number
    assert not [*tmp_path.iterdir()]
    assert signal.getsignal(number) == signal.SIG_DFL


def test_a_request_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with cleaned_up():
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


class Finalized:
    """An object in whose finalizer a request to end arrives, where an exception is lost."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGTERM)


@pytest.mark.usefixtures("signals")
def test_a_request_to_end_is_heard_wherever_it_arrives(tmp_path: Path) -> None:
    before = sys.unraisablehook

    def fill() -> None:
        with written_whole(str(tmp_path / "store")) as part:
            part.write_text("half of it")
            Finalized()
            time.sleep(60)

    with pytest.raises(SystemExit) as ended:
        fill()
    assert ended.value.code == 128 + signal.SIGTERM
    assert not [*tmp_path.iterdir()]
    assert sys.unraisablehook == before


@pytest.mark.usefixtures("signals")
def test_a_request_to_end_is_heard_however_slow_the_machine_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = Thread.start

    def slowly(thread: Thread) -> None:
        start(thread)
        time.sleep(0.1)  # meanwhile the signal comes again

    def wait() -> None:
        with cleaned_up():
            Finalized()
            time.sleep(3)

    monkeypatch.setattr(Thread, "start", slowly)
    monkeypatch.setattr(output_files, "AGAIN", 0.02)
    with pytest.raises(SystemExit):
        wait()


@pytest.mark.usefixtures("signals")
def test_a_second_request_to_end_does_not_keep_the_first_from_cleaning_up() -> None:
    cleaned: list[str] = []

    def clean() -> None:
        with cleaned_up():
            try:
                signal.raise_signal(signal.SIGTERM)
            finally:
                signal.raise_signal(signal.SIGTERM)
                cleaned.append("all")

    with pytest.raises(SystemExit):
        clean()
    assert cleaned == ["all"]


def test_what_else_is_lost_is_told_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __del__(self) -> None:
            raise ValueError

    told: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    with cleaned_up():
        Broken()
    assert [each.exc_type for each in told] == [ValueError]
