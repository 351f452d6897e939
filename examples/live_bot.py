"""A bot for live games: give it the link of a game, and it sits down and plays to the end."""

import json
import sys
import time
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, Request, build_opener

from noughts import Player, Position, Rules
from noughts.core.cell_names import move_name

server, _, game_id = (sys.argv[1:] or [""])[0].partition("/#live=")
if not game_id:
    sys.exit("Give the link of a game, such as http://127.0.0.1:8273/#live=ID.")
opener = build_opener(HTTPCookieProcessor())  # the cookie is the seat


def ask(action: str = "", **fields: object) -> Any:
    """The answer to a request about the game; without an action, how it stands."""
    body = json.dumps(fields).encode() if action else None
    address = f"{server}/api/games/{game_id}/{action}".rstrip("/")
    while True:
        try:
            request = Request(address, body, {"Content-Type": "application/json"})  # noqa: S310 - of a server
            return json.load(opener.open(request))
        except HTTPError as error:
            told = json.load(error)
            if "game" in told:  # refused, and told how the game stands
                return told
            if error.code not in (429, 503):
                sys.exit(told["error"])
            time.sleep(1)  # the server wants a moment
        except (URLError, ValueError) as error:
            sys.exit(f"{server} cannot be asked: {error}")


player, told = Player.parse("strong:0.2"), ask("sit", name="bot")
if not told["you"]:
    sys.exit(told["error"])
while not told["game"]["result"]:
    game = told["game"]
    if game["turn"] == told["you"]:
        position = Position.parse(game["position"], Rules.parse(game["rules"]))
        cell = move_name(player.choose(position), position.rules)
        told = ask("move", ply=game["ply"], version=game["version"], cell=cell)
    else:
        time.sleep(0.5)  # the socket would tell at once
        told = ask()
print(told["game"]["result"])
