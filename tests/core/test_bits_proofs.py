"""Proofs: the bit expressions equal the plain list of lines on every board there is.

Each function of `bits` runs unchanged on bit-vectors of an SMT solver. The solver is asked for a
board on which the result differs from the formula over the oracle's lines; that it finds none is
the proof. That it does find one when a constant is wrong shows that the question was not empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import pytest
import z3

from noughts import Rules, symmetries
from noughts.core import bits, move_bits, turns
from noughts.core.directions import Direction, Moves, Step, doublings
from noughts.core.symmetry import moves, steps, transform, transform_cell
from tests import oracle
from tests.core.test_bits import plain_line_cells, plain_line_starts
from tests.strategies import board_of
from tests.tools import longer

pytestmark = pytest.mark.no_cover

BOARDS = [Rules(3, 3, 3), Rules(4, 4, 4), Rules(5, 5, 4)]
LARGE_FLAT = [
    *longer(Rules(8, 8, 5)),
    pytest.param(Rules(9, 9, 5), marks=pytest.mark.wide),
]
ODD_BOARDS = [Rules(1, 7, 3), Rules(6, 2, 4), Rules(3, 7, 3), Rules(4, 3, 1), Rules(2, 5, 2)]
# Boxes; tori with lines that close and that do not, along one axis or all round the board.
OTHER_BOARDS = ["3x3x3,3", "2x1x3x2,2", "3,3,3,torus", "2,4,3,torus"]
OTHER_BOARDS += ["3,4,3,cylinder", "4,3,4,cylinder,exact"]
OTHER_BOARDS += ["3,4,3,exact", "1,7,3,exact", "2x1x4,2,exact", "2,4,3,torus,exact"]
LARGER_BOARDS = ["3,5,5,torus", "6,6,3,exact"]
MORE_BOARDS = [
    "5,5,5,torus",
    "3x3x3x3,3",
    "5x4x3,3",
    "5,5,4,torus",
    "2,4,4,torus",
    "3,5,4,torus",
    "3,5,15,torus",
]
MORE_BOARDS += ["4,6,11,torus", "6,4,5,torus", "4x4x4,4"]
OF_OTHER_KINDS = ["3,3,3,torus", "3x3x3,3", "4x4x4,4", "3x3x3x3,3", "5,5,5,torus"]
every_board = pytest.mark.parametrize(
    "rules",
    [
        *BOARDS,
        *LARGE_FLAT,
        *ODD_BOARDS,
        *map(Rules.parse, OTHER_BOARDS),
        *[pytest.param(Rules.parse(text), marks=pytest.mark.wide) for text in LARGER_BOARDS],
        *[pytest.param(Rules.parse(text), marks=pytest.mark.longer) for text in MORE_BOARDS],
    ],
    ids=str,
)


def counterexample(claim: Any) -> Any:
    """A model in which the claim is false, or None where it holds for every board."""
    solver = z3.SolverFor("QF_BV")
    solver.add(z3.Not(claim))
    answer = solver.check()
    assert answer in (z3.sat, z3.unsat), f"the solver gave up: {answer}"
    return solver.model() if answer == z3.sat else None


def word(name: str, rules: Rules) -> Any:
    """An unknown bitboard, exactly as wide as the board."""
    return z3.BitVec(name, rules.cells)


def stone(stones: Any, cell: int) -> Any:
    return z3.Extract(cell, cell, stones) == 1


def lines_of(rules: Rules) -> list[list[int]]:
    """The lines of the oracle as lists of cells."""
    return lines_of_board(board_of(rules))


@cache
def lines_of_board(board: oracle.Board) -> list[list[int]]:
    cell_of = {square: cell for cell, square in enumerate(oracle.squares(board))}
    return [[cell_of[square] for square in line] for line in oracle.lines(board)]


def holds(stones: Any, cells: list[int]) -> Any:
    return z3.And([stone(stones, cell) for cell in cells])


def counts(stones: Any, line: list[int], rules: Rules, but: int | None = None) -> Any:
    """Whether the cells of a line, perhaps but one, are stones, and the line is not too long."""
    cells = [cell for cell in line if cell != but]
    return z3.And(holds(stones, cells), ends_free(stones, line, rules))


def ends_free(stones: Any, line: list[int], rules: Rules) -> Any:
    """Whether, where longer lines do not count, no stone makes a line longer."""
    if rules.has("longer"):
        return z3.BoolVal(True)
    board = board_of(rules)
    longer = [one for one in lines_of_board(board._replace(k=board.k + 1)) if {*line} < {*one}]
    return z3.And([z3.Not(stone(stones, cell)) for one in longer for cell in {*one} - {*line}])


def has_line(stones: Any, rules: Rules) -> Any:
    return z3.Or([counts(stones, line, rules) for line in lines_of(rules)])


def plain_starts(stones: Any, rules: Rules) -> list[Any]:
    """For every cell, whether a complete line has it first."""
    return [
        z3.Or([counts(stones, line, rules) for line in lines_of(rules) if line[0] == cell])
        for cell in range(rules.cells)
    ]


def plain_cells(stones: Any, rules: Rules) -> list[Any]:
    """For every cell, whether it is on a complete line."""
    return [
        z3.Or([counts(stones, line, rules) for line in lines_of(rules) if cell in line])
        for cell in range(rules.cells)
    ]


def cells_are(stones: Any, formulas: list[Any]) -> Any:
    """Whether bit c of `stones` is what formula c says, for every cell c."""
    return z3.And([stone(stones, cell) == formula for cell, formula in enumerate(formulas)])


@every_board
def test_line_starts_are_the_first_cells_of_complete_lines(rules: Rules) -> None:
    stones = word("stones", rules)
    claim = cells_are(bits.line_starts(stones, rules), plain_starts(stones, rules))
    assert counterexample(claim) is None


@every_board
def test_line_cells_are_the_cells_of_complete_lines(rules: Rules) -> None:
    stones = word("stones", rules)
    claim = cells_are(bits.line_cells(stones, rules), plain_cells(stones, rules))
    assert counterexample(claim) is None


@every_board
def test_completions_are_the_cells_whose_line_is_complete_but_for_them(rules: Rules) -> None:
    stones = word("stones", rules)
    plain = [
        z3.Or([counts(stones, line, rules, cell) for line in lines_of(rules) if cell in line])
        for cell in range(rules.cells)
    ]
    assert counterexample(cells_are(bits.completions(stones, rules), plain)) is None


@every_board
def test_a_line_is_open_where_one_mark_at_most_is_on_it(rules: Rules) -> None:
    x, o = word("x", rules), word("o", rules)
    plain = [
        z3.Or(
            [
                z3.Or(*(z3.And([z3.Not(stone(mark, cell)) for cell in line]) for mark in (x, o)))
                for line in lines_of(rules)
                if line[0] == start
            ]
        )
        for start in range(rules.cells)
    ]
    assert counterexample(cells_are(bits.open_lines(x, o, rules), plain)) is None


@every_board
def test_where_no_line_is_open_no_moves_make_one(rules: Rules) -> None:
    x, o, more_x, more_o = (word(name, rules) for name in ("x", "o", "more x", "more o"))
    later_x, later_o = x | more_x, o | more_o
    made = z3.Or(has_line(later_x, rules), has_line(later_o, rules))
    claim = z3.Implies(
        z3.And(bits.open_lines(x, o, rules) == 0, later_x & later_o == 0), z3.Not(made)
    )
    assert counterexample(claim) is None


@pytest.mark.wide
@pytest.mark.parametrize(
    "rules",
    [
        *(*BOARDS, *ODD_BOARDS, *map(Rules.parse, OTHER_BOARDS)),
        *longer(*LARGE_FLAT, *map(Rules.parse, LARGER_BOARDS)),
    ],
    ids=str,
)
def test_openings_are_the_free_cells_of_lines_that_lack_one_stone_more_at_most(
    rules: Rules,
) -> None:
    stones, free = word("stones", rules), word("free", rules)

    def lacks_one_at_most(line: list[int], cell: int) -> Any:
        others = [c for c in line if c != cell]
        gaps = [
            z3.And(stone(free, gap), holds(stones, [c for c in others if c != gap]))
            for gap in others
        ]
        return z3.And(z3.Or(holds(stones, others), *gaps), ends_free(stones, line, rules))

    plain = [
        z3.And(
            stone(free, cell),
            z3.Or([lacks_one_at_most(line, cell) for line in lines_of(rules) if cell in line]),
        )
        for cell in range(rules.cells)
    ]
    assert counterexample(cells_are(bits.openings(stones, free, rules), plain)) is None


@pytest.mark.wide
@every_board
def test_the_first_line_is_the_first_complete_one_of_the_list(rules: Rules) -> None:
    stones = word("stones", rules)
    first: Any = z3.BitVecVal(0, rules.cells)
    for line in reversed(lines_of(rules)):
        first = z3.If(
            counts(stones, line, rules), z3.BitVecVal(sum(1 << c for c in line), rules.cells), first
        )
    assert counterexample(bits.first_line(stones, rules) == first) is None


@every_board
def test_free_cells_hold_neither_stone(rules: Rules) -> None:
    x, o = word("x", rules), word("o", rules)
    plain = [z3.Not(z3.Or(stone(x, cell), stone(o, cell))) for cell in range(rules.cells)]
    assert counterexample(cells_are(bits.free_cells(x, o, rules), plain)) is None


@every_board
def test_legal_cells_are_the_free_ones_while_nobody_has_a_line(rules: Rules) -> None:
    x, o = word("x", rules), word("o", rules)
    over = z3.Or(has_line(x, rules), has_line(o, rules))
    plain = [
        z3.And(z3.Not(over), z3.Not(stone(x, cell)), z3.Not(stone(o, cell)))
        for cell in range(rules.cells)
    ]
    assert counterexample(cells_are(bits.legal_cells(x, o, rules), plain)) is None


@every_board
def test_the_turn_is_the_parity_of_the_stones(rules: Rules) -> None:
    x, o = word("x", rules), word("o", rules)
    odd = z3.BoolVal(False)
    for cell in range(rules.cells):
        odd = z3.Xor(odd, z3.Or(stone(x, cell), stone(o, cell)))
    turn = turns.turn(x, o, rules)
    assert counterexample(turn == z3.If(odd, z3.BitVecVal(2, rules.cells), 1)) is None


@every_board
def test_the_result_is_the_first_line_of_the_two_or_a_full_board(rules: Rules) -> None:
    x, o = word("x", rules), word("o", rules)
    full = z3.And([z3.Or(stone(x, cell), stone(o, cell)) for cell in range(rules.cells)])
    plain: Any = z3.BitVecVal(0, rules.cells)
    for result, condition in ((3, full), (2, has_line(o, rules)), (1, has_line(x, rules))):
        plain = z3.If(condition, z3.BitVecVal(result, rules.cells), plain)
    assert counterexample(move_bits.result(x, o, rules) == plain) is None


@pytest.mark.wide
@every_board
def test_two_lanes_move_as_each_does_alone(rules: Rules) -> None:
    x, o = word("x", rules), word("o", rules)
    for symmetry in symmetries(rules):
        alone = z3.Concat(transform(o, symmetry, rules), transform(x, symmetry, rules))
        together = transform(z3.Concat(o, x), symmetry, rules, lanes=2)
        assert counterexample(together == alone) is None


@pytest.mark.wide
@every_board
def test_a_symmetry_moves_every_stone_as_it_moves_the_cells(rules: Rules) -> None:
    stones = word("stones", rules)
    for symmetry in symmetries(rules):
        plain: list[Any] = [None] * rules.cells
        for cell in range(rules.cells):
            plain[transform_cell(cell, symmetry, rules)] = stone(stones, cell)
        assert counterexample(cells_are(transform(stones, symmetry, rules), plain)) is None


# The canonical form is the least image. On the smallest boards the solver sees that at once; on all
# others it follows by induction over the steps, from four proofs: each symmetry moves every stone
# as it moves the cells, in two lanes as in one (above); the steps lead through all symmetries that
# the oracle finds (test_symmetry); and the lesser of two keeps what was the least (below).
@pytest.mark.wide
@pytest.mark.parametrize(
    "rules", [Rules.parse(text) for text in ("3,3,3", "3,4,3", "2,3,3,torus")], ids=str
)
def test_the_least_image_on_the_way_of_the_steps_is_the_least_of_all(rules: Rules) -> None:
    code = z3.Concat(word("o", rules), word("x", rules))
    image = least = code
    for step in steps(rules):
        image = transform(image, step, rules, lanes=2)
        least = z3.If(z3.ULT(image, least), image, least)
    every = [
        z3.Concat(
            [z3.Extract(bit, bit, code) for half in (rules.cells, 0) for bit in shifted(by, half)]
        )
        for by in oracle.symmetries(board_of(rules))  # what undoes a symmetry is one too
    ]
    assert counterexample(z3.And([z3.ULE(least, image) for image in every])) is None
    assert counterexample(z3.Or([least == image for image in every])) is None


@pytest.mark.parametrize("width", [2 * 9, 2 * 25, 2 * 27, 2 * 64, 2 * 81, 2 * 225])
def test_the_lesser_of_two_is_least_of_all_that_was_met(width: int) -> None:
    met, least, image = z3.BitVecs("met least image", width)
    kept = z3.If(z3.ULT(image, least), image, least)
    assert counterexample(z3.Implies(z3.ULE(least, met), z3.ULE(kept, met))) is None
    assert counterexample(z3.And(z3.ULE(kept, image), z3.Or(kept == image, kept == least))) is None


@pytest.mark.wide
@pytest.mark.parametrize("text", ["3,3,3", *OF_OTHER_KINDS])
def test_a_wrong_mask_or_distance_of_a_symmetry_is_refuted(text: str) -> None:
    rules = Rules.parse(text)
    stones, step = word("stones", rules), steps(rules)[-1]
    right = moves(step, rules)
    (mask, distance), *others = right
    for wrong in ((mask & mask - 1, distance), (mask, distance + 1)):
        claim = bits.moved(stones, (wrong, *others)) == bits.moved(stones, right)
        found = counterexample(claim)
        assert found is not None
        shown = found.eval(stones, model_completion=True).as_long()
        assert bits.moved(shown, (wrong, *others)) != transform(shown, step, rules)


def shifted(symmetry: tuple[int, ...], by: int) -> list[int]:
    """The bits to read for a word, its highest first."""
    return [by + cell for cell in reversed(symmetry)]


# The same questions about rules with a mistake in them.


def with_directions(rules: Rules, directions: list[Direction]) -> Rules:
    """Rules whose own `directions` are replaced by wrong ones."""
    wrong = rules.replace()
    wrong.__dict__["directions"] = tuple(directions)
    return wrong


def straight(shift: int, starts: int, k: int) -> Direction:
    return Direction(starts, k, lambda places: Step(shift * places))


def mistakes(rules: Rules) -> dict[str, list[Direction]]:
    """Directions that are wrong in one place each: a start, a shift, or one direction too few."""
    found = {}
    for number, direction in enumerate(rules.directions):
        shift, starts = direction.shift, direction.starts

        def changed(*entry: tuple[int, int], number: int = number) -> list[Direction]:
            wrong = [straight(*each, rules.k) for each in entry]
            return [*rules.directions[:number], *wrong, *rules.directions[number + 1 :]]

        lowest = starts & -starts
        found[f"start missing, direction {number}"] = changed((shift, starts ^ lowest))
        found[f"direction {number} missing"] = changed()
        found[f"wrong shift, direction {number}"] = changed((shift - 1, starts))
        # The lowest wrong start from which the shifts at least stay below the top of the word.
        for cell in range(rules.cells - shift * (rules.k - 1)):
            if not starts >> cell & 1:
                found[f"start added, direction {number}"] = changed((shift, starts | 1 << cell))
                break
    return found


MISTAKES = [
    pytest.param(rules, directions, id=f"{rules} {name}")
    for rules in (Rules(3, 3, 3), Rules(5, 5, 4), Rules(9, 9, 5))
    for name, directions in mistakes(rules).items()
]
MISTAKES += [
    pytest.param(rules, directions, id=f"{rules} {name}", marks=getattr(pytest.mark, mark))
    for text, mark in [("3x3x3,3", "wide"), ("4x4x4,4", "longer"), ("3x3x3x3,3", "longer")]
    for rules in [Rules.parse(text)]
    for name, directions in mistakes(rules).items()
]


@pytest.mark.no_cover
@pytest.mark.parametrize(("rules", "directions"), MISTAKES)
def test_a_wrong_constant_is_refuted_by_a_board_that_does_show_it(
    rules: Rules, directions: list[Direction]
) -> None:
    wrong = with_directions(rules, directions)
    stones = word("stones", rules)
    model = counterexample(cells_are(bits.line_starts(stones, wrong), plain_starts(stones, rules)))
    assert model is not None
    found = model.eval(stones, model_completion=True).as_long()
    assert bits.line_starts(found, wrong) != plain_line_starts(found, rules)


def wrong_moves(moves: Moves) -> Iterator[tuple[str, Moves]]:
    """The moves with one mistake each: a distance, a cell of a mask, or the whole of a move."""
    for number, (onto, distance) in enumerate(moves):
        others = moves[:number] + moves[number + 1 :]
        yield f"distance {distance}", (*others, (onto, distance + 1))
        yield f"lowest cell onto which {distance}", (*others, (onto & onto - 1, distance))
        yield (
            f"highest cell onto which {distance}",
            (
                *others,
                (onto ^ 1 << onto.bit_length() - 1, distance),
            ),
        )
        yield f"move by {distance} missing", others


def with_step(direction: Direction, places: int, wrong: Step) -> Direction:
    """The direction, but for one step."""
    return Direction(
        direction.starts,
        direction.k,
        lambda asked: wrong if asked == places else direction.step(asked),
    )


def with_moves(step: Step, field: str, moves: Moves) -> Step:
    """The step with other moves, ahead or back."""
    return step._replace(ahead=moves) if field == "ahead" else step._replace(back=moves)


def torus_mistakes(rules: Rules) -> Iterator[tuple[str, str, list[Direction]]]:
    """Directions of a torus in which one step, ahead or back, is wrong in one of its moves."""
    for number, direction in enumerate(rules.directions):
        for field in ("ahead", "back"):
            places = doublings(rules.k)[-1]  # the last step of `line_starts`
            right = direction.step(places)
            for name, wrong in wrong_moves(getattr(right, field)):
                changed = with_step(direction, places, with_moves(right, field, wrong))
                directions = [*rules.directions[:number], changed, *rules.directions[number + 1 :]]
                yield field, f"direction {number} {field}, {name}", directions
        lowest = direction.starts & -direction.starts
        fewer = Direction(direction.starts ^ lowest, rules.k, direction.step)
        directions = [*rules.directions[:number], fewer, *rules.directions[number + 1 :]]
        yield "ahead", f"direction {number} start missing", directions


# Where lines of 4 start at every cell, each move of each step is needed.
TORUS_MISTAKES = [
    pytest.param(
        rules,
        field,
        wrong,
        id=f"{rules} {name}",
        marks=[]
        if rules.cells == 15 and "direction 0" in name
        else pytest.mark.longer
        if number % 8
        else pytest.mark.wide,
    )
    for rules in map(Rules.parse, ["3,5,4,torus", "5,5,4,torus"])
    for number, (field, name, wrong) in enumerate(torus_mistakes(rules))
]


@pytest.mark.no_cover
@pytest.mark.parametrize(("rules", "field", "directions"), TORUS_MISTAKES)
def test_a_wrong_mask_or_distance_of_a_step_of_a_torus_is_refuted(
    rules: Rules, field: str, directions: list[Direction]
) -> None:
    wrong = with_directions(rules, directions)
    stones = word("stones", rules)
    if field == "ahead":
        expression, plain, formulas = bits.line_starts, plain_line_starts, plain_starts
    else:
        expression, plain, formulas = bits.line_cells, plain_line_cells, plain_cells
    model = counterexample(cells_are(expression(stones, wrong), formulas(stones, rules)))
    assert model is not None
    found = model.eval(stones, model_completion=True).as_long()
    assert expression(found, wrong) != plain(found, rules)


# Boxes, and tori whose lines close: a mistake in the first direction, or in the last.


# What the lines come to.


def drawn_board(rules: Rules) -> list[bool] | None:
    """A full board without a line, whose stones are X's where True; None if there is none."""
    stones = [z3.Bool(f"x{cell}") for cell in range(rules.cells)]
    solver = z3.Solver()
    for line in lines_of(rules):
        solver.add(z3.Or([stones[cell] for cell in line]))
        solver.add(z3.Or([z3.Not(stones[cell]) for cell in line]))
    answer = solver.check()
    assert answer in (z3.sat, z3.unsat)
    if answer == z3.unsat:
        return None
    model = solver.model()
    return [bool(model.eval(stone, model_completion=True)) for stone in stones]


