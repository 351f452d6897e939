"""`base3` of boards whose two bits a cell do not fit a word: the same codes, by halves."""

from hypothesis import given
from hypothesis import strategies as st

from noughts import Rules
from noughts.codecs.base3 import Base3, Base3InHalves

RULES = Rules(5, 8, 4)


@given(x=st.integers(0, RULES.board), o=st.integers(0, RULES.board), first=st.integers(1, 39))
def test_codes_by_halves_are_those_of_the_whole(x: int, o: int, first: int) -> None:
    o &= ~x
    halves = Base3InHalves(RULES, first)
    code = Base3(RULES).encode_bits(x, o)
    assert halves.encode_bits(x, o) == code
    assert halves.decode_bits(code) == (x, o)


def test_they_are_taken_where_the_whole_does_not_fit() -> None:
    assert isinstance(Base3(RULES).within(64), Base3InHalves)
    assert not isinstance(Base3(Rules(4, 8, 4)).within(64), Base3InHalves)
