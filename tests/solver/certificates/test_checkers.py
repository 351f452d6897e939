"""The checkers: short programs that share nothing with the project; what they accept is true.

Beside form 2 stands a game in which the other side owns whatever is outside a zone; beside form 3 a
plain search, which knows nothing of pairs.
Forged files are accepted only where the claim is true all the same.
"""

from __future__ import annotations

import ast
import random
import runpy
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import ProofError, Rules
from noughts.core.bits import cells_of
from noughts.core.cell_names import cell_name
from noughts.core.symmetry import symmetries
from noughts.solver.certificates import misere_checker, strategy_checker, tree_checker
from noughts.solver.certificates.any_form import check as read
from noughts.solver.certificates.tree_checker import Board
from noughts.solver.tables.table import table
from tests.commands import alone
from tests.solver.certificates.forging import (
    CLAIMS,
    FILES,
    FORM_1,
    FORM_2,
    FORM_3,
    HEAD,
    HEAD_3,
    MISERE,
    TRAPS,
    WORDS,
    Form,
    each_form,
    every_form,
    forged,
    is_true,
    joined,
)

SMALL = ["3,3,3-O", "4,3,3-X", "3,4,4-O", "3,3,2-X", "2x2x2,2-X", "3,4,3,torus-X", "4,4,4"]
SMALL_3 = [name for name in MISERE if Rules.parse(name.split()[0].split("-")[0]).cells <= 9]
POSITIONS = [name for name in FILES if "after" in name]
wide = pytest.mark.wide


# What is accepted.


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("form", "name"),
    [*((FORM_2, each) for each in FILES)]
    + [pytest.param(FORM_3, each, marks=wide) for each in MISERE],
)
def test_files_that_were_written_once_are_read(form: Form, name: str) -> None:
    claim = form.files[name][0].removeprefix(form.head).strip()
    assert form.check(form.files[name]) == claim == read(form.files[name], table)
    if name in SMALL_3 or (form is FORM_2 and name not in POSITIONS):
        assert is_true(claim)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("name", POSITIONS)
def test_what_files_of_positions_claim_is_so(name: str) -> None:
    assert is_true(FILES[name][0].removeprefix(HEAD).strip())


REFLECTED = [f"{board},misere O never loses" for board in ("2,2,2", "2,3,2", "1,6,3", "2x2x2,2")]
REFLECTED += ["3,3,3,misere X never loses", "1,3,3,misere drawn", "3,3,3,torus,misere X wins"]


@pytest.mark.parametrize("claim", REFLECTED)
def test_what_reflection_proves_in_misere_is_so(claim: str) -> None:
    second = ["c1 pairs a1-b1\n", "- pairs a1-b1\n"][claim.endswith("drawn") :]
    lines = ["reflect\n", *(second if claim.endswith("drawn") else [])]
    for form in (FORM_2, FORM_3) if claim.endswith("O never loses") else (FORM_3,):
        assert form.check([f"{form.head}{claim}\n", *lines])
    assert is_true(claim)


class Watched(tree_checker.Checker):
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


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "name", [name for name in FILES if len(joined(FILES[name])) < len(FILES[name])]
)
def test_what_follows_in_a_line_proves_what_it_proves_below(name: str) -> None:
    apart, together = Watched(FILES[name]), Watched(joined(FILES[name]))
    assert (together.claim, together.seen) == (apart.claim, apart.seen)


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


