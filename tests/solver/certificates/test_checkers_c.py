"""The checkers in C accept what those in Python accept, and refuse the rest at the same line.

They are compiled so that undefined behaviour ends them with an error, and get many files at a time.
"""

from __future__ import annotations

import random
import runpy
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from noughts.solver.certificates import tree_checker
from noughts.solver.search.limits import Limits
from tests.solver.certificates.forging import (
    FILES,
    FORM_1,
    FORM_2,
    FORM_3,
    HEAD,
    TRAPS,
    WORDS,
    Form,
    forged,
    is_true,
    joined,
)
from tests.solver.certificates.test_checkers import EDITS
from tests.solver.search.test_certificate import PROVED, proof
from tests.tools import longer, some, tool

pytestmark = [pytest.mark.wide, pytest.mark.no_cover]
WARNINGS = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
SANITIZED = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
BATCH = 500  # files for one process


class Compiled:
    """The program of a form, and the folder that its files are written to."""

    def __init__(self, form: Form, folder: Path) -> None:
        self.form, self._program, self._folder = form, folder / "check", folder / "files"
        self.source = form.path.with_suffix(".c")
        self._folder.mkdir()
        command = [tool("cc", "gcc", "clang"), *WARNINGS, *SANITIZED, "-o", str(self._program)]
        command.append(str(self.source))
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert not done.stderr

    def verdicts(self, files: Sequence[bytes]) -> list[str]:
        """What it says of each."""
        for number, content in enumerate(files):
            (self._folder / str(number)).write_bytes(content)
        return self.said(map(str, range(len(files))))

    def said(self, names: Iterable[str]) -> list[str]:
        """What it says of files in its folder."""
        command = [str(self._program), *names]
        done = subprocess.run(
            command, cwd=self._folder, capture_output=True, text=True, timeout=300
        )
        assert not done.stderr
        said = done.stdout.splitlines()
        assert len(said) == len(command) - 1
        assert done.returncode == (not all(verdict.startswith("proved: ") for verdict in said))
        return said

    def agreed(self, files: Sequence[Sequence[str]]) -> list[str]:
        """What it says of each, at the line that the checker in Python says."""
        said = self.verdicts(["".join(lines).encode() for lines in files])
        for verdict, lines in zip(said, files, strict=True):
            reason = self.form.refusal(lines) if lines else verdict  # of no line there is no number
            told = f"refused: {reason}" if reason else f"proved: {self.form.check(lines)}"
            assert not lines or without_reason(verdict) == without_reason(told), "".join(lines)
        return said

    def try_forged(self, files: int, seed: int) -> tuple[int, int]:
        """How many forged files both refuse, and how many both accept, all of them true."""
        chance, refused, accepted, whole = random.Random(seed), 0, 0, [*self.form.files.values()]
        for begin in range(0, files, BATCH):
            some = range(begin, min(begin + BATCH, files))
            for said in self.agreed([forged(chance.choice(whole), chance) for _ in some]):
                proved = said.startswith("proved: ")
                assert not proved or is_true(said.removeprefix("proved: ")), said
                accepted += proved
                refused += not proved
        return refused, accepted


@pytest.fixture(scope="module", params=[FORM_2, FORM_3], ids=["form 2", "form 3"])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    return Compiled(request.param, tmp_path_factory.mktemp("checker"))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    return Compiled(FORM_2, tmp_path_factory.mktemp("checker"))


def without_reason(said: str) -> str:
    """A verdict down to the number of the line."""
    return said if said.startswith("proved") else ":".join(said.split(":")[:2])


def test_it_is_short(either: Compiled) -> None:
    lines = either.source.read_text().splitlines()
    assert len(lines) <= 300
    assert max(map(len, lines)) <= 100


def test_it_reads_as_many_lines_as_the_checker_in_python(either: Compiled) -> None:
    source, most = either.source.read_text(), either.form.checker.MOST_LINES
    assert f" NUMBERS = {most}, " in source
    assert f"over {most:,} lines" in source


def test_both_checkers_accept_all_certificates(either: Compiled) -> None:
    files = [*either.form.files.values()]
    said = either.agreed([*files, *(map(joined, files) if either.form is FORM_2 else [])])
    assert all(verdict.startswith("proved: ") for verdict in said)


def test_both_checkers_refuse_what_is_wrong_at_the_same_line(either: Compiled) -> None:
    edits = [text.splitlines(keepends=True) for form, text, _ in EDITS if form is either.form]
    assert all(verdict.startswith("refused: line ") for verdict in either.agreed(edits))


