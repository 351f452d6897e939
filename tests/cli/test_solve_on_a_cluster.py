"""`noughts solve --cluster`: what it prints, keeps and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from noughts import Position, Rules
from noughts.solver.search.jobs.search_file import read_search
from tests.commands import run
from tests.tools import longer

pytestmark = pytest.mark.traced


def refused(*words: str) -> str:
    result = run("solve", *words)
    assert result.exit_code == 2
    assert not result.stdout
    return " ".join(result.stderr.split())


def test_what_a_cluster_does_not_have_is_named(tmp_path: Path) -> None:
    on = ["5,5,4", "--cluster", "local:1"]
    assert "--threads 2 is for a search in one process" in refused(*on, "--threads", "2")
    file = str(tmp_path / "proof")
    assert "needs a search in one process" in refused(*on, "--certificate", file)
    assert "needs --cluster, whose search it keeps" in refused("5,5,4", "--resume", file)
    assert "there is no folder" in refused(*on, "--resume", str(tmp_path / "no/where"))


def test_a_board_with_a_table_is_looked_up() -> None:
    result = run("solve", "XX./OO./...", "--cluster", "local:1")
    assert "X to move wins in 1 ply." in result.stdout


@pytest.mark.wide
def test_it_prints_what_one_process_prints_and_goes_on_from_its_file(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="Dask comes with the extra [cluster]")
    line = ["solve", "4,4,4", "XOX./OXO./O.../X...", "--json", "--memory", "1"]
    alone = json.loads(run(*line).stdout)
    line += ["--cluster", "local:1", "--resume", str(tmp_path / "search"), "--moves"]
    first, again = (json.loads(run(*line).stdout) for _ in range(2))
    assert first.keys() == again.keys() == alone.keys()
    assert first["value"] == again["value"] == alone["value"] == 0
    assert first["best_moves"] == again["best_moves"]
    (tmp_path / "search").write_bytes(b"damaged")
    result = run(*line)
    assert result.exit_code == 2
    assert "its checksum is not that of its bytes" in " ".join(result.stderr.split())


# The command, which writes the file after each job and not once a minute.
EAGER = """
from noughts.cli.main import main
from noughts.solver.search.jobs import driver
driver.SECONDS_BETWEEN_WRITES = 0
if __name__ == "__main__":
    main()
"""


@pytest.mark.wide
@pytest.mark.parametrize("number", [signal.SIGINT, *longer(signal.SIGTERM)])
def test_a_signal_leaves_what_was_found_in_the_file(number: int, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="Dask comes with the extra [cluster]")
    file, script = tmp_path / "search", tmp_path / "eager.py"
    script.write_text(EAGER)
    board = Position(rules=Rules(8, 8, 5))
    program = subprocess.Popen(
        [sys.executable, script, "solve", "8,8,5", "--cluster", "local:1", "--resume", file],
        stdout=subprocess.PIPE,
        start_new_session=True,  # so that the signal comes to all it starts, as of a terminal
        # Whoever runs the tests in the background may have it ignored, and all they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        while not (file.exists() and (before := read_search(file, board, 1, 1)).nodes):
            assert program.poll() is None
            time.sleep(0.1)
        os.killpg(program.pid, number)
        said, _ = program.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
    after = read_search(file, board, 1, 1)
    assert after.question
    assert after.nodes >= before.nodes
    assert after.seconds > before.seconds
    if number == signal.SIGINT:
        assert program.returncode == 0
        assert "X to move wins or draws; it is not known which." in said.decode()
    else:
        assert program.returncode == 128 + number
