"""Any board that is typed on the page, run in Node.js: its rules are those of the library."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import Game, Rules, RulesError
from noughts.core.bits import cells_of
from noughts.core.cell_names import cell_name
from noughts.core.symmetry import symmetries, transform_cell
from noughts.web.boards import LISTED, PAGE_SIDE, require
from tests.strategies import CYLINDERS, SEVERAL, TORI, flat_rules
from tests.tools import longer
from tests.web.conftest import Node
from tests.web.test_rules_and_opponent import told

pytestmark = [pytest.mark.wide, pytest.mark.no_cover]


@st.composite
def typed(draw: st.DrawFn, most: int = PAGE_SIDE) -> Rules:
    """Any board that may be typed, of up to so many rows and columns."""
    rules = draw(flat_rules(most))
    if draw(st.booleans()):
        return rules
    kind = draw(st.sampled_from(["torus", "cylinder"]))
    found = Rules.parse(f"{rules.normal},{kind}" + ",misere" * rules.misere)
    k = draw(st.integers(1, min(PAGE_SIDE, found.geometry.longest)))
    return found.replace(k=k)


def played(rules: Rules, seed: int) -> list[int]:
    """A game, where each move likes to stand beside the one before: so lines are made."""
    chance, game = random.Random(seed), Game(rules)
    while not game.outcome and len(game.moves) < 60:
        moves = game.position.legal_moves
        last = game.moves[-1] if game.moves else rules.cells + 2
        near = [cell for cell in moves if abs(cell - last) <= 2]
        game.push(chance.choice(near or moves))
    return [*game.moves]


def says(node: Node, boards: list[tuple[Rules, list[int]]]) -> None:
    """Hold what the page says of these games to the library."""
    asked = [[str(rules), moves] for rules, moves in boards]
    for (rules, moves), said in zip(boards, node("walks.mjs", asked), strict=True):
        assert said["names"] == [cell_name(cell, rules) for cell in range(rules.cells)]
        assert said["lines"] == [[*cells_of(line)] for line in rules.lines], rules
        game = Game(rules)
        for cell, ply in zip([*moves, None], said["plies"], strict=True):
            assert ply == told(game), (rules, game.moves)
            if cell is not None:
                game.push(cell)


@pytest.mark.parametrize("examples", [6, *longer(100)])
def test_the_rules_of_any_board_are_the_librarys(node: Node, examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.lists(st.tuples(typed(), st.integers(0, 2**32)), min_size=1, max_size=8))
    def law(drawn: list[tuple[Rules, int]]) -> None:
        says(node, [(rules, played(rules, seed)) for rules, seed in drawn])

    law()


def test_lines_that_close_and_sides_of_1_and_2_are_among_them(node: Node) -> None:
    round_ = [rules for rules in (*TORI, *CYLINDERS, *SEVERAL) if rules.k <= PAGE_SIDE]
    says(node, [(rules, played(rules, 273)) for rules in round_])


def test_of_3x3_each_expression_is_the_one_that_is_written_for_it(node: Node) -> None:
    assert node("expressions.mjs") == 512 * 512


@settings(max_examples=5)  # of ten boards each: Node.js takes as long to start as for all of them
@given(st.lists(typed(6), min_size=10, max_size=10))
def test_the_symmetries_of_any_board_are_the_librarys(node: Node, drawn: list[Rules]) -> None:
    boards = [rules.geometry for rules in drawn]
    asked = [["symmetry.js", "symmetriesOf", board.sizes, sum(board.meets)] for board in boards]
    for rules, images in zip(drawn, node("calls.mjs", asked), strict=True):
        cells = range(rules.cells)
        ours = [[transform_cell(cell, by, rules) for cell in cells] for by in symmetries(rules)]
        assert sorted(images) == sorted(ours), rules
        assert images[0] == [*cells]


NOT_ITS_OWN = ["3,3", "3,3,3,3", "0,3,3", "3, 3,3", "3,3,3,Misere", "3,3,3,misere,misere"]
NOT_ITS_OWN += [
    "20,3,3",
    "3,20,3",
    "3,3,4",
    "5,4,20,torus",
    "4x4,4",
    "2x2x2,2",
    "3,3,3,torus,torus",
]


@pytest.mark.parametrize("text", NOT_ITS_OWN)
def test_what_the_page_refuses_the_library_says_it_does_not_have(node: Node, text: str) -> None:
    (said,) = node("calls.mjs", [["board_text.js", "boardOf", text]])
    assert said is None
    with pytest.raises(RulesError):
        require(Rules.parse(text))


@given(typed())
def test_what_the_library_says_that_the_page_has_can_be_typed(rules: Rules) -> None:
    require(rules)


def test_every_board_that_is_listed_is_one_of_the_page(node: Node) -> None:
    texts = [f"{rules}{end}" for rules in LISTED for end in ("", ",misere")]
    found = node("calls.mjs", [["board_text.js", "boardOf", text] for text in texts])
    assert [board["key"] for board in found] == texts
    for text in texts:
        require(Rules.parse(text))
