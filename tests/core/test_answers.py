"""Rules with answers that a user has added: written, read, combined, refused, asked for laws."""

from __future__ import annotations

import copy
import operator
import pickle
import re
from itertools import product
from typing import Any

import pytest

from noughts import (
    CellError,
    Game,
    IllegalMoveError,
    NotationError,
    O,
    Position,
    PositionError,
    Rules,
    RulesError,
    X,
)
from noughts.core.answers import LAWS, Law
from noughts.core.family import ANSWERS, EXACT, GRAVITY, WILD
from noughts.core.match import Match
from noughts.core.rules_text import how_to_write
from noughts.core.symmetry import transform_cell
from tests.games_from_outside import AVOIDER, ROWS, slow_game
from tests.games_from_outside import listed as listed

EVERY = [
    dict(zip(ROWS, answers, strict=True))
    for answers in product(*((None, answer) for answer in ROWS.values()))
]
COMBINED = [
    Rules(3, 4, 3, misere, **{field: answer for field, answer in one.items() if answer})
    for one in EVERY
    for misere in (False, True)
    if not one["line"] or not (one["marks"] or misere)
]


@pytest.mark.usefixtures("listed")
def test_every_combination_is_written_read_and_copied() -> None:
    assert len(COMBINED) == 20
    for rules in COMBINED:
        twins = [Rules.parse(str(rules)), rules.replace()]
        if rules.registered:
            with pytest.raises(RulesError, match=r"16 bytes cannot hold .*: avoider is from outs"):
                rules.to_bytes()
        else:
            twins.append(Rules.from_bytes(rules.to_bytes()))
        twins += [pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)]
        for twin in twins:
            assert (twin, hash(twin), twin.answers) == (rules, hash(rules), rules.answers)
            assert all(map(operator.is_, twin.answers, rules.answers))
    assert len({*COMBINED}) == len({*map(str, COMBINED)}) == len({*map(repr, COMBINED)}) == 20
    assert len({rules.to_bytes() for rules in COMBINED if not rules.registered}) == 16


@pytest.mark.usefixtures("listed")
def test_words_stand_at_the_end_in_any_order_and_people_are_told_of_them() -> None:
    rules = Rules.parse("3,4,3,torus,misere,stones=2,wild")
    assert rules == Rules.parse("3,4,3,torus,wild,stones=2,misere")
    assert str(rules) == "3,4,3,torus,wild,stones=2,misere"
    assert rules.about == (
        "3 x 4 torus tic-tac-toe, 3 in a row, stones=2: two stones a turn, one the "
        "first time, wild: each move places an X or an O, misere: whoever makes a line loses"
    )
    assert repr(rules.replace(misere=False)) == (
        "Rules(geometry=Torus(rows=3, cols=4), k=3, misere=False, turns='stones=2', marks='wild')"
    )
    assert how_to_write().endswith(", stones=P, stones=P+Q, misere, breaker, avoider")


def test_a_place_in_bytes_is_that_of_the_question_and_the_number_that_of_the_answer() -> None:
    def flags(text: str) -> int:
        return int.from_bytes(Rules.parse(text).to_bytes()[12:], "little")

    torus = 2 << 1
    assert flags("3,3,3,torus,gravity") == torus | 1 << 16
    assert flags("3,3,3,wild,misere") == 1 << 20 | 1
    assert flags("3,3,3,stones=2,breaker") == 1 << 24 | 1 << 28
    assert flags("3,3,3,notakto") == 2 << 20 | 1
    assert flags("3,3,3,exact,breaker") == 1 << 12 | 1 << 28
    assert flags("3,3,3,stones=6+5") == (29 & 15) << 24 | (29 >> 4) << 8
    for at, field in ((16, "where"), (20, "marks"), (28, "line"), (12, "length")):
        data = Rules(3, 3, 3).to_bytes()[:12] + (15 << at).to_bytes(4, "little")
        number = 30 if field == "line" else 15
        most = len(ANSWERS[field]) - 1
        with pytest.raises(
            RulesError,
            match=f"answer {number} of {field} is unknown; answers are 0 to {most}",
        ):
            Rules.from_bytes(data)