def test_a_checker_in_c_names_the_checker_of_another_form(either: Compiled) -> None:
    others = [form for form in (FORM_1, FORM_2, FORM_3) if form is not either.form]
    names = ["strategy_checker.py", *(form.path.with_suffix(".c").name for form in others[1:])]
    said = either.agreed([[f"{form.head}3,3,3 drawn\n"] for form in others])
    for verdict, form, name in zip(said, others, names, strict=True):
        assert verdict == f"refused: line 1: it is of form {form.head[-3]}, which {name} reads"


def test_both_checkers_agree_on_what_could_be_overlooked(compiled: Compiled) -> None:
    traps = [(f"{HEAD}{claim}\n{below}", line) for claim, below, line in TRAPS.values()]
    said = compiled.agreed([text.splitlines(keepends=True) for text, _ in traps])
    for verdict, (_, line) in zip(said, traps, strict=True):
        assert verdict.startswith(f"refused: line {line}:" if line else "proved: ")


def test_both_checkers_agree_on_forged_files(either: Compiled) -> None:
    refused, accepted = either.try_forged(500, seed=3)
    assert refused > 300
    assert accepted > 4


@pytest.mark.parametrize("text", some(PROVED, len(PROVED)))
def test_both_checkers_agree_on_what_a_search_writes(compiled: Compiled, text: str) -> None:
    """And on files that were forged from it."""
    lines, chance = proof(text, limits=Limits()), random.Random(text)
    assert compiled.agreed([lines]) == [f"proved: {text} {PROVED[text]}"]
    for said in compiled.agreed([forged(lines, chance) for _ in range(10)]):
        claim = said.removeprefix("proved: ")
        assert said.startswith("refused: ") or claim == f"{text} {PROVED[text]}" or is_true(claim)


@pytest.mark.longer
def test_both_checkers_agree_on_a_hundred_thousand_forged_files(either: Compiled) -> None:
    refused, accepted = either.try_forged(10**5, seed=4)
    assert refused > 70_000
    assert accepted > 1000


def test_both_checkers_agree_on_words_by_chance(either: Compiled) -> None:
    chance = random.Random(5)
    words = [*WORDS, " a1", " b1", "a2 b2", "c1", "- a1", "- pairs", "=1/1"]
    files = [
        [f"{either.form.head}{chance.choice(either.form.claims)}\n"]
        + [" ".join(chance.choices(words, k=chance.randint(1, 3))) + "\n" for _ in range(lines)]
        for lines in range(6)
        for _ in range(200)
    ]
    assert any(said.startswith("refused: line 3") for said in either.agreed(files))


FLAT = ["3,3", "8,8", "9,8", "1,26", "1,27", "27,1", "0,3", "1,1", "03,03", "3,,3", "100,1"]
BOXES = ["3x3", "2x2x2", "2x1x3x1x2", "3x4x1", "1x2x26", "2x2x2x2x2x2x2", "99x99x99x99x99x99"]


def test_both_checkers_read_the_same_claims(compiled: Compiled) -> None:
    """Strategy stealing takes no other line, so that these show which boards there are."""
    boards = [f"{sizes},{k}" for sizes in FLAT for k in ("0", "1", "2", "02", "3", "26", "100")]
    boards += [f"{sizes},{k}" for sizes in BOXES for k in (1, 2, 3, 4)]
    boards += [f"{board}{kind}" for board in boards for kind in (",torus", ",misere", ",klein")]
    claims = [f"{HEAD}{board} X never loses by strategy stealing\n" for board in boards]
    files = [[claim] for claim in claims] + [[f" {claims[0]}"], [claims[0].replace(" by", "  by")]]
    said = compiled.agreed(files)
    assert 30 < sum(verdict.startswith("proved: ") for verdict in said) < len(said) // 2
    assert "proved: 8,8,2,torus X never loses by strategy stealing" in said


def test_the_board_of_most_lines_and_most_images_is_read(compiled: Compiled) -> None:
    """Of 64 cells and six axes: 2,016 lines, 46,080 images."""
    claim = f"{HEAD}2x2x2x2x2x2,2 X never loses by strategy stealing\n"
    assert compiled.verdicts([claim.encode()]) == [f"proved: {claim.removeprefix(HEAD).strip()}"]


# Where the weights of all lines are below 1 after any move.
LIGHT = ["4,4,4", "3,4,4", "6,6,6", "1,12,12", "12,2,12", "5,5,5,torus", "2x2x4,4", "1x5x5,5"]
LIGHT += longer("2x2x2x4,4")


