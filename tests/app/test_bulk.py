"""What the commands on large files share."""

import os
from pathlib import Path

from noughts.app.bulk import part_of


def test_a_device_or_pipe_is_written_to_and_no_file_takes_its_place(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with part_of(str(pipe)) as part:
        assert part == pipe
        os.replace(part, pipe)  # as its callers do
    assert pipe.is_fifo()
