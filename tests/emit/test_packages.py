"""Packages of rules build, pass their own tests, and run what their READMEs show."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from noughts import EmitError, Rules
from noughts.emit import language
from noughts.emit.packages import PACKAGES, package
from noughts.emit.packages.boards import paths
from tests.browsers import BROWSERS, FLAGS
from tests.commands import good, refused
from tests.games_from_outside import slow_game
from tests.slow_game import START, State
from tests.tools import tool

BOARDS = ["3,3,3", "6,7,4,gravity", "3,3,3,wild", "9,9,5", "4x4x4,4"]
FOUR = ("--name", "@me/four", "--board", "4,4,4")  # whose numbers are BigInts
TYPED = Path(__file__).parents[2] / "tools/page/node_modules/.bin/tsc"


def made(kind: str, folder: Path) -> Path:
    boards = [part for board in BOARDS for part in ("--board", board)]
    assert good("emit", kind, "--package", str(folder / kind), *boards) == ""
    return folder / kind


def done(
    folder: Path, program: str | tuple[str, ...], *arguments: str
) -> subprocess.CompletedProcess[str]:
    path = tool(program) if isinstance(program, str) else tool(*program)
    return subprocess.run(
        [path, *arguments], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )


def block(text: str, kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1]


def example(folder: Path, kind: str) -> str:
    return block((folder / "README.md").read_text("utf-8"), kind)


def with_a_wrong_count(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "15120" in text
    path.write_text(text.replace("15120", "15121", 1), encoding="utf-8")


@pytest.mark.wide
def test_the_package_for_npm_passes_its_tests_and_has_types_and_runs_in_a_browser(
    tmp_path: Path,
) -> None:
    folder = made("javascript", tmp_path)
    passed = done(folder, "node", "--test")
    assert passed.returncode == 0, passed.stdout
    (folder / "example.mjs").write_text(example(folder, "js"))
    assert done(folder, "node", "example.mjs").stdout == "X|O|X\n-+-+-\nO|X|O\n-+-+-\nX| | \n"
    if TYPED.exists():
        (folder / "use.ts").write_text(
            'import { CELLS, LINES, hasLine } from "noughts-rules/3-3-3";\n'
            'import { BOARD } from "noughts-rules/9-9-5";\n'
            "const found: boolean = hasLine(LINES[0] & CELLS);\n"
            "const whole: bigint = BOARD;\n"
        )
        on_long_numbers = package("javascript", [Rules(4, 4, 4)])
        for path in ("4-4-4.js", "4-4-4.d.ts"):
            (folder / path).write_text(on_long_numbers[path])
        shown = block(on_long_numbers["README.md"], "js").replace("noughts-rules", "./4-4-4.js")
        shown = "declare const console: { log(text: string): void };\n" + shown
        (folder / "example.ts").write_text(shown)
        flags = ["--noEmit", "--strict", "--module", "nodenext", "--noUncheckedIndexedAccess"]
        checked = [str(TYPED), *flags, "false", "use.ts", "example.ts"]
        typed = subprocess.run(checked, cwd=folder, capture_output=True, text=True, check=False)
        assert (typed.returncode, typed.stdout) == (0, "")
    source = (folder / "4x4x4-4.js").read_text("utf-8")
    shown = "document.body.textContent = String(turn(0n, 0n)) + draw(0n, 0n).length;"
    (folder / "page.html").write_text(f'<body><script type="module">{source}{shown}</script>')
    asked = ["--dump-dom", "--virtual-time-budget=5000", (folder / "page.html").as_uri()]
    assert "<body>1226</body>" in done(folder, BROWSERS, *FLAGS, *asked).stdout
    with_a_wrong_count(folder / "paths.test.js")
    assert done(folder, "node", "--test").returncode == 1


@pytest.mark.wide
def test_the_crate_passes_its_tests(tmp_path: Path) -> None:
    folder = made("rust", tmp_path)
    passed = done(folder, "cargo", "test", "--offline")
    assert passed.returncode == 0, passed.stderr
    assert "4 passed" in passed.stdout  # a board of several words is not counted on
    assert "1 passed" in passed.stdout  # the example of the README, which the crate shows, too
    assert example(folder, "rust").strip() in re.sub(
        "^//! ?", "", (folder / "src/lib.rs").read_text("utf-8"), flags=re.MULTILINE
    )
    with_a_wrong_count(folder / "tests/paths.rs")
    assert done(folder, "cargo", "test", "--offline").returncode != 0


@pytest.mark.wide
def test_the_headers_pass_their_tests_in_one_program_and_are_found_where_they_are_installed(
    tmp_path: Path,
) -> None:
    folder = made("c", tmp_path)
    flags = "-DCMAKE_C_FLAGS=-std=c99 -Wall -Wextra -Werror -pedantic -Wno-unused-function"
    program = "cmake_minimum_required(VERSION 3.15)\nproject(user C)\n%s\n"
    program += "add_executable(program ../example.c)\n"
    program += block((folder / "README.md").read_text("utf-8"), "cmake").split("\n")[1]
    for name, whence in (
        ("by_install", "find_package(noughts-rules REQUIRED)"),
        ("by_folder", "add_subdirectory(.. rules)"),
    ):
        (folder / name).mkdir()
        (folder / name / "CMakeLists.txt").write_text(program % whence)
    (folder / "example.c").write_text(example(folder, "c"))
    for command in (
        ["-B", "build", flags],
        ["--build", "build"],
        ["--install", "build", "--prefix", "there"],
        ["-S", "by_install", "-B", "1", f"-DCMAKE_PREFIX_PATH={folder / 'there'}"],
        ["--build", "1"],
        ["-S", "by_folder", "-B", "2"],
        ["--build", "2"],
    ):
        built = done(folder, "cmake", *command)
        assert built.returncode == 0, built.stdout + built.stderr
    assert done(folder, "ctest", "--test-dir", "build").returncode == 0
    config = (folder / "there/share/pkgconfig/noughts-rules.pc").read_text("utf-8")
    assert "prefix=${pcfiledir}/../..\n" in config
    for program in ("1/program", "2/program"):
        shown = subprocess.run([folder / program], capture_output=True, text=True, check=True)
        assert shown.stdout == " | | \n-+-+-\n | | \n-+-+-\n | | \n"
    assert not [*(folder / "2").rglob("paths*")]  # which the package builds for itself alone
    with_a_wrong_count(folder / "tests/paths.c")
    assert done(folder, "cmake", "--build", "build").returncode == 0
    assert done(folder, "ctest", "--test-dir", "build").returncode != 0


@pytest.mark.parametrize("kind", PACKAGES)
def test_a_package_holds_a_module_of_each_board_and_what_its_paths_are(kind: str) -> None:
    files = package(kind, [Rules.parse(board) for board in BOARDS], "1.2.3")
    assert all(text.endswith("\n") and not text.endswith("\n\n") for text in files.values())
    for board in BOARDS:
        assert [text for text in files.values() if f"--board {board} " in text]
    assert [path for path, text in files.items() if "1.2.3" in text]
    (counting,) = [text for path, text in files.items() if "paths" in path]
    assert "15120" in counting


@pytest.mark.parametrize("kind", PACKAGES)
def test_a_package_has_the_name_that_it_is_given(kind: str) -> None:
    files = package(kind, [Rules.parse("4,4,4")], name="four-rules")
    whole = "".join([*files, *files.values()])
    assert not re.search("noughts[-_:]+rules", whole)
    assert whole.count("four") > 3


@pytest.mark.wide
def test_a_package_of_one_board_is_imported_by_its_name_alone(tmp_path: Path) -> None:
    good("emit", "javascript", "--package", str(tmp_path / "four"), *FOUR)
    (tmp_path / "four/example.mjs").write_text(example(tmp_path / "four", "js"))
    assert 'from "@me/four";' in (tmp_path / "four/example.mjs").read_text("utf-8")
    assert done(tmp_path / "four", "node", "example.mjs").stdout.startswith("X|O|X|O\n")


@pytest.mark.parametrize("board", ["3,3,3", "2,2,2", "3,3,3,wild", "4,4,4,gravity", "1,1,1"])
def test_paths_are_those_of_a_slow_game(board: str) -> None:
    game = slow_game(Rules.parse(board))

    def slowly(state: State, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(slowly(game.play(state, move), depth - 1) for move in game.moves(state))

    found = paths(Rules.parse(board))
    assert found[:4] == [slowly(START, depth) for depth in range(len(found[:4]))]
    assert sum(found) <= 20_000


def test_what_cannot_be_a_package_is_refused(tmp_path: Path) -> None:
    assert "java' has no packages here; those of c, javascript, rust" in refused(
        *("emit", "java", "--package", str(tmp_path / "new"))
    )
    twice = ("--board", "3,3,3", "--board", "3,3,3")
    assert "each of them once" in refused("emit", "c", "--package", str(tmp_path / "new"), *twice)
    with pytest.raises(EmitError, match="a package needs boards"):
        package("c", [])
    named = ("emit", "c", "--name", "Two Words")
    assert "make one with --package" in refused(*named)
    assert "is not the name of a package" in refused(*named, "--package", str(tmp_path / "new"))
    assert "takes several" in refused("emit", "c", *twice)
    for more in (("--bits", "base4"), ("--prefix", "a_"), ("-o", str(tmp_path / "file"))):
        assert "excludes" in refused("emit", "c", "--package", str(tmp_path / "new"), *more)
    assert f"{tmp_path} exists already" in refused("emit", "c", "--package", str(tmp_path))
    assert [*tmp_path.iterdir()] == []


def test_a_prefix_is_part_of_each_name_in_c_and_of_nothing_else() -> None:
    plain = good("emit", "c")
    prefixed = good("emit", "c", "--prefix", "ttt_")
    assert "--bits pair --prefix ttt_\n" in prefixed
    prefixed = prefixed.replace(" --prefix ttt_", "")
    assert prefixed.replace("ttt_", "").replace("TTT_", "") == plain
    names = re.findall(
        r"^(?:static inline \S+ \**|#define |static const \S+ )(\w+)", prefixed, re.MULTILINE
    )
    assert len(names) > 20
    assert all(name.lower().startswith("ttt_") for name in names)
    with pytest.raises(EmitError, match="Rust has modules"):
        language("rust", "ttt_")
    with pytest.raises(EmitError, match="'3t' is not the beginning of a name"):
        language("c", "3t")


@pytest.mark.wide
@pytest.mark.parametrize(
    ("kind", "name", "runs"), [("c", "game.c", "cc"), ("javascript", "game.mjs", "node")]
)
def test_a_program_of_the_page_runs_by_the_commands_below_it(
    kind: str, name: str, runs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool(runs)
    page = (Path(__file__).parents[2] / "docs/languages.md").read_text("utf-8")
    text = page[page.index(f"```{kind}\n") :]
    (tmp_path / name).write_text(block(text, kind), encoding="utf-8")
    first, *others = block(text, "sh").splitlines()
    monkeypatch.chdir(tmp_path)
    assert good(*first.split()[1:]) == ""
    *_, shown = (done(tmp_path, *command.split()) for command in others)
    assert (shown.stdout, shown.stderr) == (block(text, "text"), "")
    *program, _, _, _, _, _, _, _ = others[-1].split()
    wrong = done(tmp_path, *program, "4", "4")
    assert wrong.returncode
    assert "cell 4 may not be played" in wrong.stderr
    if kind == "javascript":
        assert good(*first.split()[1:], "--board", "4,4,4") == ""
        assert "The game goes on." in done(tmp_path, *program, "4", "15").stdout


@pytest.mark.parametrize("kind", PACKAGES)
def test_a_package_brings_the_licence_of_noughts(kind: str) -> None:
    licence = (Path(__file__).parents[2] / "LICENSE").read_text("utf-8")
    assert package(kind, [Rules(2, 2, 2)])["LICENSE"] == licence
