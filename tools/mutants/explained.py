"""The mutants that no test can kill, each with the reason: `explained.txt`.

core/notation.py:76 parse_cell        a module and a function; the line may have moved
- the lines as they are
+ the lines with the fault
= why nothing can tell the two apart
"""

from __future__ import annotations

from pathlib import Path

LIST = Path(__file__).with_name("explained.txt")
Key = tuple[str, str, str, str]


def explained(path: Path = LIST) -> dict[Key, str]:
    """The reasons, by what names a mutant. Raises `ValueError` for an entry without one."""
    reasons = {}
    for entry in filter(None, path.read_text(encoding="utf-8").strip().split("\n\n")):
        head, *lines = entry.split("\n")
        module, _, function = head.partition(" ")
        removed, added, reason = (
            "\n".join(line[2:] for line in lines if line[:1] == sign) for sign in "-+="
        )
        if not reason.strip():
            raise ValueError(f"{path} does not say why nothing kills\n{entry}")
        reasons[module.partition(":")[0], function, removed, added] = reason
    return reasons
