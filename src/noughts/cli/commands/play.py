"""`noughts play`: plays a match in the terminal."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

import click

from noughts.cli.arguments import GIVEN, Seconds, board_option, limits_of, time_options
from noughts.cli.command import command, listed_option
from noughts.cli.input_lines import asker
from noughts.cli.players import PLAYER_LIST, player_of
from noughts.cli.progress import ending
from noughts.cli.terminal.session import Terminal
from noughts.cli.terminal.transcript import Transcript
from noughts.cli.text.board import check_screen
from noughts.core.clock import TimeLimits
from noughts.core.game import Game, read_record
from noughts.core.game_text import parse_start
from noughts.core.match import Match
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, O, Rules, X
from noughts.errors import NoughtsError
from noughts.players import Judgement, Player
from noughts.players.registry import SIDES, usual_opponent
from noughts.solver.tables.table import has_table

HINT_SECONDS = 2
LONGEST_DELAY = 60  # seconds before a move
PEOPLE: dict[str, tuple[int, ...]] = {**SIDES, "neither": ()}


@command(
    "play",
    "noughts play",
    "noughts play --side o --opponent level:25%",
    "noughts play --opponent easy",
    "noughts play --board 5,5,4",
    "noughts play --board 15,15,5 --opponent strong:0.3",
    "noughts play --board 3x3x3,3 --side both",
    "noughts play --board 3,3,3,torus",
    "noughts play --resume 'b2 a1 c3'",
    "noughts play --x perfect --o easy --delay 0.5",
    "noughts play --opponent 'exec:python3 bot.py' --move-time 5",
    listing=PLAYER_LIST,
)
@click.option(
    "--side",
    type=click.Choice(list(PEOPLE)),
    help="Your side. X moves first. With neither, the opponent plays both sides.  [default: x]",
)
@listed_option(
    *("--opponent", "opponent", "PLAYER"),
    "The player that plays you, one of the players below.  [default: perfect, or strong on a "
    "board without a table]",
)
@listed_option("--x", "x", "PLAYER", "The player that plays X, unless a person does.")
@listed_option("--o", "o", "PLAYER", "The player that plays O, unless a person does.")
@click.option(
    "--delay",
    type=Seconds(LONGEST_DELAY),
    default=0,
    metavar="SECONDS",
    help="The pause before each move that is not a person's.",
)
@board_option(default=None)
@time_options("except for people", "programs")
@click.option(
    "--seed",
    type=int,
    help="Make the players' choices repeatable. A player that thinks by the clock may still vary.",
)
@click.option(
    "--plain",
    is_flag=True,
    help="Print the game line by line, as in a pipe, rather than draw the board in place.",
)
@click.option("--resume", metavar="RECORD", help="Resume the game of a record, such as 'b2 a1 c3'.")
@click.option(
    "--server",
    metavar="URL",
    help="Play a person elsewhere: join the game at this link, or start one on this live server.",
)
@click.argument("words", nargs=-1, metavar="")
def play(
    side: str | None,
    opponent: str | None,
    x: str | None,
    o: str | None,
    delay: float,
    board: Rules | None,
    move_time: float | None,
    game_time: float | None,
    seed: int | None,
    plain: bool,
    resume: str | None,
    server: str | None,
    words: tuple[str, ...],
) -> None:
    """To play in a cell, type its number or its name (5 or b2), or move to the cell with the arrow
    keys and press Enter, or click the cell. Type ? for the other commands. To watch two players
    play each other, name them with --x and --o.
    """
    if words:
        raise click.UsageError(_misplaced(words[0]))
    if server:
        if opponent or x or o or resume or side not in (None, "x", "o"):
            raise click.UsageError("--server takes --board, and --side x or o, and nothing else")
        from noughts.cli.terminal.live_game import play_live  # here, since few ask for a server

        try:
            return play_live(server, board, side or "x", asker())
        except (EOFError, KeyboardInterrupt):
            return click.echo()
    rules = board or TICTACTOE
    if resume is not None and not {",", "/", ":"} & {*resume}:
        resume = f"{rules}: {resume}"  # a record without a board is played on --board
    check_screen(rules if resume is None else parse_start(resume)[0].rules)
    game = Game(rules) if resume is None else read_record(resume)[0]
    if board and game.rules != rules:
        raise click.UsageError(f"--resume is a game on {game.rules}, but --board says {rules}")
    if x or o:
        if side or opponent:
            raise click.UsageError("--x and --o say who plays; leave out --side and --opponent")
        names = {X: x, O: o}
    else:
        opponent = opponent or usual_opponent(game.rules)
        people = PEOPLE[side or "x"]
        names = {mark: None if mark in people else opponent for mark in (X, O)}
    seats = _seats(names, seed, game.rules)
    match = Match(game, seats, limits_of(move_time, game_time))
    if not has_table(game.rules) and any(map(_searches, match.seats.values())):
        _compile_search(game.rules)
    status = 0
    try:
        with ending():
            _run(match, delay, plain)
    except EOFError:
        click.echo()
    except KeyboardInterrupt:
        click.echo()
        status = 130  # what shells expect of a program that Ctrl-C ended
    named = {player: str(names[mark]) for mark, player in seats.items() if player}
    goodbye = "To look at this game again" if match.is_over else "To go on with this game"
    again = _resume_command(match, named, delay, match.limits, seed)
    click.echo(f"Goodbye. {goodbye}:\n  {again}")
    sys.exit(status)


def _run(match: Match, delay: float, plain: bool) -> None:
    """Play until the person leaves."""
    if plain or not _usable():
        Terminal(match, worth, Transcript(asker()), delay).run()
    else:
        _in_place(match, delay)


def _usable() -> bool:
    """Whether there is a terminal to draw on."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False  # without a terminal, skip the import below, which takes time
    try:
        from noughts.cli.terminal.window import usable
    except ImportError:  # as on Windows
        return False
    return usable(sys.stdin.fileno(), sys.stdout.fileno())


