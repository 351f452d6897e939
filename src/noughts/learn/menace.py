"""MENACE, the machine of matchboxes and beads that Donald Michie built in 1961.

There is a box for each position, up to symmetry, in which the machine has a choice. The box holds
beads, in a different colour for each move; but moves that are equivalent by symmetry share a
colour. For each of the machine's moves in a game, the boxes, and the beads in a new box:

    move      1     3     5     7      9
    boxes     1    12   108   183      - (one cell is left)     304 boxes
    beads     4     3     2     1        of each colour

The machine opens the box of the position, takes out a bead at random and plays the move of the
bead's colour. If the machine wins the game, each bead goes back to its box with three more of its
colour; after a draw, with one more. After a loss, the beads do not go back. If the box of the
position is empty, the machine resigns.

D. Michie, "Experiments on the mechanization of game-learning", The Computer Journal 6 (1963).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from noughts.arrays.checks import whole
from noughts.arrays.positions import Positions
from noughts.core import turns
from noughts.core.game import Game, as_position
from noughts.core.marks import Mark
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules, X
from noughts.errors import PlayerError
from noughts.evaluate.policies import AnyPolicy
from noughts.kernels.compiler import loops
from noughts.kernels.dtypes import Array, Bools, Int8s
from noughts.learn import update_kernel
from noughts.learn.agent import Agent, Weights, weights_of
from noughts.learn.update_kernel import NO_MOVE, rewarded
from noughts.players.agent_constants import MOST, REWARDS
from noughts.players.registry import MARKS, SIDES


class Menace(Agent):
    """MENACE. It plays X, as Michie's machine did, unless `sides` is `"o"` or `"both"`.

    `beads` gives the number of beads of each colour in a new box, for a side's first move, second
    move, and so on; the last number also holds for all later moves. `rewards` gives the changes
    after a win, a draw and a loss in the number of beads for each move that the machine played.

    >>> menace = Menace(seed=1)
    >>> menace.boxes, menace.box(".../.../...")
    (304, {0: 4, 1: 4, 4: 4})
    >>> results = menace.train(200, against="random")
    >>> len(results), menace.games, bool(results[100:].mean() > 0.4)
    (200, 200, True)

    If MENACE has no box for a position, it plays a random legal move. If the box is empty, it
    resigns in training, and plays a random legal move in other games.

    Raises `TooLargeError` for a board of more than 12 cells, and `PlayerError` if `beads`,
    `rewards` or `sides` are not valid.
    """

    kind = "menace"
    name = "menace"

    def __init__(
        self,
        rules: Rules | str = TICTACTOE,
        beads: Sequence[int] | None = None,
        rewards: Sequence[int] = REWARDS,
        sides: str = "x",
        seed: int | None = None,
    ) -> None:
        super().__init__(rules, shared=True, seed=seed)
        if sides not in [*SIDES]:
            raise PlayerError(f"sides is {quoted(sides)}; give 'x', 'o' or 'both'")
        movers = [turns.mover(ply, self.rules) for ply in range(self.rules.cells)]
        stages = movers[:-1].count(Mark(SIDES[sides][0])) or 1
        self.sides = sides
        self.beads: list[int] = _numbers(
            range(stages, 0, -1) if beads is None else beads, "beads", 1
        )
        self.rewards: list[int] = _numbers(rewards, "rewards", -MOST)
        if len(self.rewards) != 3:
            raise PlayerError(
                f"rewards are {quoted(rewards)}; give three, for a win, a draw and a loss"
            )
        own = np.isin(self.graph.movers + X, SIDES[sides])
        self._boxes = own & (self.graph.choices > 1)
        before = np.array([movers[:ply].count(mover) for ply, mover in enumerate(movers)])
        stage = np.minimum(before[self.graph.positions.plies()], len(self.beads) - 1)
        number = np.array(self.beads)[stage][:, np.newaxis]
        elsewhere = self.graph.alike_count  # every legal move is equally likely
        number = np.where(self._boxes[:, np.newaxis], number, elsewhere)
        self._beads: Weights = np.where(self._lacking, 0, number)

    @property
    def boxes(self) -> int:
        """The number of boxes."""
        return int(self._boxes.sum())

    def box(self, position: Position | Game | str) -> dict[int, int]:
        """The number of beads in a position's box, by move.

        Of moves that are equivalent by symmetry, only the lowest is listed. Raises `PlayerError` if
        the machine has no box for the position.
        """
        positions = self._one(as_position(position))
        states, moves = self.graph.find(positions)
        state = int(states[0])
        if not self._boxes[state]:
            raise PlayerError(f"{self.name} has no box for {positions[0]}")
        alike = self.graph.alike[state, moves[0]]
        lowest = {int(like): move for move, like in reversed([*enumerate(alike)])}
        legal = self.graph.after[state] != NO_MOVE
        beads = {lowest[like]: int(self._beads[state, like]) for like in lowest if legal[like]}
        return dict(sorted(beads.items()))

    def train(
        self, games: int, against: AnyPolicy | None = "random", side: str | None = None
    ) -> Int8s:
        """Play games and learn from each. Returns the results.

        The results are int8 [games]: 1 for a win by the machine, 0 for a draw, -1 for a loss.

        `against` is a batch policy or a player, either of which is asked about one position of each
        symmetry class; or another `Menace`, which then learns too; or None for self-play. `side` is
        the machine's side, `"x"` or `"o"`; in self-play, the results are those of this side. By
        default, it is the only side that the machine plays, or X if the machine plays both sides.

        Raises `PlayerError` for a side that the machine does not play, and for a `Menace` that does
        not play the other side or plays on another board. Passes on any error that the opponent
        raises.
        """
        results = np.zeros(whole(games, "games"), np.int8)
        side = side or ("o" if self.sides == "o" else "x")
        other = self if against is None else against
        self._plays(side)
        if isinstance(other, Menace):
            other._plays("o" if side == "x" else "x")
            if other.rules != self.rules:
                raise PlayerError(f"{other.name} has learnt {other.rules}, not {self.rules}")
            theirs, boxes, learns = other._beads, other._boxes, True
            other.games += len(results) * (other is not self)
        else:
            theirs, boxes, learns = weights_of(other, self.graph), np.zeros_like(self._boxes), False
        pairs = [(self._beads, self._boxes, True), (theirs, boxes, learns)]
        (of_x, boxes_x, x_learns), (of_o, boxes_o, o_learns) = pairs[:: -1 if side == "o" else 1]
        loops(update_kernel).play_beads(
            *(self.graph.after, self.graph.movers, boxes_x, boxes_o, of_x, of_o),
            *(np.array([x_learns, o_learns]), np.array(self.rewards, np.int64)),
            *(self.stream, results),
        )
        self.games += len(results)
        return -results if side == "o" else results

    def learn(self, game: Game | str, side: str = "x") -> None:
        """Learn from a finished game, perhaps against a person, in which the machine played `side`.

        >>> menace = Menace()
        >>> menace.learn("b2 b1 a1 a3 c3")
        >>> menace.box(".../.../...")[4]
        7

        Raises `PlayerError` for a side that the machine does not play and for an unfinished game,
        and `NotationError` for text that is not a game.
        """
        self._plays(side)
        game = Game.parse(game) if isinstance(game, str) else game
        if not isinstance(game, Game):
            raise PlayerError(f"{quoted(game)} is not a game; give a Game, or text as in 'b2 a1'")
        outcome = game.outcome
        if not outcome:
            raise PlayerError(f"{quoted(str(game))} has not ended; {self.name} learns from the end")
        reward = self.rewards[1 - outcome.worth(MARKS[side])]
        position, played = game.start, []
        for cell in game.moves:
            if position.turn == MARKS[side]:
                states, moves = self.graph.find(self._one(position))
                state, place = int(states[0]), int(moves[0, cell])
                if self._boxes[state]:
                    played.append((state, int(self.graph.alike[state, place])))
            position = position.play(cell)
        for bead in played:
            self._beads[bead] = rewarded(int(self._beads[bead]), reward)
        self.games += 1

    def weights(self) -> Weights:
        """The beads. In a state without a box, the weights make all legal moves equally likely."""
        return self._beads

    def settings(self) -> dict[str, object]:
        """As `Agent.settings`."""
        return {"beads": self.beads, "rewards": self.rewards, "sides": self.sides}

    def tables(self) -> dict[str, Array]:
        """As `Agent.tables`."""
        return {"beads": self._beads}

    def flawed(self, tables: dict[str, Array]) -> bool:
        """As `Agent.flawed`."""
        beads = tables["beads"]
        unchanged = beads[~self._boxes] == self._beads[~self._boxes]
        outside = (beads < 0) | (beads > MOST) | (self._lacking & (beads != 0))
        return bool(outside.any() or not unchanged.all())

    @property
    def _lacking(self) -> Bools:
        """Whether a move in a state cannot have beads: illegal, or equivalent to a lower move."""
        like_another = self.graph.alike != np.arange(self.rules.actions)
        lacking: Bools = (self.graph.after == NO_MOVE) | like_another
        return lacking

    def _plays(self, side: str) -> None:
        if side not in MARKS or self.sides not in (side, "both"):
            raise PlayerError(f"side is {quoted(side)}; this {self.name} plays {self.sides}")

    def _one(self, position: Position) -> Positions:
        if position.rules != self.rules:
            raise PlayerError(f"{self.name} has learnt {self.rules}, not {position.rules}")
        return Positions.of([self.ready(position)], self.rules)


def _numbers(given: Sequence[int], name: str, least: int) -> list[int]:
    numbers = [*given] if isinstance(given, Iterable) else []
    whole = all(isinstance(each, int | np.integer) and least <= each <= MOST for each in numbers)
    if not numbers or not whole:
        raise PlayerError(f"{name} are {quoted(given)}; whole numbers from {least} are needed")
    return list(map(int, numbers))
