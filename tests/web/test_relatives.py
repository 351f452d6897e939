"""The games of the family on the page, run in Node.js and held to the library."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import Any

import pytest

from noughts import Game, Position, PositionError, Rules
from noughts.core.bits import cells_of
from noughts.core.family import ANSWERS
from noughts.core.notation import move_name
from noughts.core.turns import mover
from noughts.web.answers import games
from noughts.web.boards import TYPED, require
from tests.web.conftest import Node

pytestmark = pytest.mark.no_cover

WORDS = [words for words, _ in games() if words]
BOARDS = ["3,3,3", "2,5,3", "4,4,3,torus", "3x3x3,3", "6,7,4", "5,5,4,torus", "1,1,1"]


def text_of(board: str, words: str) -> str:
    return f"{board},{words}"


def some_games(words: list[str], boards: list[str]) -> list[Game]:
    """A random game of each combination of answers on each board."""
    found = []
    for seed, text in enumerate(text_of(*each) for each in product(boards, words)):
        chance, game = random.Random(seed), Game(Rules.parse(text))
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
        "stones": stone_of_turn(position),
    }


def stone_of_turn(position: Position) -> str:
    """Which of the stones of its turn it is, where there are two."""
    rules, ply = position.rules, position.ply
    movers = [mover(at, rules) for at in range(rules.cells)]
    if ply and ply < rules.cells and movers[ply - 1] == movers[ply]:
        return "second of two stones"
    two = ply + 1 < rules.cells and movers[ply + 1] == movers[ply]
    return "first of two stones" * two


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
    words += ["exact,gravity,wild,stones=2,misere"]
    holds(node, some_games(words, ["3,3,3", "6,7,4"]))


@pytest.mark.wide
def test_random_games_of_every_combination_on_every_kind_of_board_are_the_librarys(
    node: Node,
) -> None:
    holds(node, some_games(WORDS, BOARDS))


def test_the_page_reads_the_words_that_the_library_reads(node: Node) -> None:
    rows = [[one.word for one in row] for row in ANSWERS.values()]
    texts = [text_of("3,3,3", ",".join(filter(None, words))) for words in product(*rows)]
    texts = [text.rstrip(",") for text in texts]
    texts += ["3,3,3,wild,gravity", "3,3,3,wild,wild", "3,3,3,stones=3", "3x3x3,3,gravity"]
    found = node("calls.mjs", [["board_text.js", "boardOf", text] for text in texts])
    known = {"", *WORDS}
    for text, said in zip(texts, found, strict=True):
        board = re.sub("^(3,3,3|3x3x3,3),?", "", text)
        assert (said is not None) == (board in known), text
        if said:
            rules = Rules.parse(text)
            require(rules)
            assert said["key"] == str(rules)
            assert said["words"] == board
            assert (said["lineWorth"] == -1) == (rules.answers.line.worth == (-1, -1))


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
        "3,3,3,wild:b2": "Move 1 of the link, “b2”: it is not a move; write Xa1 to Oc3.",
    }
    asked = []
    for link in links:
        board = link.partition(":")[0]
        asked.append(["address.js", "parse", f"#{link}", f"rules {board}"])
    found = node("calls.mjs", asked)
    assert [said["refused"] for said in found] == [*links.values()]


def test_every_text_of_the_family_is_typed_and_no_other() -> None:
    for words in WORDS:
        assert re.fullmatch(TYPED, text_of("6,7,4", words))
    assert not re.fullmatch(TYPED, "6,7,4,wild,breaker")
    assert not re.fullmatch(TYPED, "6,7,4,notakto,misere")
