"""The lock file of development has every package that pyproject.toml names, with hashes."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
HASHED = re.compile(r"[\w.-]+==[\w.]+( ; [^\\]+)? \\\n +--hash=sha256:[0-9a-f]{64}")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[>=<~! ]", each)[0].lower().replace("_", "-") for each in requirements}


def brought(extra: str) -> list[str]:
    """What an extra needs, and what the extras that it names need."""
    found = []
    for each in PROJECT["optional-dependencies"][extra]:
        others = re.fullmatch(r"noughts\[(.*)\]", each)
        found += (
            [need for other in others[1].split(",") for need in brought(other)]
            if others
            else [each]
        )
    return found


def test_what_development_needs_is_locked() -> None:
    needed = names([*PROJECT["dependencies"], *brought("dev")])
    assert {"numba", "pytest"} < needed
    assert needed <= names(re.findall(r"^[\w.-]+==", LOCK, re.MULTILINE))


def test_every_version_is_exact_and_has_a_hash() -> None:
    entries = re.split(r"\n(?=\S)", re.sub(r"^#.*\n", "", LOCK, flags=re.MULTILINE).strip())
    assert len(entries) > 20
    for entry in entries:
        assert HASHED.match(entry), entry


def test_no_place_to_download_from_is_named() -> None:
    assert "://" not in LOCK
    assert "index" not in LOCK