@pytest.mark.parametrize("text", ["3x3x3,3", "3,3,3,torus", "3x3x3x3,3"])
def test_there_is_no_full_board_without_a_line(text: str) -> None:
    assert drawn_board(Rules.parse(text)) is None


@pytest.mark.parametrize("text", ["3,3,3", "4x4x4,4", "5,5,5,torus"])
def test_where_a_full_board_without_a_line_is_found_it_is_one(text: str) -> None:
    rules = Rules.parse(text)
    found = drawn_board(rules)
    assert found is not None
    x = sum(1 << cell for cell, stone in enumerate(found) if stone)
    assert not plain_line_starts(x, rules)
    assert not plain_line_starts(rules.board ^ x, rules)


@pytest.mark.parametrize("text", ["3,3,3,boards=2,notakto", "2,2,2,boards=5,notakto"])
def test_a_board_lives_where_no_line_starts_on_it(text: str) -> None:
    rules = Rules.parse(text)
    lines, boards = word("lines", rules), rules.geometry.sizes[0]
    found = bits.living(lines, rules)
    for board in range(boards):
        cells = range(rules.cells)[board * rules.cells // boards :][: rules.cells // boards]
        lives = z3.Not(z3.Or([stone(lines, cell) for cell in cells]))
        assert counterexample(z3.And([stone(found, cell) == lives for cell in cells])) is None


def test_the_expressions_need_no_more_of_the_rules_than_their_constants() -> None:
    given = Rules(3, 3, 3)
    names = ("cells", "board", "directions", "foldings", "wholes", "outer", "answers")
    constants = cast(Rules, SimpleNamespace(**{name: getattr(given, name) for name in names}))
    for stones in range(512):
        for of_stones in (bits.line_starts, bits.line_cells, bits.first_line, bits.completions):
            assert of_stones(stones, constants) == of_stones(stones, given)
        assert bits.legal_cells(stones, 0, constants) == bits.legal_cells(stones, 0, given)
