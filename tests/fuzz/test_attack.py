"""The lines that `make attack` draws: of every command, with every option that it has."""

from __future__ import annotations

from random import Random

import pytest

from noughts.cli.command import COMMANDS
from tests.fuzz.lines import Lines


@pytest.fixture
def lines() -> Lines:
    return Lines(Random(1), ["a file", "another"])


@pytest.mark.parametrize("name", COMMANDS)
def test_all_options_of_a_command_are_drawn(lines: Lines, name: str) -> None:
    drawn = {word.partition("=")[0] for _ in range(300) for word in lines.of(name)}
    assert lines.options[name].keys() <= drawn


def test_a_command_that_would_not_end_is_not_drawn(lines: Lines) -> None:
    drawn = [lines.line() for _ in range(2000)]
    assert all(line[-1] == "--port=x" for line in drawn if line[:1] in (["serve"], ["web"]))
    assert len({line[0] for line in drawn if line} & COMMANDS.keys()) == len(COMMANDS)
