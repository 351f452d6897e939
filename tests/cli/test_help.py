"""The help of every command: a summary, what the registries list, and examples that run."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import click
import pytest
import uvicorn

from noughts.cli.command import COMMANDS, Command
from noughts.cli.main import main
from tests.commands import alone, run
from tests.tools import longer

pytestmark = pytest.mark.no_cover

CODES = "31\n764\n0\n"
BOT = "print(input().split()[-1])\n"
FILES = {"bot.py": BOT, "codes.txt": CODES, "more.txt": "7\n", "games.txt": "b2 a1 c1 c3 a3\n"}
# What an example needs to be there before it: the file, and the example that makes it.
MADE_BY = {
    "proof.txt": "noughts certify -o proof.txt",
    "classes.noughts": "noughts pack classes.noughts codes.txt --to canonical",
}


def command_of(name: str) -> Command:
    found = main.get_command(click.Context(main), name)
    assert isinstance(found, Command)
    return found


COMPILING = (  # these take a second and more where nothing is compiled
    *("noughts solve 6,6,5", "noughts certify 6,6,5"),
    *("noughts solve 4,3,3", "noughts certify 4,3,3", "noughts count 4,4,4"),
    *("noughts table", "noughts learn", "noughts dataset"),
)
LONGEST = "noughts values --game wild"  # which compiles for each of 59 boards
EXAMPLES = [
    longer(example)[0]
    if example == LONGEST
    else pytest.param(example, marks=pytest.mark.wide)
    if number or example.startswith(COMPILING)
    else example
    for name in COMMANDS
    for number, example in enumerate(command_of(name).examples)
]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_begins_with_the_summary_and_ends_with_examples(name: str) -> None:
    shown = run(name, "-h").output
    about, _, examples = shown.partition("\nExamples:\n")
    assert COMMANDS[name] in " ".join(about.split())
    lines = [line.strip() for line in examples.splitlines()]
    assert lines == [*command_of(name).examples]
    assert all(line.startswith(f"noughts {name}") for line in lines)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs_as_it_stands(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_tables: Path
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    # `python3` is this one: what pyenv has under that name takes ten times as long to start.
    monkeypatch.setenv("PATH", f"{sys.base_prefix}/bin{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(uvicorn.Server, "run", interrupted)
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    for name, content in FILES.items():
        Path(name).write_text(content)
    for name, maker in MADE_BY.items():
        if name in shlex.split(example) and example != maker:
            assert run_example(maker).exit_code == 0
    result = run_example(example)
    assert result.exit_code == 0, result.output
    assert not own_tables.exists() or os.listdir(own_tables)


@pytest.mark.wide
def test_all_of_this_holds_where_python_drops_docstrings_and_asserts() -> None:
    """The asserts of the tests are pytest's own, and stay. To compile takes as long as the rest."""
    quiet = ("-W", "ignore:assertions not in test:pytest.PytestConfigWarning")
    pytest_of = ("-OO", "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, *quiet)
    done = alone(*pytest_of, timeout=600, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stdout


def run_example(example: str) -> click.testing.Result:
    typed = (
        "q\n"
        if example.startswith("noughts play")
        else "".join(f"{cell}\n" for cell in (1, 5, 2, 9, 3, 4, 6, 7, 8))
    )
    return run(*shlex.split(example)[1:], typed=typed)
