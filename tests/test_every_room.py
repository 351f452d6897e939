"""One matrix: every room and every command, by games and boards from outside.

A game is played right, as `slow_game` plays it, or refused by name: with the law that it lacks, if
the room needs one. To play a game wrongly without a word is the only failure. A room of the library
or a command that comes is told to stand here, or to say why it does not.
"""

from __future__ import annotations

import ast
import json
import pickle
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, islice, product
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import pytest
from click.testing import CliRunner

import noughts
from noughts import (
    CodeError,
    Game,
    NoughtsError,
    O,
    Position,
    PuzzleError,
    Rules,
    RulesError,
    StoreError,
    TooLargeError,
    X,
    evaluate,
    solve,
    symmetries,
)
from noughts.arrays import Games, Positions, VectorGame, choose, playout_moves, playouts
from noughts.arrays.boards import number_of
from noughts.arrays.coding.api import decode, encode
from noughts.arrays.random_games import small_boards
from noughts.cli.command import COMMANDS
from noughts.cli.main import main
from noughts.cli.text.board import board
from noughts.cli.text.values import VALUE_WORDS
from noughts.codecs import codec
from noughts.codecs.registry import CODECS, names
from noughts.core.answers import LAWS, Law
from noughts.core.bits import cells_of
from noughts.core.box import Box
from noughts.core.cell_names import move_name
from noughts.core.clock import Clock, TimeLimits
from noughts.core.symmetry import transform_cell
from noughts.core.torus import Cylinder, Torus
from noughts.datasets import dataset
from noughts.emit import LANGUAGES
from noughts.emit.module import module
from noughts.evaluate import best_response
from noughts.learn import Agent, Menace, Tabular, load_agent, save_agent
from noughts.players import Perfect, Player, Strong, tournament, versus
from noughts.players.engines.exec import Exec
from noughts.players.exact_results import best_response as exact_response
from noughts.players.maps import strategy_map
from noughts.players.registry import KINDS
from noughts.players.strong import tree_search
from noughts.players.strong.budget import Budget
from noughts.players.strong.tree_search import TreeSearch
from noughts.puzzles import make
from noughts.puzzles.endgame_search import worths
from noughts.solver.certificates.any_form import check
from noughts.solver.certificates.strategy_certificate import Proof
from noughts.solver.counting.counts import counts
from noughts.solver.counting.perft import perft
from noughts.solver.known.small_boards import value_of
from noughts.solver.search.limits import Limits
from noughts.solver.search.one_process import Search
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.sharding import write_shards
from noughts.solver.tables.table import Table
from noughts.solver.textbook_minimax import alphabeta, minimax
from noughts.store import create, parquet, read
from noughts.system.folders import LocalFolder
from noughts.web.boards import require
from tests.games_from_outside import listed as listed
from tests.games_from_outside import slow_game
from tests.slow_game import SMALL, START, SlowGame, State, code_of, number

BOARDS = {
    "rooks": "3,3,3,rooks",
    "rhombus": "3,3,3,rhombus",
    "box": "2x1x4,3",
    "torus": "3,3,3,torus",
    "cylinder": "2,4,3,cylinder",
    "boards": "1,4,3,boards=2",
    "word": "4x4x4,4",
    "words": "9,9,5",
}
ANSWERS = {
    "wild": "3,3,3,wild",
    "gravity": "3,3,3,gravity",
    "pairs": "3,3,3,stones=2",
    "avoider": "3,3,3,avoider",
    "notakto": "3,3,3,notakto",
    "breaker": "3,3,3,breaker",
    "exact": "2,4,3,exact",
    "ultimate": "1,3,2,ultimate",
}
COMBINED = {
    "notakto on two boards": "2,3,3,boards=2,notakto",
    "gravity on two boards": "2,3,3,boards=2,gravity,stones=2",
    "many stones": "2,4,3,stones=3+2",
    "gravity and wild": "3,3,3,gravity,wild,misere",
    "gravity, pairs and avoider": "3,3,3,torus,gravity,stones=2,avoider",
    "gravity on a cylinder": "3,4,3,cylinder,gravity",
    "words, gravity and pairs": "9,9,5,gravity,stones=2",
    "words and ultimate": "ultimate",
    "holes": "3,3,3,holes",
    "gravity and ultimate": "3,1,2,ultimate,gravity,misere",
}
GAMES = BOARDS | ANSWERS | COMBINED
BEYOND_A_WORD = ("words", "words, gravity and pairs", "words and ultimate")
LARGE = ("word", *BEYOND_A_WORD)


