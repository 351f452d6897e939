"""A dataset says of each position what the position itself says, and others can read it."""

from __future__ import annotations

import re
import sys
from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noughts import Position, Rules
from noughts.arrays import Positions
from noughts.codecs import codec
from noughts.datasets import Dataset, dataset
from noughts.datasets.columns import COLUMNS, codecs_of
from noughts.errors import DatasetError, MissingExtraError, RulesError, TooLargeError
from noughts.solver.tables.table import table
from tests.commands import run
from tests.tools import longer

run_dataset = partial(run, "dataset")

ROOT = Path(__file__).parents[2]
SMALL = "2,3,3"


WALKED = (pytest.mark.wide, pytest.mark.no_cover)


@cache
def of(board: str) -> Dataset:
    return dataset(board)


@pytest.mark.parametrize(
    "board",
    [SMALL, "2,2,2,misere", pytest.param("3,3,3", marks=WALKED), *longer("3,3,3,torus")],
)
def test_every_column_is_what_the_positions_say(board: str) -> None:
    rules, rows = Rules.parse(board), of(board)
    alone = [Position(x, o, rules) for x, o in zip(rows["x"], rows["o"], strict=True)]
    codes = [position.x | position.o << rules.cells for position in alone]
    plies = [position.ply for position in alone]
    assert sorted(codes) == sorted(
        position.x | position.o << rules.cells for position in table(rules)
    )
    assert [*zip(plies, codes, strict=True)] == sorted(zip(plies, codes, strict=True))
    classes = [position.canonical() for position in alone]
    sizes = Counter(classes)
    least = sorted(sizes, key=lambda each: each.x | each.o << rules.cells)
    numbers = {each: number for number, each in enumerate(least)}
    expected: dict[str, list[Any]] = {
        "text": [str(position) for position in alone],
        "ply": plies,
        "turn": [position.turn for position in alone],
        "legal": [position.legal for position in alone],
        "value": [position.value for position in alone],
        "remoteness": [position.remoteness for position in alone],
        "best_moves": [sum(1 << cell for cell in p.best_moves()) for p in alone],
        "class": [numbers[each] for each in classes],
        "class_size": [sizes[each] for each in classes],
        "is_least": [position in numbers for position in alone],
    }
    ended = [position.outcome for position in alone]
    expected["outcome"] = [0 if end is None else end.winner or 3 for end in ended]
    for name in codecs_of(rules):
        expected[name] = [codec(name, rules).encode(position) for position in alone]
    assert expected.keys() | {"x", "o"} == set(rows) == set(COLUMNS) | set(codecs_of(rules))
    for name, column in expected.items():
        assert rows[name].tolist() == column, name


def test_classes_are_the_least_image_of_each() -> None:
    rows = dataset(SMALL, classes=True)
    assert rows["is_least"].all()
    assert sorted(rows["class"].tolist()) == [*range(rows.rows)]
    assert rows["class_size"].sum() == of(SMALL).rows
    assert repr(rows) == f"<{rows.rows} positions of 2,3,3, {len(rows)} columns>"


def test_boards_that_are_too_large_or_do_not_exist_are_refused() -> None:
    with pytest.raises(TooLargeError, match=r"4,4,4 has 16 cells; .* of up to 12"):
        dataset("4,4,4")
    with pytest.raises(RulesError):
        dataset("3,3,4")


# Other libraries.


@pytest.mark.parametrize("end", ["parquet", "arrow"])
def test_a_file_has_the_columns_the_board_and_what_each_says(end: str, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="PyArrow comes with the extra [parquet]")
    import pyarrow.parquet as pq

    path, rows = tmp_path / f"positions.{end}", of(SMALL)
    rows.write(path)
    read = pq.read_table(path) if end == "parquet" else pa.ipc.open_file(path).read_all()
    assert read.schema.metadata[b"noughts.rules"] == b"2,3,3"
    assert read.equals(rows.to_arrow())
    for name, column in rows.items():
        assert read[name].to_pylist() == column.tolist()
        assert read.field(name).metadata == {b"about": rows.about(name).encode()}


def test_what_a_column_says_names_codes_as_such() -> None:
    assert of(SMALL).about("turn") == "who moves: 1 is X, 2 is O"
    assert of(SMALL).about("base3") == f"its code: {codec('base3').about}"


