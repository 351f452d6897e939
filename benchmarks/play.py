"""The strength of `strong` against OpenSpiel's MCTS, itself, and the page, with equal time.

OpenSpiel (`pip install open_spiel`) plays its own games `mnk`, `connect_four` and
`ultimate_tic_tac_toe` with its MCTS in C++. The players change sides after each game. The times are
processor time for a move. The intervals are 95% confidence intervals.
"""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import PIPE, Popen
from types import SimpleNamespace
from typing import Any, NamedTuple

import measure

from noughts import Position, Rules
from noughts.core.rules import O, X
from noughts.players.strong import budget, search_proofs, tree_search
from noughts.players.strong.player import Strong
from noughts.solver.search import one_process
from noughts.web.generated import FOLDER, refresh

Choice = Callable[[Position, Sequence[int]], int]  # from a position and the moves so far
PLAYER_OF_THE_PAGE = """
import { createInterface } from "node:readline";
import { Clock } from "./search_clock.js";
import { MoveWorths } from "./move_worths.js";
import { rulesOf } from "./rules_by_board.js";
const [board, milliseconds] = process.argv.slice(2);
const rules = await rulesOf(board);
const worths = new MoveWorths(rules);
for await (const line of createInterface({ input: process.stdin })) {
  const clock = new Clock({ milliseconds: Number(milliseconds) });
  console.log(worths.best(rules.parsePosition(line), clock).join(" "));
}
"""


class Tally(NamedTuple):
    """The numbers of games won, drawn and played, and each player's mean seconds for a move."""

    won: int
    drawn: int
    games: int
    seconds: tuple[float, float]

    def share(self) -> str:
        """The score, wins plus half of the draws, as a share, with its confidence interval."""
        share, games = (self.won + self.drawn / 2) / self.games, self.games
        if share == 1:
            return f"100%, from {0.025 ** (1 / games):.0%}"[:-1]
        spread = (self.won + self.drawn / 4) / games - share**2
        off = 1.96 * (spread / games) ** 0.5
        return f"{share:.0%}, {100 * (share - off):.0f} to {100 * min(1, share + off):.0f}"


def count_by_the_processor() -> None:
    """Make `strong` count processor time, so that other work on the machine costs it nothing."""
    clock = SimpleNamespace(monotonic=time.process_time)
    for module in (budget, one_process, search_proofs, tree_search):
        module.time = clock  # type: ignore[attr-defined]


def against_mcts(board: str, simulations: int, seconds: float, games: int) -> list[object]:
    """Games won, drawn and lost, the score, and the seconds for a move of each player."""
    if measure.installed("pyspiel") == [None]:
        return ["no OpenSpiel"]
    rules = Rules.parse(board)
    tally = played(rules, seconds, games, lambda game: mcts(rules, simulations, game))
    lost = tally.games - tally.won - tally.drawn
    return [tally.won, tally.drawn, lost, tally.share(), *(f"{s:.2g}" for s in tally.seconds)]


def first_player(board: str, simulations: int, games: int) -> list[object]:
    """The number of games that `strong` wins as the first player."""
    rules = Rules.parse(board)
    if simulations and measure.installed("pyspiel") == [None]:
        return ["no OpenSpiel"]

    def other(game: int) -> Choice:
        return mcts(rules, simulations, game) if simulations else ours(Strong(0.3, game + 1000))

    tally = played(rules, 0.3, games, other, always_first=True)
    return [f"{tally.won} of {tally.games}"]


def against_page(board: str, games: int) -> list[object]:
    """Games won and drawn by `strong`, and games won by the page."""
    if shutil.which("node") is None:
        return ["no Node.js"]
    rules = Rules.parse(board)
    page = ThePage(rules, 0.3)
    tally = played(rules, 0.3, games, lambda _: page)
    page.end()
    return [tally.won, tally.drawn, tally.games - tally.won - tally.drawn]


