"""What each idea of the search brings: `python benchmarks/ideas.py [SECONDS [BOARD ...]]`, nodes.

The engine is compiled once more without each of its ideas, and solves the same boards from the
empty one. What takes longer than the limit (5 seconds unless told otherwise) is printed as more
than the nodes by then. An idea is taken out by a change of the engine's text, which must occur, and
the search is depth first alone. With boards named, each is solved whole instead, by either order.
"""

from __future__ import annotations

import sys

from noughts.kernels import compiled_cache, compiler
from noughts.solver.search import engine_caller, running
from noughts.solver.search.api import solve
from noughts.solver.search.limits import Limits
from noughts.solver.search.running import MAX_NODES, Turn

DEPTH_FIRST = (Turn("wins", False, MAX_NODES),)
ORDERS = {
    "depth first": DEPTH_FIRST,
    "proof numbers": (Turn("proves", False, MAX_NODES),),
    "proof numbers, weak game": (Turn("proves", True, MAX_NODES),),
    "in turn": running.TURNS,
}
BOARDS = ["4,4,4", "5,5,4", "6,5,4", "6,6,4", "6,4,4", "6,6,5"]

# idea: (what stands in the engine, what stands there without the idea)
IDEAS = {
    "nothing": ("", ""),
    "pairings": ("            if refuted:", "            if refuted and size < 0:"),
    "private pairs": (
        "            size, pairs = unpaired(free, row, size)\n",
        "            pass\n",
    ),
    "weights (Erdős-Selfridge)": (
        "if outweighed(free, row, size, attacks, board):",
        "if size == 0:",
    ),
    "weights of what pairs leave": (
        "if weight << (ONE if attacks else ZERO) < ONE << board.k:\n            return True, pairs",
        "if size == 0:\n            return True, pairs",
    ),
    "threats in a row": ("zone = forcing(node, memory.threats, board)", "zone = ZERO"),
    "zones": ("moves &= further.zone", "moves &= moves"),
    "better cells": ("            moves &= ~idle\n        if not won", "        if not won"),
    "symmetry": ("NEAR = numpy.uint64(8)", "NEAR = numpy.uint64(0)"),
    "order of moves": ("weight[ones_in(order[at - 1] - ONE)] < own", "own < ZERO"),
    "dead cells": ("free & (alive | against)\n", "free\n"),
}


def nodes(text: str, limit: float) -> str:
    """Nodes to the value of a board, or that they are more."""
    found = solve(text, limits=Limits(seconds=limit))
    return f"{'>' * (found.value is None)}{found.nodes:,}"


def compare_orders(limit: float, boards: list[str]) -> None:
    """Print the nodes that each order takes."""
    print(f"{'nodes':26}" + "".join(f"{board:>13}" for board in boards))
    for order, turns in ORDERS.items():
        running.TURNS = turns
        print(f"{order:26}" + "".join(f"{nodes(b, limit):>13}" for b in boards), flush=True)


def main() -> None:
    """Print the table."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    if sys.argv[2:]:
        compare_orders(limit, sys.argv[2:])
        return
    running.TURNS = DEPTH_FIRST
    text = compiler.source(*engine_caller.ENTRIES)
    print(f"{'nodes without':26}" + "".join(f"{board:>13}" for board in BOARDS))
    for idea, (there, instead) in IDEAS.items():
        assert there in text, idea
        changed = compiled_cache.load("search", text.replace(there, instead))
        vars(engine_caller)["engine"] = lambda changed=changed: changed
        print(f"{idea:26}" + "".join(f"{nodes(b, limit):>13}" for b in BOARDS), flush=True)


if __name__ == "__main__":
    main()
