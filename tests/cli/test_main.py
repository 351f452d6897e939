"""The command `noughts`: what it offers, answers and refuses, and what it does not import."""

import errno
import json
import os
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

import noughts
from noughts import store
from noughts.cli.command import COMMANDS, GROUPS, OTHER_NAMES
from noughts.cli.main import _show, main
from noughts.solver.counting.perft import PlyCount
from tests.commands import alone, good, lines, refused, run, told


def test_the_version_is_the_packages() -> None:
    assert run("--version").stdout == f"noughts, version {noughts.__version__}\n"


def test_help_lists_every_command_with_its_own_summary() -> None:
    listed = " ".join(run("--help").stdout.split())
    for name, summary in COMMANDS.items():
        assert f"{name} {summary}" in listed
        assert summary in " ".join(run(name, "--help").stdout.split())


def test_without_a_command_the_whole_help_is_shown() -> None:
    assert run().output == run("--help").output


def test_an_unknown_command_is_refused() -> None:
    assert "No such command 'fly'" in refused("fly")


def test_a_misspelt_command_is_told_what_it_may_be() -> None:
    assert "No such command 'slove'. Did you mean solve or serve?" in run("slove").stderr
    assert "No such command 'tournament'. Did you mean versus?" in run("tournament").stderr
    assert {*OTHER_NAMES.values()} <= {*COMMANDS}


def test_a_board_is_taken_or_told_how_it_is_named() -> None:
    there = run("perft", "2,2,2").stdout
    assert run("perft", "--board", "2,2,2").stdout == run("perft", "--board=2,2,2").stdout == there
    assert "No such option '--board'" in refused("perft", "--board")
    for words in ("puzzle 4,4,4", "emit c 4,4,4", "learn q 4,4,4"):
        assert "; a board is named by --board 4,4,4" in refused(*words.split())


def test_an_option_in_the_place_of_a_command_is_refused() -> None:
    assert "No such option '--port'" in run("--", "--port=9").stderr
    assert "No such command '--play'. Did you mean play?" in run("--", "--play").stderr


def test_help_lists_the_commands_in_groups_and_answers_to_h() -> None:
    shown = run("-h").stdout
    assert shown == run("--help").stdout
    assert [shown.index(f"{title}:") for title in GROUPS] == sorted(
        shown.index(f"{title}:") for title in GROUPS
    )
    assert "Show this message" in run("solve", "-h").stdout


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]])
def test_nothing_is_imported_that_the_answer_does_not_need(arguments: list[str]) -> None:
    listing = (
        "import sys; from noughts.cli.main import main; "
        "main(sys.argv[1:], standalone_mode=False); "
        "print(*sys.modules, file=sys.stderr)"
    )
    loaded = set(alone("-c", listing, *arguments).stderr.split())
    assert "noughts.cli.main" in loaded
    heavy = {"numpy", "numba", "rich", "starlette"}
    assert not loaded & (heavy | {"noughts.players", "noughts.solver.tables.table"})


def test_the_package_runs_as_a_module() -> None:
    assert alone("-m", "noughts", "--version").stdout == run("--version").stdout


def test_solve_answers_in_words() -> None:
    answer = lines("solve", "XO./.X./..O")
    assert answer[1] == " 1   X  │  O  │ D5"
    assert answer[-3:] == [
        "X to move wins in 3 plies.",
        "Best moves: a2 a3",
        "Best play:  a2 c1 c2",
    ]


def test_solve_counts_a_single_ply_as_one() -> None:
    assert "X to move wins in 1 ply." in lines("solve", "XX./OO./...")


def test_solve_says_how_a_finished_game_ended() -> None:
    assert lines("solve", "XXX/OO./...")[-1] == "The game is over: X wins."


def test_solve_prints_one_json_object() -> None:
    (line,) = lines("solve", "XX./OO./..X", "--json")
    assert json.loads(line) == {
        "position": "XX./OO./..X",
        "board": "3,3,3",
        "value": 1,
        "lower": 1,
        "upper": 1,
        "remoteness": 1,
        "best_moves": [2, 5],
        "line": [5],
        "moves": [
            {"cell": 2, "value": 1, "remoteness": 3},
            {"cell": 5, "value": 1, "remoteness": 1},
            {"cell": 6, "value": -1, "remoteness": 2},
            {"cell": 7, "value": -1, "remoteness": 2},
        ],
        "nodes": None,
        "seconds": None,
    }