def played(
    rules: Rules, seconds: float, games: int, other: Callable[[int], Choice],
    always_first: bool = False,
) -> Tally:  # fmt: skip
    """Play games of `strong` against another player."""
    count_by_the_processor()
    won = drawn = 0
    taken: dict[bool, list[float]] = {True: [], False: []}
    games = min(games, 2) if measure.short else games
    seconds = min(seconds, 0.03) if measure.short else seconds
    Strong(seconds).prepare(rules)
    Strong(seconds).choose(Position(rules=rules))  # compiles before the clock starts
    for game in range(games):
        us, them = ours(Strong(seconds, seed=game)), other(game)
        side = X if always_first or game % 2 == 0 else O
        position, moves = Position(rules=rules), list[int]()
        while not position.outcome:
            begin, is_ours = time.process_time(), position.turn == side
            moves.append((us if is_ours else them)(position, moves))
            taken[is_ours].append(time.process_time() - begin)
            position = position.play(moves[-1])
        won += position.winner == side
        drawn += position.winner is None
    mine, theirs = (sum(each) / max(1, len(each)) for each in taken.values())
    return Tally(won, drawn, games, (mine, theirs))


def ours(player: Strong) -> Choice:
    """A player of this library."""
    return lambda position, _: player.choose(position)


def mcts(rules: Rules, simulations: int, seed: int) -> Choice:
    """OpenSpiel's MCTS player, with a new tree for each move."""
    import pyspiel

    game = pyspiel.load_game(name_in_openspiel(rules))
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, True, seed, False)

    def choose(position: Position, moves: Sequence[int]) -> int:
        state = game.new_initial_state()
        for cell in moves:
            for action in actions_of(cell, state, rules):
                state.apply_action(action)
        action = bot.step(state)
        if names_a_board(state):
            state.apply_action(action)
            return int(action * rules.geometry.sizes[0] + bot.step(state))
        return next(c for c in position.legal_moves if actions_of(c, state, rules) == [action])

    return choose


def name_in_openspiel(rules: Rules) -> str:
    """The name of the OpenSpiel game with these rules."""
    others = {"6,7,4,gravity": "connect_four", "ultimate": "ultimate_tic_tac_toe"}
    return others.get(str(rules)) or f"mnk(m={rules.cols},n={rules.rows},k={rules.k})"


def names_a_board(state: Any) -> bool:
    """Whether the player must first choose a board, which OpenSpiel counts as an action."""
    return "Choose" in state.action_to_string(state.legal_actions()[0])


def actions_of(cell: int, state: Any, rules: Rules) -> list[int]:
    """A move as OpenSpiel's actions: a column, a cell, or a board and then its cell."""
    if rules.answers.where.by_column:
        return [cell % rules.cols]
    if not rules.outer:
        return [cell]
    board, within = divmod(cell, rules.geometry.sizes[0])
    return [board, within] if names_a_board(state) else [within]


class ThePage:
    """The page's player, run in Node.js. It chooses at random among its best moves."""

    def __init__(self, rules: Rules, seconds: float) -> None:
        self._folder = tempfile.TemporaryDirectory()
        refresh()
        script = shutil.copytree(FOLDER, Path(self._folder.name) / "page") / "player.mjs"
        (script.parent / "package.json").write_text('{"type": "module"}')
        script.write_text(PLAYER_OF_THE_PAGE)
        command = [shutil.which("node") or "node", str(script), str(rules), str(seconds * 1000)]
        self._node = Popen(command, stdin=PIPE, stdout=PIPE, text=True)
        self._random = random.Random(1)

    def __call__(self, position: Position, _: Sequence[int]) -> int:
        """Choose a move, as a `Choice` does."""
        print(position, file=self._node.stdin, flush=True)
        assert self._node.stdout
        return int(self._random.choice(self._node.stdout.readline().split()))

    def end(self) -> None:
        """End the process."""
        self._node.communicate()
        self._folder.cleanup()
