"""The checker of form 3 in C accepts what that in Python accepts, and refuses the rest alike."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from noughts.solver.proof import misere_checker
from tests.solver.proof.forging import HEAD_3, MISERE, MISERE_CLAIMS, WORDS
from tests.solver.proof.test_misere_checker import EDITS
from tests.solver.proof.test_tree_checker_c import (
    NONSENSE,
    Compiled,
    agree,
    in_python,
    try_forged,
    without_reason,
)

pytestmark = [pytest.mark.wide, pytest.mark.no_cover]
SOURCE = Path(misere_checker.__file__).with_suffix(".c")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    return Compiled(tmp_path_factory.mktemp("misere_checker"), misere_checker)


def test_it_is_short() -> None:
    assert SOURCE.read_text().count("\n") <= 300
    assert max(map(len, SOURCE.read_text().splitlines())) <= 100


def test_both_checkers_accept_all_certificates(compiled: Compiled) -> None:
    assert all(said.startswith("proved: ") for said in agree(compiled, [*MISERE.values()]))


def test_both_checkers_refuse_what_is_wrong_at_the_same_line(compiled: Compiled) -> None:
    files = [text.splitlines(keepends=True) for text, _ in EDITS.values()]
    said = compiled.verdicts(["".join(lines).encode() for lines in files])
    for verdict, lines, edit in zip(said, files, EDITS, strict=True):
        assert verdict.startswith("refused: line "), edit
        if lines:  # of no line at all there is no number
            assert without_reason(verdict) == in_python(lines, misere_checker), edit


def test_both_checkers_agree_on_forged_files(compiled: Compiled) -> None:
    refused, accepted = try_forged(compiled, 1000, 3, MISERE)
    assert refused > 700
    assert accepted > 10


@pytest.mark.longer
def test_both_checkers_agree_on_a_hundred_thousand_forged_files(compiled: Compiled) -> None:
    refused, accepted = try_forged(compiled, 10**5, 4, MISERE)
    assert refused > 70_000
    assert accepted > 1000


def test_both_checkers_agree_on_words_by_chance(compiled: Compiled) -> None:
    chance, words = random.Random(5), [*WORDS, " a1", " b1", "a2 b2", "c1", "- a1", "- pairs"]
    files = [
        [f"{HEAD_3}{chance.choice(MISERE_CLAIMS)}\n"]
        + [" ".join(chance.choices(words, k=chance.randint(1, 3))) + "\n" for _ in range(lines)]
        for lines in range(6)
        for _ in range(200)
    ]
    assert any(said.startswith("refused: line 3") for said in agree(compiled, files))


def test_nonsense_is_refused(compiled: Compiled) -> None:
    assert all(said.startswith("refused: ") for said in compiled.verdicts([*NONSENSE.values()]))
