"""A fourth kind of board, made in `rooks.py`: every room takes it whole, or refuses it by name.

A room of the library or a command that comes is told to stand here, or to say why it does not.
"""

from __future__ import annotations

import ast
import pickle
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import noughts
from noughts import (
    CodeError,
    Game,
    NoughtsError,
    Position,
    Rules,
    StoreError,
    solve,
    symmetries,
)
from noughts.arrays import Positions, choose, playouts
from noughts.arrays.coding.api import decode, encode
from noughts.cli.command_list import COMMANDS
from noughts.cli.main import main
from noughts.codecs import codec
from noughts.codecs.registry import CODECS, names
from noughts.core import rules as rules_module
from noughts.core.rules import KINDS, Kind
from noughts.core.svg import svg
from noughts.core.symmetry import transform_cell
from noughts.datasets import dataset
from noughts.emit.languages import LANGUAGES
from noughts.emit.module import module
from noughts.evaluate import best_response
from noughts.learn import Agent, Menace, Tabular, load_agent, save_agent
from noughts.players import Perfect, Strong, tournament, versus
from noughts.players.strong.budget import Budget
from noughts.solver.counting.perft import perft
from noughts.solver.counting.positions import counts
from noughts.solver.known.value_list import listed
from noughts.solver.proof.certificate import Proof, check
from noughts.solver.search.limits import Limits
from noughts.solver.search.running import Search
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import Table
from noughts.store import create, parquet, read
from noughts.web.generated import rules_bytes
from tests.random_games import random_games_end_where_single_ones_do
from tests.rooks import (
    CELLS,
    LINES,
    Rooks,
    Stones,
    code,
    every_position,
    has_line,
    least,
    orders,
    plies,
    sides,
    worth,
)


class RefusedError(NoughtsError):
    """A command that ended with an error; the message is what it printed."""


def run(*arguments: str, given: str = "") -> str:
    result = CliRunner().invoke(main, arguments, input=given)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code:
        raise RefusedError(result.output)
    return result.stdout


def going_on(rules: Rules) -> list[Position]:
    """The positions with a move to make."""
    return [position for position in every_position(rules) if position.legal]


@cache
def against_random(mover: Stones, other: Stones, responds: bool) -> Fraction:
    """What the player to move gets: one of the two responds best, and the other plays at random."""
    if has_line(other):
        return Fraction(-1)
    free = [cell for cell in CELLS if cell not in mover | other]
    if not free:
        return Fraction(0)
    results = [-against_random(other, mover | {cell}, not responds) for cell in free]
    return max(results) if responds else sum(results, Fraction(0)) / len(free)


# The rooms: each checks what it gets against the sets of `rooks.py`.


def positions_and_games(rules: Rules, folder: Path) -> None:
    assert {frozenset(c for c in CELLS if line >> c & 1) for line in rules.lines} == {*LINES}
    found = {tuple(transform_cell(c, by, rules) for c in CELLS) for by in symmetries(rules)}
    assert found == set(orders())
    for position in every_position(rules)[::5]:
        mover, other = sides(position)
        over = has_line(other) or len(mover | other) == 9
        assert position.moves() == ([] if over else [c for c in CELLS if c not in mover | other])
        assert bool(position.outcome) == over
        assert bool(position.winner) == has_line(other)
        assert code(position.canonical()) == least(*sides(position)[:: 1 - 2 * (position.ply % 2)])
        assert position.unreachable is None


def text_and_copies(rules: Rules, folder: Path) -> None:
    assert str(rules) == "3,3,3,rooks"
    for each in (rules, rules.replace(misere=True)):
        assert Rules.parse(str(each)) == Rules.from_bytes(each.to_bytes()) == each
        assert pickle.loads(pickle.dumps(each)) == each
    game = Game.parse("3,3,3,rooks: b2 a1 c3 a3 b1")
    assert Game.parse(str(game)) == game
    assert str(game.position) == "OX./.X./O.X"
    assert Position.parse(str(game.position), rules) == game.position


