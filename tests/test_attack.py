"""What `make attack` draws: every command with every option that it has, and interruptions."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from unittest.mock import Mock

import click
import pytest

from noughts.cli.command_list import COMMANDS
from noughts.cli.main import main
from noughts.errors import StoreError
from noughts.store import snapshot
from noughts.store.writer import Writer
from tests.fuzz.lines import Lines
from tests.fuzz.writings import WRITINGS, Interruptions, added

APPEND = next(each for each in WRITINGS if each.right is added)


@pytest.fixture
def lines() -> Lines:
    """What draws lines."""
    return Lines(Random(1), ["a file", "another"])


def test_all_commands_are_drawn(lines: Lines) -> None:
    assert lines.options.keys() == COMMANDS.keys()


@pytest.mark.parametrize("name", COMMANDS)
def test_all_options_of_a_command_are_drawn(lines: Lines, name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command
    has = {
        option
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for option in [*parameter.opts[-1:], *parameter.secondary_opts]
    }
    assert lines.options[name].keys() == has
    drawn = {word.partition("=")[0] for _ in range(300) for word in lines.of(name)}
    assert has <= drawn


def test_a_command_that_would_not_end_is_not_drawn(lines: Lines) -> None:
    drawn = [lines.line() for _ in range(2000)]
    assert all(line[-1] == "--port=x" for line in drawn if line[:1] == ["web"])
    assert len({line[0] for line in drawn if line} & COMMANDS.keys()) == len(COMMANDS)


@pytest.mark.wide
def test_an_interruption_loses_no_code(tmp_path: Path) -> None:
    drawn = Interruptions(Random(1), tmp_path / "files")
    assert not any(drawn.case(APPEND)[-1] for _ in range(20))


@pytest.mark.wide
def test_a_writer_that_loses_codes_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer and the reader are as they were in 0.2."""
    settle = Writer._settle

    def settle_among_others(writer: Writer) -> None:
        if sys._getframe(1).f_code.co_name == "write_codes":
            settle(writer)

    monkeypatch.setattr(Writer, "_settle", settle_among_others)
    monkeypatch.setattr(snapshot, "_of_interrupted", Mock(side_effect=StoreError("missing")))
    drawn = Interruptions(Random(1), tmp_path / "files")
    assert any(drawn.case(APPEND)[-1] for _ in range(1000))
