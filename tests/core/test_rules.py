"""The geometry of the board: constants that must say what walking the board says."""

from __future__ import annotations

import copy
import pickle
import struct
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import NoughtsError, Rules, RulesError, Symmetry
from noughts.core import bits, rules_text
from noughts.core import rules as rules_module
from noughts.core.bits import cells_of
from noughts.core.box import Boards, Box
from noughts.core.directions import Step, doublings, spread
from noughts.core.geometry import Flat, Geometry
from noughts.core.message_text import quoted
from noughts.core.rules_text import KINDS, Kind
from noughts.core.torus import Cylinder, Torus
from tests import oracle
from tests.strategies import (
    ALL_SHAPES,
    MISERE,
    NORMAL,
    board_of,
    box_rules,
    flat_rules,
    rules,
)


@pytest.mark.wide
@given(rules())
def test_the_lines_are_those_found_by_walking_in_the_same_order(rules: Rules) -> None:
    board = board_of(rules)
    assert list(rules.lines) == [oracle.mask_of(line, board) for line in oracle.lines(board)]


@pytest.mark.parametrize("rules", ALL_SHAPES, ids=str)
def test_no_line_is_listed_twice(rules: Rules) -> None:
    assert len(set(rules.lines)) == len(rules.lines) > 0


def test_the_lines_of_tic_tac_toe_are_the_eight_of_the_book() -> None:
    assert NORMAL.lines == (7, 56, 448, 73, 146, 292, 273, 84)


@pytest.mark.no_cover
@pytest.mark.parametrize("axes", [3, 4, 5, 6])
@pytest.mark.parametrize("side", [2, 3, 4])
def test_a_cube_has_as_many_lines_as_the_formula_says(axes: int, side: int) -> None:
    cube = Rules(geometry=Box(*[side] * axes), k=side)
    assert len(cube.directions) == (3**axes - 1) // 2
    assert len({*cube.lines}) == ((side + 2) ** axes - side**axes) // 2


def test_the_cubes_of_the_book_have_49_76_and_272_lines() -> None:
    cubes = [Rules.parse(text) for text in ("3x3x3,3", "4x4x4,4", "3x3x3x3,3")]
    assert [len(cube.lines) for cube in cubes] == [49, 76, 272]


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (3, 4), (5, 5), (6, 9), (7, 4)])
def test_a_torus_has_a_line_from_every_cell_each_way_unless_they_close(
    rows: int, cols: int
) -> None:
    torus, shorter = Torus(rows, cols), min(rows, cols)
    below = Rules(geometry=torus, k=shorter - 1)
    assert len({*below.lines}) == 4 * rows * cols
    if rows == cols:
        assert len({*Rules(geometry=torus, k=rows).lines}) == 4 * rows


@pytest.mark.no_cover
@settings(max_examples=40)
@given(rules())
def test_a_line_of_a_start_is_the_cells_to_which_its_steps_lead(rules: Rules) -> None:
    board = board_of(rules)
    squares = oracle.squares(board)
    found = []
    for direction in rules.directions:
        for start in cells_of(direction.starts):
            led = [to(1 << start, step) for step in direction.steps]
            found.append(tuple(squares[cell] for bit in led for cell in cells_of(bit)))
    assert found == list(oracle.lines(board))


def to(cell: int, step: Step) -> int:
    """The bit of the cell to which a step leads, by its shift or by its moves."""
    return bits.moved(cell, step.back) if step.back else cell << step.shift


@given(flat_rules() | box_rules())
def test_on_a_board_with_edges_each_step_is_one_shift(rules: Rules) -> None:
    for direction in rules.directions:
        shifts = range(0, direction.shift * rules.k, direction.shift)
        assert direction.steps == tuple(map(Step, shifts))


@given(rules())
def test_the_board_is_one_bit_a_cell(rules: Rules) -> None:
    assert rules.cells == len(oracle.squares(board_of(rules))) == rules.board.bit_count()
    assert rules.board == sum(2**cell for cell in range(rules.cells))


@given(st.integers(1, 300))
def test_doublings_join_single_cells_into_a_run_of_the_length(length: int) -> None:
    reached = {0}
    for step in doublings(length):
        assert 1 <= step <= len(reached)
        reached |= {cell + step for cell in reached}
    assert reached == set(range(length))
    assert len(doublings(length)) == (length - 1).bit_length()