def drawings(rules: Rules, folder: Path) -> None:
    assert svg(0b100_010_001, 0b10, rules).count("<circle") == 1
    assert "<line" in svg(0b111, 0, rules, lines=0b111, line=0b111)
    assert "3,3,3,rooks" in Game.parse("3,3,3,rooks: b2")._repr_html_()


def tables(rules: Rules, folder: Path) -> None:
    write_table(rules, folder / "rooks.table")
    for table in (Table(rules), Table(rules, folder / "rooks.table")):
        assert list(table) == sorted(every_position(rules))
        for position in table:
            assert table[position] == worth(*sides(position))


def searches(rules: Rules, folder: Path) -> None:
    assert solve(rules).value == worth(Stones(), Stones())[0]
    search = Search(Position(rules=rules), Limits(memory=1), None)
    for position in every_position(rules)[::50]:
        assert search._wins(position.turn, position) == (worth(*sides(position))[0] == 1)


def counting(rules: Rules, folder: Path) -> None:
    rows = list(counts(rules))
    for row, walked, expected in zip(rows, perft(rules), plies(), strict=True):
        assert row.positions == walked.positions == len(expected)
        assert row.classes == len({least(x, o) for x, o in expected})
        assert row.paths == walked.paths
    assert sum(row.x_wins for row in rows[:6]) == 6 * factorial(3) * 6 * 5


def playing(rules: Rules, folder: Path) -> None:
    result = versus(Perfect("first"), Perfect("first"), rules).first
    value = worth(Stones(), Stones())[0]
    assert (result.win, result.draw) == (value == 1, value == 0)


def certificates(rules: Rules, folder: Path) -> None:
    lines = list(Proof(rules, 1, Table(rules)))
    assert check(lines, Table)


def codecs(rules: Rules, folder: Path) -> None:
    some = every_position(rules)[::40]
    for name in CODECS:
        if name not in names(rules):
            with pytest.raises(CodeError, match=str(rules)):
                codec(name, rules)
        else:
            one = codec(name, rules)
            assert [one.decode(one.encode(position)) for position in some] == some
            assert list(decode(encode(Positions.of(some, rules), name), name, rules)) == some
    assert {"pair", "base3", "base4", "balanced"} <= {*names(rules)}


def arrays(rules: Rules, folder: Path) -> None:
    every = every_position(rules)
    bulk = Positions.of(every, rules)
    assert bulk.legal().tolist() == [position.legal for position in every]
    assert list(bulk.canonical()) == [position.canonical() for position in every]
    assert bulk.values().tolist() == [worth(*sides(position))[0] for position in every]
    wins = [has_line(sides(position)[1]) for position in every]
    assert (bulk.outcomes() % 3 > 0).tolist() == wins


def planes(rules: Rules, folder: Path) -> None:
    grid = Positions.of([Position(1, 2, rules)], rules).planes()
    assert grid.sum() == 2


def random_games(rules: Rules, folder: Path) -> None:
    random_games_end_where_single_ones_do(rules, 400)
    tally = playouts(20_000, rules, seed=1)
    lined = sum(has_line(frozenset(xs)) for xs in permutations(CELLS, 3))
    assert abs(tally.ended[5] / tally.games - lined / (9 * 8 * 7)) < 0.01


def stores(rules: Rules, folder: Path) -> None:
    some = every_position(rules)[::40]
    with create(folder / "codes", "base3", rules) as writer:
        writer.write(Positions.of(some, rules))
    assert (read(folder / "codes").rules, list(read(folder / "codes").values())) == (rules, some)


def parquet_files(rules: Rules, folder: Path) -> None:
    codes = encode(Positions.of(every_position(rules)[::40], rules), "base3")
    parquet.write(folder / "codes", [codes], "base3", rules)
    assert np.concatenate([*parquet.read(folder / "codes", "base3", rules)]).tolist() == (
        codes.tolist()
    )
    with pytest.raises(StoreError, match="rooks"):
        next(parquet.read(folder / "codes", "base3"))


