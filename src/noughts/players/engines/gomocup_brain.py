"""The library as a brain of the Gomocup protocol: `noughts engine` answers a manager.

The docstring of `gomocup_manager` describes the protocol. A manager lists stones in any order and
does not say whose turn it is. So the brain stores its own stones and the opponent's, and makes a
position from these stones when it has to move. If the manager sets a rule that the brain does not
play, such as that of renju, the brain sends a MESSAGE at once, and an ERROR when it has to move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from noughts.core.clock import thinking_time
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import NoughtsError
from noughts.players.base import Player
from noughts.players.engines.gomocup_manager import IN_A_ROW, UNLIMITED

RULES = {0: "", 1: ",exact"}  # by the protocol's number: the end of a board's text
USUAL_TURN = 5_000  # milliseconds for a move, until the manager sets a limit
STARTED = ("BEGIN", "TURN", "BOARD", "TAKEBACK", "RESTART")  # commands that need a board


class Refused(Exception):  # noqa: N818 - not an error here: it is what the manager is told
    """A command that is answered by ERROR, with the reason."""


class Brain:
    """A brain, which takes lines from a manager and yields lines in answer.

    `player(seconds)` makes the player that chooses moves; `Strong` is an example.

    >>> brain = Brain(lambda seconds: Player.parse("random", seed=1))
    >>> [*brain.answers("START 20"), *brain.answers("DANCE")]
    ['OK', "UNKNOWN 'DANCE' is not a command here; START, TURN, BEGIN, BOARD and others are"]
    >>> (move,) = brain.answers("TURN 10,10")
    >>> brain.own.keys() == {tuple(map(int, move.split(",")))}
    True
    """

    def __init__(self, player: Callable[[float], Player], about: str = 'name="noughts"') -> None:
        self._player = player
        self._about = about
        self._size: tuple[int, int] | None = None  # columns and rows
        self._rule = 0
        self._turn, self._left = USUAL_TURN, UNLIMITED  # milliseconds
        self._board: list[str] | None = None  # the lines of a BOARD before its DONE
        self.own: dict[tuple[int, int], None] = {}  # stones by column and row
        self.other: dict[tuple[int, int], None] = {}
        self.ended = False

    def answers(self, line: str) -> Iterator[str]:
        """The answer to a line: one line, or none."""
        words = line.split(None, 1)
        if not words:
            return
        command, detail = words[0].upper(), (words[1:] or [""])[0].strip()
        try:
            if self._board is not None and command != "END":
                answer = self._stone(line.strip(), command)
            elif command not in COMMANDS:
                answer = (
                    f"UNKNOWN {quoted(line.strip())} is not a command here; START, TURN, BEGIN, "
                    "BOARD and others are"
                )
            else:
                if command in STARTED and self._size is None:
                    raise Refused(f"{command} comes before START")
                answer = COMMANDS[command](self, detail)
        except (Refused, NoughtsError) as refused:
            answer = f"ERROR {' '.join(str(refused).split())}"
        if answer is not None:
            yield answer

    def _start(self, detail: str) -> str:
        size = re.fullmatch(r"(\d{1,5})", detail)
        if not size:
            raise Refused(f"START takes a size, as in START 20, not {quoted(detail)}")
        return self._begun(int(size[1]), int(size[1]))

    def _rectstart(self, detail: str) -> str:
        size = re.fullmatch(r"(\d{1,5})\s*,\s*(\d{1,5})", detail)
        if not size:
            raise Refused(
                f"RECTSTART takes width and height, as in RECTSTART 30,20, not {quoted(detail)}"
            )
        return self._begun(int(size[1]), int(size[2]))

    def _begun(self, cols: int, rows: int) -> str:
        rules = Rules(rows, cols, IN_A_ROW)
        player = self._player(1)
        player.check(rules)
        self._size = cols, rows
        player.prepare(rules)  # here, since time at the start is not counted
        return self._restart("")

    def _restart(self, _: str) -> str:
        self.own, self.other, self._board = {}, {}, None
        return "OK"

    def _begin(self, _: str) -> str:
        return self._move()

    def _other_moves(self, detail: str) -> str:
        place = self._free(_numbers(detail, 2, "TURN takes column and row, as in TURN 10,10"))
        self.other[place] = None
        try:
            return self._move()
        except (Refused, NoughtsError):
            del self.other[place]
            raise

    def _begin_board(self, _: str) -> None:
        self._board = []

    def _stone(self, line: str, command: str) -> str | None:
        """Read a line after BOARD. At DONE, replace all stones with those read, and move."""
        assert self._board is not None
        if command != "DONE":
            if len(self._board) <= self._cells:  # one stone too many is enough to see it
                self._board.append(line)
            return None
        lines, self._board = self._board, None
        before = self.own, self.other
        self.own, self.other = {}, {}
        try:
            for each in lines:
                *at, field = _numbers(each, 3, "a line of BOARD has column, row and field")
                if field not in (1, 2):
                    raise Refused(f"{quoted(each)}: the field is 1, an own stone, or 2")
                (self.own if field == 1 else self.other)[self._free(at)] = None
            return self._move()
        except (Refused, NoughtsError):
            self.own, self.other = before
            raise

    def _takeback(self, detail: str) -> str:
        col, row = _numbers(detail, 2, "TAKEBACK takes column and row, as in TAKEBACK 9,10")
        for stones in (self.own, self.other):
            if (col, row) in stones:
                del stones[col, row]
                return "OK"
        raise Refused(f"there is no stone at {col},{row} to take back")

    def _info(self, detail: str) -> str | None:
        """Apply a known and valid INFO detail; ignore any other, as the protocol requires."""
        key, _, value = detail.lower().partition(" ")
        number = re.fullmatch(r"-?\d{1,18}", value.strip())
        if not number:
            return None
        if key == "timeout_turn":
            self._turn = int(number[0])
        elif key == "time_left":
            self._left = int(number[0])
        elif key == "rule":
            self._rule = int(number[0])
            if self._rule not in RULES:  # no answer is due, but a person may read this
                return f"MESSAGE {self._unplayed}"
        return None

    def _tell_about(self, _: str) -> str:
        return self._about

    def _over(self, _: str) -> None:
        self.ended = True

    @property
    def _unplayed(self) -> str:
        return f"rule {self._rule} is not played here; 0 is, and 1, exactly five"

    @property
    def _cells(self) -> int:
        assert self._size
        return self._size[0] * self._size[1]

    @property
    def _seconds(self) -> float:
        """The time to think about this move."""
        left = None if self._left == UNLIMITED else self._left / 1000
        return thinking_time(self._turn / 1000, left) or 0.0

    def _free(self, at: list[int]) -> tuple[int, int]:
        """The place of a new stone, after a check that it is free."""
        assert self._size
        (col, row), (cols, rows) = at, self._size
        if col >= cols or row >= rows:
            raise Refused(f"{col},{row} is not on the board of {cols} columns and {rows} rows")
        if (col, row) in self.own or (col, row) in self.other:
            raise Refused(f"there is a stone at {col},{row} already")
        return col, row

    def _move(self) -> str:
        """Choose a move, make it, and return it as text."""
        assert self._size
        cols, rows = self._size
        if self._rule not in RULES:
            raise Refused(self._unplayed)
        if not 0 <= len(self.other) - len(self.own) <= 1:
            raise Refused(
                f"{len(self.own)} own stones and {len(self.other)} of the other player do not "
                "leave it to me to move"
            )
        rules = Rules.parse(f"{rows},{cols},{IN_A_ROW}{RULES[self._rule]}")
        sides = [sum(1 << row * cols + col for col, row in each) for each in (self.own, self.other)]
        x, o = sides if len(self.own) == len(self.other) else sides[::-1]
        position = Position(x, o, rules)
        if position.outcome:
            raise Refused(f"the game is over: {position.outcome}")
        cell = self._player(self._seconds).choose(position)
        place = cell % cols, cell // cols
        self.own[place] = None
        return f"{place[0]},{place[1]}"


COMMANDS: dict[str, Callable[[Brain, str], str | None]] = {
    "START": Brain._start,
    "RECTSTART": Brain._rectstart,
    "RESTART": Brain._restart,
    "BEGIN": Brain._begin,
    "TURN": Brain._other_moves,
    "BOARD": Brain._begin_board,
    "TAKEBACK": Brain._takeback,
    "INFO": Brain._info,
    "ABOUT": Brain._tell_about,
    "END": Brain._over,
}


def _numbers(text: str, count: int, wanted: str) -> list[int]:
    """`count` numbers from a text with commas. Raises `Refused`, which names what is `wanted`."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != count or not all(re.fullmatch(r"\d{1,5}", part) for part in parts):
        raise Refused(f"{wanted}, not {quoted(text)}")
    return [int(part) for part in parts]
