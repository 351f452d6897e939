"""Plays the games of a tournament in worker processes. If a player hangs, its worker is ended.

A worker writes to shared memory which game it plays, who is to move, and when the move is due. If
the move is late, the player loses the game, and the main process ends the worker: a Python function
that hangs cannot be stopped in any other way.

    here                                     a worker
    jobs: some games            ──────>      plays the games one by one
                                <──────      the result of each game
    reads the shared memory                  game, mark, time limit, moves so far
    pipe that is closed at the end  ─ ─ >    ends its programs and itself, even if it hangs
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from noughts.core.clock import TOLERANCE, USUAL_SECONDS, Clock, TimeLimits
from noughts.core.message_text import quoted, shortened
from noughts.core.rules import Rules
from noughts.core.turns import opponent
from noughts.errors import PlayerError
from noughts.players.adapters import ChoosingPlayer, StatedPlayer
from noughts.players.base import Player
from noughts.players.engines.child_process import end_all
from noughts.players.engines.program_player import Program
from noughts.players.tournament_game import Fixture, Played, Table

AT_ONCE = 64  # games in one job
GRACE = 1.0  # seconds that a player may take beyond its limit, and a process to end
LOOK = 0.25  # seconds between two checks of the clocks
# The fields that a worker writes to shared memory, in this order; the moves follow.
GAME, MARK, UNTIL, SINCE, PLIES, HEAD = range(6)
IDLE = -1  # in place of the number of a game
NEVER = 1 << 62

# Seconds for a move of a player that manages its own time, and of a player without a limit.
ITS_OWN, UNLIMITED = 1e9, 2e9


class Setting:
    """The data that a worker needs to play, sent to it as bytes."""

    def __init__(
        self, field: Mapping[str, Player], rules: Rules, seed: int, limits: TimeLimits
    ) -> None:
        self._made = {name: _parcel(name, player) for name, player in field.items()}
        self.rules: Rules = rules
        self._seed, self._limits = seed, limits

    def table(self) -> tuple[Table, dict[str, float]]:
        """The `Table`, and the seconds that each player has for a move if no time limit is set."""
        field = {name: _unpacked(made) for name, made in self._made.items()}
        usual = {name: _usual(player) for name, player in field.items()}
        return Table(field, self.rules, self._seed, self._limits), usual


def played_by_workers(
    setting: Setting, fixtures: Sequence[Fixture], workers: int
) -> Iterator[Played]:
    """Yield each game after it is played, in no fixed order. The workers end with the iterator.

    Raises any error that occurs in a worker and is not caused by a player, and `PlayerError` if a
    worker ends before its first game begins.
    """
    size = max(1, min(AT_ONCE, len(fixtures) // (8 * workers)))
    parts = [fixtures[at : at + size] for at in range(0, len(fixtures), size)]
    waiting = deque(parts)
    hands = [_Worker(setting) for _ in range(min(workers, len(parts)))]
    try:
        while waiting or any(hand.games for hand in hands):
            for hand in hands:
                if not hand.games and waiting:
                    hand.give(waiting.popleft())
            wait([hand.line for hand in hands if hand.games], LOOK)
            for number, hand in enumerate(hands):
                yield from hand.told()
                ended = hand.cut()
                if ended is not None:
                    hands[number] = _Worker(setting)
                    yield from ended
                    if hand.games:
                        waiting.appendleft([*hand.games.values()])
    finally:
        for hand in hands:
            hand.let_go()
        for hand in hands:
            hand.end()


class _Worker:
    """A handle for a worker process, with the games that the process has yet to report."""

    def __init__(self, setting: Setting) -> None:
        start = multiprocessing.get_context("spawn")  # a fork would copy the locks of this process
        self._setting = setting
        self.state = start.RawArray("q", HEAD + 2 * setting.rules.cells)
        self.state[GAME], self.state[UNTIL] = IDLE, NEVER
        self.line, theirs = start.Pipe()
        life, self._life = start.Pipe(duplex=False)
        self.games: dict[int, Fixture] = {}  # by their order in the job
        self._began = False  # whether it has reported a game
        self._process = start.Process(
            target=work, args=(theirs, life, self.state, setting), daemon=True
        )
        self._process.start()
        theirs.close()
        life.close()

    def give(self, games: Sequence[Fixture]) -> None:
        """Send games to the worker."""
        self.games = dict(enumerate(games))
        with suppress(OSError):  # it has ended, which `cut` notices
            self.line.send([*games])

    def told(self) -> Iterator[Played]:
        """The games that the worker has reported. Raises the errors that it reports."""
        with suppress(EOFError, OSError):
            while self.games and self.line.poll():
                told = self.line.recv()
                if isinstance(told, BaseException):
                    raise told
                self._began = True
                number, played = told
                del self.games[number]
                yield played

    def cut(self) -> list[Played] | None:
        """End the worker if its move is late. The last results if it has ended; otherwise None."""
        late = time.monotonic_ns() > self.state[UNTIL]
        if not self.games or (self._process.is_alive() and not late):
            return None
        self.end()
        known, state, now = [*self.told()], self.state, time.monotonic_ns()
        game, mark = self.games.get(state[GAME]), state[MARK]
        if late and now > state[UNTIL]:
            why = f"has not moved for {(now - state[SINCE]) / 1e9:.1f} s, and was ended"
        elif late:  # it has moved in the meantime
            return known
        else:
            why = f"ended the process in which it plays, with status {self._process.exitcode}"
        if game is None:
            if self._began:
                return known
            raise PlayerError(
                f"a process that plays has ended with status {self._process.exitcode} before its "
                "first move"
            )
        del self.games[state[GAME]]
        moves = tuple(state[HEAD : HEAD + state[PLIES]])
        return [*known, Played(game, int(opponent(mark)), moves, f"{game.seats[mark]} {why}")]

    def let_go(self) -> None:
        """Tell the process to end, whatever it is doing."""
        self._life.close()

    def end(self) -> None:
        """End the process."""
        self.let_go()
        self._process.join(GRACE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def work(line: Connection, life: Connection, state: Any, setting: Setting) -> None:
    """The main loop of a worker: play the games that arrive on a pipe, until the pipe closes."""
    with suppress(ValueError):  # in a thread, where a test may call this
        _heed(_leave)
    threading.Thread(target=_follow, args=(life,), daemon=True).start()
    try:
        table, usual = setting.table()
    except Exception as error:
        _send(line, error)
        return
    with suppress(EOFError, OSError):
        while True:
            for number, fixture in enumerate(line.recv()):
                try:
                    told: Any = number, _watched(table, number, fixture, state, usual)
                except Exception as error:
                    told = error
                state[UNTIL], state[GAME] = NEVER, IDLE
                _send(line, told)


def _send(line: Connection, told: Any) -> None:
    """Send a game or an error; if the error cannot be pickled, a `PlayerError` with its text."""
    try:
        line.send(told)
    except OSError:
        raise
    except Exception:
        line.send(PlayerError(f"{type(told).__name__}: {told}"))


def _watched(
    table: Table, number: int, fixture: Fixture, state: Any, usual: Mapping[str, float]
) -> Played:
    """Play a game. Before each move, write to shared memory who has to move, and by when."""
    seats = fixture.seats
    state[PLIES] = 0

    def before(mark: int, clock: Clock, moves: list[int]) -> None:
        state[UNTIL] = NEVER  # while the other fields change
        ply = len(moves)
        if ply:
            state[HEAD + ply - 1] = moves[-1]
        state[PLIES], state[MARK], state[GAME] = ply, mark, number
        seconds, limit = usual[seats[mark]], clock.for_move
        if limit is not None and seconds != ITS_OWN:
            seconds = limit
        if seconds < ITS_OWN:
            now = time.monotonic_ns()
            state[SINCE] = now
            state[UNTIL] = now + int((seconds + TOLERANCE + GRACE) * 1e9)

    return table.play(fixture, before)


def _follow(life: Connection) -> None:
    """Wait until the main process closes `life` or ends; then end this process and its programs."""
    with suppress(EOFError, OSError):
        life.recv_bytes()
    end_all()
    os._exit(0)


def _heed(leave: Any) -> None:
    """Let `leave` handle SIGTERM and SIGHUP. Ctrl-C is ignored: the main process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):  # Windows has only the first
        signal.signal(getattr(signal, name, signal.SIGTERM), leave)


def _leave(number: int, _: object) -> None:
    """End the programs that this process started, then the process, with the signal's status."""
    _heed(signal.SIG_IGN)  # a second signal must not wait for the first
    end_all()
    os._exit(128 + number)


def _usual(player: Player) -> float:
    """The seconds that a player has for a move if there is no limit."""
    if isinstance(player, Program):
        return ITS_OWN
    foreign = isinstance(player, ChoosingPlayer | StatedPlayer)
    foreign = foreign or type(player).__module__.partition(".")[0] != "noughts"
    return USUAL_SECONDS if foreign else UNLIMITED


def _parcel(name: str, player: Player) -> bytes:
    """The player or its `made_by`, if any, pickled. Raises `PlayerError` if pickling fails."""
    try:
        return pickle.dumps(player.made_by or player)
    except Exception as error:  # an object that is not ours may raise anything
        raise PlayerError(
            f"{quoted(name)} cannot be sent to another process ({shortened(str(error))}); define "
            "it at the top of a module, or play in this process, with workers=0"
        ) from error


def _unpacked(parcel: bytes) -> Player:
    made = pickle.loads(parcel)  # noqa: S301 - from the process that started this one
    return made if isinstance(made, Player) else made()
