"""Certificates of form 3: what is accepted is true, and each line proves its position.

A plain search, which knows nothing of pairs, says what a position is worth. Forged files are
accepted only where the claim is true all the same.
"""

from __future__ import annotations

import random
import runpy
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from noughts import ProofError, Rules
from noughts.core.bits import cells_of
from noughts.solver.proof import misere_checker
from noughts.solver.proof.certificate import check as read
from noughts.solver.proof.misere_checker import Board, CertificateError, Checker, check
from noughts.solver.tables.table import table
from tests.solver.proof.forging import FILES, MISERE, forged, is_true
from tests.solver.proof.forging import HEAD_3 as HEAD
from tests.solver.proof.test_tree_checker import BOARDS

CHECKER = Path(misere_checker.__file__)
SMALL = [name for name in MISERE if Rules.parse(name.split()[0].split("-")[0]).cells <= 9]


def refusal(lines: Sequence[str]) -> str:
    """Why a file is refused; empty where it is accepted."""
    try:
        check(lines)
    except CertificateError as error:
        return str(error)
    return ""


# What is accepted.


@pytest.mark.wide
@pytest.mark.parametrize("name", MISERE)
def test_files_that_were_written_once_are_read(name: str) -> None:
    claim = MISERE[name][0].removeprefix(HEAD).strip()
    assert check(MISERE[name]) == claim == read(MISERE[name], table)
    assert name not in SMALL or is_true(claim)


