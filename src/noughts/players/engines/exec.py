"""`exec:COMMAND`: a program that is asked about one position at a time, in plain text.

For each move, the program reads one line and writes one line:

    3,3,3 XO./.X./... O c1 a2 c2 a3 b3 c3        board, position, mark to move, legal moves
    c3                                           one of these moves

So any program that can read a line and write a word can play every game on every board. It may even
answer every line with that line's fourth word, which is always a legal move. The program may keep
running and read one line after another. If it ends after an answer, it is started again for the
next move.
"""

from __future__ import annotations

import time
from contextlib import suppress

from noughts.core.cell_names import marks_to_choose, move_name, parse_move
from noughts.core.clock import Clock
from noughts.core.message_text import listed, quoted
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import NoughtsError, PlayerError
from noughts.players.engines.program_player import Program


class Exec(Program):
    """A program that reads positions and writes moves, as text.

    >>> import sys
    >>> player = Exec(f"{sys.executable} -c 'print(input().split()[-1])'")
    >>> player.choose("XO./.X./...")    # the last of the legal moves
    8

    Raises `PlayerError` for a command that does not exist.
    """

    kind = "exec"
    example = "python3 bot.py"
    _has_answered = False  # whether the running process has answered

    def prepare(self, rules: Rules) -> None:  # noqa: ARG002 - each line names the board
        """Start the program, unless it is running."""
        if self._process is None or self._process.status is not None:
            self.close()
            self._start()
            self._has_answered = False

    def _asked(self, position: Position, clock: Clock, seconds: float, until: float) -> int:
        try:
            said = self._said(position, until)
        except PlayerError:
            process = self._process
            if process is None or process.status != 0 or not self._has_answered:
                raise
            # It had answered and then ended normally: it is a program that reads only one line.
            self.prepare(position.rules)
            return self._asked(position, clock, seconds, until)
        self._has_answered = True
        rules = position.rules
        bare = said[1:] if marks_to_choose(rules) else said
        with suppress(NoughtsError):
            move = parse_move(said, position.legal, rules)
            # Some programs count from 0 and others from 1, so a number is ambiguous.
            if move in position.legal_moves and not bare.isdigit():
                return move
        names = listed(move_name(move, rules) for move in position.legal_moves)
        raise PlayerError(
            f"{self.name} answers {quoted(said)} in {quoted(str(position))}; the legal moves "
            f"are {names}"
        )

    def _said(self, position: Position, until: float) -> str:
        process = self._process
        assert process
        process.forget()
        process.write(asked(position), seconds=max(until - time.monotonic(), 0))
        return self._line(until)


def asked(position: Position) -> str:
    """The line that asks a program for its move in a position.

    >>> asked(Position.parse("XOX/OXO/..."))
    '3,3,3 XOX/OXO/... X a3 b3 c3'
    """
    rules = position.rules
    moves = (move_name(move, rules) for move in position.legal_moves)
    return " ".join([str(rules), str(position), str(position.turn), *moves])
