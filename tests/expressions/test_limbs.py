"""Numbers of several words: every operator and rule gives what it gives for one wide number."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, and_, lshift, neg, or_, rshift, sub, xor
from typing import Any

import numpy as np
import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from noughts import TICTACTOE, Rules
from noughts.core import bits, move_bits, turns
from noughts.core.symmetry import moves, symmetries, transform
from noughts.expressions.limbs import WORD, Limbs, recorded_in_words, split, words_for
from tests.core.test_bits_proofs import (
    cells_are,
    counterexample,
    has_line,
    holds,
    lines_of,
    plain_starts,
    stone,
)
from tests.strategies import boards
from tests.tools import longer

WIDE = Rules(15, 15, 5)


def limbs_of(number: int, count: int, width: int) -> Limbs:
    return Limbs(split(number, count, width), width)


# Ints as words.


@given(
    st.integers(1, 9), st.integers(1, 5), st.integers(0), st.integers(0), st.integers(0, 50)
)  # fmt: skip
def test_every_operator_gives_what_it_gives_for_a_number_cut_off_at_the_top(
    width: int, count: int, a: int, b: int, by: int
) -> None:
    top = (1 << width * count) - 1
    a, b = a & top, b & top
    x, o = limbs_of(a, count, width), limbs_of(b, count, width)
    for got, wanted in (
        *((x & o, a & b), (x | o, a | b), (x ^ o, a ^ b)),
        *((x & b, a & b), (b | x, a | b), (b ^ x, a ^ b)),
        *((x << by, a << by & top), (x >> by, a >> by), (-x, -a & top)),
    ):
        assert int(got) == wanted
        assert (len(got.words), got.width) == (count, width)


@pytest.mark.wide
@given(boards(), st.sampled_from([8, 16, 32, 64]))
def test_the_rules_on_words_are_the_rules(board: tuple[Rules, int, int], width: int) -> None:
    rules, x, o = board
    count = words_for(max(rules.cells, 2), width)
    own, other = limbs_of(x, count, width), limbs_of(o, count, width)
    for function in OF_ONE:
        one: Any = function(own, rules)
        assert int(one) == function(x, rules)
    for function in (*OF_TWO, move_bits.result):
        both: Any = function(own, other, rules)
        assert int(both) == function(x, o, rules)
    stones: Any = turns.ply(own, other, rules)
    assert stones == (x | o).bit_count()
    if 2 * rules.cells > WORD:  # for others the twin needs twice the room
        wrong: Any = turns.misplaced(own, other, rules)
        assert bool(int(wrong)) == bool(turns.misplaced(x, o, rules))
    moved = zip(turns.sides(own, other, rules), turns.sides(x, o, rules), strict=True)
    assert all(int(a) == b for a, b in moved)


@pytest.mark.no_cover
def test_words_with_room_for_one_board_tell_what_is_misplaced() -> None:
    for x in range(0, 512, 5):
        for o in range(0, 512, 7):
            in_words = turns.misplaced(limbs_of(x, 2, 5), limbs_of(o, 2, 5), TICTACTOE)
            wrong = int(in_words) if isinstance(in_words, Limbs) else in_words
            assert bool(wrong) == bool(turns.misplaced(x, o, TICTACTOE))


def test_operands_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="2 words of 8 bits do not fit 3 of 8"):
        limbs_of(1, 2, 8) & limbs_of(1, 3, 8)
    with pytest.raises(ValueError, match="2 words of 8 bits do not fit 2 of 16"):
        limbs_of(1, 2, 8) | limbs_of(1, 2, 16)


def test_what_is_not_of_several_words_is_the_lowest_one() -> None:
    low = np.array([1, 2], np.uint64)
    joined = low | Limbs([np.array([4, 8], np.uint64), 7])
    assert joined.words[0].tolist() == [5, 10]
    assert joined.words[1] == 7
    assert repr(Limbs([1, 2], 8)) == "Limbs([1, 2], width=8)"


# Arrays as words.


@pytest.mark.no_cover
@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("rules", [WIDE, Rules(19, 19, 5), Rules(9, 9, 5)], ids=str)
def test_arrays_of_any_width_keep_their_dtype_and_give_what_ints_give(
    rules: Rules, width: int
) -> None:
    draw = np.random.default_rng(1)
    grids = draw.random((2, 20, rules.cells)) < draw.random((2, 20, 1))
    grids[1] &= ~grids[0]
    weights = np.array([1 << cell for cell in range(rules.cells)], object)
    sides = (grids @ weights).tolist()
    count, dtype = words_for(rules.cells, width), np.dtype(f"uint{width}")

    def as_arrays(numbers: list[int]) -> Limbs:
        return Limbs(np.array([split(n, count, width) for n in numbers], dtype).T, width)

    x, o = map(as_arrays, sides)
    functions: tuple[Callable[..., Any], ...] = (bits.legal_cells, turns.turn, move_bits.result)
    for function in functions:
        found: Any = function(x, o, rules)
        arrays = [word + np.zeros(20, dtype) for word in found.words]
        assert all(each.dtype == dtype for each in arrays)
        got = [
            sum(int(w) << width * at for at, w in enumerate(row))
            for row in zip(*arrays, strict=True)
        ]
        assert got == [function(*each, rules) for each in zip(*sides, strict=True)]


# Proofs.


def vector(word: Any, width: int) -> Any:
    return z3.BitVecVal(word, width) if isinstance(word, int) else word


def cut(number: Any, count: int, width: int) -> Limbs:
    """A bit-vector as words; the highest is filled up with zeros."""
    room = count * width
    filled = z3.ZeroExt(room - number.size(), number) if room > number.size() else number
    return Limbs([z3.Extract(at + width - 1, at, filled) for at in range(0, room, width)], width)


def joined(limbs: Limbs, size: int) -> Any:
    """The words as one bit-vector, filled up or cut off to `size`."""
    whole = z3.Concat(*(vector(word, limbs.width) for word in reversed(limbs.words)))
    more = size - whole.size()
    return z3.ZeroExt(more, whole) if more > 0 else z3.Extract(size - 1, 0, whole)


SPLITS = [(2, 32), (3, 32), (2, 64), (4, 64), (6, 64), (3, 7)]
splits = pytest.mark.parametrize(("count", "width"), SPLITS)
BY = (1, 7, 31, 32, 33, 63, 64, 65, 100, 300)


@splits
@pytest.mark.no_cover
def test_every_operator_is_proved_for_words_of_64_and_of_32_bits(count: int, width: int) -> None:
    size = count * width
    a, b = z3.BitVecs("a b", size)
    x, o = cut(a, count, width), cut(b, count, width)
    claims = [joined(x & o, size) == a & b, joined(x | o, size) == a | b]
    claims += [joined(x ^ o, size) == a ^ b, joined(-x, size) == -a]
    for by in BY:
        if by < size:
            claims += [joined(x << by, size) == a << by]
            claims += [joined(x >> by, size) == z3.LShR(a, by)]
    for claim in claims:
        assert counterexample(claim) is None
    for wrong in (joined(x << 1, size) == a << 2, joined(x >> 1, size) == a >> 1):
        assert counterexample(wrong) is not None


@pytest.mark.no_cover
def test_a_wrong_negation_and_a_wrong_shift_are_refuted() -> None:
    class NoCarry(Limbs):
        def __neg__(self) -> Limbs:
            return self._with([self._kept(-word) for word in self.words])

    class NoHandOver(Limbs):
        def __lshift__(self, by: int) -> Limbs:
            return self._with([word << by for word in self.words])

    a = z3.BitVec("a", 128)
    words = cut(a, 2, 64).words
    assert counterexample(joined(-NoCarry(words), 128) == -a) is not None
    assert counterexample(joined(NoHandOver(words) << 3, 128) == a << 3) is not None


OF_ONE: tuple[Callable[..., Any], ...] = (
    bits.line_starts,
    bits.line_cells,
    bits.first_line,
    bits.completions,
    bits.any_cell,
)
LONGEST: Callable[..., Any] = bits.first_line  # to prove, by far
OF_TWO: tuple[Callable[..., Any], ...] = (
    bits.free_cells,
    bits.legal_cells,
    bits.openings,
    turns.turn,
)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("width", [*longer(64), 32])
@pytest.mark.parametrize(
    "function",
    [
        *longer(LONGEST),
        *(each for each in (*OF_ONE, *OF_TWO, move_bits.result) if each is not LONGEST),
    ],
    ids=lambda f: f.__name__,
)
def test_every_rule_of_15x15_in_words_is_the_rule_of_one_wide_number(
    function: Callable[..., Any], width: int
) -> None:
    cells = WIDE.cells
    operands = z3.BitVecs("x o", cells)[: 1 if function in OF_ONE else 2]
    words = [cut(each, words_for(cells, width), width) for each in operands]
    whole = function(*operands, WIDE)
    assert counterexample(joined(function(*words, WIDE), cells) == whole) is None


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("width", [64, 32])
def test_every_symmetry_of_15x15_in_words_is_the_symmetry_of_one_wide_number(width: int) -> None:
    cells = WIDE.cells
    stones = z3.BitVec("stones", cells)
    words = cut(stones, words_for(cells, width), width)
    for by in symmetries(WIDE):
        claim = joined(transform(words, by, WIDE), cells) == transform(stones, by, WIDE)
        assert counterexample(claim) is None


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("width", [64, 32])
def test_a_wrong_mask_or_distance_of_a_symmetry_of_15x15_in_words_is_refuted(width: int) -> None:
    cells = WIDE.cells
    stones = z3.BitVec("stones", cells)
    words = cut(stones, words_for(cells, width), width)
    for by in symmetries(WIDE)[1::3]:
        (onto, distance), *others = moves(by, WIDE)
        for wrong in ((onto & onto - 1, distance), (onto, distance + 1)):
            moved: Any = bits.moved(words, (wrong, *others))
            claim = joined(moved, cells) == transform(stones, by, WIDE)
            assert counterexample(claim) is not None


# Those of 9x9 are proved to be those of the list, and those of words to be those of a wide number:
# this proof at one go is for whoever doubts that the two join.
@pytest.mark.longer
@pytest.mark.no_cover
@pytest.mark.parametrize("width", [64, 32])
def test_lines_completions_and_legal_cells_of_15x15_in_words_are_those_of_the_list(
    width: int,
) -> None:
    cells, lines = WIDE.cells, lines_of(WIDE)
    x, o = z3.BitVecs("x o", cells)
    own, other = (cut(each, words_for(cells, width), width) for each in (x, o))
    starts = joined(bits.line_starts(own, WIDE), cells)
    assert counterexample(cells_are(starts, plain_starts(x, WIDE))) is None
    plain = [
        z3.Or([holds(x, [c for c in line if c != cell]) for line in lines if cell in line])
        for cell in range(cells)
    ]
    assert counterexample(cells_are(joined(bits.completions(own, WIDE), cells), plain)) is None
    over = z3.Or(has_line(x, WIDE), has_line(o, WIDE))
    plain = [z3.And(z3.Not(over), z3.Not(stone(x | o, cell))) for cell in range(cells)]
    legal = joined(bits.legal_cells(own, other, WIDE), cells)
    assert counterexample(cells_are(legal, plain)) is None


WRONG: dict[str, tuple[str, Any, Callable[..., Any]]] = {
    "no rows": ("directions", WIDE.directions[1:], bits.line_starts),
    "lines of four": ("directions", Rules(15, 15, 4).directions, bits.completions),
    "a cell too few": ("board", WIDE.board >> 1, bits.free_cells),
    "a folding too few": ("foldings", WIDE.foldings[:-1], bits.legal_cells),
}


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("mistake", WRONG)
@pytest.mark.parametrize("width", [64, 32])
def test_a_wrong_constant_of_15x15_is_refuted(mistake: str, width: int) -> None:
    constant, value, function = WRONG[mistake]
    wrong = Rules(15, 15, 5)
    wrong.__dict__[constant] = value
    operands = z3.BitVecs("x o", WIDE.cells)[: 1 if function in OF_ONE else 2]
    words = [cut(each, words_for(WIDE.cells, width), width) for each in operands]
    model = counterexample(joined(function(*words, wrong), WIDE.cells) == function(*operands, WIDE))
    assert model is not None


# Recorded.


@pytest.mark.wide
@pytest.mark.parametrize("width", [8, 32, 64])
@given(st.data())
def test_what_is_recorded_in_words_does_what_the_rule_does(width: int, data: Any) -> None:
    rules, x, o = data.draw(boards(max_side=12))
    count = words_for(rules.cells, width)
    names = [f"{side}{at}" for side in "xo" for at in range(count)]
    given_words = [*split(x, count, width), *split(o, count, width)]
    for function in (bits.legal_cells, turns.turn):
        trace = recorded_in_words(
            lambda x, o, f=function: f(x, o, rules), [count], width, x=rules.board, o=rules.board
        )
        assert [*trace.parameters] == names
        values = evaluated(trace, dict(zip(names, given_words, strict=True)), width)
        assert int(Limbs(values, width)) == function(x, o, rules)


FUNCTIONS = (and_, or_, xor, lshift, rshift, neg, add, sub)
OPERATORS: dict[str, Callable[..., int]] = dict(
    zip(("&", "|", "^", "<<", ">>", "neg", "+", "-"), FUNCTIONS, strict=True)
)


def evaluated(trace: Any, given_words: dict[str, int], width: int) -> list[int]:
    """The results of a trace of words on ints."""
    ones = (1 << width) - 1
    known: dict[int, int] = {
        each.number: given_words[name] for name, each in trace.parameters.items()
    }

    def value(operand: Any) -> int:
        return operand if isinstance(operand, int) else known[operand.number]

    for each in trace:
        known[each.number] = ones & OPERATORS[each.operator](*map(value, each.operands))
        assert known[each.number] & ~each.possible == 0
    return [value(each) for each in trace.results]


def test_words_of_which_nothing_is_left_are_not_recorded() -> None:
    trace = recorded_in_words(lambda x, o: turns.turn(x, o, WIDE), [4], x=WIDE.board, o=WIDE.board)
    assert trace.results[1:] == (0, 0, 0)
    one_row = Rules(1, 200, 200)  # whose only line starts in the lowest word
    trace = recorded_in_words(
        lambda stones: bits.line_starts(stones, one_row), [4], stones=one_row.board
    )
    assert trace.results[1:] == (0, 0, 0)
    assert trace.results[0].possible == 1


def test_a_result_of_one_word_may_stand_beside_those_of_several() -> None:
    trace = recorded_in_words(
        lambda x, o: (x | o, turns.ply(x, o, WIDE)), [4, 1], x=WIDE.board, o=WIDE.board
    )
    assert len(trace.results) == 5
    assert trace.results[-1].possible < 1 << 10
    small = recorded_in_words(lambda x: x << 5, [1], width=8, x=TICTACTOE.board)
    assert evaluated(small, {"x0": 255, "x1": 1}, 8) == [0xE0]


def test_a_word_is_not_joined_with_what_leaves_it_as_it_is() -> None:
    word = object()  # which can be joined with nothing
    number = Limbs([word, word], 8)
    assert (number & 0xFFFF).words == (number ^ 0).words == (number | 0).words == (word, word)
