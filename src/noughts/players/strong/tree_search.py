"""What moves are worth in any game: Monte Carlo tree search that also proves.

Threats and live lines can only weigh games with all laws. For every other game this search looks at
moves alone: a tree grows where play looks best, random games judge its leaves, and the ends of
games are proved up the tree.

    select     the move with the best mean, or the least tried move (Kocsis and Szepesvári, 2006)
    expand     the position after it; where the mover can end the game, its value is known at once
    play out   random moves to the end; but nobody misses a winning line or makes a losing line
    back up    the result as a mean, and proofs as bounds (Cazenave and Saffidine, 2010)

A position is one node, whatever moves lead to it, so each fact about it is proved once.
"""

from __future__ import annotations

from math import inf, log, sqrt
from random import Random

from noughts.core.position import Position
from noughts.core.successors import Moves, bits_of, moves_at, ply_of
from noughts.players.base import Judgement
from noughts.players.strong.alpha_beta import AlphaBeta
from noughts.players.strong.budget import Budget, OutOfTime

CURIOSITY = 0.9  # how much a move counts that is tried little, where results are from -1 to 1
# Random games say little of a large board. Where stones stay where they are put, and each player
# wants lines of its own, only the moves on which live lines weigh most are tried there.
LARGE, HEAVIEST = 64, 2  # cells of a board that is not large; moves that are tried on one that is


class Node:
    """A position: its moves, and what is known of it, for the player to move."""

    __slots__ = ("after", "code", "lower", "moves", "total", "upper", "visits", "waiting")

    def __init__(self, code: int, moves: Moves) -> None:
        self.code: int = code
        self.moves: Moves = moves
        self.visits: int = 0
        self.total: float = 0.0
        self.after: dict[int, Node] = {}  # by the bit of a move
        every, lined = moves.of(code)
        going_on = every & ~lined
        if not every:
            self.lower = self.upper = moves.full
        elif lined and moves.line == 1:
            self.lower = self.upper = 1
        elif not going_on:
            self.lower = self.upper = -1
        else:  # a line that loses need not be made
            self.lower, self.upper = -1, 1
        self.waiting: list[int] = [*bits_of(going_on)] if self.open else []

    @property
    def open(self) -> bool:
        """Whether the value is not proved."""
        return self.lower != self.upper

    def bounds_of(self, after: Node) -> tuple[int, int]:
        """The bounds of a move's value, for the player who makes it."""
        if self.moves.sign > 0:
            return after.lower, after.upper
        return -after.upper, -after.lower

    def prove(self) -> bool:
        """Draw bounds from the bounds of the moves; return whether they have changed."""
        known = [self.bounds_of(after) for after in self.after.values()]
        lower = max((low for low, _ in known), default=-1)
        upper = 1 if self.waiting else max((high for _, high in known), default=-1)
        before = self.lower, self.upper
        self.lower, self.upper = max(lower, self.lower), min(upper, self.upper)
        return before != (self.lower, self.upper)


