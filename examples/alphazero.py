"""AlphaZero in small, and how far it can be exploited as it learns, exactly.

A network guesses which moves are good, and how a game ends. A search looks ahead with these
guesses, and so knows better. Games are played by the search, and the network learns to guess what
the search has found out; with better guesses, the search sees further.

pip install '.[deep]'
python examples/alphazero.py --plot alphazero.svg
python examples/alphazero.py --board 4,4,4 --lessons 40 --every 20
"""

import argparse
import time
from functools import partial
from typing import Any, NamedTuple

import flax.linen as nn
import jax
import jax.numpy as jnp
import mctx
import numpy as np
import optax
from flax.training.train_state import TrainState
from tqdm import tqdm

from noughts import Rules
from noughts.envs.jax import Env, State, random_action
from noughts.evaluate import exploitability

GAMES = 256  # that are played side by side
MOVES = 32  # in each of them, from one lesson to the next
SIMULATIONS = 32  # of the search, before each move
EXPLORE = 0.25  # the share of moves that are random, so that play gets everywhere
BATCH = 256  # the positions of one step of the optimizer


class Network(nn.Module):
    """Guesses from what the player to move sees: the moves' logits, and the result, -1 to 1."""

    cells: int

    @nn.compact
    def __call__(self, observation: jax.Array) -> tuple[jax.Array, jax.Array]:
        """Arrays [n, cells] and [n]."""
        x = observation.reshape(len(observation), -1).astype(jnp.float32)
        for _ in range(3):
            x = nn.relu(nn.Dense(128)(x))
        return nn.Dense(self.cells)(x), jnp.tanh(nn.Dense(1)(x)[:, 0])


class Moves(NamedTuple):
    """What has been played, and what the search thought: arrays [moves, games, ...]."""

    observation: jax.Array
    mask: jax.Array  # of legal cells
    weights: jax.Array  # how good the search finds each cell; they add up to 1
    value: jax.Array  # and what it expects of the best one
    explored: jax.Array  # whether a random cell was played instead
    reward: jax.Array  # of the player who moved
    ended: jax.Array  # whether the move ended the game


