"""`engine:COMMAND`: we are the manager of a brain, and keep to the protocol."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from pathlib import Path

import pytest

from noughts import Game, Player, PlayerError, Position, Rules, RulesError, TimeLimits, tournament
from noughts.core import Clock
from noughts.players.engines import gomocup_manager
from noughts.players.engines.gomocup_manager import Engine
from tests.players.engines.programs import BRAIN, BRAIN_IN_C, ends, python
from tests.tools import tool

GOMOKU = "15,15,5"
STARTS = 'print("OK", flush=True)\n'


def last(position: Position) -> int:
    return position.legal_moves[-1]


def played(engine: Player, rules: str, mark: int, clock: Clock | None = None) -> Game:
    """A game of an engine against whoever takes the last free cell."""
    board = pickle.loads(pickle.dumps(Rules.parse(rules)))  # as a worker has it
    game, clock = Game(board), clock or Clock(TimeLimits(move=30))
    while not game.is_over:
        own = game.turn == mark
        game.push(engine.choose_within(game.position, clock) if own else last(game.position))
    return game


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.txt"


@pytest.fixture
def engine(tmp_path: Path, log: Path) -> Engine:
    return Engine(python(BRAIN, tmp_path, log))


def told(log: Path) -> list[str]:
    lines = log.read_text().splitlines()
    log.write_text("")
    return lines


def test_a_brain_in_python_plays_whole_games_on_both_sides(engine: Engine, log: Path) -> None:
    assert str(played(engine, GOMOKU, 1)) == "15,15,5: a1 o15 b1 n15 c1 m15 d1 l15 e1"
    assert told(log) == [
        "START 15",
        *("INFO timeout_turn 30000", "INFO timeout_match 0", "INFO max_memory 0"),
        *("INFO game_type 1", "INFO rule 0", "INFO time_left 2147483647", "BEGIN"),
        *("INFO time_left 2147483647", "TURN 14,14", "INFO time_left 2147483647", "TURN 13,14"),
        *("INFO time_left 2147483647", "TURN 12,14", "INFO time_left 2147483647", "TURN 11,14"),
    ]
    game = played(engine, GOMOKU, 2)
    assert (game.winner, len(game)) == (1, 9)
    assert told(log)[:3] == ["RESTART", "INFO time_left 2147483647", "TURN 14,14"]
    engine.close()
    time.sleep(0.1)
    assert told(log)[-1] == "END"


def test_other_boards_rules_and_limits_are_told(engine: Engine, log: Path) -> None:
    game = played(engine, "10,20,5,exact", 1, Clock(TimeLimits(move=5, game=180)))
    assert game.is_over
    lines = told(log)
    assert lines[0] == "RECTSTART 20,10"
    assert {"INFO timeout_turn 5000", "INFO timeout_match 180000", "INFO rule 1"} < {*lines}
    left = [int(line.split()[2]) for line in lines if line.startswith("INFO time_left")]
    assert 180_000 == left[0] > left[-1] > 170_000
    engine.choose_within(Position(rules=Rules.parse("20,20,5")), Clock(TimeLimits(game=9)))
    assert {"END", "START 20", "INFO timeout_turn 9000", "INFO rule 0"} < {*told(log)}
    engine.close()


def test_a_position_that_does_not_go_on_is_given_as_a_board(engine: Engine, log: Path) -> None:
    game = Game.parse(f"{GOMOKU}: h8 a1 b2")
    cell = engine.choose(game.position)
    assert cell == 1
    assert told(log)[-5:] == ["BOARD", "0,0,1", "1,1,2", "7,7,2", "DONE"]
    assert engine.choose(game.position) == 1  # asked again, it is told all again
    assert told(log) == [
        "RESTART",
        "INFO time_left 2147483647",
        "BOARD",
        "0,0,1",
        "1,1,2",
        "7,7,2",
        "DONE",
    ]
    game.push(cell)
    game.push("o15")
    assert engine.choose(game.position) == 2
    assert told(log)[-1] == "TURN 14,14"
    assert engine.choose(Position(rules=game.rules)) == 0
    assert told(log) == ["RESTART", "INFO time_left 2147483647", "BEGIN"]
    engine.close()


def test_a_brain_that_knows_no_restart_is_started_again(tmp_path: Path) -> None:
    engine = Engine(python(BRAIN.replace('"RESTART"', '"AGAIN"'), tmp_path))
    first = [str(played(engine, "5,5,5", 1)) for _ in range(3)]
    assert first[0] == first[1] == first[2]
    engine.close()


def test_a_brain_that_answers_info_by_unknown_plays_too(tmp_path: Path) -> None:
    engine = Engine(python(BRAIN.replace('elif command != "INFO"', "else"), tmp_path))
    assert str(played(engine, GOMOKU, 1)) == "15,15,5: a1 o15 b1 n15 c1 m15 d1 l15 e1"
    engine.close()


def test_a_brain_in_c_plays_whole_games(tmp_path: Path) -> None:
    compiler = tool("cc", "gcc")
    (tmp_path / "brain.c").write_text(BRAIN_IN_C)
    program = tmp_path / "pbrain-first"
    subprocess.run([compiler, "-o", program, tmp_path / "brain.c"], check=True)
    engine = Engine(str(program))
    for rules in (GOMOKU, "20,20,5"):
        for mark in (1, 2):
            game = played(engine, rules, mark)
            assert (len(game), game.winner) == (9, 1)
    engine.close()


@pytest.mark.wide
@pytest.mark.traced
def test_what_a_brain_says_of_itself(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert engine.about() == 'name="First", version="1"'
    assert engine.about() == 'name="First", version="1"'
    engine.close()
    monkeypatch.setattr(gomocup_manager, "START_SECONDS", 0.2)
    with pytest.raises(PlayerError, match=r"has not answered ABOUT in 0\.2 s"):
        Engine(python("import time; time.sleep(60)", tmp_path)).about()


def test_a_suggestion_is_taken(tmp_path: Path) -> None:
    code = """
    input()
    print("OK", flush=True)
    while input().strip() != "BEGIN":
        pass
    print("SUGGEST 3, 4", flush=True)
    assert input().strip() == "PLAY 3,4"
    print("3,4", flush=True)
    """
    engine = Engine(python("\n".join(line[4:] for line in code.splitlines()), tmp_path))
    assert engine.choose(Position(rules=Rules.parse(GOMOKU))) == 4 * 15 + 3
    engine.close()


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("hello", "answers 'hello' to BEGIN; a move is needed, as in 7,7"),
        ("ERROR memory", "answers 'ERROR memory' to BEGIN; a move is needed, as in 7,7"),
        ("15,0", "answers '15,0' to BEGIN: column 15, row 0, from 0, is not on the board in "),
        ("0,15", "answers '0,15' to BEGIN: column 0, row 15, from 0, is not on the board in "),
        ("-1,0", "answers '-1,0' to BEGIN; a move is needed"),
    ],
)
def test_an_answer_that_is_not_a_move_loses(answer: str, why: str, tmp_path: Path) -> None:
    code = f"{STARTS}while input().strip() != 'BEGIN': pass\nprint({answer!r}, flush=True)\ninput()"
    engine = Engine(python(code, tmp_path))
    with pytest.raises(PlayerError) as lost:
        engine.choose(Position(rules=Rules.parse(GOMOKU)))
    assert str(lost.value).startswith(f"{engine.name} {why}")


def test_a_taken_cell_loses(tmp_path: Path) -> None:
    code = f"{STARTS}while not input().startswith('TURN'): pass\nprint('7,7', flush=True)\ninput()"
    with pytest.raises(PlayerError, match=r"to TURN 7,7: column 7, row 7, from 0, is taken in"):
        Engine(python(code, tmp_path)).choose(Game.parse(f"{GOMOKU}: h8"))


@pytest.mark.wide
@pytest.mark.traced
def test_a_brain_that_refuses_the_board_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = Position(rules=Rules.parse(GOMOKU))
    engine = Engine(python("print('ERROR too large', flush=True); input(); input()", tmp_path))
    with pytest.raises(PlayerError, match="answers 'ERROR too large' to START 15; OK is needed"):
        engine.choose(empty)
    monkeypatch.setattr(gomocup_manager, "START_SECONDS", 0.2)
    with pytest.raises(PlayerError, match=r"has not answered START 15 in 0\.2 s; it may have to"):
        Engine(python("import time; time.sleep(60)", tmp_path)).choose(empty)


@pytest.mark.wide
@pytest.mark.traced
def test_who_hangs_has_lost_and_is_ended(tmp_path: Path) -> None:
    code = f"import os\nprint('MESSAGE', os.getpid())\n{STARTS}while True: pass"
    engine = Engine(python(code, tmp_path))
    empty = Position(rules=Rules.parse(GOMOKU))
    engine.prepare(empty.rules)
    assert engine._process
    pid = engine._process._running.pid
    with pytest.raises(PlayerError, match=r"has thought for .* s; the limit is 0\.2 s"):
        engine.choose_within(empty, Clock(TimeLimits(move=0.2)))
    assert ends(pid)


def test_who_dies_between_moves_has_lost_that_game_and_plays_the_next(tmp_path: Path) -> None:
    code = BRAIN.replace(
        'elif command == "TURN"', 'elif rest == "14,14":\n        break\n    elif command == "TURN"'
    )
    engine = Engine(python(code.replace("move()", "move()", 1), tmp_path))
    game = Game(Rules.parse(GOMOKU))
    game.push(engine.choose(game.position))
    assert engine._process
    engine._process._running.kill()
    while engine._process.status is None:
        time.sleep(0.01)
    game.push("o15")
    with pytest.raises(PlayerError, match="was ended by SIGKILL"):
        engine.choose(game.position)
    engine.close()
    assert engine.choose(Position(rules=game.rules)) == 0
    engine._process._running.kill()
    while engine._process.status is None:
        time.sleep(0.01)
    assert engine.choose(Position(rules=game.rules)) == 0  # a new game
    engine._process._running.kill()
    engine.close()


@pytest.mark.parametrize(
    "rules", ["15,15,4", "15,15,5,misere", "15,15,5,torus", "5x5x5,5", "15,15,5,gravity"]
)
def test_other_games_are_refused_by_name(rules: str, engine: Engine) -> None:
    with pytest.raises(RulesError) as refused:
        engine.check(Rules.parse(rules))
    assert f" cannot take {rules}: it needs five in a row on a flat board" in str(refused.value)


def test_a_tournament_of_a_brain_refuses_a_board_at_once(engine: Engine) -> None:
    with pytest.raises(RulesError, match="cannot take 3,3,3"):
        tournament([engine, "random"])


def test_a_brain_that_fails_at_the_start_loses_its_games_alone(tmp_path: Path) -> None:
    field = {"brain": Engine(python("input(); 1 / 0", tmp_path)), "a": "random", "b": "random"}
    result = tournament(field, 2, 1, rules=GOMOKU)
    (fault,) = result.faults
    assert (fault.name, fault.games, result.between("brain", "a").loss) == ("brain", 4, 1)
    assert fault.reason.endswith("has ended with status 1: ZeroDivisionError: division by zero")


@pytest.mark.wide
@pytest.mark.traced
def test_brains_play_a_tournament_in_processes(engine: Engine) -> None:
    result = tournament([engine, "random"], 4, 1, rules=GOMOKU, workers=2)
    assert result.between(engine.name, "random").win == 1
    assert not result.faults


def test_we_play_against_ourselves_as_a_brain() -> None:
    ours = Engine(f"{sys.executable} -m noughts engine --player random --seed 1")
    assert ours.about().startswith('name="noughts", version="')
    assert played(ours, GOMOKU, 1).is_over
    ours.close()
