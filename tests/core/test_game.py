"""`Game`, a position with its history, against a model: two lists of moves and a grid."""

from __future__ import annotations

import copy
import pickle
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from noughts import (
    CellError,
    Game,
    GameOverError,
    HistoryError,
    IllegalMoveError,
    NotationError,
    NoughtsError,
    Position,
    PositionError,
    Rules,
    RulesError,
    X,
)
from noughts.core.cell_names import cell_name
from noughts.core.game import as_game, as_position, read_record
from noughts.core.rules import as_rules
from tests import oracle
from tests.strategies import MISERE, NORMAL, board_of, games, grid_of, placements


class GameModel(RuleBasedStateMachine):
    """Anything that can be done with a game, done to the model too."""

    @initialize(start=placements(max_side=4))
    def begin(self, start: Position) -> None:
        self.game = Game(start)
        self.start = start
        self.board = board_of(start.rules)
        self.played: list[int] = []
        self.undone: list[int] = []

    @property
    def grid(self) -> oracle.Grid:
        grid = grid_of(self.start)
        for cell in self.played:
            grid = oracle.put(grid, oracle.squares(self.board)[cell], oracle.turn(grid))
        return grid

    @property
    def legal(self) -> list[int]:
        return [oracle.cell_of(s, self.board) for s in oracle.legal(self.grid, self.board)]

    @precondition(lambda self: self.legal)
    @rule(data=st.data())
    def push_a_legal_cell(self, data: st.DataObject) -> None:
        cell = data.draw(st.sampled_from(self.legal))
        self.game.push(cell)
        self.played.append(cell)
        self.undone = []

    @rule(cell=st.integers(-2, 17))
    def push_any_cell(self, cell: int) -> None:
        if cell in self.legal:
            self.game.push(cell)
            self.played.append(cell)
            self.undone = []
            return
        on_board = 0 <= cell < self.start.rules.cells
        over = oracle.result(self.grid, self.board) is not None
        error = CellError if not on_board else GameOverError if over else IllegalMoveError
        with pytest.raises(NoughtsError) as refused:
            self.game.push(cell)
        assert refused.type is error

    @rule()
    def pop(self) -> None:
        if not self.played:
            with pytest.raises(HistoryError, match=r"^there is no move to take back$"):
                self.game.pop()
            return
        assert self.game.pop() == self.played.pop()
        self.undone = []

    @rule()
    def undo(self) -> None:
        if not self.played:
            with pytest.raises(HistoryError, match=r"^there is no move to take back$"):
                self.game.undo()
            return
        cell = self.game.undo()
        assert cell == self.played.pop()
        self.undone.insert(0, cell)

    @rule()
    def redo(self) -> None:
        if not self.undone:
            with pytest.raises(HistoryError, match=r"^there is no undone move to play again$"):
                self.game.redo()
            return
        cell = self.game.redo()
        assert cell == self.undone.pop(0)
        self.played.append(cell)

    @rule()
    def go_on_with_a_copy(self) -> None:
        before = self.game
        self.game = copy.deepcopy(before)
        if before.moves:
            before.pop()

    @invariant()
    def the_game_is_as_the_model(self) -> None:
        game = self.game
        assert game.moves == tuple(self.played)
        assert game.undone == tuple(self.undone)
        assert game.start == self.start
        assert game.rules == self.start.rules
        assert grid_of(game.position) == self.grid
        assert game.turn == game.position.turn
        assert game.outcome == game.position.outcome
        assert (game.legal_moves, game.is_over) == (self.legal, game.outcome is not None)
        assert game.winner is game.position.winner
        assert game.diagram() == game.position.diagram()
        assert (game.outcome is None) == (oracle.result(self.grid, self.board) is None)

    @invariant()
    def its_record_reads_back(self) -> None:
        assert Game.parse(str(self.game)) == self.game


TestGameModel = GameModel.TestCase
TestGameModel.settings = settings(stateful_step_count=25)


@given(placements())
def test_a_game_from_any_position_reads_back(start: Position) -> None:
    game = Game(start)
    if start.legal_moves:
        game.push(start.legal_moves[-1])
    again = Game.parse(str(game))
    assert again == game
    assert again.start == start


