"""`engine:COMMAND`: a brain of the Gomocup protocol as a player, with this library as its manager.

The protocol comes from Piskvork (Petr Lastovicka and Martin Petricek, Gomoku AI protocol,
plastovicka.github.io/protocl2en.htm). In the protocol, a *brain* is a program that plays, and a
*manager* runs its games. A brain plays only gomoku: five in a row on a flat board. Under rule 0, a
line has five or more stones; under rule 1, it has exactly five. The brain stores the game, so the
manager sends only changes:

    to the brain                          from the brain
    START 15                              OK           RECTSTART 20,15 if the board is not square
    INFO rule 0, INFO timeout_turn 5000   (nothing)    and other settings
    INFO time_left 2147483647             (nothing)    before each move
    BEGIN                                 7,7          the brain begins
    TURN 8,8                              7,6          the opponent has moved
    RESTART, BOARD, 7,7,1, 8,8,2, DONE    7,6          another game or position

A move is a column and a row, counted from 0. Lines that begin with MESSAGE or DEBUG are for people.
"""

from __future__ import annotations

import re
import time

from noughts.core.answers import ANY_LENGTH, Answers
from noughts.core.bits import cells_of
from noughts.core.clock import USUAL_SECONDS, Clock
from noughts.core.geometry import Flat
from noughts.core.message_text import quoted, shortened
from noughts.core.position import Position
from noughts.core.rules import O, Rules
from noughts.errors import PlayerError, RulesError
from noughts.players.engines.child_process import FAREWELL
from noughts.players.engines.program_player import Program

IN_A_ROW = 5
UNLIMITED = 2_147_483_647  # milliseconds; the protocol's number for no limit
START_SECONDS = 30.0  # the most time for a brain to get ready for a game; it is not charged
FOR_PEOPLE = ("MESSAGE", "DEBUG")
END = "\r\n"  # the end of a line from a manager


def gomoku(rules: Rules, who: str) -> int:
    """The protocol's number for a game's rule: 0 for lines of five or more, 1 for exactly five.

    >>> gomoku(Rules(15, 15, 5), "a brain"), gomoku(Rules.parse("20,20,5,exact"), "a brain")
    (0, 1)

    Raises `RulesError`, naming `who`, for another game.
    """
    usual = rules.answers._replace(length=ANY_LENGTH) == Answers()
    if type(rules.geometry) is not Flat or rules.k != IN_A_ROW or not usual:
        raise RulesError(
            f"{who} cannot take {rules.named}: it needs five in a row on a flat board, such as "
            "15,15,5 or 20,20,5,exact"
        )
    return int(not rules.has("longer"))