class TreeSearch:
    """What the moves of one position are worth, within a budget; a node is a random game.

    If `every`, it goes on until each move is proved; else until the value of the position is
    proved. Equal positions are searched alike.

    >>> falling = Position.parse("..../..../..../OXX.", "4,4,3,gravity")    # O is to move
    >>> search = TreeSearch(falling, Budget(nodes=200), every=False)
    >>> [move.label for move in search.moves()]
    ['L', 'L', 'L', 'L']
    """

    def __init__(self, position: Position, budget: Budget, every: bool) -> None:
        self._actions = position.legal_moves
        self._budget, self._every = budget, every
        rules = position.rules
        self._rules = rules
        self._moves = [moves_at(ply, rules) for ply in range(rules.cells + 1)]
        code = position.x | position.o << rules.cells
        self._random = Random(code)
        self._nodes: dict[int, Node] = {}
        root = self._root = self._node(code)
        legal, lined = root.moves.of(code)
        self._ends = dict.fromkeys(bits_of(lined), root.moves.line)
        root.waiting = [*bits_of(legal & ~lined)]  # also those that the value does not need
        if rules.cells > LARGE and rules.has("owned", "any_order") and root.waiting:
            weighed = AlphaBeta(rules, *position.sides, Budget())
            heaviest = weighed.ordered(position.legal, 0)[:HEAVIEST]
            root.waiting = [1 << cell + root.moves.shift for cell in heaviest]

    def moves(self) -> list[Judgement]:
        """Every move and what it is worth, by rising action."""
        try:
            while self._goes_on:
                self._budget.spend()
                self._grow()
        except OutOfTime:
            pass
        return [*map(self._judged, self._actions)]

    def best(self, moves: list[Judgement]) -> list[int]:
        """The actions of the best of its moves: proved wins, else the most tried moves.

        These seemed best throughout or, among lost moves, took longest to refute. Where they seem
        lost, a proved draw is better.
        """
        proved = {move.cell: move.value for move in moves if move.proved}
        won, drawn = ([cell for cell, value in proved.items() if value == v] for v in (1, 0))
        if won:
            return won
        hopeful = [move for move in moves if proved.get(move.cell) != -1] or moves
        most = max(self._visits(move) for move in hopeful)
        best = [move for move in hopeful if self._visits(move) == most]
        if drawn and max(move.value for move in best) <= 0:
            return drawn
        return [move.cell for move in best]

    @property
    def _goes_on(self) -> bool:
        root = self._root
        if self._every:
            return bool(root.waiting) or any(after.open for after in root.after.values())
        return root.open and len(self._actions) > 1

    def _grow(self) -> None:
        """Add a leaf where play looks best, judge it, and back up the result."""
        node = self._root
        path = [node]
        while not node.waiting and (node.open or node is self._root):
            node = self._selected(node)
            path.append(node)
        if node.waiting:
            at = self._random.randrange(len(node.waiting))
            node.waiting[at], node.waiting[-1] = node.waiting[-1], node.waiting[at]
            move = node.waiting.pop()
            then, code = node.moves.then, node.code
            node.after[move] = self._node(then(code, move) if then else code | move)
            path.append(node.after[move])
        leaf = path.pop()
        result = self._played_out(leaf) if leaf.open else float(leaf.lower)
        leaf.visits, leaf.total = leaf.visits + 1, leaf.total + result
        proving = not leaf.open
        for node in reversed(path):
            proving = proving and node.prove()
            result = min(max(node.moves.sign * result, node.lower), node.upper)
            node.visits, node.total = node.visits + 1, node.total + result

    def _selected(self, node: Node) -> Node:
        """The position after a move that may matter: with the best mean, or tried little."""
        asked = self._every and node is self._root
        sign, spread = node.moves.sign, CURIOSITY * sqrt(log(node.visits + 1))

        def promise(after: Node) -> float:
            if not after.open or not (asked or node.bounds_of(after)[1] > node.lower):
                return -inf
            return sign * after.total / after.visits + spread / sqrt(after.visits)

        return max(node.after.values(), key=promise)

    def _node(self, code: int) -> Node:
        node = self._nodes.get(code)
        if node is None:
            node = self._nodes[code] = Node(code, self._moves[ply_of(code, self._rules)])
        return node

    def _played_out(self, node: Node) -> float:
        """The result of a random game from a position, for the player to move there."""
        code, sign, draw, ply = node.code, 1, self._random.random, ply_of(node.code, self._rules)
        while True:
            of, _, line, full, turned, then = self._moves[ply]
            every, lined = of(code)
            if not every:
                return sign * full
            if lined:
                if line == 1:
                    return sign
                every ^= lined
                if not every:
                    return -sign
            for _ in range(int(draw() * every.bit_count())):
                every &= every - 1
            move = every & -every
            code = then(code, move) if then else code | move
            sign *= turned
            ply += 1

    def _visits(self, move: Judgement) -> int:
        after = self._root.after.get(1 << move.cell + self._root.moves.shift)
        return after.visits if after else 0

    def _judged(self, action: int) -> Judgement:
        root, move = self._root, 1 << action + self._root.moves.shift
        if move in self._ends:
            return Judgement(action, self._ends[move])
        after = root.after.get(move)
        if after is None:  # it seemed worse than those that were tried
            worst = min((self._seems(each) for each in root.after.values()), default=0.0)
            return Judgement(action, worst, proved=False)
        low, high = root.bounds_of(after)
        if low == high:
            return Judgement(action, low)
        return Judgement(action, min(max(self._seems(after), low), high), proved=False)

    def _seems(self, after: Node) -> float:
        return self._root.moves.sign * after.total / after.visits
