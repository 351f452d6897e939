"""`noughts learn`: lets an agent learn by playing games."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from noughts.cli.arguments import board_option
from noughts.cli.command import command, listed_option
from noughts.cli.curves import check_picture, draw_scores
from noughts.cli.output_files import check_folder
from noughts.cli.players import PLAYER_LIST, player_of
from noughts.cli.progress import above, prepare, steps, stopping
from noughts.core.rules import Rules
from noughts.players.registry import AGENT, SIDES

METHODS = ("menace", "q", "sarsa", "td", "mc")  # `learn.agent_file.KINDS`, without NumPy
GAMES = {"menace": 1_000}  # unless --games says how many
MANY = 400_000  # games of the other methods
ROWS = 10  # rows of scores, the first of them before any game
CHUNK = 50_000  # games between two checks for a request to end
SELF = "self"
BEST = "perfect:random"  # the opponent of the first score
# The opponents of the scores: their names in rows, and their names in pictures.
OPPONENTS = {"perfect": "perfect play", "random": "random moves", "response": "the best response"}


@command(
    "learn",
    "noughts learn menace --games 200 --seed 1",
    "noughts learn q --games 20000 --seed 1 -o agent.npz",
    "noughts learn td --against random --side o --games 20000 --json",
    "noughts learn menace --seed 1 --plot curve.svg",
    listing=PLAYER_LIST,
)
@click.argument("method", type=click.Choice(METHODS))
@board_option()
@listed_option(
    *("--against", "against", "PLAYER"),
    "The opponent: one of the players below, or 'self'.  [default: random for menace, else self]",
)
@click.option(
    "--side",
    type=click.Choice(list(SIDES)),
    help="The side that the agent plays. Only menace, or an agent that plays itself, takes both.  "
    "[default: x]",
)
@click.option(
    "--games",
    type=click.IntRange(0),
    metavar="N",
    help="The total number of games, including those that the agent in FILE has played.  "
    "[default: 1000 for menace, else 400000]",
)
@click.option("--seed", type=int, help="Make the games repeatable.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Keep the agent in FILE.npz. If the file has an agent, that agent continues to learn.",
)
@click.option(
    "--plot",
    metavar="FILE",
    help="Draw the scores of this run into FILE.svg, FILE.pdf or FILE.png.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def learn(
    method: str,
    board: Rules,
    against: str | None,
    side: str | None,
    games: int | None,
    seed: int | None,
    output: str | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """METHOD is menace (the machine of matchboxes) or an algorithm that learns a table of values:
    q, sarsa, td (on afterstates) or mc (Monte Carlo).

    Three exact scores measure the agent: its score against a player that chooses among the best
    moves at random, its score against random moves, and its score against the best response, which
    knows how the agent plays. A score is the share of wins plus half the share of draws. An agent
    that never loses scores half or more against any player.

    Ctrl-C stops the games. With -o, the file then has what the agent has learnt so far, and the
    same command continues from there.
    """
    from noughts.learn import Menace, Tabular, load_agent, save_agent

    against = against or ("random" if method == "menace" else SELF)
    both = against == SELF
    if method != "menace" and not both and side == "both":
        raise click.UsageError("--side both is only for menace and for games against itself")
    if both and side in ("x", "o"):
        raise click.UsageError(f"an agent that plays itself plays both sides, not {side}")
    if output is not None:
        check_folder(output)
        if not output.endswith(AGENT):
            why = f"{output} is not the name of an agent's file; write FILE{AGENT}"
            raise click.UsageError(why)
    if plot is not None:
        check_picture(plot)
    side = "both" if both else side or "x"
    agent: Any
    if output is not None and Path(output).exists():
        agent = load_agent(output, board)
        sides = getattr(agent, "sides", side)  # an agent with a table of values has no `sides`
        if (agent.kind, sides) != (method, side):
            raise click.UsageError(
                f"{output} holds an agent of the method {agent.kind} that plays {sides}; it cannot "
                f"go on by {method}, playing {side}"
            )
    elif method == "menace":
        agent = Menace(board, sides=side, seed=seed)
    else:
        agent = Tabular(method, board, seed=seed)
    total = games if games is not None else GAMES.get(method, MANY)
    opponent = None if both else player_of(against, board)
    player_of(BEST, board).check(board)  # fail before the agent learns, not at the first score
    prepare(board)
    rows: list[dict[str, float]] = []
    title = f"{method} on {board} against {against}"
    if not as_json:
        head = "".join(f"{name:>10}" for name in OPPONENTS)
        click.echo(f"{title}\n\n{'games':>12}{head}")
    with stopping() as asked, steps(f"Learning {board}", max(total - agent.games, 0)) as advance:
        for row in _rows(agent, total, opponent, side, advance, asked):
            rows.append(row)
            if not as_json:
                scores = "".join(f"{row[name]:10.2%}" for name in OPPONENTS)
                above(f"{int(row['games']):12,}{scores}")
        if output is not None:
            save_agent(agent, output)
        status = 128 + asked() if asked() else 0
    if plot is not None:
        curves = {about: [row[name] for row in rows] for name, about in OPPONENTS.items()}
        draw_scores(plot, title, [row["games"] for row in rows], curves)
    if as_json:
        said = {"method": method, "board": str(board), "against": against, "side": side}
        click.echo(json.dumps(said | {"games": agent.games, "scores": rows}))
    sys.exit(status)


def _rows(
    agent: Any, total: int, opponent: Any, side: str, advance: Any, asked: Any
) -> Iterator[dict[str, float]]:
    """Train the agent, and yield its scores at the start and after each tenth of the games."""
    begin = agent.games
    yield _scores(agent, side)
    for tenth in range(1, ROWS + 1):
        until = begin + (total - begin) * tenth // ROWS
        while agent.games < until and not asked():
            played = min(until - agent.games, CHUNK)
            _learn(agent, played, total, opponent, side)
            advance(played)
        if asked():
            return
        if agent.games > begin:
            yield _scores(agent, side)


def _learn(agent: Any, games: int, total: int, opponent: Any, side: str) -> None:
    """Play `games` games. A `Tabular` agent's exploration rate falls to 0 over `total` games."""
    if agent.kind == "menace" and side == "both" and opponent is not None:
        as_o = games // 2
        agent.train(games - as_o, opponent, "x")
        agent.train(as_o, opponent, "o")
    elif agent.kind == "menace":
        agent.train(games, opponent, None if side == "both" else side)
    else:
        explore = 1 - agent.games / total, 1 - (agent.games + games) / total
        agent.train(games, opponent, "x" if side == "both" else side, explore)


def _scores(agent: Any, side: str) -> dict[str, float]:
    """The exact scores of an agent, on the sides that it plays."""
    from noughts.evaluate import best_response, versus

    policy, rules = agent.policy, agent.rules
    response = best_response(policy, rules)
    lost = {"x": response.o, "o": response.x, "both": response.exploitability}[side]
    found: dict[str, float] = {"games": agent.games}
    for name, opponent in (("perfect", BEST), ("random", "random")):
        result = versus(policy, opponent, rules)
        scores = {"x": result.first.score, "o": result.second.score, "both": result.score}
        found[name] = float(scores[side])
    return found | {"response": (1 - lost) / 2}
