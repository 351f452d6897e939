"""What misère changes, whose stone, how files are replaced: one module says it, the others ask."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import noughts

pytestmark = pytest.mark.no_cover  # nothing of the library runs

ROOT = Path(noughts.__file__).parent
SOURCES = {path.relative_to(ROOT).as_posix(): path for path in sorted(ROOT.rglob("*.py"))}

READS_MISERE = {
    "core/rules.py": "the field itself, as text, bytes and words",
    "solver/search": "misère is searched by rules of its own, which the search chooses",
    "solver/known": "the list has boards of both kinds of play",
    "solver/certificates/strategy_checker.py": "shares nothing with the project that it checks",
    "cli/terminal/session.py": "words for people: who made the line",
}
TELLS_PARITY = {
    "core/answers.py": "the usual answer itself",
    "core/turns.py": "who moves at a ply",
    "core/on_ints.py": "where the answer is the usual one, without a call",
    "players/tournaments.py": "which of two plays first in a game of a pair: no ply",
    "solver/certificates/strategy_checker.py": "shares nothing with the project that it checks",
    "solver/certificates/tree_checker.py": "as the other checkers",
}
# Who does not ask `play` for a move, but numbers, sweeps or proves by cells, lines and turns, and
# so takes games with some laws alone. Beside the reason stands where these laws are asked for.
SPELLS_A_MOVE = {
    "core": ("the expressions, what is made of them, and whether play can reach a position", ""),
    "lessons": ("have tic-tac-toe alone", ""),
    "emit/module.py": ("writes the expressions themselves", ""),
    "arrays/random_games/sliced.py": ("plays all orders of cells", "arrays/random_games/api.py"),
    "players/strong": ("counts what lines still lack", "players/strong/move_worths.py"),
    "solver/search": ("proves by threats, pairs and weights", "solver/search/questions.py"),
    "solver/counting/cell_sets.py": ("counts by sets", "solver/counting/cell_sets.py"),
}
RESTS_ON_TURNS = {
    "web/generated.py": ("writes what a line is worth in tic-tac-toe and in misère", ""),
    "arrays/random_games": ("the players' halves of an order", "arrays/random_games/api.py"),
    "players/strong": ("weighs what a line is worth", "players/strong/move_worths.py"),
    "solver/search": ("asks whether one side wins", "solver/search/questions.py"),
}
SPELLINGS = {"free_cells", "line_starts", "completions", "openings"}
# Of all rooms, these alone; a new entry is a step back.
KNOWS_A_FLAT_BOARD = {
    "core/geometry.py": "the kind itself",
    "core/torus.py": "a flat board whose edges meet",
    "core/box.py": "several flat boards",
    "core/ultimate.py": "flat boards in one",
    "core/rules.py": "Rules(rows, cols, k)",
    "core/rules_text.py": "lists it among the kinds",
    "players/engines/gomocup_manager.py": "the protocol knows no other board",
    "solver/certificates/strategy_certificate.py": "the checkers work out lines by themselves",
    "solver/which_search.py": "columns of a flat board alone fit in words",
    "solver/known/value_list.py": "the list is one of flat boards",
}
COMPILES = {
    "kernels/compiler.py": "the one way to compiled code",
    "kernels/compiled_cache.py": "its one cache",
    "solver/search/engine_caller.py": "hears of the compiler when it begins and ends",
}
NAMES_SIDES = {
    "players/registry.py": "for all commands and settings",
    "envs/options.py": "where chance may choose, too",
}
REPLACES_A_FILE = {"system/files.py": "the only one"}
COUNTS_BITS = {"kernels/set_bits.py": "in compiled code; elsewhere there is int.bit_count"}
PAIRS_OF_BITS = 0x5555555555555555  # with which every known way to count bits in a word begins


def is_number(node: ast.expr, number: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == number


def reads_misere(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "misere"


def tells_parity(node: ast.AST) -> bool:
    """`ply % 2`, `ply & 1` and the like, or `X + O - mark`."""
    if not isinstance(node, ast.BinOp):
        return False
    if isinstance(node.op, ast.Mod):
        return is_number(node.right, 2)
    text = ast.unparse(node).replace("rules.", "")
    if isinstance(node.op, ast.BitAnd):
        return text.endswith(("ply & 1", "stones & 1", "bit_count() & 1"))
    return isinstance(node.op, ast.Sub) and text.startswith(("X + O - ", "O + X - "))


def spells_a_move(node: ast.AST) -> bool:
    """An expression of `core.bits` that looks for free cells or for lines."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "noughts.core.bits" and bool(
            SPELLINGS & {each.name for each in node.names}
        )
    return isinstance(node, ast.Attribute) and ast.unparse(node) in {f"bits.{n}" for n in SPELLINGS}


def rests_on_turns(node: ast.AST) -> bool:
    """Who moves at a ply, whatever the game; or what a line is worth to either player."""
    if not isinstance(node, ast.Call):
        return False
    name, given = ast.unparse(node.func).removeprefix("turns."), len(node.args)
    return (name, given) in {("mover", 1), ("last_mover", 1), ("line_worth", 1)}