class Watched(Checker):
    """A checker that keeps the positions of which its lines have proved the claim."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.seen: list[tuple[int, int, int]] = []
        super().__init__(lines)

    def stops(self, mine: int, yours: int, game: list[str], depth: int) -> None:
        """The same, and what was proved."""
        super().stops(mine, yours, game, depth)
        self.seen.append((mine, yours, int(self.winning)))


@cache
def worth(board: Board, mine: int, yours: int) -> int:
    """What a position is worth to me, who am to move, without a memory of anything else."""
    best, free = -1, board.all & ~(mine | yours)
    for cell in cells_of(free):
        if not any(not line & ~(mine | 1 << cell) for line in board.lines):
            best = max(best, -worth(board, yours, mine | 1 << cell))
    return best if free else 0


@pytest.mark.no_cover
@pytest.mark.parametrize("name", [name for name in SMALL if "torus" not in name])
def test_each_line_proves_the_claim_of_its_position(name: str) -> None:
    begins = MISERE[name][1].startswith("- pairs")
    watched = Watched(MISERE[name])
    for mine, yours, least in watched.seen[begins:]:  # there the other side may move first
        assert worth(watched.board, mine, yours) >= least


# What is refused.


def try_forged(names: Sequence[str], files: int, seed: int) -> tuple[int, int]:
    """How many forged files were refused, and how many are true all the same."""
    chance, refused, accepted = random.Random(seed), 0, 0
    for _ in range(files):
        lines = forged(MISERE[chance.choice(names)], chance)
        try:
            claim = check(lines)
        except CertificateError:
            refused += 1
            continue
        accepted += 1
        assert is_true(claim), "".join(lines)
    return refused, accepted


@pytest.mark.no_cover
def test_forged_files_prove_nothing_that_is_false() -> None:
    refused, accepted = try_forged(SMALL, 400, seed=7)
    assert refused > 300
    assert accepted > 5  # such as a line too many, or pairs in another order


@pytest.mark.longer
def test_a_hundred_thousand_forged_files_prove_nothing_that_is_false() -> None:
    refused, accepted = try_forged([*MISERE], 10**5, seed=1)
    assert refused > 50_000
    assert accepted > 1000


@pytest.mark.no_cover
@pytest.mark.parametrize("name", SMALL)
def test_a_file_that_is_cut_off_anywhere_is_refused(name: str) -> None:
    text = "".join(MISERE[name])
    for length in range(0, len(text), 1 if len(text) < 200 else 23):
        assert refusal(text[:length].splitlines(keepends=True)), text[:length]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["3,3,3,misere", "3,3,3,misere after a1", "2x2x2,2,misere"])
def test_no_line_may_be_missing(name: str) -> None:
    lines = MISERE[name]
    for number in range(1, len(lines)):
        assert refusal([*lines[:number], *lines[number + 1 :]])


@pytest.mark.no_cover
def test_pairs_prove_nothing_in_any_but_their_own_conditions() -> None:
    """Any change to a set of pairs leaves a line that could be finished, or is as good."""
    claim, line = MISERE["3,5,4,misere-X"]
    words = line.split()
    for at in range(2, len(words)):
        fewer = " ".join(words[:at] + words[at + 1 :]) + "\n"
        assert "does not keep the claim" in refusal([claim, fewer])
        twice = " ".join([*words, words[at]]) + "\n"
        assert "is not a cell to be taken" in refusal([claim, twice])


BOARD = f"{HEAD}3,3,3,misere"
EDITS = {
    "no claim": ("", "line 1: '' is not a claim on up to 64 cells"),
    "normal play": (f"{HEAD}3,3,3 drawn\n", "line 1: .* is not a claim"),
    "other form": ("noughts certificate 4: 3,3,3,misere drawn\n", "line 1: .* is not a claim"),
    "too large": (f"{HEAD}9,9,5,misere drawn\n", "is not a claim on up to 64 cells"),
    "too wide": (f"{HEAD}2,27,2,misere O wins\n", "is not a claim on up to 64 cells, a-z"),
    "no line": (f"{HEAD}3,3,4,misere drawn\n", "is not a claim"),
    "wrong torus": (f"{HEAD}2x2x2,2,torus,misere O wins\n", "is not a claim"),
    "stolen": (f"{BOARD} drawn, X by strategy stealing\n", "is not a claim"),
    "no moves": (f"{BOARD} after: drawn\n", "is not a claim"),
    "a taken cell": (f"{BOARD} after a1 a1: drawn\n", "line 1: 'a1' is not a cell to be taken"),
    "a game that is over": (
        f"{BOARD} after a1 a2 b1 b2 c1: O wins\n",
        "line 1: the game is over after a1 a2 b1 b2 c1",
    ),
    "X reflects": (f"{HEAD}4,4,3,misere X never loses\nreflect\n", "X moves first"),
    "odd reflection": (f"{BOARD} O never loses\nreflect\n", "'reflect' is not a cell"),
    "a win by reflection": (f"{HEAD}4,4,3,misere O wins\nreflect\n", "'reflect' is not a cell"),
    "reflection after moves": (
        f"{HEAD}4,4,3,misere after a1 d4: O never loses\nreflect\n",
        "'reflect' is not a cell",
    ),
    "reflection below": (
        f"{HEAD}4,4,3,misere O never loses\na1 d4\n reflect\n",
        "'reflect'",
    ),
    "cut off": (f"{BOARD} O never loses\nb2 a1", "line 2: it is cut off"),
    "no first move": (f"{BOARD} X never loses\nb2\n", "X moves first, and its line begins with -"),
    "deep first move": (f"{BOARD} X never loses\n - b2\n", "its line begins with -"),
    "deep pairs": (f"{BOARD} O never loses\n - pairs a1-b1\n", "O moves first, and its line"),
    "the other side moves first": (f"{BOARD} O never loses\n- b2\n", "line 2: '-' is not a cell"),
    "a finished line": (
        f"{BOARD} after a1 c3 b1 b3: X never loses\n- c1\n",
        "line 2: 'c1' is not a cell to be taken",
    ),
    "a reply that finishes a line": (
        f"{BOARD} after a1 c3 b1 b3: O never loses\nc1 a2\n",
        "line 2: 'c1' is not a cell to be taken",
    ),
    "no answer": (f"{BOARD} O never loses\nb2\n", "'b2' does not keep the claim after b2"),
    "nothing": (f"{BOARD} O never loses\n", "line 2: there is no answer to a1"),
    "weights": (f"{BOARD} O never loses\nb2 weights\n", "'weights' is not a cell to be taken"),
    "more words": (f"{BOARD} O never loses\nb2 a1 more\n", "does not keep the claim"),
    "too few pairs": (f"{BOARD} O never loses\n- pairs a1-b1\n", "does not keep the claim"),
    "pairs above lines": (f"{BOARD} O never loses\nb2 a1 pairs b1-c1\n a3 c3\n", "does not keep"),
    "half a pair": (f"{BOARD} O never loses\nb2 pairs b1-\n", "'' is not a cell to be taken"),
    "pair of one": (f"{BOARD} O never loses\nb2 pairs b1-b1\n", "'b1' is not a cell to be taken"),
    "a win by pairs": (
        "".join(MISERE["1,9,3,misere"]).replace("drawn", "X wins"),
        "line 2: .* does not keep the claim",
    ),
    "a full board is no win": (f"{HEAD}1,3,3,misere after b1 c1: O wins\na1\n", "does not keep"),
    "unknown line": (f"{BOARD} O never loses\nb2 =7\n", "=7 has not been proved"),
    "own line": (f"{BOARD} O never loses\nb2 =2\n", "=2 has not been proved"),
    "another image": (
        "".join(MISERE["2x2x2,2,misere"]).replace("/", "/4"),
        "has not been|nothing",
    ),
    "a line about the other side": (
        f"{HEAD}1,9,3,misere drawn\n- pairs a1-b1 c1-d1 e1-f1 g1-h1\na1 =2\n",
        "=2 has not been proved",
    ),
    "too much": (f"{HEAD}4,4,3,misere O never loses\nreflect\nreflect\n", "more than the proof"),
    "one side of a draw": (
        "".join(MISERE["3,3,3,misere"]).replace("drawn", "X never loses"),
        "is more than the proof needs",
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_wrong_is_refused_with_the_reason(edit: str) -> None:
    text, reason = EDITS[edit]
    with pytest.raises(CertificateError, match=reason):
        check(text.splitlines(keepends=True))
    with pytest.raises(ProofError):
        read(text.splitlines(keepends=True), table)


def test_a_move_of_no_consequence_stands_for_all_others() -> None:
    """After these moves nobody can finish the first row, so c1 and d1 are alike."""
    lines = [f"{HEAD}2,4,4,misere after a1 b1: O never loses\n"]
    lines += ["d1 pairs a2-b2\n", "a2\n", "b2\n", "c2\n", "d2\n"]
    assert not refusal(lines)
    assert refusal([lines[0], *lines[2:]]) == "line 6: there is no answer to c1"
    assert refusal(lines[:-1]) == "line 6: there is no answer to d2"


def test_all_moves_that_finish_a_line_need_no_answer() -> None:
    assert check([f"{HEAD}1,1,1,misere O wins\n"]) == "1,1,1,misere O wins"
    assert refusal([f"{HEAD}1,1,1,misere X wins\n"]).startswith("line 2: X moves first")


def test_other_forms_do_not_take_these_files() -> None:
    claim = MISERE["1,9,3,misere"][0]
    for form in ("1", "2"):
        with pytest.raises(ProofError):
            read([claim.replace("certificate 3", f"certificate {form}"), "- pairs a1-b1\n"], table)
    assert refusal(FILES["4,4,3,misere-O"])


def test_a_file_of_too_many_lines_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = MISERE["3,3,2,misere"]
    monkeypatch.setattr(misere_checker, "MOST_LINES", 10)
    assert refusal(lines).startswith("line 11: it is cut off, too long, or one of more")
    monkeypatch.setattr(misere_checker, "MOST_LINES", len(lines))
    assert not refusal(lines)


# The checker by itself.


@pytest.mark.parametrize("text", BOARDS)
def test_the_checker_knows_the_board_that_the_other_checker_knows(text: str) -> None:
    from noughts.solver.proof import tree_checker

    rules = Rules.parse(text)
    sizes, torus = list(rules.geometry.sizes), "torus" in text
    one, other = Board(sizes, rules.k, torus), tree_checker.Board(sizes, rules.k, torus)
    assert one.lines == other.lines == sorted(rules.lines)
    assert (one.cells, one.images, one.all) == (other.cells, other.images, other.all)


def test_the_checker_is_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proof"
    file.write_text("".join(MISERE["3,3,3,misere"]))
    monkeypatch.setattr(sys, "argv", ["misere_checker.py", str(file)])
    runpy.run_path(str(CHECKER), run_name="__main__")
    assert capsys.readouterr().out == "proved: 3,3,3,misere drawn\n"
    file.write_text("nothing")
    for files, said in [
        ([str(file)], "refused: line 1: it is cut off"),
        ([], "name a file: python misere_checker.py FILE"),
        ([str(tmp_path / "missing")], "refused: .*No such file or directory"),
    ]:
        monkeypatch.setattr(sys, "argv", ["misere_checker.py", *files])
        with pytest.raises(SystemExit, match=said):
            runpy.run_path(str(CHECKER), run_name="__main__")


def test_the_checker_runs_by_itself(tmp_path: Path) -> None:
    alone, file = tmp_path / "alone.py", tmp_path / "proof"
    alone.write_text(CHECKER.read_text())
    file.write_text("".join(MISERE["4,4,4,misere"]))
    command = [sys.executable, "-I", str(alone), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "proved: 4,4,4,misere drawn\n"