class Learner:
    """Functions for one board. What changes is in their arguments."""

    def __init__(self, board: Rules) -> None:
        self.board, self.env, self.playing = board, Env(board), Env(board, auto_reset=True)
        self.network: Any = Network(board.cells)

    def begin(self, key: jax.Array) -> tuple[TrainState, State]:
        """A network that knows nothing, with its optimizer, and new games."""
        state = jax.vmap(self.env.init)(jax.random.split(key, GAMES))
        params = self.network.init(key, state.observation)
        made = TrainState.create(apply_fn=self.network.apply, params=params, tx=optax.adam(1e-3))
        return made, state

    def guess(self, params: Any, observation: jax.Array, mask: jax.Array) -> Any:
        """The network's logits, without a chance for illegal moves, and its values."""
        logits, value = self.network.apply(params, observation)
        return jnp.where(mask, logits, -1e9), value

    def search(self, params: Any, key: jax.Array, state: State) -> Any:
        """What mctx finds out by looking ahead from each game."""

        def step(params: Any, _: Any, action: jax.Array, state: State) -> Any:
            after = self.env.step(state, action)
            logits, value = self.guess(params, after.observation, after.legal_action_mask)
            discount = jnp.where(after.terminated, 0.0, -1.0)  # one's gain is the other's loss
            output = mctx.RecurrentFnOutput(
                reward=earned(state, after), discount=discount, prior_logits=logits, value=value
            )
            return output, after

        mask = state.legal_action_mask
        logits, value = self.guess(params, state.observation, mask)
        root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=state)
        return mctx.gumbel_muzero_policy(params, key, root, step, SIMULATIONS, ~mask)

    def play(self, params: Any, key: jax.Array, state: State) -> tuple[State, Moves]:
        """Go on with all games by the moves that the search finds best, and some random ones."""

        def move(state: State, key: jax.Array) -> tuple[State, Moves]:
            keys = jax.random.split(key, 3)
            state = state.replace(terminated=jnp.zeros_like(state.terminated))  # it began anew
            found = self.search(params, keys[0], state)
            explored = jax.random.bernoulli(keys[1], EXPLORE, state.terminated.shape)
            action = jnp.where(explored, random_action(keys[2], state), found.action)
            after = self.playing.step(state, action)
            value = of_actions(found.search_tree.summary().qvalues, found.action)
            seen = state.observation, state.legal_action_mask, found.action_weights, value
            return after, Moves(*seen, explored, earned(state, after), after.terminated)

        return jax.lax.scan(move, state, jax.random.split(key, MOVES))

    @partial(jax.jit, static_argnums=0)
    def lesson(self, train: TrainState, state: State, key: jax.Array) -> tuple[TrainState, State]:
        """Play, and learn from that."""
        keys = jax.random.split(key)
        state, moves = self.play(train.params, keys[0], state)

        def result(after: jax.Array, move: Moves) -> tuple[jax.Array, jax.Array]:
            """How the game went for the mover; after a random move, what the best one promises."""
            value = jnp.where(move.ended, move.reward, -after)
            value = jnp.where(move.explored, move.value, value)
            return value, value

        unfinished = self.network.apply(train.params, state.observation)[1]
        results = jax.lax.scan(result, unfinished, moves, reverse=True)[1]
        known = jax.tree.map(lambda each: each.reshape(-1, *each.shape[2:]), (moves, results))

        def loss(params: Any, batch: jax.Array) -> jax.Array:
            """How far the guesses are from what the search has found and from the results."""
            seen, value = jax.tree.map(lambda each: each[batch], known)
            logits, said = self.guess(params, seen.observation, seen.mask)
            return jnp.mean(optax.softmax_cross_entropy(logits, seen.weights) + (said - value) ** 2)

        def learn(train: TrainState, batch: jax.Array) -> tuple[TrainState, None]:
            return train.apply_gradients(grads=jax.grad(loss)(train.params, batch)), None

        batches = jax.random.permutation(keys[1], GAMES * MOVES).reshape(-1, BATCH)
        return jax.lax.scan(learn, train, batches)[0], state

    @partial(jax.jit, static_argnums=0)
    def chances(self, params: Any, observations: jax.Array, masks: jax.Array) -> jax.Array:
        """The network's probabilities, without a search; a policy of `noughts.evaluate`."""
        return jax.nn.softmax(self.guess(params, jnp.moveaxis(observations, 1, -1), masks)[0])

    def exploitability(self, params: Any) -> list[float]:
        """That of the network's probabilities, and that of always playing its likeliest move."""
        raw = partial(self.chances, params)

        def greedy(observations: Any, masks: Any) -> Any:
            return np.eye(self.board.cells)[np.asarray(raw(observations, masks)).argmax(axis=1)]

        return [exploitability(policy, self.board) for policy in (raw, greedy)]


def earned(before: State, after: State) -> jax.Array:
    """The reward of the player who moved."""
    return of_actions(after.rewards, before.current_player)


def of_actions(values: jax.Array, actions: jax.Array) -> jax.Array:
    """The value of one action in each row."""
    return jnp.take_along_axis(values, actions[:, None], axis=1)[:, 0]


def main() -> None:
    """Learn, print how far the network can be exploited, and draw that if a file is named."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--board", type=Rules.parse, default=Rules.parse("3,3,3"))
    asked.add_argument("--lessons", type=int, default=60)
    asked.add_argument("--every", type=int, default=2, help="lessons from one row to the next")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--plot", metavar="FILE")
    options = asked.parse_args()
    learner, key, start = Learner(options.board), jax.random.key(options.seed), time.monotonic()
    train, games = learner.begin(key)
    rows = []
    print(f"{'lessons':>8}{'raw':>9}{'greedy':>9}{'seconds':>9}{'of processor':>14}")
    for lesson in tqdm(range(options.lessons + 1), leave=False):
        if lesson:
            train, games = learner.lesson(train, games, jax.random.fold_in(key, lesson))
        if lesson % options.every == 0:
            rows.append((lesson, *learner.exploitability(train.params)))
            spent = f"{time.monotonic() - start:9.0f}{time.process_time():14.0f}"
            tqdm.write(f"{lesson:8}{rows[-1][1]:9.4f}{rows[-1][2]:9.4f}{spent}")
    if options.plot:
        from matplotlib import pyplot

        lessons, raw, greedy = zip(*rows, strict=True)
        pyplot.plot(lessons, raw, lessons, greedy)
        pyplot.xlabel(f"lessons of {GAMES * MOVES:,} moves")
        pyplot.ylabel("exploitability")
        pyplot.legend(["moves as likely as the network says", "the likeliest move alone"])
        pyplot.savefig(options.plot)


if __name__ == "__main__":
    main()
