"""Bits moved apart, together and end to end."""

from hypothesis import given
from hypothesis import strategies as st

from noughts.codecs.shuffle import (
    deinterleave,
    gather_steps,
    interleave,
    mirror,
    mirror_steps,
    spread_steps,
)

COUNTS = st.integers(1, 130)


@given(COUNTS, st.data())
def test_interleaved_bits_stand_at_twice_their_places(count: int, data: st.DataObject) -> None:
    x, o = (data.draw(st.integers(0, (1 << count) - 1)) for _ in "xo")
    code = interleave(x, o, spread_steps(count))
    for bit in range(count):
        assert code >> 2 * bit & 3 == (x >> bit & 1) + 2 * (o >> bit & 1)
    assert code >> 2 * count == 0
    assert deinterleave(code, gather_steps(count)) == (x, o)


@given(COUNTS, st.integers(1, 3), st.integers(1, 3), st.data())
def test_mirrored_units_stand_in_reverse_in_their_lanes(
    count: int, lanes: int, unit: int, data: st.DataObject
) -> None:
    bits = data.draw(st.integers(0, (1 << count * lanes * unit) - 1))
    units = [bits >> unit * place & (1 << unit) - 1 for place in range(count * lanes)]
    mirrored = mirror(bits, mirror_steps(count, lanes, unit))
    for lane in range(lanes):
        for place in range(count):
            expected = units[lane * count + count - 1 - place]
            assert mirrored >> unit * (lane * count + place) & (1 << unit) - 1 == expected
    assert mirror(mirrored, mirror_steps(count, lanes, unit)) == bits


def test_the_steps_are_as_many_as_the_logarithm_of_the_bits() -> None:
    assert [len(spread_steps(count)) for count in (1, 2, 9, 16, 64)] == [0, 1, 4, 4, 6]
    assert [len(mirror_steps(count)) for count in (1, 2, 9, 16, 64)] == [0, 1, 3, 4, 6]
