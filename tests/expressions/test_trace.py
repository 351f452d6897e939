"""The recorder: what it writes down is what was done, and nothing that did not need doing."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import TICTACTOE, EmitError, Rules
from noughts.core import bits
from noughts.emit.module import Function
from noughts.emit.python import Numba, Python, lane_width
from noughts.emit.writer import unused
from noughts.expressions.trace import Recorded, Trace

BYTE = 255


def rerun(trace: Trace) -> Callable[..., int]:
    """The trace as a function again, by way of the Python that is written of it."""
    scope: dict[str, Any] = {}
    exec("\n".join(Python().function(Function("again", "", trace))), scope)
    function: Callable[..., int] = scope["again"]
    return function


def expressions() -> st.SearchStrategy[Callable[[Any, Any], Any]]:
    """Functions of two bit-likes, grown from every operator; no value of them is negative."""
    numbers = st.integers(0, BYTE)
    leaves = st.sampled_from([lambda x, o: x, lambda x, o: o])  # noqa: ARG005 - one of two

    def grow(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        def joined(symbol: str) -> st.SearchStrategy[Any]:
            source = f"lambda f, g: lambda x, o: f(x, o) {symbol} g(x, o)"
            return st.builds(eval(source), inner, inner)

        def with_number(symbol: str, values: st.SearchStrategy[int]) -> st.SearchStrategy[Any]:
            source = f"lambda f, n: lambda x, o: f(x, o) {symbol} n"
            return st.builds(eval(source), inner, values)

        return st.one_of(
            *map(joined, ("&", "|", "^", "+", "*")),
            *(with_number(symbol, numbers) for symbol in ("&", "|", "^", "+", "*")),
            with_number("<<", st.integers(0, 5)),
            with_number(">>", st.integers(0, 9)),
            with_number("//", st.integers(1, 9)),
            st.builds(lambda f, n: lambda x, o: n & -f(x, o), inner, numbers),
            st.builds(lambda f, n: lambda x, o: f(x, o) - (f(x, o) & n), inner, numbers),
        )

    return st.recursive(leaves, grow, max_leaves=12)


@given(expressions(), st.integers(0, BYTE), st.integers(0, BYTE))
def test_a_recorded_expression_does_what_the_function_does(
    function: Callable[[Any, Any], Any], x: int, o: int
) -> None:
    assert rerun(Trace(function, x=BYTE, o=BYTE))(x=x, o=o) == function(x, o)


@given(expressions(), st.integers(0, BYTE), st.integers(0, BYTE))
def test_no_value_has_a_bit_beyond_its_reach(
    function: Callable[[Any, Any], Any], x: int, o: int
) -> None:
    for result in Trace(function, x=BYTE, o=BYTE).results:
        possible = result.possible if isinstance(result, Recorded) else result
        assert function(x, o) & ~possible == 0


@pytest.mark.no_cover
def test_the_expressions_of_bits_survive_recording() -> None:
    for rules in (TICTACTOE, Rules(4, 3, 3), Rules(1, 4, 2), Rules(2, 2, 1)):
        for rule in (bits.line_starts, bits.line_cells, bits.first_line, bits.completions):
            again = rerun(Trace(lambda stones, f=rule, r=rules: f(stones, r), stones=rules.board))
            for stones in range(min(rules.board + 1, 4096)):
                assert again(stones=stones) == rule(stones, rules)


def test_equal_operations_are_recorded_once() -> None:
    assert len(Trace(lambda x, o: (x & o) ^ (o & x), x=BYTE, o=BYTE)) == 0
    assert len(Trace(lambda x, o: ((x & o) + 1) * ((o & x) + 1), x=BYTE, o=BYTE)) == 3
    shared = Trace(lambda x: (x >> 1 & x) | (x & x >> 1) << 9, x=BYTE)
    assert [value.operator for value in shared] == [">>", "&", "<<", "|"]


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x & BYTE,
        lambda x: x & x,
        lambda x: x | 0,
        lambda x: x | x,
        lambda x: x ^ 0,
        lambda x: x << 0,
        lambda x: x >> 0,
        lambda x: x + 0,
        lambda x: x - 0,
        lambda x: x * 1,
        lambda x: x // 1,
        lambda x: 0 | x,
        lambda x: (x << 4 & 0xFF0) >> 0 ^ x << 4 ^ x,
    ],
)
def test_an_identity_is_not_recorded(function: Callable[[Any], Any]) -> None:
    trace = Trace(function, x=BYTE)
    assert trace.results == (trace.parameters["x"],)
    assert len(trace) == 0


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x & 0,
        lambda x: x & 256,
        lambda x: x ^ x,
        lambda x: x >> 8,
        lambda x: x * 0,
        lambda x: x // 256,
        lambda x: x << 4 & 15,
        lambda x: (x & 12) & 3,
    ],
)
def test_what_has_no_bit_left_is_0(function: Callable[[Any], Any]) -> None:
    (result,) = Trace(function, x=BYTE).results
    assert isinstance(result, int)
    assert result == 0


def test_two_masks_become_one() -> None:
    (value,) = Trace(lambda x: (x & 0b1110) & 0b0111, x=BYTE)
    assert value.operands[1] == 0b0110


def test_what_the_results_do_not_need_is_left_out() -> None:
    def wasteful(x: Any) -> Any:
        _ = x * x
        return x ^ 1, x ^ 2

    trace = Trace(wasteful, x=BYTE)
    assert [value.operator for value in trace] == ["^", "^"]
    assert len(trace.results) == 2


@pytest.mark.parametrize(
    "function",
    [
        lambda x: 1 if x else 0,
        lambda x: [1, 2][x],
        lambda x: list(x),
        lambda x: x == 1,
        lambda x: x < 1,
        lambda x: x >= 1,
        lambda x: range(x),
    ],
)
def test_a_branch_an_index_a_loop_and_a_comparison_are_refused(
    function: Callable[[Any], Any],
) -> None:
    with pytest.raises(TypeError, match="has no value to branch, index, loop or compare on"):
        Trace(function, x=BYTE)


def test_bits_outside_the_board_are_refused_with_what_to_write_instead() -> None:
    with pytest.raises(TypeError, match=r"write cells \^ rules\.board$"):
        Trace(lambda x: ~x, x=BYTE)


@pytest.mark.parametrize("function", [lambda x: -x >> 1, lambda x: -x // 3])
def test_a_negation_must_be_masked_before_it_is_shifted_or_divided(
    function: Callable[[Any], Any],
) -> None:
    with pytest.raises(TypeError, match="mask a negation before"):
        Trace(function, x=BYTE)


def test_parameters_that_the_result_ignores_are_known() -> None:
    single = Rules(2, 2, 1)
    trace = Trace(lambda stones: bits.completions(stones, single), stones=single.board)
    assert trace.results == (15,)
    assert unused(trace) == ["stones"]


def test_the_lane_is_the_narrowest_type_that_holds_every_value() -> None:
    def lane(rules: Rules) -> int:
        return lane_width(Trace(lambda stones: bits.first_line(stones, rules), stones=rules.board))

    assert [lane(Rules(*board)) for board in ((2, 4, 3), (3, 3, 3), (4, 4, 4), (5, 5, 4))] == [
        8, 16, 16, 32,
    ]  # fmt: skip
    assert lane(Rules(8, 8, 5)) == 64
    with pytest.raises(EmitError, match="a value of 72 bits occurs; lanes have up to 64"):
        lane_width(Trace(lambda stones: stones << 8, stones=2**64 - 1))


def test_a_loop_fills_an_array_a_result() -> None:
    trace = Trace(lambda x: (x ^ 1, x >> 1), x=BYTE)
    source = Numba().loop(Function("halves", "Two results.", trace))
    assert source[0] == "def halves(x_in, out0, out1):"
    scope: dict[str, Any] = {"u8": lambda number: number & BYTE}
    exec("\n".join(source), scope)
    low, high = [0, 0], [0, 0]
    scope["halves"]([6, 9], low, high)
    assert (low, high) == ([7, 8], [3, 4])
