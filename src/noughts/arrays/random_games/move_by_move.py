"""Random games of any kind, move by move: each move is drawn from the legal moves.

If earlier moves decide where a stone may go, whose stone it is or who moves, a game is not simply a
random permutation of the cells. Such a game is played with the expressions of `stepping.action`,
compiled for as many words as the board takes. To draw a number below n, a random 32-bit number is
multiplied by n, and the product is shifted right by 32 bits. A random number that would bias the
result is drawn again (Lemire, as in `lanes`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy import uint64 as u64

from noughts.arrays.boards import words_of
from noughts.arrays.memory import move_dtype, no_move
from noughts.arrays.random_games import xorshift
from noughts.arrays.random_games.xorshift import drawn
from noughts.arrays.stepping import action
from noughts.core.rules import Rules
from noughts.emit.python import Numba, indented
from noughts.expressions.limbs import WORD, recorded_in_words, split, words_for
from noughts.kernels.compiler import GIVEN, Written, build
from noughts.kernels.set_bits import ones_in, place_of

FEW = 10  # legal actions; among more, binary search is faster
CHUNK = 1 << 18  # cells for one start of the generator: a few milliseconds of games


def chunk_size(rules: Rules) -> int:
    """The number of games for each start of the generator."""
    return CHUNK // rules.cells


def play(
    games: int, rules: Rules, seed: int, chunk: int, moves: Any, lengths: Any
) -> npt.NDArray[np.int64]:
    """Play `games` games, and record their moves, as `lanes.play` does."""
    ended = np.zeros(rules.cells, np.int64)
    generator = xorshift.states(seed, chunk, 1)
    _kernel(rules).run(games, generator, ended, moves, lengths)
    return ended


def count_ends(games: int, rules: Rules, seed: int, chunk: int) -> npt.NDArray[np.int64]:
    """Play the same games without recording their moves."""
    dtype = move_dtype(rules)
    nowhere = np.empty((0, rules.cells), dtype), np.empty(0, dtype)
    return play(games, rules, seed, chunk, *nowhere)


@cache
def _kernel(rules: Rules) -> Any:
    return build("steps", run, play_game=written_game(rules), NO_MOVE=no_move(rules))


def written_game(rules: Rules) -> Written:
    """`play_game(generator, moves)`: plays a game, and writes its moves if `moves` has space.

    It returns the number of moves, and whether a line ended the game.
    """
    words, of_actions = words_of(rules), words_for(rules.actions)
    counts = [words, words, of_actions, words, 1]
    trace = recorded_in_words(
        lambda **each: action.moved(**each, rules=rules), counts, **action.reaches(rules)
    )
    named, results = Numba().body(trace)
    left = iter(results)
    mover, other, legal, lines, _ = ([*islice(left, count)] for count in counts)
    first = split(action.legal(0, 0, rules), of_actions)
    few = 0  # legal actions, of which there are never more than at the start
    if rules.answers.where.by_column and of_actions == 1:
        few = int(first[0]).bit_count()
    boards = [f"{side}{word}" for side in ("mover", "other") for word in range(words)]
    legals, bits = ([f"{name}{at}" for at in range(of_actions)] for name in ("legal", "action"))
    begin = [f"{name} = u64(0)" for name in boards]
    begin += [f"{name} = u64({word})" for name, word in zip(legals, first, strict=True)]
    turn = [
        f"rank = below(generator, {' + '.join(f'ones_in({name})' for name in legals)})",
        *(f"{name} = u64(0)" for name in bits),
        *(_drawn_of_few(legals[0], bits[0], few) if 0 < few <= FEW else _drawn(legals, bits)),
        *(f"{name} = {value}" for name, value in named),
        f"lined = ({' | '.join(lines)}) != u64(0)",
        "if len(moves):",
        "    moves[ply] = number",
        "ply += 1",
        f"{', '.join(boards + legals)} = {', '.join(f'u64({x})' for x in mover + other + legal)}",
        f"if lined or ({' | '.join(legals)}) == u64(0):",
        "    return ply, lined",
    ]
    head = ["def play_game(generator, moves):", *indented([*begin, "ply = 0", "while True:"], 1)]
    uses = {"below": below, "place_of": place_of, "ones_in": ones_in}
    return Written("play_game", "\n".join([*head, *indented(turn, 2)]), uses)


def _drawn_of_few(legal: str, bit: str, most: int) -> list[str]:
    """`_drawn` for a word with few set bits: the statements clear the lowest bit `rank` times."""
    left = [f"rest &= rest - u64(rank > u64({gone}))" for gone in range(most - 1)]
    number = f"number = ones_in({bit} - u64(1))"
    return [f"rest = {legal}", *left, f"{bit} = rest & ~rest + u64(1)", number]


def _drawn(legals: list[str], bits: list[str]) -> list[str]:
    """The statements that find the bit and the number of the legal action with the rank `rank`."""
    lines = list[str]()
    for word, (legal, bit) in enumerate(zip(legals, bits, strict=True)):
        found = [f"at = place_of({legal}, rank)", f"{bit} = u64(1) << at"]
        found.append(f"number = at + u64({word * WORD})")
        if word < len(legals) - 1:
            found = [f"if rank < ones_in({legal}):", *indented(found, 1), "else:"]
            found += indented([f"rank -= ones_in({legal})"], 1)
        lines += indented(found, word)
    return lines


NO_MOVE: int = GIVEN
play_game: Callable[..., tuple[int, Any]] = GIVEN


def below(generator: Any, count: Any) -> Any:
    """A uniform random number below `count`; the generator advances."""
    while True:
        word, generator[0], generator[1] = drawn(generator[0], generator[1])
        product = u64(word >> u64(32)) * u64(count)
        low = product & u64(0xFFFFFFFF)
        if low >= count or low >= u64(1 << 32) % u64(count):
            return product >> u64(32)


def run(games: int, generator: Any, ended: Any, moves: Any, lengths: Any) -> None:
    """Play `games` games, and record their moves unless `moves` is empty."""
    nowhere = np.empty(0, moves.dtype)
    for game in range(games):
        row = moves[game] if len(moves) else nowhere
        ply, lined = play_game(generator, row)
        if lined:
            ended[ply - 1] += 1
        if len(moves):
            row[ply:] = NO_MOVE
            lengths[game] = ply
