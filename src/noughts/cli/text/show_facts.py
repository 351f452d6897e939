"""Everything that `noughts show` says about a position, as the plain data that `--json` prints."""

from __future__ import annotations

from typing import Any

from noughts.codecs import Codec, Field, codec, names
from noughts.codecs.codec_base import position_of
from noughts.codecs.word import RESULT_NAMES
from noughts.core.answers import LAWS
from noughts.core.bits import cells_of
from noughts.core.cell_names import move_name
from noughts.core.game import Game
from noughts.core.geometry import AnySymmetry
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES
from noughts.core.symmetry import symmetries
from noughts.errors import CodeError, RulesError, TooLargeError
from noughts.solver.tables.table import has_table, table

Facts = dict[str, Any]  # a JSON object


def facts(value: Any) -> Facts:
    """All facts about a value that a codec can encode: a Position, a finished Game or a Word.

    >>> told = facts(Position.parse("XO./.X./..."))
    >>> told["turn"], told["x"], told["codecs"]["base4"]["code"]
    ('O', {'bitboard': 17, 'cells': [0, 4]}, 265)
    """
    position = position_of(value)
    rules = position.rules
    outcome = position.outcome
    return {
        "position": str(position),
        "board": str(rules),
        "turn": MARK_NAMES[position.turn],
        "ply": position.ply,
        "outcome": outcome and str(outcome),
        "line": list(cells_of(outcome.line)) if outcome else [],
        "unreachable": _unreachable(position),
        "game": str(value) if isinstance(value, Game) else None,
        "x": {"bitboard": position.x, "cells": list(cells_of(position.stones[0]))},
        "o": {"bitboard": position.o, "cells": list(cells_of(position.stones[1]))},
        "codecs": {name: _code_facts(codec(name, rules), value) for name in names(rules)},
        "symmetry": _symmetry_facts(position),
        **_move_facts(position),
    }


def _code_facts(any_codec: Codec[Any], value: Any) -> Facts:
    told = {
        "about": any_codec.about,
        "bits": any_codec.bits,
        "size": any_codec.size,
        "radix": any_codec.radix,
    }
    try:
        code = int(any_codec.encode(any_codec.adapt(value)))
    except CodeError as error:
        return told | {"code": None, "refused": str(error), "fields": []}
    fields = [_field_facts(field, code, any_codec.radix) for field in any_codec.layout]
    return told | {"code": code, "refused": None, "fields": fields}


def _field_facts(field: Field, code: int, radix: int) -> Facts:
    held = code // radix**field.low % radix**field.width
    return {
        "name": field.name,
        "cell": field.cell,
        "digits": _numeral(held, radix, field.width),
        "meaning": _meaning(field, held),
    }


def _numeral(number: int, radix: int, width: int) -> str:
    return "".join(str(number // radix**place % radix) for place in reversed(range(width)))


def _meaning(field: Field, held: int) -> str:
    if field.name == "cell":
        return MARK_NAMES[held]
    if field.cell is not None:  # the field is one player's bit
        return field.name if held else MARK_NAMES[0]
    meanings = {
        "result": RESULT_NAMES[held % 4],
        "error": "yes" if held else "no",
        "input": f"typed {held + 1}" if held else "typed 1, or nothing",
        "turn": "X" if held else "O",
    }
    return meanings.get(field.name, str(held))


def _symmetry_facts(position: Position) -> Facts:
    images: dict[Position, AnySymmetry] = {}  # each with the first symmetry that leads to it
    for by in symmetries(position.rules):
        images.setdefault(position.transform(by), by)
    representative = min(images)  # equals `Position.canonical`, but is already at hand
    return {
        "representative": str(representative),
        "by": images[representative].name.lower().replace("_", " "),
        "images": [str(image) for image in sorted(images)],
    }


def _unreachable(position: Position) -> str | None:
    """Why play cannot reach a position; None if play can reach it, or if that is not known."""
    if position.rules.has(*LAWS):
        return position.unreachable
    if not has_table(position.rules) or position in table(position.rules):
        return None
    return "no moves lead there"


def _move_facts(position: Position) -> Facts:
    """The value, remoteness and moves; None for each unknown fact, with the reason."""
    unknown: Facts = {"value": None, "remoteness": None, "moves": None}
    if _unreachable(position):
        return unknown | {"moves_unknown": "play cannot reach this position"}
    try:
        solved = table(position.rules)
    except (RulesError, TooLargeError) as error:
        return unknown | {"moves_unknown": str(error)}
    value, remoteness = solved[position]
    return {
        "value": value,
        "remoteness": remoteness,
        "moves": [
            {
                "cell": move.cell % position.rules.cells,
                "name": move_name(move.cell, position.rules),
                "value": move.value,
                "remoteness": move.remoteness,
                "best": move.value == value,
            }
            for move in solved.moves(position)
        ],
        "moves_unknown": None,
    }