def test_solve_prints_no_moves_of_a_finished_game_in_json() -> None:
    answer = told("solve", "XXX/OO./...")
    assert (answer["value"], answer["remoteness"]) == (-1, 0)
    assert answer["best_moves"] == answer["moves"] == answer["line"] == []


def test_solve_takes_the_board_and_the_position_in_either_order() -> None:
    assert told("solve", "2,3,2")["value"] == 1
    forward = lines("solve", "3,3,3,misere", "X../.../...", "--json")
    assert forward == lines("solve", "X../.../...", "3,3,3,misere", "--json")
    assert json.loads(forward[0])["value"] == 1
    assert told("solve")["position"] == ".../.../..."


def test_a_full_row_is_no_move() -> None:
    assert good("show", "1,3,3", "XOX") == good("show", "1,3,3", "a1", "b1", "c1")


@pytest.mark.parametrize("command", ["solve", "show", "certify"])
def test_moves_stand_for_the_position_that_they_lead_to(command: str) -> None:
    rows = good(command, "2,3,3", "O../.X.")
    assert good(command, "2,3,3", "b2", "a1") == good(command, "b2 A1", "2,3,3") == rows
    assert "move 2, 'b2': the cell is taken" in refused(command, "b2", "b2")
    falling = good(command, "3,2,2,gravity", "../../.X")
    assert good(command, "3,2,2,gravity", "b") == falling
    assert "is not 2 rows of 3 cells" in refused(command, "2,3,3", "b")


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["9,9,5"], "9,9,5 has 81 cells; the search takes boards of up to 64"),
        (["XXO"], "'XXO' is not 3 rows of 3 cells; the empty board is .../.../..."),
        (["XX./.../..."], "2 X and 0 O; turns alternate"),
        (["XXX/OO./O.."], "play cannot reach XXX/OO./O..: X has a line (cells 0, 1, 2), but O"),
        (["3,3,3", "4,3,3"], "give at most one board and one position"),
        (["b2", "O../.X./..."], "give at most one board and one position"),
    ],
)
def test_solve_refuses_with_the_reason(arguments: list[str], answer: str) -> None:
    assert answer in refused("solve", *arguments)


def test_perft_prints_a_row_a_ply_and_the_totals() -> None:
    rows = lines("perft")
    assert rows[0].split() == ["ply", "paths", "positions", "x", "wins", "o", "wins", "draws"]
    assert [row.split()[1] for row in rows[1:-1]] == [
        "1", "9", "72", "504", "3,024", "15,120", "54,720", "148,176", "200,448", "127,872",
    ]  # fmt: skip
    assert rows[-1] == "255,168 finished games: 131,184 x wins, 77,904 o wins, 46,080 draws"


@pytest.mark.parametrize(("board", "paths"), [("4,4,4", 20_922_789_888_000), ("1000,1000,5", 1)])
def test_numbers_of_perft_stay_apart_however_many_orders_a_board_has(
    board: str, paths: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = PlyCount(16, paths, 0, paths, paths, 0)
    monkeypatch.setattr("noughts.cli.commands.perft.counts_by_ply", lambda *_: iter([row]))
    head, found, _ = lines("perft", board)
    assert found.split() == ["16", f"{paths:,}", "0", f"{paths:,}", f"{paths:,}", "0"]
    assert len(head) == len(found)


def test_perft_stops_at_a_depth() -> None:
    rows = lines("perft", "15,15,5", "--depth", "2")
    assert rows[3].split()[:2] == ["2", "50,400"]
    assert rows[-1].startswith("0 finished games of up to 2 moves:")


def test_perft_prints_one_json_object() -> None:
    answer = told("perft", "2,2,2,misere")
    assert answer["board"] == "2,2,2,misere"
    assert answer["perft"] == [1, 4, 12, 24]
    assert answer["plies"][-1] == {
        "ply": 3, "paths": 24, "positions": 12, "x_wins": 0, "o_wins": 24, "draws": 0,
    }  # fmt: skip


def test_the_module_is_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["noughts", "--version"])
    with pytest.raises(SystemExit) as leaving:
        runpy.run_module("noughts", run_name="__main__")
    assert leaving.value.code == 0
    assert capsys.readouterr().out == run("--version").stdout


