"""The house has floors, and imports go downstairs only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import noughts

pytestmark = pytest.mark.no_cover

ROOT = Path(noughts.__file__).parent

# From the top of the house to its cellar: a room imports from lower floors and from itself. Rooms
# on one floor do not know each other.
FLOORS = [
    ["cli"],
    ["live"],
    ["web", "notebook", "cluster"],
    ["store", "envs", "learn", "datasets"],
    ["evaluate"],
    ["arrays"],
    ["players", "lessons", "puzzles"],
    ["solver"],
    ["kernels"],
    ["emit"],
    ["codecs"],
    ["core"],
    ["expressions"],
    ["system"],
    ["errors"],
]
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}
# All else needs the standard library alone.
NEEDS_AN_EXTRA = {
    *(
        "cli",
        "live",
        "web",
        "notebook",
        "cluster",
        "store",
        "envs",
        "learn",
        "datasets",
        "evaluate",
        "arrays",
        "kernels",
    ),
    *("solver.search", "solver.gravity"),
    *("solver.tables.retrograde", "solver.tables.sharding"),
    *("solver.counting.counts", "solver.counting.cell_sets"),
    *("solver.counting.diagram", "solver.counting.diagram_kernel"),
    *("solver.counting.fits", "solver.counting.orders", "solver.counting.walk"),
    "players.strong",  # asks the search where Numba is installed, and plays without
}
THE_DOOR = ""  # noughts/__init__.py


def module_name(path: Path) -> str:
    """`core.bits` for `core/bits.py`, `core` for `core/__init__.py`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}
INNER = sorted(set(MODULES) - {THE_DOOR})


def room(module: str) -> str:
    """The package, or the module, that stands in the house itself."""
    return "cli" if module == "__main__" else module.partition(".")[0]


def is_core(module: str) -> bool:
    return room(module) not in NEEDS_AN_EXTRA and not any(
        f"{module}.".startswith(f"{part}.") for part in NEEDS_AN_EXTRA
    )


def absolute(node: ast.ImportFrom, module: str) -> str:
    """What `from X import` means by X, dots resolved."""
    if not node.level:
        return node.module or ""
    here = ["noughts", *module.split(".")] if module else ["noughts"]
    is_package = MODULES[module].name == "__init__.py"
    base = here[: len(here) - node.level + is_package]
    return ".".join([*base, node.module] if node.module else base)


@cache
def statements(module: str, typed_too: bool) -> list[ast.AST]:
    """Every node of a module, wherever in it; those for type checkers alone only if asked for."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = [ast.parse(MODULES[module].read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        found.append(node)
        for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if isinstance(node, ast.If) and for_types and not typed_too:
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)
    return found


def imported(module: str, typed_too: bool) -> Iterator[str]:
    """Every module that a module imports, wherever in it: inside a function counts too."""
    for node in statements(module, typed_too):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = absolute(node, module)
            for alias in node.names:
                inside = f"{source}.{alias.name}"
                yield inside if inside.removeprefix("noughts.") in MODULES else source


@cache
def imports(module: str, typed_too: bool = True) -> tuple[frozenset[str], frozenset[str]]:
    """The library's own modules that a module imports, and the top names of all others."""
    names = set(imported(module, typed_too))
    own = {name for name in names if name == "noughts" or name.startswith("noughts.")}
    inside = {name.removeprefix("noughts").removeprefix(".") for name in own}
    return frozenset(inside), frozenset(name.partition(".")[0] for name in names - own)


def test_the_walk_finds_the_modules_and_what_they_import() -> None:
    assert {"core.bits", "core.position", "solver.tables.table", "players"} <= set(MODULES)
    own, others = imports("core.cell_names")
    assert set(own) == {"errors", "core.bits", "core.message_text", "core.rules"}
    assert set(others) == {"__future__", "collections", "operator", "re", "typing"}
    assert imports("core.position")[0] >= {"core.bits", "core.cell_names", "errors", "core.svg"}


def test_every_module_is_in_a_room() -> None:
    for module in INNER:
        assert module == "__main__" or room(module) in FLOOR, f"{module}: give its room a floor"


def test_a_module_imports_only_from_floors_below_or_from_its_own_room() -> None:
    for module in INNER:
        home = room(module)
        for other in imports(module)[0]:
            if other == THE_DOOR:
                assert home == "cli", f"{module} comes in by the front door"
                continue
            there = room(other)
            assert there == home or FLOOR[there] > FLOOR[home], f"{module} imports {other}"


def named_for_later(module: str) -> Iterator[str]:
    """The modules that a module names in texts, `noughts.a.b` or `noughts.a.b:Name`."""
    for node in statements(module, True):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value.partition(":")[0].removeprefix("noughts.")
            if name != node.value.partition(":")[0] and name in MODULES:
                yield name


def test_what_is_named_to_be_imported_later_is_no_higher_either() -> None:
    assert "players.random_and_perfect" in set(named_for_later("players.registry"))
    for module in INNER:
        for other in named_for_later(module):
            higher = FLOOR[room(other)] < FLOOR[room(module)]
            assert not higher, f"{module} names {other}"


def test_the_values_of_positions_alone_are_asked_for_at_the_front_door() -> None:
    asking = {
        module
        for module in INNER
        for node in statements(module, True)
        if isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and ast.unparse(node) == "sys.modules['noughts']"
    }
    assert asking == {"core.position"}


def test_no_module_is_imported_by_what_it_imports() -> None:
    graph = {module: imports(module)[0] - {THE_DOOR} for module in INNER}
    assert set(TopologicalSorter(graph).static_order()) == set(INNER)


def test_the_core_needs_the_standard_library_alone() -> None:
    for module in filter(is_core, MODULES):
        own, others = imports(module, typed_too=False)
        assert others <= sys.stdlib_module_names, module
        for name in own - {THE_DOOR}:
            assert is_core(name), f"{module} is core, and imports {name}, which is not"


def test_importing_the_library_loads_nothing_but_the_standard_library() -> None:
    program = "import sys; old = set(sys.modules); import noughts; print(*set(sys.modules) - old)"
    printed = subprocess.check_output([sys.executable, "-c", program], text=True)
    loaded = {name.partition(".")[0] for name in printed.split()}
    assert "noughts" in loaded
    assert loaded - {"noughts"} <= sys.stdlib_module_names
