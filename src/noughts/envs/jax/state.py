"""`State`: a game, or a batch of games, as a pytree with pgx's field names."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Self

import jax
import jax.numpy as jnp
import numpy as np

from noughts.core import bits
from noughts.core.position import Position
from noughts.core.rules import Rules, X
from noughts.core.svg import sheet
from noughts.core.turns import mover
from noughts.envs.jax.words import WIDTH, Words, cells, operand, words_of
from noughts.expressions.limbs import Limbs

DRAWN = 64  # games of a batch that a picture shows

HELD = ["terminated", "truncated", "_player", "_count", "_earned", "_mover", "_other"]
NARROW = {"current_player": "_player", "_step_count": "_count"}  # what is shown as int32


@partial(jax.tree_util.register_dataclass, data_fields=HELD, meta_fields=["_rules"])
@dataclasses.dataclass(frozen=True, eq=False)
class State:
    """One game, or with a leading axis a batch of them.

    - `current_player`: int32, the player to move, 0 or 1; which of them is X is drawn
    - `rewards`: float32 [2], what each player has earned by the last move
    - `terminated`: bool, whether the last move ended a game; `truncated`: never, games end
    - `observation`: bool [rows, cols, 2], the stones of the player to move, then the others
    - `legal_action_mask`: bool [cells]; all of them once the game is over, as pgx has it

    Everything but the two bools is worked out when it is read, from two bitboards and narrow
    numbers: what nobody reads costs nothing, and `jit` fuses the rest with its reader.
    """

    terminated: jax.Array
    truncated: jax.Array
    _player: jax.Array
    _count: jax.Array  # of the moves of this game
    _earned: jax.Array  # by player 0; player 1 has earned as much less
    _mover: Words  # the stones of the player to move
    _other: Words
    _rules: Rules

    @property
    def rules(self) -> Rules:
        """The board; the same for all games of a batch, and not an array."""
        return self._rules

    @property
    def current_player(self) -> jax.Array:
        """The player to move, 0 or 1, int32 [...]."""
        return self._player.astype(jnp.int32)

    @property
    def _step_count(self) -> jax.Array:
        return self._count.astype(jnp.int32)

    @property
    def rewards(self) -> jax.Array:
        """What the players have earned by the last move, float32 [..., 2]."""
        return jnp.stack([self._earned, 0 - self._earned], axis=-1)  # and never -0.0

    @property
    def observation(self) -> jax.Array:
        """The board as the player to move sees it, bool [..., rows, cols, 2]."""
        sides = [cells(side, self.rules) for side in (self._mover, self._other)]
        planes = jnp.stack(sides, axis=-1)
        return planes.reshape(*planes.shape[:-2], *self.rules.geometry.sizes, 2)

    @property
    def legal_action_mask(self) -> jax.Array:
        """The cells that may be played, bool [..., cells]."""
        return cells(self.legal(), self.rules)

    @property
    def env_id(self) -> str:
        """The name of the game in pgx, on every board."""
        return "tic_tac_toe"

    def legal(self) -> Words:
        """The cells that may be played, as a bitboard: a tuple of words, with a bit a cell."""
        over = -self.terminated.astype(self._mover[0].dtype)  # all ones in a game that is over
        free = bits.free_cells(operand(self._mover), operand(self._other), self.rules)
        board = words_of(operand(self._mover) & 0 | self.rules.board, self._mover)
        pairs = zip(words_of(free, self._mover), board, strict=True)
        return tuple(word | over & every for word, every in pairs)

    def replace(self, **changes: Any) -> Self:
        """The same with other values of some fields; of `rewards`, those of player 0 are kept."""
        if "rewards" in changes:
            changes["_earned"] = changes.pop("rewards")[..., 0]
        for name, held in NARROW.items():
            if name in changes:
                changes[held] = changes.pop(name).astype(getattr(self, held).dtype)
        return dataclasses.replace(self, **changes)

    def positions(self) -> Iterator[Position]:
        """The boards of all games, one by one; outside of `jit` alone."""
        sides = [
            np.stack([np.asarray(word).reshape(-1) for word in side], axis=-1).tolist()
            for side in (self._mover, self._other)
        ]
        counts = np.asarray(self._count).reshape(-1).tolist()
        for own, others, count in zip(*sides, counts, strict=True):
            pair = [int(Limbs(words, WIDTH)) for words in (own, others)]
            x, o = pair if mover(count) == X else reversed(pair)
            yield Position(x, o, self.rules)

    def to_svg(self) -> str:
        """A picture: the game, or the first 64 of a batch."""
        boards = [(position.x, position.o) for position in islice(self.positions(), DRAWN)]
        return sheet(boards, self.rules)

    def save_svg(self, filename: str | Path) -> None:
        """Write the picture into a file."""
        Path(filename).write_text(self.to_svg(), encoding="utf-8")

    def _repr_html_(self) -> str:
        return self.to_svg()
