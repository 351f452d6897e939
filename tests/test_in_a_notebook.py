"""What a notebook shows of a value, and keeps where nothing can run."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from noughts import TICTACTOE, Position, solve, store
from noughts.arrays import Positions
from noughts.core.cell_names import cell_name
from noughts.datasets import dataset


def cells(html: str) -> list[list[str]]:
    """The cells of the first table."""
    table = ElementTree.fromstring(f"<div>{html}</div>").find("table")  # noqa: S314 - our own
    assert table is not None
    return [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]


def test_a_solution_says_what_is_known_and_what_each_move_is_worth() -> None:
    solution = solve(Position.parse("XX./OO./..."))
    shown = solution._repr_html_()
    assert ["remoteness", "1"] in cells(shown)
    assert ["value", "1"] in cells(shown)
    each = cells(shown[shown.index("</table>") + 8 :])
    assert ["best_moves", "c1"] in cells(shown)
    moves = [[cell_name(cell, TICTACTOE), *worth] for cell, *worth in solution.moves or []]
    assert each[1:] == [[str(part) for part in move] for move in moves]
    assert ["best_moves", "2"] in cells(solution._replace(rules=None)._repr_html_())
    proved = solution._replace(moves=None, remoteness=None, upper=1, lower=0)
    assert cells(proved._repr_html_())[1] == ["lower", "0"]


def test_positions_are_drawn_the_first_of_many() -> None:
    for count, said in ((0, "0 positions of 3,3,3"), (2, "2 positions of 3,3,3")):
        shown = Positions.start(count)._repr_html_()
        assert shown.count("<title>") == count
        assert f"<figcaption>{said}</figcaption>" in shown
    many = Positions.start(100)._repr_html_()
    assert many.count("<title>") == 16
    assert "100 positions of 3,3,3, the first 16" in many


def test_a_dataset_shows_its_first_rows_and_a_store_what_it_holds(tmp_path: Path) -> None:
    rows = dataset("2,2,2")
    head, first, *others = cells(rows._repr_html_())
    assert (head, first[0], len(others)) == ([*rows], "../..", 9)
    with store.create(tmp_path / "codes", "canonical") as writer:
        writer.write_codes([31, 764])
    shown = store.read(tmp_path / "codes")._repr_html_()
    assert ["codes", "2"] in cells(shown)
    assert str(tmp_path / "codes") in shown


def test_the_widget_leaves_a_picture_and_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("anywidget", reason="the widget comes with the extra [notebook]")
    from noughts.notebook import GameWidget
    from noughts.notebook.widget import FOLDER, STILL

    widget = GameWidget("3,3,3", opponent="perfect:first")
    widget.play("b2")
    bundle, _ = widget._repr_mimebundle_()
    assert bundle["image/svg+xml"] == widget.game._repr_svg_()
    assert bundle["text/plain"] == f"{widget.game.diagram()}\n{widget.game}"
    assert "application/vnd.jupyter.widget-view+json" in bundle
    outputs: list[dict[str, str]] = []  # an HTML page has the first form alone of each
    monkeypatch.setattr("noughts.notebook.widget.display", lambda data, **_: outputs.append(data))
    widget._ipython_display_()
    assert outputs[0].keys() == bundle.keys()
    (still,) = outputs[1].values()
    assert still == widget.game._repr_html_().replace("<figure>", f'<figure class="{STILL}">')
    assert f".{STILL}" in (FOLDER / "widget.css").read_text()
