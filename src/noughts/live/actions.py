"""One table of the actions on a game, used to check, answer and document requests.

The function of an action takes the game, the side that asks, the time and the action's fields. It
returns the game after the action, or raises `RefusedError`. It does no input or output.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from noughts.core.cell_names import move_name
from noughts.core.message_text import listed, quoted
from noughts.core.turns import mover
from noughts.errors import IllegalMoveError, NoughtsError, TooLargeError
from noughts.live.game import (
    AGREED,
    DRAW,
    NOBODY,
    ON_THE_BOARD,
    OTHER,
    RESIGNED,
    SIDES,
    Kept,
    RefusedError,
    begun,
    ended,
    left,
    rules_of,
    side_of,
    timed,
)
from noughts.live.moves_as_number import added, places
from noughts.solver.tables.table import has_table
from noughts.web.boards import require

LONGEST_NAME = 40  # characters of a person's name
LONGEST_CLOCK = 86_400  # seconds
PLAYERS = ("easy", "medium", "hard", "perfect", "strong", "random")  # may have a seat
BACK, REMATCH = "back", "rematch"
NEW = "new"  # stands for the id of the next game, since no action makes an id

Schema = Mapping[str, Any]
NAME = {
    "type": "string",
    "maxLength": LONGEST_NAME,
    "description": "what the others call you",
    "default": "",
}
PLY = {
    "type": "integer",
    "minimum": 0,
    "maximum": 1_000_000,
    "description": "how many moves the game has that you answer: its `ply`",
}


class Action(NamedTuple):
    """An action: a description, its fields in JSON Schema, and its function."""

    about: str
    fields: dict[str, Schema]
    act: Callable[..., Kept]
    seated: bool = True  # whether only a player with a seat may ask for it


ACTIONS: dict[str, Action] = {}


def action(about: str, seated: bool = True, **fields: Schema) -> Callable[[Any], Any]:
    """A decorator that enters a function into the table, under the function's name."""

    def entered(act: Any) -> Any:
        ACTIONS[act.__name__] = Action(about, fields, act, seated)
        return act

    return entered


def read(asked: object, fields: Mapping[str, Schema]) -> dict[str, Any]:
    """The fields of a request, checked. Raises `RefusedError` for an invalid request.

    >>> read({"ply": 3, "cell": "b2"}, ACTIONS["move"].fields)
    {'ply': 3, 'cell': 'b2', 'version': -1}
    """
    if not isinstance(asked, dict) or not asked.keys() <= fields.keys():
        raise RefusedError(400, f"give an object with {', '.join(fields) or 'nothing in it'}")
    return {name: _checked(name, asked, schema) for name, schema in fields.items()}


def _checked(name: str, asked: Mapping[str, Any], schema: Schema) -> Any:
    if name not in asked and "default" in schema:
        return schema["default"]
    value = asked.get(name)
    if schema["type"] == "integer":
        low, high = schema["minimum"], schema["maximum"]
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # in JSON Schema, 3.0 is an integer
        if type(value) is not int or not low <= value <= high:
            raise RefusedError(400, f"{name} must be a whole number from {low} to {high}")
    elif "enum" in schema:
        if value not in schema["enum"]:
            raise RefusedError(400, f"{name} must be one of {', '.join(map(repr, schema['enum']))}")
    elif not isinstance(value, str) or len(value) > schema["maxLength"] or not _prints(value):
        most = schema["maxLength"]
        raise RefusedError(400, f"{name} must be a text of up to {most} characters that print")
    return value


def _prints(text: str) -> bool:
    return text.isprintable()  # False for a character that changes the direction of the text


MAKE: dict[str, Schema] = {
    "rules": {
        "type": "string",
        "maxLength": 100,
        "description": "the board, such as 3,3,3 or 6,7,4,gravity",
        "default": "3,3,3",
    },
    "side": {"type": "string", "enum": SIDES, "description": "your side", "default": "x"},
    "name": NAME,
    "seconds": {
        "type": "integer",
        "minimum": 0,
        "maximum": LONGEST_CLOCK,
        "description": "each side's time for all of its moves; 0 for as long as it takes",
        "default": 0,
    },
    "increment": {
        "type": "integer",
        "minimum": 0,
        "maximum": 3600,
        "description": "the seconds that a move adds",
        "default": 0,
    },
    "player": {
        "type": "string",
        "enum": ("", *PLAYERS),
        "description": "the library's player for the other seat, or nobody yet",
        "default": "",
    },
}


