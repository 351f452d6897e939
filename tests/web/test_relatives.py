"""The games of the family on the page, run in Node.js and held to the library."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from noughts import Game, Position, PositionError, Rules, RulesError
from noughts.core.bits import cells_of
from noughts.core.cell_names import layer_name, move_name
from noughts.core.family import ANSWERS, IN_TURNS
from noughts.core.move_bits import planes_of
from noughts.core.rules import as_rules
from noughts.core.turns import in_turn
from noughts.expressions.trace import Trace
from noughts.players.strong import tree_kernel, tree_search
from noughts.players.strong.budget import Budget
from noughts.players.strong.tree_on_ints import moves_of
from noughts.players.strong.tree_search import TreeSearch
from noughts.solver.tables.table import table
from noughts.web.boards import PAGE_SIDE, TYPED, require
from noughts.web.game_answers import COUNTS, _steps, games
from tests.tools import longer, some
from tests.web.conftest import Node

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.no_cover

# Turns of one number and of two, the least and the most.
TURNS = ["", "stones=2", "stones=2+2", "stones=1+2", "stones=3", "stones=3+2", "stones=5+12"]
TURNS += ["stones=16", "stones=16+16", "stones=1+16"]


def turns_of(words: str) -> str:
    """The word of a game that says whose turn it is."""
    return next((word for word in words.split(",") if word in TURNS), "")


def with_turns(words: str, turns: str) -> str:
    """The words of a game, with those of its turns in their place."""
    row = [one.word for one in ANSWERS["line"]]
    first = [word for word in words.split(",") if word not in row]
    last = [word for word in words.split(",") if word in row]
    return ",".join(filter(None, [*first, turns, *last]))


EVERY = [with_turns(words, turns) for words, _ in games() for turns in TURNS if words or turns]
# All turns with nothing else, and turns of one stone or of two with everything.
FEW = ("", "stones=2", "stones=2+2")
WORDS = [turns for turns in TURNS if turns]
WORDS += [words for words in EVERY if words not in TURNS and turns_of(words) in FEW]
BOARDS = ["3,3,3", "2,5,3", "4,4,3,torus", "3x3x3,3", "6,7,4", "5,5,4,torus", "1,1,1"]
BOARDS += ["5,4,5,cylinder", "3,3,3,boards=2", "2,3,2,boards=3"]


def text_of(board: str, words: str) -> str:
    return f"{board},{words}".rstrip(",")


def some_games(words: list[str], boards: list[str], step: int = 1) -> list[Game]:
    """A random game of each combination of answers on each board, or of each `step`-th of them."""
    found = []
    for seed, each in [*enumerate(product(boards, words))][::step]:
        chance, game = random.Random(seed), Game(Rules.parse(text_of(*each)))
        while not game.outcome:
            game.push(chance.choice(game.position.legal_moves))
        found.append(game)
    return found


def positions(game: Game) -> list[Position]:
    """Those of a game, the start first."""
    again = Game(game.rules)
    found = [again.position]
    for move in game.moves:
        again.push(move)
        found.append(again.position)
    return found


def told(position: Position) -> dict[str, Any]:
    """What the page should say of a position."""
    outcome, moves = position.outcome, position.legal_moves
    return {
        "text": str(position),
        "again": str(position),
        "legal": moves,
        "cells": [*cells_of(position.legal)],
        "names": [move_name(move, position.rules) for move in moves],
        "toMove": position.turn,
        "refusal": None,
        "isDead": position.rules.has("fair") and position.is_dead,
        "end": outcome
        and {
            "winner": outcome.winner or 0,
            "line": [*cells_of(outcome.line)],
            "lines": [*cells_of(outcome.lines)],
        },
        "stones": "" if outcome else stone_of_turn(position),
    }


def stone_of_turn(position: Position) -> str:
    """Which of the stones of its turn it is, where there are two, or where one must play."""
    rules, ply = position.rules, position.ply
    if rules.outer:
        boards = {layer_name(cell, rules) for cell in cells_of(position.legal)}
        return f"on board {boards.pop()}" if len(boards) == 1 else "on any open board"
    at, every = in_turn(ply, rules)
    if every > 5:
        return f"stone {at} of {every}"
    ordinals = ["first", "second", "third", "fourth", "fifth"]
    numbers = ["two", "three", "four", "five"]
    return f"{ordinals[at - 1]} of {numbers[every - 2]} stones" * (every > 1)


def holds(node: Node, played: list[Game]) -> None:
    """Hold what the page says of these games to the library."""
    for first in range(0, len(played), 40):
        some = played[first : first + 40]
        asked = [[str(game.rules), [*game.moves]] for game in some]
        for game, said in zip(some, node("relatives.mjs", asked), strict=True):
            assert said["lines"] == [[*cells_of(line)] for line in game.rules.lines]
            for position, ply in zip(positions(game), said["plies"], strict=True):
                assert ply == told(position), (game.rules, str(position))
            assert said["read"] == [*game.moves], said["link"]


def test_a_game_of_each_answer_is_the_librarys(node: Node) -> None:
    words = ["gravity", "wild", "exact", "notakto", "breaker", "stones=2", "stones=2+2"]
    words += ["exact,gravity,wild,stones=2,misere", "stones=5+12"]
    holds(node, some_games(words, ["3,3,3", "6,7,4"]))
    words = ["notakto", "gravity,notakto", "exact,notakto", "gravity,wild,stones=3+2"]
    holds(node, some_games(words, ["3,3,3,boards=2", "2,3,2,boards=3"]))


@pytest.mark.wide
@pytest.mark.parametrize("step", [7, *longer(1)])  # 7 comes to all boards and all words
def test_random_games_of_every_combination_on_every_kind_of_board_are_the_librarys(
    node: Node, step: int
) -> None:
    holds(node, some_games(WORDS, BOARDS, step))


@pytest.mark.wide
def test_random_games_of_boards_in_a_board_are_the_librarys(node: Node) -> None:
    words, texts = ["", "exact,gravity,misere"], ["3,3,3,ultimate", "2,3,2,ultimate"]
    holds(node, some_games(words, texts))
    holds(node, some_games(["gravity", "breaker"], ["4,2,2,ultimate", "1,3,2,ultimate"]))
    holds(node, some_games([""], ["1,1,1,ultimate"]))


def test_the_page_reads_the_words_that_the_library_reads(node: Node) -> None:
    said = {field: [one.word for one in row] for field, row in ANSWERS.items()}
    rows = (said | {"turns": TURNS}).values()
    texts = [text_of("3,3,3", ",".join(filter(None, words))) for words in product(*rows)]
    texts = [text.rstrip(",") for text in texts]
    texts += ["3,3,3,wild,wild", "3,3,3,stones=3", "3x3x3,3,gravity"]
    found = node("calls.mjs", [["board_text.js", "boardOf", text] for text in texts])
    known = {"", *EVERY}
    for text, said in zip(texts, found, strict=True):
        board = re.sub("^(3,3,3|3x3x3,3),?", "", text)
        assert (said is not None) == (board in known), text
        if said:
            rules = Rules.parse(text)
            require(rules)
            assert said["key"] == str(rules)
            assert said["words"] == board
            assert (said["lineWorth"] == -1) == (rules.answers.line.worth == (-1, -1))


def test_words_stand_in_any_order_and_are_refused_as_the_library_refuses_them(node: Node) -> None:
    words = [
        "torus",
        "cylinder",
        "boards=2",
        "boards=3",
        "boards=1",
        "ultimate",
        "exact",
        "gravity",
        "wild",
        "notakto",
        "misere",
        "breaker",
    ]
    words += ["stones=2", "stones=12+1", "stones=3+16", "stones=17", "stones=2+17", "stones=1+1"]
    chance = random.Random(1)
    some = [chance.choices(words, k=chance.randint(1, 4)) for _ in range(400)]
    texts = [text_of("3,3,3", ",".join(each)) for each in [*some, ["3"], ["exact", "3"]]]
    texts += ["3,4,3,boards=2,notakto,exact"]
    asked = [["board_text.js", "boardOf", text] for text in texts]
    found = node(
        "calls.mjs", asked + [["board_words.js", "whyNotTogether", text] for text in texts]
    )
    half = len(texts)
    for text, board, why in zip(texts, found[:half], found[half:], strict=True):
        try:
            written, wrong = str(Rules.parse(text)), ""
        except RulesError as error:
            written, wrong = None, str(error)
        assert (board and board["key"]) == written, text
        wrong = wrong if text.startswith("3,3,3") else ""  # of words alone the page says why
        assert why == ("" if "not a valid board" in wrong else wrong)


def test_the_turns_of_the_page_are_the_librarys_step_by_step(node: Node) -> None:
    asked = [["turns.js", "stepsOfTurns", one.word] for one in IN_TURNS]
    found = node("calls.mjs", asked + [["turns.js", "aboutTurns", one.word] for one in IN_TURNS])
    for at, one in enumerate(IN_TURNS):
        trace = Trace(lambda stones, one=one: one.second(stones, PAGE_SIDE**2), None, stones=COUNTS)
        steps = re.findall(r'\["(\w+)", "([^"]+)"', _steps(trace))
        assert [(name, text) for name, text, _ in found[at]] == steps, one.word
        assert found[len(IN_TURNS) + at] == one.about


GRIDS = {
    "3,3,3,gravity": "X../.../...",
    "3,3,3,notakto": "XO./.../...",
    "3,3,3,breaker": "XX./.../...",
    "3,3,3,stones=2": "XX./.../...",
}


@pytest.mark.parametrize(("text", "grid"), GRIDS.items())
def test_what_no_moves_put_there_is_refused(node: Node, text: str, grid: str) -> None:
    asked = [[f"rules {text}", "parsePosition", grid], [f"rules {text}", "refusal", "last"]]
    _, said = node("calls.mjs", asked)
    assert said
    with pytest.raises(PositionError):
        Position.parse(grid, text)


def test_a_move_that_is_refused_says_why(node: Node) -> None:
    links = {
        "3,3,3,gravity:aaaa": "Move 4 of the link, “a”: Column a is full.",
        "3,3,3,gravity:a1": "Move 1 of the link, “a1”: No stone can rest on a1 yet.",
        "3,3,3,gravity:d": "Move 1 of the link, “d”: it is not a move; write a to c.",
        "3,3,3,wild:Xb2Ob2": "Move 2 of the link, “Ob2”: b2 is taken by X.",
        "1,3,2,boards=2,notakto:1a11b11c1": "Move 3 of the link, “1c1”: 1c1 is on a board that is "
        "closed.",
        "2,2,2,boards=2,gravity,stones=2:1a2a1a1a": "Move 4 of the link, “1a”: Column 1a is full.",
        "3,3,3,wild:b2": "Move 1 of the link, “b2”: it is not a move; write Xa1 to Oc3.",
    }
    asked = []
    for link in links:
        board = link.partition(":")[0]
        asked.append(["address.js", "parse", f"#{link}", f"rules {board}"])
    found = node("calls.mjs", asked)
    assert [said["refused"] for said in found] == [*links.values()]


def test_every_text_of_the_family_is_typed_and_no_other() -> None:
    for words in EVERY:
        assert re.fullmatch(TYPED, text_of("6,7,4", words))
    assert not re.fullmatch(TYPED, "6,7,4,wild,breaker")
    assert not re.fullmatch(TYPED, "6,7,4,notakto,misere")


def worths(node: Node, asked: list[Position], nodes: int) -> list[dict[str, Any]]:
    """What the page says that moves are worth."""
    texts = [[str(position.rules), str(position)] for position in asked]
    said: list[dict[str, Any]] = node("relative_worths.mjs", texts, nodes)
    return said


def planes(position: Position) -> tuple[int, int]:
    """Both of a position, as the player to move sees them."""
    return planes_of(position.x, position.o, position.rules)


def going_on(text: str, every: int) -> list[Position]:
    """Some of the positions that play reaches, and that are not over."""
    found = [position for position in table(Rules.parse(text)) if not position.is_over]
    return found[::every]


@pytest.mark.wide
@pytest.mark.parametrize(
    "text",
    [
        *some(
            (
                text_of("2,4,3" if "exact" in words else "3,3,3", words)
                for words in WORDS
                if words != "misere"
            ),
            4,
        ),
        "2,3,2,boards=2,notakto",
        "2,2,2,boards=3,gravity,notakto",
        "2,3,3,boards=2,breaker",
    ],
)
def test_on_a_small_board_each_move_is_worth_what_the_table_says(node: Node, text: str) -> None:
    some = going_on(text, 61)
    for position, said in zip(some, worths(node, some, 1), strict=True):
        solved = table(position.rules)
        moves = [[*move, True] for move in solved.moves(position)]
        assert said["moves"] == moves, (position.rules, str(position))
        assert {*said["best"]} <= {*solved.best_moves(position)}


@pytest.mark.wide
@pytest.mark.parametrize(
    ("text", "search"),
    [
        ("4,5,4,gravity", "TreeSearch"),
        ("4,5,3,gravity,wild", "TreeSearch"),
        ("4,4,3,notakto", "TreeSearch"),
        ("3,3,3,boards=2,notakto", "TreeSearch"),
        ("4,4,4,breaker", "TreeSearch"),
        ("4,4,4,stones=2", "TreeSearch"),
        ("3,5,4,exact", "MoveWorths"),
        ("2,2,2,ultimate,misere", "NestedSearch"),
        ("1,3,2,ultimate", "SmallTable"),
    ],
)
def test_what_is_proved_on_a_larger_board_is_so(node: Node, text: str, search: str) -> None:
    rules, chance = Rules.parse(text), random.Random(7)
    late: list[Position] = []
    while len(late) < 12:
        game = Game(rules)
        while not game.outcome and len(late) < 12:
            if rules.cells - game.position.ply <= 9:
                late.append(game.position)
            game.push(chance.choice(game.position.legal_moves))
    proved = 0
    for position, said in zip(late, worths(node, late, 3000), strict=True):
        assert said["by"] == search
        for (move, value, _, is_proved), (action, exact) in zip(
            said["moves"], exact_values(position), strict=True
        ):
            assert move == action
            assert not is_proved or value == exact, (str(position), move)
            proved += is_proved
    assert proved > 20


def exact_values(position: Position) -> list[tuple[int, int]]:
    """Each move, and what it is worth to the player who makes it, by plain minimax."""

    @cache
    def value(position: Position) -> int:
        """To the first player."""
        outcome = position.outcome
        if outcome:
            return {1: 1, 2: -1}.get(outcome.winner or 0, 0)
        best = max if position.turn == 1 else min
        return best(value(position.play(move)) for move in position.legal_moves)

    sign = 1 if position.turn == 1 else -1
    return [(move, sign * value(position.play(move))) for move in position.legal_moves]


def test_the_search_of_the_page_has_the_constants_of_the_library() -> None:
    script = (ROOT / "src/noughts/web/page/tree_search.js").read_text("utf-8")
    constants = {**vars(tree_kernel), **vars(tree_search)}
    for name in ("CURIOSITY", "LARGE", "HEAVIEST", "TRIED_ENOUGH", "ERRORS"):
        (found,) = re.findall(rf"\b{name} = ([\d.]+)[,;]", script)
        assert float(found) == constants[name], name


@pytest.mark.wide
def test_the_search_takes_and_stops_what_it_sees_as_the_library_does(node: Node) -> None:
    chance, seen = random.Random(4), list[Position]()
    sights = set[tuple[bool, int]]()  # lines to make, and lines to stop
    for text in ("6,7,4,gravity", "5,5,4,cylinder,gravity", "6,6,4,exact,gravity") * 2:
        game = Game(as_rules(text))
        while not game.outcome:
            _, lined, stops = moves_of(*planes(game.position), game.rules)
            if lined or stops:
                seen.append(game.position)
                sights.add((lined > 0, stops.bit_count()))
            game.push(chance.choice(game.position.legal_moves))
    assert {(True, 0), (True, 1), (False, 1), (False, 2)} <= sights
    for position, said in zip(seen, worths(node, seen, 200), strict=True):
        _, lined, stops = moves_of(*planes(position), position.rules)
        quick, every = (TreeSearch(position, Budget(nodes=20), every) for every in (False, True))
        assert said["by"] == "TreeSearch"
        assert sorted(said["best"]) == quick.best(quick.moves()) == [*cells_of(lined or stops)]
        ours = {move.cell: move.value for move in every.moves() if move.proved}
        theirs = {move: value for move, value, _, proved in said["moves"] if proved}
        seen_at_once = {*cells_of(lined), *(cells_of(position.legal ^ stops) if stops else ())}
        assert seen_at_once <= ours.keys() & theirs.keys()
        assert all(ours[move] == theirs[move] for move in ours.keys() & theirs.keys())


@pytest.mark.wide
def test_six_in_a_row_is_not_taken_for_a_line_of_five(node: Node) -> None:
    rows = ["." * 9] * 7
    rows += ["OOO.OO...", "XXX.X...X"]
    position = Position.parse("/".join(rows), "9,9,5,exact")
    (said,) = worths(node, [position], 300)
    assert said["by"] == "MoveWorths"
    assert said["best"] == [75]
    assert [move for move, value, _, proved in said["moves"] if proved and value == 1] == [75]
    overline = Position.parse("/".join([*rows[:7], "XXX.XX...", "OOO.O.O.."]), "9,9,5,exact")
    (said,) = worths(node, [overline], 300)
    assert said["best"] == [75]  # to stop the other's, since 66 makes six
    assert not any(proved and value == 1 for _, value, _, proved in said["moves"])


@pytest.mark.wide
def test_a_drawn_board_of_20_cells_is_settled_to_its_end(node: Node) -> None:
    start = Position(rules="4,5,4,gravity")
    (said,) = worths(node, [start], 1_000_000)
    assert [(value, proved) for _, value, _, proved in said["moves"]] == [
        (value, True) for value in (-1, 0, 0, 0, -1)
    ]
    assert {*said["best"]} <= {16, 17, 18}