def sources(rules: Rules, folder: Path) -> None:
    names: dict[str, Any] = {}
    exec(LANGUAGES["python"]().write(module(rules)), names)
    for position in every_position(rules)[::7]:
        assert bool(names["has_line"](position.x)) == has_line(
            Stones(c for c in CELLS if position.x >> c & 1)
        )
    for language in LANGUAGES.values():
        assert "3,3,3,rooks" in language().write(module(rules))


def strong_players(rules: Rules, folder: Path) -> None:
    proved = 0
    for position in going_on(rules)[::90]:  # by thinking: with a table nobody has to
        for move in Strong.move_worths(position, Budget(None, 500), every=True).moves():
            mover, other = sides(position)
            if move.proved:
                assert move.value == -worth(other, mover | {move.cell})[0]
                proved += 1
    assert proved > 100


def levels_and_tournaments(rules: Rules, folder: Path) -> None:
    assert versus("random", "level:30%", rules).score == Fraction(3, 10)
    computed = tournament(["perfect:first", "random"], rules=rules)
    assert "perfect:first" in str(computed)
    assert str(rules) in str(computed)


def players_in_bulk(rules: Rules, folder: Path) -> None:
    some = going_on(rules)[::20]
    cells = choose(Positions.of(some, rules), "perfect", seed=1).tolist()
    for position, cell in zip(some, cells, strict=True):
        mover, other = sides(position)
        assert worth(other, mover | {cell})[0] == -worth(mover, other)[0]


def agents_that_learn(rules: Rules, folder: Path) -> None:
    agents: list[Agent] = [Menace(rules, seed=1), Tabular("q", rules, seed=1)]
    choices = [(x, o) for ply in plies()[0:8:2] for x, o in ply if not has_line(o)]
    assert agents[0].boxes == len({least(x, o) for x, o in choices})  # type: ignore[attr-defined] # MENACE's
    for agent in agents:
        assert len(agent.train(500)) == 500  # type: ignore[attr-defined] # of each kind
        save_agent(agent, folder / "agent.npz")
        again = load_agent(folder / "agent.npz")
        assert (again.rules, again.games) == (rules, 500)
        for position in going_on(rules)[::100]:
            assert again.probabilities(position) == agent.probabilities(position)


def evaluations(rules: Rules, folder: Path) -> None:
    response = best_response("random", rules)
    assert response.x == pytest.approx(float(against_random(Stones(), Stones(), responds=True)))
    assert response.o == pytest.approx(-float(against_random(Stones(), Stones(), responds=False)))
    exact = best_response("perfect", rules)
    assert (exact.x, exact.o) == (0, 0)


def environments(rules: Rules, folder: Path) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra [envs]")
    pytest.importorskip("pettingzoo", reason="PettingZoo comes with the extra [envs]")
    from noughts.envs import MNKEnv, MNKVectorEnv, raw_env

    one, many = MNKEnv(rules, side="random"), MNKVectorEnv(8, rules, side="random")
    one.reset(seed=3)
    many.reset(seed=3)
    over = False
    while not over:
        mover, other = sides(one.position)
        highest = 8 - many.action_masks()[:, ::-1].argmax(axis=1)
        cell = int(highest[0])
        seen, _, over, _, info = one.step(cell)
        assert info["value"] == worth(mover, other)[0]
        assert info["regret"] == info["value"] + worth(other, mover | {cell})[0]
        alike, _, ended, _, _ = many.step(highest)
        assert (alike[0].tolist(), ended[0]) == (seen.tolist(), over)
        assert many.positions()[0] == one.position
    assert any(map(has_line, sides(one.position))) or one.position.ply == 9
    two = raw_env(rules)
    two.reset()
    for cell in (0, 4, 1, 8, 2):
        two.step(cell)
    assert two.terminations == {"player_1": True, "player_2": True}
    assert two.infos["player_1"]["outcome"] == 1