def imports_numba(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").partition(".")[0] == "numba"
    return isinstance(node, ast.Import) and any(
        alias.name.partition(".")[0] == "numba" for alias in node.names
    )


def replaces_a_file(node: ast.AST) -> bool:
    """`os.replace`, or the method of a path that is called like it or `rename`."""
    if not isinstance(node, ast.Attribute):
        return False
    return ast.unparse(node) in ("os.replace", "os.rename") or node.attr == "rename"


def counts_bits(node: ast.AST) -> bool:
    """The mask of all pairs of bits, or `bin(word).count("1")`."""
    if isinstance(node, ast.Attribute):
        return node.attr == "count" and ast.unparse(node.value).startswith("bin(")
    return is_number(node, PAIRS_OF_BITS) if isinstance(node, ast.expr) else False


def names_sides(node: ast.AST) -> bool:
    """A dictionary from `"x"` to X, or to a list or a tuple that begins with X."""
    return isinstance(node, ast.Dict) and bool(re.match(r"{'x': [([]?X\b", ast.unparse(node)))


def knows_a_flat_board(node: ast.AST) -> bool:
    """Its class, that it has two sizes, or rows and columns asked of rules or of a geometry."""
    if isinstance(node, ast.alias | ast.ClassDef):
        return node.name == "Flat"
    if isinstance(node, ast.Compare):
        return ast.unparse(node).endswith(("sizes) == 2", "sizes) != 2"))
    if not isinstance(node, ast.Attribute):
        return False
    owner = ast.unparse(node.value).rpartition(".")[2]
    asked = {"rows", "cols", "flat"} if owner in ("rules", "board", "geometry", "flat") else set()
    return node.attr in asked | {"require_flat"}


def places(found: Callable[[ast.AST], bool]) -> Iterator[str]:
    """The files in which some node is what `found` looks for."""
    return (name for name, nodes in all_nodes().items() if any(map(found, nodes)))


@cache
def all_nodes() -> dict[str, list[ast.AST]]:
    """Every node of every file."""
    return {
        name: [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        for name, path in SOURCES.items()
    }


@pytest.mark.parametrize(
    ("found", "owners"),
    [
        # which looks at more of the code than the others
        pytest.param(reads_misere, READS_MISERE, id="misere", marks=pytest.mark.wide),
        pytest.param(tells_parity, TELLS_PARITY, id="parity"),
        pytest.param(knows_a_flat_board, KNOWS_A_FLAT_BOARD, id="flat"),
        pytest.param(imports_numba, COMPILES, id="numba"),
        pytest.param(names_sides, NAMES_SIDES, id="sides"),
        pytest.param(replaces_a_file, REPLACES_A_FILE, id="replace"),
        pytest.param(counts_bits, COUNTS_BITS, id="bits"),
    ],
)
def test_one_module_says_it_and_every_other_one_asks(
    found: Callable[[ast.AST], bool], owners: dict[str, str]
) -> None:
    here = set(places(found))
    for name in here:
        assert any(name.startswith(owner) for owner in owners), f"{name}: ask its owner"
    for owner in owners:
        assert any(name.startswith(owner) for name in here), f"{owner} is an exception for nothing"


@pytest.mark.parametrize(
    ("found", "exceptions"),
    [
        pytest.param(spells_a_move, SPELLS_A_MOVE, id="moves"),
        pytest.param(rests_on_turns, RESTS_ON_TURNS, id="turns"),
    ],
)
def test_who_does_not_ask_for_the_move_says_why_and_asks_for_the_laws_that_it_rests_on(
    found: Callable[[ast.AST], bool], exceptions: dict[str, tuple[str, str]]
) -> None:
    test_one_module_says_it_and_every_other_one_asks(
        found, {owner: reason for owner, (reason, _) in exceptions.items()}
    )
    for _, asking in exceptions.values():
        assert not asking or any(map(requires_laws, all_nodes()[asking])), asking


def requires_laws(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
        ("rules.require", "rules.has")
    )


def test_what_is_looked_for_is_found() -> None:
    assert spells_a_move(ast.parse("bits.completions(own, rules)", mode="eval").body.func)  # type: ignore[attr-defined] # of a call
    assert spells_a_move(ast.parse("from noughts.core.bits import cells_of, free_cells").body[0])
    assert not spells_a_move(ast.parse("from noughts.core.bits import cells_of").body[0])
    assert rests_on_turns(ast.parse("turns.mover(ply)", mode="eval").body)
    assert not rests_on_turns(ast.parse("mover(ply, rules)", mode="eval").body)
    assert requires_laws(ast.parse("self.rules.require('a room', *LAWS)", mode="eval").body)
    assert tells_parity(ast.parse("(x | o).bit_count() & 1", mode="eval").body)
    assert reads_misere(ast.parse("rules.misere", mode="eval").body)
    assert tells_parity(ast.parse("ply % 2", mode="eval").body)
    assert tells_parity(ast.parse("X + O - mark", mode="eval").body)
    assert tells_parity(ast.parse("position.ply & 1", mode="eval").body)
    assert imports_numba(ast.parse("from numba.core import event").body[0])
    assert imports_numba(ast.parse("import numba").body[0])
    assert replaces_a_file(ast.parse("os.replace", mode="eval").body)
    assert replaces_a_file(ast.parse("path.rename", mode="eval").body)
    assert counts_bits(ast.parse("bin(word).count", mode="eval").body)
    assert names_sides(ast.parse('{"x": (X,), "o": [O], "both": 0}', mode="eval").body)
    assert not names_sides(ast.parse('{"x": self.x, "o": self.o}', mode="eval").body)
    assert not tells_parity(ast.parse("2**64 % 3 - X", mode="eval").body)
    asked = ("module.rules.cols", "rules.flat", "self.geometry.rows", "rules.require_flat")
    for text in (*asked, "len(rules.geometry.sizes) == 2"):
        assert knows_a_flat_board(ast.parse(text, mode="eval").body)
    assert not knows_a_flat_board(ast.parse("memory.rows", mode="eval").body)
