"""The public functions of `bits` as they are, on the arrays of JAX and PyTorch.

Either library is used where it is installed, and skipped by name where it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from noughts import Rules
from noughts.arrays.memory import board_dtype
from noughts.core import bits, move_bits, turns
from noughts.expressions.limbs import Limbs, split, words_for
from tests.tools import longer

Array = npt.NDArray[Any]

OF_STONES: tuple[Callable[..., Any], ...] = (
    bits.line_starts,
    bits.line_cells,
    bits.first_line,
    bits.completions,
    bits.board_if_any,
)
OF_PLAYERS: tuple[Callable[..., Any], ...] = (
    bits.free_cells,
    bits.legal_cells,
    turns.turn,
    move_bits.result,
    bits.openings,  # of one player's stones, the other's as if they were free
    bits.open_lines,
)

# For each width a board that leaves a bit over: PyTorch has shifts for signed types alone, and JAX
# reads the constants of an expression as signed numbers.
BOARDS = {8: Rules(1, 7, 3), 16: Rules(3, 5, 3), 32: Rules(5, 6, 4), 64: Rules(7, 9, 5)}
ALSO = {32: Rules.parse("1,5,3,ultimate")}


def boards(rules: Rules, n: int = 500) -> tuple[Array, Array]:
    """`stones_of` as arrays."""
    x, o = (np.array(side, board_dtype(rules)) for side in stones_of(rules, n))
    return x, o | (x & -x if rules.outer else 0)  # the last stone is on both


def stones_of(rules: Rules, n: int) -> tuple[list[int], list[int]]:
    """Disjoint stones of both players, some boards nearly empty and some nearly full."""
    draw = np.random.default_rng(1)
    share = draw.random((2, n, 1))
    grids = draw.random((2, n, rules.cells)) < share
    grids[1] &= ~grids[0]
    weights = np.array([1 << cell for cell in range(rules.cells)], object)
    x, o = (grids @ weights).tolist()
    return x, o


def cases(width: int) -> Iterator[tuple[Callable[..., Any], tuple[Array, ...], list[int]]]:
    """Each expression as a function of arrays, with arrays, and what it gives for each int."""
    for rules in (BOARDS[width], *(ALSO[each] for each in ALSO if each == width)):
        x, o = boards(rules)
        for expressions, operands in ((OF_STONES, (x,)), (OF_PLAYERS, (x, o))):
            for expression in expressions:
                rows = zip(*(each.tolist() for each in operands), strict=True)
                yield on(expression, rules), operands, [expression(*row, rules) for row in rows]


def on(expression: Callable[..., Any], rules: Any) -> Callable[..., Any]:
    def of_arrays(*operands: Any) -> Any:
        return expression(*operands, rules)

    return of_arrays


def test_every_public_function_of_bits_is_tried() -> None:
    public = {
        name
        for name, value in vars(bits).items()
        if callable(value) and not name.startswith("_") and value.__module__ == bits.__name__
    }
    tried = {expression.__name__ for expression in (*OF_STONES, *OF_PLAYERS)}
    # Two kinds, one for ints alone, and those that the others call.
    assert public - tried == {
        "Bits",
        "Lines",
        "cells_of",
        "above",
        "ahead",
        "any_cell",
        "apart",
        "back",
        "line_from",
        "living",
        "living_starts",
        "moved",
        "named_cells",
        "odd",
        "outer_cells",
        "outer_lines",
        "won_boards",
    }


@pytest.mark.wide
@pytest.mark.parametrize("width", BOARDS)
def test_jax_compiles_every_expression_to_what_it_is_for_ints(width: int) -> None:
    jax = pytest.importorskip("jax")
    with jax.enable_x64(width == 64):
        for function, operands, expected in cases(width):
            given = [jax.numpy.asarray(each) for each in operands]
            result = jax.jit(function)(*given)
            assert result.dtype == given[0].dtype == f"uint{width}"
            assert result.tolist() == expected


@pytest.mark.wide
def test_boards_that_jax_has_cut_off_are_refused() -> None:
    jax = pytest.importorskip("jax")
    for function, operands, _ in cases(64):
        with jax.enable_x64(False):  # as it is, unless one asks for more
            given = [jax.numpy.asarray(each) for each in operands]
            assert given[0].dtype == "uint32"
            with pytest.raises(OverflowError):
                jax.jit(function)(*given)


@pytest.mark.wide
@pytest.mark.parametrize("rules", [Rules(9, 9, 5), *longer(BOARDS[64], Rules(15, 15, 5))], ids=str)
def test_jax_needs_no_wide_integers_for_boards_in_words_of_32_bits(rules: Rules) -> None:
    jax = pytest.importorskip("jax")
    count = words_for(rules.cells, 32)
    sides = stones_of(rules, 50)
    with jax.enable_x64(False):
        given = [
            [jax.numpy.asarray(word) for word in np.array([split(n, count, 32) for n in side],
                                                          np.uint32).T]
            for side in sides
        ]  # fmt: skip
        for expressions, operands in ((OF_STONES, given[:1]), (OF_PLAYERS, given)):
            for expression in expressions:

                def on_words(*words: Any, expression: Any = expression) -> list[Any]:
                    result = expression(*(Limbs(side, 32) for side in words), rules)
                    return [word + words[0][0] * 0 for word in result.words]  # known words too

                found = jax.jit(on_words)(*operands)
                assert {word.dtype.name for word in found} == {"uint32"}
                numbers = [int(Limbs(row, 32)) for row in zip(*(w.tolist() for w in found),
                                                              strict=True)]  # fmt: skip
                rows = zip(*sides[: len(operands)], strict=True)
                assert numbers == [expression(*row, rules) for row in rows]


@pytest.mark.parametrize("width", BOARDS)
@pytest.mark.parametrize("way", ["eager", "compiled"])
def test_pytorch_gives_every_expression_what_it_is_for_ints(width: int, way: str) -> None:
    torch = pytest.importorskip("torch")
    for function, operands, expected in cases(width):
        given = [torch.from_numpy(each.view(f"int{width}")) for each in operands]
        run = function
        if way == "compiled":
            torch.compiler.reset()  # or it gives up on functions that differ in their rules alone
            run = torch.compile(function, backend="aot_eager", fullgraph=True)
        result = run(*given)
        assert result.dtype == given[0].dtype
        assert result.tolist() == expected
