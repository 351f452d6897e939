"""Games in processes: the same as here, and whoever hangs or dies has lost."""

from __future__ import annotations

import os
import re
import shlex
import signal
import threading
import time
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest

from noughts import MissingExtraError, PlayerError, Rules, TimeLimits, tournament
from noughts.players import as_player, tournament_workers
from noughts.players.engines import child_process
from noughts.players.engines.exec import Exec
from noughts.players.tournament_game import Fixture, Played
from noughts.players.tournament_workers import GAME, HEAD, IDLE, NEVER, PLIES, UNTIL, Setting, work
from tests.players import bots_of_workers as bots
from tests.players.engines.programs import ends, python

FIELD = ["random", "perfect:first", "graded:1/2"]


@pytest.mark.wide
@pytest.mark.traced
def test_processes_play_the_games_that_are_played_here() -> None:
    here = tournament(FIELD, 20, 1, exact=False)
    assert tournament(FIELD, 20, 1, exact=False, workers=2) == here


@pytest.mark.wide
@pytest.mark.traced
def test_who_hangs_dies_or_raises_has_lost_and_the_others_go_on() -> None:
    field = {each.__name__: each for each in (bots.hangs, bots.dies, bots.raises, bots.first)}
    result = tournament(field, 2, 1, limits=TimeLimits(move=0.2), workers=2)
    faults = {name: reason for name, _, reason in result.faults}
    assert re.fullmatch(r"hangs has not moved for [\d.]+ s, and was ended", faults["hangs"])
    assert faults["dies"] == "dies ended the process in which it plays, with status 3"
    assert faults["raises"] == "raises raises KeyError: 0"
    assert result.standings[0].name == "first"
    assert result.standings[0].score == 1
    assert "\nraises lost 6 games off the board, the first since raises" in str(result)
    assert "<p>raises lost 6 games" in result._repr_html_()


def test_without_a_limit_what_others_wrote_has_a_minute() -> None:
    assert tournament_workers._usual(as_player(bots.first)) == 60
    assert tournament_workers._usual(as_player("random")) == tournament_workers.UNLIMITED
    assert tournament_workers._usual(as_player("exec:python3")) == tournament_workers.ITS_OWN


def test_the_time_of_a_function_in_this_process_is_looked_at_after_its_move() -> None:
    result = tournament({"slow": bots.slow, "first": bots.first}, 2, 1, limits=TimeLimits(move=0.1))
    assert result.between("first", "slow").win == 1
    assert result.faults[0].reason.startswith("slow has thought for ")


@pytest.mark.wide
@pytest.mark.traced
def test_what_cannot_be_sent_is_refused_by_name() -> None:
    field = {"mine": lambda position: position.legal_moves[0], "random": "random"}
    with pytest.raises(PlayerError, match=r"^'mine' cannot be sent to another process .*workers=0"):
        tournament(field, 2, 1, workers=2)
    with pytest.raises(PlayerError, match=r"^Odd: it is odd$"):
        tournament([bots.Unwilling(), "random"], 2, 1, workers=2)
    with pytest.raises(PlayerError, match="has ended with status 5 before its first move"):
        tournament([bots.Deadly(), "random"], 2, 1, workers=2)


def test_a_number_of_processes_is_checked() -> None:
    for workers in (-1, 257, 1.0, True):
        with pytest.raises(PlayerError, match=r"workers is .*; a number from 0 to 256 is needed"):
            tournament(FIELD, 2, 1, workers=workers)  # type: ignore[arg-type] # that is tested


def test_an_error_that_says_nothing_of_a_player_ends_the_tournament() -> None:
    with pytest.raises(MissingExtraError, match="something is missing at"):
        tournament({"lacks": bots.lacks, "random": "random"}, 2, 1, workers=2)


@pytest.mark.wide
@pytest.mark.traced
def test_processes_and_their_programs_end_with_an_interruption(tmp_path: Path) -> None:
    note = tmp_path / "pids"
    code = f"""
import os, time
with open({str(note)!r}, "a") as note:
    print(os.getpid(), os.getppid(), file=note)
while True:
    time.sleep(0.05), print(input().split()[-1], flush=True)
"""

    def interrupt(done: int, _: int) -> None:
        if done >= 2:  # not every game is reported
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament([Exec(python(code, tmp_path)), "random"], 100, 1, workers=2, progress=interrupt)
    pids = [int(pid) for pid in note.read_text().split()]
    assert len(pids) in (2, 4)  # or one of them has not come to play
    assert all(map(ends, pids))


# What a process does, in a thread of this one.


