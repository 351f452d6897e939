"""The figures that the documentation states: one list of claims, which `run.py` measures.

A claim is documented in docs/performance.md under `make bench ARGS=NAME`. `tests/test_claims.py`
checks that the table there has the rows and columns of the claim, and that every table has a claim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

Rates = Mapping[str, float]  # items per second, by contender
Figure = Callable[[Rates, str, float], object]  # of rates, contender, size


class Claim(NamedTuple):
    """A table of figures.

    `make` names the function that is called with each case. If the claim has contenders, it returns
    a `Contest` of some of them; otherwise it returns the cells of a row.
    """

    name: str
    make: str
    cases: Mapping[str, tuple[Any, ...]]  # by the label of the row
    contenders: tuple[str, ...] = ()
    columns: Mapping[str, Figure | None] = {}
    head: str = ""
    layout: Literal["under", "apart", "beside", "across"] = "under"
    clock: Literal["clock", "processor"] = "clock"
    rounds: int = 7
    prose: bool = False  # the page states the figures in sentences

    def heads(self) -> list[list[str]]:
        """The head of the table or, in the layout `apart`, the head of each case's own table.

        In the layouts `under` and `apart`, a case is followed by a row for each contender. In the
        layout `beside`, the contenders are columns. In the layout `across`, the cases are columns,
        and each row is a contender.
        """
        first = [*self.cases] if self.layout == "apart" else [self.head]
        beside = {"beside": self.contenders, "across": (*self.cases,)}.get(self.layout, ())
        return [[each, *beside, *self.columns] for each in first]


def million(rates: Rates, name: str, _: float) -> float:
    """Millions of items per second."""
    return rates[name] / 1e6


def each(unit: float, sized: bool = False) -> Figure:
    """The time for an item or, if `sized`, for `size` items; `unit` is the units in a second."""
    return lambda rates, name, size: (size if sized else 1) * unit / rates[name]


def times(peer: str, digits: int = 2) -> Figure:
    """The ratio of the contender's speed to a peer's speed."""

    def ratio(rates: Rates, name: str, _: float) -> str:
        return f"{rates[name] / rates[peer]:.{digits}f}" if peer in rates else "-"

    return ratio


def lasting(rates: Rates, name: str, _: float) -> str:
    """The time that an item takes, in a suitable unit."""
    seconds = 1 / rates[name]
    unit, factor = next(u for u in (("ms", 1e3), ("us", 1e6), ("ns", 1e9)) if seconds * u[1] >= 1)
    return f"{seconds * factor:.2f} {unit}"


def by_it(*ours: str) -> Figure:
    """The ratio of our speed to the contender's, for the first of `ours` that was measured."""
    return lambda rates, name, _: float(next(rates[o] for o in ours if o in rates) / rates[name])


def together(*parts: str) -> Figure:
    """The rate of all parts executed one after the other, in millions of items per second."""
    return lambda rates, *_: 1 / sum(1 / rates[part] for part in parts) / 1e6


def named(*names: str) -> dict[str, tuple[str]]:
    """Cases whose only argument is their own name."""
    return {name: (name,) for name in names}


def no(*heads: str) -> dict[str, None]:
    """The columns of a claim whose `make` returns whole rows."""
    return dict.fromkeys(heads)


TWO = "noughts, 2 threads"
OBJECTS = ("OpenSpiel", "PettingZoo")
CODECS = ("pair", "flags", "base4", "base3", "balanced", "ordinal", "canonical")
PACKINGS = {  # the number of different codes, and the number of codes in a block
    "canonical, 5 in 6 bytes": (765, 5),
    "canonical, 10 bits": (1 << 10, 4),
    "ordinal, 5 in 8 bytes": (5478, 5),
    "base3, 15 bits": (1 << 15, 8),
    "base4, 18 bits": (1 << 18, 4),
    "ternary cells, 5 a byte": (3, 5),
}
STORED = named("canonical", "ordinal", "base4")
WORDS = ("9,9,5", "15,15,5", "19,19,5")
VECTOR = [(opponent, mode) for opponent in ("random", "graded:1/2", "perfect")
          for mode in ("NextStep", "SameStep")]  # fmt: skip
