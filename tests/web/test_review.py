"""A game looked at again: its values, the moves that lost some, and the way back."""

from __future__ import annotations

import pytest

from noughts import TICTACTOE, Position
from noughts.solver.tables.table import table
from tests.arrays.boards import some_games
from tests.web.conftest import DESK, Node, Open
from tests.web.test_access import EVERY_RULE, problems


def test_every_move_is_told_with_what_it_lost(node: Node) -> None:
    solved = table(TICTACTOE)
    played = some_games(TICTACTOE, 60)
    lost = 0
    for game, told in zip(played, node("reviews.mjs", [[*g.moves] for g in played]), strict=True):
        position = Position()
        for cell, said in zip(game.moves, told, strict=True):
            sign = 1 if position.turn == 1 else -1
            values = {move.cell: move.value for move in solved.moves(position)}
            best = max(values.values())
            better = [at for at, value in values.items() if value == best]
            assert (said["value"], said["best"]) == (sign * values[cell], sign * best)
            assert said["better"] == (better if values[cell] < best else [])
            lost += values[cell] < best
            position = position.play(cell)
    assert lost > 50


@pytest.mark.wide
def test_a_lost_game_names_the_move_that_lost_it_and_leads_back(open_page: Open) -> None:
    screen = open_page("#a1b2a2a3b1c1")  # X lets O have the diagonal
    screen.page.click("#look")
    screen.wait("document.querySelectorAll('#graph circle').length === 7")
    assert screen.page.inner_text("#reviewed").startswith("These moves lost value.")
    said = screen.page.locator("#mistakes li").all_inner_texts()
    assert said == ["5. X b1 draw became loss; better: c1"]
    assert problems(screen, EVERY_RULE) == []
    screen.page.click("#mistakes button")
    assert screen.position == "X../XO./O.."
    assert screen.page.is_visible("#review")  # it is the same game, until another move is made
    screen.play(2)
    assert not screen.page.is_visible("#review")


@pytest.mark.wide
def test_a_game_on_another_board_is_looked_at_by_a_worker(open_page: Open) -> None:
    screen = open_page("#4,4,4:a1a2b1b2c1a3d1")  # O does not stop the line
    screen.page.click("#look")
    screen.wait("document.querySelectorAll('#graph circle').length === 8")
    said = screen.page.locator("#mistakes li").all_inner_texts()
    assert said[-1] == "6. O a3 draw became loss; better: d1"
    top = "getComputedStyle(document.querySelector('#graph'), '::before').content"
    assert screen.ask(top) == '"X wins"'
    assert "judged" not in screen.page.inner_text("#reviewed")
    screen.fragment("15,15,5:h8a1;person")
    screen.wait("document.querySelectorAll('.cell').length === 225")
    screen.page.click("#look")
    screen.wait("document.querySelector('#reviewed').textContent.startsWith('No move')")
    assert screen.page.inner_text("#reviewed").endswith("A hollow point is judged, not proved.")
    screen.page.click("#look")
    assert not screen.page.is_visible("#review")
    rows = "".join(f"{column}{row}" for row in (1, 2, 3) for column in "abcdefghijklmno")
    screen.fragment(f"15,15,5:{rows};person")
    screen.wait("document.querySelectorAll('#played button').length > 45")
    screen.page.click("#look")
    screen.wait("scrollY > 0")  # what so many moves are above comes into view
    box = screen.page.locator("#graph").bounding_box()
    assert box
    assert box["y"] + box["height"] < DESK["height"]


@pytest.mark.wide
def test_who_can_be_shown_no_review_hears_why(open_page: Open) -> None:
    screen = open_page(service_workers="block")
    screen.page.route(
        "**/review.js",
        lambda route: route.fulfill(
            content_type="text/javascript", body="throw new Error('no network');"
        ),
    )
    screen.page.click("#look", force=True)
    assert not screen.page.is_visible("#review")
    assert screen.status == "Play a move first: there is nothing to review."
    screen.play(4)
    screen.page.click("#look")
    screen.wait("document.querySelector('#headline').textContent.includes('no network')")
    assert screen.status == "The review could not be fetched: no network"