def environments_for_jax(rules: Rules, folder: Path) -> None:
    jax = pytest.importorskip("jax", reason="JAX comes with the extra [jax]")
    from noughts.envs.jax import Env

    env, step = Env(rules), jax.jit(Env(rules).step)
    for cells, ends in (((0, 1, 4, 2, 8), False), ((0, 1, 3, 2, 6), True)):
        state = env.init(jax.random.key(1))
        first = int(state.current_player)
        for cell in cells:
            state = step(state, cell)
        assert bool(state.terminated) == ends
        assert float(state.rewards[first]) == ends
        assert state.observation.shape == (3, 3, 2)


def notebooks(rules: Rules, folder: Path) -> None:
    pytest.importorskip("anywidget", reason="anywidget comes with the extra [notebook]")
    from noughts.notebook import GameWidget

    for cells, ends in (((0, 1, 4, 2, 8), False), ((0, 1, 3, 2, 6), True)):
        widget = GameWidget(rules, side="both")
        for cell in cells:
            widget.play(cell)
        assert bool(widget.game.outcome) == ends
        assert str(widget.game).startswith(str(rules))


def datasets(rules: Rules, folder: Path) -> None:
    every = dataset(rules)
    both = [(x, o) if ply % 2 == 0 else (o, x) for ply in range(10) for x, o in plies()[ply]]
    assert every["value"].tolist() == [worth(*each)[0] for each in both]
    assert every["remoteness"].tolist() == [worth(*each)[1] for each in both]
    classes = {least(x, o) for ply in plies() for x, o in ply}
    assert dataset(rules, classes=True).rows == len(classes) == every["is_least"].sum()
    every.write(folder / "rooks.parquet")


def list_of_values(rules: Rules, folder: Path) -> None:
    assert listed(rules) == rules


def rules_of_the_page(rules: Rules, folder: Path) -> None:
    made = rules_bytes(rules).decode()
    assert "3,3,3,rooks" in made
    assert "lineStarts" in made


def command(*arguments: str, given: str = "", said: str = "") -> Callable[[Rules, Path], None]:
    def room(rules: Rules, folder: Path) -> None:
        assert said in run(*arguments, given=given)

    return room


def table_command(rules: Rules, folder: Path) -> None:
    run("table", str(rules), "-o", str(folder / "table"))
    assert Table(rules, folder / "table")[Position(rules=rules)] == worth(Stones(), Stones())


def dataset_command(rules: Rules, folder: Path) -> None:
    path = folder / "rooks.arrow"
    assert f"{len(every_position(rules)):,} positions of {rules}" in run(
        "dataset", str(rules), "-o", str(path)
    )
    assert path.exists()


def pack_command(rules: Rules, folder: Path) -> None:
    options = ("--to", "base3", "--from", "text", "--board", str(rules))
    run("pack", str(folder / "store"), *options, given="XO./.X./...\n")
    assert str(rules) in run("info", str(folder / "store"))
    assert "XO./.X./..." in run("unpack", str(folder / "store"), "--to", "text")


