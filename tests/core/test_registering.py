"""Games of one's own: what `register` takes and refuses, and copies of its rules."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from noughts import Position, Rules, register, versus
from noughts.core.answers import Length, Line, Marks, Where
from noughts.core.box import Box
from noughts.core.family import GRAVITY, REGISTERED
from noughts.core.geometry import Flat
from noughts.core.rules_text import how_to_write
from noughts.errors import RulesError
from tests.commands import alone
from tests.games_from_outside import HOLES, Rhombus

UPHILL = Line((-1, 1), "uphill", "a line of X loses, and one of O wins")


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    before = dict(REGISTERED)
    yield
    REGISTERED.clear()
    REGISTERED.update(before)


class Slanted(Flat):
    """Lines along one diagonal, and none along the other; it may lean more, which no text says."""

    ways = ((0, 1), (1, 0), (1, -1))

    def __init__(self, rows: int, cols: int, lean: int = 1) -> None:
        super().__init__(rows, cols)
        vars(self)["lean"] = lean

    @property
    def _given(self) -> tuple[tuple[int, ...], dict[str, Any]]:
        lean: int = vars(self)["lean"]
        return self.sizes, {"lean": lean} if lean != 1 else {}


class Heap(Box):
    """A box by another name."""


def test_what_is_registered_is_given_back_and_has_a_text_and_words_for_people() -> None:
    assert register(UPHILL) is UPHILL
    assert register(Slanted) is Slanted
    assert register(Heap) is Heap
    rules = Rules.parse("3,4,3,uphill,slanted,gravity")
    assert str(rules) == "3,4,3,slanted,gravity,uphill"
    assert rules == Rules(geometry=Slanted(3, 4), k=3, where="gravity", line="uphill")
    assert rules.about.startswith("3 x 4 slanted tic-tac-toe, 3 in a row, gravity: ")
    assert str(Rules(geometry=Heap(2, 2, 2), k=2)) == "2x2x2,2,heap"
    assert how_to_write().endswith("slanted, heap, exact, gravity, wild, notakto, stones=P, "
                                   "stones=P+Q, misere, breaker, uphill")  # fmt: skip
    with pytest.raises(RulesError, match=r"; write uphill$"):
        Rules.parse("3,3,3,uphil")
    with pytest.raises(RulesError, match=r"'3x3x3,3,slanted' needs a board as in ROWS,COLS,K,sla"):
        Rules.parse("3x3x3,3,slanted")


def test_marks_that_say_what_their_own_line_does_say_it_in_the_text() -> None:
    register(Marks((0,), "circles", "both place O", owned=False, line=Line((1, 1), "made", "wins")))
    rules = Rules.parse("3,3,3,circles")
    assert str(rules) == "3,3,3,circles"
    assert rules.answers.line.word == "made"


def test_what_is_not_told_by_its_sizes_has_no_text() -> None:
    register(Slanted)
    with pytest.raises(RulesError, match=r"of a kind that the library lists or noughts.register"):
        str(Rules(geometry=Slanted(3, 3, lean=2), k=3))


@pytest.mark.parametrize("word", ["", "x", "xx", "Up", "two words", "a,b", "n=2", "é", "a" * 41])
def test_what_is_not_a_word_is_refused(word: str) -> None:
    with pytest.raises(RulesError, match="is not a word for a game: small letters"):
        register(Line((1, -1), word, "odd"))


@pytest.mark.parametrize(
    ("added", "words"),
    [
        (3, "3 is neither an answer, such as a Where, nor a class of boards"),
        (Slanted(3, 3), "is neither an answer"),
        (Rules, "is neither an answer"),
        (Flat, "Flat is a kind of board of the library"),
        (type("Torus", (Flat,), {}), "torus is a word of the library already; choose another"),
        (UPHILL._replace(word="gravity"), "gravity is a word of the library already"),
    ],
)
def test_what_is_not_a_game_or_has_a_word_of_the_library_is_refused(added: Any, words: str) -> None:
    with pytest.raises(RulesError) as refused:
        register(added)
    assert words in str(refused.value)
    assert not REGISTERED


def test_a_word_is_its_modules_who_may_register_it_anew() -> None:
    register(UPHILL)
    before = Rules(3, 3, 3, line="uphill")
    exec("register(UPHILL)", {"register": register, "UPHILL": UPHILL, "__name__": "others"})
    assert before.registered == {"uphill": __name__}  # the same again changes nothing
    for other in (UPHILL._replace(full=1), Length("uphill", "steep")):
        with pytest.raises(RulesError, match=f"a word of the module {__name__} already"):
            exec("register(it)", {"register": register, "it": other, "__name__": "others"})
    register(UPHILL._replace(full=1))
    assert Rules.parse("3,3,3,uphill") != before
    with pytest.raises(RulesError, match=r"neither the library lists nor noughts.register"):
        str(before)  # which would be read as another game


def test_copies_are_equal_and_positions_of_the_game_are_copied_too() -> None:
    register(UPHILL)
    rules = Rules.parse("3,3,3,uphill")
    position = Position(rules=rules).play(4)
    for twin in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert (twin, twin.rules, str(twin.rules)) == (position, rules, "3,3,3,uphill")
    unlisted = Rules(3, 3, 3, where=GRAVITY._replace(word="mine"))
    assert pickle.loads(pickle.dumps(unlisted)) == unlisted
    assert versus("perfect", "perfect", rules).first.win in (0, 1)


GAME = """from noughts import Rules, register
from noughts.core.answers import Line
register(Line((-1, 1), "uphill", "a line of X loses, and one of O wins"))
"""


def test_another_process_imports_the_module_that_registers_the_word(tmp_path: Path) -> None:
    (tmp_path / "hills.py").write_text(GAME)
    code = "import hills, pickle, sys; from noughts import Rules; "
    write = code + "sys.stdout.write(pickle.dumps(Rules.parse('3,3,3,uphill'), 0).decode())"
    told = alone("-c", write, cwd=tmp_path)
    read = "import pickle, sys; print(pickle.loads(sys.stdin.read().encode()).registered)"
    there = alone("-c", read, cwd=tmp_path, input=told.stdout)
    assert there.stdout == "{'uphill': 'hills'}\n", there.stderr
    with pytest.raises(RulesError, match="3,3,3,uphill needs the module that registers uphill: No"):
        pickle.loads(told.stdout.encode())


def test_an_answer_without_functions_and_one_with_them_are_the_same_twice() -> None:
    def anywhere(planes: Any, rules: Any) -> Any:
        return rules.board ^ (planes[0] | planes[1])

    once = register(Where(anywhere, "open", "a stone may go to any free cell"))
    assert register(Where(*once)) == once
    assert len(REGISTERED) == 1


def test_what_boards_and_answers_from_outside_claim_is_tried_in_some_games() -> None:
    holes = Rules(3, 3, 3, where=HOLES)
    assert (holes.has("any_order"), holes.has("full"), holes.has("owned")) == (False, False, True)
    assert not Rules(11, 11, 5, where=HOLES).has(
        "any_order"
    )  # whose games are longer than is played
    kept = [symmetry.name for symmetry in Rules(geometry=Rhombus(3, 3), k=3).symmetries]
    assert kept == ["IDENTITY", "ROTATE_180", "TRANSPOSE", "ANTITRANSPOSE"]
