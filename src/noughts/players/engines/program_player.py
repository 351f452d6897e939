"""The common code of players that are programs: the command, its process, and its time limit.

The command is split into words as by a shell, but it is started without a shell. The program starts
at the first move, or in `prepare`, and runs until `close` is called or the player is deleted.
"""

from __future__ import annotations

import os
import shlex
import time
from abc import abstractmethod
from shutil import which
from typing import ClassVar

from noughts.core.clock import TOLERANCE, USUAL_SECONDS, Clock
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.errors import PlayerError
from noughts.players.adapters import ChoosingPlayer
from noughts.players.engines.child_process import Process
from noughts.players.probabilities import checked_choice


class Program(ChoosingPlayer):
    """A player that asks a program for its moves. Its name is `KIND:COMMAND`.

    Without a time limit, the program has a minute for each move, so a program that does not answer
    cannot block the caller forever.
    """

    kind: ClassVar[str]
    example: ClassVar[str]
    _has_moved = False

    def __init__(self, command: str, seed: int | None = None) -> None:  # noqa: ARG002 - a program draws for itself
        self._command = _words(command, f"{self.kind}:{self.example}")
        self._text = command
        self._process: Process | None = None
        super().__init__(f"{self.kind}:{command}", self._choice)

    def __reduce__(self) -> tuple[type[Program], tuple[str]]:
        return type(self), (self._text,)  # another process starts its own program

    def choose_within(self, position: Position, clock: Clock) -> int:
        """The program's move. If it takes longer than the clock allows, the program is ended."""
        position = self.ready(position)
        self._ready_for(position)
        allowed = clock.for_move
        seconds = USUAL_SECONDS if allowed is None else allowed
        begin = time.monotonic()
        try:
            said = self._asked(position, clock, seconds, begin + seconds + TOLERANCE)
            move = checked_choice(said, position, self.name)
        except TimeoutError:
            spent = time.monotonic() - begin
            self.close()
            raise self._late(clock, spent) from None
        except BaseException:  # also Ctrl-C: a late answer must not be read as the next one
            self.close()
            raise
        self._has_moved = True
        clock.spend(time.monotonic() - begin, self.name)
        return move

    def _late(self, clock: Clock, spent: float) -> PlayerError:
        why = f"{self.name} has said nothing for {spent:.1f} s"
        try:
            clock.spend(spent, self.name)
        except PlayerError as limit:
            why = str(limit)
        hint = "" if self._has_moved else "; if it has answered, it may have to flush its output"
        return PlayerError(why + hint)

    def close(self) -> None:
        """End the program. The next move starts it again."""
        process, self._process = self._process, None
        if process:
            process.end()

    def _ready_for(self, position: Position) -> None:
        """Do the work for a position that is not charged to the move."""
        self.prepare(position.rules)

    @abstractmethod
    def _asked(self, position: Position, clock: Clock, seconds: float, until: float) -> int:
        """The move that the program makes within `seconds`, that is, by the time `until`.

        Raises `TimeoutError` if no move comes in time, and `PlayerError` for any other answer.
        """

    def _choice(self, position: Position) -> int:
        return self.choose_within(position, Clock())

    def _line(self, until: float) -> str:
        assert self._process
        return self._process.read(max(until - time.monotonic(), 0))

    def _start(self) -> Process:
        self._process = Process(self._command, self.name)
        return self._process


def _words(command: str, example: str) -> list[str]:
    """The words of a command. Raises `PlayerError` if the program cannot be found."""
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise PlayerError(
            f"{quoted(command)} cannot be read as a command ({error}); write it as for a shell, "
            f"such as {quoted(example)}"
        ) from None
    if not words:
        raise PlayerError(
            f"a command is missing; write it after the colon, as in {quoted(example)}"
        )
    if which(words[0]) is None:
        raise PlayerError(
            f"there is no program {quoted(words[0])} that may be run; a path such as ./bot, or a "
            f"name that the shell finds, is needed, as in {quoted(example)}"
        )
    return words
