"""A table made shard by shard is the table of one process, whatever ends the work meanwhile."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from noughts import NoughtsError, Rules, TableFileError, TooLargeError
from noughts.arrays import Positions
from noughts.core.symmetry import symmetries, transform
from noughts.solver.tables import sharding
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.sharding import assemble, in_threads, write_shards
from noughts.solver.tables.table import Table
from noughts.solver.tables.table_folder import SHARD, Parts, Plan, TableFolder
from noughts.system.folders import Folder, LocalFolder
from tests.tools import COMPILED

FEW = [Rules(2, 3, 2), Rules(2, 2, 2, misere=True), Rules(1, 1, 1), Rules.parse("2,2,2,torus")]
MORE = [Rules(3, 3, 3), Rules.parse("2x2x2,2"), Rules(3, 4, 3)]
BOARDS = [(rules, size) for rules in FEW for size in (1, 30, 1 << 20)]
BOARDS += [(rules, size) for rules in MORE for size in (2000, 1 << 20)] if COMPILED else []
SMALL = Rules(2, 3, 2)
SIZE = 30  # bytes of a shard: a few blocks


class Ended(KeyboardInterrupt):
    """The work is ended from outside."""


class Watched(LocalFolder):
    """A folder that counts what is asked of it, and ends the work before a number of files."""

    def __init__(self, path: Path, most: int = 1 << 30) -> None:
        super().__init__(path)
        self.most, self.read_bytes = most, 0
        self.written: list[str] = []

    def read(self, name: str, at: int, length: int) -> bytes:
        self.read_bytes += length
        return super().read(name, at, length)

    def write(self, name: str, parts: Iterable[Any]) -> None:
        if len(self.written) == self.most:
            raise Ended
        super().write(name, parts)
        self.written.append(name)


def in_turn(function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
    """The last items first: the order says nothing."""
    yield from map(function, reversed([*items]))


def test_what_a_task_has_read_goes_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = []

    class Noted(Parts):
        """Parts of which it is noted whether they are still there."""

        def __init__(self, folder: Folder, plan: Plan) -> None:
            super().__init__(folder, plan)
            left.append(weakref.ref(self))

    monkeypatch.setattr(sharding, "Parts", Noted)
    gc.disable()  # which nothing may wait for: many tasks pass before it looks at what is large
    try:
        write_shards(SMALL, LocalFolder(tmp_path), in_turn, SIZE)
        assert len(left) > 1
        assert [ref for ref in left if ref()] == []
    finally:
        gc.enable()


def test_the_documentation_says_how_large_a_shard_is() -> None:
    page = (Path(__file__).parents[3] / "docs/performance.md").read_text(encoding="utf-8")
    assert f"for shards of {SHARD >> 20} MiB" in page


@pytest.mark.parametrize("text", ["3,3,3", "4,4,4", "5,5,4", "2x2x3,2"])
def test_the_memory_is_that_of_the_shard_that_needs_most(text: str) -> None:
    rules = Rules.parse(text)
    plan, most = Plan(rules), 0
    for stones in range(rules.cells // 2 + 1):
        free = rules.cells - stones
        of_a_block = comb(free, stones) + comb(free, stones + 1)
        blocks = min(plan.blocks[stones], max(1, (1 << 26) // of_a_block))
        before = min(blocks * free, plan.blocks[stones + 1]) * comb(free - 1, stones + 1)
        most = max(most, before + min(before, blocks * of_a_block) + 2 * blocks * of_a_block)
    assert plan.memory(3) == 3 * most + 32 * 2**rules.cells


def in_one_file(rules: Rules, folder: Path) -> bytes:
    write_table(rules, folder / "one")
    return (folder / "one").read_bytes()


def assembled(rules: Rules, folder: Path) -> bytes:
    assemble(TableFolder(LocalFolder(folder), rules), folder.parent / "assembled")
    return (folder.parent / "assembled").read_bytes()


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(("rules", "size"), BOARDS, ids=str)
def test_the_shards_together_are_the_file_of_one_process(
    rules: Rules, size: int, tmp_path: Path
) -> None:
    told: list[tuple[int, int]] = []
    write_shards(rules, LocalFolder(tmp_path / "a"), in_turn, size, lambda *done: told.append(done))
    assert assembled(rules, tmp_path / "a") == in_one_file(rules, tmp_path)
    assert told[-1][0] == told[-1][1]
    assert [*told] == sorted(told)


def test_threads_make_the_same_shards(tmp_path: Path) -> None:
    write_shards(SMALL, LocalFolder(tmp_path / "a"), in_turn, SIZE)
    write_shards(SMALL, LocalFolder(tmp_path / "b"), shard=SIZE)
    files = sorted(each.name for each in (tmp_path / "a").iterdir())
    assert len(files) == 7
    for name in files:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_work_that_was_ended_goes_on_and_does_nothing_twice(tmp_path: Path) -> None:
    whole = Watched(tmp_path / "whole")
    write_shards(SMALL, whole, in_turn, SIZE)
    written: list[str] = []
    while True:
        folder = Watched(tmp_path / "a", most=3)
        try:
            write_shards(SMALL, folder, in_turn, SIZE if not written else 1 << 20)
            break
        except Ended:
            written += folder.written
    assert sorted(written + folder.written) == sorted(whole.written)
    assert assembled(SMALL, tmp_path / "a") == in_one_file(SMALL, tmp_path)
    again = Watched(tmp_path / "a")
    write_shards(SMALL, again, in_turn)
    assert again.written == []


def test_what_is_not_whole_is_done_again(tmp_path: Path) -> None:
    write_shards(SMALL, LocalFolder(tmp_path / "a"), in_turn, SIZE)
    (shard,) = (tmp_path / "a").glob("02-0001")
    right = shard.read_bytes()
    for wrong in (right[:-1], b"", right + b"x"):
        shard.write_bytes(wrong)
        with pytest.raises(TableFileError, match="its file '02-0001' is not finished"):
            TableFolder(LocalFolder(tmp_path / "a"), SMALL)
        write_shards(SMALL, LocalFolder(tmp_path / "a"), in_turn)
        assert shard.read_bytes() == right


@pytest.mark.wide
@pytest.mark.no_cover
def test_a_task_reads_the_blocks_that_its_moves_lead_to_and_few_others(tmp_path: Path) -> None:
    rules = Rules(1, 9, 3)  # with two symmetries, so that sets and their moves lie apart
    write_shards(rules, LocalFolder(tmp_path / "a"), in_turn, 1)
    last = Plan(rules, 1).shards(1)[0]
    (tmp_path / "a" / last.name).unlink()
    folder = Watched(tmp_path / "a")
    folder.gap = 0
    write_shards(rules, folder, in_turn)
    even, _ = Plan(rules, 1).parts(2)
    needed = 8 * (even + 200)  # of at most 8 moves, with the line and the checks
    assert folder.written == [last.name]
    assert folder.read_bytes < needed + (1 << 16)  # for the plan


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", FEW, ids=str)
def test_a_folder_answers_as_a_file_does(rules: Rules, tmp_path: Path) -> None:
    write_shards(rules, LocalFolder(tmp_path / "a"), in_turn, SIZE)
    write_table(rules, tmp_path / "one")
    here, there = Table(rules, tmp_path / "one"), Table(rules, tmp_path / "a")
    assert list(here) == list(there)
    assert len(here) == len(there)
    assert all(here[position] == there[position] for position in here)


def test_a_folder_in_the_cache_is_what_the_library_reads(own_tables: Path) -> None:
    rules = Rules(1, 13, 3) if COMPILED else SMALL
    write_shards(rules, LocalFolder(own_tables / f"{rules}.table"), in_turn, 1 << 12)
    positions = Positions.start(2, rules).play([0, 1])
    assert positions.values().tolist() == [Table(rules)[position].value for position in positions]


def test_every_damaged_byte_is_found_by_whoever_reads_it(tmp_path: Path) -> None:
    rules = Rules(2, 2, 2)
    write_shards(rules, LocalFolder(tmp_path), in_turn, 20)
    for file in sorted(tmp_path.iterdir()):
        right = file.read_bytes()
        # Another size of a shard that leaves all shards as they are changes nothing.
        sizes = range(right.index(b"20"), right.index(b"20") + 2) if file.name == "plan" else ()
        for place in {*range(len(right))}.difference(sizes):
            file.write_bytes(bytes([*right[:place], right[place] ^ 1, *right[place + 1 :]]))
            with pytest.raises(
                TableFileError, match=r"' is damaged|it is for|it has version|not f"
            ):
                [*TableFolder(LocalFolder(tmp_path), rules)]
        file.write_bytes(right)
    assert len([*TableFolder(LocalFolder(tmp_path), rules)]) == len(Table(rules))


def test_a_damaged_shard_is_not_built_upon(tmp_path: Path) -> None:
    write_shards(SMALL, LocalFolder(tmp_path), in_turn, 1)
    shards = [Plan(SMALL, 1).shards(stones) for stones in (2, 1)]
    for shard in shards[1]:
        (tmp_path / shard.name).unlink()
    for shard in shards[0]:
        content = bytearray((tmp_path / shard.name).read_bytes())
        content[len(Plan(SMALL, 1).line(shard))] ^= 1
        (tmp_path / shard.name).write_bytes(content)
    with pytest.raises(
        TableFileError, match=r"02-\d+' is damaged; without that file, 'noughts tab"
    ):
        write_shards(SMALL, LocalFolder(tmp_path), in_turn)


def test_a_plan_of_another_kind_is_refused(tmp_path: Path) -> None:
    write_shards(SMALL, LocalFolder(tmp_path), in_turn, SIZE)
    told = json.loads((tmp_path / "plan").read_text())
    for changed, reason in [
        ({"board": "3,3,3"}, "it is for 3,3,3, not for 2,3,2"),
        ({"version": 2}, "it has version '2'; only version 1 can be read"),
        ({"file": "noughts table"}, "its file 'plan' is damaged"),
        ({"shard": 0}, "its file 'plan' is damaged"),
        ({"shard": "1"}, "its file 'plan' is damaged"),
    ]:
        (tmp_path / "plan").write_text(json.dumps(told | changed))
        for use in (
            lambda: TableFolder(LocalFolder(tmp_path), SMALL),
            lambda: write_shards(SMALL, LocalFolder(tmp_path)),
        ):
            with pytest.raises(TableFileError, match=reason):
                use()


def test_a_folder_without_a_head_is_not_finished(tmp_path: Path) -> None:
    write_shards(SMALL, LocalFolder(tmp_path), in_turn, SIZE)
    (tmp_path / "head").unlink()
    with pytest.raises(TableFileError, match="its file 'head' is not finished"):
        TableFolder(LocalFolder(tmp_path), SMALL)
    write_shards(SMALL, LocalFolder(tmp_path), in_turn)
    assert len(TableFolder(LocalFolder(tmp_path), SMALL)) == len(Table(SMALL))


def test_a_head_of_other_sets_than_the_boards_is_refused(tmp_path: Path) -> None:
    write_shards(SMALL, LocalFolder(tmp_path), in_turn, SIZE)
    head = (tmp_path / "head").read_bytes()[:-4]
    line, _, sets = head.partition(b"\n")
    told = json.loads(line)
    one_more = [told["sets"][0] + 1, *told["sets"][1:]]
    for changed in (
        json.dumps(told | {"sets": one_more}).encode() + b"\n" + sets,
        line + b"\n" + sets + bytes(4),
    ):
        (tmp_path / "head").write_bytes(changed + crc32(changed).to_bytes(4, "little"))
        with pytest.raises(TableFileError, match="its file 'head' has other sets than the board"):
            TableFolder(LocalFolder(tmp_path), SMALL)


def test_a_board_beyond_any_table_is_refused_before_a_folder_is_made(tmp_path: Path) -> None:
    with pytest.raises(TooLargeError, match="6,6,4 has 36 cells"):
        write_shards(Rules(6, 6, 4), LocalFolder(tmp_path / "a"))
    assert not (tmp_path / "a").exists()


def test_a_folder_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="plan"):
        TableFolder(LocalFolder(tmp_path / "a"), SMALL)


def test_results_come_from_threads_and_an_error_ends_them() -> None:
    assert sorted(in_threads(abs, range(-9, 0))) == list(range(1, 10))
    with pytest.raises(NoughtsError, match="three"):
        list(in_threads(refuse_three, range(9)))


def refuse_three(item: int) -> int:
    if item == 3:
        raise NoughtsError("three")
    return item


@pytest.mark.parametrize("rules", [Rules(3, 4, 3), Rules(3, 3, 3)], ids=str)
def test_a_plan_knows_the_moves_of_a_block_and_what_a_shard_reads_at_most(rules: Rules) -> None:
    plan = Plan(rules, 3000)
    for stones in plan.layers:
        sets = [
            sum(1 << cell for cell in each) for each in combinations(range(rules.cells), stones)
        ]
        own = sorted({min(images(mask, rules)) for mask in sets})
        assert len(own) == plan.blocks[stones]
        free, moves = rules.cells - stones, 0
        for x in (stones, stones + 1):  # X to move, and O to move
            moves += comb(free, x) * max(0, free - x)
        assert plan.moves(stones) == moves
        for shard in plan.shards(stones):
            reached = {
                min(images(mask | 1 << cell, rules))
                for mask in own[shard.first : shard.first + shard.blocks]
                for cell in range(rules.cells)
                if not mask >> cell & 1
            }
            if stones < plan.layers[0]:
                needed = len(reached) * plan.parts(stones + 1)[0]
                assert needed <= plan.needed(shard) <= 4 * needed
            else:
                assert plan.needed(shard) == 0


def images(mask: int, rules: Rules) -> set[int]:
    return {transform(mask, by, rules) for by in symmetries(rules)}


def test_two_processors_make_5x5_within_4_gb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert Plan(Rules(5, 5, 4)).memory() < 4 << 30
