"""Certificates of form 2: what is accepted is true, and what each line proves is so.

The oracle knows nothing of zones: it plays a game in which the other side owns whatever is outside
one. Forged files are accepted only where the claim is true all the same.
"""

from __future__ import annotations

import random
import runpy
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import ProofError, Rules
from noughts.core.bits import cells_of
from noughts.core.notation import cell_name
from noughts.core.symmetry import symmetries
from noughts.solver.proof import tree_checker
from noughts.solver.proof.certificate import check as read
from noughts.solver.proof.tree_checker import Board, CertificateError, Checker, check
from noughts.solver.tables.table import table
from tests import oracle
from tests.solver.proof.forging import CLAIMS, FILES, HEAD, TRAPS, WORDS, forged, is_true
from tests.strategies import board_of

CHECKER = Path(tree_checker.__file__)
SMALL = ["3,3,3-O", "4,3,3-X", "3,4,4-O", "3,3,2-X", "2x2x2,2-X", "3,4,3,torus-X", "4,4,4"]
POSITIONS = [name for name in FILES if "after" in name]


def refusal(lines: Sequence[str]) -> str:
    """Why a file is refused; empty where it is accepted."""
    try:
        check(lines)
    except CertificateError as error:
        return str(error)
    return ""


# What is accepted.


@pytest.mark.no_cover
@pytest.mark.parametrize("name", FILES)
def test_files_that_were_written_once_are_read(name: str) -> None:
    claim = FILES[name][0].removeprefix(HEAD).strip()
    assert check(FILES[name]) == claim == read(FILES[name], table)
    assert "misere" in claim or name in POSITIONS or is_true(claim)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("name", POSITIONS)
def test_what_files_of_positions_claim_is_so(name: str) -> None:
    assert is_true(FILES[name][0].removeprefix(HEAD).strip())


@pytest.mark.parametrize("board", ["2,2,2", "2,3,2", "1,6,3", "2x2x2,2", "2,4,2"])
def test_by_reflection_the_second_player_never_loses_in_misere(board: str) -> None:
    of = board_of(Rules.parse(f"{board},misere"))
    assert check([f"{HEAD}{board},misere O never loses\n", "reflect\n"])
    assert oracle.worth(oracle.empty(of), of).value <= 0