def make(id: str, seat: str, now: int, asked: Mapping[str, Any]) -> Kept:  # noqa: A002 - as the field
    """A new game, with the asker seated. Raises `RefusedError` for a board that is not allowed."""
    rules, side, player = asked["rules"], asked["side"], asked["player"]
    try:
        board = rules_of(rules)
        require(board)
        if player == "perfect" and not has_table(board):
            raise TooLargeError(f"perfect has no table of {board}; strong plays it")
    except NoughtsError as error:
        raise RefusedError(400, str(error)) from None
    time = asked["seconds"] * 1000
    game = Kept(id, id, str(board), now, now, x_left=time, o_left=time)
    game = game._replace(seconds=asked["seconds"], increment=asked["increment"], player=player)
    if player:
        game = game.giving(OTHER[side], seat=NOBODY, name=player)
    return begun(game.giving(side, seat=seat, name=asked["name"]), now)


class Decision(NamedTuple):
    """A game after a request, the next game if one begins, and the refusal if there is one."""

    game: Kept
    next: Kept | None = None
    refused: RefusedError | None = None


def decide(
    game: Kept, name: str, side: str, now: int, asked: Mapping[str, Any], *, seat: str, fresh: str
) -> Decision:
    """The result of an action on a game. A game that changes gets a new `version`.

    `side` is the side of the asker, or empty for an asker without a seat. `seat` is the hash of the
    asker's secret. `fresh` is the id for the next game, if a next game begins.
    """
    act, refused = ACTIONS[name], None
    after = in_time = timed(game, now)
    try:
        if act.seated and not side:
            raise RefusedError(403, "only who plays this game may ask for this")
        after = act.act(in_time, side, now, **({} if act.seated else {"seat": seat}), **asked)
    except RefusedError as error:
        refused = error
    begins = after.next == NEW
    after = versioned(game, after._replace(next=fresh) if begins else after, now)
    return Decision(after, rematched(after, now) if begins else None, refused)


def versioned(before: Kept, after: Kept, now: int) -> Kept:
    """The game after a request, with a new version if it has changed."""
    if after == before:
        return before
    return after._replace(version=before.version + 1, changed=now)


def rematched(game: Kept, now: int) -> Kept:
    """The next game between the same two players, who exchange sides."""
    time = game.seconds * 1000
    next_game = Kept(game.next, game.series, game.rules, now, now, x_left=time, o_left=time)
    again = ("player", "seconds", "increment")
    next_game = next_game._replace(**{field: getattr(game, field) for field in again})
    for side in SIDES:
        was = OTHER[side]
        next_game = next_game.giving(side, seat=game.of(was, "seat"), name=game.of(was, "name"))
    return begun(next_game, now)


@action("Take the free seat.", seated=False, name=NAME)
def sit(game: Kept, side: str, now: int, seat: str, name: str) -> Kept:
    """A player who already has a seat keeps it."""
    if side:
        return game
    free = [each for each in SIDES if not game.of(each, "seat")]
    if not free or game.why:
        raise RefusedError(409, "no seat is free; you can watch")
    return begun(game.giving(free[0], seat=seat, name=name), now)


