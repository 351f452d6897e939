"""The answers of the relatives, against what they say in plain words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from noughts import Rules
from noughts.core import bits
from noughts.core.answers import LAWS, LOSES, Law
from noughts.core.family import ANSWERS

BREAKS: dict[str, set[Law]] = {
    "exact": {"longer"},
    "gravity": {"any_order"},
    "wild": {"owned"},
    "notakto": {"owned"},
    "stones=2": {"alternates"},
    "stones=2+2": {"alternates"},
    "stones=7+3": {"alternates"},
    "stones=1+2": {"alternates"},
    "misere": set(),
    "breaker": {"fair"},
}


PAGE = {
    "length": "how long a line may be",
    "where": "where a stone may go",
    "marks": "which stone",
    "turns": "whose turn",
    "line": "what a line does",
}


def test_each_word_breaks_the_laws_that_its_game_lacks_and_is_told_to_people() -> None:
    words = [answer.word for row in ANSWERS.values() for answer in row[1:]]
    assert {word for word in words if not word.startswith("stones=")} < {*BREAKS} < {*words}
    for word, broken in BREAKS.items():
        rules = Rules.parse(f"3,3,3,{word}")
        assert {law for law in LAWS if not rules.has(law)} == broken
        assert f", {word}: " in rules.about
        assert eval(repr(rules)) == rules


@pytest.mark.parametrize("length", [3, 5, 8])
def test_a_run_is_an_exact_line_if_it_has_just_k_cells(length: int) -> None:
    rules = Rules(1, length, 3, length="exact")
    for stones in range(1 << length):
        row = f"{stones:0{length}b}"[::-1]
        starts = {run.start() for run in re.finditer("1+", row) if len(run[0]) == 3}
        assert {*bits.cells_of(bits.line_starts(stones, rules))} == starts
        wins = {
            cell
            for cell in range(length)
            if any(
                run.start() <= cell < run.end() and len(run[0]) == 3
                for run in re.finditer("1+", row[:cell] + "1" + row[cell + 1 :])
            )
        }
        assert {*bits.cells_of(bits.completions(stones, rules))} == wins


def test_a_torus_knows_no_longer_line_than_one_that_closes() -> None:
    closed, open_ = (Rules.parse(text) for text in ("3,3,3,torus,exact", "4,4,3,torus,exact"))
    assert bits.line_starts(0b111, closed) == bits.line_starts(0b111, closed.replace(length=""))
    assert bits.line_starts(0b1111, open_) == 0
    assert bits.line_starts(0b0111, open_) == 1


def test_a_turn_has_so_many_stones_and_the_first_so_many() -> None:
    for number, answer in enumerate(ANSWERS["turns"][1:], 1):
        each, first = map(int, f"{answer.word}+1".removeprefix("stones=").split("+")[:2])
        most = max(each, first)
        before = (most - 1) ** 2
        assert number == before + (first - 1 if each == most else most + each - 1)
        order = "X" * first + ("O" * each + "X" * each) * 120
        for most in (1, 9, 42, 225):
            movers = ["XO"[answer.second(stones, most)] for stones in range(most + 1)]
            assert "".join(movers) == order[: most + 1]


def test_notakto_says_that_a_line_loses() -> None:
    assert Rules(3, 3, 3, marks="notakto").answers.line is LOSES
    assert str(Rules(3, 3, 3, True, marks="notakto")) == "3,3,3,notakto"


def test_the_page_of_formats_names_the_number_of_each_answer() -> None:
    page = (Path(__file__).parents[2] / "docs/formats.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"\| bits of the word \| number \|\n((?:\|.*\n)+)", page)
    rows = {row.split("|")[2].strip().split(":")[0]: row for row in table.splitlines()[1:]}
    for field, answers in ANSWERS.items():
        row = rows[PAGE[field]].replace("misère", "misere")
        if field == "turns":  # of which there are too many
            answers = answers[:6]
        for number, answer in enumerate(answers[1:], 1):
            assert re.search(rf"{number} [^,]*{re.escape(answer.word)}", row)
        assert f" {len(answers)} " not in row