@given(rules())
def test_rules_read_back_from_their_text_and_their_repr(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert eval(repr(rules)) == rules


def test_rules_are_written_as_the_specification_says() -> None:
    qubic, torus = Box(4, 4, 4), Torus(3, 5)
    written = {
        "3,3,3": NORMAL,
        "3,3,3,misere": MISERE,
        "4,5,4,misere": Rules(4, 5, 4, True),
        "4x4x4,4": Rules(geometry=qubic, k=4),
        "5x4x3,3,misere": Rules(geometry=Box(5, 4, 3), k=3, misere=True),
        "3x3x3x3x3x3,3": Rules(geometry=Box(3, 3, 3, 3, 3, 3), k=3),
        "3,5,4,torus": Rules(geometry=torus, k=4),
        "3,5,13,torus,misere": Rules(geometry=torus, k=13, misere=True),
        "3,3,3,boards=2,notakto": Rules(geometry=Boards(2, 3, 3), k=3, marks="notakto"),
        "6,7,4,cylinder,gravity": Rules(geometry=Cylinder(6, 7), k=4, where="gravity"),
    }
    assert {str(rules): rules for rules in written.values()} == written
    assert {text: Rules.parse(text) for text in written} == written


@given(rules(), rules())
def test_rules_are_equal_when_they_read_the_same(one: Rules, two: Rules) -> None:
    assert (one == two) == (str(one) == str(two))
    if one == two:
        assert hash(one) == hash(two)


@given(rules())
def test_a_copy_takes_the_rules_along_but_not_their_constants(rules: Rules) -> None:
    fresh = pickle.dumps(Rules.parse(str(rules)))
    assert rules.lines
    assert pickle.dumps(rules) == fresh
    for twin in (pickle.loads(fresh), copy.copy(rules), copy.deepcopy(rules)):
        assert twin == rules
        assert twin.lines == rules.lines


def test_neither_rules_nor_a_geometry_change() -> None:
    for name in ("rows", "cols", "k", "misere"):
        for value in (NORMAL, NORMAL.geometry):
            with pytest.raises(AttributeError, match=f"not change; {name} cannot be set"):
                setattr(value, name, 4)
            with pytest.raises(AttributeError, match=f"not change; {name} cannot be deleted"):
                delattr(value, name)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, 3, 3), "rows is 0; a whole number from 1 is needed"),
        ((3, -1, 3), "cols is -1; a whole number from 1 is needed"),
        ((3, 3, 2.0), "k is 2.0; a whole number from 1 is needed"),
        ((True, 3, 3), "rows is True; a whole number from 1 is needed"),
        (("3", 3, 3), "rows is '3'; a whole number from 1 is needed"),
        (("3,3,3", None, None), "rows is '3,3,3'; Rules.parse('3,3,3') reads a text"),
        ((3, 4, 5), "no line of 5 fits on a 3x4 board; k may be 1 to 4"),
        ((3, 3, 3, 1), "misere is 1; True or False is needed"),
        ((3, 3, 3, "misere"), "misere is 'misere'; True or False is needed"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_what_can(
    arguments: tuple[Any, ...], words: str
) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(*arguments)
    assert str(refused.value) == words


WORDS = "torus, cylinder, boards=N, ultimate, exact, gravity, wild, notakto, stones=P, "
WORDS += "stones=P+Q, misere, breaker"
NO_BOARDS = ["", "3", "3,3,3,", "3,3,3,3", "3, 3,3", "-3,3,3", "3,3,3.0", "wild"]
NO_BOARDS += ["3,3,3,mis\n", ",misere", "3,3,3misere", "3,3,3\n", "+3,3,3", "1_0,3,3"]
NO_BOARDS += ["\N{FULLWIDTH DIGIT THREE},3,3", "\N{SUPERSCRIPT THREE},3,3", "9" * 5000 + ",3,3"]


@pytest.mark.parametrize("text", NO_BOARDS, ids=ascii)
def test_text_that_is_no_board_is_refused_with_how_to_write_one(text: str) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.parse(text)
    assert str(refused.value) == (
        f"{quoted(text)} is not a valid board; write ROWS,COLS,K or AxBxC,K, and after commas any "
        f"of the words {WORDS}"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3,3,3,Misere", "'Misere' in '3,3,3,Misere' is not a word of rules; write misere"),
        ("Connect 4", "'Connect 4' is the name of a game, not the text; write 6,7,4,gravity"),
        ("6,7,4,gravty", "'gravty' in '6,7,4,gravty' is not a word of rules; write gravity"),
        (
            "3,3,3,hex",
            f"'hex' in '3,3,3,hex' is not a word of rules; write {WORDS}; a word of your own is "
            "known after the import of its module, which MODULE:NAME does in commands",
        ),
        ("3,3,3,misere,misere", "misere stands twice in '3,3,3,misere,misere'"),
        ("3x3x3,3,torus", "torus in '3x3x3,3,torus' needs a board as in ROWS,COLS,K,torus"),
        ("3,3,3,boards=1", "boards is 1; a whole number from 2 is needed"),
        ("3,3,3,boards=300", "300x3x3 is not boards; it has 3 sizes from 1 to 255"),
        ("3,3,3,torus,cylinder", "torus and cylinder both say what kind of board it is"),
        (
            "3,3,3,stones=1",
            "'stones=1' in '3,3,3,stones=1' has a number that none has; write stones=2 to "
            "stones=16",
        ),
    ],
)
def test_a_word_that_does_not_stand_behind_this_board_is_named_with_one_that_may(
    text: str, words: str
) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.parse(text)
    assert str(refused.value) == words