MCTS = [
    *[("5,5,4", 1000, 0.1, 100), ("5,5,4", 1000, 0.03, 100), ("5,5,4", 10_000, 0.3, 40)],
    *[("7,7,5", 1000, 0.1, 50), ("7,7,5", 10_000, 0.5, 20)],
    *[("15,15,5", 1000, 0.3, 40), ("15,15,5", 10_000, 0.3, 14)],
    *[("6,7,4,gravity", 1000, 0.012, 100), ("ultimate", 1000, 0.0165, 100)],
]


def packings() -> dict[str, tuple[str, int, int, int]]:
    """The cases of packing and unpacking, for data that fit into a cache and for more data."""
    cases = {}
    for name, (size, items) in PACKINGS.items():
        for most in (1 << 18, 30_000_000):
            count = most // (64 * items) * 64 * items
            for way in ("pack", "unpack"):
                cases[f"{way} {name:23} {count:>11,}"] = (way, size, items, count)
    return cases


# fmt: off
CLAIMS = [
    Claim(
        "bulk", "codes.bulk",
        {f"{way} {codec}": (way, codec) for codec in CODECS for way in ("encode", "decode")}
        | named("canonical form", "legal cells", "outcomes"),
        ("noughts", "C++", "NumPy", "copy", "C++ bare"),
        {"to C++": times("C++"), "to copy": times("copy")},
        "million a second", "beside", rounds=9,
    ),
    Claim(
        "values", "codes.values", {"": ()},
        ("values()", "remoteness()", "best_moves()", "bytes at random", "one by one"),
        {"million/s": million, "ns each": each(1e9)}, rounds=5,
    ),
    Claim(
        "stepping", "games.stepping",
        {f"{form}, n = {n:,}": (form, n, False) for n in (1, 1024, 65_536, 16_777_216)
         for form in ("compact", "learning")},
        ("step", "step_unchecked", "step, 2 threads", "step_unchecked, 2 threads", "C++",
         "C++, checked", "NumPy", "copy", "pgx", "pgx, with resets", *OBJECTS),
        {"us a call": each(1e6, sized=True), "million/s": million, "x pgx": times("pgx"),
         "x C++": times("C++"), "x copy": times("copy")}, rounds=15,
    ),
    Claim(
        "curve", "games.stepping",
        {f"{10**power:,}": ("compact", 10**power, True) for power in range(8)},
        ("copy", "C++", "step_unchecked", "step", "NumPy", "pgx", *OBJECTS),
        head="games at a time", layout="across", rounds=15,
    ),
    Claim(
        "packing", "packing.packing", packings(),
        ("ours", "C++", "unchecked", "NumPy", "copy"),
        {"of C++": times("C++", 3), "of unchecked": times("unchecked", 3),
         "of copy": times("copy", 3)},
        "million codes a second", "beside", rounds=11,
    ),
    Claim(
        "store-written", "packing.written", STORED,
        ("in all", "packing", "checksums", "file"),
        {"the three": together("packing", "checksums", "file")},
        "store, written", "beside", rounds=3,
    ),
    Claim(
        "store-read", "packing.read", STORED,
        ("in all", "unpacking", "checksums", "again", "at random"),
        {"the two": together("unpacking", "checksums")}, "store, read", "beside", rounds=3,
    ),
    Claim(
        "first", "programs.first",
        {"random game": ("from noughts.arrays import playouts; playouts(1)",),
         "packed code": ("from noughts.arrays.packing import pack; from noughts.codecs.packing "
                         "import Packing; pack([1], Packing.best(765))",)},
        columns=no("ever", "in a later process"), head="seconds to the first",
    ),
    Claim(
        "playouts", "games.random_games",
        {"3x3, results counted": ("3,3,3", 1 << 26),
         "3x3, every game's moves returned": ("3,3,3", 1 << 23, True)}
        | {f"{board}, results counted": (board, (1 << 26) // cells)
           for board, cells in (("4,4,4", 16), ("5,5,4", 25), ("8,7,4", 56))},
        ("noughts", TWO, "C++, AVX2 by hand", "C++", "NumPy", "pgx, all cores", *OBJECTS,
         "a fill of the same bytes", "a copy of the same bytes"),
        {"M moves/s": million, "1 core:": by_it("noughts"), "all:": by_it(TWO)}, layout="apart",
    ),
    Claim(
        "play", "play.against_mcts",
        {f"{board} {simulations:,} {seconds:g} {games}": (board, simulations, seconds, games)
         for board, simulations, seconds, games in MCTS},
        columns=no("won", "drawn", "lost", "share", "s a move", "s a move of MCTS"),
        head="board simulations `strong` games",
    ),
    Claim(
        "first-player", "play.first_player",
        {f"{board} against {simulations or 'itself'}, {games} games": (board, simulations, games)
         for board in ("4,4,3", "5,4,3", "6,5,4", "6,6,4")
         for simulations, games in ((0, 10), (1000, 10), (10_000, 2))},
        columns=no("won"), head="strong:0.3 moves first", prose=True,
    ),
    Claim(
        "page-play", "play.against_page",
        {"8,8,5 12": ("8,8,5", 12), "15,15,5 20": ("15,15,5", 20), "4x4x4,4 12": ("4x4x4,4", 12)},
        columns=no("`strong:0.3` won", "drawn", "the page won"), head="board games",
    ),
    Claim(
        "boards", "games.on_board",
        {f"{board}, {kind}": (kind, board, (1 << 24) // cells if kind == "playouts" else 1 << 20)
         for board, cells in (("4x4x4,4", 64), ("3,3,3,torus", 9))
         for kind in ("playouts", "steps")},
        ("noughts", TWO, "step_unchecked", "step", "step_unchecked, 2 threads", "C++", "NumPy"),
        {"million/s": million, "noughts by it": by_it("noughts", "step_unchecked")},
        layout="apart", clock="processor", rounds=5,
    ),
    Claim(
        "connect4", "games.connect4",
        {"random games": ("games", 1 << 18), "steps, n = 65,536": ("steps", 65_536)},
        ("noughts", "step", "step_unchecked", "C++", "NumPy", "pgx", "pgx, with resets",
         "OpenSpiel"),
        {"million/s": million, "x pgx": times("pgx"), "x C++": times("C++")},
        layout="apart", clock="processor", rounds=9,
    ),
    Claim(
        "words-games", "games.random_games",
        {f"{board}, random games": (board, (1 << 25) // cells)
         for board, cells in zip(WORDS, (81, 225, 361), strict=True)},
        ("noughts", TWO, "NumPy", "C++"),
        {"M/s": million, "x NumPy": times("NumPy"), "x C++": times("C++")},
        clock="processor", rounds=5,
    ),
    Claim(
        "words-steps", "games.steps",
        {f"{board}, n = {n:,}": (board, n) for board in WORDS for n in (1024, 1 << 18)},
        ("step", "step_unchecked", "NumPy", "step_unchecked, 2 threads", "C++"),
        {"M/s": million, "x NumPy": times("NumPy"), "x C++": times("C++")},
        clock="processor", rounds=5,
    ),
    Claim(
        "jax", "environments.jax_steps",
        {"given actions": (False,), "random actions": (True,)},
        ("noughts, with resets", "  and mask and observation", "noughts", "pgx, with resets",
         "pgx", "copy of a state"),
        {"us a step": each(1e6, sized=True), "million/s a core": million, "x pgx": times("pgx", 1),
         "x pgx, with resets": times("pgx, with resets", 1)}, layout="apart",
        clock="processor", rounds=9,
    ),
    Claim(
        "first-search", "programs.first_search",
        named("6,6,5", "5,4,4", "4,4,4,misere", "5,5,4,misere"),
        columns=no("s of the processor"), head="a first search, compiled by those before",
        prose=True,
    ),
    Claim(
        "tables", "search.tables",
        {"every position of 4,4,4": ("table", "4,4,4", 5),
         "every game of 3,3,3": ("games", "3,3,3", 51),
         "every position of 5,4,4": ("table", "5,4,4", 3),
         "every game of 5,4,4": ("games", "5,4,4", 3),
         "C++: every position of 4,4,4": ("table",),
         "C++: every game of 3,3,3, played": ("games",)},
        columns=no("ms", "peak MB", "file MB", "classes, or games"),
    ),
    Claim(
        "solve", "search.solved",
        {board: (board, 30 if board == "8,4,4" else 3)
         for board in ("4,4,4", "5,5,4", "6,6,4", "5,5,5", "6,5,4", "5,4,4", "6,4,4", "7,4,4",
                       "8,4,4", "6,6,5", "7,7,5")},
        columns=no("value", "nodes", "s", "negamax, nodes", "negamax, s", "OpenSpiel, s"),
        head="board",
    ),
    Claim(
        "orders", "search.by_order",
        {order: (order, 30, "7,4,4", "8,4,4", "7,7,5") for order in
         ("depth first", "proof numbers", "proof numbers, weak game", "in turn")},
        columns=no("7,4,4", "8,4,4", "7,7,5"), head="nodes",
    ),
    Claim(
        "qubic", "search.by_order",
        {"proof numbers, weak game": ("proof numbers, weak game", 420, "4x4x4,4")},
        columns=no("4x4x4,4"), head="nodes", prose=True,
    ),
    Claim(
        "threads", "search.by_threads",
        {f"{board} {threads}": (board, threads)
         for board in ("7,7,5", "6,4,4,misere", "8,4,4", "9,4,4", "8,7,5") for threads in (1, 2)},
        columns=no("value", "nodes", "s", "ratio"), head="board threads",
    ),
    Claim(
        "gravity", "gravity.beside_bitbully",
        {f"{stones} stones": (stones, 100) for stones in (12, 8)},
        columns=no("ms", "nodes", "BitBully, ms", "BitBully, nodes", "ratio"), head="100 positions",
    ),
    Claim(
        "falling", "gravity.from_the_empty_board",
        {f"{board} {threads}": (f"{board},4,gravity", threads)
         for board, threads in (
             *((f"{rows},{cols}", 1) for rows in (4, 5, 6) for cols in (4, 5, 6, 7)),
             *((board, 1) for board in ("7,4", "7,5", "7,6", "8,4", "8,5", "9,4", "4,8", "4,9")),
             ("6,7", 2))},
        columns=no("value", "plies", "nodes", "processor", "s"), head="board threads",
    ),
    Claim(
        "counts", "gravity.counted",
        {board: (f"{board},4,gravity",) for board in ("5,5", "4,7", "5,6", "6,7")},
        columns=no("positions", "processor", "s"), head="board",
    ),
    Claim(
        "start", "programs.starts",
        named("bare interpreter", "import click", "import noughts", "noughts --version",
              "noughts play, to the first prompt", "the same, drawn in a window"),
        columns=no("ms", "over bare", "processor", "over bare "), head="a start",
    ),
    Claim(
        "core", "programs.core", {"": ()},
        ("Position(x, o)", "position.play(cell)", "position.outcome", "position.canonical()",
         "table of 3x3, from nothing", "table of 4x3 k=3, from nothing",
         "trap rule's first move", "minimax of the empty 3x3", "alpha-beta of the empty 3x3",
         "perft of 3x3"), {"a call": lasting}, clock="processor", rounds=5,
    ),
    Claim(
        "page", "page.visits",
        named("an empty page", "takes moves", "shows the bits", "first move, work",
              "first move, to two frames on", "next move, work", "next move, to two frames on",
              "an empty page, warm", "takes moves, warm"),
        columns=no("ms", "worst"), head="a visit",
    ),
    Claim(
        "live", "live.load",
        {"1,000 sockets, all they can": (1000, 0), "10,000 sockets, 1,000 a second": (10_000, 1000),
         "10,000 sockets, 2,000 a second": (10_000, 2000),
         "1,000 sockets, PostgreSQL, two servers": (1000, 0, "PostgreSQL"),
         "1,000 sockets, boardgame.io, in memory": (1000, 0, "boardgame.io")},
        columns=no("moves/s", "ms", "99%, ms", "load's lag, 99%", "server, us a move", "MB"),
        head="moves by WebSocket",
    ),
    Claim(
        "convert", "programs.convert",
        {f"{source} to {target}": (source, target) for source, target in
         (("ordinal", "base4"), ("base3", "pair"), ("record", "base4"),
          ("record", "record_class"))},
        columns=no("lines a second"), head="noughts convert", prose=True,
    ),
    Claim(
        "emit", "codes.emitted", named("3,3,3", "5,5,4", "8,7,4"),
        ("NumPy", "loop"), {"ratio": lambda rates, *_: f"{rates['loop'] / rates['NumPy']:.1f}"},
        "board", "beside", rounds=51,
    ),
    Claim(
        "evaluate", "learning.evaluated",
        {f"{board} {name}": (board, name, repeats)
         for board, repeats in (("3,3,3", 21), ("4,3,3", 7), ("4,4,3", 3), ("4,4,4", 3))
         for name in ("laying out", "exploitability", "versus", "blunders", "agreement")
         if name != "agreement" or board == "3,3,3"},
        columns=no("positions", "ms beside the policy", "policy"), head="board",
    ),
    Claim(
        "learn", "learning.learned",
        {f"{method} {states:,}": (method, states == 627) for states in (627, 4520)
         for method in ("q", "sarsa", "td", "mc")} | {"menace 5,478": ("menace", True)},
        columns=no("moves a second", "s to exploitability 0"), head="method states",
    ),
    Claim(
        "envs", "environments.gymnasium_steps",
        {"one game of two agents, in PettingZoo's wrappers": ("two",),
         "one game of one agent, gymnasium.make": ("one",),
         "65,536 games, gymnasium.make_vec": ("many",)},
        ("noughts.envs.env()", "pettingzoo.classic.tictactoe_v3.env()", "noughts.envs.raw_env()",
         "pettingzoo.classic.tictactoe_v3.raw_env()", "opponent random", "opponent perfect",
         *(f"opponent {opponent}, {mode}" for opponent, mode in VECTOR),
         "pgx, random answers, resets at once"),
        {"a step of a game": lasting}, layout="apart", clock="processor", rounds=5,
    ),
    Claim(
        "cluster-search", "clusters.searched",
        {f"{board}, {how}": (board, job, workers) for board, job in
         (("8,4,4", 1 << 21), ("7,7,5", 100_000)) for how, workers in
         (("one process", 0), (f"jobs of {job:,}, workers: 1", 1),
          (f"jobs of {job:,}, workers: 2", 2))},
        columns=no("nodes", "seconds", "processor", "driver"),
    ),
    Claim(
        "cluster-table", "clusters.tabulated",
        named("one file, one process", "shards, one process", "shards, workers: 1",
              "shards, workers: 2"),
        columns=no("seconds", "processor", "over", "GB"), head="3,7,4",
    ),
    Claim(
        "cluster-shards", "clusters.sharded", {"nanoseconds:": ()},
        columns=no("a score", "a move", "a byte that is read", "a set of cells"),
    ),
]
# fmt: on
