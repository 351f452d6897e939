"""What the core takes in plain Python: building tables, playing moves, whole walks."""

import statistics
import sys
import time
from collections.abc import Callable

from noughts import TICTACTOE, Position, Rules
from noughts.players.trap import Trap
from noughts.solver.counting.perft import perft
from noughts.solver.tables.table import Table
from noughts.solver.textbook_minimax import alphabeta, minimax

START = Position()
MIDDLE = Position.parse("XO./.X./..O")
WORK: dict[str, tuple[Callable[[], object], int]] = {
    "Position(x, o)": (lambda: Position(17, 258), 10_000),
    "position.play(cell)": (lambda: MIDDLE.play(2), 10_000),
    "position.outcome": (lambda: MIDDLE.outcome, 10_000),
    "position.canonical()": (lambda: MIDDLE.canonical(), 1_000),
    "table of 3x3, from nothing": (lambda: Table(TICTACTOE), 1),
    "table of 4x3 k=3, from nothing": (lambda: Table(Rules(4, 3, 3)), 1),
    "trap rule's first move": (lambda: Trap(TICTACTOE).move(START), 1),
    "minimax of the empty 3x3": (lambda: minimax(0, 0, TICTACTOE), 1),
    "alpha-beta of the empty 3x3": (lambda: alphabeta(0, 0, TICTACTOE), 1),
    "perft of 3x3": (lambda: list(perft(TICTACTOE)), 1),
}


def seconds(work: Callable[[], object], times: int) -> float:
    """Processor time of one call, as the mean of a batch."""
    begin = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begin) / times


def main() -> None:
    """Print the table."""
    print(f"Python {sys.version.split()[0]}, {sys.platform}; medians of 5, processor time")
    for name, (work, times) in WORK.items():
        taken = statistics.median(seconds(work, times) for _ in range(5))
        unit, factor = ("ms", 1e3) if taken > 1e-3 else ("us", 1e6)
        print(f"{name:36}{taken * factor:10.2f} {unit}")


if __name__ == "__main__":
    main()
