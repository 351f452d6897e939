"""What the search's one engine costs beside one made for the board: `python benchmarks/special.py`.

The special engine is the same source with the board's numbers and arrays in place of the record's
fields, so that the compiler knows them all. Both search each board from the empty one, in turn, for
the same nodes. Printed is the processor time of the engine for all boards, of the special one's:
the median of the ratios of each turn, by the order of search that is used first, and the second.
"""

from __future__ import annotations

import re
import sys
import time
from statistics import median
from typing import Any

from noughts.core.rules import Rules
from noughts.kernels import compiled_cache, compiler
from noughts.solver.search import engine_caller, running
from noughts.solver.search.api import solve
from noughts.solver.search.engine.board import BOARD, board_of
from noughts.solver.search.limits import Limits
from noughts.solver.search.running import MAX_NODES, Turn

TURNS = 7
NODES = 400_000  # at most, which takes about a second
DEPTH_FIRST = (Turn("wins", False, MAX_NODES),)
PROOF_NUMBERS = (Turn("proves", False, MAX_NODES),)
BOARDS = {
    "depth first": (
        DEPTH_FIRST,
        ["6,6,5", "5,4,4", "5,5,4", "6,4,4", "7,4,4", "7,7,5", "8,8,5", "4,4,4,misere"],
    ),
    "by proof numbers": (PROOF_NUMBERS, ["7,7,5", "8,4,4"]),
}


def special(rules: Rules) -> Any:
    """The engine with one board compiled into it."""
    text = compiler.source(*engine_caller.ENTRIES)
    constants = []
    for field in BOARD.names or ():
        value = getattr(board_of(rules), field)
        if field == "lines":
            value = value[: len(rules.lines)]
        name = f"THE_{field.upper()}"
        known = f"numpy.array({value.tolist()}, numpy.{value.dtype})" if value.ndim else repr(value)
        constants.append(f"{name} = {known.replace('np.', 'numpy.')}")
        text = re.sub(rf"\bboard\.{field}\b", name, text)
    assert "board." not in text
    at = text.index("import numpy\n") + len("import numpy\n")
    return compiled_cache.load("special", text[:at] + "\n".join(constants) + "\n" + text[at:])


def seconds(engine: Any, board: str) -> tuple[float, int]:
    """The processor time of a search, and its nodes."""
    vars(engine_caller)["engine"] = lambda: engine
    begin = time.process_time()
    found = solve(board, limits=Limits(nodes=NODES))
    return time.process_time() - begin, found.nodes


def main() -> None:
    """Print the table."""
    general = engine_caller.engine()
    for order, (turns, boards) in BOARDS.items():
        running.TURNS = turns
        for board in sys.argv[1:] or boards:
            engines = general, special(Rules.parse(board))
            ratios = []
            for turn in range(1 + TURNS):
                (mine, nodes), (theirs, others) = (seconds(each, board) for each in engines)
                assert nodes == others, (board, nodes, others)
                ratios += [mine / theirs] * (turn > 0)  # in the first, they are compiled
            print(f"{order:17} {board:13} {nodes:>9,} nodes {median(ratios):7.2f}", flush=True)


if __name__ == "__main__":
    main()
