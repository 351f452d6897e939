"""Figures of speed stand on one page, and every table of them is that of a claim, row by row."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parents[1]
BENCHMARKS = ROOT / "benchmarks"
PAGE = ROOT / "docs/performance.md"
OTHERS = sorted({*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"} - {PAGE})
MENTION = re.compile(r"`make\s+bench\s+ARGS=(?:\"([^`\"]+)\"|([^`\s]+))`")
TABLE = re.compile(r"^```text\n(.*?)^```|((?:^ *\|[^\n]*\n)+)", re.MULTILINE | re.DOTALL)
# What was measured once, for a decision, or takes hours; and what `cluster_plan.py` prints.
ONCE = (
    "board to write to check, in Python in C",
    "board lines in Python in C lines a second in C",
    "board cells disk memory of a worker shards read, at most 1 worker 2 workers 16 workers "
    "128 workers a second, with 128",
    "board value positions up to symmetry bytes of the folder processor by the clock memory "
    "a look-up, median",
)
# A time or a rate that somebody measured.
SPEED = re.compile(
    r"\d ?(?:[mµun]s|usec|msec)\b|\d (?:s|min|h|(?:milli|micro|nano)seconds)\b|"
    r"\d (?:million |billion )?\w+ (?:a|per) second\b|took [\d.]+ (?:seconds|minutes|hours)"
)


@cache
def claims() -> dict[str, Any]:
    """The list, by name; a process imports it, so that nothing of it stays here."""
    program = """
import json
from claims import CLAIMS
for claim in CLAIMS:
    print(json.dumps([claim.name, claim.make, [*claim.cases], claim.contenders, claim.layout,
                      claim.heads(), claim.prose]))
"""
    command = [sys.executable, "-c", program]
    said = subprocess.run(command, cwd=BENCHMARKS, capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in said.stdout.splitlines()]
    assert len({row[0] for row in rows}) == len(rows)
    fields = "make", "cases", "contenders", "layout", "heads", "prose"
    return {name: dict(zip(fields, rest, strict=True)) for name, *rest in rows}


def named_in(text: str) -> list[str]:
    """The claims that a text says how to print; options are not names."""
    given = [(several or one).split(" --")[0] for several, one in MENTION.findall(text)]
    return [name for words in given for name in words.split()]


@cache
def stated() -> dict[str, list[str]]:
    """The lines of the tables that the page shows after each claim's name."""
    found: dict[str, list[str]] = {}
    text, at = PAGE.read_text("utf-8"), 0
    for table in TABLE.finditer(text):
        names, at = named_in(text[at : table.start()]), table.end()
        lines = [" ".join(line.replace("|", " ").split()) for line in table[0].splitlines()]
        for name in names:
            if not claims()[name]["prose"]:
                found.setdefault(name, []).extend(lines)
        assert names or lines[0] in ONCE, f"no claim stands before {lines[0]!r}"
    return found


def labels(claim: dict[str, Any]) -> set[str]:
    """What the rows of a claim's table begin with."""
    cases, contenders = set(claim["cases"]), set(claim["contenders"])
    below = {"under": cases | contenders, "apart": contenders, "beside": cases}
    rows = below.get(claim["layout"], contenders) if contenders else cases
    return {" ".join(row.split()) for row in rows} - {""}


@pytest.mark.parametrize("name", claims())
def test_a_table_has_the_rows_and_the_head_of_its_claim(name: str) -> None:
    claim = claims()[name]
    assert name in named_in(PAGE.read_text("utf-8")), f"the page does not say how to print {name}"
    if claim["prose"]:
        return
    lines = stated()[name]
    for head in claim["heads"]:
        assert " ".join(" ".join(head).split()) in lines
    for label in labels(claim):
        assert any(line == label or line.startswith(f"{label} ") for line in lines), label


def test_a_row_of_a_table_is_that_of_a_claim() -> None:
    for name, lines in stated().items():
        siblings = [claim for other, claim in claims().items() if stated().get(other) == lines]
        heads = {" ".join(" ".join(h).split()) for claim in siblings for h in claim["heads"]}
        known = heads | {label for claim in siblings for label in labels(claim)}
        first = min(lines.index(head) for head in heads)
        for line in lines[first:]:
            is_known = any(line == label or line.startswith(f"{label} ") for label in known)
            assert is_known or set(line) <= {"`", "-", " ", ":"} or line == "```text", (name, line)


def test_a_page_names_no_claim_that_is_not_on_the_list() -> None:
    for page in [PAGE, ROOT / "CONTRIBUTING.md", *(ROOT / "tools").rglob("*.py")]:
        assert set(named_in(page.read_text("utf-8"))) <= {*claims()}, page.name


def test_figures_of_speed_stand_on_one_page() -> None:
    assert SPEED.findall("a step takes 12 ns, 3 million moves a second, and 1.5 s to begin")
    for page in OTHERS:
        text = page.read_text("utf-8")
        assert not named_in(text), page.name
        assert [found[0] for found in SPEED.finditer(text)] == [], page.name


def test_a_claim_names_a_function_that_is_there() -> None:
    functions = {
        f"{path.stem}.{node.name}"
        for path in BENCHMARKS.glob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    assert {claim["make"] for claim in claims().values()} <= functions


def printed(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What the runner says."""
    command = [sys.executable, str(BENCHMARKS / "run.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_name_that_is_not_on_the_list_is_refused_by_name() -> None:
    said = printed("bulk", "bulky")
    assert (said.returncode, "no claim is named bulky" in said.stderr) == (2, True)


def test_a_folder_that_is_not_a_checkout_is_refused(tmp_path: Path) -> None:
    said = printed("bulk", "--against", str(tmp_path))
    assert (said.returncode, "is not a checkout" in said.stderr) == (2, True)


@pytest.mark.wide
def test_a_claim_prints_its_rows() -> None:
    lines = [" ".join(line.split()) for line in printed("core", "--short").stdout.splitlines()]
    for label in labels(claims()["core"]):
        assert any(line.startswith(label) for line in lines), label


@pytest.mark.wide
def test_a_checkout_is_as_fast_as_itself_within_reason() -> None:
    said = printed("core", "--only", "position.outcome", "--against", str(ROOT), "--short")
    assert said.returncode in (0, 1), said.stderr
    found = re.search(r"^position.outcome +([\d.]+)", said.stdout, re.MULTILINE)
    assert found, said.stdout
    assert 0.5 < float(found[1]) < 2


@pytest.mark.longer
@pytest.mark.parametrize("name", claims())
def test_every_claim_prints_its_rows(name: str) -> None:
    said = printed(name, "--short")
    assert said.returncode == 0, said.stderr
    lines = [" ".join(line.split()) for line in said.stdout.splitlines()]
    missing = [label for label in labels(claims()[name])
               if not any(line.startswith(label) for line in lines)]  # fmt: skip
    absent = " ".join(line for line in lines if line.startswith("not here:"))
    assert all(label in absent for label in missing), missing
