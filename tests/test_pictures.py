"""The pictures of the lessons and pages are what their tool draws."""

from __future__ import annotations

import re
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from click.testing import CliRunner

from noughts import O, Position, Rules, X
from noughts.cli.main import main
from noughts.learn import Menace
from noughts.lessons.solving_4x4 import hold
from noughts.solver.tables.cost_estimate import cost

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parents[1]
TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools/pictures/draw_pictures.py"))


@pytest.mark.parametrize("path", TOOL["PICTURES"], ids=lambda path: path.stem)
def test_a_picture_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == TOOL["PICTURES"][path](), "make pictures"


def test_a_picture_that_does_not_exist_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["draw_pictures.py", "clases"])
    with pytest.raises(SystemExit):
        TOOL["main"]()
    assert "no picture is called clases; there are place-values," in capsys.readouterr().err


@pytest.mark.parametrize("path", TOOL["PICTURES"], ids=lambda path: path.stem)
def test_a_picture_says_in_words_what_it_shows(path: Path) -> None:
    title = Xml.fromstring(TOOL["PICTURES"][path]())[0]  # noqa: S314 - ours
    assert title.tag.endswith("title")
    assert len(title.text or "") > 20


def test_the_pairs_of_the_picture_hold_every_line_that_o_has_not_stopped() -> None:
    for x, o, pairs in import_module("trees").PAIRINGS:
        used = [x, o, *(cell for pair in pairs for cell in pair)]
        assert sorted(used) == [*range(16)]
        assert hold(pairs, [line for line in Rules(4, 4, 4).lines if not line >> o & 1])


def test_the_sheets_have_every_box_of_menace_with_its_beads() -> None:
    boxes = import_module("sheets").boxes()
    machine = Menace()
    assert len({position for position, _ in boxes}) == len(boxes) == machine.boxes
    for position, beads in boxes:
        assert machine.box(position) == beads, position
    pages = [path for path in TOOL["PICTURES"] if path.stem.startswith("sheet-menace")]
    shown = "".join(path.read_text(encoding="utf-8") for path in pages)
    circles = len(re.findall(r'<circle [^>]*r="8"', shown))
    assert circles == sum(len(beads) for _, beads in boxes)
    assert all(f">{number}</text>" in shown for number in range(1, len(boxes) + 1))


def test_beads_have_the_same_colours_on_the_page_as_on_the_sheets() -> None:
    style = (ROOT / "src/noughts/web/page/learn.css").read_text(encoding="utf-8")
    shown = re.findall(r"nth-child\(\d\) { --bead: (#\w+); }", style)
    assert shown == [*import_module("sheets").COLOURS.values()]


def test_one_page_prints_all_sheets() -> None:
    pages = (ROOT / "docs/pictures/sheets.html").read_text(encoding="utf-8")
    shown = re.findall(r'src="([^"]+)"', pages)
    sheets = import_module("sheets").SHEETS
    assert sorted(shown) == sorted(
        ["../learn/pictures/map.svg", *(f"{name}.svg" for name in sheets)]
    )


def test_the_tree_to_print_does_not_tell_its_values() -> None:
    trees = import_module("trees")
    told, blank = (
        set(re.findall(r"<text [^>]*>[^<]*", each)) for each in (trees.tree(), trees.blank_tree())
    )
    assert {text.partition(">")[2] for text in blank - told} == {"____"}
    assert (
        len({text.partition("fill=")[2] for text in blank}) == 3
    )  # the values, and the two that say who moves


def test_every_picture_of_a_lesson_is_drawn_by_the_tool_and_each_is_shown_beside_it() -> None:
    assert {*(ROOT / "docs/learn").rglob("*.svg")} <= set(TOOL["PICTURES"])
    for path in (ROOT / "docs").rglob("*.svg"):
        pages = "".join(page.read_text("utf-8") for page in path.parents[1].glob("*.md"))
        assert f"](pictures/{path.name})" in pages


@pytest.mark.parametrize(
    ("kind", "commands"),
    [("svg", r"make pictures|draw_pictures\.py|--plot"), ("png", "make screenshots")],
)
def test_a_page_names_the_command_that_makes_its_pictures(kind: str, commands: str) -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        text = page.read_text(encoding="utf-8")
        assert f".{kind})" not in text or re.search(commands, text), page


@pytest.mark.wide
@pytest.mark.parametrize("board", ["3,3,3", "4,3,3", "4,4,4"])
def test_the_counts_that_are_drawn_are_those_that_the_command_prints(board: str) -> None:
    told = CliRunner().invoke(main, ["count", board, "--json"], prog_name="noughts")
    kept = (ROOT / "tools/pictures/counts.jsonl").read_text(encoding="utf-8").splitlines()
    assert told.stdout.strip() in kept


def test_the_figures_that_are_drawn_are_those_of_the_page() -> None:
    drawn = TOOL["stepping"]()
    for name in import_module("batch_sizes").SHOWN.values():
        assert f">{name}</text>" in drawn
    assert drawn.count("m-4-4h8v8h-8z") == 8 + 5  # a copy's mark at each size, and OpenSpiel's


def test_the_costs_of_tables_that_are_drawn_are_those_of_the_page() -> None:
    plan = import_module("cluster_plan")
    assert plan.table() in (ROOT / "docs/performance.md").read_text(encoding="utf-8"), (
        "cluster_plan.py"
    )
    for board, (read, *hours) in {"5,4,4": (1, 3), "5,5,4": (5, 450, 240)}.items():
        found = plan.planned(board)
        assert found.disk == pytest.approx(cost(Rules.parse(board)).file, rel=1e-3)
        assert 0 < found.read / found.disk <= read
        for count, seconds in zip(plan.WORKERS, hours, strict=False):
            assert found.hours[count] * 3600 == pytest.approx(seconds, rel=0.5)
            assert found.hours[count] * count >= found.hours[1]  # no worker does more than one does


def test_the_poster_has_each_class_in_the_colour_of_its_value() -> None:
    poster = TOOL["classes"]()
    assert poster.count("<tspan") == 765
    winner = import_module("classes").winner
    for text, won in ((".../.../...", 0), ("XX./O../..O", X), ("XX./OO./..X", O)):
        assert winner(Position.parse(text)) == won, text