@action(
    "Play a move, in answer to the `ply` moves before it. The same move asked for again changes "
    "nothing; any other in answer to an earlier ply is refused with the game as it is.",
    ply=PLY,
    cell={"type": "string", "maxLength": 60, "description": "the move's name, such as b2"},
    version={
        "type": "integer",
        "minimum": -1,
        "maximum": 1_000_000_000,
        "description": "the game's `version` that you answer, so that a late copy is refused even "
        "after the move was taken back; -1 for any",
        "default": -1,
    },
)
def move(game: Kept, side: str, now: int, ply: int, cell: str, version: int = -1) -> Kept:
    """Play a move, stop the clock of its side, and start the clock of the side to move next."""
    rules, position = rules_of(game.rules), game.position
    if ply < game.plies and side_of(mover(ply, rules)) == side and _played(game, ply) == cell:
        return game  # the same request again
    if game.why:
        raise RefusedError(409, "the game is over")
    if ply != game.plies:
        raise RefusedError(409, f"the game has {game.plies} moves, and this answers {ply}")
    if version not in (-1, game.version):
        changed = f"the game has changed: it has version {game.version}, and this answers {version}"
        raise RefusedError(409, changed)
    if side != game.turn:
        raise RefusedError(409, "it is not your turn" if game.turn else "the other seat is free")
    try:
        number = position.checked_move(cell)
    except IllegalMoveError:
        can = listed(move_name(each, rules) for each in position.legal_moves)
        raise RefusedError(409, f"{quoted(cell)} cannot be played now; these can: {can}") from None
    except NoughtsError as error:
        raise RefusedError(400, str(error)) from None
    remaining = left(game, side, now) + game.increment * 1000
    after = game.giving(side, left=remaining if game.since else game.of(side, "left"))
    record = added(game.record, number, position)
    after = after._replace(plies=ply + 1, record=record)
    if (game.offer, game.offered_by) != (DRAW, side):  # a draw may be offered with a move
        after = after._replace(offer="", offered_by="")
    outcome = after.position.outcome
    if outcome:
        return ended(after, side_of(outcome.winner) if outcome.winner else DRAW, ON_THE_BOARD)
    return begun(after, now)


def _played(game: Kept, ply: int) -> str:
    """The name of the move after `ply` moves."""
    return move_name(game.moves[ply], rules_of(game.rules))


@action("Give the game up.")
def resign(game: Kept, side: str, now: int) -> Kept:  # noqa: ARG001 - as every action
    """After the end of the game, this action changes nothing."""
    return game if game.why else ended(game, OTHER[side], RESIGNED)


@action("Offer a draw, or agree to the one that is offered; a move declines it.", ply=PLY)
def draw(game: Kept, side: str, now: int, ply: int) -> Kept:  # noqa: ARG001 - as every action
    """A player of the library answers an offer with its next move, which declines the offer."""
    _require_current(game, ply)
    if game.offer == DRAW and game.offered_by == OTHER[side]:
        return ended(game, DRAW, AGREED)
    return _offered(game, DRAW, side)


@action("Ask to take your last move back, or agree to what is asked; a move declines it.", ply=PLY)
def back(game: Kept, side: str, now: int, ply: int) -> Kept:
    """Once both sides agree, undo the asker's last move and all after it; no clock is set back."""
    _require_current(game, ply)
    asking = game.offered_by if game.offer == BACK else side
    rules, plies = rules_of(game.rules), game.plies
    own = [each for each in range(plies) if side_of(mover(each, rules)) == asking]
    if not own:
        raise RefusedError(409, "there is no move of yours to take back")
    if asking == side and game.of(OTHER[side], "seat") != NOBODY:
        return _offered(game, BACK, side)
    record = game.record
    for each in reversed(range(own[-1], plies)):
        record //= places(rules, each)
    game = game._replace(plies=own[-1], record=record, offer="", offered_by="")
    return begun(game, now)


@action("Ask for another game with sides changed, or agree to it: the game then names the `next`.")
def rematch(game: Kept, side: str, now: int) -> Kept:  # noqa: ARG001 - as every action
    """Once the next game exists, another request changes nothing."""
    if not game.why:
        raise RefusedError(409, "the game is not over")
    if game.next:
        return game
    if game.offered_by == OTHER[side] or game.of(OTHER[side], "seat") == NOBODY:
        return game._replace(next=NEW, offer="", offered_by="")
    return game._replace(offer=REMATCH, offered_by=side)


@action("Decline what the other side offers, or take back what you do.")
def decline(game: Kept, side: str, now: int) -> Kept:  # noqa: ARG001 - as every action
    """Without an offer, this changes nothing."""
    return game._replace(offer="", offered_by="")


def _require_current(game: Kept, ply: int) -> None:
    if not game.turn:
        raise RefusedError(409, "the game is over" if game.why else "the other seat is free")
    if ply != game.plies:
        raise RefusedError(409, f"the game has {game.plies} moves, and this answers {ply}")


def _offered(game: Kept, what: str, side: str) -> Kept:
    if game.offer and game.offered_by == OTHER[side]:
        raise RefusedError(409, f"answer first what the other side asks: {game.offer}")
    return game._replace(offer=what, offered_by=side)