class WatchedPairs(misere_checker.Checker):
    """A checker that keeps the positions of which its lines have proved the claim."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.seen: list[tuple[int, int, int]] = []
        super().__init__(lines)

    def stops(self, mine: int, yours: int, game: list[str], depth: int) -> None:
        """The same, and what was proved."""
        super().stops(mine, yours, game, depth)
        self.seen.append((mine, yours, int(self.winning)))


@cache
def worth(board: misere_checker.Board, mine: int, yours: int) -> int:
    """What a position is worth to me, who am to move, without a memory of anything else."""
    best, free = -1, board.all & ~(mine | yours)
    for cell in cells_of(free):
        if not any(not line & ~(mine | 1 << cell) for line in board.lines):
            best = max(best, -worth(board, yours, mine | 1 << cell))
    return best if free else 0


@pytest.mark.no_cover
@pytest.mark.parametrize("name", [name for name in SMALL_3 if "torus" not in name])
def test_each_line_of_form_3_proves_the_claim_of_its_position(name: str) -> None:
    begins = MISERE[name][1].startswith("- pairs")
    watched = WatchedPairs(MISERE[name])
    for mine, yours, least in watched.seen[begins:]:  # there the other side may move first
        assert worth(watched.board, mine, yours) >= least


# What is refused.


def try_forged(form: Form, names: Sequence[str], files: int, seed: int) -> tuple[int, int]:
    """How many forged files were refused, and how many are true all the same."""
    chance, accepted = random.Random(seed), 0
    for _ in range(files):
        lines = forged(form.files[chance.choice(names)], chance)
        if not form.refusal(lines):
            accepted += 1
            assert is_true(form.check(lines)), "".join(lines)
    return files - accepted, accepted


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("form", "names", "files", "least"),
    [
        *(pytest.param(FORM_2, [name], 150, 0, marks=wide) for name in SMALL),
        pytest.param(FORM_2, POSITIONS, 1500, 20, marks=wide),
        (FORM_3, SMALL_3, 400, 5),  # such as a line too many, or pairs in another order
    ],
)
def test_forged_files_prove_nothing_that_is_false(
    form: Form, names: list[str], files: int, least: int
) -> None:
    refused, accepted = try_forged(form, names, files, seed=7)
    assert refused > files // 2
    assert accepted >= least


@pytest.mark.longer
@each_form
def test_a_hundred_thousand_forged_files_prove_nothing_that_is_false(form: Form) -> None:
    names = [name for name in form.files if form is FORM_3 or "misere" not in name]
    refused, accepted = try_forged(form, names, 10**5, seed=1)
    assert refused > 50_000
    assert accepted > 1000  # such as a line too many, or an image that is as good


@pytest.mark.no_cover
@given(st.data())
def test_text_is_refused_or_true(data: st.DataObject) -> None:
    words = st.sampled_from([*WORDS, " a1", " b1", "a2 b2", "c1"])
    line = st.lists(words, max_size=4).map(lambda some: " ".join(some) + "\n")
    claim = HEAD + data.draw(st.sampled_from(CLAIMS)) + "\n"
    lines = [claim, *data.draw(st.lists(line, max_size=8))]
    assert FORM_2.refusal(lines) or is_true(claim.removeprefix(HEAD).strip())


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("form", "name"),
    [(FORM_2, name) for name in FILES if len(FILES[name]) > 1] + [(FORM_3, n) for n in SMALL_3],
)
def test_a_file_that_is_cut_off_anywhere_is_refused(form: Form, name: str) -> None:
    text = "".join(form.files[name])
    for length in range(0, len(text), 1 if len(text) < 200 else 23):
        assert form.refusal(text[:length].splitlines(keepends=True)), text[:length]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("form", "name"),
    [(FORM_2, name) for name in ("3,3,3-O", "4,3,3-X", "4,4,4")]
    + [(FORM_3, name) for name in ("3,3,3,misere", "3,3,3,misere after a1", "2x2x2,2,misere")],
)
def test_no_line_may_be_missing(form: Form, name: str) -> None:
    lines = form.files[name]
    for number in range(1, len(lines)):
        less = [*lines[:number], *lines[number + 1 :]]
        assert form.refusal(less) or (form is FORM_2 and lines[number].strip()[-1] in "=/")


def test_weights_are_counted_to_the_last_bit() -> None:
    """On 1,5,3 X has c1: after a1 two lines weigh 1/4 each, and before it three do."""
    lines = [f"{HEAD}1,5,3 O never loses\n", "c1 weights\n"]
    lines += ["a1 c1\n", "b1 c1\n", "d1 c1\n", "e1 c1\n"]
    assert not FORM_2.refusal(lines)
    lines[1] = "c1 a1 weights\n"
    assert FORM_2.refusal(lines) == "line 2: 'c1 a1 weights' does not stop X after c1 a1"


@pytest.mark.no_cover
def test_pairs_prove_nothing_in_any_but_their_own_conditions() -> None:
    """Any change to a set of pairs leaves a line that could be finished, or is as good."""
    claim, line = MISERE["3,5,4,misere-X"]
    words = line.split()
    for at in range(2, len(words)):
        fewer = " ".join(words[:at] + words[at + 1 :]) + "\n"
        assert "does not keep the claim" in FORM_3.refusal([claim, fewer])
        twice = " ".join([*words, words[at]]) + "\n"
        assert "is not a cell to be taken" in FORM_3.refusal([claim, twice])


# What is wrong, with a semicolon at the end of each line, and the reason that is given.
WRONG = """\
=> line 1: '' is not a claim on up to 64 cells
noughts certificate 3: 3,3,3 O never loses; => line 1: it is of form 3, which misere_checker.py
9,9,5 O never loses; => line 1: .* is not a claim on up to 64 cells
2,27,2 X wins; => is not a claim on up to 64 cells, a-z
3,3,4 O never loses; => is not a claim
2x2x2,2,torus X wins; => is not a claim
3,3,3 O never loses by strategy stealing; => is not a claim
4,4,3,misere X never loses by strategy stealing;reflect; => line 1: .* is not a claim
4,4,3,misere X never loses;reflect; => proves that O never loses
3,3,3,misere O never loses;reflect; => an even board
4,4,3,misere O never loses; => in misere `reflect`
3,3,3 after b2: drawn, X by strategy stealing;a1 a2; => line 1: .* is not a claim
3,3,3 after: drawn; => line 1: .* is not a claim
3,3,3 after a1 a1: drawn; => line 1: 'a1' is not a free cell
3,3,3 after a1 d1: drawn; => line 1: 'd1' is not a free cell
3,3,3 after a1  b1: drawn; => line 1: '' is not a free cell
3,3,3 after a1 X wins; => line 1: .* is not a claim
3,3,3 after a1 a2 b1 b2 c1: X wins; => line 1: the game is over after a1 a2 b1 b2 c1
3,3,3 after a1 a2 b1 b2 c1 c3: O never loses; => line 1: the game is over after
3,3,3 after b2: O never loses;a1 b1; => O moves first
3,3,3 after b2: X never loses;- a1; => '-' is not a free
4,4,3,misere after a1 d4: O never loses;reflect; => in misere `reflect` proves that O never loses
4,4,3,misere drawn;reflect; => in misere `reflect`
3,4,4 after a1 d3: drawn;- weights;b1 =2; => line 3: =2 has not been proved
4,4,3 O never loses;reflect; => 'reflect' is not a free
3,3,3 O never loses;b2 a1 => line 2: it is cut off
3,3,2 X wins;b2; => X moves first, and its line begins with -
3,3,2 X wins; - b2; => its line begins with -
3,3,3 O never loses;b2 b2; => line 2: 'b2' is not a free cell
3,3,3 O never loses;b2 a9; => 'a9' is not a free cell
3,3,3 O never loses;b2; => 'b2' does not stop X after b2
3,3,3 O never loses;b2 =7; => =7 has not been proved
3,3,3 O never loses;b2 =2; => =2 has not been proved
3,3,3 X never loses by strategy stealing;b2; => more than the proof
3,3,3 O never loses;; => line 2: '' is not a free cell
3,3,3 O never loses; => line 2: there is no answer to a1
1,1,1 O never loses;a1; => line 2: X has a line: a1
2,2,2 O never loses;a1 pairs b1-b1; => 'b1' is not a free cell
2,2,2 O never loses;a1 pairs b1-; => '' is not a free cell
2,2,2 O never loses;a1 b1 weights more; => does not stop X after a1 b1
4,3,3 X wins;- b2 b3; => '- b2 b3' does not stop O after b2 b3
4,3,3 X wins;- b2 b3 b2; => line 2: 'b2' is not a free cell
4,3,3 X wins;- b2 b3 a1 c3 a3 -; => does not stop O after b2 b3 a1 c3 a3
4,3,3 X wins;- b2; b3 a1 c3 a3;  a2 =3; => line 4: =3 has not been proved
4,3,3 X wins;- b2; b3 a1 c3 a3;  a2 =0; => line 4: =0 has not been proved
3,4,4 O never loses;a1 b1 pairs c1-d1 a2 b2; => does not stop X after a1 b1
1,3,3 O never loses;a1 b1 c1; => does not stop X after a1 b1
4,1,4 X wins;- a1 weights; => does not stop O after a1
"""
WRONG_IN_MISERE = """\
=> line 1: '' is not a claim on up to 64 cells
3,3,3 drawn; => line 1: .* is not a claim
noughts certificate 4: 3,3,3,misere drawn; => line 1: .* is not a claim
9,9,5,misere drawn; => is not a claim on up to 64 cells
2,27,2,misere O wins; => is not a claim on up to 64 cells, a-z
3,3,4,misere drawn; => is not a claim
2x2x2,2,torus,misere O wins; => is not a claim
3,3,3,misere drawn, X by strategy stealing; => is not a claim
3,3,3,misere after: drawn; => is not a claim
3,3,3,misere after a1 a1: drawn; => line 1: 'a1' is not a cell to be taken
3,3,3,misere after a1 a2 b1 b2 c1: O wins; => line 1: the game is over after a1 a2 b1 b2 c1
4,4,3,misere X never loses;reflect; => X moves first
3,3,3,misere O never loses;reflect; => 'reflect' is not a cell
4,4,3,misere O wins;reflect; => 'reflect' is not a cell
4,4,3,misere after a1 d4: O never loses;reflect; => 'reflect' is not a cell
3,3,3,misere X wins;reflect; => X moves first
5,5,3,misere X never loses;reflect; => X moves first
1,1,1,misere X never loses;reflect; => X moves first
3,3,3,misere after b2: X never loses;reflect; => 'reflect' is not a cell
4,4,3,misere O never loses;a1 d4; reflect; => 'reflect'
3,3,3,misere O never loses;b2 a1 => line 2: it is cut off
3,3,3,misere X never loses;b2; => X moves first, and its line begins with -
3,3,3,misere X never loses; - b2; => its line begins with -
3,3,3,misere O never loses; - pairs a1-b1; => O moves first, and its line
3,3,3,misere O never loses;- b2; => line 2: '-' is not a cell
3,3,3,misere after a1 c3 b1 b3: X never loses;- c1; => line 2: 'c1' is not a cell to be taken
3,3,3,misere after a1 c3 b1 b3: O never loses;c1 a2; => line 2: 'c1' is not a cell to be taken
3,3,3,misere O never loses;b2; => 'b2' does not keep the claim after b2
3,3,3,misere O never loses; => line 2: there is no answer to a1
3,3,3,misere O never loses;b2 weights; => 'weights' is not a cell to be taken
3,3,3,misere O never loses;b2 a1 more; => does not keep the claim
3,3,3,misere O never loses;- pairs a1-b1; => does not keep the claim
3,3,3,misere O never loses;b2 a1 pairs b1-c1; a3 c3; => does not keep
3,3,3,misere O never loses;b2 pairs b1-; => '' is not a cell to be taken
3,3,3,misere O never loses;b2 pairs b1-b1; => 'b1' is not a cell to be taken
1,3,3,misere after b1 c1: O wins;a1; => does not keep
3,3,3,misere O never loses;b2 =7; => =7 has not been proved
3,3,3,misere O never loses;b2 =2; => =2 has not been proved
1,9,3,misere drawn;- pairs a1-b1 c1-d1 e1-f1 g1-h1;a1 =2; => =2 has not been proved
4,4,3,misere O never loses;reflect;reflect; => more than the proof
"""
# Files that were written once, with a change, and the reason.
CHANGED = [
    (FORM_2, "3,3,3 after b2", "drawn", "X never loses", "line 2: '-' is not a free cell"),
    (FORM_2, "3,3,3-O", "O never loses", "drawn", "X moves first"),
    (FORM_2, "3,3,3-O", "=3", "=\u0663", "is not a free cell"),
    (FORM_2, "4,4,4", "/1\n", "/8\n", "has not been proved"),
    (FORM_2, "4,4,4", "/2\n", "/1\n", "proves nothing of"),
    (FORM_3, "1,9,3,misere", "drawn", "X wins", "line 2: .* does not keep the claim"),
    (FORM_3, "2x2x2,2,misere", "/", "/4", "has not been|nothing"),
    (FORM_3, "3,3,3,misere", "drawn", "X never loses", "is more than the proof needs"),
]
EDITS = [
    (form, "".join(form.files[name]).replace(old, new, 1), reason)
    for form, name, old, new, reason in CHANGED
]
for form, wrong in ((FORM_2, WRONG), (FORM_3, WRONG_IN_MISERE)):
    for row in wrong.splitlines():
        text, reason = row.split("=> ")
        head = "" if text.startswith("noughts") or not text else form.head
        EDITS.append((form, head + text.removesuffix(" ").replace(";", "\n"), reason))


@pytest.mark.parametrize(("form", "text", "reason"), EDITS)
def test_what_is_wrong_is_refused_with_the_reason(form: Form, text: str, reason: str) -> None:
    with pytest.raises(form.checker.CertificateError, match=reason):
        form.check(text.splitlines(keepends=True))
    with pytest.raises(ProofError):
        read(text.splitlines(keepends=True), table)


@pytest.mark.parametrize("trap", TRAPS)
def test_what_could_be_overlooked_is_refused_just_there(trap: str) -> None:
    claim, below, line = TRAPS[trap]
    said = FORM_2.refusal([f"{HEAD}{claim}\n", *below.splitlines(keepends=True)])
    assert said.partition(":")[0] == (f"line {line}" if line else ""), said


def test_a_threat_that_comes_too_late_is_refused() -> None:
    lines = [f"{HEAD}1,4,2 O never loses\n", "a1 d1\n"]
    assert "there is no answer to a1 d1 b1" in FORM_2.refusal(lines)


def test_a_threat_is_worth_nothing_where_the_other_side_has_a_line_first() -> None:
    lines = [f"{HEAD}2,3,2 O never loses\n", "a1 b2\n"]
    assert FORM_2.refusal(lines) == "line 3: X is the first to finish a line after a1 b2"


def test_an_answer_that_finishes_a_line_needs_nothing_below_it() -> None:
    assert FORM_2.check([f"{HEAD}1,2,1 X wins\n", "- a1\n"]) == "1,2,1 X wins"


def test_a_move_of_no_consequence_stands_for_all_others() -> None:
    """After these moves nobody can finish the first row, so c1 and d1 are alike."""
    lines = [f"{HEAD_3}2,4,4,misere after a1 b1: O never loses\n"]
    lines += ["d1 pairs a2-b2\n", "a2\n", "b2\n", "c2\n", "d2\n"]
    assert not FORM_3.refusal(lines)
    assert FORM_3.refusal([lines[0], *lines[2:]]) == "line 6: there is no answer to c1"
    assert FORM_3.refusal(lines[:-1]) == "line 6: there is no answer to d2"


def test_all_moves_that_finish_a_line_need_no_answer() -> None:
    assert FORM_3.check([f"{HEAD_3}1,1,1,misere O wins\n"]) == "1,1,1,misere O wins"
    assert FORM_3.refusal([f"{HEAD_3}1,1,1,misere X wins\n"]).startswith("line 2: X moves first")


def test_other_forms_do_not_take_these_files() -> None:
    claim = MISERE["1,9,3,misere"][0]
    for form in ("1", "2"):
        with pytest.raises(ProofError):
            read([claim.replace("certificate 3", f"certificate {form}"), "- pairs a1-b1\n"], table)
    assert FORM_3.refusal(FILES["4,4,3,misere-O"])


@pytest.mark.parametrize(("form", "name"), [(FORM_2, "3,3,3-O"), (FORM_3, "3,3,2,misere")])
def test_a_file_of_too_many_lines_is_refused(
    form: Form, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(form.checker, "MOST_LINES", 10)
    reason = form.refusal(form.files[name])
    assert reason.startswith("line 11: it is cut off, too long, or one of more")
    monkeypatch.setattr(form.checker, "MOST_LINES", len(form.files[name]))
    assert not form.refusal(form.files[name])


# The checkers by themselves.


FORMS = [FORM_1, FORM_2, FORM_3]


@pytest.mark.parametrize("form", FORMS, ids=["form 1", "form 2", "form 3"])
def test_a_checker_names_the_checker_of_another_form(form: Form) -> None:
    for number, other in enumerate(FORMS, 1):
        reason = form.refusal([f"{other.head}3,3,3 drawn\n"])
        reads = f"line 1: it is of form {number}, which {other.path.name} reads"
        assert (reason == reads) == (other is not form)


@pytest.mark.parametrize(
    "program", [strategy_checker, tree_checker, misere_checker], ids=lambda module: module.__name__
)
def test_a_checker_is_short_and_needs_the_standard_library_alone(program: ModuleType) -> None:
    source = Path(str(program.__file__)).read_text()
    assert source.count("\n") <= 200
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(str(node.module))
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


BOARDS = ["3,3,3", "4,3,3", "2,2,1", "4,4,4,torus", "3,4,12,torus", "2x2x2,2", "3x3x2,3", "4x4x4,4"]


@pytest.mark.parametrize("text", BOARDS)
def test_checkers_know_the_lines_names_and_images_that_the_rules_have(text: str) -> None:
    rules = Rules.parse(text)
    sizes, torus = list(rules.geometry.sizes), "torus" in text
    board, other = Board(sizes, rules.k, torus), misere_checker.Board(sizes, rules.k, torus)
    assert board.lines == other.lines == sorted(rules.lines)
    assert board.cells == {cell_name(cell, rules): 1 << cell for cell in range(rules.cells)}
    assert (board.cells, board.images, board.all) == (other.cells, other.images, other.all)
    image = rules.geometry.image
    known = {tuple(1 << image(cell, by) for cell in range(rules.cells)) for by in symmetries(rules)}
    assert board.images[0] == tuple(1 << cell for cell in range(rules.cells))
    assert known.issuperset(board.images)  # a torus has shifts as well
    assert len(known) % len(board.images) == 0


@every_form
def test_a_checker_runs_by_itself(form: Form, name: str, tmp_path: Path) -> None:
    program, file = tmp_path / "alone.py", tmp_path / "proof"
    program.write_text(form.path.read_text())
    file.write_text("".join(form.files[name]))
    done = alone("-I", str(program), str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"proved: {form.check(form.files[name])}\n"
    file.write_text("".join([*form.files[name], "a1\n"]))
    done = alone("-I", str(program), str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"refused: {form.refusal([*form.files[name], 'a1' + chr(10)])}\n"


@every_form
def test_a_checker_is_a_program(
    form: Form,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run(*files: Path) -> None:
        monkeypatch.setattr(sys, "argv", [form.path.name, *map(str, files)])
        runpy.run_path(str(form.path), run_name="__main__")

    file, nothing, old_mac = (tmp_path / name for name in ("proof", "nothing", "old mac"))
    nothing.write_text("nothing")
    lines = [line.rstrip("\n").encode() for line in form.files[name]]
    for ends in (b"\n", b"\r\n"):
        file.write_bytes(ends.join([*lines, b""]))
        run(file)
        assert capsys.readouterr().out == f"proved: {form.check(form.files[name])}\n"
    old_mac.write_bytes(b"\r".join([*lines, b""]))
    for files, said in [
        ([nothing], "refused: line 1"),
        *([([old_mac], "refused: line 1")] if form is not FORM_1 else []),
        ([], f"name a file: python {form.path.name} FILE"),
        ([tmp_path / "missing"], "missing: No such file or directory|refused: .*No such file"),
        ([tmp_path], "Is a directory"),
    ]:
        with pytest.raises(SystemExit, match=said):
            run(*files)
