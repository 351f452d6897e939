"""A process that chooses moves for the server that started it. Each message is a line of JSON:

["perfect", "3,3,3", "X../.../..."]    a question: a player, a board and a position
"b2"                                   the answer: the name of the player's move
"""

from __future__ import annotations

import json
import signal
import sys
from functools import cache
from typing import IO

from noughts.core.cell_names import move_name
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.base import Player

player_of = cache(Player.parse)


def serve(questions: IO[str], answers: IO[str]) -> None:
    """Answer every question until the input ends.

    >>> from io import StringIO
    >>> serve(StringIO('["perfect", "3,3,3", "X../.../..."]'), sys.stdout)
    "b2"
    """
    for question in questions:
        name, board, text = json.loads(question)
        rules = Rules.parse(board)
        move = player_of(name).choose(Position.parse(text, rules))
        answers.write(f"{json.dumps(move_name(move, rules))}\n")
        answers.flush()


if __name__ == "__main__":  # pragma: no cover - the server's process, which nothing traces
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and so the input
    serve(sys.stdin, sys.stdout)
