"""What each idea of the search brings: `python benchmarks/ideas.py [SECONDS [BOARD ...]]`, nodes.

The engine is compiled once more without each of its ideas, and solves the same boards from the
empty one. What takes longer than the limit (5 seconds unless told otherwise) is printed as more
than the nodes by then. An idea is taken out by a change of the engine's text, which must occur, and
the search is depth first alone. With boards named, each is solved whole instead, by either order.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from noughts import Position, Rules
from noughts.solver.search import api as search
from noughts.solver.search import compiled as kernel
from noughts.solver.search.api import MAX_NODES, Limits, solve

DEPTH_FIRST = [MAX_NODES, 1, 1, 1]
ORDERS = {
    "depth first": DEPTH_FIRST,
    "proof numbers": [1, MAX_NODES, 1, 1],
    "in turn": search.PATIENCE,
}
BOARDS = ["4,4,4", "5,5,4", "6,5,4", "6,6,4", "6,4,4", "6,6,5"]

# idea: (what stands in the engine, what stands there without the idea)
IDEAS = {
    "nothing": ("", ""),
    "pairings": ("and paired(free, row, unpaired(free, row, size))", "and size < 0"),
    "private pairs": ("        size = unpaired(free, row, size)\n", "        size = size\n"),
    "weights (Erdős-Selfridge)": (
        "over = outweighed(free, row, size, attacks)",
        "over = size == 0",
    ),
    "threats in a row": ("zone = forcing(attacker, defender, free, seen, FORCING)", "zone = ZERO"),
    "zones": ("moves &= further", "moves &= BOARD"),
    "symmetry": ("NEAR = u64(8)", "NEAR = u64(0)"),
    "order of moves": ("weight[count(order[at - 1] - ONE)] < own", "own < ZERO"),
    "dead cells": ("free & (alive | against)\n", "free\n"),
}


def nodes(text: str, limit: float) -> str:
    """Nodes to the value of a board, or that they are more."""
    position = Position(rules=Rules.parse(text))
    solve(position, limits=Limits(nodes=10, memory=1))  # compiles
    found = solve(position, limits=Limits(seconds=limit))
    return f"{'>' * (found.value is None)}{found.nodes:,}"


def compare_orders(limit: float, boards: list[str]) -> None:
    """Print the nodes that each order takes."""
    print(f"{'nodes':26}" + "".join(f"{board:>13}" for board in boards))
    for order, patience in list(ORDERS.items()):
        search.PATIENCE = patience
        print(f"{order:26}" + "".join(f"{nodes(b, limit):>13}" for b in boards), flush=True)


def main() -> None:
    """Print the table."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    if sys.argv[2:]:
        compare_orders(limit, sys.argv[2:])
        return
    search.PATIENCE[:] = DEPTH_FIRST
    texts = {part.name: part.read_text(encoding="utf-8") for part in kernel.PARTS}
    print(f"{'nodes without':26}" + "".join(f"{board:>13}" for board in BOARDS))
    for idea, (there, instead) in IDEAS.items():
        assert any(there in text for text in texts.values()), idea
        with tempfile.TemporaryDirectory() as folder:
            kernel.PARTS = [Path(folder) / name for name in texts]
            for part in kernel.PARTS:
                text = texts[part.name].replace(there, instead)
                part.write_text(text, encoding="utf-8")
            kernel.engine.cache_clear()
            print(f"{idea:26}" + "".join(f"{nodes(b, limit):>13}" for b in BOARDS), flush=True)


if __name__ == "__main__":
    main()