@pytest.mark.parametrize("misere", [False, True])
def test_what_is_not_listed_is_written_nowhere(misere: bool) -> None:
    rules = Rules(3, 4, 3, misere, where=GRAVITY._replace(word="mine"))
    for write in (str, Rules.to_bytes):
        with pytest.raises(RulesError, match=r"an answer that neither the library lists nor"):
            write(rules)


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"marks": WILD, "line": AVOIDER}, "wild and avoider contradict each other: whose line"),
        ({"misere": True, "line": AVOIDER}, "misere and avoider both say what a line does"),
        (
            {"where": GRAVITY, "height": 3},
            "height is not a field of Rules; length, where, marks, turn",
        ),
        ({"marks": "notakto", "line": "breaker"}, "breaker and notakto both say what a line does"),
        ({"marks": "tame"}, "'tame' does not say which stone it is; give wild, notakto"),
    ],
)
def test_answers_that_contradict_each_other_or_answer_nothing_are_refused(
    answers: dict[str, Any], words: str
) -> None:
    with pytest.raises(RulesError, match=re.escape(words)):
        Rules(3, 3, 3, **answers)


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3,3,3,misere,avoider", "misere and avoider both say what a line does"),
        ("3,3,3,wild,avoider", "wild and avoider contradict each other"),
        ("2,4,3,boards=2,exact,notakto", "contradict each other on 2 boards of 2 x 4:"),
        ("3,3,3,wild,wild", "wild stands twice in '3,3,3,wild,wild'"),
        ("3,3,3,wild,gravity,wild", "wild stands twice in '3,3,3,wild,gravity,wild'"),
        ("wild", "'wild' is not a valid board"),
        ("3,3,3,notakto,misere", "notakto and misere both say what a line does"),
    ],
)
def test_text_that_says_a_thing_twice_is_refused(text: str, words: str) -> None:
    with pytest.raises(RulesError, match=re.escape(words)):
        Rules.parse(text)


LACKING: list[tuple[dict[str, Any], Law]] = [
    ({"where": GRAVITY}, "any_order"),
    ({"marks": WILD}, "owned"),
    ({"turns": "stones=2"}, "alternates"),
    ({"line": AVOIDER}, "fair"),
    ({"length": EXACT}, "longer"),
]


@pytest.mark.parametrize(("answers", "law"), LACKING)
def test_a_law_that_a_game_lacks_is_named_with_the_room_and_the_game(
    answers: dict[str, Any], law: Law
) -> None:
    rules = Rules(3, 3, 3, **answers)
    rules.require("a room", *({*LAWS} - {law}))
    with pytest.raises(RulesError) as refused:
        rules.require("a room", *LAWS)
    named = repr(rules) if "line" in answers else str(rules)
    assert str(refused.value) == f"a room cannot take {named}: it needs that {LAWS[law]} ({law})"
    with pytest.raises(RulesError, match=rf"\({law}\); another takes it$"):
        rules.require("a room", *LAWS, instead="another takes it")
    Rules(3, 3, 3, misere=True).require("a room", *LAWS)


@pytest.mark.parametrize("text", ["3,3,3", "2,4,2", "3,3,3,torus", "2,4,2,torus", "2x2x2,2"])
def test_the_symmetries_of_falling_stones_leave_below_what_is_below(text: str) -> None:
    every = Rules.parse(text)
    rules = every.replace(where=GRAVITY)
    images = {
        tuple(transform_cell(cell, by, rules) for cell in range(rules.cells))
        for by in rules.symmetries
    }
    assert images == {*slow_game(rules).images}
    assert len(rules.symmetries) < len(every.symmetries)
    assert rules.symmetries[0] == every.symmetries[0]


# Positions and games.


def test_a_stone_is_put_by_a_hand_that_the_game_has() -> None:
    wild = Position(rules=Rules(3, 3, 3, marks=WILD))
    after = wild.play("b2", 1).play("a1", 1).play("c3", 1)
    assert (after.o, after.x, after.winner) == (0b100_010_001, 0, X)
    assert (after.turn, after.sides) == (O, (after.x, after.o))
    assert wild.legal_moves == [*range(18)]
    assert wild.play(9 + 4) == wild.play("b2", 1)
    with pytest.raises(CellError, match="None is not a cell"):
        wild.play(None)  # type: ignore[arg-type] # refused, as it should be
    with pytest.raises(IllegalMoveError, match="hand is 2; hands are 0 to 1"):
        wild.play(0, 2)
    with pytest.raises(IllegalMoveError, match="0, 1 is not a move; give one cell, as in 'c3'"):
        Position().play(0, 1)


def test_a_cell_above_a_free_one_cannot_be_played_yet() -> None:
    falling = Position(rules=Rules(2, 2, 2, where=GRAVITY))
    with pytest.raises(IllegalMoveError, match="cell 0 cannot be played yet; cells that can: 2, 3"):
        falling.play(0)
    assert falling.play(2).legal_moves == [0, 3]
    with pytest.raises(IllegalMoveError, match=r"cell 2 is taken \(X\); free cells: 0, 3"):
        falling.play(2).play(2)


