"""What `make page` makes."""

from pathlib import Path

import pytest

from noughts import TICTACTOE, Position
from noughts.solver.tables.table import table
from noughts.web import generated as page


def test_a_byte_is_value_and_remoteness_at_the_base_3_code() -> None:
    made = page.table_bytes()
    for position in (Position(), Position.parse("XX./OO./..."), Position.parse("XO./.../...")):
        code = sum(position[cell] * 3**cell for cell in range(9))
        value, remoteness = table(TICTACTOE)[position]
        assert divmod(made[code], 16) == (value + 1, remoteness)
    assert made[2] == page.UNREACHABLE  # a single O


@pytest.mark.traced
@pytest.mark.wide
def test_making_writes_what_is_stale(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    for name in page.MADE:
        (tmp_path / name).write_bytes(b"old")
    assert page.stale() == list(page.MADE)
    page.make()
    assert page.stale() == []
