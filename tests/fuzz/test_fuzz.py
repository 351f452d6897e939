"""What has once been a finding stays mended, and a few cases of each kind are read every time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz.target import FINDINGS, Case, Target, findings
from tests.fuzz.targets import TARGETS
from tests.tools import tool

KEPT = [(target, path) for target in TARGETS.values() for path in findings(target)]

# A store whose head is damaged is often of a board, or packed in a way, for which all is compiled.
FEWER = {"store": 20}


def usable(target: Target) -> Target:
    """The target, unless the program that it asks is not on this machine."""
    if target.name == "link":
        tool("node")
    return target


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_what_is_right_is_accepted(target: Target) -> None:
    assert all(
        usable(target).run(Case(*each))
        for each in ((data, seed) for seed, data in enumerate(target.right))
    )


@pytest.mark.wide
@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_what_is_nearly_right_is_read_or_refused(target: Target) -> None:
    chance, cases = random.Random(12), FEWER.get(target.name, 60)
    accepted = [usable(target).run(target.drawn(chance)) for _ in range(cases)]
    assert {*accepted} == {True, False}


@pytest.mark.parametrize(("target", "path"), KEPT, ids=[path.name for _, path in KEPT])
def test_a_finding_stays_mended(target: Target, path: Path) -> None:
    usable(target).run(Case.kept(path))


def test_every_finding_belongs_to_a_target() -> None:
    assert {folder.name for folder in FINDINGS.glob("*")} <= {*TARGETS}
