"""Players given as arguments: names, programs, agents' files, or objects in a user's module."""

from __future__ import annotations

from functools import partial
from os import path

from noughts.cli.arguments import from_module
from noughts.core.message_text import quoted
from noughts.core.rules import Rules
from noughts.core.rules_text import is_of_rules
from noughts.errors import PlayerError
from noughts.players.adapters import as_player, takes_arrays
from noughts.players.base import Player
from noughts.players.registry import AGENT, KINDS, NAMES, no_player

OWN = "MODULE:NAME (mybot:choose is a function of mybot.py), exec:COMMAND or engine:COMMAND"


def player_names() -> dict[str, str]:
    """The name of every player, with a description."""
    return NAMES | {
        f"FILE{AGENT}": "the agent that 'noughts learn' has written to a file",
        "MODULE:NAME": "from a module of your own: a player, a function from a position to a "
        "cell, or a policy of arrays",
    }


PLAYER_LIST = ("Players", player_names)


def player_of(text: str, rules: Rules, seed: int | None = None) -> Player:
    """The player that an argument means, for a board.

    Raises `PlayerError` for text that means no player, `AgentError` for a file that does not hold
    an agent for this board, and `OSError` for a file that cannot be read.
    """
    player = _player(text, rules, seed)
    player.made_by = partial(player_of, text, rules, seed)  # only this module finds user modules
    return player


def _player(text: str, rules: Rules, seed: int | None) -> Player:
    module, colon, name = text.partition(":")
    if module in KINDS:  # before the rest, since the command of exec: may end like a file name
        return Player.parse(text, seed)
    if text.endswith(AGENT):
        from noughts.learn import load_agent  # here, since most players need no NumPy

        agent: Player = load_agent(text, rules, seed)
        return agent
    if colon and name.isidentifier():
        return _of_module(text, seed)
    if is_of_rules(text):
        raise PlayerError(f"{quoted(text)} is a board, not a player; write --board {text}")
    words = text.split()
    if (len(words) > 1 and words[0] not in KINDS) or path.isfile(text):
        command = text if len(words) > 1 or "/" in text else f"./{text}"
        raise PlayerError(
            f"{quoted(text)} is not a player; for a program write {quoted(f'exec:{command}')}, and "
            "MODULE:NAME for a function in a module"
        )
    raise PlayerError(f"{no_player(text)}; a bot of your own is {OWN}")


def _of_module(text: str, seed: int | None) -> Player:
    found = from_module(text, "a player", PlayerError, lambda found: isinstance(found, type))
    if takes_arrays(found):
        from noughts.evaluate import PolicyPlayer

        return PolicyPlayer(found, seed)
    return as_player(found, seed=seed)
