"""The documentation says what is so: its commands are run, its names exist, its links lead on.

(Its Python sessions run as doctests, like the examples in docstrings.)
"""

import ast
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from math import inf
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts.cli.command import COMMANDS
from noughts.cli.main import main

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = sorted((ROOT / "src").rglob("*.py"))
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (noughts .*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
TYPED = re.compile(r"for help: (.+)$", re.MULTILINE)


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def trees() -> dict[str, ast.Module]:
    """Every module of the library, by its path."""
    return {relative(module): ast.parse(module.read_text("utf-8")) for module in MODULES}


def sessions() -> list[tuple[str, str, str]]:
    """Every `$ noughts ...` of the pages, with what is said to follow."""
    return [
        (relative(page), command, output)
        for page in PAGES
        for block in BLOCK.findall(page.read_text())
        for command, output in COMMAND.findall(block)
    ]


def test_the_readme_shows_a_session() -> None:
    assert any(command == "noughts play" for _, command, _ in sessions())


@pytest.mark.wide
@pytest.mark.parametrize(("page", "command", "output"), sessions())
def test_a_command_prints_what_its_page_shows(
    page: str, command: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy machine measures more time, and says how far a long command has come.
    monkeypatch.setattr("time.process_time", lambda: 0.0)
    for module in ("noughts.cli.progress", "noughts.cli.text.solve"):
        monkeypatch.setattr(f"{module}.LOGGED", inf)
    typed = "".join(f"{line}\n" for line in TYPED.findall(output))
    arguments = shlex.split(command)[1:]
    runner = CliRunner(env={"COLUMNS": "80"})  # as wide as the pages show it
    result = runner.invoke(main, arguments, input=typed, prog_name="noughts")
    assert result.output.strip() == output.strip(), page


@pytest.mark.wide
def test_the_commands_that_measure_in_lesson_6_measure() -> None:
    page = (ROOT / "docs/learn/6-one-function.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ (python -m timeit (?:.*\\\n)?.*)$", page, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        python, *arguments = shlex.split(command)
        once = [sys.executable, *arguments[:2], "--number=1", "--repeat=1", *arguments[2:]]
        told = subprocess.run(once, capture_output=True, text=True, check=True)
        assert re.match(r"1 loop, best of 1: [\d.]+ .?sec per loop$", told.stdout), python


PROGRAM = re.compile(r"^```(sh|python|c|javascript)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_a_program_on_a_page_is_whole() -> None:
    for page in PAGES:
        for kind, code in PROGRAM.findall(page.read_text(encoding="utf-8")):
            if not code.startswith(">>>"):
                assert not re.search(r"^\s*\.\.\.\s*$", code, re.MULTILINE), (relative(page), code)
                assert kind != "python" or compile(code, relative(page), "exec")


def test_every_command_and_option_that_a_page_names_exists() -> None:
    named = re.compile(r"(?:`|^    |^\$ )noughts ([a-z]+\b[^`\n#|]*)", re.MULTILINE)
    for line in [line for page in PAGES for line in named.findall(page.read_text())]:
        name, *words = line.split()
        assert name in COMMANDS, line
        command = getattr(import_module(f"noughts.cli.commands.{name}"), name)
        options = {each for parameter in command.params for each in parameter.opts}
        options |= {each for parameter in command.params for each in parameter.secondary_opts}
        for word in words:
            if word.startswith("--") and word != "--help":
                assert word.rstrip(".,;:)]") in options, line


AMERICAN = re.compile(
    r"\b(\w*(?:olor|avor|abor|eighbor|onor|ehavior)(?:s|ed|ing|ful|less)?|cent(?:er|ered)|gr[a]y|"
    r"(?:cancel|label|travel|model)(?:ed|ing)|licens(?:e|es)(?= (?:is|of))|defense|analyz\w+|"
    r"(?:real|recogn|organ|optim|initial|general|vector|serial|normal|summar|special|minim|maxim)iz\w+)\b"
)


def prose(text: str) -> str:
    """What stands outside fences, drawings and code."""
    return re.sub(r"^```.*?^```|`[^`]*`|\]\([^)]*\)", "", text, flags=re.MULTILINE | re.DOTALL)


def test_the_pages_are_spelt_as_in_britain() -> None:
    for page in PAGES:
        assert not AMERICAN.findall(prose(page.read_text(encoding="utf-8"))), relative(page)


def test_docstrings_and_helps_are_spelt_as_in_britain() -> None:
    assert AMERICAN.findall("the color of neighbors, optimized") == [
        "color",
        "neighbors",
        "optimized",
    ]
    for module, tree in trees().items():
        texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
        said = " ".join(text for text in texts if isinstance(text, str) and " " in text)
        assert not AMERICAN.findall(prose(said)), module


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for page in PAGES:
        named = re.findall(r"`make ([a-z]+)`|^ +make ([a-z]+)", page.read_text(), re.MULTILINE)
        for target in named:
            assert "".join(target) in targets, relative(page)


def test_nobody_is_told_to_install_by_a_name_that_may_be_somebody_elses() -> None:
    for page in PAGES:
        assert not re.search(r"pip install \S*noughts\b", page.read_text("utf-8")), relative(page)


def test_every_link_to_a_file_leads_to_one() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!\w+:)([^)#]+)[^)]*\)", page.read_text()):
            assert (page.parent / target).exists(), f"{relative(page)}: {target}"


def test_ci_runs_the_readmes_test_command_and_all_of_check() -> None:
    assert "    make test  " in (ROOT / "README.md").read_text()
    assert (ROOT / ".ci/run").read_text().rstrip().endswith("exec make test check")


@cache
def classes() -> dict[str, ast.ClassDef]:
    nodes = (node for tree in trees().values() for node in ast.walk(tree))
    return {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}


def described(scope: ast.Module | ast.ClassDef) -> set[str]:
    """The names in a scope that have a docstring, or that a base class describes."""
    nodes = [node for node in scope.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    names = {node.name for node in nodes if ast.get_docstring(node)}
    for base in scope.bases if isinstance(scope, ast.ClassDef) else ():
        bare = base.value if isinstance(base, ast.Subscript) else base  # Coder of Coder[Games]
        known = classes().get(getattr(bare, "id", ""))
        names |= described(known) if known else set()
    return names


def undescribed(scope: ast.Module | ast.ClassDef) -> Iterator[str]:
    """The public names in a scope, and in the classes in it, that no docstring describes."""
    known = described(scope)
    for node in scope.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            if node.name not in known:
                yield node.name
            if isinstance(node, ast.ClassDef):
                yield from undescribed(node)


def test_every_public_name_is_described() -> None:
    for module, tree in trees().items():
        assert ast.get_docstring(tree) or not tree.body, module
        assert not [*undescribed(tree)], module
