"""A process that plays for the server that starts it: a line of JSON asks, a line answers.

["perfect", "3,3,3", "X../.../..."]    a player, a board and a position
"b2"                                   the name of its move
"""

from __future__ import annotations

import json
import signal
import sys
from functools import cache
from typing import IO

from noughts.core.notation import move_name
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.base import Player

player_of = cache(Player.parse)


def serve(questions: IO[str], answers: IO[str]) -> None:
    """Answer every question, until there are no more.

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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; then the input ends
    serve(sys.stdin, sys.stdout)
