"""What a table takes, told before it is made: held to the files that are made."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts import Rules
from noughts.core.symmetry import symmetries, transform
from noughts.solver.tables.cost_estimate import cost, set_classes
from noughts.solver.tables.retrograde import write_table

BOARDS = [Rules(1, 1, 1), Rules(2, 2, 2), Rules(3, 3, 3), Rules(2, 3, 2), Rules(1, 6, 2)]
BOARDS += [*map(Rules.parse, ["2x2x2,2", "3,3,3,torus", "1x2x3,2", "2,2,2,wild", "2,3,2,stones=2"])]


@pytest.mark.wide
@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_a_file_has_as_many_bytes_as_was_said_beside_its_first_line(
    rules: Rules, tmp_path: Path
) -> None:
    write_table(rules, tmp_path / "a")
    _, _, rest = (tmp_path / "a").read_bytes().partition(b"\n")
    assert len(rest) == cost(rules).file + 4  # and the check of the line


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_classes_of_sets_are_counted_as_they_are_by_hand(rules: Rules) -> None:
    least = [
        stones
        for stones in range(rules.board + 1)
        if all(transform(stones, by, rules) >= stones for by in symmetries(rules))
    ]
    sizes = [stones.bit_count() for stones in least]
    assert set_classes(rules) == [sizes.count(size) for size in range(rules.cells + 1)]


def test_where_nobody_knows_how_many_processors_there_are_one_is_reckoned_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: None)
    alone = cost(Rules(3, 3, 3)).seconds
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    assert cost(Rules(3, 3, 3)).seconds == alone / 4 > 0
