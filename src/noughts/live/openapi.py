"""The OpenAPI description of the server's API, made from the table of actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from noughts.live.actions import ACTIONS, MAKE, Schema
from noughts.live.game import SIDES

Json = dict[str, Any]
TEXT: Json = {"type": "string"}
COUNT: Json = {"type": "integer", "minimum": 0}
SIDE: Json = {"type": "string", "enum": [*SIDES]}


def _object(**properties: Json) -> Json:
    """The schema of an object that has all of these fields."""
    return {"type": "object", "properties": properties, "required": [*properties]}


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


PLAYER = _object(name=TEXT, taken={"type": "boolean"}, seconds=_or_null({"type": "number"}))
GAME = _object(
    id=TEXT,
    version={**COUNT, "description": "one more with each change"},
    rules=TEXT,
    moves={"type": "array", "items": TEXT, "description": "by name, in order"},
    ply={**COUNT, "description": "how many moves there are"},
    position={**TEXT, "description": "rows from the top, as Position.parse reads them"},
    turn=_or_null(SIDE),
    players=_object(x=PLAYER, o=PLAYER),
    clock=_or_null(_object(seconds=COUNT, increment=COUNT)),
    offer=_or_null(_object(what={**TEXT, "enum": ["draw", "back", "rematch"]}, by=SIDE)),
    result=_or_null(
        _object(
            winner={**TEXT, "enum": [*SIDES, "draw"]},
            why={**TEXT, "enum": ["board", "resigned", "time", "agreed"]},
        )
    ),
    next=_or_null({**TEXT, "description": "the id of the game after this one"}),
)
STATE = _object(
    game={"$ref": "#/components/schemas/Game"},
    you=_or_null({**SIDE, "description": "your side, by your cookie"}),
)
LOBBY = _object(
    games={
        "type": "array",
        "items": {"$ref": "#/components/schemas/Game"},
        "description": "the games of the last hour in which a seat is free, the newest first",
    }
)
ERROR: Json = {
    "type": "object",
    "properties": {"error": TEXT, **STATE["properties"]},
    "required": ["error"],
}
REFUSALS = {
    "400": "What is asked cannot be read, or is not a move of this board.",
    "403": "The request comes from another site, or who asks does not play this game.",
    "404": "There is no such game, or no lobby.",
    "409": "The game is further on, or does not allow this now. The answer has the game as it is.",
    "413": "The request is too large.",
    "415": "The request is not JSON.",
    "429": "There were too many requests; ask again in a moment.",
    "503": "The database does not answer. Nothing half done is left; ask again.",
}


def _content(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}


def _operation(
    about: str,
    good: str,
    *refusals: str,
    fields: Mapping[str, Schema] | None,
    answer: str = "State",
) -> Json:
    told = {"description": f"{answer}, as it is.", "content": _content(_reference(answer))}
    responses = {good: told}
    for status in ("403", *refusals, "429", "503"):
        content = _content(_reference("Error"))
        responses[status] = {"description": REFUSALS[status], "content": content}
    operation: Json = {"summary": about, "responses": dict(sorted(responses.items()))}
    if fields is not None:
        body = {
            "type": "object",
            "properties": fields,
            "required": [name for name, schema in fields.items() if "default" not in schema],
            "additionalProperties": False,
        }
        operation["requestBody"] = {"required": True, "content": _content(body)}
    return operation


def _reference(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def description() -> Json:
    """The description, as an OpenAPI 3.1 document."""
    with_body = ("400", "413", "415")
    game = {"name": "id", "in": "path", "required": True, "schema": TEXT}
    paths: Json = {
        "/api/games": {
            "get": _operation(
                "The lobby, on a server that has one.", "200", "404", fields=None, answer="Lobby"
            ),
            "post": _operation("Make a game and sit down.", "201", *with_body, fields=MAKE),
        },
        "/api/games/{id}": {
            "parameters": [game],
            "get": _operation("Look at a game.", "200", "404", fields=None),
        },
    }
    for name, action in ACTIONS.items():
        paths[f"/api/games/{{id}}/{name}"] = {
            "parameters": [game],
            "post": _operation(action.about, "200", "404", "409", *with_body, fields=action.fields),
        }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "noughts",
            "version": "1",
            "description": "Live games. Making a game or sitting down sets a cookie, which is your "
            "seat: send it with each request. The socket at /api/games/{id}/socket tells of each "
            'change, and takes {"do": ACTION, ...} with the fields of the action.',
        },
        "paths": paths,
        "components": {"schemas": {"Game": GAME, "State": STATE, "Lobby": LOBBY, "Error": ERROR}},
    }
