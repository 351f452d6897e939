"""Random words, against the published algorithms in another notation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.arrays.random_games import xorshift
from noughts.errors import ArrayError

WORDS = st.integers(0, 2**64 - 1)


def splitmix64(state: int) -> Iterator[int]:
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        word = state
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            word = (word ^ word // 2**shift) * factor % 2**64
        yield word ^ word // 2**31


def test_splitmix_gives_the_words_that_are_published_for_a_start() -> None:
    assert xorshift.splitmix(1234567, 5).tolist() == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(WORDS, st.integers(0, 20))
def test_splitmix_is_the_published_algorithm(start: int, count: int) -> None:
    words = xorshift.splitmix(start, count)
    assert words.dtype == np.uint64
    assert words.tolist() == list(islice(splitmix64(start), count))


@given(WORDS, WORDS)
def test_a_step_is_that_of_xorshift128_plus(s0: int, s1: int) -> None:
    with np.errstate(over="ignore"):
        step = xorshift.drawn(np.uint64(s0), np.uint64(s1))
    word = (s0 + s1) % 2**64
    s0 ^= s0 * 2**23 % 2**64
    assert step == (word, s1, s0 ^ s1 ^ s0 // 2**18 ^ s1 // 2**5)


def test_every_chunk_and_every_seed_has_generators_of_its_own() -> None:
    starts = [xorshift.states(seed, chunk, 4) for seed in (0, 1, 2**64 - 1) for chunk in range(40)]
    assert all(start.dtype == np.uint64 and len(start) == 8 for start in starts)
    assert len({int(word) for start in starts for word in start}) == 8 * len(starts)
    assert (xorshift.states(1, 39, 4) == starts[79]).all()


def test_the_system_gives_a_seed_where_the_caller_gives_none() -> None:
    seeds = {xorshift.checked(None) for _ in range(8)}
    assert len(seeds) == 8
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_seeds_are_numbers_of_64_bits() -> None:
    assert [xorshift.checked(seed) for seed in (0, 2**64 - 1)] == [0, 2**64 - 1]
    assert type(xorshift.checked(np.uint64(7))) is int  # type: ignore[arg-type] # a number too
    for seed in (-1, 2**64, 0.5, "7"):
        with pytest.raises(ArrayError, match=rf"the seed is {seed!r}; .* from 0 to 18446744073709"):
            xorshift.checked(seed)  # type: ignore[arg-type] # some are no numbers
