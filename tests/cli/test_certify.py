"""`noughts certify`: writes a proof, and checks one."""

from __future__ import annotations

import re
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from noughts.solver.tables.table import kept_table
from tests.commands import run

PAGE = Path(__file__).parents[2] / "docs/certificates.md"
certify = partial(run, "certify")


def test_a_proof_goes_to_the_output_and_is_accepted_from_the_input() -> None:
    proof = certify()
    assert proof.stdout.splitlines()[:2] == [
        "noughts certificate 1: 3,3,3 X never loses",
        ".../.../... b2",
    ]
    checked = certify("--check", "-", typed=proof.stdout)
    assert (checked.exit_code, checked.stdout) == (0, "Proved: 3,3,3 X never loses.\n")


@pytest.mark.parametrize(
    ("arguments", "claim"),
    [
        (["--side", "o"], "3,3,3 O never loses"),
        (["2,3,2"], "2,3,2 X wins"),
        (["2,3,2,misere"], "2,3,2,misere O wins"),  # the side that can
        (["3,3,3,misere", "--side", "x"], "3,3,3,misere X never loses"),
    ],
)
def test_a_proof_in_a_file_is_checked(arguments: list[str], claim: str, tmp_path: Path) -> None:
    file = str(tmp_path / "proof")
    written = certify(*arguments, "-o", file)
    checked = certify("--check", file)
    digest = sha256(Path(file).read_bytes()).hexdigest()
    told = f"SHA-256 of the certificate: {digest}\n"
    assert (written.stdout, written.stderr) == ("", told)
    assert (checked.stdout, checked.stderr) == (f"Proved: {claim}.\n", told)


