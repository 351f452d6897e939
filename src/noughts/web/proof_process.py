"""A process, started by the server, that proves the values of moves.

The process reads questions, each a line of JSON, and answers each with a line of JSON, until its
standard input ends:

    ["7,7,5", "......./...", 1.5]    a board, a position that play can reach, and seconds
    [[24, 0], [23, 1]]               the moves that were settled, and their values

The time limits do not include compilation, which happens once on a machine.
"""

from __future__ import annotations

import json
import signal
import sys
from typing import IO

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.strong.move_worths import FOR_A_GLANCE, MoveWorths
from noughts.players.strong.player import Strong


class Proving(MoveWorths):
    """`MoveWorths` that keeps its time for proofs, and judges unsettled moves at a glance."""

    def _judge(self, part: float) -> None:
        super()._judge(min(part, FOR_A_GLANCE))


class Prover(Strong):
    """`Strong`, with all of its time spent on proofs."""

    move_worths = Proving


def proved(board: str, position: str, seconds: float) -> list[tuple[int, int]]:
    """The moves that the search settles within `seconds`, as cell and value, in order of cell.

    >>> proved("3,3,3", "XX./OO./...", 1)
    [(2, 1), (5, 0), (6, -1), (7, -1), (8, -1)]
    """
    moves = Prover(seconds).judge(Position.parse(position, Rules.parse(board)))
    return [(move.cell, round(move.value)) for move in moves if move.proved]


def serve(questions: IO[str], answers: IO[str]) -> None:
    """Answer every question until the input ends."""
    for question in questions:
        answers.write(f"{json.dumps(proved(*json.loads(question)))}\n")
        answers.flush()


def main() -> None:
    """Serve the process that started this one: the server.

    This process ignores Ctrl-C, which in the terminal is meant for the server. When the server
    ends, the standard input of this process ends too, and so does the process.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(sys.stdin, sys.stdout)


if __name__ == "__main__":  # pragma: no cover - the server's process, which nothing traces
    main()
