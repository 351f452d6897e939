"""Hints in a browser are the library's exact truth."""

from __future__ import annotations

import pytest

from noughts import TICTACTOE, Position
from noughts.core.cell_names import cell_name
from noughts.core.rules import MARK_NAMES
from noughts.solver.tables.table import table
from tests.web.conftest import Open

pytestmark = pytest.mark.wide  # a browser; test_smoke.py is quick

WORDS = {1: "win", 0: "draw", -1: "loss"}
# Every 60th position of every position that goes on, so that all plies are met.
SAMPLE = [position for position in table(TICTACTOE) if not position.outcome][::60]


def expected(position: Position) -> list[str]:
    """What a screen reader should say of each cell."""
    solved = table(TICTACTOE)
    moves = {move.cell: move for move in solved.moves(position)}
    best = solved.best_moves(position)
    labels = []
    for cell in range(9):
        if cell not in moves:
            labels.append(MARK_NAMES[position[cell]])
            continue
        star = ", best" if cell in best and len(best) < len(moves) else ""
        labels.append(f"free, {WORDS[moves[cell].value]} in {moves[cell].remoteness}{star}")
    return labels


def test_every_free_cell_shows_its_exact_worth(open_page: Open) -> None:
    screen = open_page()
    screen.oppose("person")
    screen.press("h")
    assert len(SAMPLE) > 70
    for position in SAMPLE:
        screen.fragment(str(position))
        assert screen.labels() == expected(position), position
        shown = screen.ask("[...document.querySelectorAll('.hint')].map((h) => h.innerText)")
        worths = [label for label in expected(position) if label.startswith("free")]
        if len(worths) > 1 and len({*worths}) == 1:  # the line below the board says it
            assert not any(shown)
            assert screen.page.inner_text("#why").startswith("Every move of ")
            continue
        for label, text in zip(expected(position), shown, strict=True):
            worth = label.removeprefix("free, ").removesuffix(", best")
            said = " ".join(text.split())[2:].lower()  # after its sign
            assert said == (worth if label.startswith("free") else ""), (position, text)


def test_the_why_line_is_the_best_line_of_play(open_page: Open) -> None:
    screen = open_page()
    screen.press("h")
    solved = table(TICTACTOE)
    for position in SAMPLE[::8]:
        screen.fragment(str(position))
        line = [cell_name(cell, TICTACTOE) for cell in solved.best_line(position)]
        claim, _, moves = screen.page.inner_text("#why").partition(": ")
        assert moves.split()[1::2] == line
        assert claim.endswith(f"in {len(line)} move{'s' * (len(line) > 1)}")


def test_pointing_at_a_cell_explains_that_move(open_page: Open) -> None:
    screen = open_page("#b2b1")
    screen.oppose("person")
    screen.press("h")
    screen.cell(5).hover()
    position = Position.parse(".O./.X./...").play(5)
    line = [cell_name(cell, TICTACTOE) for cell in [5, *table(TICTACTOE).best_line(position)]]
    claim, _, moves = screen.page.inner_text("#why").partition(": ")
    assert claim.startswith("X at c2 ")
    assert moves.split()[1::2] == line


def test_hints_are_announced(open_page: Open) -> None:
    screen = open_page("#XX./OO./...")
    screen.oppose("person")
    screen.press("h")
    said = "Win in 1: c1. Draw in 5: c2. Loss in 2: a3 b3 c3. X to move."
    assert screen.status == said
    screen.press("h")
    assert screen.status == "Hints off. X to move."


def test_a_finished_game_has_no_hints(open_page: Open) -> None:
    screen = open_page("#a1a2b1b2c1")
    screen.press("h")
    assert not screen.page.is_visible("#why")
    assert all("in" not in label for label in screen.labels())


def test_hints_that_are_put_off_and_on_while_they_are_worked_out_come(open_page: Open) -> None:
    screen = open_page("#15,15,5:h8;person")
    screen.press("h", "h", "h")
    screen.page.get_by_text("No move stands out").first.wait_for(timeout=10_000)
