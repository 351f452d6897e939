"""Many games at once, stepped and played at random: ours, NumPy, C++ and installed libraries.

For a step, each contender gets the moves of every game: a random image of one game, which ends at
its last move. NumPy runs the expressions of the library on whole arrays. C++ runs one loop over the
same arrays as `VectorGame`. pgx steps on all cores, in place. OpenSpiel and PettingZoo use one
object for each game, and step the games one after the other. In random games, each contender plays
games to their end, with moves drawn uniformly from the legal moves of every ply. Only the moves of
these games are counted.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterable
from itertools import cycle, islice
from typing import Any, NamedTuple

import measure
import numpy as np
import numpy.typing as npt
from measure import Contest, Work, scaled

from noughts import TICTACTOE, Rules
from noughts.arrays import VectorGame, playout_moves, playouts
from noughts.arrays.boards import (
    from_operand,
    nonzero,
    operand,
    stones_on,
    words_of,
    zeros,
)
from noughts.arrays.memory import board_dtype, move_dtype, no_move, parts
from noughts.arrays.random_games.lanes import block_size, shared
from noughts.arrays.random_games.lanes_kernel import GENERATORS, LANES
from noughts.arrays.random_games.xorshift import states
from noughts.core import bits
from noughts.core.bits import cells_of
from noughts.core.move_bits import playable
from noughts.core.symmetry import symmetries, transform_cell
from noughts.emit import language, module
from noughts.emit.c import C
from noughts.expressions.limbs import Limbs
from noughts.expressions.trace import Trace

Array = npt.NDArray[Any]
Step = Callable[[Any], object]
Played = Callable[[int], object]  # plays a number of games
Held = dict[str, tuple[float, Work | None]]

CONNECT4 = Rules.parse("6,7,4,gravity")
NAMES = {TICTACTOE: "tic_tac_toe", CONNECT4: "connect_four"}  # in pgx and OpenSpiel
BYTES = {"compact": 13, "learning": 34}  # read and written by a step of one game of 3x3
OBJECTS = 10_000  # games as objects; with more games, the time for each is the same


def game_of(rules: Rules) -> list[int]:
    """The cells of a game that X wins with the first line; on 3x3, these are 0, 3, 1, 4, 2.

    Where stones fall, X wins with the first column, and O plays in the next column.
    """
    if not rules.has("any_order"):
        return [
            (rules.rows - 1 - ply // 2) * rules.cols + ply % 2 for ply in range(2 * rules.k - 1)
        ]
    line = [*cells_of(rules.lines[0])]
    others = [cell for cell in range(rules.cells) if cell not in line]
    return [cell for pair in zip(line, others, strict=False) for cell in pair][: 2 * rules.k - 1]


def cells_of_steps(n: int, dtype: npt.DTypeLike, rules: Rules = TICTACTOE) -> list[Array]:
    """The cells for each step of the game of `game_of`, with a random image for each game."""
    images = np.array(
        [[transform_cell(cell, by, rules) for by in symmetries(rules)] for cell in game_of(rules)],
        dtype,
    )
    drawn = np.random.default_rng(1).integers(0, images.shape[1], n, np.uint8)
    return [image[drawn] for image in images]


def repeated(step: Step | None, cells: Iterable[Any], n: int, wait: Work | None = None) -> Any:
    """A work of so many steps that the clock can time them, and its number of moves."""
    if step is None:
        return 0, None
    times = 2 if n > 65_536 else min(1000, max(5, (1 << 17) // n))
    given = cycle(cells)

    def work() -> None:
        for each in islice(given, times):
            step(each)
        if wait:
            wait()

    return times * n, work


def stepping(form: str, n: int, drawn: bool) -> Contest:
    """Steps of 3x3; a point of a curve has more objects, and omits pgx with resets."""
    works, has_objects = dict(steps("3,3,3", n, form).works), n == 1 or (drawn and n <= OBJECTS)
    n = scaled(n)
    source = np.ones(max(1, n * BYTES[form] // 2), np.uint8)
    target = np.empty_like(source)
    works["copy"] = repeated(lambda _: np.copyto(target, source), [0], n)
    works["pgx"] = pgx_steps(n, resets=False)
    if not drawn:
        works["pgx, with resets"] = pgx_steps(n, resets=True)
    if has_objects:
        works["OpenSpiel"], works["PettingZoo"] = open_spiel_steps(n), petting_zoo_steps(n)
    return Contest(works, n)


def steps(text: str, n: int, form: str = "compact") -> Contest:
    """Steps of `n` games on any board."""
    rules, n = Rules.parse(text), scaled(n)
    cells = cells_of_steps(n, np.int64 if form == "learning" else move_dtype(rules), rules)

    def ours(method: str, threads: int = 1) -> Step:
        games = VectorGame(n, rules, form, threads)
        step, out = getattr(games, method), games.outputs()
        return lambda given: step(given, out)

    ways = {"step": ours("step"), "step_unchecked": ours("step_unchecked")}
    if parts(n, 2):
        ways |= {f"{name}, 2 threads": ours(name, 2) for name in ways}
    plain = in_numpy_words(n, rules) if words_of(rules) > 1 else in_numpy(n, rules, form)
    ways |= {"NumPy": plain, **in_cpp(n, rules, form)}
    others = [ways[name] for name in ("NumPy", "C++", "C++, checked") if name in ways]
    agree(rules, n, cells, others, form)
    return Contest({name: repeated(step, cells, n) for name, step in ways.items()}, n)


def agree(rules: Rules, n: int, cells: list[Array], others: list[Any], form: str) -> None:
    """Check that the peers agree with the library before they are timed."""
    games = VectorGame(n, rules, form)
    for given in cells:
        ours = games.step(given)
        for other in others:
            assert all(np.array_equal(*pair) for pair in zip(ours, other(given), strict=True))
    assert ours.done.all()


def in_numpy(n: int, rules: Rules, form: str) -> Step:
    """A step that runs the expressions on whole NumPy arrays."""
    lane = zeros(1, rules).dtype.type
    every = np.arange(rules.cells, dtype=lane)
    mover, other = zeros(n, rules), zeros(n, rules)
    start: Any = playable((mover[:1], other[:1]), rules)

    def step(cells: Any) -> tuple[Array, Array, Array]:
        nonlocal mover, other
        after = mover | np.left_shift(lane(1), cells, dtype=lane, casting="unsafe")
        won = bits.line_starts(after, rules) != 0
        free: Any = playable((after, other), rules)
        over = won | (free == 0)
        mover, other = np.where(over, lane(0), other), np.where(over, lane(0), after)
        legal = np.where(over, start, free)
        if form == "compact":
            return won.astype(np.int8), over, legal
        return won.astype(np.float32), over, (legal[:, None] >> every & 1) == 1

    return step


def in_numpy_words(n: int, rules: Rules) -> Step:
    """A step that runs the expressions on NumPy arrays of boards of several words."""
    sides = [zeros(n, rules), zeros(n, rules)]

    def step(cells: Any) -> tuple[Array, Array, Array]:
        mover, other = map(operand, sides)
        after = mover | operand(stones_on(cells, rules))
        free: Any = bits.free_cells(after, other, rules)
        won = nonzero(bits.line_starts(after, rules))
        over = won | ~nonzero(free)
        on = Limbs([-(~over).astype(np.uint64)] * words_of(rules))
        whole = Limbs([-over.astype(np.uint64)] * words_of(rules)) & rules.board
        made = other & on, after & on, free & on | whole
        sides[0], sides[1], legal = (from_operand(each, n, rules.cells) for each in made)
        return won.astype(np.int8), over, legal

    return step


def in_cpp(n: int, rules: Rules, form: str) -> dict[str, Step]:
    """A loop over the arrays of a `VectorGame`, alone and after a loop that checks all cells."""
    if words_of(rules) > 1:
        emitted = language("c").write(module(rules))
        cell = f"{move_dtype(rules)}_t"
        library = measure.peer("WORDS_STEP", emitted, W=words_of(rules), CELL=cell)
    else:
        lane = board_dtype(rules)
        emitter = C()
        emitter.bits = 8 * max(4, lane.itemsize)
        trace = Trace(lambda a: bits.line_starts(a, rules), a=rules.board)
        named, (lines,) = emitter.body(trace)
        legal = "(free)"
        if not rules.has("any_order"):
            legal += f" & (lane(BOARD) ^ (free) >> {rules.cols})"
        body = "".join(f"const {lane}_t {name} = {value}; " for name, value in named)
        library = measure.peer(
            "STEP", LANE=f"{lane}_t", CELLS=rules.cells, BOARD=emitter.literal(rules.board),
            LINES=f"{body}return {lines};",
            **{"LEGAL(free)": legal},
            **({"CELL": "int64_t", "REWARD": "float", "MASKS": 1} if form == "learning"
               else {"CELL": "uint8_t", "REWARD": "int8_t"}),
        )  # fmt: skip
    if library is None:
        return {}

    def stepped(function: Any) -> Step:
        games = VectorGame(n, rules, form)
        out = games.outputs()
        held = *games.sides, *out  # keeps the arrays alive as long as the step
        mover, other, *outs = (ctypes.c_void_p(each.ctypes.data) for each in held)
        pointers, size = dict[int, ctypes.c_void_p](), ctypes.c_long(n)

        def step(cells: Array) -> object:
            if id(cells) not in pointers:  # getting an address is slower than a small step
                pointers[id(cells)] = ctypes.c_void_p(cells.ctypes.data)
            function(size, mover, other, pointers[id(cells)], *outs)
            return held[2:]

        return step

    ways = {"C++": stepped(library.step)}
    if words_of(rules) == 1:
        ways["C++, checked"] = stepped(library.checked_step)
    return ways


class Pgx(NamedTuple):
    """A pgx environment for many games; without resets, finished games stay finished."""

    keys: Any
    first: Any
    step: Any
    step_resetting: Any
    draw: Any


def pgx(n: int, name: str = NAMES[TICTACTOE]) -> Pgx | None:
    """The pgx environment, if pgx is installed."""
    jax, library, experimental = measure.installed("jax", "pgx", "pgx.experimental")
    if not library:
        return None
    env, keys = library.make(name), jax.random.split(jax.random.PRNGKey(1), n)
    resetting = jax.vmap(experimental.auto_reset(env.step, env.init))
    first = jax.jit(jax.vmap(env.init))(keys)
    return Pgx(keys, first, jax.vmap(env.step), resetting, experimental.act_randomly)


def pgx_steps(n: int, resets: bool, rules: Rules = TICTACTOE) -> Any:
    """Steps of pgx, which update the state in place as far as JAX allows it."""
    theirs = pgx(n, NAMES[rules])
    if not theirs:
        return 0, None
    (jax,) = measure.installed("jax")
    one = theirs.step_resetting if resets else theirs.step
    play, state = jax.jit(one, donate_argnums=0), theirs.first
    more = (theirs.keys,) if resets else ()

    def step(cells: Any) -> None:
        nonlocal state
        state = play(state, cells, *more)

    cells = [
        jax.numpy.asarray(theirs_of(each, rules)) for each in cells_of_steps(n, np.int32, rules)
    ]
    return repeated(step, cells, n, lambda: jax.block_until_ready(state))


def theirs_of(cell: Any, rules: Rules) -> Any:
    """A move as the number that pgx and OpenSpiel use: where stones fall, its column."""
    return cell if rules.has("any_order") else cell % rules.cols


def open_spiel_steps(n: int, rules: Rules = TICTACTOE) -> Any:
    """Steps of OpenSpiel games as objects; each game lists its legal cells after its move."""
    (library,) = measure.installed("pyspiel")
    if not library:
        return 0, None
    game = library.load_game(NAMES[rules])
    states = [game.new_initial_state() for _ in range(n)]

    def step(cell: int) -> None:
        for number, state in enumerate(states):
            state.apply_action(cell)
            if state.is_terminal():
                states[number] = state = game.new_initial_state()
            state.legal_actions()

    return repeated(step, [theirs_of(cell, rules) for cell in game_of(rules)], n)


def petting_zoo_steps(n: int) -> Any:
    """Steps of PettingZoo environments; each gives the player's observation before its move."""
    (library,) = measure.installed("pettingzoo.classic.tictactoe_v3")
    if not library:
        return 0, None
    envs = [library.raw_env() for _ in range(n)]
    for env in envs:
        env.reset()

    def step(cell: int) -> None:
        for env in envs:
            if env.last()[2]:
                env.reset()
            env.step(cell)

    return repeated(step, game_of(TICTACTOE), n)