class Engine(Program):
    """A gomoku program as a player, `engine:./pbrain-x`.

    The player can move in any position of gomoku. If a position does not follow from the brain's
    last move by one move of the opponent, the brain clears its board and gets the whole position.
    `about` returns the brain's description of itself.

    Raises `PlayerError` for a command that does not exist.
    """

    kind = "engine"
    example = "./pbrain-x"

    def __init__(self, command: str, seed: int | None = None) -> None:
        super().__init__(command, seed)
        self._rules: Rules | None = None  # the rules that the brain was started with
        self._known: tuple[int, int] = (0, 0)  # X's and O's stones, as the brain knows them
        self._told: tuple[float, float | None] | None = None  # the time limits last sent to it

    def check(self, rules: Rules) -> None:
        """Raise `RulesError` unless the game is gomoku: five in a row on a flat board."""
        gomoku(rules, self.name)

    def prepare(self, rules: Rules) -> None:
        """Start the brain with an empty board, unless it is already running with these rules."""
        if self._process and not self._process.status is not None and self._rules == rules:
            return
        self.close()
        self._start()
        size = f"START {rules.rows}"
        if rules.rows != rules.cols:
            size = f"RECTSTART {rules.cols},{rules.rows}"
        self._ready(size)
        self._rules, self._known, self._told = rules, (0, 0), None

    def about(self) -> str:
        """The brain's one-line description of itself. Raises `PlayerError` if it sends no line."""
        if not self._process:
            self._start()
        self._send("ABOUT", START_SECONDS)
        try:
            return shortened(self._line(time.monotonic() + START_SECONDS))
        except TimeoutError:
            raise self._silent("ABOUT") from None

    def close(self) -> None:
        """Ask the brain to end, and kill it if it is still running after a second."""
        process, self._process = self._process, None
        if process:
            try:
                process.write("END", END, FAREWELL)
            except PlayerError:
                process.end()
            else:
                process.end(FAREWELL)

    def _ready_for(self, position: Position) -> None:
        process = self._process
        goes_on = position.rules == self._rules and any(self._known) and self._changes(position)
        if process and process.status is not None and goes_on:
            raise process.gone()
        self.prepare(position.rules)
        if any(self._known) and not self._changes(position):
            self._new_game(position.rules)

    def _asked(self, position: Position, clock: Clock, seconds: float, until: float) -> int:
        assert self._process
        self._process.forget()
        left, changes = clock.left, self._changes(position) or _board(position)
        now = f"INFO time_left {UNLIMITED if left is None else _milliseconds(left)}"
        about = [*self._limits(clock), now]
        for line in [*about, *changes]:
            self._send(line, seconds)
        cell = self._move(changes[0], len(about), until, position)
        x, o = position.x, position.o
        self._known = (x, o | 1 << cell) if position.turn == O else (x | 1 << cell, o)
        return cell

    def _changes(self, position: Position) -> list[str]:
        """The command that brings the brain to a position; an empty list if BOARD is needed."""
        (own, other), known = position.sides, self._known
        if position.turn == O:
            known = known[::-1]
        new = other & ~known[1]
        if known == (own, other ^ new) and new.bit_count() == 1:
            return [f"TURN {_place(new.bit_length() - 1, position.rules)}"]
        return [] if own | other | known[0] | known[1] else ["BEGIN"]

    def _new_game(self, rules: Rules) -> None:
        """Tell the brain to clear its board. A brain that cannot do this is restarted."""
        try:
            self._ready("RESTART")
        except PlayerError:
            self.close()
            self.prepare(rules)
        self._known = (0, 0)

    def _limits(self, clock: Clock) -> list[str]:
        """The INFO lines with the time limits and the rule; none if the limits have not changed."""
        limits = clock.limits.move or clock.limits.game or USUAL_SECONDS, clock.limits.game
        if limits == self._told:
            return []
        self._told = limits
        assert self._rules
        move, game = limits
        return [
            f"INFO timeout_turn {_milliseconds(move)}",
            f"INFO timeout_match {0 if game is None else _milliseconds(game)}",
            "INFO max_memory 0",
            "INFO game_type 1",
            f"INFO rule {gomoku(self._rules, self.name)}",
        ]

    def _ready(self, command: str) -> None:
        """Send a command for an empty board. Raises `PlayerError` unless the brain answers OK."""
        self._send(command, START_SECONDS)
        try:
            said = self._reply(time.monotonic() + START_SECONDS)
        except TimeoutError:
            raise self._silent(command) from None
        if said.split()[0].upper().rstrip("-:,") != "OK":
            raise PlayerError(f"{self.name} answers {quoted(said)} to {command}; OK is needed")

    def _move(self, command: str, told: int, until: float, position: Position) -> int:
        """The move with which the brain answers a command, after `told` INFO lines.

        INFO needs no answer, but some brains answer UNKNOWN.
        """
        said = self._reply(until)
        while told and said.split()[0].upper() == "UNKNOWN":
            said, told = self._reply(until), told - 1
        rules = position.rules
        if suggested := re.fullmatch(r"SUGGEST\s+(\d+)\s*,\s*(\d+)", said, re.IGNORECASE):
            self._send(f"PLAY {suggested[1]},{suggested[2]}", until - time.monotonic())
            said = self._reply(until)
        place = re.fullmatch(r"(\d{1,6})\s*,\s*(\d{1,6})", said)
        if not place:
            raise PlayerError(
                f"{self.name} answers {quoted(said)} to {command}; a move is needed, as in 7,7"
            )
        col, row = map(int, place.groups())
        cell = row * rules.cols + col
        if col >= rules.cols or row >= rules.rows or not position.legal >> cell & 1:
            why = "is taken" if col < rules.cols and row < rules.rows else "is not on the board"
            raise PlayerError(
                f"{self.name} answers {quoted(said)} to {command}: column {col}, row {row}, from "
                f"0, {why} in {quoted(str(position))}"
            )
        return cell

    def _reply(self, until: float) -> str:
        """The brain's next line, other than MESSAGE and DEBUG lines, which are for people."""
        while True:
            line = self._line(until)
            if line.split()[0].upper() not in FOR_PEOPLE:
                return line

    def _send(self, line: str, seconds: float) -> None:
        assert self._process
        self._process.write(line, END, seconds)

    def _silent(self, command: str) -> PlayerError:
        self.close()
        return PlayerError(
            f"{self.name} has not answered {command} in {START_SECONDS:g} s; it may have to flush "
            "its output"
        )


def _board(position: Position) -> list[str]:
    """The lines that give a position to a brain: 1 marks the brain's stones, 2 the opponent's."""
    rules = position.rules
    stones = [
        f"{_place(cell, rules)},{number}"
        for number, side in enumerate(position.sides, 1)
        for cell in cells_of(side)
    ]
    return ["BOARD", *stones, "DONE"]


def _place(cell: int, rules: Rules) -> str:
    """A cell in the protocol's notation: column and row, from 0."""
    return f"{cell % rules.cols},{cell // rules.cols}"


def _milliseconds(seconds: float) -> int:
    return min(max(round(seconds * 1000), 1), UNLIMITED - 1)
