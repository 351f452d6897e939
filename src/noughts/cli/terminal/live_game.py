"""A live game in a terminal: another person plays the other side, through a server."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from http.cookiejar import LoadError, LWPCookieJar
from time import sleep
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import click

from noughts.cli.terminal.commands import LIVE_HELP, LIVE_WORDS
from noughts.cli.terminal.typed_moves import TypedMoves
from noughts.cli.text.board import board
from noughts.cli.text.colours_and_widths import fitted
from noughts.cli.text.sparse_board import is_sparse
from noughts.core.cell_names import move_name
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import NotationError, NoughtsError, ServerError
from noughts.system.cache import cache_folder

PAUSE = 0.5  # seconds between two requests to the server
SEATS = "live-seats.txt"  # a file in the cache folder, with the cookies that prove the user's seats
OFFERS = {"draw": "for a draw", "back": "to take a move back"}


class LiveGame:
    """A game on a server: an existing game by its link, or a new game by the server's address.

    Raises `ServerError` for a server that cannot be reached, and for a refused request.
    """

    def __init__(self, link: str) -> None:
        parts = urlsplit(link)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ServerError(f"{quoted(link)} is not the address of a server, as in http://host/")
        self.address = f"{parts.scheme}://{parts.netloc}"
        self.id = parts.fragment.removeprefix("live=")
        self._seats = LWPCookieJar(cache_folder() / SEATS)
        if os.path.exists(str(self._seats.filename)):
            try:
                self._seats.load(ignore_discard=True)
            except LoadError as error:
                raise ServerError(f"{error}; remove it to begin with new seats") from error
        self._opener = build_opener(HTTPCookieProcessor(self._seats))

    @property
    def link(self) -> str:
        """The link by which others join or watch the game."""
        return f"{self.address}/#live={self.id}"

    def ask(self, action: str = "", **fields: Any) -> dict[str, Any]:
        """Send an action or, with none, start or fetch the game. Returns the server's answer."""
        path = "/".join(filter(None, ("/api/games", self.id, action)))
        body = json.dumps(fields).encode() if action or not self.id else None
        headers = {"Content-Type": "application/json"}
        request = Request(self.address + path, body, headers)  # noqa: S310 - the URL is HTTP
        try:
            with self._opener.open(request, timeout=30) as answer:
                told: dict[str, Any] = json.load(answer)
        except HTTPError as error:
            with error:
                raise ServerError(_reason(error.read(), str(error))) from error
        except (URLError, OSError, ValueError) as error:
            raise ServerError(f"{self.address} cannot be reached: {error}") from error
        if (body and not self.id) or action == "sit":
            self._keep_seats()
        self.id = told["game"]["id"]
        return told

    def _keep_seats(self) -> None:
        """Store the cookies in a file that nobody else can read."""
        file = str(self._seats.filename)
        os.makedirs(os.path.dirname(file), mode=0o700, exist_ok=True)
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
        self._seats.save(ignore_discard=True)


def _reason(answer: bytes, otherwise: str) -> str:
    try:
        return str(json.loads(answer)["error"])
    except (ValueError, KeyError, TypeError):
        return otherwise


def play_live(link: str, rules: Rules | None, side: str, read: Callable[[str], str]) -> None:
    """Start a game with these rules, or join the game at `link`; play or watch it to its end."""
    live = LiveGame(link)
    if live.id:
        told = live.ask()
        players = told["game"]["players"].values()
        if not told["you"] and not all(player["taken"] for player in players):
            told = live.ask("sit")
    else:
        told = live.ask(rules=str(rules or Rules(3, 3, 3)), side=side)
        click.echo(f"Send this link to the person you want to play with:\n  {live.link}")
    shown = None
    while True:
        game, you = told["game"], told["you"]
        now = (game["version"], you)
        if now != shown:
            shown = now
            _show(game, you)
        if game["result"]:
            return
        asked = game["offer"] and game["offer"]["by"] != you
        if not you or (game["turn"] != you and not asked):
            sleep(PAUSE)
            told = live.ask()
            continue
        what = "move" if game["turn"] == you else "answer"
        typed = read(f"Your {what}, {you.upper()}, or ? for help: ").strip().lower()
        if typed in ("q", "quit"):
            click.echo(f"To come back:\n  noughts play --server {live.link}")
            return
        try:
            told = _asked(live, game, typed)
        except NoughtsError as error:
            click.secho(fitted(str(error)), fg="red")
            told = live.ask()


def _asked(live: LiveGame, game: dict[str, Any], typed: str) -> dict[str, Any]:
    """The server's answer to a typed line."""
    if typed == "?":
        raise NotationError(f"Type {LIVE_HELP}.")
    if typed in LIVE_WORDS:
        return live.ask(typed, **({"ply": game["ply"]} if typed in OFFERS else {}))
    position = _position(game)
    move = TypedMoves(position, not is_sparse(position.rules)).read(typed)
    cell = move_name(move, position.rules)
    return live.ask("move", ply=game["ply"], version=game["version"], cell=cell)


def _position(game: dict[str, Any]) -> Position:
    return Position.parse(game["position"], Rules.parse(game["rules"]))


def _show(game: dict[str, Any], you: str | None) -> None:
    """Print the board and the state of the game."""
    click.echo(f"\n{board(_position(game), (), None)}\n")
    offer, result = game["offer"], game["result"]
    if result:
        winner = result["winner"]
        said = "A draw" if winner == "draw" else f"{winner.upper()} wins"
        why = "" if result["why"] == "board" else f" ({result['why']})"
        click.secho(f"{said}{why}.", bold=True)
    elif not game["turn"]:
        click.echo("Waiting for somebody to sit down.")
    elif game["turn"] != you:
        click.echo(f"{game['turn'].upper()} to move.")
    if offer and offer["by"] != you and offer["what"] in OFFERS:
        asks = f"{offer['by'].upper()} asks {OFFERS[offer['what']]}"
        click.echo(f"{asks}: {offer['what']} agrees, decline does not.")
