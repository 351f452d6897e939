"""The table of limits in docs/limits.md is that of the code."""

import re
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts.cli.main import main
from noughts.datasets.columns import DATASET_CELLS
from noughts.solver.tables.table import TABLE_CELLS

PAGE = (Path(__file__).parents[1] / "docs/limits.md").read_text()
OTHERS = {"LEGAL_CELLS", "SLICED_CELLS"}  # a text; up to where random games are played in slices
ROWS = re.findall(r"^\| [^|]+ \| ([0-9][^|]*) \| `?([^|]+) \|$", PAGE, re.MULTILINE)
STATED = [
    (home, name, int(number.replace(",", "")))
    for numbers, names in ROWS
    for (home, name), number in zip(
        re.findall(r"(?:([a-z_.]+)\.)?([A-Z_]+)`", names),
        re.findall("[0-9][0-9,]*", numbers),
        strict=False,
    )
]


@pytest.mark.parametrize(("home", "name", "number"), STATED, ids=[row[1] for row in STATED])
def test_a_limit_that_is_stated_is_that_of_the_code(home: str, name: str, number: int) -> None:
    home = home or "solver.certificates.strategy_certificate"
    assert getattr(import_module(f"noughts.{home}"), name) == number


def test_most_rows_of_the_table_have_a_name() -> None:
    assert len(ROWS) >= len(STATED) - 1 >= 13


def test_every_limit_of_cells_is_in_the_table() -> None:
    sources = Path(__file__).parents[1] / "src/noughts"
    texts = reduce(lambda text, path: text + path.read_text(), sources.rglob("*.py"), "")
    defined = set(re.findall(r"^([A-Z_]+_CELLS|LARGEST_BOARD)\b.* = ", texts, re.MULTILINE))
    assert defined <= {name for _, name, _ in STATED} | OTHERS


@pytest.mark.parametrize(
    ("command", "limit"),
    [("certify", TABLE_CELLS), ("dataset", DATASET_CELLS), ("solve", TABLE_CELLS)],
)
def test_a_limit_that_a_help_states_is_that_of_the_code(command: str, limit: int) -> None:
    told = CliRunner().invoke(main, [command, "--help"]).output
    assert f"of up to {limit} cells" in " ".join(told.split())
