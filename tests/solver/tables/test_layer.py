"""The compiled loops of the strong solution, and what they depend on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from noughts.solver.tables.file import NEVER

WRITES = """
import sys
from pathlib import Path
from noughts.core.rules import TICTACTOE
from noughts.solver.tables import file

file.NEVER = int(sys.argv[1])

from noughts.solver.tables.retrograde import write_table

write_table(TICTACTOE, Path(sys.argv[2]))
"""


def written(never: int, path: Path) -> bytes:
    """The file of 3x3 by a process that has this for the score of what play cannot reach."""
    subprocess.run([sys.executable, "-c", WRITES, str(never), str(path)], check=True)
    return path.read_bytes()


@pytest.mark.parametrize("never", [NEVER, NEVER - 1])
def test_another_constant_is_another_table_whatever_was_compiled_before(
    tmp_path: Path, never: int
) -> None:
    scores = set(written(never, tmp_path / "file").partition(b"\n")[2][4:-4])
    assert never in written(NEVER - 1, tmp_path / "file")
