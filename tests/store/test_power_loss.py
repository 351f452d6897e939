"""Whatever a loss of power leaves of the writes since the last sync, no promised code is lost."""

from __future__ import annotations

import random
from typing import Any

import pytest

from noughts import TICTACTOE
from noughts.codecs.packing import Packing
from noughts.errors import StoreError
from noughts.store.file_layout import Header
from noughts.store.reader import Store
from tests.store.disks import (
    SMALL,
    Memory,
    after_losses,
    created,
    reopened,
    some_codes,
)
from tests.tools import longer

pytestmark = pytest.mark.no_cover

HEADERS = [
    SMALL,
    Header.of("canonical", TICTACTOE, Packing.plain(10), 8),
    Header.of("base3", TICTACTOE, None, 32),
]


def session(whole: bytes, header: Header, counts: list[int]) -> Memory:
    """Write so many codes, a sync after each count; a file is created if there is none."""
    disk, writer = reopened(whole) if whole else created(header)
    for count in counts:
        end = len(writer) + count
        writer.write_codes(some_codes(end)[len(writer) :])
        writer.sync()
        disk.promise(end)
    writer.close()
    return disk


def held(whole: bytes, promised: int) -> int:
    """How many codes a file holds; it is as it was at some moment, not before the last promise."""
    try:
        store = Store(Memory(whole))
    except StoreError:
        assert promised == 0  # of a file that was being created nothing need be there
        return 0
    assert promised <= len(store)
    assert store.missing is None
    assert store[:].tolist() == some_codes(len(store))
    assert all("copy of its commit" in damage for damage in store.damage() if damage)
    return len(store)


@pytest.mark.parametrize("header", HEADERS, ids=str)
def test_a_file_is_as_it_was_at_some_moment_since_the_last_sync(header: Header) -> None:
    seen = set()
    disk = session(b"", header, [3, 1, 20, header.full, 2])
    for left, promised in after_losses(b"", disk.log, seed=1):
        seen.add(held(left, promised))
    assert {0, 3, 4, 24, 24 + header.full, 26 + header.full} <= seen
    before = disk.whole
    counts = [len(Store(disk))]
    disk = session(before, header, [1, 2, header.full])
    for left, promised in after_losses(before, disk.log, seed=2):
        assert held(left, promised) >= counts[0]


@pytest.mark.parametrize(
    "seed",
    [
        0,
        *(pytest.param(seed, marks=pytest.mark.wide) for seed in range(1, 10)),
        *longer(*range(10, 20)),
    ],
)
def test_after_any_loss_a_writer_goes_on_and_may_lose_power_in_turn(seed: int) -> None:
    chance = random.Random(seed)
    whole, promised = b"", 0
    for _ in range(10):
        counts = [chance.randrange(25) for _ in range(chance.randrange(1, 4))]
        disk = session(whole, SMALL, counts)
        states = [*after_losses(whole, disk.log, seed, samples=4)]
        for left, promise in chance.sample(states, min(len(states), 60)):
            held(left, max(promise, promised))
        left, promise = chance.choice(states[-100:])  # creating a file has by far the most
        promised = max(promise, promised)
        whole = left if held(left, promised) else b""
    assert promised > 50


def test_a_writer_that_commits_before_it_syncs_would_be_found_out() -> None:
    """A commit that is written before the codes that it counts are on the disk."""

    class Hasty(Memory):
        def sync(self) -> None:
            pass

    disk, writer = created(SMALL)
    disk.__class__ = Hasty
    writer.write_codes(some_codes(33))
    writer.close()
    wrong = []
    for left, _ in after_losses(b"", disk.log, seed=1):
        try:
            store: Any = Store(Memory(left))
        except StoreError:
            continue
        wrong += [store.missing or any(store.damage())]
    assert any(wrong)