def test_words_stand_in_any_order_and_are_written_in_one() -> None:
    rules = Rules.parse("6,7,4,misere,stones=2+1,cylinder,gravity")
    assert str(Rules.parse("9,9,5,stones=12+1")) == "9,9,5,stones=12"
    assert str(rules) == "6,7,4,cylinder,gravity,stones=2,misere"


@pytest.mark.parametrize("text", ["3,3", "15,15", "4x4x4", "4x4x4,misere"])
def test_a_board_that_does_not_say_how_many_in_a_row_is_told_so(text: str) -> None:
    sizes = text.removesuffix(",misere")
    k = {"3,3": 3, "4x4x4": 4, "15,15": 5}[sizes]
    with pytest.raises(
        RulesError, match=f"does not say how many in a row win, as {sizes},{k} does$"
    ):
        Rules.parse(text)


class Checkered(Flat):
    """A kind of board of its own, that is not listed."""


def test_a_kind_of_board_that_is_not_listed_has_no_bytes_and_is_refused_by_name() -> None:
    rules = Rules(geometry=Checkered(3, 3), k=3)
    with pytest.raises(RulesError, match=r"kind that the library lists or noughts\.register"):
        rules.to_bytes()
    with pytest.raises(RulesError, match="not a board that the page can take; write ROWS,COLS,K"):
        rules.require_kind("the page", Flat)


@given(st.text("0123,misre -", max_size=14) | st.text("123x,", min_size=4, max_size=9))
def test_any_text_is_a_board_or_refused_by_the_library(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except NoughtsError:
        return
    numbers, *misere = text.partition(",misere")[:2]
    said = [int(n) for n in numbers.replace("x", ",").split(",")]
    assert [*rules.geometry.sizes, rules.k] == said
    assert rules.misere == (misere == [",misere"])


def test_a_board_that_would_only_fill_the_memory_is_refused() -> None:
    with pytest.raises(RulesError, match="a 1001x1000 board is too large; the most is 1000000"):
        Rules(1001, 1000, 5)
    assert Rules(1000, 1000, 5).cells == 1_000_000


@given(rules())
def test_rules_read_back_from_their_bytes(rules: Rules) -> None:
    assert Rules.from_bytes(rules.to_bytes()) == rules


@given(rules())
def test_bytes_are_the_sizes_k_misere_and_the_kind(rules: Rules) -> None:
    sizes, number = rules.geometry.sizes, ("Flat", "Box", "Torus", "Cylinder").index(kind_of(rules))
    words = bytes(sizes).ljust(8, b"\0") if number == 1 else struct.pack("<2I", *sizes)
    assert rules.to_bytes() == words + struct.pack("<2I", rules.k, 2 * number + rules.misere)


def kind_of(rules: Rules) -> str:
    return type(rules.geometry).__name__


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "0 bytes are not rules; rules take 16"),
        (struct.pack("<4I", 3, 3, 3, 13), "boards of kind 6 are unknown; kinds are 0 to 5"),
        (struct.pack("<4I", 3, 3, 4, 0), "no line of 4 fits on a 3x3 board; k may be 1 to 3"),
    ],
)
def test_bytes_that_are_no_rules_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.from_bytes(data)
    assert str(refused.value) == words


