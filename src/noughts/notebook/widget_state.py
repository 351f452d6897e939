"""The state of a match as plain data, which is all that the widget's script draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypedDict

from noughts.core.cell_names import cell_name
from noughts.core.match import Match
from noughts.core.rules import MARK_NAMES
from noughts.core.svg import CELL, box, centre
from noughts.players.judgement import LEGEND, Judgement

LARGEST, WIDEST = 2, 640  # how much a picture is enlarged at most, and its greatest width in pixels


class ShownCell(TypedDict):
    """A cell of the board; its centre is given as fractions of the picture's width and height."""

    name: str
    holds: str
    free: bool
    x: float
    y: float


class Action(TypedDict):
    """An action, its button's label, and whether the action is available now."""

    do: str
    label: str
    ready: bool
    on: bool | None  # the state of a toggle; None for other actions


class Shown(TypedDict):
    """All the data that a widget shows."""

    picture: str
    places: list[ShownCell]
    size: tuple[float, float]  # a cell's size as fractions of the picture
    actions: list[Action]
    status: str
    score: str
    record: str
    note: str  # the meaning of the hints, or the reason for an error
    thinks: bool  # whether another update follows without a request
    dark: bool | None
    follows: bool  # whether the page may choose light or dark


def shown(
    match: Match,
    hints: Sequence[Judgement] | None,
    *,
    note: str = "",
    thinks: bool = False,
    dark: bool | None = None,
    follows: bool = True,
) -> Shown:
    """The data that a widget shows about a match.

    `hints` are the judgements of the moves, or None if hints are off.

    >>> from noughts import Game, O, X
    >>> shown(Match(Game.parse("b2"), {X: None, O: None}), None)["status"]
    'O (player #2) to move'
    """
    game = match.game
    left, top, width, height = box(game.rules, coordinates=True)
    places: list[ShownCell] = []
    for cell in range(game.rules.cells):
        x, y = centre(cell, game.rules)
        places.append(
            {
                "name": cell_name(cell, game.rules),
                "holds": MARK_NAMES[game.position[cell]].replace(".", "free"),
                "free": bool(game.position.legal >> cell & 1),
                "x": (x - left) / width,
                "y": (y - top) / height,
            }
        )
    if hints and not note:
        note = f"{LEGEND}; a percentage is judged. The best are bold."
    return {
        "picture": game.svg(hints or (), size=min(LARGEST * width, WIDEST), dark=dark),
        "places": places,
        "size": (CELL / width, CELL / height),
        "actions": [*_actions(match, hints is not None)],
        "status": match.status,
        "score": f"Score: {match.score}",
        "record": str(game),
        "note": note,
        "thinks": thinks,
        "dark": dark,
        "follows": follows,
    }


def _actions(match: Match, hinted: bool) -> Iterator[Action]:
    """All actions in the order of their buttons."""

    def action(do: str, label: str, ready: Any = True, on: bool | None = None) -> Action:
        return {"do": do, "label": label, "ready": bool(ready), "on": on}

    game = match.game
    yield action("new_game", "New game", game.moves or match.lost)
    yield action("undo", "Take back", match.can_undo)
    yield action("redo", "Play again", game.undone)
    yield action("reply", "Let it move", match.to_reply)
    yield action("swap", "Change sides")
    yield action("hint", "Hints", on=hinted)