BOARD = "3,3,3,rooks"
ROOMS: dict[str, Callable[[Rules, Path], None]] = {
    "positions and games": positions_and_games,
    "text and copies": text_and_copies,
    "drawings": drawings,
    "tables": tables,
    "search": searches,
    "counting": counting,
    "players": playing,
    "certificates": certificates,
    "codecs": codecs,
    "arrays": arrays,
    "planes": planes,
    "strong players": strong_players,
    "levels and tournaments": levels_and_tournaments,
    "players in bulk": players_in_bulk,
    "agents that learn": agents_that_learn,
    "exact evaluation": evaluations,
    "environments": environments,
    "environments for JAX": environments_for_jax,
    "notebooks": notebooks,
    "datasets": datasets,
    "list of values": list_of_values,
    "rules of the page": rules_of_the_page,
    "random games": random_games,
    "stores": stores,
    "parquet": parquet_files,
    "sources": sources,
    "noughts play": command("play", "--board", BOARD, "--side", "neither", said="draw"),
    "noughts show": command("show", "XO./.X./...", "--board", BOARD, said="X"),
    "noughts solve": command("solve", BOARD, "--json", said='"value": 0'),
    "noughts count": command("count", BOARD, "--json", said='"paths": 504'),
    "noughts table": table_command,
    "noughts perft": command("perft", BOARD, "--depth", "3", said="504"),
    "noughts versus": command("versus", "perfect", "random", "--board", BOARD, said="perfect"),
    "noughts certify": command("certify", BOARD, said="never loses"),
    "noughts map": command("map", BOARD, said="You are O"),
    "noughts emit": command("emit", "c", "--board", BOARD, said=BOARD),
    "noughts convert": command(
        *("convert", "--from", "pair", "--to", "base3", "--board", BOARD, "1025"), said="7"
    ),
    "noughts values": command("values", BOARD),
    "noughts learn": command("learn", "q", "--board", BOARD, "--games", "10", said=BOARD),
    "noughts dataset": dataset_command,
    "noughts pack": pack_command,
}
# What may refuse it. Each does so by name; a room that takes it is not asked to refuse it.
MAY_REFUSE = {"certificates", "noughts certify", "list of values", "noughts values"}
# What is not asked, and why.
NO_ROOMS = {
    "cluster": "gives parts of what arrays and solver do to workers",
    "expressions": "what the rules run on, for any board",
    "kernels": "what compiles it",
    "lessons": "are of 3x3",
    "system": "knows no board",
}
NO_BOARD = {
    "web": "the page has a list of its boards",
    "classic": "is of 3x3",
    "unpack": "the store says which board",
    "info": "the store says which board",
    "shell": "knows no board",
}
OF_SEVERAL = ("envs", "players", "solver")  # rooms with rooms inside


@pytest.fixture
def rooks(monkeypatch: pytest.MonkeyPatch) -> Rules:
    monkeypatch.setattr(rules_module, "KINDS", (*KINDS, Kind(Rooks, word="rooks")))
    return Rules(geometry=Rooks(3, 3), k=3)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("room", ROOMS)
def test_a_room_takes_it_whole_or_refuses_it_by_name(
    rooks: Rules, room: str, tmp_path: Path
) -> None:
    said = refusal(room, rooks, tmp_path)
    if said:
        assert room in MAY_REFUSE, said
        assert any(name in said for name in (str(rooks), repr(rooks), str(rooks.geometry))), said


def test_every_room_and_every_command_is_asked_or_says_why_not() -> None:
    root, here = Path(noughts.__file__).parent, ast.parse(Path(__file__).read_text("utf-8"))
    imported = {node.module for node in ast.walk(here) if isinstance(node, ast.ImportFrom)}
    folders = [*root.glob("*"), *(each for room in OF_SEVERAL for each in root.glob(f"{room}/*"))]
    packages = [folder for folder in folders if (folder / "__init__.py").exists()]
    rooms = {".".join(package.relative_to(root).parts) for package in packages}
    asked = {
        room for room in rooms if any(f"{i}.".startswith(f"noughts.{room}.") for i in imported)
    }
    assert rooms - asked == {*NO_ROOMS}
    commands = {room.removeprefix("noughts ") for room in ROOMS if room.startswith("noughts ")}
    assert {*COMMANDS} - commands == {*NO_BOARD}


def refusal(room: str, rules: Rules, folder: Path) -> str:
    """Why a room refuses the board; nothing if it takes it."""
    try:
        ROOMS[room](rules, folder)
    except NoughtsError as refused:
        return str(refused)
    return ""