def test_a_proof_with_a_losing_move_is_refused_with_the_game(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    proof = certify("--side", "o").stdout
    assert ".../.../..X b2" in proof
    file.write_text(proof.replace(".../.../..X b2", ".../.../..X c2"))
    refused = certify("--check", str(file))
    assert refused.exit_code == 1
    assert refused.stderr == f"Error: {file} proves nothing: O loses: c3 b3 b2 a1 c1 b1 c2\n"


def test_the_verdict_on_a_proof_needs_no_table_that_can_be_read(
    tmp_path: Path, own_tables: Path
) -> None:
    file = tmp_path / "proof"
    file.write_text(certify("--side", "o").stdout.replace(".../.../..X b2", ".../.../..X c2"))
    own_tables.mkdir()
    (own_tables / "3,3,3.table").write_bytes(b"something else")
    kept_table.cache_clear()
    refused = certify("--check", str(file))
    assert refused.exit_code == 1
    assert f"{file} proves nothing: line " in refused.stderr


def test_a_side_that_loses_gets_no_proof_and_no_file(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    refused = certify("2,3,2", "--side", "o", "-o", str(file))
    assert refused.exit_code == 2
    assert "O loses 2,3,2: X wins it" in refused.stderr
    assert not file.exists()


@pytest.mark.parametrize("arguments", [["3,3,3"], ["--side", "x"]])
def test_a_check_takes_nothing_but_the_file(arguments: list[str]) -> None:
    refused = certify("--check", "-", *arguments, typed="")
    assert refused.exit_code == 2
    assert "--check reads the board and the side from the file; leave out both" in refused.stderr


@pytest.mark.wide
def test_a_board_without_a_table_is_searched_and_its_proof_is_checked(tmp_path: Path) -> None:
    file = str(tmp_path / "proof")
    written = certify("4,4,4", "-o", file)
    digest = written.stderr.split()[-1]
    assert written.stdout == ""
    assert re.search(rf"^\| 4,4,4 \|.* `{digest}` \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert certify("--check", file).stdout == "Proved: 4,4,4 drawn, X by strategy stealing.\n"
    proof = Path(file).read_text()
    Path(file).write_text(proof.replace("a1 weights", "a1 b1 weights weights"))
    refused = certify("--check", file)
    assert refused.exit_code == 1
    assert (
        f"{file} proves nothing: line 2: 'a1 b1 weights weights' does not stop X" in refused.stderr
    )


def test_a_board_that_is_reflected_needs_no_search() -> None:
    proof = certify("8,8,3,misere", "--side", "o")
    assert proof.stdout == "noughts certificate 2: 8,8,3,misere O never loses\nreflect\n"


@pytest.mark.wide
def test_in_misere_boards_and_positions_are_searched_and_proved(tmp_path: Path) -> None:
    file = str(tmp_path / "proof")
    assert certify("3,5,4,misere", "-o", file).stdout == ""
    assert certify("--check", file).stdout == "Proved: 3,5,4,misere drawn.\n"
    solved = ["solve", "4,4,4,misere", "X.../..../..../....", "--certificate", file]
    assert "O to move draws" in run(*solved).stdout
    assert certify("--check", file).stdout == "Proved: 4,4,4,misere after a1: drawn.\n"


@pytest.mark.wide
@pytest.mark.parametrize(
    ("board", "claim"),
    [("4,4,4", "4,4,4 drawn, X by strategy stealing"), ("2,3,2", "2,3,2 X wins")],
)
def test_solve_writes_the_proof_of_what_it_prints(board: str, claim: str, tmp_path: Path) -> None:
    file = str(tmp_path / "proof")
    solved = run("solve", board, "--certificate", file)
    assert solved.exit_code == 0
    assert "X to move" in solved.stdout
    assert certify("--check", file).stdout == f"Proved: {claim}.\n"


@pytest.mark.traced
@pytest.mark.wide
def test_solve_writes_no_proof_of_what_it_leaves_open(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    limited = ["solve", "5,5,4", "--nodes", "1", "--certificate", str(file)]
    solved = run(*limited)
    assert "it is not known which" in solved.stdout
    assert solved.exit_code == 2
    assert "has not settled the value of 5,5,4" in solved.stderr
    assert not file.exists()


@pytest.mark.parametrize(
    ("position", "claim"),
    [
        ("XO./.../...", "3,3,3 after a1 b1: X wins"),
        (".../.X./...", "3,3,3 after b2: drawn"),
        ("2,3,2 X../.O.", "2,3,2 after a1 b2: X wins"),
        ("2,4,2,misere X.../..O.", "2,4,2,misere after a1 c2: O wins"),
    ],
)
def test_positions_are_proved_by_certify_and_by_solve(
    position: str, claim: str, tmp_path: Path
) -> None:
    file = tmp_path / "proof"
    solved = run("solve", *position.split(), "--certificate", str(file))
    assert solved.exit_code == 0
    assert certify("--check", str(file)).stdout == f"Proved: {claim}.\n"
    assert certify(*position.split()).stdout == file.read_text()


def test_solve_proves_that_neither_side_loses_a_drawn_board(tmp_path: Path) -> None:
    file = str(tmp_path / "proof")
    run("solve", "--certificate", file)
    assert certify("--check", file).stdout == "Proved: 3,3,3 drawn.\n"


def test_a_game_that_is_over_gets_no_proof() -> None:
    refused = certify("XXX/OO./...")
    assert refused.exit_code == 2
    assert "needs no proof: the game is over, X wins" in refused.stderr


@pytest.mark.wide
def test_a_position_of_a_larger_board_is_searched_and_proved(tmp_path: Path) -> None:
    file = str(tmp_path / "proof")
    position = ["4,4,4", "XXX./OO../..../...."]
    assert certify(*position, "-o", file).stdout == ""
    assert certify("--check", file).stdout == "Proved: 4,4,4 after a1 a2 b1 b2 c1: drawn.\n"
    assert certify(*position, "--side", "x").stdout.startswith(
        "noughts certificate 2: 4,4,4 after a1 a2 b1 b2 c1: X never loses\n"
    )
