"""The values of moves in any game, by Monte Carlo tree search that also proves values.

The search by threats and live lines needs a game that has the laws in `move_worths.NEEDS`. This
search, for all other games, needs only the legal moves: a tree grows where play looks best, random
games estimate the values of its leaves, and proofs propagate up the tree from the ends of games.

    select     the move with the best mean, or a little-tried move (Kocsis and Szepesvári, 2006)
    expand     the position after it; if its mover can end the game, the value is known at once
    play out   random moves to the end; but nobody misses a winning line or makes a losing line
    back up    the result as a mean, and proofs as bounds (Cazenave and Saffidine, 2010)

A position has one node, whichever moves lead there, so each fact about it is proved only once.
`tree_kernel` grows the tree.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import sqrt
from random import Random

from noughts.core.bits import cells_of
from noughts.core.move_bits import planes_of
from noughts.core.on_ints import on_ints
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.successors import moves_at
from noughts.players.judgement import Judgement
from noughts.players.strong.alpha_beta import AlphaBeta
from noughts.players.strong.budget import Budget
from noughts.players.strong.tree_on_ints import Trees, moves_of, plain_trees, root_of
from noughts.solver.search.limits import Progress
from noughts.system.extras import missing

# Random games say little about a large board. If stones stay where they are placed and each player
# wants its own lines, only the moves on which live lines weigh most are tried there.
LARGE, HEAVIEST = 64, 2  # a board of more cells is large; the number of moves tried on it
MOST_NODES, MOST_EDGES = 1 << 22, 1 << 25  # in a tree: the search ends when they are used up
FEW_NODES = 10_000  # for so few nodes, nothing is compiled
TRIED_ENOUGH = 8  # a best move has at least the most visits divided by this
ERRORS = 2  # the margin below a mean, in standard errors or more: a result deviates by at most 1
COMPILED_UP_TO = 361  # the most cells of a board for which the search is compiled
BETWEEN_LOOKS = 0.0005  # approximate seconds between two checks of the clock
COMPILING = Progress(nodes=0, depth=0, lower=-1, upper=1, seconds=0.0, compiling=True)


def trees_of(rules: Rules, budget: Budget) -> Trees:
    """Compiled trees for a game, if they are possible and worth the wait; otherwise plain trees.

    The wait for the compiler is not charged to the budget. Both kinds of trees grow in the same
    way, so after equally many random games the results are the same.
    """
    few = budget.nodes is not None and budget.nodes <= FEW_NODES
    if rules in COMPILED or not few:
        begin = time.monotonic()
        prepare_trees(rules)
        budget.extend(time.monotonic() - begin)
    return COMPILED.get(rules) or plain_trees(rules)


COMPILED: dict[Rules, Trees | None] = {}


def prepare_trees(rules: Rules, progress: Callable[[Progress], object] | None = None) -> None:
    """Compile the trees of a game once, if possible, and call `progress` before a long wait."""
    if rules not in COMPILED:
        COMPILED[rules] = None
        if rules.cells <= COMPILED_UP_TO and not missing("fast"):
            from noughts.kernels.compiler import is_plain, telling
            from noughts.players.strong.tree_in_words import trees_in_words

            if not is_plain():
                with telling(lambda: progress and progress(COMPILING)):
                    COMPILED[rules] = trees_in_words(rules)


class TreeSearch:
    """The values of the moves of a position, within a budget that counts random games as nodes.

    The search ends early once the position's value is proved or, if `every` is true, the value of
    each move is proved. Equal positions are searched with the same random numbers.

    >>> falling = Position.parse("..../..../..../OXX.", "4,4,3,gravity")    # O is to move
    >>> search = TreeSearch(falling, Budget(nodes=200), every=False)
    >>> [move.label for move in search.moves()]
    ['L', 'L', 'L', 'L']
    """

    def __init__(self, position: Position, budget: Budget, every: bool) -> None:
        self._actions = position.legal_moves
        self._budget, self._every = budget, every
        rules, sides = position.rules, planes_of(position.x, position.o, position.rules)
        self._at = moves_at(position.ply, rules)
        legal, lined = on_ints(rules).moves(*sides)
        self._ends = dict.fromkeys(cells_of(lined), self._at.line)
        trees = trees_of(rules, budget)
        nodes = budget.nodes
        if nodes is None:
            nodes = int((budget.seconds or 0) * trees.rate)
        room = min(nodes, MOST_NODES) + 1
        self._grow, self._tree = trees.grow, trees.tree(room, min(room * rules.actions, MOST_EDGES))
        self._least = max(trees.rate >> 16, 1)  # games between checks of the clock
        seed = Random(position.x | position.o << rules.cells).getrandbits(31) + 1
        root_of(self._tree, trees.planes(*sides), position.ply, seed)
        self._grow(self._tree, 0, every)
        self._stops = moves_of(*sides, rules)[2]
        if self._tree.upper[0] < 0 < self._tree.edges[0]:
            self._tree.upper[0] = 1  # it is lost, but the moves are still to be compared
        if legal != lined and rules.cells > LARGE and rules.has("owned", "any_order"):
            weighed = AlphaBeta(rules, *position.sides, Budget())
            heaviest = weighed.ordered(legal & ~lined, 0)[:HEAVIEST]
            self._tree.edges[0] = len(heaviest)
            for edge, action in enumerate(heaviest):
                self._tree.move[edge] = action
        self._after = dict[int, int]()  # the nodes after the tried moves

    def moves(self, share: Budget | None = None) -> list[Judgement]:
        """The judgement of every move, in order of action.

        Each call continues the search, until `share` or, if that is None, the budget is spent.
        """
        budget, games = share or self._budget, self._least
        while (self._every or len(self._actions) > 1) and not budget.is_spent:
            asked = games if budget.nodes is None else min(games, budget.nodes)
            begin = time.monotonic()
            done = self._grow(self._tree, asked, self._every)
            budget.used += done
            if done < asked:
                break
            games <<= time.monotonic() - begin < BETWEEN_LOOKS
        tree = self._tree
        self._after = {int(tree.move[e]): int(tree.child[e]) for e in range(int(tree.tried[0]))}
        return [*map(self._judged, self._actions)]

    def best(self, moves: list[Judgement]) -> list[int]:
        """The best moves, as actions: proved wins, else the highest lower confidence bound.

        Proved draws are chosen if the move with the highest bound does not seem better than a draw.
        If every move is proved lost, the move that was tried most often is chosen, since it took
        longest to refute; if some moves stop a line, only these are compared.
        """
        proved = {move.cell: move.value for move in moves if move.proved}
        won, drawn = ([cell for cell, value in proved.items() if value == v] for v in (1, 0))
        if won:
            return won
        hopeful = [move for move in moves if proved.get(move.cell) != -1]
        lost = [move for move in moves if self._stops >> move.cell & 1] or moves
        worth, among = (self._surely, hopeful) if hopeful else (self._visits, lost)
        most = max(self._visits(move) for move in among)
        among = [move for move in among if self._visits(move) * TRIED_ENOUGH >= most]
        highest = max(map(worth, among))
        best = [move for move in among if worth(move) == highest]
        if drawn and max(move.value for move in best) <= 0:
            return drawn
        return [move.cell for move in best]

    def _visits(self, move: Judgement) -> int:
        return int(self._tree.visits[self._after[move.cell]]) if move.cell in self._after else 0

    def _surely(self, move: Judgement) -> float:
        """A lower confidence bound on a move's value, lest little-tried moves look best."""
        visits = self._visits(move)
        return move.value if move.proved or not visits else move.value - ERRORS / sqrt(visits)

    def _judged(self, action: int) -> Judgement:
        if action in self._ends:
            return Judgement(action, self._ends[action])
        if action not in self._after:  # it seemed worse than the tried moves
            worst = min(map(self._seems, self._after.values()), default=0.0)
            return Judgement(action, worst, proved=False)
        after = self._after[action]
        low, high = sorted(
            self._at.sign * int(each[after]) for each in (self._tree.lower, self._tree.upper)
        )
        if low == high:
            return Judgement(action, low)
        return Judgement(action, min(max(self._seems(after), low), high), proved=False)

    def _seems(self, after: int) -> float:
        return self._at.sign * int(self._tree.total[after]) / int(self._tree.visits[after])