class Watched(Checker):
    """A checker that keeps what each of its lines has proved."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.seen: list[tuple[int, int, int]] = []
        super().__init__(lines)

    def stops(self, *where: Any) -> tuple[int, ...]:
        """The same, and what was proved of which dead cells."""
        rest = super().stops(*where)
        self.seen.append((rest[0], rest[1], where[2]))
        return rest


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "name",
    ["3,3,3-O", "3,4,4-O", "4,3,3-X", "3,4,3,torus-X", "4,3,3 after a3 a4 b4", "2,5,3 after e1"],
)
def test_each_line_holds_whatever_the_other_side_owns_outside_its_zone(name: str) -> None:
    watched = Watched(FILES[name])
    assert watched.seen
    for zone, stones, dead in dict.fromkeys(watched.seen):
        assert survives(watched.board, zone, stones, dead, watched.winning)


def survives(board: Board, zone: int, stones: int, dead: int, winning: bool) -> bool:
    """Whether my side moves in the zone and holds; the other owns all else, and may pass."""
    to_stop = [line for line in board.lines if not line & dead]

    @cache
    def holds(mine: int, yours: int, my_move: bool) -> bool:
        if any(not line & ~mine for line in board.lines):
            return True
        if any(not line & ~yours for line in to_stop):
            return False
        free = zone & ~(mine | yours)
        if not free:
            return not winning
        cells = [1 << cell for cell in cells_of(free)]
        if my_move:
            return any(holds(mine | cell, yours, False) for cell in cells)
        return holds(mine, yours, True) and all(holds(mine, yours | cell, True) for cell in cells)

    return holds(stones, board.all & ~(zone | stones), True)


# What is refused.


def try_forged(names: Sequence[str], files: int, seed: int) -> tuple[int, int]:
    """How many forged files were refused, and how many are true all the same."""
    chance, refused, accepted = random.Random(seed), 0, 0
    for _ in range(files):
        lines = forged(FILES[chance.choice(names)], chance)
        try:
            claim = check(lines)
        except CertificateError:
            refused += 1
            continue
        accepted += 1
        assert is_true(claim), "".join(lines)
    return refused, accepted


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("name", SMALL)
def test_forged_files_prove_nothing_that_is_false(name: str) -> None:
    refused, accepted = try_forged([name], 150, seed=7)
    assert refused > accepted


@pytest.mark.wide
@pytest.mark.no_cover
def test_forged_files_of_positions_prove_nothing_that_is_false() -> None:
    refused, accepted = try_forged(POSITIONS, 1500, seed=8)
    assert refused > 1000
    assert accepted > 20


@pytest.mark.longer
def test_a_hundred_thousand_forged_files_prove_nothing_that_is_false() -> None:
    refused, accepted = try_forged([name for name in FILES if "misere" not in name], 10**5, seed=1)
    assert refused > 50_000
    assert accepted > 1000  # such as a line too many, or an image that is as good


@pytest.mark.no_cover
@given(st.data())
def test_text_is_refused_or_true(data: st.DataObject) -> None:
    words = st.sampled_from([*WORDS, " a1", " b1", "a2 b2", "c1"])
    line = st.lists(words, max_size=4).map(lambda some: " ".join(some) + "\n")
    claim = HEAD + data.draw(st.sampled_from(CLAIMS)) + "\n"
    lines = [claim, *data.draw(st.lists(line, max_size=8))]
    assert refusal(lines) or is_true(claim.removeprefix(HEAD).strip())


@pytest.mark.no_cover
@pytest.mark.parametrize("name", [name for name in FILES if len(FILES[name]) > 1])
def test_a_file_that_is_cut_off_anywhere_is_refused(name: str) -> None:
    text = "".join(FILES[name])
    for length in range(0, len(text), 1 if len(text) < 200 else 23):
        assert refusal(text[:length].splitlines(keepends=True)), text[:length]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["3,3,3-O", "4,3,3-X", "4,4,4"])
def test_no_line_may_be_missing(name: str) -> None:
    lines = FILES[name]
    for number in range(1, len(lines)):
        assert refusal([*lines[:number], *lines[number + 1 :]]) or lines[number].strip()[-1] in "=/"


def test_weights_are_counted_to_the_last_bit() -> None:
    """On 1,5,3 X has c1: after a1 two lines weigh 1/4 each, and before it three do."""
    lines = [f"{HEAD}1,5,3 O never loses\n", "c1 weights\n"]
    lines += ["a1 c1\n", "b1 c1\n", "d1 c1\n", "e1 c1\n"]
    assert not refusal(lines)
    lines[1] = "c1 a1 weights\n"
    assert refusal(lines) == "line 2: 'c1 a1 weights' does not stop X after c1 a1"


EDITS = {
    "no claim": ("", "line 1: '' is not a claim on up to 64 cells"),
    "other form": ("noughts certificate 3: 3,3,3 O never loses\n", "line 1: .* is not a claim"),
    "too large": (f"{HEAD}9,9,5 O never loses\n", "line 1: .* is not a claim on up to 64 cells"),
    "too wide": (f"{HEAD}2,27,2 X wins\n", "is not a claim on up to 64 cells, a-z"),
    "no line": (f"{HEAD}3,3,4 O never loses\n", "is not a claim"),
    "wrong torus": (f"{HEAD}2x2x2,2,torus X wins\n", "is not a claim"),
    "stolen from O": (f"{HEAD}3,3,3 O never loses by strategy stealing\n", "is not a claim"),
    "stolen in misere": (
        f"{HEAD}4,4,3,misere X never loses by strategy stealing\nreflect\n",
        "line 1: .* is not a claim",
    ),
    "X reflects": (f"{HEAD}4,4,3,misere X never loses\nreflect\n", "proves that O never loses"),
    "odd reflection": (f"{HEAD}3,3,3,misere O never loses\nreflect\n", "an even board"),
    "no reflection": (f"{HEAD}4,4,3,misere O never loses\n", "in misere `reflect`"),
    "a position of a drawn board by stealing": (
        f"{HEAD}3,3,3 after b2: drawn, X by strategy stealing\na1 a2\n",
        "line 1: .* is not a claim",
    ),
    "no moves": (f"{HEAD}3,3,3 after: drawn\n", "line 1: .* is not a claim"),
    "a taken cell": (f"{HEAD}3,3,3 after a1 a1: drawn\n", "line 1: 'a1' is not a free cell"),
    "a move of no cell": (f"{HEAD}3,3,3 after a1 d1: drawn\n", "line 1: 'd1' is not a free cell"),
    "two spaces": (f"{HEAD}3,3,3 after a1  b1: drawn\n", "line 1: '' is not a free cell"),
    "no colon": (f"{HEAD}3,3,3 after a1 X wins\n", "line 1: .* is not a claim"),
    "a game that is over": (
        f"{HEAD}3,3,3 after a1 a2 b1 b2 c1: X wins\n",
        "line 1: the game is over after a1 a2 b1 b2 c1",
    ),
    "a game that was over before": (
        f"{HEAD}3,3,3 after a1 a2 b1 b2 c1 c3: O never loses\n",
        "line 1: the game is over after",
    ),
    "the other side moves first": (
        f"{HEAD}3,3,3 after b2: O never loses\na1 b1\n",
        "O moves first",
    ),
    "the side moves too soon": (
        f"{HEAD}3,3,3 after b2: X never loses\n- a1\n",
        "'-' is not a free",
    ),
    "reflection after moves": (
        f"{HEAD}4,4,3,misere after a1 d4: O never loses\nreflect\n",
        "in misere `reflect` proves that O never loses",
    ),
    "a draw by reflection alone": (f"{HEAD}4,4,3,misere drawn\nreflect\n", "in misere `reflect`"),
    "one side of a draw": (
        "".join(FILES["3,3,3 after b2"]).replace("drawn", "X never loses"),
        "line 2: '-' is not a free cell",
    ),
    "half of a draw": (
        "".join(FILES["3,3,3-O"]).replace("O never loses", "drawn"),
        "X moves first",
    ),
    "a line about the other side": (
        f"{HEAD}3,4,4 after a1 d3: drawn\n- weights\nb1 =2\n",
        "line 3: =2 has not been proved",
    ),
    "reflection elsewhere": (f"{HEAD}4,4,3 O never loses\nreflect\n", "'reflect' is not a free"),
    "cut off": (f"{HEAD}3,3,3 O never loses\nb2 a1", "line 2: it is cut off"),
    "no first move": (f"{HEAD}3,3,2 X wins\nb2\n", "X moves first, and its line begins with -"),
    "deep first move": (f"{HEAD}3,3,2 X wins\n - b2\n", "its line begins with -"),
    "taken": (f"{HEAD}3,3,3 O never loses\nb2 b2\n", "line 2: 'b2' is not a free cell"),
    "unknown cell": (f"{HEAD}3,3,3 O never loses\nb2 a9\n", "'a9' is not a free cell"),
    "no answer": (f"{HEAD}3,3,3 O never loses\nb2\n", "'b2' does not stop X after b2"),
    "unknown line": (f"{HEAD}3,3,3 O never loses\nb2 =7\n", "=7 has not been proved"),
    "other digits": ("".join(FILES["3,3,3-O"]).replace("=3", "=\u0663"), "is not a free cell"),
    "own line": (f"{HEAD}3,3,3 O never loses\nb2 =2\n", "=2 has not been proved"),
    "too much": (f"{HEAD}3,3,3 X never loses by strategy stealing\nb2\n", "more than the proof"),
    "empty line": (f"{HEAD}3,3,3 O never loses\n\n", "line 2: '' is not a free cell"),
    "nothing": (f"{HEAD}3,3,3 O never loses\n", "line 2: there is no answer to a1"),
    "a line at once": (f"{HEAD}1,1,1 O never loses\na1\n", "line 2: X has a line: a1"),
    "pair of one": (f"{HEAD}2,2,2 O never loses\na1 pairs b1-b1\n", "'b1' is not a free cell"),
    "half a pair": (f"{HEAD}2,2,2 O never loses\na1 pairs b1-\n", "'' is not a free cell"),
    "words": (f"{HEAD}2,2,2 O never loses\na1 b1 weights more\n", "does not stop X after a1 b1"),
    "a win by weights": (f"{HEAD}4,1,4 X wins\n- a1 weights\n", "does not stop O after a1"),
    "an image too many": (
        "".join(FILES["4,4,4"]).replace("/1\n", "/8\n", 1),
        "has not been proved",
    ),
    "another image": ("".join(FILES["4,4,4"]).replace("/2\n", "/1\n", 1), "proves nothing of"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_wrong_is_refused_with_the_reason(edit: str) -> None:
    text, reason = EDITS[edit]
    with pytest.raises(CertificateError, match=reason):
        check(text.splitlines(keepends=True))
    with pytest.raises(ProofError):
        read(text.splitlines(keepends=True), table)


@pytest.mark.parametrize("trap", TRAPS)
def test_what_could_be_overlooked_is_refused_just_there(trap: str) -> None:
    claim, below, line = TRAPS[trap]
    said = refusal([f"{HEAD}{claim}\n", *below.splitlines(keepends=True)])
    assert said.partition(":")[0] == (f"line {line}" if line else ""), said


def test_a_threat_that_comes_too_late_is_refused() -> None:
    lines = [f"{HEAD}1,4,2 O never loses\n", "a1 d1\n"]
    assert "there is no answer to a1 d1 b1" in refusal(lines)


def test_a_threat_is_worth_nothing_where_the_other_side_has_a_line_first() -> None:
    lines = [f"{HEAD}2,3,2 O never loses\n", "a1 b2\n"]
    assert refusal(lines) == "line 3: X is the first to finish a line after a1 b2"


def test_an_answer_that_finishes_a_line_needs_nothing_below_it() -> None:
    assert check([f"{HEAD}1,2,1 X wins\n", "- a1\n"]) == "1,2,1 X wins"


def test_a_file_of_too_many_lines_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_checker, "MOST_LINES", 20)
    assert refusal(FILES["3,3,3-O"]).startswith("line 21: it is cut off, too long, or one of more")
    monkeypatch.setattr(tree_checker, "MOST_LINES", len(FILES["3,3,3-O"]))
    assert not refusal(FILES["3,3,3-O"])


# The checker by itself.

BOARDS = ["3,3,3", "4,3,3", "2,2,1", "4,4,4,torus", "3,4,12,torus", "2x2x2,2", "3x3x2,3", "4x4x4,4"]


@pytest.mark.no_cover
@pytest.mark.parametrize("text", BOARDS)
def test_the_checker_knows_the_lines_names_and_images_that_the_rules_have(text: str) -> None:
    rules = Rules.parse(text)
    board = Board(list(rules.geometry.sizes), rules.k, "torus" in text)
    assert board.lines == sorted(rules.lines)
    assert board.cells == {cell_name(cell, rules): 1 << cell for cell in range(rules.cells)}
    image = rules.geometry.image
    known = {tuple(1 << image(cell, by) for cell in range(rules.cells)) for by in symmetries(rules)}
    assert board.images[0] == tuple(1 << cell for cell in range(rules.cells))
    assert known.issuperset(board.images)  # a torus has shifts as well
    assert len(known) % len(board.images) == 0


def test_the_checker_runs_by_itself(tmp_path: Path) -> None:
    alone, file = tmp_path / "alone.py", tmp_path / "proof"
    alone.write_text(CHECKER.read_text())
    file.write_text("".join(FILES["6,6,5"]))
    command = [sys.executable, "-I", str(alone), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "proved: 6,6,5 drawn, X by strategy stealing\n"


def test_the_checker_is_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proof"
    file.write_text("".join(FILES["3,3,3-O"]))
    monkeypatch.setattr(sys, "argv", ["tree_checker.py", str(file)])
    runpy.run_path(str(CHECKER), run_name="__main__")
    assert capsys.readouterr().out == "proved: 3,3,3 O never loses\n"
    file.write_bytes(b"".join(line.encode().strip() + b"\r\n" for line in FILES["4,4,4"]))
    runpy.run_path(str(CHECKER), run_name="__main__")
    assert capsys.readouterr().out == "proved: 4,4,4 drawn, X by strategy stealing\n"
    old_mac = tmp_path / "old mac"
    old_mac.write_bytes(file.read_bytes().replace(b"\n", b""))
    file.write_text("nothing")
    for files, said in [
        ([str(file)], "refused: line 1: it is cut off"),
        ([str(old_mac)], "refused: line 1: it is cut off"),
        ([], "name a file: python tree_checker.py FILE"),
        ([str(tmp_path / "missing")], "refused: .*No such file or directory"),
    ]:
        monkeypatch.setattr(sys, "argv", ["tree_checker.py", *files])
        with pytest.raises(SystemExit, match=said):
            runpy.run_path(str(CHECKER), run_name="__main__")