@pytest.mark.parametrize(
    "record",
    [
        "",
        "b2 a1 c3",
        "4,4,4: b2 a1",
        "4,4,4:",
        "3,3,3,misere: b2",
        "X../.../...: b2",
        "X../.../...:",
        "3,3,3,misere X../.../...: b2",
        "1,3,2 X..: c1",
        "1,3,2 X..:",
    ],
)
def test_a_record_is_written_as_it_is_read(record: str) -> None:
    assert str(Game.parse(record)) == record
    assert repr(Game.parse(record)) == f"Game.parse('{record}')"


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("3,3,3: 5 1 9", "b2 a1 c3"),
        ("  B2\ta1\n9 ", "b2 a1 c3"),
        (".../.../...: 9", "c3"),
        ("3,3,3 x../.../...: 9", "X../.../...: c3"),
        ("1. b2 a1 2. c3", "b2 a1 c3"),
        ("1.b2 1...a1 2.c3", "b2 a1 c3"),
        ("1. 5 1 2. 9", "b2 a1 c3"),
        ("2x2x2x2,2: 1.2a1", "2x2x2x2,2: 1.2a1"),
        ("XO.......: c3", "XO./.../...: c3"),
        (" 4,4,4 :b2", "4,4,4: b2"),
    ],
)
def test_a_record_may_be_written_in_other_ways(text: str, record: str) -> None:
    assert str(Game.parse(text)) == record


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        (": b2", NotationError, "':' cannot begin a record; before the colon write "),
        (" : b2", NotationError, "' :' cannot begin a record; before the colon write "),
        (
            "3,3,3 X../.../... b2: a1",
            NotationError,
            "'3,3,3 X../.../... b2:' cannot ",
        ),
        ("b2: a1", NotationError, "'b2' is not 3 rows of 3 cells; "),
        ("b2 q7", NotationError, "move 2, 'q7': 'q7' is not a cell of this board; "),
        ("b2 b2", IllegalMoveError, "move 2, 'b2': the cell is taken; free: a1, b1, c1, a2, c2"),
        (
            "a1 a2 b1 b2 c1 c2",
            GameOverError,
            "move 6, 'c2': the game is over (X wins)",
        ),
        ("3,3: b2", RulesError, "'3,3' is not a valid board: it does not say how many"),
        ("3,3,4: b2", RulesError, "no line of 4 fits on a 3x3 board; "),
        ("XX./.../...: b2", PositionError, "2 X and 0 O; turns alternate"),
    ],
)
def test_text_that_is_no_record_is_refused_with_the_place(
    text: str, error: type[NoughtsError], words: str
) -> None:
    with pytest.raises(NoughtsError) as refused:
        Game.parse(text)
    assert refused.type is error
    assert str(refused.value).startswith(words)


@pytest.mark.parametrize("text", ["b2,a1", "b2, a1", " B2 ,a1", "a1,b1,c1"])
def test_commas_between_moves_are_told_what_stands_there(text: str) -> None:
    with pytest.raises(NotationError, match="has commas; write blanks between moves, as in 'b2"):
        Game.parse(text)


@pytest.mark.parametrize("text", ["5 1", ".../.../...: 5", "4,4,4: 9 1"])
def test_numbers_that_could_count_from_0_are_read_from_1_and_that_is_said(text: str) -> None:
    with pytest.warns(UserWarning, match=r"a text count from 1, so '.*' is [a-d]\d") as said:
        game = Game.parse(text)
    assert [warning.filename for warning in said] == [__file__]
    assert [move + 1 for move in game] == [int(word) for word in read_record(text)[1]]
    assert Game(game.start, moves=game.moves) == game


@pytest.mark.parametrize("given", [None, 5, ["b2", "a1"], b"b2"])
def test_what_is_read_is_text(given: Any) -> None:
    for parse in (Game.parse, Position.parse, Rules.parse):
        with pytest.raises(NoughtsError, match=r"is not a text|is not the text of a board"):
            parse(given)


def test_a_game_begins_with_moves_by_name_or_by_number() -> None:
    assert Game(moves=["b2", 0]) == Game.parse("b2 a1")
    assert str(Game(Rules(4, 4, 4), ["a1", "d4"])) == "4,4,4: a1 d4"
    with pytest.raises(IllegalMoveError):
        Game(moves=[4, 4])


def test_a_game_is_as_long_as_its_moves_and_true_without_any() -> None:
    game = Game.parse("b2 a1")
    assert (len(game), [*game], bool(Game()), len(Game())) == (2, [4, 0], True, 0)
    game.undo()
    assert (len(game), [*game]) == (1, [4])


@pytest.mark.filterwarnings("ignore:moves in a text count from 1:UserWarning")
@given(st.text("abcXO./:, 3119mise", max_size=24))
def test_any_text_is_a_record_or_refused_by_the_library(text: str) -> None:
    try:
        game = Game.parse(text)
    except NoughtsError:
        return
    assert Game.parse(str(game)) == game


