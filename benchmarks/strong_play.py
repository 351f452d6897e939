"""How `strong` plays: against OpenSpiel's MCTS, itself, a tree search with playouts, and the page.

    python benchmarks/strong_play.py mcts 15,15,5 1000 10 0.3    board, simulations, games, seconds
    python benchmarks/strong_play.py first 6,5,4 1000 4 0.3      the first player's win, the same
    python benchmarks/strong_play.py tree 15,15,5 0 6 0.2        what judges quiet moves
    python benchmarks/strong_play.py page 15,15,5 0 20 0.3       the page, with as much time

OpenSpiel (`pip install open_spiel`) plays its own game `mnk`. Sides change from game to game. The
times are those of the processor, for a move.
"""

from __future__ import annotations

import math
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from subprocess import PIPE, Popen

from noughts import Position, Rules
from noughts.core.bits import cells_of, line_starts
from noughts.core.rules import O, X
from noughts.players.strong.alpha_beta import ROOT_WIDTH, WIDTH, AlphaBeta
from noughts.players.strong.budget import OutOfTime
from noughts.players.strong.move_worths import MoveWorths
from noughts.players.strong.player import Strong
from noughts.web.generated import FOLDER, refresh

Choice = Callable[[Position, Sequence[int]], int]  # from a position and the moves so far
DEFAULT = [
    ("first", "6,6,4", 0, 2, 0.3),
    ("tree", "9,9,5", 0, 2, 0.1),
    ("mcts", "5,5,4", 1000, 4, 0.03),
    ("mcts", "15,15,5", 1000, 2, 0.3),
]


class Tree(AlphaBeta):
    """Judges quiet moves by a tree search (UCT) with random playouts, instead of alpha-beta.

    The tree tries the heaviest cells. A playout deals the free cells out in random order. The first
    line then is found by halves, since a line never goes away.
    """

    def judged(self, moves: int) -> dict[int, float]:
        """The share of won playouts of each move, as `AlphaBeta.judged`."""
        cells = self.ordered(moves, 0)
        self._random = random.Random(hash((*self._patterns.stones,)))
        self._tree: dict[tuple[int, int, int], list[float]] = {}
        self._moves: dict[tuple[int, int, int], list[int]] = {}
        self._moves[self._key(0)] = cells[:ROOT_WIDTH]
        try:
            while True:
                self._budget.spend()
                self._visit(0)
        except OutOfTime:
            pass
        seems = dict.fromkeys(cells, -0.99)
        for cell in cells[:ROOT_WIDTH]:
            visits, won = self._child(cell, 0)
            if visits:
                seems[cell] = won / visits * 0.9
        return seems

    def _key(self, side: int) -> tuple[int, int, int]:
        return (*self._patterns.stones, side)  # type: ignore[return-value]  # a list of two

    def _child(self, cell: int, side: int) -> list[float]:
        own, other = self._patterns.stones
        key = (own | 1 << cell, other, 1) if side == 0 else (own, other | 1 << cell, 0)
        return self._tree.setdefault(key, [0, 0.0])

    def _visit(self, side: int) -> float:
        """Play one game from here; the result for the side to move."""
        patterns, key = self._patterns, self._key(side)
        if patterns.fours[side]:
            return 1.0
        if not patterns.free:
            return 0.0
        moves = self._moves.get(key)
        if moves is None:
            stops = patterns.completing(1 - side)
            self._moves[key] = list(cells_of(stops)) or self.ordered(patterns.free, side)[:WIDTH]
            return self._playout(side)
        total = sum(self._child(cell, side)[0] for cell in moves) + 1

        def urgency(cell: int) -> float:
            visits, won = self._child(cell, side)
            return won / visits + math.sqrt(math.log(total) / visits) if visits else math.inf

        cell = max(moves, key=urgency)
        node = self._child(cell, side)
        patterns.place(cell, side)
        result = -self._visit(1 - side)
        patterns.remove(cell, side)
        node[0] += 1
        node[1] += result
        return result

    def _playout(self, side: int) -> float:
        rules = self._patterns.rules
        cells = list(cells_of(self._patterns.free))
        self._random.shuffle(cells)
        own, other = self._patterns.stones[side], self._patterns.stones[1 - side]

        def after(moves: int) -> tuple[int, int]:
            first = sum(1 << cell for cell in cells[0:moves:2])
            second = sum(1 << cell for cell in cells[1:moves:2])
            return own | first, other | second

        def over(moves: int) -> bool:
            return any(line_starts(stones, rules) for stones in after(moves))

        low, high = 0, len(cells)
        if not over(high):
            return 0.0
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if over(middle) else (middle, high)
        return 1.0 if line_starts(after(high)[0], rules) else -1.0


