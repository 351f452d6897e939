"""`Games`: many games on one board, as one array of their moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from noughts.arrays.boards import nonzero, play_stones, stones_by_hand
from noughts.arrays.checks import as_array, refuse_first
from noughts.arrays.memory import board_dtype, move_dtype, no_move
from noughts.arrays.positions import Positions
from noughts.core.game import Game
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.errors import HistoryError
from noughts.kernels.dtypes import Array, Int64s


class Games:
    """Games from the empty board: `moves[n, p]` is the cell played at ply p of game n.

    In a wild game, each entry is the number of a move, as in `Position.legal_moves`. `moves` is a
    read-only uint8 array [n, cells], filled with `NO_MOVE`, 255, after the last move of each game.
    If the rules have more than 255 moves, the array is uint16 and the filler is 65535. The
    constructor checks that every move is legal. The result of `playout_moves` may be given
    as `moves`, too.

    >>> games = Games.of([Game.parse("a1 a2 b1 b2 c1"), Game.parse("b2")])
    >>> games.moves[0]
    array([  0,   3,   1,   4,   2, 255, 255, 255, 255], dtype=uint8)
    >>> games.lengths(), games.positions().outcomes()
    (array([5, 1]), array([1, 0], dtype=uint8))

    Raises what `Game.push` raises, naming the game whose illegal move comes at the earliest ply,
    and `HistoryError` for an array of the wrong shape or dtype, a number out of range, or a move
    after the filler.
    """

    __slots__ = ("_last", "moves", "rules")
    moves: Array
    rules: Rules

    def __init__(self, moves: npt.ArrayLike, rules: Rules | str = TICTACTOE) -> None:
        rules = as_rules(rules)
        board_dtype(rules)  # refuses boards that are too large
        given = as_array(getattr(moves, "moves", moves), "moves", HistoryError)  # of `Played`, too
        if given.ndim != 2 or given.shape[1] != rules.cells or given.dtype.kind not in "iu":
            raise HistoryError(
                f"moves are an array of {given.dtype} {list(given.shape)}; "
                f"integers [n, {rules.cells}] are needed"
            )
        none = no_move(rules)
        wrong = ((given < 0) | (given >= rules.actions)) & (given != none)
        wrong[:, 1:] |= (given[:, :-1] == none) & (given[:, 1:] != none)
        if wrong.any():
            game, ply = (int(first) for first in np.argwhere(wrong)[0])
            raise HistoryError(
                f"game {game} has {given[game, ply]} at ply {ply}; "
                f"{'cells' if rules.actions == rules.cells else 'moves'} are 0 to "
                f"{rules.actions - 1}, and {none} from the end of the game on"
            )
        self._hold(np.array(given, move_dtype(rules)), rules)
        self.positions()  # plays all games, and so checks every move

    def _hold(self, moves: Array, rules: Rules) -> None:
        self.moves, self.rules = moves, rules
        self.moves.flags.writeable = False
        self._last: Positions | None = None

    @classmethod
    def unchecked(cls, moves: Array, rules: Rules = TICTACTOE) -> Games:
        """Games from an array of valid moves, which is not checked and becomes read-only."""
        games = object.__new__(cls)
        games._hold(moves, rules)
        return games

    @classmethod
    def of(cls, games: Iterable[Game], rules: Rules | str = TICTACTOE) -> Games:
        """The given games. Raises `HistoryError` if a game has other rules or another start."""
        rules = as_rules(rules)
        rows = []
        for item, game in enumerate(games):
            if not isinstance(game, Game):
                raise HistoryError(f"item {item} is of {type(game).__name__}; a Game is needed")
            if game.rules != rules or game.start.ply:
                raise HistoryError(
                    f"item {item} is a game of {game.rules} from {game.start}; "
                    f"games of {rules} from the empty board are needed"
                )
            rows.append([*game.moves, *[no_move(rules)] * (rules.cells - len(game.moves))])
        return cls.unchecked(np.array(rows, move_dtype(rules)).reshape(-1, rules.cells), rules)

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, item: int) -> Game:
        """The game at index `item`."""
        game = Game(self.rules)
        for cell in self.moves[item]:
            if cell == no_move(self.rules):
                break
            game.push(int(cell))
        return game

    def __iter__(self) -> Iterator[Game]:
        return (self[item] for item in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Whether both arrays hold equal games in the same order."""
        if not isinstance(other, Games):
            return NotImplemented
        return self.rules == other.rules and np.array_equal(self.moves, other.moves)

    __hash__: ClassVar[None]  # type: ignore[assignment]  # an array cannot be a key

    def __repr__(self) -> str:
        return f"<{len(self)} game{'s' * (len(self) != 1)} of {self.rules}>"

    def lengths(self) -> Int64s:
        """The number of moves in each game, int64 [n]."""
        return (self.moves != no_move(self.rules)).sum(axis=1)

    def positions(self) -> Positions:
        """The last position of every game."""
        if self._last is None:
            self._last = self._played()
        return self._last

    def _played(self) -> Positions:
        rules, none = self.rules, no_move(self.rules)
        before = Positions.start(len(self), rules)
        for cells in self.moves.T:
            stones = stones_by_hand(cells % rules.actions, rules)
            for each in stones:
                each[cells == none] = 0  # without a move the board stays as it is
            x, o = np.empty_like(before.x), np.empty_like(before.o)
            if play_stones(rules)(before.x, before.o, *stones, x, o):
                illegal = nonzero(reduce(or_, stones) & ~before.legal())
                refuse_first(illegal, self.__getitem__)
            before = Positions.unchecked(x, o, rules)
        return before
