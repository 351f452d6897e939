"""The lines that `make attack` draws: of every command, with every option that it has."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import click
import pytest

from noughts.cli.command_list import COMMANDS
from noughts.cli.main import main

ROOT = Path(__file__).parents[1]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What draws lines: a module of the tool, which is run as a folder."""
    monkeypatch.syspath_prepend(str(ROOT / "tools/attack"))
    from lines import Lines

    return Lines(Random(1), ["a file", "another"], ["an input"])


def test_all_commands_are_drawn(lines: Any) -> None:
    assert lines.options.keys() == COMMANDS.keys()


def test_a_command_of_which_nothing_better_is_known_is_drawn_by_its_help(
    lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {name: {*options} for name, options in lines.options.items()}
    monkeypatch.setattr("lines._options", lambda _: {})
    derived = type(lines)(Random(1), ["a file"], []).options
    assert {name: {*options} for name, options in derived.items()} == known
    assert derived["solve"]["--moves"] is None
    assert derived["solve"]["--time"]


@pytest.mark.parametrize("name", COMMANDS)
def test_all_options_of_a_command_are_drawn(lines: Any, name: str) -> None:
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


def test_a_command_that_would_not_end_is_not_drawn(lines: Any) -> None:
    drawn = [lines.line() for _ in range(2000)]
    assert all(line[-1] == "--port=x" for line in drawn if line[:1] == ["web"])
    assert len({line[0] for line in drawn if line} & COMMANDS.keys()) == len(COMMANDS)
