"""Whatever the browser remembers, and whatever a link says, the page plays."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.tools import some
from tests.web.conftest import Node, Open

OPPONENTS = ("perfect", "hard", "medium", "easy", "random", "menace", "agent", "person")
RESULTS = ("won", "drawn", "lost")
INHERITED = ("toString", "constructor", "__proto__", "hasOwnProperty", "valueOf", "length")
NAMES = ("opponent", "side", "letters", "tab", "lesson", "scores", "onBoard", "address", "result")
SCALARS = (
    *(None, True, False, 0, -0.0, -1, 1, 2, 3, 1.5, 7, 1e308, 2**53, 2**53 - 1),
    *("", "1", "X", "true", "nobody", "\ud800", *OPPONENTS, *RESULTS, *INHERITED),
)


def anything(chance: random.Random, depth: int = 4) -> Any:
    """Some JSON, made of the names that the page knows and of those that every object inherits."""
    kind = chance.random() if depth else 0
    if kind < 0.3:
        return chance.choice(SCALARS)
    items = [anything(chance, depth - 1) for _ in range(chance.randrange(5))]
    if kind < 0.4:
        return items
    names = (*NAMES, *OPPONENTS, *RESULTS, *INHERITED)
    return {chance.choice(names): item for item in items}


def nearly(chance: random.Random) -> Any:
    """What the page would write, with one of its parts something else."""
    board = {"address": "x", "opponent": chance.choice(OPPONENTS), "result": chance.choice(RESULTS)}
    scores = {name: {result: chance.randrange(3) for result in RESULTS} for name in OPPONENTS}
    sides = (1, 2, "turns")
    stored: dict[str, Any] = {"opponent": chance.choice(OPPONENTS), "side": chance.choice(sides)}
    stored |= {"letters": chance.choice((True, False)), "scores": scores, "onBoard": board}
    part = chance.choice([stored, board, scores, scores[chance.choice(OPPONENTS)]])
    part[chance.choice([*part, *INHERITED])] = anything(chance, 2)
    return stored


def of(stored: Any, name: str) -> Any:
    """What an object has under a name; nothing of what is no object."""
    return stored.get(name) if isinstance(stored, dict) else None


def is_number(value: Any) -> bool:
    """Whether JavaScript would call it one; Python says so of True, too."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def expected(stored: Any) -> dict[str, Any]:
    """What the page should take from what is stored: the good, and else what it begins with."""

    def one_of(value: Any, values: tuple[str, ...]) -> bool:
        return isinstance(value, str) and value in values

    def count(value: Any) -> int:
        return int(value) if is_number(value) and 0 < value < 2**53 and value % 1 == 0 else 0

    opponent, side, letters = (of(stored, name) for name in ("opponent", "side", "letters"))
    scores = of(stored, "scores")
    tally = {
        name: {result: count(of(of(scores, name), result)) for result in RESULTS}
        for name in OPPONENTS
    }
    board = of(stored, "onBoard")
    against, result = of(board, "opponent"), of(board, "result")
    if one_of(against, OPPONENTS) and one_of(result, RESULTS) and tally[against][result]:
        tally[against][result] -= 1  # the game that it was is not on the board now
    return {
        "opponent": opponent if one_of(opponent, OPPONENTS) else "perfect",
        "side": side if is_number(side) and side in (1, 2) else "turns",
        "letters": letters if isinstance(letters, bool) else True,
        "before": tally,
    }


@pytest.mark.wide
def test_whatever_is_stored_a_game_is_played_and_counted(node: Node) -> None:
    chance = random.Random(273)
    stored = [anything(chance) for _ in range(300)] + [nearly(chance) for _ in range(200)]
    stored += [{name: value} for name in NAMES for value in SCALARS]
    texts = [json.dumps(one) for one in stored]
    texts += ["", "nonsense", "undefined", "{", '{"scores":{"perfect":{"won":1e999}}}', "\x00"]
    stored += [None] * 6
    found = []
    for first in range(0, len(texts), 150):  # a command line is not without end
        *some, _, _, _, _, _, _ = node("memory.mjs", texts[first : first + 150])
        found += some
    assert len(found) == len(stored)
    for one, said in zip(stored, found, strict=True):
        assert {name: said[name] for name in ("opponent", "side", "letters", "before")} == (
            expected(one)
        ), one
        counted = said["before"]
        counted[said["opponent"]][said["result"]] += 1
        assert said["after"] == counted
        if counted[said["opponent"]][said["result"]] < 2**53:
            assert said["again"] == counted


def test_what_is_stored_may_be_deeper_or_longer_than_anything(node: Node) -> None:
    for said in node("memory.mjs", []):
        assert (said["opponent"], said["side"], said["letters"]) == ("perfect", "turns", True)
        assert said["again"] == said["after"]
        assert sum(said["after"]["perfect"].values()) == 1


@pytest.mark.parametrize(
    "board", ["3,3,3", "4x4x4,4", "15,15,5", "6,7,4,gravity", "3x3x3,3,gravity,wild,stones=2+2"]
)
def test_any_address_is_a_game_or_refused(node: Node, board: str) -> None:
    chance = random.Random(273)
    parts = [*"abcABC123456789/.:,+ #%XOxo0é\u2028\n", "%20", "%3A", "a1", "b2", "XO./.X./..O"]
    parts += ["constructor", "__proto__", "\ud800", "🙂"]
    addresses = [
        "#" * chance.randrange(2) + "".join(chance.choices(parts, k=chance.randrange(14)))
        for _ in range(3000)
    ]
    written, again = node("addresses.mjs", addresses, board)
    assert again == written
    if board == "3,3,3":
        assert 100 < sum(one is not None for one in written) < 2900


@pytest.mark.wide  # a browser; what is above is quick
@pytest.mark.parametrize(
    "stored",
    some(
        [
            "nonsense",
            "5",
            "null",
            '"text"',
            "[[]]",
            '{"opponent": "nobody", "side": 7}',
            '{"opponent": "toString"}',
            '{"opponent": ["person"], "side": [2]}',
            '{"opponent": "agent", "first": "agent", "agentBoard": "4,4,4"}',
            '{"opponent": {"toString": 1, "valueOf": 1}, "side": "2"}',
            '{"scores": 5}',
            '{"scores": {"perfect": {"nope": 1}}}',
            '{"scores": {"perfect": 5, "person": null}}',
            '{"scores": {"perfect": {"won": "1", "drawn": -1, "lost": 1e999}}}',
            '{"onBoard": {"address": "", "opponent": "perfect", "result": "won"}}',
            '{"onBoard": {"address": "", "opponent": "hasOwnProperty", "result": "length"}}',
            '{"onBoard": 5, "letters": "no", "lesson": 256, "tab": "toString", "goesOn": "yes"}',
            '{"__proto__": {"opponent": "person"}, "constructor": 1}',
        ],
        3,
    ),
)
def test_what_is_stored_may_be_anything(open_page: Open, stored: str) -> None:
    screen = open_page(stored=stored)
    assert screen.status == "Your move, X."
    # Perfect takes the place of an agent that has not learnt this board.
    shown = "Perfect" if "agentBoard" in stored else "Easy"
    assert screen.page.inner_text("#chosen-opponent") == shown
    assert screen.page.is_checked("#letters")
    assert screen.score == (0, 0, 0)
    free = "document.querySelectorAll('.cell.free')"
    while left := screen.ask(f"{free}.length"):
        screen.ask(f"{free}[0].click()")
        assert screen.ask(f"{free}.length") < left
    assert sum(screen.score) == 1
    screen.reload()
    assert sum(screen.score) == 1