def test_another_name_of_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"'.*rows.csv' .* in \.parquet for Parquet or \.arrow"):
        of(SMALL).write(tmp_path / "rows.csv")
    assert not list(tmp_path.iterdir())


def test_pandas_has_the_same_columns() -> None:
    pytest.importorskip("pandas", reason="pandas comes with the extra [pandas]")
    rows = of(SMALL)
    frame = rows.to_pandas()
    assert [*frame.columns] == [*rows]
    assert all(frame[name].tolist() == rows[name].tolist() for name in rows)
    assert (
        Positions(rows["x"], rows["o"], rows.rules).to_pandas()["o"].tolist() == rows["o"].tolist()
    )


def test_polars_has_the_same_columns() -> None:
    pytest.importorskip("polars", reason="Polars comes with the extra [polars]")
    rows = of(SMALL)
    frame = rows.to_polars()
    assert frame.columns == [*rows]
    assert Positions(rows["x"], rows["o"], rows.rules).to_polars().columns == ["x", "o"]
    assert all(frame[name].to_list() == rows[name].tolist() for name in rows)


def test_without_an_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for module, extra in (("pandas", "pandas"), ("polars", "polars")):
        monkeypatch.setitem(sys.modules, module, None)
        with pytest.raises(MissingExtraError, match=rf"install with: .*\[{extra}\]"):
            getattr(of(SMALL), f"to_{module}")()


@pytest.mark.parametrize("text", ["3,3,3,torus", "3,3,3,misere", "2x2x2,2,misere"])
def test_tables_of_arrow_say_which_board_they_have(text: str) -> None:
    pytest.importorskip("pyarrow", reason="the extra [parquet]")
    table = Positions.start(1, Rules.parse(text)).to_arrow()
    assert table.schema.metadata == {b"noughts.rules": text.encode()}


def test_boards_of_several_words_go_to_arrow_as_lists() -> None:
    pytest.importorskip("pyarrow", reason="PyArrow comes with the extra [parquet]")
    positions = Positions.start(2, Rules(9, 9, 5)).play([40, 80])
    read = positions.to_arrow()
    assert read["x"].to_pylist() == positions.x.tolist()
    assert read["o"].to_pylist() == positions.o.tolist()
    assert read.schema.metadata == {b"noughts.rules": b"9,9,5"}


# The command.


def test_the_command_writes_the_file_and_says_what_is_in_it(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="PyArrow comes with the extra [parquet]")
    path = tmp_path / "rows.arrow"
    result = run_dataset(SMALL, "--classes", "-o", str(path))
    rows = dataset(SMALL, classes=True)
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{rows.rows} classes of 2,3,3, {len(rows)} columns, in {path}\n"
    with pa.OSFile(str(path)) as file:
        assert pa.ipc.open_file(file).read_all().equals(rows.to_arrow())
    assert "positions of 2,3,3" in run_dataset(SMALL, "-o", str(tmp_path / "rows.parquet")).stdout


def test_the_command_refuses_names_before_it_works(tmp_path: Path) -> None:
    result = run_dataset("-o", str(tmp_path / "rows.csv"))
    assert (result.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert "does not say what to write" in result.output
    assert run_dataset(SMALL).exit_code == 2
    assert len(run_dataset("-o", "b" * 100_000).output) < 500


# The data card.


def test_the_data_card_lists_every_column_as_it_is() -> None:
    page = (ROOT / "docs/datasets.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([a-z0-9_]+)` \| ([a-z0-9]+) \| .* \|$", page, re.MULTILINE))
    assert [*listed] == [*COLUMNS]
    for name, kind in listed.items():
        assert f"| `{name}` | {kind} | {COLUMNS[name][0]} |" in page, name


@pytest.mark.wide
@pytest.mark.no_cover
def test_the_data_card_has_the_types_of_3x3() -> None:
    page = (ROOT / "docs/datasets.md").read_text(encoding="utf-8")
    for name, column in of("3,3,3").items():
        if name not in COLUMNS:
            continue
        kind = "text" if name == "text" else column.dtype.name
        assert f"| `{name}` | {kind} |" in page
    assert np.array_equal(of("3,3,3")["class"], of("3,3,3")["canonical"])


def test_without_any_extra_the_one_that_brings_all_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in ("numba", "pyarrow"):
        monkeypatch.setitem(sys.modules, module, None)
    told = run_dataset("-o", str(tmp_path / "all.parquet")).output
    assert "need PyArrow; install with: " in told
    assert "[parquet]" in told
