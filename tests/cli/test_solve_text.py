"""`noughts solve` beyond the table: what it prints, what its limits leave, and its progress."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts.cli.main import main
from noughts.cli.progress import line_width
from noughts.cli.text import solve as text
from noughts.solver.search import api as search
from noughts.solver.search import plain_python
from noughts.solver.search.limits import Progress, Solution
from tests.commands import refused, run

solve = partial(run, "solve", "4,4,4")

NEARLY_OVER = "XXX./OOO./XOXO/OXO."  # X to move; three cells are free
KEPT = "XOXO/XOXO/OX../...."


@pytest.mark.wide
@pytest.mark.no_cover
def test_a_value_is_told_with_what_it_took() -> None:
    lines = solve(KEPT).stdout.splitlines()
    assert lines[1] == " 1   X   │  O   │  X   │  O"
    assert lines[-2] == "X to move draws."
    nodes, _, _ = lines[-1].partition(" node")
    assert int(nodes.replace(",", "")) > 0


FALLS = "6,7,4,gravity", "X....../OO..XO./OO..XXO/XX..OOX/XOX.OXO/XXOXOXO"


def test_where_stones_fall_a_search_tells_how_soon_the_game_ends() -> None:
    lines = run("solve", *FALLS, "--line").stdout.splitlines()
    assert lines[-3] == "X to move wins in 11 plies."
    assert lines[-2].startswith("Best play:  c c c c ")
    assert len(lines[-2].split()) == 2 + 11
    assert "nodes in" in lines[-1]
    told = json.loads(run("solve", *FALLS, "--moves", "--json").stdout)
    assert told["remoteness"] == 11
    assert told["nodes"] > 0
    worth = {move["cell"]: move["value"] for move in told["moves"]}
    assert [cell for cell in worth if worth[cell] == told["value"]] == told["best_moves"]


def test_what_a_search_where_stones_fall_does_not_have_is_named(tmp_path: Path) -> None:
    file = str(tmp_path / "proof.txt")
    assert "a certificate cannot take 4,4,4,wild" in refused(
        "solve", "4,4,4,wild", "--certificate", file
    )
    many = "has 40 free cells; where stones fall, certificates are for up to 20"
    assert many in refused("certify", "8,5,4,gravity")
    unsettled = run("solve", *FALLS, "--nodes", "5", "--certificate", file)
    assert "the search has not settled the moves of X....../" in unsettled.stderr
    assert unsettled.exit_code == 2
    proof = run("certify", *FALLS).stdout
    assert proof.startswith("noughts certificate 1: 6,7,4,gravity after ")
    told = run("solve", *FALLS, "--certificate", file)
    assert "X to move wins in 11 plies." in told.stdout
    assert Path(file).read_text() == proof
    assert run("certify", "--check", file).stdout.startswith("Proved: 6,7,4,gravity after ")


@pytest.mark.wide
def test_moves_and_a_line_are_found_on_request() -> None:
    lines = solve("XXX./OOO./..../....", "--moves", "--line").stdout.splitlines()
    assert lines[-4:-1] == ["X to move wins.", "Best moves: d1", "Good play:  d1"]


def test_a_finished_game_is_said_to_be_over() -> None:
    assert solve("XXXX/OOO./..../....").stdout.splitlines()[-1] == "The game is over: X wins."


def test_json_has_null_for_what_was_not_asked_for() -> None:
    said = json.loads(solve(KEPT, "--json").stdout)
    assert (said["position"], said["value"], said["lower"], said["upper"]) == (KEPT, 0, 0, 0)
    assert said["remoteness"] is said["best_moves"] is said["line"] is said["moves"] is None


def test_json_of_a_search_has_the_names_of_a_tables_answer() -> None:
    solved = run("solve", "--json")
    assert list(json.loads(solve(KEPT, "--json").stdout)) == list(json.loads(solved.stdout))


@pytest.mark.parametrize(
    ("arguments", "bounds", "words"),
    [
        ([], (0, 1), "X to move wins or draws; it is not known which."),
        (["X.../..../..../...."], (-1, 1), "O to move wins, draws or loses; nothing was proved."),
    ],
)
def test_a_limit_leaves_the_bounds_that_were_proved(
    arguments: list[str], bounds: tuple[int, int], words: str
) -> None:
    assert solve(*arguments, "--nodes=0", "--memory=1").stdout.splitlines()[-2] == words
    said = json.loads(solve(*arguments, "--nodes=0", "--json", "--moves", "--line").stdout)
    assert said["value"] is said["best_moves"] is said["line"] is None
    assert (said["lower"], said["upper"]) == bounds


def test_a_limit_of_time_is_taken() -> None:
    assert json.loads(solve(KEPT, "--time=60", "--json").stdout)["value"] == 0


@pytest.mark.wide
@pytest.mark.parametrize(("position", "value"), [(KEPT, 0), ("OOO./OOX./.XXO/.XXX", 1)])
def test_misere_is_searched_too(position: str, value: int) -> None:
    result = run("solve", "4,4,4,misere", position, "--json")
    assert json.loads(result.stdout)["value"] == value


@pytest.mark.parametrize("given", ["0", "-1", "257", "1000", "x", "1.5", ""])
def test_what_is_not_a_number_of_threads_is_refused(given: str) -> None:
    result = solve(KEPT, f"--threads={given}")
    assert result.exit_code == 2
    assert "Invalid value for '--threads': " in result.stderr


def test_a_search_in_threads_says_what_one_thread_says() -> None:
    found = [json.loads(solve(KEPT, f"--threads={each}", "--json").stdout) for each in (1, 2)]
    assert found[0]["value"] == found[1]["value"] == 0


@pytest.mark.parametrize("limit", ["--nodes", "--memory"])
def test_a_huge_limit_is_taken_or_refused_in_one_line(limit: str) -> None:
    result = solve(KEPT, limit, "9" * 30, "--json")
    if limit == "--nodes":
        assert json.loads(result.stdout)["value"] == 0
    else:
        assert result.exit_code == 2
        assert "there is not enough memory for 999" in result.stderr


FAR = Progress(1_234_567, 9, -1, 0, 2.4)
COMPILING = Progress(0, 0, 0, 1, 0.0, compiling=True)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Progress]:
    """What a search that takes no time is to tell of itself."""
    tells: list[Progress] = []

    def solve(*_: object, progress: Callable[[Progress], object], **__: object) -> Solution:
        for each in tells:
            progress(each)
        return Solution(0, 0, 1, 0.0)

    monkeypatch.setattr(search, "solve", solve)
    return tells


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """What a search of 4x4 writes to standard output and, a terminal, to standard error."""
    with CliRunner().isolation() as (out, err, _):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        main(["solve", "4,4,4", KEPT], standalone_mode=False)
        return out.getvalue().decode(), err.getvalue().decode()


def test_progress_is_a_line_written_over_itself_and_cleared(
    told: list[Progress], monkeypatch: pytest.MonkeyPatch
) -> None:
    told += [COMPILING, FAR]
    out, err = on_a_terminal(monkeypatch)
    _, *lines = err.split("\r")
    assert lines[0].rstrip() == text.COMPILING
    assert lines[1].rstrip() == "1,234,567 nodes, 9 deep, 2 s; so far: draws or loses"
    assert [len(line) for line in lines] == [line_width()] * 3 + [0]
    assert not lines[2].strip()
    assert "X to move draws." in out


def test_a_terminal_is_left_alone_where_there_is_nothing_to_tell(
    told: list[Progress], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not told
    assert on_a_terminal(monkeypatch)[1] == ""


@pytest.mark.parametrize("option", [[], ["--json"]])
def test_without_a_terminal_one_plain_line_says_that_the_search_compiles(
    told: list[Progress], option: list[str]
) -> None:
    quiet = solve(KEPT, *option)
    assert quiet.stderr == ""
    told += [FAR, COMPILING, COMPILING, FAR]
    result = solve(KEPT, *option)
    assert result.stderr == text.COMPILING + "\n"
    assert result.stdout == quiet.stdout


def test_a_missing_extra_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(plain_python, "PLAIN_NODES", 20)
    said = (
        "20 positions in plain Python leave 3,7,3 open; searches of boards too large for a table "
    )
    assert f"{said}need Numba; install with: " in refused("solve", "3,7,3", status=1)
    assert "need Numba; install with: " in refused("solve", "3,7,3,misere", status=1)


def test_without_a_terminal_a_long_search_says_once_how_far_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = text.ProgressLine()
    for seconds in (0.1, 4.9, 5.0, 6.0):
        line(Progress(nodes=7, depth=3, lower=-1, upper=1, seconds=seconds))
    line.clear()
    said = "7 nodes, 3 deep, 5 s; so far: wins, draws or loses\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("time", ["nan", "-nan", "inf", "-inf", "1e400", "-1", "", "x"])
def test_what_is_not_a_time_is_refused(time: str) -> None:
    result = solve(f"--time={time}")
    assert result.exit_code == 2
    assert "Invalid value for '--time': " in result.stderr
