"""A match in a window: what keys, clicks and typing do, without a terminal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Self, cast

import pytest
from click import unstyle

from noughts import Game, O, Player, Position, X
from noughts.cli.commands.play import worth
from noughts.cli.terminal.keys_and_screen import Screen
from noughts.cli.terminal.session import Terminal
from noughts.cli.terminal.window import Window
from noughts.core.cell_names import cell_name
from noughts.core.match import Match
from noughts.players import Perfect

UP, DOWN, RIGHT, LEFT, ESCAPE = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b"


def click(line: int, column: int) -> str:
    return f"\x1b[<0;{column + 1};{line + 1}M\x1b[<0;{column + 1};{line + 1}m"


class Until(NamedTuple):
    """A step: wait until this is seen."""

    text: str


Step = str | Until | Callable[[], object]


class Puppet:
    """A window in which keys are pressed one after the other, each once the game waits for it.

    A step is what is typed, or a function that looks at the lines, or what to do meanwhile.
    """

    def __init__(self, steps: Sequence[Step], size: tuple[int, int]) -> None:
        self._steps = [*steps]
        self._size = size
        self._woken = threading.Event()
        self.lines: list[str] = []
        self.cursor: tuple[int, int] | None = None
        self.marked = ""
        self.ready: Callable[[], bool] = lambda: True
        self.forgotten = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        pass

    def size(self) -> tuple[int, int]:
        return self._size

    def draw(
        self, lines: Sequence[str], at: tuple[int, int] | None = None, marked: str = ""
    ) -> None:
        self.lines, self.cursor, self.marked = [*lines], at, marked

    def forget(self) -> None:
        self.forgotten += 1

    def wake(self) -> None:
        self._woken.set()

    def read(self, unfinished: bool) -> bytes | None:
        if unfinished:
            return b""
        if self._woken.is_set():  # there is something that has not been drawn
            self._woken.clear()
            return b""
        if not self.ready():
            assert self._woken.wait(30)
            return b""
        if not self._steps:
            return None  # the terminal is gone
        step = self._steps[0]
        if isinstance(step, Until) and step.text not in self.text:
            assert self._woken.wait(30), self.text
            return b""
        self._steps.pop(0)
        if isinstance(step, Until):
            return b""
        if callable(step):
            step()
            return b""
        return step.encode()

    @property
    def text(self) -> str:
        return unstyle("\n".join(self.lines))


class Played:
    """A game that was played in a window."""

    def __init__(
        self,
        *steps: str | Until,
        record: str = "",
        opponent: Player | None = None,
        size: tuple[int, int] = (80, 24),
        colours: bool = False,
        both: bool = False,
        meanwhile: bool = False,
    ) -> None:
        """With `meanwhile` keys do not wait for the game."""
        self.seen: list[str] = []
        self.marked: list[str] = []
        each: list[Step] = [part for step in steps for part in (step, self._look)]
        self.window = Puppet([*each], size)
        seats = {X: None, O: None if both else opponent or Perfect("first")}
        self.match = Match(Game.parse(record), seats)
        self.screen = Screen(cast(Window, self.window), colours)
        if not meanwhile:
            self.window.ready = lambda: self.screen._shown.asked or bool(self.screen._over)
        self.session = Terminal(self.match, worth, self.screen)
        self.screen.run(self.session.run)

    def _look(self) -> None:
        self.seen.append(self.window.text)
        self.marked.append(self.window.marked)

    @property
    def record(self) -> str:
        return str(self.match.game)


def both(*steps: str | Until, **options: Any) -> Played:
    return Played(*steps, both=True, **options)


@pytest.mark.parametrize("place", ["\r", " ", "\n"])
def test_a_game_is_played_by_arrows(place: str) -> None:
    played = both(place, UP, place, UP + LEFT, place, RIGHT * 5, place, DOWN * 5 + LEFT, place, "q")
    assert played.record == "b2 b1 a1 c1 b3"
    played = both(place, "K", place, "H", place, "LL", place, "JJH", place, "q")
    assert played.record == "b2 b1 a1 c1 b3"


def test_the_cursor_is_on_the_cell_where_the_next_stone_goes() -> None:
    played = both(UP, "\r", LEFT, "q")
    assert [marked.strip() for marked in played.marked] == ["2", "(X)", "1"]
    assert played.window.cursor == (3, 3)


def test_of_boards_in_a_board_the_cursor_goes_where_one_may_play() -> None:
    played = both("\r", LEFT, "\r", UP, "\r", "?", " ", "q", record="ultimate: 5a1")
    assert played.record == "ultimate: 5a1 1b2 5b2 5c1"
    assert "> says that you may play there" in played.seen[5]


def test_a_click_plays_where_it_points_and_the_cursor_goes_there() -> None:
    played = Played(click(3, 5), click(7, 17), click(4, 5), "\r", "q")
    assert played.record == "a1 b2 c3 b1"  # nothing is between the lines; the last cell is taken
    assert "9 (c3) is taken (X)" in played.seen[3]


def test_a_click_on_a_key_does_what_it_says() -> None:
    played = both("\r", click(10, 34), click(10, 1), click(20, 1), click(10, 29), "q")
    assert played.seen[0].splitlines()[-2][32:38] == "u undo"
    assert played.record == ""
    assert not played.match.can_undo
    # and in the middle of its word, or on two keys' blanks
    assert both("\r", click(10, 37), "q").record == ""
    assert both("\r", click(10, 30), "q").record == "b2"


def test_names_numbers_and_words_are_typed_and_edited() -> None:
    assert both("a1\r", "9\r", "b3\x7f2\r", ":undo\r", "q").record == "a1 c3"
    played = both(":help\r", "q", "q")
    assert "u undo    take back your last move" in played.seen[0]
    assert "b2_"[:2] in both("b2", ESCAPE, "q").seen[0].splitlines()[9]
    assert both("b2", ESCAPE, "\r", "q").record == "b2"
    assert both(":", "\x7f", ":", "\r", "b", "\x7f", "\x7f", "q").record == ""


def test_what_is_typed_stands_behind_the_prompt_with_the_cursor() -> None:
    played = both("b", "2", LEFT, "q", ESCAPE, "q")
    assert played.seen[1].splitlines()[9].endswith("help: b2")
    assert played.marked[1] == ""
    assert played.seen[3].splitlines()[9].endswith("help: bq2")


@pytest.mark.traced
@pytest.mark.wide
def test_a_letter_that_names_a_column_begins_the_name_of_a_cell() -> None:
    played = both("h8\r", "k10\r", "n\r", "h9\r", "u", "q", record="15,15,5:")
    assert played.record == "15,15,5:"
    assert both("h", "3\r", "q").record == "c1"  # 3x3 has no such column: a hint, and cell 3


def test_where_stones_fall_a_cell_stands_for_its_column() -> None:
    played = both("\r", UP * 5, "\r", click(4, 2), "g\r", "q", record="6,7,4,gravity:")
    assert played.record == "6,7,4,gravity: d d a g"


def test_where_there_is_a_choice_of_marks_a_mark_alone_is_placed_at_the_cursor() -> None:
    played = both("\r", "x\r", LEFT, "O\r", click(4, 5), "xc3\r", "q", record="3,3,3,wild:")
    assert "x or o and Enter places that mark here." in played.seen[0]
    assert "x or o and Enter places that mark here." in played.seen[4]
    assert played.record == "3,3,3,wild: Xb2 Oa2 Xc3"


def test_every_command_has_a_key() -> None:
    played = both("a1\r", "u", "r", "u", "b2\r", "h", "?", " ", "v", " ", "s", "q")
    assert "L" in played.seen[5]
    assert "W wins, D draws, L loses" in played.seen[5]
    assert "take back" in played.seen[6]
    assert "press" not in played.seen[6]
    assert "X wins  │" in played.seen[8]
    assert "X is player #2, O is player #1." in played.seen[10]
    assert played.record == "b2"
    assert both("U", "q").seen[0].splitlines()[9] == "there is no move of yours to take back"


def test_escape_takes_the_hints_away() -> None:
    played = both("b2\r", "h", ESCAPE, "q")
    assert "D8*" in played.seen[1]
    assert "D8*" not in played.seen[2]


def test_one_key_does_not_throw_a_game_away() -> None:
    played = both("b2\r", "n", ESCAPE, "q")
    assert "Enter begins a new game; Esc goes on with this one." in played.seen[1]
    assert played.record == "b2"
    assert both("b2\r", "n", "\r", "q").record == ""
    assert both("n", "q").seen[0].splitlines()[9].startswith("X (player #1) to move")


def test_the_end_shows_the_line_the_result_and_the_score_and_n_begins_the_next_game() -> None:
    played = both("a1\r", "a2\r", "b1\r", "b2\r", "c1\r", "h", "\r", "n", "q")
    assert " 1  [X] │ [X] │ [X]" in played.seen[4]
    for seen in played.seen[4:7]:
        assert "X (player #1) wins with the line a1 b1 c1." in seen
        assert "Score: player #1 1, player #2 0, draws 0." in seen
    assert "there is nothing to hint at" in played.seen[5]
    assert "The game is over, so '5' means nothing now" in played.seen[6]
    assert played.record == ""
    assert "Score" not in played.seen[7]


def test_a_misere_game_is_played() -> None:
    cells = ["a1\r", "a2\r", "b1\r", "b2\r", "c1\r"]
    played = both(*cells, "q", record="3,3,3,misere .../.../...:")
    assert "3,3,3,misere: 3 in a row lose." in played.seen[0]
    assert "O (player #2) wins: the other side made the line a1 b1 c1." in played.seen[4]


def test_the_cursor_goes_round_a_torus_and_from_layer_to_layer() -> None:
    played = both(UP + UP, "\r", "q", record="3,3,3,torus .../.../...:")
    assert played.record.endswith(": b3")
    empty = "//".join(["/".join(["...."] * 4)] * 4)
    played = both(DOWN + DOWN, "\r", "q", record=f"4x4x4,4 {empty}:")
    assert played.record.endswith(": 3c1")


def test_a_page_is_turned() -> None:
    played = both("?", DOWN, "\x1b[6~", UP, "x", "q", size=(40, 12))
    first = [seen.splitlines()[0] for seen in played.seen[:4]]
    assert first[0] != first[1] != first[2] != first[3]
    assert "up, down" in played.seen[3]
    assert "any other key" not in played.seen[4]
    assert "to move" in played.seen[4]


def test_a_window_is_drawn_anew_on_request() -> None:
    assert both("\x0c", "q").window.forgotten == 1


@pytest.mark.parametrize("leaving", ["q", "Q", "\x04", ":quit\r"])
def test_one_leaves_by_a_key(leaving: str) -> None:
    assert both("\r", leaving).record == "b2"


def test_a_terminal_that_is_gone_ends_the_game() -> None:
    assert both("\r").record == "b2"


def test_colours_are_those_of_the_plain_game_or_none() -> None:
    assert "\x1b[94m" in "".join(both("\r", "q", colours=True).window.lines)
    assert "\x1b" not in "".join(both("\r", "q").window.lines)


class Slow(Player):
    """A player that waits to be told."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()

    def probabilities(self, position: Position) -> dict[int, float]:
        assert self.go.wait(30)
        return {position.legal_moves[0]: 1}