@pytest.mark.usefixtures("listed")
def test_a_record_is_refused_with_the_reason_at_the_move() -> None:
    for moves, words in (
        ("a1", "no stone comes to rest there now; columns: a, b"),
        ("a2 a2", "no stone comes to rest there now; columns: a, b"),
        ("a b a b", "the game is over (X wins)"),
    ):
        with pytest.raises(IllegalMoveError, match=re.escape(words)):
            Game.parse(f"2,2,2,gravity: {moves}")
    for text, words in (
        ("3,3,3,boards=2,notakto: 1a1 1b1 1c1 1a2", "the cell is on a board that is closed; cells"),
        ("3,3,3,holes: b1", "the cell cannot be played yet; cells that can: a1, c1"),
    ):
        with pytest.raises(IllegalMoveError, match=re.escape(words)):
            Game.parse(text)
    with pytest.raises(NotationError, match="'a2' does not begin with a mark; write Xa1 or Oa1"):
        Game.parse("2,2,2,wild: a2")
    with pytest.raises(IllegalMoveError, match="move 2, 'Oa2': the cell is taken; free: Xa1, Xb1"):
        Game.parse("3,3,3,wild: Xa2 Oa2")


def test_a_record_names_columns_where_stones_fall_and_marks_where_there_is_a_choice() -> None:
    for text in (
        "6,7,4,gravity: d d e",
        "4x4x4,4,gravity: b2 b2 d4",
        "2x2x2x2,2,gravity: 2b2 2b2 1a1",
        "3,3,3,wild: Ob2 Xa1",
        "4,4,4,gravity,wild: Oa Xa Xd",
        "3,3,3,notakto: b2 a1",
    ):
        game = Game.parse(text)
        assert str(game) == text
        assert Game.parse(str(game).replace("b2", "B2")) == game
        twin = Game(game.rules)
        for move in game.moves:
            twin.push(move)
        assert twin == game
        assert "<svg" in game.svg()
    assert str(Game.parse("6,7,4,gravity: d6 3 d")) == "6,7,4,gravity: d c d"


@pytest.mark.parametrize(
    ("x", "o", "answers"),
    [
        (0b0001, 0, {"where": GRAVITY}),
        (0b0001, 0b0010, {"where": GRAVITY, "marks": WILD}),
        (0b0011, 0b0100, {"turns": "stones=2"}),
    ],
)
def test_stones_that_no_moves_have_put_there_are_not_a_position(
    x: int, o: int, answers: dict[str, Any]
) -> None:
    rules = Rules(2, 2, 2, **answers)
    with pytest.raises(PositionError, match=r"no (moves of 2,2,2.* put|stone can rest on)"):
        Position(x, o, rules)
    assert Position(0b0100, 0b1000 if answers.get("marks") else 0, rules).ply


class Lowest:
    """A player that takes the lowest cell."""

    name = "lowest"

    def check(self, rules: Rules) -> None:
        """It plays every board."""

    def choose(self, position: Position) -> int:
        return position.legal_moves[0]


def test_a_player_with_two_stones_a_turn_replies_twice_and_both_are_taken_back() -> None:
    match = Match(Game(Rules(3, 4, 3, turns="stones=2")), {X: None, O: Lowest()})
    match.play(11)
    assert match.status == "O (lowest) to move, stone 1 of 2"
    assert match.reply() == 0
    assert match.status == "O (lowest) to move, stone 2 of 2"
    assert [match.reply(), match.to_reply] == [1, None]
    match.play(4)
    assert match.to_reply is None
    match.undo()
    match.undo()
    assert not match.game.moves


@pytest.mark.parametrize(
    ("answers", "cells", "status"),
    [
        ({"line": AVOIDER}, "a1 a2 b1 b2 c1", "O (player #2) wins: the other side made the line"),
        ({"line": AVOIDER}, "a1 b1 c1 b2 a2 c2 b3 a3 c3", "X (player #1) wins: nothing is left to"),
        ({"turns": "stones=2"}, "a1 a2 b2 b1 c1", "X (player #1) wins with the line a1 b1 c1."),
        ({"where": GRAVITY}, "a3 a2 b3 b2 c3", "X (player #1) wins with the line a3 b3 c3."),
    ],
)
def test_a_match_says_who_wins_and_by_what(
    answers: dict[str, Any], cells: str, status: str
) -> None:
    match = Match(Game(Rules(3, 3, 3, **answers)), {X: None, O: None})
    for cell in cells.split():
        match.game.push(cell)
    assert match.status.startswith(status)
