"""A bot for live games: give it the link of a game, and it sits down and plays to the end."""

import json
import sys
import time
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from noughts import Player, Position, Rules
from noughts.core.notation import move_name

server, _, game_id = sys.argv[1].partition("/#live=")
opener = build_opener(HTTPCookieProcessor())  # the cookie is the seat


def ask(action: str = "", **fields: object) -> Any:
    """The answer to a request about the game; without an action, how it stands."""
    body = json.dumps(fields).encode() if action else None
    address = f"{server}/api/games/{game_id}/{action}".rstrip("/")
    request = Request(address, body, {"Content-Type": "application/json"})  # noqa: S310 - of a server
    return json.load(opener.open(request))


player, told = Player.parse("strong:0.2"), ask("sit", name="bot")
while not told["game"]["result"]:
    game = told["game"]
    if game["turn"] == told["you"]:
        position = Position.parse(game["position"], Rules.parse(game["rules"]))
        cell = move_name(player.choose(position), position.rules)
        told = ask("move", ply=game["ply"], cell=cell)
    else:
        time.sleep(0.5)  # the socket would tell at once
        told = ask()
print(told["game"]["result"])
