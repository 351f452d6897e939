"""`Env`: `init` and `step` of one board, without a state of their own."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from noughts.arrays.dtypes import move_dtype
from noughts.core import bits
from noughts.core.coercion import as_rules
from noughts.core.rules import TICTACTOE
from noughts.core.turns import line_worth
from noughts.envs.jax.state import State
from noughts.envs.jax.words import Words, any_bit, chosen, empty, kept, operand, stone, words_of
from noughts.envs.options import Board
from noughts.errors import ArrayError, EnvError

PLAYERS = 2
Sides = tuple[Words, Words]  # the player's who moves next, and the other's
ILLEGAL = -1  # the worth of an illegal action to who takes it


class Env:
    """The game of two players on a board, with the interface of pgx.

    >>> env = Env("4,4,3")
    >>> state = env.init(jax.random.key(1))
    >>> state = jax.jit(env.step)(state, 5)
    >>> state.legal_action_mask.sum(), state.observation.shape
    (Array(15, dtype=int32), (4, 4, 2))

    A batch is a `State` with a leading axis, from `jax.vmap(env.init)(keys)`; `step` takes it as it
    is, with an action a game, and under `jax.vmap` too.

    With `auto_reset`, a game that ends is begun anew in the step that ends it, by the player who
    did not begin it: the state has the rewards and `terminated` of the end, and the new board.
    Without, a finished game stays as it is, and later steps are rewarded with 0.

    Raises `RulesError` for a board that does not exist and `TooLargeError` past 361 cells.
    """

    def __init__(self, board: Board = TICTACTOE, auto_reset: bool = False) -> None:
        self.rules = as_rules(board)
        self.auto_reset = auto_reset
        empty(self.rules)  # refuses what is too large

    def __repr__(self) -> str:
        return f"Env({str(self.rules)!r}, auto_reset={self.auto_reset})"

    def init(self, key: jax.Array) -> State:
        """A new game; the key draws who begins."""
        beginner = jax.random.bernoulli(key).astype(jnp.int8)
        kinds = jnp.bool_, move_dtype(self.rules), jnp.float32
        no, count, earned = (jnp.zeros((), kind) for kind in kinds)
        board = empty(self.rules)
        return State(no, no, beginner, count, earned, board, board, self.rules)

    def step(self, state: State, action: Any, key: jax.Array | None = None) -> State:  # noqa: ARG002 - nothing is drawn
        """The state after an action, a cell for each game; an illegal one loses.

        `action` is an integer array of the shape of `state.current_player`. The key is there since
        pgx has it; nothing is drawn. Raises `ArrayError` for actions of another shape or dtype,
        and `EnvError` for the state of another board.
        """
        cell = self._checked(state, action)
        rules, player = self.rules, state._player
        own, others = operand(state._mover), operand(state._other)
        after = own | bits.free_cells(own, others, rules) & operand(stone(cell, state._mover))
        legal = any_bit(after ^ own)
        won = any_bit(bits.line_starts(after, rules))
        ended = won | ~any_bit(bits.free_cells(after, others, rules)) | ~legal
        worth = jnp.where(legal, won * line_worth(rules), ILLEGAL)
        earned = (worth * (1 - 2 * player)).astype(jnp.float32)
        sides = state._other, words_of(after, state._mover)
        if self.auto_reset:
            return self._begun_anew(state, ended, earned, sides)
        return self._gone_on(state, ended, earned, sides)

    def _begun_anew(self, state: State, ended: jax.Array, earned: jax.Array, sides: Sides) -> State:
        """The state after a move, or of a new game where it ended one."""
        # A player who begins moves at even counts, and is not the one to begin the next game.
        swapped = state._count.astype(jnp.int8) & ended
        mover, other = (kept(side, ~ended) for side in sides)
        return State(
            ended,
            jnp.zeros_like(ended),
            state._player ^ 1 ^ swapped,
            (state._count + 1) * ~ended,
            earned,
            mover,
            other,
            self.rules,
        )

    def _gone_on(self, state: State, ended: jax.Array, earned: jax.Array, sides: Sides) -> State:
        """The state after a move, or the same again where the game was over."""
        over = state.terminated | state.truncated
        before = state._mover, state._other
        mover, other = (chosen(over, *pair) for pair in zip(before, sides, strict=True))
        return State(
            state.terminated | ended & ~over,
            state.truncated,
            state._player ^ ~over,
            state._count + ~over,
            jnp.where(over, 0, earned),
            mover,
            other,
            self.rules,
        )

    def observe(self, state: State) -> jax.Array:
        """What the player to move sees: `state.observation`."""
        return state.observation

    @property
    def id(self) -> str:
        """The name of the game in pgx, on every board."""
        return "tic_tac_toe"

    @property
    def version(self) -> str:
        """The version of the environment's behaviour."""
        return "v0"

    @property
    def num_players(self) -> int:
        """Two."""
        return PLAYERS

    @property
    def num_actions(self) -> int:
        """How many cells there are."""
        return self.rules.cells

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of one game's observation."""
        return (*self.rules.geometry.sizes, 2)

    def _checked(self, state: State, action: Any) -> jax.Array:
        if not isinstance(state, State) or state.rules != self.rules:
            board = state.rules if isinstance(state, State) else type(state).__name__
            raise EnvError(f"{self!r} plays {self.rules}; the state is of {board}")
        given, shape = jnp.asarray(action), state.terminated.shape
        if given.shape != shape or not jnp.issubdtype(given.dtype, jnp.integer):
            raise ArrayError(
                f"actions are an array of {given.dtype} {list(given.shape)}; integers "
                f"{list(shape)} are needed, a cell for each game of the state"
            )
        return given
