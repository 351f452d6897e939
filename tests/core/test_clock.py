"""Time: what limits there are, and who loses by them."""

from __future__ import annotations

import time
from typing import Any

import pytest

from noughts import MissingExtraError, PlayerError, TimeLimits, TooLargeError
from noughts.core import Clock
from noughts.core.clock import TOLERANCE, lost_by


def test_the_time_for_a_move_is_the_lesser_of_both_limits() -> None:
    assert Clock().for_move is None
    assert Clock().left is None
    assert Clock(TimeLimits(move=3)).for_move == 3
    clock = Clock(TimeLimits(move=3, game=5))
    clock.spend(3, "it")
    assert (clock.for_move, clock.left) == (2, 2)
    clock.spend(2 + TOLERANCE / 2, "it")
    assert (clock.for_move, clock.left) == (0, 0)


def test_who_takes_longer_has_lost_but_a_tenth_of_a_second_is_left_to_it() -> None:
    clock = Clock(TimeLimits(move=1))
    clock.spend(1 + TOLERANCE, "it")
    with pytest.raises(PlayerError, match=r"^it has thought for 1\.2 s; the limit is 1 s$"):
        clock.spend(1.2, "it")
    clock = Clock(TimeLimits(game=1))
    clock.spend(0.6, "it")
    with pytest.raises(
        PlayerError, match=r"^it has thought for 1\.2 s in this game; the limit is 1 s"
    ):
        clock.spend(0.6, "it")


def test_a_block_is_timed() -> None:
    clock = Clock(TimeLimits(move=0.01))
    with pytest.raises(PlayerError, match="it has thought"), clock.running("it"):
        time.sleep(0.01 + 2 * TOLERANCE)
    assert clock.used > TOLERANCE


@pytest.mark.parametrize("given", [0, -1, float("nan"), float("inf"), "5", True, 1e9, 1j])
@pytest.mark.parametrize("name", ["move", "game"])
def test_what_is_not_a_time_is_refused(name: str, given: Any) -> None:
    with pytest.raises(PlayerError, match=f"is not a time for a {name}; give seconds, above 0"):
        TimeLimits(**{name: given}).check()
    TimeLimits(**{name: 0.5}).check()


def test_an_error_is_a_reason_unless_it_says_nothing_about_the_player() -> None:
    assert lost_by(PlayerError("it takes\n99"), "it") == "it takes 99"
    assert lost_by(ZeroDivisionError(), "it") == "it raises ZeroDivisionError"
    assert len(lost_by(KeyError("x" * 10**6), "it")) < 1100
    for error in (MissingExtraError("fast"), TooLargeError("9,9,9"), MemoryError()):
        with pytest.raises(type(error)):
            lost_by(error, "it")
