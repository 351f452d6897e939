"""What `make attack` draws: every command with every option that it has, and interruptions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import click
import pytest

from noughts.cli.command_list import COMMANDS
from noughts.cli.main import main
from tests.fuzz.lines import Lines
from tests.fuzz.writings import WRITINGS, Interruptions, Writing, added

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
@pytest.mark.parametrize("writing", WRITINGS, ids=[each.line for each in WRITINGS])
def test_an_interrupted_command_leaves_what_is_right(writing: Writing, tmp_path: Path) -> None:
    drawn = Interruptions(Random(1), tmp_path / "files")
    cases = [drawn.case(writing) for _ in range(9)]
    assert not [case for case in cases if case[-1]]
