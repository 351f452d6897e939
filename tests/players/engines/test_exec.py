"""`exec:COMMAND`: a program in any language, which is asked one position at a time."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from noughts import Game, Player, PlayerError, Position, Rules, TimeLimits, tournament, versus
from noughts.core import Clock
from noughts.players.engines.exec import Exec, asked
from tests.players.engines.programs import ends, python
from tests.tools import tool

LAST = "while True: print(input().split()[-1], flush=True)"
BOTS = Path(__file__).parents[3] / "examples" / "exec_bots"


def test_a_line_has_board_position_mark_and_legal_moves() -> None:
    assert asked(Position.parse("XO./.X./...")) == "3,3,3 XO./.X./... O c1 a2 c2 a3 b3 c3"
    assert asked(Game.parse("3,3,2,gravity: a").position) == "3,3,2,gravity .../.../X.. O a b c"
    assert asked(Game(Rules.parse("1,2,2,wild")).position) == "1,2,2,wild .. X Xa1 Xb1 Oa1 Ob1"


@pytest.mark.parametrize("code", [LAST, "print(input().split()[-1])"], ids=["stays", "ends"])
def test_a_program_plays_whole_games_whether_it_stays_or_ends(code: str, tmp_path: Path) -> None:
    player = Player.parse(f"exec:{python(code, tmp_path)}")
    last = versus(lambda position: position.legal_moves[-1], "perfect:first")
    assert versus(player, "perfect:first") == last
    assert isinstance(player, Exec)
    player.close()
    player.close()  # nothing is left to do


def test_a_program_may_write_a_name_in_either_case_between_blanks(tmp_path: Path) -> None:
    for word, cell in (("b2", 4), ("B2", 4), (" c3 \n\n", 8)):
        assert Exec(python(f"input(); print({word!r})", tmp_path)).choose(Position()) == cell


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("input(); print('hello')", "answers 'hello' in '.../.../...'; the legal moves are a1, b1"),
        ("input(); print(0)", "answers '0' in '.../.../...'; the legal moves are a1, b1"),
        ("input(); print(5)", "answers '5' in '.../.../...'; the legal moves are a1, b1"),
        ("input(); print('a1')", "answers 'a1' in 'X../.../...'; the legal moves are b1, c1, a2"),
        ("raise SystemExit(3)", "has ended with status 3"),
        ("1/0", "has ended with status 1: ZeroDivisionError: division by zero"),
        ("input()", "has ended with status 0"),
        ("import time; time.sleep(60)", "has thought for"),
        ("while True: pass", "has thought for"),
        ("while True: print('x', end='')", "writes a line without an end: 'xxxx"),
    ],
)
def test_who_fails_has_lost_and_the_reason_is_told(code: str, why: str, tmp_path: Path) -> None:
    player, limits = Exec(python(code, tmp_path)), TimeLimits(0.2 if "thought" in why else 9)
    position = Position.parse("X../.../...") if "a1" in code else Position()
    with pytest.raises(PlayerError) as lost:
        player.choose_within(position, Clock(limits))
    assert str(lost.value).startswith(f"{player.name} {why}")
    assert ("flush its output" in str(lost.value)) == ("thought" in why)
    result = tournament([player, "random"], 2, 1, limits=limits)
    assert result.between("random", player.name).win >= (1 if position.ply == 0 else 0.5)
    player.close()


def test_who_says_nothing_does_not_keep_others_waiting_without_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.players.engines.program_player.USUAL_SECONDS", 0.2)
    player = Exec(python("import time; time.sleep(60)", tmp_path))
    with pytest.raises(PlayerError, match=r"has said nothing for .* s; if it has answered, it"):
        player.choose(Position())


def test_the_time_of_a_game_runs_out_over_several_moves(tmp_path: Path) -> None:
    slow = "import time\nwhile True: print((input().split()[-1], time.sleep(0.6))[0], flush=True)"
    player = Exec(python(slow, tmp_path))
    clock = Clock(TimeLimits(game=0.9))
    player.choose_within(Position(), clock)
    assert 0.6 <= clock.used < 1
    with pytest.raises(PlayerError, match=r"in this game; the limit is 0\.9 s$"):
        player.choose_within(Position(), clock)


def test_a_program_ends_with_its_player(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"import os; open({str(note)!r}, 'w').write(str(os.getpid()))\n{LAST}"
    player = Exec(python(code, tmp_path))
    player.choose(Position())
    del player
    gc.collect()
    assert ends(int(note.read_text()))


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "a command is missing; write it after the colon, as in 'exec:python3 bot.py'"),
        ("'x", '"\'x" cannot be read as a command (No closing quotation); write it as for a shell'),
        ("./no-such-bot", "there is no program './no-such-bot' that may be run; a path such as"),
    ],
)
def test_a_command_that_there_is_not_is_refused_by_name(command: str, why: str) -> None:
    with pytest.raises(PlayerError) as refused:
        Player.parse(f"exec:{command}")
    assert str(refused.value).startswith(why)


def test_another_process_starts_a_program_of_its_own(tmp_path: Path) -> None:
    player = Exec(python(LAST, tmp_path))
    player.choose(Position())
    twin = pickle.loads(pickle.dumps(player))
    assert twin.name == player.name
    assert twin.choose(Position()) == 8


def compiled(folder: Path) -> str:
    """The command of the bot in C."""
    subprocess.run([tool("cc", "gcc"), "-o", folder / "bot", BOTS / "bot.c"], check=True)
    return str(folder / "bot")


@pytest.mark.parametrize("language", ["python", "node", "c"])
def test_ten_lines_play_every_game_in_three_languages(language: str, tmp_path: Path) -> None:
    if language == "c":
        command = compiled(tmp_path)
    elif language == "node":
        command = f"{tool('node')} {BOTS / 'bot.mjs'}"
    else:
        command = f"{sys.executable} {BOTS / 'bot.py'}"
    player = Exec(command)
    for rules in ("3,3,3", "6,7,4,gravity", "3,3,3,wild", "2x2x3,2", "5,5,4,torus,stones=2"):
        game = Game(Rules.parse(rules))
        while not game.is_over:
            game.push(player.choose(game.position))
    player.close()
    source = next(BOTS.glob({"python": "*.py", "node": "*.mjs", "c": "*.c"}[language]))
    assert len([line for line in source.read_text().splitlines() if line.strip()]) <= 12
