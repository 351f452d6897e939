"""`noughts shell`: what a shell completes, and what `man` shows."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from noughts.cli.command import COMMANDS
from noughts.cli.commands.shell import SHELLS, VARIABLE
from noughts.cli.main import main
from noughts.codecs import CODECS
from tests.commands import run
from tests.tools import tool

run_shell = partial(run, "shell")

SCRIPTS = {
    "bash": ".local/share/bash-completion/completions/noughts",
    "zsh": ".local/share/zsh/site-functions/_noughts",
    "fish": ".config/fish/completions/noughts.fish",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "SHELL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("shell", SHELLS)
def test_it_installs_a_script_and_a_page_for_each_command_and_removes_them(
    home: Path, shell: str
) -> None:
    (home / ".local/share/man/man1").mkdir(parents=True)
    (home / ".local/share/man/man1/other.1").write_text("of another program")
    before = files(home)
    assert run_shell(shell).exit_code == 0
    pages = {f".local/share/man/man1/noughts-{name}.1" for name in COMMANDS}
    pages.add(".local/share/man/man1/noughts.1")
    assert files(home) - before == pages | {SCRIPTS[shell]}
    assert run_shell(shell).exit_code == 0  # once more does no harm
    assert run_shell(shell, "--remove").exit_code == 0
    assert files(home) == before
    assert run_shell(shell, "--remove").exit_code == 0


@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_printed_is_what_would_be_installed(home: Path, shell: str) -> None:
    printed = run_shell(shell, "--print").stdout
    assert not files(home)
    run_shell(shell)
    assert printed == (home / SCRIPTS[shell]).read_text() + "\n"


def test_the_shell_is_ones_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert run_shell().exit_code == 0
    assert (home / SCRIPTS["fish"]).exists()


def test_other_shells_are_refused_with_those_that_it_knows(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for given in ({}, {"SHELL": "/bin/tcsh"}):
        with monkeypatch.context() as patch:
            for name, value in given.items():
                patch.setenv(name, value)
            result = run_shell()
        assert result.exit_code == 2
        assert "give one of them" in result.stderr
        assert "bash, zsh, fish" in result.stderr
    assert run_shell("bash", "--print", "--remove").exit_code == 2
    assert not files(home)


def test_folders_that_are_named_are_taken(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert run_shell("bash").exit_code == 0
    assert {name.split("/")[0] for name in files(home)} == {"data"}


@pytest.mark.traced
@pytest.mark.wide
def test_what_it_says_to_read_is_what_man_finds(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    man = tool("man")
    for programs in ([], [str(home / ".local/bin")]):  # with and without a folder beside the pages
        for folder in programs:
            Path(folder).mkdir()
            monkeypatch.setenv("PATH", folder, prepend=os.pathsep)
        said = run_shell("bash").stdout.splitlines()[-1]
        command = said.removeprefix("Then read: man ").split()
        assert len(command) == (1 if programs else 3)
        told = subprocess.run([man, "-w", *command], capture_output=True, text=True)
        assert told.stdout.strip() == str(home / ".local/share/man/man1/noughts.1")


COMPLETED = {
    ("noughts", "ver"): ["versus"],
    ("noughts", "so"): ["solve"],
    ("noughts", "versus", "mini"): ["minimax"],
    ("noughts", "play", "--opponent", "me"): ["medium"],
    ("noughts", "convert", "--from", "base"): [name for name in CODECS if name.startswith("base")],
    ("noughts", "pack", "--to", "bal"): ["balanced"],
    ("noughts", "emit", "ru"): ["rust"],
    ("noughts", "count", "--js"): ["--json"],
    ("noughts", "versus", "FILE"): [],
}


@pytest.mark.parametrize("words", COMPLETED, ids=" ".join)
def test_what_may_follow_is_found_by_the_command_itself(words: tuple[str, ...]) -> None:
    asked = BashComplete(main, {}, "noughts", VARIABLE)
    found = asked.get_completions([*words[1:-1]], words[-1])
    assert [item.value for item in found] == COMPLETED[words]


@pytest.mark.wide
@pytest.mark.parametrize("words", COMPLETED, ids=" ".join)
def test_bash_completes_commands_names_and_options(
    home: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    bash = tool("bash")
    run_shell("bash")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    script = (
        f"source {home / SCRIPTS['bash']}; COMP_WORDS=({' '.join(words)}); "
        f"COMP_CWORD={len(words) - 1}; "
        # What `complete` was told to call for the command, which bash names to it.
        "$(complete -p noughts | sed 's/.*-F \\([^ ]*\\).*/\\1/') noughts; "
        "printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    told = subprocess.run([bash, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.split() == COMPLETED[words], told.stderr


# A command, a name, and several names.
FEW = [("noughts", "so"), ("noughts", "versus", "mini"), ("noughts", "convert", "--from", "base")]


@pytest.mark.wide
@pytest.mark.parametrize("words", FEW, ids=" ".join)
def test_fish_completes_the_same(
    home: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    fish = tool("fish")
    run_shell("fish")
    assert files(home) >= {SCRIPTS["fish"]}
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    asked = [fish, "--command", f"complete --do-complete '{' '.join(words)}'"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True)
    found = dict(line.split("\t") for line in told.stdout.splitlines())
    assert sorted(found) == sorted(COMPLETED[words]), told.stderr
    for word in found.keys() & COMMANDS.keys():  # not cut at the first comma
        assert found[word].count(",") == COMMANDS[word].count(",")


# Types a line in a terminal of its own, presses Tab, and waits for what is to be seen then.
ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; echo REA''DY"
zpty -r shell seen '*READY*'
zpty -w -n shell "$2"$'\t'
shift 2
for wanted; do zpty -r shell seen "*$wanted*"; done
"""


@pytest.mark.wide
@pytest.mark.parametrize("words", FEW, ids=" ".join)
def test_zsh_completes_the_same(
    home: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    zsh = tool("zsh")
    run_shell("zsh")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    typed, folder = " ".join(words), (home / SCRIPTS["zsh"]).parent
    first, *others = COMPLETED[words]
    wanted = [f"{first}  ", *others] if others else [" ".join([*words[:-1], first])]
    script = [zsh, "-f", "-c", ZSH, "zsh", str(folder), typed, *wanted]
    subprocess.run(script, check=True, capture_output=True, timeout=30)


@pytest.mark.wide
@pytest.mark.parametrize("name", ["noughts", *(f"noughts-{name}" for name in COMMANDS)])
def test_a_page_is_set_without_a_warning_and_says_what_the_help_says(home: Path, name: str) -> None:
    groff = tool("groff")
    run_shell("bash")
    page = home / f".local/share/man/man1/{name}.1"
    told = subprocess.run(
        [groff, "-man", "-Tutf8", "-ww", "-rLL=500n", "-P-cbou", page],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not told.stderr
    arguments = name.split("-")[1:]
    helped = CliRunner().invoke(main, [*arguments, "--help"], terminal_width=500).stdout
    said = " ".join(told.stdout.split())
    for line in helped.splitlines()[2:]:
        for part in line.split("  "):
            if not part.strip().endswith(":"):  # a heading, which is in capitals there
                assert " ".join(part.split()).rstrip(".") in said, part
