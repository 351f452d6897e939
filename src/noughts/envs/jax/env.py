"""`Env`: the stateless functions `init` and `step` for one board."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from noughts.arrays.checks import as_array
from noughts.core import move_bits
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.envs.jax.state import NAME, State, name_of
from noughts.envs.jax.words import (
    Flags,
    Words,
    any_bit,
    chosen,
    empty,
    kept,
    operand,
    packed,
    stone,
    words_of,
)
from noughts.envs.options import Board, action_name
from noughts.errors import ArrayError, EnvError

PLAYERS = 2


class Env:
    """A two-player game on any board, with the interface of pgx.

    >>> env = Env("4,4,3")
    >>> state = env.init(jax.random.key(1))
    >>> state = jax.jit(env.step)(state, 5)
    >>> state.legal_action_mask.sum(), state.observation.shape
    (Array(15, dtype=int32), (4, 4, 2))

    A batch is a `State` with a leading axis, as `jax.vmap(env.init)(keys)` returns it. `step`
    accepts a batch directly, with an action for each game, and also works under `jax.vmap`.

    With `auto_reset`, a game that ends restarts in the same step, and the player who did not begin
    it begins the new game. The state then has the rewards and `terminated` of the game that ended,
    but the board of the new game. Without `auto_reset`, a finished game stays as it is, except that
    later steps give both players the reward 0.

    Raises `RulesError` for a board that is not valid, and `TooLargeError` for a board of more than
    361 cells.
    """

    def __init__(self, board: Board = TICTACTOE, auto_reset: bool = False) -> None:
        self.rules: Rules = as_rules(board)
        self.auto_reset = auto_reset
        empty(self.rules)  # refuses boards that are too large

    def __repr__(self) -> str:
        return f"Env({str(self.rules)!r}, auto_reset={self.auto_reset})"

    def init(self, key: jax.Array) -> State:
        """A new game; the key determines who begins."""
        beginner = jax.random.bernoulli(key)
        no = jnp.zeros_like(beginner)
        board = empty(self.rules)
        flags = Flags(no, no, beginner, beginner, no, no, no)
        return State(packed(board, board, flags, self.rules), self.rules)

    def step(self, state: State, action: Any, key: jax.Array | None = None) -> State:  # noqa: ARG002 - nothing is drawn
        """The state after an action in each game; a player who chooses an illegal action loses.

        `action` is an integer array with the shape of `state.current_player`. `key` is unused, and
        is accepted for compatibility with pgx. Raises `ArrayError` for actions that have the wrong
        shape or dtype or exceed JAX's integers, and `EnvError` for a state of another board. By
        default, `jax.jit` truncates actions to 32 bits before `step` can check their size.
        """
        cell = self._checked(state, action)
        rules, (mover, other), flags = self.rules, state._boards, state._flags
        planes = operand(mover), operand(other)
        free = move_bits.playable(planes, rules)
        hands = range(len(rules.answers.marks.hands))
        put = tuple(free & operand(stone(cell - hand * rules.cells, mover)) for hand in hands)
        after, playable, lined = move_bits.step(planes, put, rules)
        # A test on the placed stone would make XLA compute it twice, for half as much time again.
        changed = put[0] if rules.outer else after[0] ^ after[1] ^ planes[0] ^ planes[1]
        legal, won = any_bit(changed), any_bit(lined)
        full = ~won & ~any_bit(playable) & legal
        # Whether the first player moves, and whether player 1 does.
        first_moves, moves = flags.player == flags.beginner, flags.player
        gain, loss = self._earned(won, full, first_moves)
        loss = loss | ~legal
        gained, lost = gain & ~moves | loss & moves, loss & ~moves | gain & moves
        turned = True if rules.has("alternates") else any_bit(move_bits.changes(planes, rules))
        ended = won | full | ~legal
        then = Flags(ended, ended & False, moves ^ turned, flags.beginner, gained, lost, ~legal)
        boards = words_of(after[0], mover), words_of(after[1], mover)
        if self.auto_reset:
            return self._begun_anew(then, boards)
        over = flags.over | flags.truncated
        frozen = flags._replace(gained=over & False, lost=over & False)
        before, after_it = (
            packed(*each, rules) for each in ((mover, other, frozen), (*boards, then))
        )
        return State(chosen(over, before, after_it), rules)

    def _earned(self, won: jax.Array, full: jax.Array, first: jax.Array) -> tuple[Any, Any]:
        """Whether the mover wins, and whether it loses, by a line or because no move is left.

        `first` is true where the mover is the first player.
        """
        of_first, of_second = (
            [won & (line == sign) | full & (filled == sign) for sign in (1, -1)]
            for line, filled in self.rules.answers.line.earned
        )
        if self.rules.has("fair"):
            return of_first[0], of_first[1]
        gain, loss = (jnp.where(first, *each) for each in zip(of_first, of_second, strict=True))
        return gain, loss

    def _begun_anew(self, flags: Flags, boards: tuple[Words, Words]) -> State:
        """The state after a move or, where the move ended a game, the state of a new game."""
        beginner = flags.beginner ^ flags.over  # the players take turns
        player = jnp.where(flags.over, beginner, flags.player)
        flags = flags._replace(player=player, beginner=beginner, illegal=flags.over & False)
        mover, other = (kept(board, ~flags.over) for board in boards)
        return State(packed(mover, other, flags, self.rules), self.rules)

    def observe(self, state: State) -> jax.Array:
        """The observation of the player to move: `state.observation`."""
        return state.observation

    @property
    def id(self) -> str:
        """For 3x3, its name in pgx, `tic_tac_toe`; for any other board, its text."""
        return name_of(self.rules)

    @property
    def version(self) -> str:
        """The version of the environment's behaviour."""
        return "v0"

    @property
    def num_players(self) -> int:
        """The number of players, 2."""
        return PLAYERS

    @property
    def num_actions(self) -> int:
        """The number of cells, times the number of marks that a player may place."""
        return self.rules.actions

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of one game's observation."""
        return (*self.rules.geometry.sizes, 2)

    def _checked(self, state: State, action: Any) -> jax.Array:
        if not isinstance(state, State) or state.rules != self.rules:
            board = state.rules if isinstance(state, State) else type(state).__name__
            raise EnvError(f"{self!r} plays {self.rules}; the state is of {board}")
        is_ours, shape = isinstance(action, jax.Array), state._held[0].shape
        given = action if is_ours else as_array(action, "actions", ArrayError)
        if given.shape != shape or not jnp.issubdtype(given.dtype, jnp.integer):
            raise ArrayError(
                f"actions are an array of {given.dtype} {list(given.shape)}; integers "
                f"{list(shape)} are needed, a cell for each game of the state"
            )
        dtype = jax.dtypes.canonicalize_dtype(given.dtype)
        if given.dtype != dtype:  # truncated to 32 bits by JAX, some numbers would be cells
            lost = np.flatnonzero((given < np.iinfo(dtype).min) | (given > np.iinfo(dtype).max))
            if len(lost):
                raise ArrayError(
                    f"item {lost[0]} of actions is {given.flat[lost[0]]}, which JAX's {dtype} does "
                    f"not hold; {action_name(self.rules)}s are 0 to {self.rules.actions - 1}"
                )
        # Signed, and wide enough for the number of any cell; all other numbers are illegal actions.
        return jnp.asarray(given).astype(jnp.int64 if dtype.itemsize == 8 else jnp.int32)


def make(env_id: str) -> Env:
    """The environment for a board, given as text or, for 3x3, by its name in pgx, `tic_tac_toe`.

    >>> make("tic_tac_toe"), make("4,4,3")
    (Env('3,3,3', auto_reset=False), Env('4,4,3', auto_reset=False))

    Raises `EnvError` for `connect_four`, whose actions in pgx are the 7 columns; here an action is
    the cell to which a stone falls. Raises what `Env` raises for a board that is not valid.
    """
    if env_id == "connect_four":
        raise EnvError(
            "connect_four has 7 columns as actions in pgx; here an action is the cell to which a "
            'stone falls: write Env("6,7,4,gravity")'
        )
    return Env(TICTACTOE if env_id == NAME else env_id)
