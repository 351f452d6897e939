"""The one list of what is fuzzed."""

from __future__ import annotations

from tests.fuzz import codes, files, links, policies, programs, searches, shards, text
from tests.fuzz.target import Target

TARGETS: dict[str, Target] = {
    target.name: target
    for subject in (text, codes, policies, files, shards, searches, links, programs)
    for target in subject.TARGETS
}