def _in_place(match: Match, delay: float) -> None:
    """Play in a window, and afterwards print the game as a record."""
    from noughts.cli.terminal.keys_and_screen import Screen
    from noughts.cli.terminal.window import Window

    window = Window(sys.stdin.fileno(), sys.stdout.fileno())
    screen = Screen(window, colours=click.get_current_context().color is not False)
    session = Terminal(match, worth, screen, delay)
    try:
        screen.run(session.run)
    finally:
        lines = Transcript(input)
        lines.begin(match)
        lines.board(match)
    if match.game.outcome and (session.reviewed or has_table(match.game.rules)):
        lines.page(session.review())


def worth(position: Position) -> list[Judgement]:
    """A judgement of each legal move, proved if time allows; an empty list if the game is over."""
    if not position.legal:
        return []
    from noughts.players import Strong  # here: the first prompt does not wait for it

    if not has_table(position.rules):
        _compile_search(position.rules)
    return Strong(HINT_SECONDS).judge(position)


def _searches(player: object) -> bool:
    # Here, since only boards without a table ask.
    from noughts.players.strong.easy_medium_hard import Careless
    from noughts.players.strong.player import Strong

    return isinstance(player, Careless | Strong)


def _compile_search(rules: Rules) -> None:
    """Compile the search that the opponent or a hint needs; meanwhile, a line says so."""
    from noughts.cli.text.solve import ProgressLine  # here: the first prompt does not wait for it
    from noughts.players.strong.player import compile_for

    line = ProgressLine()
    try:
        compile_for(rules, line)
    finally:
        line.clear()


def _misplaced(word: str) -> str:
    """The likely meaning of a word that belongs to no option."""
    said = f"{quoted(word)} belongs to no option"
    for option, read in (("opponent", Player.parse), ("board", Rules.parse)):
        with suppress(NoughtsError):
            read(word)
            return f"{said}; write --{option} {word}"
    return f"{said}; a player is named by --opponent, a board by --board, a game by --resume"


def _seats(
    names: dict[int, str | None], seed: int | None, rules: Rules
) -> dict[int, Player | None]:
    seats: dict[int, Player | None] = {}
    for mark, name in names.items():
        # Two players of one kind must not draw the same numbers.
        own = None if seed is None else 2 * seed + mark
        seats[mark] = player_of(name, rules, own) if name else None
    return seats


def _resume_command(
    match: Match,
    named: dict[Any, str],
    delay: float,
    limits: TimeLimits,
    seed: int | None,
) -> str:
    """The command that resumes the match. `named` has the argument for each player."""
    # Write the command's path if the shell does not find the command, as after `make play`.
    import shlex  # here, since they take some milliseconds before the first prompt
    from shutil import which

    command = sys.argv[0]
    found = os.path.basename(command) != "noughts" or which("noughts")
    words = ["noughts" if found else command, "play"]
    seats = {mark: named[player] for mark, player in match.seats.items() if player}
    if len(set(seats.values())) == 2:
        words += ["--x", seats[X], "--o", seats[O]]
    else:
        people = tuple(mark for mark in (X, O) if mark not in seats)
        side = next(name for name, marks in PEOPLE.items() if marks == people)
        words += ["--side", side]
        for opponent in {*seats.values()}:
            words += ["--opponent", opponent]
    if delay:
        words += ["--delay", f"{delay:g}"]
    for name, limit in limits._asdict().items():
        if limit is not None:
            words += [f"--{name}-time", f"{limit:g}"]
    if seed is not None:
        words += ["--seed", str(seed)]
    if given := click.get_current_context().meta.get(GIVEN):
        words += ["--board", given]  # the module named there registers the board's words
    if record := str(match.game):  # a game on 3x3 that has not begun has none
        words += ["--resume", record]
    return shlex.join(words)