def shapes() -> Iterator[str]:
    """Every small torus, cylinder and box, by its text; nobody makes a line that is longer."""
    flat = [*product(range(1, 11), repeat=2)]
    round_ = [kind(*sizes) for kind in (Torus, Cylinder) for sizes in flat]
    boxes = [Box(*sizes) for sizes in combinations_with_replacement(range(1, 11), 3)]
    for geometry in (*round_, *boxes, Box(2, 1, 2, 2)):
        if geometry.cells <= 10:
            for k in range(1, min(geometry.longest, (geometry.cells + 1) // 2 + 1) + 1):
                yield from (str(Rules(geometry=geometry, k=k, misere=m)) for m in (False, True))


MANY = 40  # positions of those that a room looks at where each takes long


IN_TURN: tuple[Law, ...] = ("alternates", "owned", "fair")
PLACED: tuple[Law, ...] = ("any_order", "stones")


class RefusedError(NoughtsError):
    """A command that ended with an error; the message is what it printed."""


def run(*arguments: str, given: str = "") -> str:
    result = CliRunner().invoke(main, arguments, input=given)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code:
        raise RefusedError(result.output)
    return result.stdout


@dataclass
class Played:
    """A game of the matrix in a room: with the library, and slowly."""

    rules: Rules
    folder: Path

    @cached_property
    def text(self) -> str:
        return str(self.rules)

    @property
    def code(self) -> str:
        """A codec of positions."""
        return "base3" if self.rules.has("stones") else "flags"

    @cached_property
    def game(self) -> SlowGame:
        return slow_game(self.rules)

    def position(self, state: State) -> Position:
        x, o = map(number, state)
        return Position(x, o, self.rules)

    def some(
        self, most: int | None = None, going_on: bool = False
    ) -> Iterator[tuple[State, Position]]:
        """Positions all over the game: all, or about so many, perhaps only those with a move."""
        states = [state for state in self.game.some if not going_on or self.game.moves(state)]
        for state in states[:: 1 + len(states) // (most or len(states))]:
            yield state, self.position(state)

    def bulk(
        self, most: int | None = None, going_on: bool = False
    ) -> tuple[list[State], Positions]:
        states, positions = zip(*self.some(most, going_on), strict=True)
        return [*states], Positions.of(positions, self.rules)

    def cells(self, state: State) -> int:
        """The legal cells as a bitboard."""
        return number(frozenset(move % len(self.game.cells) for move in self.game.moves(state)))

    def outcome(self, state: State) -> int:
        """The result as the library numbers it."""
        return {None: 0, 1: 1, -1: 2, 0: 3}[self.game.result(state)]

    @cached_property
    def record(self) -> list[int]:
        """The moves of a game."""
        state, moves = START, list[int]()
        while legal := self.game.moves(state):
            moves.append(legal[len(moves) * 7 % len(legal)])
            state = self.game.play(state, moves[-1])
        return moves


class Room(NamedTuple):
    """What plays there; the laws that it needs of a game; and the games that it refuses anyway."""

    plays: Callable[[Played], None]
    needs: tuple[Law, ...]
    refuses: tuple[str, ...]


ROOMS: dict[str, Room] = {}


def room(name: str, *needs: Law, refuses: tuple[str, ...] = ()) -> Callable[..., Any]:
    def put(plays: Callable[[Played], None]) -> Callable[[Played], None]:
        ROOMS[name] = Room(plays, needs, refuses)
        return plays

    return put


@room("positions")
def positions(here: Played) -> None:
    game, rules = here.game, here.rules
    assert {frozenset(cell for cell in game.cells if line >> cell & 1) for line in rules.lines} == {
        *game.lines
    }
    images = {tuple(transform_cell(c, by, rules) for c in game.cells) for by in symmetries(rules)}
    assert images == {*game.images}
    for state, position in here.some(1000):
        outcome, moves = position.outcome, game.moves(state)
        assert (outcome.winner or 3 if outcome else 0) == here.outcome(state)
        assert bool(outcome and outcome.line) == (game.maker(state) is not None)
        assert (position.turn, position.legal_moves) == (1 + game.mover(state), moves)
        assert position.legal == here.cells(state)
        for move in moves[::3]:
            assert position.play(move) == here.position(game.play(state, move))
    for state, position in here.some(MANY):
        assert position.canonical() == here.position(game.least(state))


@room("what play can reach", *LAWS)
def reach(here: Played) -> None:
    for _, position in here.some(1000):
        assert position.unreachable is None


@room("text and copies")
def text_and_copies(here: Played) -> None:
    rules = here.rules
    assert str(rules) in GAMES.values()  # as it was written
    assert Rules.parse(str(rules)) == rules
    if rules.registered:
        with pytest.raises(RulesError, match=f"16 bytes cannot hold {rules}: "):
            rules.to_bytes()
    else:
        assert Rules.from_bytes(rules.to_bytes()) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    for _, position in here.some(MANY):
        assert Position.parse(str(position), rules) == position
        assert pickle.loads(pickle.dumps(position)) == position


@room("games")
def games(here: Played) -> None:
    game, state = Game(here.rules), START
    for move in here.record:
        game.push(move)
        state = here.game.play(state, move)
        assert game.position == here.position(state)
    assert game.outcome
    assert Game.parse(str(game)) == game
    assert here.text in game._repr_html_()
    assert game.animation().count("<set") >= len(here.record)


@room("drawings")
def drawings(here: Played) -> None:
    for state, position in here.some(MANY):
        drawn, screen = position.svg(), click.unstyle(board(position))
        x, o = map(len, here.game.apart(state))
        assert (drawn.count("l24 24"), drawn.count("<circle")) == (x, o)
        assert ("<line" in drawn) == (here.game.maker(state) is not None)
        screen = re.sub("(board [0-9]+) [XO]", r"\1", screen)  # who has won it
        assert (screen.count("X"), screen.count("O")) == (x, o)


@room("tables in memory", "full", refuses=LARGE)
def tables(here: Played) -> None:
    solved, value = Table(here.rules), here.game.worth(START)[0]
    if here.rules.misere and here.rules.cells % 2 == 0 and here.rules.has(*LAWS):
        assert value <= 0  # O answers each cell with the opposite one
    assert [position.x | position.o << here.rules.cells for position in solved] == sorted(
        map(code_of(here.rules.cells), here.game.some)
    )
    for state, position in here.some():
        assert solved[position] == here.game.worth(state)
        assert solved.best_moves(position) == here.game.best(state)
        assert (position.value, position.remoteness) == here.game.worth(state)


@room("tables in files", *PLACED, refuses=LARGE)
def tables_in_files(here: Played) -> None:
    write_table(here.rules, here.folder / "table")
    stored = Table(here.rules, here.folder / "table")
    assert len(stored) == len(here.game.some)
    for state, position in here.some():
        assert stored[position] == here.game.worth(state)


@room("tables in shards", *PLACED, refuses=LARGE)
def tables_in_shards(here: Played) -> None:
    write_shards(here.rules, LocalFolder(here.folder / "shards"), map, 1 << 9)
    stored = Table(here.rules, here.folder / "shards")
    for state, position in here.some(MANY):
        assert stored[position] == here.game.worth(state)


@room("searches", *LAWS, refuses=BEYOND_A_WORD)
def searches(here: Played) -> None:
    small = here.rules.cells <= SMALL
    search = Search(Position(rules=here.rules), Limits(nodes=None if small else 20, memory=1), None)
    if not small:
        assert search.solution(line=False, best_moves=False).lower == 0
        return
    assert solve(here.rules).value == here.game.worth(START)[0]
    for state, position in here.some(MANY):
        wins = search._wins(position.turn, position)
        assert wins == (here.game.worth(state)[0] == 1)


@room("textbook minimax")
def textbook(here: Played) -> None:
    for state, position in here.some(1000):
        free = len(here.game.cells) - len(state[0] | state[1])
        if len(here.game.moves(state)) > 5 or (free > 15 and not here.rules.has("full")):
            continue  # all games from there on are played
        value = here.game.worth(state)[0]
        assert minimax(*position.sides, here.rules) == value
        assert alphabeta(*position.sides, here.rules) == value


@room("perft")
def walked(here: Played) -> None:
    most = None if here.rules.cells <= SMALL else 3  # plies of a large board
    for row, ways in zip(islice(perft(here.rules), most), here.game.ways(), strict=False):
        assert (row.paths, row.positions) == (ways.total(), len(ways))
        ends = Counter[int]()
        for state, paths in ways.items():
            ends[here.outcome(state)] += paths
        assert (row.x_wins, row.o_wins, row.draws) == (ends[1], ends[2], ends[3])


@room("counts of positions", refuses=LARGE)
def counted(here: Played) -> None:
    rows = [*counts(here.rules)]
    for row, ply in zip(rows, here.game.plies, strict=True):
        assert row.positions == len(ply)
        assert row.classes == len({here.game.least(state) for state in ply})
    for row, walked_row in zip(rows, perft(here.rules), strict=True):
        assert row.paths == walked_row.paths
        assert (row.x_wins, row.o_wins) == (walked_row.x_wins, walked_row.o_wins)


@room("exact results", refuses=LARGE)
def exact_results(here: Played) -> None:
    at_random = versus("random", "random", here.rules).first
    assert at_random.win - at_random.loss == here.game.expected()
    lengths: dict[int, Fraction] = defaultdict(Fraction)
    for (ply, _), chance in here.game.random_ends().items():
        lengths[ply] += chance
    assert at_random.lengths == lengths
    if here.rules.has("full"):
        perfect = versus(Perfect("first"), Perfect("first"), here.rules).first
        assert perfect.win - perfect.loss == here.game.worth(START)[0]
    for mark, side in enumerate((X, O)):
        expected = here.game.expected(mark) * (1 - 2 * mark)
        assert exact_response("random", side, here.rules).value == expected


@room("levels and tournaments", refuses=LARGE)
def levels(here: Played) -> None:
    if not here.rules.has("full") and here.rules.cells <= SMALL:
        with pytest.MonkeyPatch.context() as patch:  # trees of ints grow as those compiled do
            patch.setattr(tree_search, "COMPILED_UP_TO", 0)
            patch.setattr(tree_search, "COMPILED", {})
            assert here.text in str(tournament(["easy", "random"], 2, seed=1, rules=here.rules))
        return
    if here.rules.has(*IN_TURN):
        assert versus("random", "level:2/5", here.rules).score == Fraction(2, 5)
    assert here.text in str(tournament(["perfect:first", "random"], rules=here.rules))
    best = {"one": "perfect:first", "other": "perfect:random"}
    played = tournament(best, 10, seed=1, rules=here.rules, exact=False)
    assert played.between("one", "other").score == Fraction(1, 2)


@room("programs as players")
def programs(here: Played) -> None:
    bot = "while True: print(input().split()[-1], flush=True)"
    program = Exec(f"{sys.executable} -c '{bot}'")
    game = Game(here.rules)
    try:
        while not game.outcome:
            cell = program.choose_within(game.position, Clock(TimeLimits(60)))
            assert cell == game.legal_moves[-1]
            game.push(cell)
    finally:
        program.close()


@room("strong players")
def strong_players(here: Played) -> None:
    small, proved, treed = here.rules.cells <= SMALL, 0, 0
    for state, position in here.some(MANY if small else 4, going_on=True):
        for judged in Strong(nodes=20).judge(position):
            known = small and (judged.proved or here.rules.has("full"))
            assert not known or judged.value == here.game.worth_of(state, judged.cell)
        if small:  # where there is no table
            for move in TreeSearch(position, Budget(nodes=300), every=True).moves():
                assert not move.proved or move.value == here.game.worth_of(state, move.cell)
                treed += move.proved
        if not (small and here.rules.has(*LAWS)):
            continue
        for move in Strong.move_worths(position, Budget(None, 500), every=True).moves():
            if move.proved:
                assert move.value == here.game.worth_of(state, move.cell)
                proved += 1
    assert treed > (50 if here.rules.has("full") else 20) or not small
    assert proved > 50 or not small or not here.rules.has(*LAWS)


def asked(player: Player, position: Position) -> tuple[Any, str]:
    """The chances that a player gives; or none, and why it refuses the game."""
    try:
        return player.probabilities(position), ""
    except (RulesError, TooLargeError) as refused:
        return {}, str(refused)


@room("named players")
def named_players(here: Played) -> None:
    plays, small = set(), here.rules.cells <= SMALL
    kinds = {*KINDS} - {"exec", "engine"}  # programs, which have a room of their own
    for kind in kinds:
        player = Player.parse({"graded": "graded:1/2", "level": "level:2/5"}.get(kind, kind), 1)
        for state, position in here.some(8 if small else 3, going_on=True):
            chances, said = asked(player, position)
            if said:
                assert named(here.rules, said)
                continue
            plays.add(kind)
            assert {*chances} <= {*here.game.moves(state)}
            if small and here.rules.has("full") and kind in ("perfect", "minimax", "strong"):
                assert {*chances} <= {*here.game.best(state)}
    foreseeing = {"perfect", "graded"} if small and here.rules.has("full") else set[str]()
    assert plays >= {"random", "strong"} | foreseeing
    assert not here.rules.has(*LAWS) or not small or plays == kinds


UNMAPPED = ("box", "boards", "notakto on two boards", "wild", "gravity and wild", *LARGE)


@room("maps", "alternates", "stones", "full", refuses=UNMAPPED)
def maps(here: Played) -> None:
    picture = strategy_map(Perfect("first"), here.rules, [X, O])
    assert here.text in picture


UNPROVED = (
    *("rooks", "rhombus", "cylinder", "boards", "holes"),
    *("notakto on two boards", "gravity on a cylinder"),
)
CHECKED: tuple[Law, ...] = ("owned", "alternates", "longer", "fair", "stones", "full")


@room("certificates", *CHECKED, refuses=(*UNPROVED, *LARGE))
def certificates(here: Played) -> None:
    game, solved = here.game, Table(here.rules)
    value = game.worth(START)[0]
    side = O if value < 0 else X
    lines = [*Proof(here.rules, side, solved)]
    assert check(lines, Table)
    answers = dict[State, State]()
    for line in lines[1:]:
        text, cell = line.split()
        position = Position.parse(text, here.rules)
        answers[game.least(state_of(position))] = state_of(position.play(cell))
    after = [START] if side == X else [game.play(START, move) for move in game.moves(START)]
    while after:  # all replies to the answers
        asked = {game.least(state) for state in after if game.moves(state)}
        answered = [answers[state] for state in asked if state in answers]
        ends = [state for state in after if not game.moves(state)] + answered
        assert all(
            (game.result(s) or 0) * (3 - 2 * side) >= abs(value) for s in ends if not game.moves(s)
        )
        assert all(game.worth(state)[0] >= 0 == value for state in asked - {*answers})
        after = [game.play(state, move) for state in answered for move in game.moves(state)]


@room("codecs")
def codecs(here: Played) -> None:
    rules, known = here.rules, names(here.rules)
    states, bulk = here.bulk(MANY)
    for name in CODECS:
        if name not in known:
            with pytest.raises((CodeError, RulesError, TooLargeError)) as refused:
                codec(name, rules)
            assert named(rules, str(refused.value))
            continue
        one = codec(name, rules)
        if one.holds is Position:
            codes = [one.encode(here.position(state)) for state in states]
            assert [one.decode(code) for code in codes] == [*bulk]
            if one.bits <= 64:
                assert list(decode(encode(bulk, name), name, rules)) == [*bulk]
                assert encode(bulk, name).tolist() == codes
    assert {"pair", "base3", "base4"} <= {*known} or not rules.has("stones")
    assert "pair" in known


@room("arrays")
def arrays(here: Played) -> None:
    states, bulk = here.bulk(300)
    game = here.game
    assert list(bulk) == [here.position(state) for state in states]
    assert Positions(bulk.x, bulk.o, here.rules) == bulk
    assert [*map(number_of, bulk.legal())] == [here.cells(state) for state in states]
    assert bulk.turns().tolist() == [1 + game.mover(state) for state in states]
    assert bulk.plies().tolist() == [len(state[0] | state[1]) for state in states]
    assert bulk.outcomes().tolist() == [here.outcome(state) for state in states]
    masks = [np.flatnonzero(row).tolist() for row in bulk.action_mask()]
    assert masks == [game.moves(state) for state in states]
    planes = bulk.planes().reshape(len(states), 2, -1)
    for state, seen in zip(states, planes, strict=True):
        assert [{*np.flatnonzero(side)} for side in seen] == [*map(set, game.sides(state))]
    going_on, then = here.bulk(300, going_on=True)
    moves = [game.moves(state)[-1] for state in going_on]
    after = [game.play(state, move) for state, move in zip(going_on, moves, strict=True)]
    assert list(then.play(moves)) == [*map(here.position, after)]
    few, bulk = here.bulk(MANY)
    assert list(bulk.canonical()) == [here.position(game.least(state)) for state in few]


@room("values in bulk", "full", refuses=LARGE)
def values(here: Played) -> None:
    states, bulk = here.bulk(1000)
    found = zip(bulk.values().tolist(), bulk.remoteness().tolist(), strict=True)
    assert [*found] == [here.game.worth(state) for state in states]
    best = [sum(1 << move for move in here.game.best(state)) for state in states]
    assert bulk.best_moves().tolist() == best


@room("values of a file in bulk", *PLACED, refuses=LARGE)
def values_of_a_file(here: Played) -> None:
    write_table(here.rules)
    values(here)


@room("stepping")
def stepping(here: Played) -> None:
    for form in ("compact", "learning"):
        vector, state = VectorGame(3, here.rules, form), START
        for move in here.record:
            step = vector.step(np.full(3, move, vector._cells_dtype))
            state = here.game.play(state, move)
            assert step.done.tolist() == [not here.game.moves(state)] * 3
            now = state if here.game.moves(state) else START  # the next game has begun
            found = step.legal[0]
            if form == "compact":
                found = [number_of(found) >> move & 1 for move in range(here.rules.actions)]
            assert np.flatnonzero(found).tolist() == here.game.moves(now)
        turn = here.game.turn(len(here.record) - 1)
        assert step.reward.tolist() == [(here.game.result(state) or 0) * (1 - 2 * turn)] * 3
        assert vector.positions() == Positions.start(3, here.rules)


@room("games in bulk")
def games_in_bulk(here: Played) -> None:
    game = Game(here.rules)
    for move in here.record:
        game.push(move)
    bulk = Games.of([game], here.rules)
    assert list(bulk) == [game]
    assert list(bulk.positions()) == [game.position]


@room("random games")
def random_games(here: Played) -> None:
    moves, lengths = playout_moves(40, here.rules, seed=1)
    for row, length in zip(moves.tolist(), lengths.tolist(), strict=True):
        state = START
        for move in row[:length]:
            assert move in here.game.moves(state)
            state = here.game.play(state, move)
        assert not here.game.moves(state)
    if here.rules.cells > SMALL:
        return
    ends = here.game.random_ends()
    for sliced in (small_boards.SLICED_CELLS, 0)[
        : 1 + here.rules.has(*LAWS)
    ]:  # in slices, in lanes
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(small_boards, "SLICED_CELLS", sliced)
            tally = playouts(20_000, here.rules, seed=1)
        for ply, ended in enumerate(tally.ended):
            assert abs(ended / tally.games - float(ends[ply, True])) < 0.02
        without = sum(chance for (_, lined), chance in ends.items() if not lined)
        assert abs(tally.without_line / tally.games - float(without)) < 0.02
        if not here.rules.has("full"):
            with pytest.raises(RulesError, match=r"needs that a draw has a full board \(full\)"):
                _ = tally.moves
        else:
            plies = sum(ply * chance for (ply, _), chance in ends.items())
            assert abs(tally.moves / tally.games - float(plies)) < 0.1
        assert abs((tally.x_wins - tally.o_wins) / tally.games - float(here.game.expected())) < 0.03


@room("puzzles", "full", refuses=LARGE)
def puzzles(here: Played) -> None:
    make(here.rules, 0)  # which refuses a board that is too large
    for state, position in here.some(MANY, going_on=True):
        moves = [(move, here.game.worth_of(state, move)) for move in here.game.moves(state)]
        assert [(move.cell, move.value) for move in worths(position)] == moves
    with suppress(PuzzleError):  # on some boards there is none
        (puzzle,) = make(here.rules, seed=1)
        state = state_of(puzzle.position)
        assert here.game.best(state) == [puzzle.answer]
        assert here.game.worth(state) == (puzzle.value, puzzle.remoteness)


@room("players in bulk", "full", refuses=LARGE)
def players_in_bulk(here: Played) -> None:
    states, bulk = here.bulk(300, going_on=True)
    for state, move in zip(states, choose(bulk, "perfect", seed=1).tolist(), strict=True):
        assert move in here.game.best(state)


@room("stores")
def stores(here: Played) -> None:
    _, bulk = here.bulk(MANY)
    with create(here.folder / "codes", here.code, here.rules) as writer:
        writer.write(bulk)
    held = read(here.folder / "codes")
    assert (held.rules, held.values()) == (here.rules, bulk)


@room("parquet")
def parquet_files(here: Played) -> None:
    path, (_, bulk) = here.folder / "codes", here.bulk(MANY)
    parquet.write(path, [encode(bulk, here.code)], here.code, here.rules)
    codes = np.concatenate([*parquet.read(path, "pair", here.rules)])
    assert decode(codes, "pair", here.rules) == bulk
    with pytest.raises(StoreError, match=re.escape(here.text)):
        next(parquet.read(path, here.code))


@room("sources")
def sources(here: Played) -> None:
    defined = dict[str, Any]()
    exec(LANGUAGES["python"]().write(module(here.rules)), defined)
    for state, position in here.some(1000):
        x, o = position.x, position.o
        assert defined["legal_cells"](x, o) == here.cells(state)
        assert (defined["result"](x, o), defined["turn"](x, o)) == (
            here.outcome(state),
            1 + here.game.mover(state),
        )
        for move in here.game.moves(state)[::3]:
            after = position.play(move)
            assert (defined["after_x"](x, o, 1 << move), defined["after_o"](x, o, 1 << move)) == (
                after.x,
                after.o,
            )
    if here.rules.cells <= SMALL:
        for language in LANGUAGES.values():
            assert here.text in language().write(module(here.rules))


@room("agents that learn", "stones", refuses=LARGE)
def agents_that_learn(here: Played) -> None:
    agents: list[Agent] = [Menace(here.rules, seed=1), Tabular("q", here.rules, seed=1)]
    of_x = {here.game.least(state) for state in here.game.some if not here.game.mover(state)}
    boxes = [state for state in of_x if len(here.game.moves(state)) > 1]
    assert agents[0].boxes == len(boxes)  # type: ignore[attr-defined] # MENACE's
    for agent in agents:
        assert len(agent.train(200)) == 200  # type: ignore[attr-defined] # of each kind
        save_agent(agent, here.folder / "agent.npz")
        again = load_agent(here.folder / "agent.npz")
        assert (again.rules, again.games) == (here.rules, 200)
        for _, position in here.some(MANY, going_on=True):
            assert {*again.probabilities(position)} <= {*position.legal_moves}
            assert again.probabilities(position) == agent.probabilities(position)


@room("exact evaluation", "stones", refuses=LARGE)
def evaluations(here: Played) -> None:
    response = best_response("random", here.rules)
    assert response.x == pytest.approx(float(here.game.expected(0)))
    assert response.o == pytest.approx(-float(here.game.expected(1)))
    if here.rules.has("full"):
        value = here.game.worth(START)[0]
        assert best_response("perfect", here.rules)[:2] == (value, -value)
    at_random = evaluate.versus("random", "random", here.rules).first
    assert at_random.win - at_random.loss == pytest.approx(float(here.game.expected()))


@room("environments")
def environments(here: Played) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra [envs]")
    from noughts.envs import MNKEnv

    game = here.game
    side: Any
    for mark, side in enumerate("xo"):
        one, reward, over = MNKEnv(here.rules, side=side, observation="planes"), 0.0, False
        one.reset(seed=3)
        while not over:
            before = state_of(one.position)
            moves = game.moves(before)
            assert game.mover(before) == mark
            assert np.flatnonzero(one.action_masks()).tolist() == moves
            seen, reward, over, _, info = one.step(moves[-1])
            if here.rules.cells <= SMALL and here.rules.has("full"):
                assert info["value"] == game.worth(before)[0]
                assert info["regret"] == info["value"] - game.worth_of(before, moves[-1])
            planes = [{*np.flatnonzero(side)} for side in seen.reshape(2, -1)]
            state = state_of(one.position)
            assert planes == [*map(set, state[::-1] if mark and game.owned else state)]
        assert reward == (game.result(state_of(one.position)) or 0) * (1 - 2 * mark)


@room("environments in bulk", refuses=BEYOND_A_WORD)
def environments_in_bulk(here: Played) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra [envs]")
    from noughts.envs import MNKEnv, MNKVectorEnv

    one, over = MNKEnv(here.rules, side="random"), False
    many = MNKVectorEnv(8, here.rules, side="random")
    one.reset(seed=3)
    many.reset(seed=3)
    while not over:
        masks = many.action_masks()
        highest = here.rules.actions - 1 - masks[:, ::-1].argmax(axis=1)
        seen, _, over, _, _ = one.step(int(highest[0]))
        alike, _, ended, _, _ = many.step(highest)
        assert (alike[0].tolist(), ended[0]) == (seen.tolist(), over)
        assert many.positions()[0] == one.position


@room("environments of two agents")
def environments_of_two(here: Played) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo comes with the extra [envs]")
    from noughts.envs import raw_env

    two, state = raw_env(here.rules), START
    two.reset()
    for move in here.record:
        mask = two.observe(two.agent_selection)["action_mask"]
        assert np.flatnonzero(mask).tolist() == here.game.moves(state)
        two.step(move)
        state = here.game.play(state, move)
    assert two.terminations == {"player_1": True, "player_2": True}
    assert two.infos["player_1"]["outcome"] == here.game.result(state)


@room("environments for JAX")
def environments_for_jax(here: Played) -> None:
    jax = pytest.importorskip("jax", reason="JAX comes with the extra [jax]")
    from noughts.envs.jax import Env

    env, now = Env(here.rules), START
    state, step = env.init(jax.random.key(1)), jax.jit(env.step)
    first = int(state.current_player)
    for move in here.record:
        assert np.flatnonzero(state.legal_action_mask).tolist() == here.game.moves(now)
        state = step(state, move)
        now = here.game.play(now, move)
    assert bool(state.terminated)
    assert float(state.rewards[first]) == here.game.result(now)


@room("notebooks", refuses=("wild", "gravity and wild"))
def notebooks(here: Played) -> None:
    pytest.importorskip("anywidget", reason="anywidget comes with the extra [notebook]")
    from noughts.notebook import GameWidget

    widget, state = GameWidget(here.rules, side="both"), START
    for move in here.record:
        free = [place["free"] for place in widget.shown["places"]]
        assert [*np.flatnonzero(free)] == here.game.moves(state)
        widget.play(move)
        state = here.game.play(state, move)
    assert widget.game.position == here.position(state)
    assert not any(place["free"] for place in widget.shown["places"])
    winner = {1: "X", -1: "O", 0: "Draw"}[here.game.result(state) or 0]
    assert widget.shown["status"].startswith(winner)


@room("datasets", "full", refuses=LARGE)
def datasets(here: Played) -> None:
    every, game, code = dataset(here.rules), here.game, code_of(here.rules.cells)
    states = game.some
    assert [*zip(every["x"].tolist(), every["o"].tolist(), strict=True)] == [
        (number(x), number(o)) for x, o in states
    ]
    worths = [game.worth(state) for state in states]
    assert [*zip(every["value"].tolist(), every["remoteness"].tolist(), strict=True)] == worths
    assert every["turn"].tolist() == [1 + game.mover(state) for state in states]
    assert every["outcome"].tolist() == [here.outcome(state) for state in states]
    assert every["legal"].tolist() == [here.cells(state) for state in states]
    best = [sum(1 << move for move in game.best(state)) for state in states]
    assert every["best_moves"].tolist() == best
    least = [code(game.least(state)) == code(state) for state in states]
    assert every["is_least"].tolist() == least
    assert dataset(here.rules, classes=True).rows == sum(least)
    every.write(here.folder / "dataset.parquet")


@room("list of values", "full", refuses=LARGE)
def list_of_values(here: Played) -> None:
    found = value_of(here.rules)
    assert (found.value, found.remoteness) == here.game.worth(START)


NOT_ON_THE_PAGE = (
    *("rooks", "rhombus", "box", "holes"),
    *("avoider", "gravity, pairs and avoider"),
)


@room("the page", refuses=NOT_ON_THE_PAGE)
def boards_of_the_page(here: Played) -> None:
    require(here.rules)  # tests/web/test_relatives.py plays them there


@room("clusters")
def clusters(here: Played) -> None:
    da = pytest.importorskip("dask.array", reason="Dask comes with the extra [cluster]")
    dask = pytest.importorskip("dask", reason="Dask comes with the extra [cluster]")
    from noughts.cluster import codes as coded
    from noughts.cluster import games as played_there

    states, bulk = here.bulk(MANY)
    pairs = encode(bulk, here.code)
    with dask.config.set(scheduler="synchronous"):
        codes = da.from_array(pairs, chunks=(16, *pairs.shape[1:]))
        x, o = (side.compute() for side in coded.decode(codes, here.code, here.rules))
        assert Positions(x, o, here.rules) == bulk
        again = coded.convert(codes, here.code, "pair", here.rules).compute()
        assert decode(again, "pair", here.rules) == bulk
        if here.rules.cells <= SMALL and here.rules.has("full"):
            values = coded.values(codes, here.code, here.rules).compute()
            assert values.tolist() == [here.game.worth(state)[0] for state in states]
        moves: Any = played_there.playout_moves(10, here.rules, seed=1).moves
        played = moves.compute()
    assert played.tolist() == playout_moves(10, here.rules, seed=1).moves.tolist()


# The commands.


@room("noughts play")
def play_command(here: Played) -> None:
    names_of = [move_name(move, here.rules) for move in here.record]
    options = ("play", "--side", "both", "--board", here.text)
    state = START
    for move in here.record:
        state = here.game.play(state, move)
    printed = run(*options, given="\n".join(names_of))
    end = {1: "X (player #1) wins", -1: "O (player #2) wins", 0: "Draw."}
    assert end[here.game.result(state) or 0] in printed
    if here.rules.cells <= SMALL:
        assert "d, draw" not in run("play", "--side", "neither", "--board", here.text)


@room("noughts puzzle", "full", refuses=LARGE)
def puzzle_command(here: Played) -> None:
    options = ("puzzle", "--board", here.text, "--seed", "1", "--json")
    try:
        told = json.loads(run(*options))
    except RefusedError as refused:  # on some boards there is none
        if "positions" not in str(refused):
            raise
        return
    state = state_of(Position.parse(told["position"], here.rules))
    assert here.game.best(state) == [told["answer"]]


@room("noughts show")
def show_command(here: Played) -> None:
    state, position = [*here.some(MANY)][-1]
    told = json.loads(run("show", str(position), "--board", here.text, "--json"))
    assert told["turn"] == "XO"[here.game.mover(state)]
    assert told["outcome"] == (str(position.outcome) if position.outcome else None)
    assert len(told["symmetry"]["images"]) == len(
        {here.game.image(state, image) for image in here.game.images}
    )
    assert told["symmetry"]["representative"] == str(here.position(here.game.least(state)))
    if here.rules.cells <= SMALL and here.rules.has("full"):
        assert (told["value"], told["remoteness"]) == here.game.worth(state)
    assert "X" in run("show", str(position), "--board", here.text)


@room("noughts solve", "full", refuses=BEYOND_A_WORD)
def solve_command(here: Played) -> None:
    told = json.loads(run("solve", here.text, "--json", "--nodes", "20"))
    if here.rules.cells <= SMALL:
        assert told["value"] == here.game.worth(START)[0]


@room("noughts count", refuses=LARGE)
def count_command(here: Played) -> None:
    told = json.loads(run("count", here.text, "--json"))
    assert [row["positions"] for row in told["plies"]] == [*map(len, here.game.plies)]


@room("noughts perft")
def perft_command(here: Played) -> None:
    told = json.loads(run("perft", here.text, "--depth", "2", "--json"))
    ways = [each.total() for each, _ in zip(here.game.ways(), range(3), strict=False)]
    assert [row["paths"] for row in told["plies"]] == ways


@room("noughts table", *PLACED, refuses=LARGE)
def table_command(here: Played) -> None:
    run("table", here.text, "-o", str(here.folder / "table"))
    stored = Table(here.rules, here.folder / "table")
    assert stored[Position(rules=here.rules)] == here.game.worth(START)


@room("noughts versus", refuses=LARGE)
def versus_command(here: Played) -> None:
    told = json.loads(run("versus", "random", "random", "--board", here.text, "--json"))
    first = told["first"]
    assert Fraction(first["win"]) - Fraction(first["loss"]) == here.game.expected()


@room("noughts certify", *CHECKED, refuses=(*UNPROVED, *BEYOND_A_WORD))
def certify_command(here: Played) -> None:
    if here.text == GAMES["word"]:
        return  # a search that nobody waits for
    proof = run("certify", here.text)
    assert ("wins" if here.game.worth(START)[0] else "never loses") in proof


@room("noughts map", "alternates", "stones", "full", refuses=UNMAPPED)
def map_command(here: Played) -> None:
    assert here.text in run("map", here.text)


@room("noughts emit")
def emit_command(here: Played) -> None:
    assert here.text in run("emit", "python", "--board", here.text)


@room("noughts convert")
def convert_command(here: Played) -> None:
    _, position = [*here.some(MANY)][-1]
    code = str(codec("pair", here.rules).encode(position))
    converted = run("convert", "--from", "pair", "--to", here.code, "--board", here.text, code)
    assert int(converted) == codec(here.code, here.rules).encode(position)


@room("noughts values", "full", refuses=LARGE)
def values_command(here: Played) -> None:
    said = run("values", here.text)
    value, _ = here.game.worth(START)
    assert f"{here.text}  {VALUE_WORDS[value]} in " in said


@room("noughts learn", "stones", "full", refuses=LARGE)
def learn_command(here: Played) -> None:
    assert here.text in run("learn", "q", "--board", here.text, "--games", "10")


@room("noughts dataset", "full", refuses=LARGE)
def dataset_command(here: Played) -> None:
    path = here.folder / "dataset.arrow"
    printed = run("dataset", here.text, "-o", str(path))
    assert f"{len(here.game.some):,} positions of {here.text}" in printed
    assert path.exists()


@room("noughts pack")
def pack_command(here: Played) -> None:
    _, position = [*here.some(MANY)][-1]
    options = ("--to", here.code, "--from", "text", "--board", here.text)
    run("pack", str(here.folder / "store"), *options, given=f"{position}\n")
    assert here.text in run("info", str(here.folder / "store"))
    assert str(position) in run("unpack", str(here.folder / "store"), "--to", "text")


# What is not asked, and why.
NO_ROOMS = {
    "expressions": "what the rules run on, for any board",
    "kernels": "what compiles it",
    "lessons": "are of 3x3",
    "live": "takes the boards of the page, and tests/live plays games of the family there",
    "solver.gravity": "`solve` asks it",
}
NO_BOARD = {
    "web": "the page has a list of its boards",
    "serve": "as the page",
    "classic": "is of 3x3",
    "engine": "the manager says which board; gomoku alone",
    "unpack": "the store says which board",
    "info": "the store says which board",
    "repair": "the store says which board",
    "shell": "knows no board",
}
OF_SEVERAL = ("envs", "players", "solver")  # rooms with rooms inside


# Here a game is known by its words alone, which mean nothing certain if they are registered.
KEPT = (
    *("tables in files", "tables in shards", "values of a file in bulk", "noughts table"),
    *("stores", "noughts pack"),
)


def state_of(position: Position) -> State:
    x, o = (frozenset(cells_of(side)) for side in (position.x, position.o))
    return x, o


def named(rules: Rules, said: str) -> bool:
    return any(name in said for name in (str(rules), repr(rules), str(rules.geometry)))


# Rooms that compile for each game, and the answers that tests/arrays compiles there itself.
COMPILING = ("codecs", "arrays", "stepping")
COMPILED_IN_ARRAYS = ("wild", "gravity", "pairs", "avoider")
# A combination in place of the one whose turn it is, since other tests compile its kernels too.
SHARED = {"named players": "words and ultimate"}


def rows() -> Iterator[Any]:
    """Every room with every game; in every check some.

    A room of the library takes every answer there, and a command, which asks a room, every other;
    a room that compiles for each game takes those that its own tests do not compile. Each takes
    one board and one combination.
    """
    for turn, name in enumerate(ROOMS):
        step = 2 if name.startswith("noughts ") else 1
        for games, apart in ((BOARDS, len(BOARDS)), (ANSWERS, step), (COMBINED, len(COMBINED))):
            for place, game in enumerate(games):
                compiled_there = name in COMPILING and game in COMPILED_IN_ARRAYS
                often = (place - turn) % apart == 0 and not compiled_there
                if games is COMBINED and name in SHARED:
                    often = game == SHARED[name]
                mark = pytest.mark.wide if often else pytest.mark.longer
                yield pytest.param(name, game, id=f"{name}, {game}", marks=mark)
    exact = ("tables in memory", "tables in files", "searches", "perft", "counts of positions")
    several = [(text, pytest.mark.longer) for text in shapes()]
    several += [(text, pytest.mark.long) for text in ("4,3,2,torus,misere", "2x2x3,2")]
    for text, mark in several:
        for name in exact:
            yield pytest.param(name, text, id=f"{name}, {text}", marks=mark)


@pytest.mark.no_cover
@pytest.mark.usefixtures("listed", "own_tables")
@pytest.mark.parametrize(("name", "game"), [*rows()])
def test_a_room_plays_a_game_right_or_refuses_it_by_name_and_law(
    name: str, game: str, tmp_path: Path
) -> None:
    rules = Rules.parse(GAMES.get(game, game))
    plays, needs, refuses = ROOMS[name]
    lacking = [law for law in needs if not rules.has(law)]
    if name in KEPT and not lacking and rules.registered:
        with pytest.raises(NoughtsError, match=f"cannot hold {rules}: .* is from outside the lib"):
            plays(Played(rules, tmp_path))
        return
    try:
        plays(Played(rules, tmp_path))
    except NoughtsError as refused:
        said = str(refused)
        assert lacking or game in refuses, said
        assert named(rules, said), said
        assert game in refuses or any(f"({law})" in said for law in lacking), said
    else:
        assert not lacking, f"it needs {lacking}"
        assert game not in refuses, "it is said to refuse this game"


def family_table() -> str:
    """The games of the family by rooms, as the page has it; rooms that take the same in one row."""
    shown = ANSWERS | {name: GAMES[name] for name in ("cylinder", "notakto on two boards")}
    games = {name: Rules.parse(text) for name, text in shown.items() if name != "avoider"}
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, (_, needs, refuses) in ROOMS.items():
        lacks = [next((law for law in needs if not rules.has(law)), "") for rules in games.values()]
        told = [
            f"`{law}`" if law else "no" if game in refuses else "yes"
            for game, law in zip(games, lacks, strict=True)
        ]
        alike[*told].append(f"`{name}`" if name.startswith("noughts ") else name)
    rows = [
        ["room", *(f"`{text}`" for text in map(str, games.values()))],
        ["---"] * (1 + len(games)),
    ]
    rows += [[", ".join(names), *told] for told, names in alike.items()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


@pytest.mark.usefixtures("listed")
def test_the_page_of_the_family_has_the_table_of_games_by_rooms() -> None:
    page = Path(__file__).parents[1] / "docs/family.md"
    assert f"\n\n{family_table()}\n\n" in page.read_text("utf-8")


def test_every_room_and_every_command_is_asked_or_says_why_not() -> None:
    root, here = Path(noughts.__file__).parent, ast.parse(Path(__file__).read_text("utf-8"))
    imported = {node.module for node in ast.walk(here) if isinstance(node, ast.ImportFrom)}
    folders = [*root.glob("*"), *(each for room in OF_SEVERAL for each in root.glob(f"{room}/*"))]
    packages = [folder for folder in folders if (folder / "__init__.py").exists()]
    rooms = {".".join(package.relative_to(root).parts) for package in packages}
    asked = {
        room for room in rooms if any(f"{i}.".startswith(f"noughts.{room}.") for i in imported)
    }
    assert rooms - asked == {*NO_ROOMS}
    commands = {room.removeprefix("noughts ") for room in ROOMS if room.startswith("noughts ")}
    assert {*COMMANDS} - commands == {*NO_BOARD}