def thinking(*steps: str | Until) -> tuple[Played, list[str]]:
    """What is seen where the opponent never moves until the game has been left."""
    opponent = Slow()
    try:
        played = Played(*steps, opponent=opponent, meanwhile=True)
    finally:
        opponent.go.set()
    return played, played.seen


def test_while_the_opponent_thinks_the_cursor_moves_and_one_can_leave() -> None:
    begin = Until("for help: "), "\r", Until("O (Slow) to move ...")
    played, seen = thinking(*begin, LEFT, "\r", "b2\r", ESCAPE, "q")
    assert " 2   4  │ (X)" in seen[2]
    assert played.marked[3].strip() == "4"
    assert "Not now: a player is to move. q quits." in seen[4]
    assert seen[5].splitlines()[-3] == "O (Slow) to move ... b2"  # what was typed stays
    assert "b2" not in seen[6]


def test_what_a_player_prints_is_kept_until_the_window_is_closed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Loud(Player):
        def probabilities(self, position: Position) -> dict[int, float]:
            print("I think ...", file=sys.stderr)  # noqa: T201 - as players of one's own do
            return {position.legal_moves[0]: 1}

    played = Played("\r", "q", opponent=Loud())
    assert "I think" not in "".join(played.seen)
    assert "I think ...\n" in capsys.readouterr().out


def test_progress_is_told_where_the_prompt_is() -> None:
    screen = Screen(cast(Window, Puppet([], (80, 24))), colours=False)
    told: list[str] = []

    def session() -> None:
        assert sys.stderr.isatty()
        assert sys.stdout.encoding
        sys.stderr.write("\r\x1b[KReviewing moves: 40%")
        told.append(screen._shown.prompt)

    screen.run(session)
    assert told == ["Reviewing moves: 40%"]


def test_what_goes_wrong_in_the_session_is_raised_when_the_window_is_closed() -> None:
    class Wrong(Player):
        def probabilities(self, position: Position) -> dict[int, float]:
            raise ZeroDivisionError(cell_name(0, position.rules))

    with pytest.raises(ZeroDivisionError, match="a1"):
        Played("\r", opponent=Wrong())


def test_a_review_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played = both("b2\r", "v", " ", "v", " ", "a1\r", "q")
    assert not played.session.reviewed
    calls: list[object] = []

    def counted(*given: object) -> list[str]:
        calls.append(given)
        return ["!"]

    monkeypatch.setattr("noughts.cli.terminal.review.review", counted)
    assert played.session.review() == played.session.review() == ["", " !", ""]
    assert len(calls) == 1
    assert played.session.reviewed