@given(rules())
def test_the_normal_game_of_a_board_differs_in_misere_alone(rules: Rules) -> None:
    assert rules.normal == Rules.parse(str(rules).removesuffix(",misere"))
    assert not rules.normal.misere
    assert rules.normal.replace(misere=rules.misere) == rules


def test_rules_are_equal_to_rules_alone() -> None:
    assert Rules(3, 3, 3) != "3,3,3"


class Ring(Geometry):
    """Cells in a ring: a board without rows and columns."""

    axes = range(1, 2)
    longest = 3

    def symmetries(self, k: int) -> tuple[Symmetry, ...]:  # noqa: ARG002 - of any lines
        return (Symmetry.IDENTITY,)

    def image(self, cell: int, symmetry: Symmetry) -> int:  # noqa: ARG002 - it has one
        return cell


def test_a_board_without_rows_and_columns_has_none_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ring = Rules(geometry=Ring(6), k=3)
    assert ring.lines == (0b111, 0b1110, 0b11100, 0b111000)
    for ask in ("rows", "cols"):
        with pytest.raises(RulesError, match="has no rows and columns"):
            getattr(ring, ask)
    for module in (rules_module, rules_text):
        monkeypatch.setattr(module, "KINDS", (*KINDS, Kind(Ring, word="ring")))
    with pytest.raises(RulesError, match="bytes hold boards of two sizes"):
        ring.to_bytes()


@pytest.mark.parametrize("sizes", [(3, 3), (2,) * 7, (3, 3, 256)], ids=str)
def test_a_box_of_other_axes_or_larger_ones_is_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(RulesError, match="is not a box; it has 3 to 6 sizes from 1 to 255"):
        Box(*sizes)


@pytest.mark.parametrize("text", ["3,4,11,torus", "2,5,9,torus", "4,6,11,torus", "3,5,14,torus"])
def test_a_line_of_all_but_one_cell_of_a_diagonal_stands_there_once(text: str) -> None:
    rules = Rules.parse(text)
    found = [oracle.mask_of(line, board_of(rules)) for line in oracle.lines(board_of(rules))]
    assert list(rules.lines) == found
    assert len({*found}) == len(found)


def test_a_step_on_a_board_whose_cells_lie_apart_leads_to_the_same_cells() -> None:
    for direction in Rules.parse("3,4,3,torus").directions:
        plain, apart = direction.step(2), direction.spread(3).step(2)
        assert apart.shift == 3 * plain.shift
        for there, here in ((plain.ahead, apart.ahead), (plain.back, apart.back)):
            assert here == tuple((spread(onto, 3), 3 * distance) for onto, distance in there)
            assert any(abs(distance) > 1 for _, distance in there)


def test_a_direction_shows_how_its_lines_go_on_and_where_they_start() -> None:
    across, *_ = Rules(3, 3, 3).directions
    assert repr(across) == f"Direction(shift=1, starts={0b001_001_001})"


class Weighed(Rules):
    """Rules with a field more."""

    FIELDS = (*Rules.FIELDS, "weight")
    weight: int

    def __init__(self, *arguments: Any, weight: int = 1, **others: Any) -> None:
        super().__init__(*arguments, **others)
        vars(self)["weight"] = weight


def test_rules_of_a_class_of_their_own_are_not_a_plain_board_and_lose_no_field() -> None:
    rules = Weighed(3, 3, 3, misere=True, weight=2)
    with pytest.raises(RulesError, match="is not a board that the page can take"):
        rules.require_kind("the page", Flat)
    for write in (str, Rules.to_bytes):
        with pytest.raises(RulesError, match="is not of a kind") as refused:
            write(rules)
        assert repr(rules) in str(refused.value)
    assert repr(rules) == "Weighed(rows=3, cols=3, k=3, misere=True, weight=2)"
    assert rules.normal == Weighed(3, 3, 3, weight=2) != Weighed(3, 3, 3)
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert type(rules.normal) is Weighed
    assert rules != Rules(3, 3, 3, misere=True)


def test_bytes_of_several_boards_have_their_three_sizes() -> None:
    with pytest.raises(RulesError, match="4 sizes are not those of boards"):
        Boards.from_words(*Box(2, 2, 2, 2).to_words())