# Random games.


def on_board(kind: str, text: str, n: int) -> Contest:
    """Steps or random games on a board, according to `kind`."""
    return random_games(text, n) if kind == "playouts" else steps(text, n)


def random_games(text: str, games: int, moves_returned: bool = False) -> Contest:
    """Random games, which are counted or, with `moves_returned`, written with all their moves.

    The moves take a byte for each cell.
    """
    rules, games = Rules.parse(text), scaled(games)
    mean = playouts(1 << 16, rules, 1).moves / (1 << 16)
    moves, lengths = np.zeros((games, rules.cells), move_dtype(rules)), np.zeros(games, np.uint8)
    rooms = (moves, lengths) if moves_returned else ()

    def ours(threads: int) -> Work:
        if moves_returned:
            return lambda: playout_moves(games, rules, 1, threads, moves, lengths)
        return lambda: playouts(games, rules, 1, threads)

    def some(count: int, work: Played | None) -> tuple[float, Work | None]:
        return count * mean, None if work is None else lambda: work(count)

    few = max(256, (1 << 16) // rules.cells)
    works: Held = {
        "noughts": (games * mean, ours(1)),
        "noughts, 2 threads": (games * mean, ours(2)),
        "C++": some(games if rooms else max(1000, games // 16), games_in_cpp(rules, *rooms)),
    }
    if moves_returned:
        other = np.ones(10 * games, np.uint8)
        target = np.zeros_like(other)
        works["a fill of the same bytes"] = some(games, lambda _: target.fill(7))
        works["a copy of the same bytes"] = some(games, lambda _: np.copyto(target, other))
    else:
        works["NumPy"] = some(few, lambda count: games_in_numpy(count, rules))
    if rules == TICTACTOE:
        many = scaled(1 << 16)
        works["pgx, all cores"] = some(many, games_in_pgx(many, moves_returned))
    if rules == TICTACTOE and not moves_returned:
        works["C++, AVX2 by hand"] = some(scaled(1 << 22), games_in_cpp(rules, by_hand=True))
        works["OpenSpiel"] = some(scaled(10_000), games_in_open_spiel())
        works["PettingZoo"] = some(scaled(100), games_in_pettingzoo())
    return Contest(works, games)


def connect4(kind: str, n: int) -> Contest:
    """Steps or random games of Connect Four; the rate of random games is in games."""
    if kind == "steps":
        works = dict(steps(str(CONNECT4), n).works)
        n = scaled(n)
        works["pgx"] = pgx_steps(n, False, CONNECT4)
        works["pgx, with resets"] = pgx_steps(n, True, CONNECT4)
        works["OpenSpiel"] = open_spiel_steps(OBJECTS, CONNECT4)
        return Contest(works, n)

    def some(count: int, work: Played | None) -> tuple[float, Work | None]:
        return count, None if work is None else lambda: work(count)

    many = scaled(1 << 14)
    return Contest({
        "noughts": some(scaled(n), lambda count: playouts(count, CONNECT4, 1)),
        "C++": some(scaled(n), connect4_in_cpp()),
        "pgx": some(many, games_in_pgx(many, False, CONNECT4)),
        "OpenSpiel": some(scaled(10_000), games_in_open_spiel(CONNECT4)),
    }, n)  # fmt: skip


def connect4_in_cpp() -> Played | None:
    """Random games of Connect Four in C++, one after the other.

    The share of wins must agree with the library.
    """
    library = measure.peer("CONNECT4")
    if library is None:
        return None
    library.games.argtypes = [ctypes.c_long]
    library.games.restype = ctypes.c_long
    ours = playouts(1 << 18, CONNECT4, 1).x_wins / (1 << 18)
    assert abs(library.games(1 << 18) / (1 << 18) - ours) < 0.01
    return lambda games: library.games(games)


def games_in_cpp(rules: Rules, *rooms: Any, by_hand: bool = False) -> Played | None:
    """The library's bit-sliced games as plain C++ loops; or 3x3 by hand, 16 games a register."""
    first, void = zip(*shared(rules.cells), strict=True) if rules.cells <= 64 else ((), ())
    lines = ", ".join(f"{{{', '.join(map(str, cells_of(line)))}}}" for line in rules.lines)
    library = measure.peer(
        "BY_HAND" if by_hand else "GAMES", CELLS=rules.cells, IN_ROW=rules.k, LANES=LANES,
        PLY=f"{move_dtype(rules)}_t", BLOCK=block_size(rules.cells), NO_LINE=no_move(rules),
        LINES=f"{{{lines}}}", SHARED=int(rules.cells <= 64),
        FIRST=f"{{{', '.join(str(int(each)) for each in first)}}}",
        VOID=f"{{{', '.join(map(str, void))}}}",
    )  # fmt: skip
    if library is None:
        return None
    run, generators = library.run, states(1, 0, GENERATORS)
    run.argtypes = [ctypes.c_int64, *[ctypes.c_void_p] * 4]
    ended = np.zeros(no_move(rules) + 1, np.int64)  # by ply, and the draws
    places = [room.ctypes.data for room in rooms] or [None, None]
    return lambda games: run(games, generators.ctypes.data, ended.ctypes.data, *places)


def games_in_numpy(games: int, rules: Rules) -> None:
    """Random games in NumPy: each ply swaps a random free cell into place and tests for a line."""
    draw, every = np.random.default_rng(1), np.arange(games)
    dtype = move_dtype(rules)
    order = np.broadcast_to(np.arange(rules.cells, dtype=dtype), (games, rules.cells)).copy()
    boards = [zeros(games, rules), zeros(games, rules)]
    going_on = np.ones(games, bool)
    for ply in range(rules.cells):
        place = draw.integers(ply, rules.cells, games, dtype=dtype)
        cell = order[every, place]
        order[every, place] = order[:, ply]
        boards[ply % 2] |= stones_on(cell, rules)
        if ply >= 2 * rules.k - 2:
            lines: Any = bits.line_starts(operand(boards[ply % 2]), rules)
            going_on &= ~nonzero(lines)
        if not going_on.any():
            break


def games_in_pgx(games: int, returned: bool, rules: Rules = TICTACTOE) -> Played | None:
    """Random games in pgx, in one compiled loop over the plies."""
    theirs = pgx(games, NAMES[rules])
    if not theirs:
        return None
    (jax,) = measure.installed("jax")

    def ply(state: Any, key: Any) -> Any:
        chances = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(key, chances, axis=1)
        on = ~state.terminated
        move = jax.numpy.where(on, action, 255).astype(jax.numpy.uint8)
        return theirs.step(state, action), move if returned else on.sum()

    def play(state: Any, keys: Any) -> Any:
        state, seen = jax.lax.scan(ply, state, keys)
        return state.rewards.sum(axis=0), seen

    compiled: Any = jax.jit(play)
    keys = jax.random.split(jax.random.PRNGKey(2), rules.cells)
    return lambda _: jax.block_until_ready(compiled(theirs.first, keys))


def games_in_open_spiel(rules: Rules = TICTACTOE) -> Played | None:
    """Random games in OpenSpiel by its own C++ loop, with one call for each game."""
    (library,) = measure.installed("pyspiel")
    if not library:
        return None
    start = library.load_game(NAMES[rules]).new_initial_state()
    bots = [library.make_uniform_random_bot(player, 1) for player in (0, 1)]

    def play(games: int) -> None:
        for number in range(games):
            library.evaluate_bots(start.clone(), bots, number)

    return play


def games_in_pettingzoo() -> Played | None:
    """Random games in PettingZoo: both agents get their observation, and draw a move."""
    (library,) = measure.installed("pettingzoo.classic.tictactoe_v3")
    if not library:
        return None
    env = library.env()

    def play(games: int) -> None:
        for _ in range(games):
            env.reset()
            for _ in env.agent_iter():
                observation, _, ended, cut, _ = env.last()
                legal = np.flatnonzero(observation["action_mask"])
                env.step(None if ended or cut else int(random.choice(legal)))

    return play