def test_a_shell_can_complete_the_commands() -> None:
    words = {"_NOUGHTS_COMPLETE": "bash_complete", "COMP_WORDS": "noughts ", "COMP_CWORD": "1"}
    answer = CliRunner(env=words).invoke(main, prog_name="noughts").stdout
    assert [line.removeprefix("plain,") for line in answer.split()] == list(COMMANDS)


def test_no_color_takes_the_colours_and_nothing_else() -> None:
    def screen(**environment: str | None) -> str:
        runner = CliRunner(env={"NO_COLOR": None, **environment})
        return runner.invoke(main, ["solve", "XO./.X./..O"], color=True).stdout

    assert "\x1b[" in screen()
    assert screen(NO_COLOR="1") == click.unstyle(screen())


@pytest.mark.wide
def test_versus_prints_exact_results() -> None:
    answer = lines("versus", "perfect", "random")
    assert answer[0] == "perfect:trap against random on 3,3,3, exactly"
    assert answer[3].split() == ["win", "191/192", "=", "99.48%", "866/945", "=", "91.64%"]
    assert answer[5].split() == ["loss", "0.00%", "0.00%"]


def test_versus_prints_the_best_that_never_loses_on_another_board() -> None:
    answer = lines("versus", "perfect", "random", "--board", "3,3,3,misere")
    assert answer[3].split() == ["win", "29/48", "=", "60.42%", "944/945", "=", "99.89%"]
    assert answer[5].split() == ["loss", "0.00%", "0.00%"]


@pytest.mark.no_cover
def test_versus_prints_the_score_of_a_level_as_it_was_asked_for() -> None:
    answer = lines("versus", "random", "level:25%")
    assert answer[0] == "random against level:1/4 on 3,3,3, exactly"
    assert "Score, both sides equally often: 1/4 = 25.00%" in answer


def test_versus_prints_one_json_object() -> None:
    answer = told("versus", "random", "random", "--board", "2,02,2")
    assert answer["board"] == "2,2,2"
    assert answer["first"] == {
        "win": "1", "draw": "0", "loss": "0", "score": "1", "lengths": {"3": "1"},
    }  # fmt: skip
    assert answer["score"] == "1/2"


def test_versus_refuses_a_player_that_cannot_play_the_board() -> None:
    assert "the perfect:trap player cannot play 4,4,4" in refused(
        "versus", "perfect", "random", "--board", "4,4,4"
    )


@pytest.mark.parametrize("command", ["solve", "show"])
def test_an_output_without_box_characters_gets_a_board_all_the_same(command: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    done = alone("-m", "noughts", command, "XO./.X./..O", env=environment, text=False)
    assert b"+---" in done.stdout


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "Error: No space left"),
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), ""),
    ],
)
def test_a_full_disk_is_told_and_a_reader_who_has_gone_is_not(
    error: OSError, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise error

    monkeypatch.setattr("noughts.cli.commands.perft.counts_by_ply", failing)
    result = run("perft")
    assert result.exit_code == 1
    assert result.stderr.startswith(message)
    assert bool(result.stderr) == bool(message)


@pytest.mark.parametrize("name", ["stdin", "stdout"])
def test_a_closed_input_or_output_is_an_error_of_one_line(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = {"stdin": sys.stdin, "stdout": sys.stdout, "stderr": sys.stderr, name: None}
    closed = SimpleNamespace(**streams)
    monkeypatch.setattr("noughts.cli.main.sys", closed)
    result = run("play")
    assert result.exit_code == 1
    assert result.stderr == "Error: standard input and output must be open\n"


@pytest.mark.traced
@pytest.mark.wide
def test_show_takes_the_board_as_solve_does() -> None:
    assert "on the board 4,3,3" in run("show", "4,3,3", "X../.../.../...").stdout
    assert run("show", "4,4,4").exit_code == 2


@pytest.mark.wide
def test_a_warning_is_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    environment = os.environ | {"NOUGHTS_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    command = ("-m", "noughts", "pack", str(tmp_path / "store"), "--to", "pair")
    done = alone(*command, env=environment, input="0\n", timeout=300)
    (warned,) = [line for line in done.stderr.splitlines() if "Warning" in line]
    assert warned.startswith(f"Warning: compiled code is not kept in {tmp_path.resolve()}, and is")
    assert len(store.read(tmp_path / "store")) == 1


def test_a_warning_has_no_place_in_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    _show("the folder is open to others", UserWarning, "cache.py", 7)
    assert capsys.readouterr().err == "Warning: the folder is open to others\n"
