"""`MNKVectorEnv`: a Gymnasium vector environment of many games, each for one agent."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from noughts.arrays import BatchPolicy, Positions
from noughts.arrays.checks import as_array, refuse_masked
from noughts.arrays.choosing.choosers import chooser
from noughts.arrays.memory import parts
from noughts.core.message_text import listed, quoted
from noughts.core.rules import Rules, as_rules
from noughts.envs import values
from noughts.envs.batch import Array, Batch, Games, Mask, Turn
from noughts.envs.observations import masks, sides, view
from noughts.envs.options import (
    Board,
    Illegal,
    IllegalName,
    Opponent,
    Rendering,
    Reward,
    RewardName,
    Side,
    action_name,
    choice,
    opponent_of,
    rendering_of,
    side_of,
    whole,
)
from noughts.envs.rendering import rendered
from noughts.errors import (
    ArrayError,
    CellError,
    EnvError,
    GameOverError,
    IllegalMoveError,
    NoughtsError,
)
from noughts.players.base import Player
from noughts.players.random_numbers import WORD, split_mixed
from noughts.system.extras import require

if TYPE_CHECKING:
    from noughts.envs.stable_baselines import MNKVecEnv

MOST_ENVS = 1 << 24
LEAST = 1 << 13  # the fewest games for a thread
RENDERINGS = (Rendering.ANSI, Rendering.RGB_ARRAY)

Infos = dict[str, Any]
Seeds = int | Sequence[int | None] | None


class MNKVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games at a time, stepped together by compiled loops over arrays.

    >>> import gymnasium, noughts.envs
    >>> envs = gymnasium.make_vec("noughts/TicTacToe-v0", num_envs=3, opponent="perfect")
    >>> observations, infos = envs.reset(seed=1)
    >>> _, rewards, terminations, _, infos = envs.step(np.array([0, 1, 4]))
    >>> observations.shape, rewards, infos["regret"]
    ((3, 18), array([0., 0., 0.]), array([0, 0, 0], dtype=int8))

    The settings of `MNKEnv` apply here, too, except the render mode `human`. After a reset with the
    seed s, game i is the same as in an `MNKEnv` after a reset with the seed s + i. Observations,
    actions [n], rewards (float64), terminations and truncations are arrays. For each entry `NAME`
    of an `MNKEnv`'s `info`, `infos` has an array `NAME`, and a mask `_NAME` of the games that have
    the entry.

    - `autoreset_mode`: with "NextStep", the next step resets a game that has ended and ignores the
      action for it. Until then the game's action mask is all ones, so that no softmax divides by 0.
      With "SameStep", the step that ends a game also resets it, and `infos` has the game's
      `final_obs` and `final_info`. With "Disabled", every game that has ended must
      be reset with `reset(options={"reset_mask": mask})` before the next step.
    - `threads`: the games of a step are divided among up to this many threads. The results do not
      depend on this number.

    The opponent chooses its moves as in `noughts.arrays.choose`: compiled loops choose for some
    players, a batch policy is called once for all games, and any other player chooses position by
    position.

    Raises what `MNKEnv` raises; an error about an action gives the environment's number. Raises
    `ArrayError` for actions of the wrong shape or dtype, and for seeds or a `reset_mask` that are
    not valid. An error changes nothing.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - VectorEnv's own declaration
        "render_modes": list(map(str, RENDERINGS)),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        board: Board = "3,3,3",
        opponent: Opponent = "random",
        side: Side = "x",
        observation: str = "flat",
        illegal: IllegalName = "lose",
        reward: RewardName = "outcome",
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
    ) -> None:
        super().__init__()
        self.num_envs = n = whole(num_envs, "num_envs", MOST_ENVS)
        rules = as_rules(board)
        self.rules: Rules = rules
        self.opponent: Player | BatchPolicy = opponent_of(opponent, rules, side_of(side))
        self._rendering = rendering_of(render_mode)
        if self._rendering not in (None, *RENDERINGS):
            raise EnvError(f"render_mode is {render_mode!r}; it may be {' or '.join(RENDERINGS)}")
        self.render_mode = render_mode
        self.autoreset_mode: AutoresetMode = autoreset_of(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._illegal = choice(Illegal, illegal, "illegal")
        self._shaped = choice(Reward, reward, "reward") is Reward.VALUE
        if self._shaped:
            values.required(rules, "reward='value'")
        self._view = view(observation, rules)
        self._batch = Batch(
            rules,
            chooser(self.opponent, rules),
            side_of(side),
            self._illegal,
            judged=values.values(rules) is not None,
            shaped=self._shaped,
        )
        self._parts = parts(n, whole(threads, "threads"), LEAST)
        self.single_observation_space: spaces.Space[Any] = self._view.space
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(rules.actions)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, n)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, n)
        self._games: Games | None = None

    def positions(self) -> Positions:
        """The current positions; empty boards before the first reset."""
        if self._games is None:
            return Positions.start(self.num_envs, self.rules)
        own, others, of_x, *_ = self._games
        return Positions.unchecked(*sides(own, others, of_x, self.rules), self.rules)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions as bools [n, actions].

        A game that is over has no legal actions. In the mode "NextStep", however, all its actions
        are marked as legal, since any action resets the game.
        """
        return self._masks(self._begun()).view(np.bool_)

    def reset(
        self, *, seed: Seeds = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Infos]:
        """Begin all games, or only the games in the option `reset_mask`, bool [n].

        `seed` determines all later random draws. If it is a non-negative integer, environment i
        gets the seed `seed + i`. If it is a sequence, it has a seed for each environment, or None
        for an environment that keeps its random stream.
        """
        mask = self._reset_mask(options)
        seeds = self._seeds(seed)
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        games = self._games
        if games is None:
            fresh = self.np_random.integers(1 << 63, size=self.num_envs, dtype=np.uint64)
            games = self._batch.empty(split_mixed(fresh))
        states = games.states.copy()
        for item, one in seeds:
            states[item] = one
        states[~mask] = games.states[~mask]
        games = self._together(self._batch.begun, games._replace(states=states), mask)
        self._games = games
        infos: Infos = {}
        put(infos, "action_mask", self._masks(games), mask)
        return self._seen(games), infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Infos]:
        """Play an action in every game, then the opponents' moves up to the agents' next turns."""
        games = self._begun()
        idle = games.over
        if self.autoreset_mode is AutoresetMode.DISABLED and idle.any():
            self._refuse(GameOverError, idle, "is over; reset it with reset_mask")
        cells = self._checked(actions, ~idle)
        turn = self._together(self._batch.turn, games, ~idle, cells)
        after, over = turn.games, turn.games.over & ~idle
        earned = turn.outcome if turn.change is None else turn.change
        rewards = (earned * turn.moved).astype(np.float64)
        infos: Infos = {}
        again = idle
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            again = over
            told = self._told(turn, over)
            put(told, "action_mask", self._masks(after), over)
            put_final(infos, self._seen(after), told, over)
        if again.any() and self.autoreset_mode is not AutoresetMode.DISABLED:
            after = self._together(self._batch.begun, after, again)
        infos |= self._told(turn, turn.moved & ~again)
        put(infos, "action_mask", self._masks(after), np.ones_like(over))
        self._games = after
        return self._seen(after), rewards, over, np.zeros_like(over), infos

    def render(self) -> Any:
        """The boards as a tuple of strings or pictures; None without a render mode."""
        if self._rendering is None:
            return None
        return tuple(rendered(position, self._rendering) for position in self.positions())

    def as_vec_env(self) -> MNKVecEnv:
        """New games with the same settings, as a `VecEnv` for Stable-Baselines3.

        A game that ends restarts in the same step, as in the mode "SameStep". Each step returns a
        dict for each game. The dict of a game that has just ended has the `terminal_observation`
        and the entries that the last `info` of an `MNKEnv` would have. `MaskablePPO` of sb3-contrib
        finds the action masks. `VecMonitor` and other wrappers of Stable-Baselines3 can wrap the
        result. `SubprocVecEnv` cannot: it takes functions that each make one `MNKEnv`.

        Needs the extra `[sb3]`, which brings Stable-Baselines3 and PyTorch.
        """
        require("sb3", "environments for Stable-Baselines3")
        from noughts.envs.stable_baselines import MNKVecEnv  # late: PyTorch takes seconds

        envs = copy.copy(self)
        envs.autoreset_mode, envs._games = AutoresetMode.SAME_STEP, None
        envs.metadata = {**self.metadata, "autoreset_mode": envs.autoreset_mode}
        return MNKVecEnv(envs)

    # Queries of all games, split into parts if there are threads.

    def _together(self, change: Any, *arguments: Any) -> Any:
        """Apply `change` to all games; with threads, to parts of the games in parallel."""
        if not self._parts:
            return change(*arguments)
        with ThreadPoolExecutor(len(self._parts)) as pool:
            each = [
                pool.submit(change, *(sliced(argument, part) for argument in arguments))
                for part in self._parts
            ]
        return joined([one.result() for one in each])

    def _masks(self, games: Games) -> npt.NDArray[np.int8]:
        found = masks(self._batch.legal(games), self.rules.actions)
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            found[games.over] = 1  # any action resets these games
        return found

    def _seen(self, games: Games) -> Any:
        return self._view.of_all(games.own, games.others, games.of_x)

    def _told(self, turn: Turn, of: Mask) -> Infos:
        """The entries of `infos` about a turn, for the games in the mask `of`."""
        infos: Infos = {}
        put(infos, "action", turn.actions, of)
        put(infos, "illegal", turn.illegal, of & turn.illegal)
        put(infos, "outcome", turn.outcome, of & turn.games.over)
        if turn.value is not None:
            put(infos, "value", turn.value, of)
            put(infos, "regret", turn.regret, of)
        return infos

    # Checks of arguments.

    def _begun(self) -> Games:
        if self._games is None:
            raise EnvError(f"{self!r} has not begun its games; call reset first")
        return self._games

    def _checked(self, actions: Any, moving: Mask) -> npt.NDArray[np.int64]:
        """The actions of all games, checked; 0 in games that do not move."""
        given = as_array(actions, "actions", ArrayError)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ArrayError(
                f"actions are an array of {given.dtype} {list(given.shape)}; integers "
                f"[{self.num_envs}] are needed"
            )
        cells, actions = self.rules.cells, self.rules.actions
        outside = moving & ((given < 0) | (given >= actions))
        if outside.any():
            item, kind = int(np.flatnonzero(outside)[0]), action_name(self.rules)
            raise CellError(
                f"environment {item}: {given[item]} is not a {kind} of {self.rules}; {kind}s are 0 "
                f"to {actions - 1}"
            )
        chosen = given.astype(np.int64) * moving
        if self._illegal is Illegal.RAISE:
            games = self._begun()
            dtype = games.playable.dtype
            taken = moving & (games.playable & dtype.type(1) << chosen.astype(dtype) == 0)
            if taken.any():
                item = int(np.flatnonzero(taken)[0])
                cell = int(chosen[item]) % cells
                on_it = int(games.own[item] | games.others[item]) >> cell & 1
                what = "has a stone on" if on_it else "cannot yet play"
                self._refuse(IllegalMoveError, taken, f"{what} cell {cell}")
        return chosen

    def _refuse(self, error: type[NoughtsError], wrong: Mask, what: str) -> NoReturn:
        item = int(np.flatnonzero(wrong)[0])
        raise error(f"environment {item}, {self.positions()[item]}, {what}")

    def _reset_mask(self, options: dict[str, Any] | None) -> Mask:
        mask = (options or {}).get("reset_mask")
        n = self.num_envs
        if mask is None:
            return np.ones(n, np.bool_)
        given = as_array(mask, "reset_mask", ArrayError)
        if given.shape != (n,) or given.dtype != np.bool_ or not given.any():
            raise ArrayError(
                f"reset_mask is an array of {given.dtype} {list(given.shape)} with "
                f"{np.count_nonzero(given)} set; bool [{n}] with at least one set is needed"
            )
        if self._games is None and not given.all():
            raise EnvError(f"{self!r} has not begun its games; the first reset is for all of them")
        return given

    def _seeds(self, seed: Seeds) -> list[tuple[Any, Any]]:
        """Which random streams are seeded, and their new states."""
        refuse_masked(seed, "seed", ArrayError)
        given = np.asarray(seed, object)  # without conversion
        if given.shape not in ((), (self.num_envs,)):
            raise ArrayError(
                f"{len(given)} seeds are given for {self.num_envs} environments, as an array "
                f"{list(given.shape)}; [{self.num_envs}] are needed, or one number"
            )
        for item, one in enumerate(given.flat):
            if one is not None and not (isinstance(one, int | np.integer) and one >= 0):
                where = f"environment {item}: " if given.ndim else ""
                raise ArrayError(
                    f"{where}{quoted(one)} is not a seed; a whole number from 0 is needed, or None"
                )
        if given.ndim:
            seeds = enumerate(given)
            return [(item, split_mixed(int(one) & WORD)) for item, one in seeds if one is not None]
        if seed is None:
            return []
        each = np.arange(self.num_envs, dtype=np.uint64)
        with np.errstate(over="ignore"):
            return [(slice(None), split_mixed(np.uint64(int(given[()]) & WORD) + each))]


