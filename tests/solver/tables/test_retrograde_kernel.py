"""The compiled loops of the strong solution, and what they depend on."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from noughts.core.rules import TICTACTOE
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table_file import NEVER

pytestmark = [pytest.mark.wide, pytest.mark.no_cover]

WRITES = """
import sys
from pathlib import Path
from noughts.core.rules import TICTACTOE
from noughts.solver.tables import table_file

table_file.NEVER = int(sys.argv[1])

from noughts.solver.tables.retrograde import write_table

write_table(TICTACTOE, Path(sys.argv[2]))
"""


def scores(path: Path) -> Counter[int]:
    """The scores in a file of a table of 3x3."""
    head, _, rest = path.read_bytes().partition(b"\n")
    sets = sum(json.loads(head)["sets"])
    return Counter(rest[4 * sets : -4 * (sets + 1)])


def test_another_constant_is_another_table_although_the_old_one_was_compiled(
    tmp_path: Path,
) -> None:
    path = tmp_path / "table"
    write_table(TICTACTOE, path)
    before = scores(path)
    subprocess.run([sys.executable, "-c", WRITES, str(NEVER - 1), str(path)], check=True)
    after = scores(path)
    assert (before[NEVER], before[NEVER - 1]) == (130, 0)
    assert (after[NEVER], after[NEVER - 1]) == (0, 130)