class Told:
    """A process's work, in a thread, from here."""

    def __init__(self, setting: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left: list[int] = []
        monkeypatch.setattr(os, "_exit", self.left.append)
        self.line, theirs = Pipe()
        life, self.life = Pipe(duplex=False)
        self.state = [0] * (HEAD + 2 * 9)
        self._thread = threading.Thread(target=work, args=(theirs, life, self.state, setting))
        self._thread.start()

    def see(self) -> None:
        """Wait until a player is to move that has a limit."""
        until = time.monotonic() + 10
        while not 0 < self.state[UNTIL] < NEVER and time.monotonic() < until:
            time.sleep(0.01)

    def end(self) -> None:
        self.life.close()
        self.line.close()
        self._thread.join(10)
        until = time.monotonic() + 10
        while not self.left and time.monotonic() < until:
            time.sleep(0.01)
        assert self.left == [0]
        child_process.STARTING.release()  # which is held for good by what ends
        assert not self._thread.is_alive()


def setting(limits: TimeLimits = TimeLimits(), **field: Any) -> Setting:  # noqa: B008 - it stays
    players = {name: as_player(player, name) for name, player in field.items()}
    return Setting(players, Rules(3, 3, 3), 1, limits)


def test_a_process_plays_tells_and_writes_down_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told(setting(a=bots.first, b="random", slow=bots.slow), monkeypatch)
    told.line.send([Fixture("a", "b", 0), Fixture("a", "b", 1)])
    games = [told.line.recv(), told.line.recv()]
    assert [number for number, _ in games] == [0, 1]
    assert all(isinstance(played, Played) and played.fixture.a == "a" for _, played in games)
    told.line.send([Fixture("slow", "b", 0)])
    told.see()
    assert told.state[GAME] == 0
    assert 0 < told.state[UNTIL] - time.monotonic_ns() < 62e9
    assert told.state[PLIES] == 0
    _, played = told.line.recv()
    ply = len(played.moves) - 1
    assert told.state[HEAD : HEAD + ply] == list(played.moves[:ply])
    assert told.state[GAME] in (0, IDLE)
    told.end()


def test_a_limit_says_until_when(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told(setting(TimeLimits(move=3), a=bots.slow, b="random"), monkeypatch)
    told.line.send([Fixture("a", "b", 0)])
    told.see()
    assert 0 < told.state[UNTIL] - time.monotonic_ns() < 5e9
    told.end()  # in the middle of a game, which nobody waits for any more


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_ends_a_process_after_its_programs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = getattr(signal, name)
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, number)}
    left: list[int] = []
    monkeypatch.setattr(os, "_exit", left.append)
    bot = child_process.Process(shlex.split(python("input()", tmp_path)), "bot")
    try:
        tournament_workers._heed(tournament_workers._leave)
        signal.raise_signal(number)
        signal.raise_signal(number)  # which is ignored by now
    finally:
        for each, how in before.items():
            signal.signal(each, how)
    child_process.STARTING.release()
    assert left == [128 + number]
    assert bot.status is not None


def test_games_that_a_process_did_not_come_to_are_played_by_another(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    flag.write_text("")
    player = as_player(bots.Once(str(flag)))
    here = setting(once=player, other="random")
    fixtures = [Fixture("once", "other", game) for game in range(16)]
    games = [*tournament_workers.played_by_workers(here, fixtures, 1)]
    assert sorted(played.fixture for played in games) == fixtures
    (lost,) = [played for played in games if played.reason]
    assert (lost.at_fault, lost.best) == ("once", "other")


def test_a_process_tells_what_it_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told(setting(a=bots.lacks, b="random"), monkeypatch)
    told.line.send([Fixture("a", "b", 0)])
    assert isinstance(told.line.recv(), MissingExtraError)
    told.end()
    told = Told(setting(a=bots.Unwilling().choose, b="random"), monkeypatch)
    error = told.line.recv()
    assert isinstance(error, PlayerError)
    assert str(error) == "Odd: it is odd"
    told.end()


def test_who_has_gone_on_while_it_was_ended_has_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = tournament_workers._Worker(setting(a=bots.first, b="random"))
    worker.games = {0: Fixture("a", "b", 0)}
    looks = iter([1 << 61, 0])
    worker.state[UNTIL] = 1 << 60
    monkeypatch.setattr(time, "monotonic_ns", lambda: next(looks))
    assert worker.cut() == []
    worker.end()
    worker.give([Fixture("a", "b", 1)])  # which nobody hears


def test_who_has_told_of_a_game_may_end_between_two() -> None:
    worker = tournament_workers._Worker(setting(a=bots.first, b="random"))
    worker.give([Fixture("a", "b", 0)])
    while not (told := [*worker.told()]):
        time.sleep(0.01)
    worker.games = {1: Fixture("a", "b", 1)}
    worker._process.kill()
    worker._process.join()
    assert worker.cut() == []
    assert [played.fixture.game for played in told] == [0]


def test_a_process_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_workers, "GRACE", 0.1)
    worker = tournament_workers._Worker(setting(a=bots.first, b="random"))
    assert worker._process.pid
    os.kill(worker._process.pid, 19)  # it stops, and hears nothing
    worker.end()
    assert worker._process.exitcode == -9