def autoreset_of(given: AutoresetMode | str) -> AutoresetMode:
    """The autoreset mode, given as such or by its value. Raises `EnvError` for anything else."""
    try:
        return AutoresetMode(given)
    except ValueError:
        modes = listed(mode.value for mode in AutoresetMode)
        raise EnvError(f"autoreset_mode is {given!r}; the modes are {modes}") from None


def put(infos: Infos, name: str, array: Any, of: Mask) -> None:
    """Add an entry to `infos` for the games in a mask; as in Gymnasium, it is 0 for other games."""
    if of.all():
        infos[name] = array
    elif of.any():
        shape = (-1, *[1] * (array.ndim - 1))
        infos[name] = array * of.reshape(shape)
    else:
        return
    infos[f"_{name}"] = of


def put_final(infos: Infos, seen: Array, told: Infos, of: Mask) -> None:
    """Add `final_obs` and `final_info` of the games that ended, as Gymnasium documents them."""
    final = np.full(len(of), None, object)
    final[of] = np.fromiter(seen[of], object, np.count_nonzero(of))
    infos |= {"final_obs": final, "_final_obs": of, "final_info": told, "_final_info": of}


def sliced(argument: Any, part: slice) -> Any:
    """A part of an array, or of each array of a tuple."""
    if isinstance(argument, Games):
        return Games._make(sliced(array, part) for array in argument)
    return argument[part]


def joined(each: Sequence[Any]) -> Any:
    """The concatenation of arrays, or of tuples of arrays."""
    first = each[0]
    if first is None:
        return None
    if isinstance(first, tuple):
        return type(first)(*(joined(fields) for fields in zip(*each, strict=True)))
    return np.concatenate(each)