@pytest.mark.parametrize("text", some(LIGHT))
def test_both_checkers_know_the_same_cells_and_images(compiled: Compiled, text: str) -> None:
    """Which reference is accepted tells where the first cell goes in each image."""
    board = tree_checker.Checker([f"{HEAD}{text} X never loses by strategy stealing\n"]).board
    start = [f"{HEAD}{text} O never loses\n", f"{next(iter(board.cells))} weights\n"]
    files = [
        [*start, f"{cell} =2/{image}\n"]
        for cell in [*board.cells, "z1", "a0", "a01", "1.a1", ""]
        for image in range(len(board.images) + 1)
    ]
    said = compiled.agreed(files[:: max(1, len(files) // 100)])
    assert len({verdict.partition(":")[2][:7] for verdict in said}) == 2  # lines 3 and 4


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The file with some bytes changed, dropped or put in."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(content))
        middle = chance.choice(
            [b"", b" ", b"\n", b"\r", b"\r\n", b"\0", b"\xff", b"\xd9\xa3", b"1"]
        )
        content = content[:at] + middle + content[at + chance.randint(0, 1) :]
    return content


NONSENSE = {
    "empty": b"",
    "zeros": bytes(5000),
    "endless": b"a" * 10**6,
    "a zero at the end": b"".join(line.encode() for line in FILES["3,3,2-X"]) + b"\0",
    "an empty line at the end": b"".join(line.encode() for line in FILES["3,3,2-X"]) + b"\n",
    "a zero in a line": f"{HEAD}3,3,2 X wins\n- b2\0 a1\n".encode(),
    "as on Windows": "".join(FILES["5,4,3-X"]).replace("\n", "\r\n").encode(),
    "as long ago": "".join(FILES["5,4,3-X"]).replace("\n", "\r").encode(),
    "a mark of byte order": b"\xef\xbb\xbf" + "".join(FILES["5,4,3-X"]).encode(),
    "999 characters": f"{HEAD}3,3,2 X wins\n- b2{' ' * 995}\n".encode(),
    "1,000 characters": f"{HEAD}3,3,2 X wins\n- b2{' ' * 996}\n".encode(),
    "deep": f"{HEAD}3,3,2 X wins\n- b2\n{' ' * 500}a1\n".encode(),
    "a line far below": f"{HEAD}3,3,3 O never loses\na1 =9999999/99999\n".encode(),
    "numbers": f"{HEAD}3,3,3 O never loses\na1 =99999999999999999999/99999999999999\n".encode(),
}


def test_the_programs_agree_on_bytes_of_any_kind(
    compiled: Compiled,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    chance, names = random.Random(6), ["4,3,3-X", "3,4,3,torus-X", "2x2x2,2-X", "4,4,3,misere-O"]
    files = [*NONSENSE.values()]
    files += [damaged("".join(FILES[names[n % 4]]).encode(), chance) for n in range(40)]
    path = tmp_path / "proof"
    monkeypatch.setattr(sys, "argv", ["", str(path)])
    for content, said in zip(files, compiled.verdicts(files), strict=True):
        path.write_bytes(content)
        try:
            runpy.run_path(str(FORM_2.path), run_name="__main__")
            told = capsys.readouterr().out.strip()
        except SystemExit as refused:
            told = str(refused.code)
        assert without_reason(said) == without_reason(told), content


@pytest.mark.parametrize("either", [FORM_3], indirect=True)
def test_nonsense_is_refused(either: Compiled) -> None:
    assert all(said.startswith("refused: ") for said in either.verdicts([*NONSENSE.values()]))


def test_a_file_that_is_not_there_and_a_folder_are_refused(compiled: Compiled) -> None:
    said = compiled.said(["missing", "."])
    assert said[0] == "refused: line 0: the file cannot be opened"
    assert said[1].startswith("refused: line 1: unreadable")
    assert "proved: 3,3,2 X wins" in compiled.verdicts(["".join(FILES["3,3,2-X"]).encode()])


def test_a_file_may_have_three_million_lines(compiled: Compiled) -> None:
    """And no more: each one here says once more how the only line is stopped."""
    begin, again = f"{HEAD}1,2,2 O never loses\na1 b1\n", "b1 a1\n"
    full = begin + again * (3 * 10**6 - 2)
    said = compiled.verdicts([content.encode() for content in (full, full + again, begin + again)])
    assert said[0] == said[2] == "proved: 1,2,2 O never loses"
    assert said[1].startswith("refused: line 3000001: ")