def test_games_are_equal_when_start_and_moves_are() -> None:
    one, two = Game.parse("b2 a1"), Game.parse("b2 a1 c3")
    assert one != two
    two.undo()
    assert one == two  # what was undone does not count
    assert one != Game.parse("a1 b2")
    assert one != Game.parse("3,3,3,misere: b2 a1")
    assert one != "b2 a1"
    by_another_start = Game(Position.parse(".../.X./..."))
    by_another_start.push(0)
    assert by_another_start.position == one.position
    assert by_another_start != one


def test_a_game_is_no_key() -> None:
    with pytest.raises(TypeError):
        hash(Game())


@pytest.mark.wide
@given(games())
def test_a_pickled_game_keeps_its_moves_and_what_was_undone(game: Game) -> None:
    twin = pickle.loads(pickle.dumps(game))
    assert (twin.start, twin.moves, twin.undone) == (game.start, game.moves, game.undone)


def test_a_game_begins_on_the_empty_board_of_its_rules() -> None:
    assert Game().position == Position()
    assert Game(MISERE).position == Position(rules=MISERE)
    assert Game(NORMAL).turn == X


@given(games(max_side=9))
def test_a_game_shows_its_board_its_record_and_who_is_to_move(game: Game) -> None:
    last = game.moves[-1] if game.moves else None
    assert game._repr_svg_() == game.svg() == game.position.svg(last=last)
    figure: Any = ElementTree.fromstring(game._repr_html_())  # noqa: S314 - our own drawing
    assert [child.tag for child in figure] == ["{http://www.w3.org/2000/svg}svg", "figcaption"]
    result = oracle.result(grid_of(game.position), board_of(game.rules))
    status = {None: f"{'.XO'[game.turn]} to move", "draw": "draw"}.get(result, f"{result} wins")
    assert figure.findtext("figcaption") == f"{game} ({status})"
    names = [cell_name(cell, game.rules) for cell in game.moves]
    assert str(game).rpartition(":")[2].split() == names


def test_a_record_without_its_colon_says_so() -> None:
    for text, right in (
        ("6,7,4,gravity", "6,7,4,gravity:"),
        ("4,4,4 b2", "4,4,4: b2"),
        ("3,3,3 XO./.../... b2", "3,3,3 XO./.../...: b2"),
    ):
        with pytest.raises(NotationError) as refused:
            Game.parse(text)
        assert str(refused.value) == (
            f"{text!r} has no colon between its board or position and the moves; write {right!r}"
        )
        Game.parse(right)


def test_text_is_no_start() -> None:
    with pytest.raises(NotationError, match="is a text; Game"):
        Game(moves="b2 a1")
    with pytest.raises(PositionError, match="is not a Position or Rules; Game"):
        Game("XO./.../...")  # type: ignore[arg-type] # refused, as it should be
    with pytest.raises(PositionError, match="start and rules both say where a game starts"):
        Game(Position(), rules="4,4,4")


RULES = Rules(4, 4, 3)
POSITION = Position.parse("XO./.X./...")
GAME = Game.parse("4,4,3: b2 a1")


@pytest.mark.parametrize("given", [RULES, "4,4,3"], ids=repr)
def test_a_board_is_taken(given: Rules | str) -> None:
    assert as_rules(given) == RULES


@pytest.mark.parametrize("given", [POSITION, "XO./.X./...", Game(POSITION)], ids=repr)
def test_a_position_is_taken(given: Position | Game | str) -> None:
    assert as_position(given) == POSITION


@pytest.mark.parametrize(
    ("given", "game"),
    [
        (GAME, GAME),
        ("4,4,3: b2 a1", GAME),
        ("b2 a1", Game.parse("b2 a1")),
        ("", Game()),
        (RULES, Game(RULES)),
        ("4,4,3", Game(RULES)),
        (POSITION, Game(POSITION)),
        ("XO./.X./...", Game(POSITION)),
        ("xo..x....", Game(POSITION)),
    ],
    ids=repr,
)
def test_a_game_is_taken_or_begun(given: Game | Position | Rules | str, game: Game) -> None:
    assert as_game(given) == game


@pytest.mark.parametrize("take", [as_rules, as_position, as_game])
@pytest.mark.parametrize("given", [None, 5, [0], "x,y", "XO/"], ids=repr)
def test_anything_else_is_refused(take: object, given: object) -> None:
    assert callable(take)
    with pytest.raises((RulesError, PositionError, NotationError)):
        take(given)