class MoveWorthsByTree(MoveWorths):
    """`MoveWorths` with `Tree` in place of alpha-beta."""

    judged_by = Tree


class ByTree(Strong):
    """`Strong` with `Tree` in place of alpha-beta."""

    move_worths = MoveWorthsByTree


def open_spiel(rules: Rules, simulations: int, seed: int) -> Choice:
    """OpenSpiel's MCTS, with a tree of its own for each move."""
    import pyspiel

    game = pyspiel.load_game(f"mnk(m={rules.cols},n={rules.rows},k={rules.k})")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, True, seed, False)

    def choose(_: Position, moves: Sequence[int]) -> int:
        state = game.new_initial_state()
        for cell in moves:
            state.apply_action(cell)
        return int(bot.step(state))

    return choose


PLAYER_OF_THE_PAGE = """
import { createInterface } from "node:readline";
import { Clock } from "./clock.js";
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


class ThePage:
    """What plays on the page, in Node.js; it draws among its best moves."""

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
        """A move, as `Choice` has it."""
        print(position, file=self._node.stdin, flush=True)
        assert self._node.stdout
        return int(self._random.choice(self._node.stdout.readline().split()))

    def end(self) -> None:
        """End the process."""
        self._node.communicate()
        self._folder.cleanup()


def ours(player: Strong) -> Choice:
    """A player of this library."""
    return lambda position, _: player.choose(position)


def played(rules: Rules, x: Choice, o: Choice) -> tuple[int | None, dict[int, list[float]]]:
    """The winner of a game, and the seconds of each move of both sides."""
    position, moves = Position(rules=rules), list[int]()
    seconds: dict[int, list[float]] = {X: [], O: []}
    while not position.outcome:
        begin, turn = time.process_time(), position.turn
        cell = (x if turn == X else o)(position, moves)
        seconds[turn].append(time.process_time() - begin)
        position = position.play(cell)
        moves.append(cell)
    return position.winner, seconds


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def compare(kind: str, board: str, simulations: int, games: int, seconds: float) -> None:
    """Play the games of one line of the head of this file, and print a line."""
    rules = Rules.parse(board)
    won = drawn = 0
    mine, theirs = list[float](), list[float]()
    Strong(seconds).choose(Position(rules=rules))  # compiled on nobody's clock
    page = ThePage(rules, seconds) if kind == "page" else None
    for game in range(games):
        us = ours(Strong(seconds, seed=game))
        if kind == "tree":
            them, name = ours(ByTree(seconds, seed=game)), "itself with playouts"
        elif page:
            them, name = page, "the page"
        elif simulations:
            them, name = open_spiel(rules, simulations, game), f"MCTS of {simulations}"
        else:
            them, name = ours(Strong(seconds, seed=game + 1000)), "itself"
        side = X if kind == "first" or game % 2 == 0 else O
        winner, times = played(rules, *((us, them) if side == X else (them, us)))
        won += winner == side
        drawn += winner is None
        mine += times[side]
        theirs += times[X + O - side]
    if page:
        page.end()
    share = (won + drawn / 2) / games
    print(
        f"{board:9} strong:{seconds:g} against {name:20} {games:3} games: "
        f"{won} won, {drawn} drawn, {games - won - drawn} lost, {share:.0%}; "
        f"{mean(mine):.2f} and {mean(theirs):.2f} s a move",
        flush=True,
    )


def main() -> None:
    """Run what the command line says, or a small sample."""
    if len(sys.argv) > 1:
        kind, board, simulations, games, seconds = sys.argv[1:]
        compare(kind, board, int(simulations), int(games), float(seconds))
        return
    for line in DEFAULT:
        if line[0] == "mcts" and not find_spec("pyspiel"):
            print(f"{line[1]:9} OpenSpiel is not installed")
        else:
            compare(*line)


if __name__ == "__main__":
    main()
