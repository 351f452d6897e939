"""Symmetries of the board, against grids whose rows and columns are turned and mirrored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import Rules, RulesError, Symmetry, symmetries
from noughts.core import bits
from noughts.core.symmetry import canonical, images, steps, transform, transform_cell
from tests import oracle
from tests.strategies import ALL_SHAPES, NORMAL, SHAPES, board_of, boards, flat_rules


def oracle_transform(grid: oracle.Grid, symmetry: Symmetry) -> oracle.Grid:
    """Each symmetry by its name, as a person would turn a sheet of paper."""
    half_turn = oracle.turned(oracle.turned(grid))
    return {
        Symmetry.IDENTITY: grid,
        Symmetry.MIRROR: oracle.mirrored(grid),
        Symmetry.FLIP: oracle.flipped(grid),
        Symmetry.ROTATE_180: half_turn,
        Symmetry.TRANSPOSE: oracle.transposed(grid),
        Symmetry.ROTATE_90: oracle.turned(grid),
        Symmetry.ROTATE_270: oracle.turned(half_turn),
        Symmetry.ANTITRANSPOSE: oracle.turned(oracle.mirrored(grid)),
    }[symmetry]


@pytest.mark.wide
@given(boards(kinds=flat_rules))
def test_a_transformed_board_is_the_grid_turned_like_paper(board: tuple[Rules, int, int]) -> None:
    rules, x, o = board
    for symmetry in symmetries(rules):
        turned = oracle_transform(oracle.grid_of(x, o, board_of(rules)), symmetry)
        assert transform(x, symmetry, rules) == oracle.number_of("X", turned)
        assert transform(o, symmetry, rules) == oracle.number_of("O", turned)


@pytest.mark.wide
@pytest.mark.parametrize("rules", ALL_SHAPES, ids=str)
def test_a_cell_goes_where_its_stone_goes(rules: Rules) -> None:
    for symmetry, cell in product(symmetries(rules), range(rules.cells)):
        image = transform_cell(cell, symmetry, rules)
        assert transform(1 << cell, symmetry, rules) == 1 << image


def test_a_square_has_eight_symmetries_and_an_oblong_four() -> None:
    for rows, cols in product(range(1, 6), repeat=2):
        found = symmetries(Rules(rows, cols, 1))
        assert len(found) == (8 if rows == cols else 4)
        assert len(set(found)) == len(found)
    board = range(9)
    permutations = {tuple(transform_cell(c, s, NORMAL) for c in board) for s in Symmetry}
    assert len(permutations) == 8


@pytest.mark.parametrize("rules", SHAPES, ids=str)
def test_an_inverse_brings_every_cell_back(rules: Rules) -> None:
    for symmetry, cell in product(symmetries(rules), range(rules.cells)):
        there = transform_cell(cell, symmetry, rules)
        assert transform_cell(there, symmetry.inverse, rules) == cell


def test_the_names_say_where_the_corner_goes() -> None:
    corners = dict.fromkeys(("IDENTITY", "TRANSPOSE"), 0)
    corners |= dict.fromkeys(("MIRROR", "ROTATE_90"), 2)
    corners |= dict.fromkeys(("FLIP", "ROTATE_270"), 6)
    corners |= dict.fromkeys(("ROTATE_180", "ANTITRANSPOSE"), 8)
    assert {s.name: transform_cell(0, s, NORMAL) for s in Symmetry} == corners


@pytest.mark.wide
@given(boards())
def test_an_image_of_a_line_is_a_line(board: tuple[Rules, int, int]) -> None:
    rules, x, _ = board
    for symmetry in symmetries(rules):
        moved = transform(x, symmetry, rules)
        lines = transform(bits.line_cells(x, rules), symmetry, rules)
        assert bits.line_cells(moved, rules) == lines


@pytest.mark.wide
@given(boards())
def test_the_canonical_form_is_the_least_image_by_pair_code(board: tuple[Rules, int, int]) -> None:
    rules, x, o = board
    codes = {
        oracle.number_of("X", image) + oracle.number_of("O", image) * 2**rules.cells
        for image in oracle.images(oracle.grid_of(x, o, board_of(rules)), board_of(rules))
    }
    least_x, least_o = canonical(x, o, rules)
    assert least_x + least_o * 2**rules.cells == min(codes)


@pytest.mark.no_cover
@settings(max_examples=50)
@given(boards(max_side=4))
def test_all_images_have_the_same_canonical_form(board: tuple[Rules, int, int]) -> None:
    rules, x, o = board
    every = images(x, o, rules)
    assert len(every) == len(symmetries(rules))
    assert every[0] == (x, o)
    assert {canonical(*image, rules) for image in every} == {canonical(x, o, rules)}
    assert canonical(x, o, rules) in every


@given(flat_rules(), st.sampled_from([s for s in Symmetry if s & Symmetry.TRANSPOSE]))
def test_an_oblong_board_refuses_to_be_transposed(rules: Rules, symmetry: Symmetry) -> None:
    if rules.rows != rules.cols:
        with pytest.raises(RulesError) as refused:
            transform(1, symmetry, rules)
        assert str(refused.value) == (
            f"a {rules.rows}x{rules.cols} board has no {symmetry.name}; "
            "its symmetries: IDENTITY, MIRROR, FLIP, ROTATE_180"
        )


@pytest.mark.parametrize("dtype", [np.uint16, np.uint32, np.uint64, np.int16, np.int64])
def test_arrays_are_transformed_element_by_element_and_keep_their_dtype(dtype: Any) -> None:
    stones: Any = np.arange(512, dtype=dtype)
    for symmetry in Symmetry:
        moved = transform(stones, symmetry, NORMAL)
        assert moved.dtype == dtype
        assert moved.tolist() == [transform(one, symmetry, NORMAL) for one in range(512)]


def test_a_board_as_wide_as_its_unsigned_dtype_turns_without_loss() -> None:
    rules = Rules(8, 8, 5)
    stones = np.array([1 << 63, 1 << 63 | 1, rules.board, 0x8123_4567_89AB_CDEF], np.uint64)
    for symmetry in Symmetry:
        moved = transform(stones, symmetry, rules)
        assert moved.tolist() == [transform(one, symmetry, rules) for one in stones.tolist()]


# The symmetries of every kind of board, as permutations of its cells.

LARGER = ["4x4x4,4", "4x4x4,3", "5x5x5,5", "3x3x3x3,3", "5,5,5,torus", "6,6,4,torus"]
COUNTED = {
    "3x3x3,3": 48,
    "2x3x4,3": 8,
    "5x4x4,4": 16,
    "4x4x4,4": 192,
    "4x4x4,3": 48,
    "5x5x5,5": 192,
    "6x6x6,6": 1152,
    "3x3x3x3,3": 384,
    "3,3,3,torus": 72,
    "5,5,5,torus": 200,
    "3,4,3,torus": 48,
    "3,3,3,cylinder": 12,
    "3,3,3,boards=2": 128,
    "2,3,3,boards=3": 384,
    "3,4,3,cylinder": 16,
}


def permutations_of(rules: Rules) -> list[tuple[int, ...]]:
    """Where each symmetry takes each cell."""
    cells = range(rules.cells)
    return [tuple(transform_cell(cell, by, rules) for cell in cells) for by in symmetries(rules)]


every_shape = pytest.mark.parametrize(
    "rules",
    [
        *ALL_SHAPES,
        *[pytest.param(Rules.parse(text), marks=pytest.mark.wide) for text in LARGER],
    ],
    ids=str,
)


@every_shape
def test_the_symmetries_are_all_that_turns_exchanges_and_shifts_come_to(rules: Rules) -> None:
    found = permutations_of(rules)
    assert found[0] == tuple(range(rules.cells))
    assert set(found) == set(oracle.symmetries(board_of(rules)))


@every_shape
def test_the_steps_lead_through_every_image_once(rules: Rules) -> None:
    every = dict(zip(symmetries(rules), permutations_of(rules), strict=True))
    here = tuple(range(rules.cells))
    seen = [here]
    for step in steps(rules):
        here = tuple(every[step][cell] for cell in here)
        seen.append(here)
    assert len(seen) == len(set(seen)) == len(set(every.values()))
    assert set(seen) == set(every.values())


@pytest.mark.wide
@pytest.mark.parametrize(("text", "count"), COUNTED.items())
def test_symmetries_differ_and_take_lines_to_lines(text: str, count: int) -> None:
    rules = Rules.parse(text)
    found = permutations_of(rules)
    assert len(symmetries(rules)) == len(found) == len(set(found)) == count
    assert len({by.name for by in symmetries(rules)}) == count
    lines = [frozenset(bits.cells_of(line)) for line in rules.lines]
    for permutation in found:
        assert {frozenset(permutation[cell] for cell in line) for line in lines} == set(lines)


def automorphisms(lines: Sequence[Sequence[int]], cells: int) -> Iterator[tuple[int, ...]]:
    """Every permutation of the cells that takes lines to lines, found by trying cell after cell.

    A cell may go wherever as many lines run, and wherever it lies on a line with the images of
    exactly those cells with which it lies on a line itself.
    """
    through = [sum(cell in line for line in lines) for cell in range(cells)]
    beside = [{other for line in lines if cell in line for other in line} for cell in range(cells)]
    every = {frozenset(line) for line in lines}

    def placed(images: list[int]) -> Iterator[tuple[int, ...]]:
        cell = len(images)
        if cell == cells:
            if {frozenset(images[at] for at in line) for line in lines} == every:
                yield tuple(images)
            return
        for image in set(range(cells)) - set(images):
            if through[image] == through[cell] and all(
                (other in beside[cell]) == (there in beside[image])
                for other, there in enumerate(images)
            ):
                yield from placed([*images, image])

    return placed([])


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("text", ["3,3,3", "3x3x3,3", "4x4x4,4"])
def test_there_are_no_other_permutations_that_keep_the_lines(text: str) -> None:
    rules = Rules.parse(text)
    lines = [[*bits.cells_of(line)] for line in rules.lines]
    assert sorted(automorphisms(lines, rules.cells)) == sorted(permutations_of(rules))
