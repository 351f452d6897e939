"""`State`: a game, or a batch of games, as a pytree with pgx's field names."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Self

import jax
import jax.numpy as jnp
import numpy as np

from noughts.core import move_bits
from noughts.core.animation import in_turn
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules
from noughts.core.svg import sheet
from noughts.envs.jax.words import (
    WIDTH,
    Flags,
    Words,
    any_bit,
    boards_of,
    bools,
    flags_of,
    operand,
    packed,
    with_room,
    words_of,
)
from noughts.errors import EnvError
from noughts.expressions.limbs import Limbs
from noughts.system.files import checked_path, naming

NAME = "tic_tac_toe"  # the name of 3x3 in pgx
DRAWN = 64  # the most games of a batch that a picture shows
LISTED = 3  # the most games of a batch that its text shows
REPLACED = {"terminated": "over", "truncated": "truncated", "current_player": "player"}


def name_of(rules: Rules) -> str:
    """The `id` of a board's environment, which `make` accepts."""
    return NAME if rules == TICTACTOE else str(rules)


@partial(jax.tree_util.register_dataclass, data_fields=["_held"], meta_fields=["_rules"])
@dataclasses.dataclass(frozen=True, eq=False)
class State:
    """One game, or a batch of games with a leading axis.

    - `current_player`: int32, the player to move, 0 or 1; in `init`, chance decides who is X
    - `rewards`: float32 [2], the reward of each player for the last move: 1, 0 or -1
    - `terminated`: bool, whether the last move ended a game
    - `truncated`: bool, False, since every game ends; `replace` can set it
    - `observation`: bool [rows, cols, 2], the stones of the player to move, then the stones of the
      other player; if both players place the same marks, the X marks and then the O marks
    - `legal_action_mask`: bool [cells] or, if a player may place either mark, bool [2 * cells], all
      cells for X and then all cells for O. After the end of a game, the mask is all True, as in
      pgx, unless a new game has begun

    A state stores two bitboards and some flags, and computes a field when you read it. A field that
    is never read costs nothing; `jit` fuses the computation of any other field with the code that
    reads it.

    >>> from noughts.envs.jax import Env
    >>> state = Env("2,2,2").init(jax.random.key(1))
    >>> state.legal_action_mask.tolist(), bool(state.terminated), state.observation.shape
    ([True, True, True, True], False, (2, 2, 2))
    >>> state
    <state of 2,2,2: ../.., player 1 to move>
    """

    _held: Words  # see `packed`
    _rules: Rules

    @property
    def rules(self) -> Rules:
        """The rules, which all games of a batch share; they are not an array."""
        return self._rules

    @property
    def terminated(self) -> jax.Array:
        """Whether the last move ended a game, bool [...]."""
        return self._flags.over

    @property
    def truncated(self) -> jax.Array:
        """The value that `replace` has set, else False, bool [...]."""
        return self._flags.truncated

    @property
    def current_player(self) -> jax.Array:
        """The player to move, 0 or 1, int32 [...]."""
        return self._flags.player.astype(jnp.int32)

    @property
    def rewards(self) -> jax.Array:
        """The players' rewards for the last move, float32 [..., 2]."""
        flags = self._flags
        gained, lost = (flag.astype(jnp.float32) for flag in (flags.gained, flags.lost))
        return jnp.stack([gained - lost, lost - gained], axis=-1)

    @property
    def _step_count(self) -> jax.Array:
        words = [word for board in self._boards for word in board]
        stones = sum(jax.lax.population_count(word).astype(jnp.int32) for word in words)
        return stones + self._flags.illegal

    @property
    def _boards(self) -> tuple[Words, Words]:
        """The stones of the player to move, and of the other player."""
        return boards_of(self._held, self._rules)

    @property
    def _flags(self) -> Flags:
        return flags_of(self._held, self._rules)

    @property
    def observation(self) -> jax.Array:
        """The board as the player to move sees it, bool [..., rows, cols, 2]."""
        sides = [bools(side, self.rules.cells) for side in self._boards]
        planes = jnp.stack(sides, axis=-1)
        return planes.reshape(*planes.shape[:-2], *self.rules.geometry.sizes, 2)

    @property
    def legal_action_mask(self) -> jax.Array:
        """The legal actions, bool [..., actions]."""
        return bools(self.legal(), self.rules.actions)

    @property
    def env_id(self) -> str:
        """For 3x3, its name in pgx, `tic_tac_toe`; for any other board, its text."""
        return name_of(self.rules)

    def legal(self) -> Words:
        """The legal actions as a bit mask, in a tuple of words."""
        rules, boards = self.rules, self._boards
        playable = move_bits.playable(tuple(map(operand, boards)), rules)
        cells = with_room(words_of(playable, boards[0]), rules.actions)
        over = self.terminated
        if move_bits.playable((0, 0), rules) != rules.board:  # a new game keeps its own mask
            over &= self._flags.illegal | any_bit(operand(boards[0]) | operand(boards[1]))
        ones = -over.astype(cells[0].dtype)
        legal = words_of(move_bits.actions_of(operand(cells), rules), cells)
        every = words_of(operand(cells) & 0 | (1 << rules.actions) - 1, cells)
        return tuple(word | ones & all_ for word, all_ in zip(legal, every, strict=True))

    def replace(self, **changes: jax.Array) -> Self:
        """A copy with new values of `terminated`, `truncated`, `current_player` or `rewards`.

        Of new `rewards`, only the sign of player 0's reward is kept; player 1 gets the opposite
        reward. Raises `EnvError` for a field that cannot be replaced.
        """
        changed: dict[str, jax.Array] = {}
        for name, value in changes.items():
            if name == "rewards":
                changed |= {"gained": value[..., 0] > 0, "lost": value[..., 0] < 0}
            elif name in REPLACED:
                changed[REPLACED[name]] = jnp.asarray(value) != 0
            else:
                known = ", ".join((*REPLACED, "rewards"))
                raise EnvError(f"{name} of a state cannot be replaced; {known} can")
        flags = self._flags._replace(**changed)
        # The mover keeps its stones, so a change of `current_player` also changes the beginner.
        beginner = flags.beginner ^ self._flags.player ^ flags.player
        flags = flags._replace(beginner=beginner)
        return dataclasses.replace(self, _held=packed(*self._boards, flags, self._rules))

    def positions(self) -> Iterator[Position]:
        """The positions of all games, one by one. Does not work inside `jit`."""
        sides = [
            np.stack([np.asarray(word).reshape(-1) for word in side], axis=-1).tolist()
            for side in self._boards
        ]
        first = np.asarray(self._flags.player == self._flags.beginner).reshape(-1).tolist()
        owned = self.rules.answers.owned
        for own, others, of_x in zip(*sides, first, strict=True):
            pair = [int(Limbs(words, WIDTH)) for words in (own, others)]
            x, o = pair if of_x or not owned else reversed(pair)
            yield Position(x, o, self.rules)

    def __repr__(self) -> str:
        word = self._held[0]  # not an array within `jit`, or in a tree that is mapped
        if not isinstance(word, jax.Array | np.ndarray) or isinstance(word, jax.core.Tracer):
            return f"<state of {self.rules}, held as {word}>"
        games = np.shape(word)
        shown = [*map(str, islice(self.positions(), LISTED + 1))]
        if games:
            more = ", ..." * (len(shown) > LISTED)
            return f"<states {[*games]} of {self.rules}: {', '.join(shown[:LISTED])}{more}>"
        then = "over" if self.terminated else f"player {self.current_player} to move"
        return f"<state of {self.rules}: {shown[0]}, {then}>"

    def to_svg(self) -> str:
        """A picture of the game, or of the first 64 games of a batch, as SVG."""
        boards = [(position.x, position.o) for position in islice(self.positions(), DRAWN)]
        return sheet(boards, self.rules)

    def save_svg(self, filename: str | Path) -> None:
        """Write the picture to an SVG file."""
        with naming(filename):
            Path(checked_path(filename)).write_text(self.to_svg(), encoding="utf-8")

    def _repr_html_(self) -> str:
        return self.to_svg()


def save_svg_animation(
    states: Sequence[State] | State, filename: str | Path, frame_duration_seconds: float = 0.2
) -> None:
    """Write an SVG animation of a game or of a batch of games, as pgx's function of this name does.

    `states` is a sequence of states in the order of play, or one state whose first axis runs over
    the moves, as `jax.lax.scan` returns it. Raises `PositionError` if there are no states, or if
    `frame_duration_seconds` is not above 0 or is more than 60.

    >>> import jax
    >>> from tempfile import TemporaryDirectory
    >>> from noughts.envs.jax import make
    >>> env = make("tic_tac_toe")
    >>> state = env.init(jax.random.key(1))
    >>> with TemporaryDirectory() as folder:
    ...     save_svg_animation([state, env.step(state, 4)], folder + "/game.svg")
    ...     Path(folder, "game.svg").read_text().count("<animate")
    2
    """
    if isinstance(states, State):
        stacked = states
        moves = len(stacked.terminated) if stacked.terminated.ndim else 0
        states = [jax.tree.map(lambda held, at=at: held[at], stacked) for at in range(moves)]
    shown = in_turn([state.to_svg() for state in states], frame_duration_seconds)
    with naming(filename):
        Path(checked_path(filename)).write_text(shown, encoding="utf-8")
