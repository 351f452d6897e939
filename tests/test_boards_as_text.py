"""Whatever takes a board takes its text as well, and refuses by name what is neither."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from typing import Any

import pytest

from noughts.arrays import Positions, playouts
from noughts.codecs import codec, names
from noughts.core.rules import Rules
from noughts.errors import RulesError
from noughts.solver import perft
from tests.test_exports import PACKAGES, exported

# Called by the code itself, with what it has checked: for a node, a move or a file.
BY_THE_CODE = re.compile(
    r"\.(alphabeta|check|minimax|mixture|prepare|unchecked|Agent|Codec|Dataset|Header\.of|Position|Response)$"
)


def public_calls() -> Iterator[tuple[str, Any]]:
    """What users call: functions, classes that are no plain records, and methods of classes."""
    for package in PACKAGES:
        if package == "noughts.envs.jax":
            continue  # the import takes a second; its class is held to the laws of environments
        for name in exported(package):
            value = getattr(import_module(package), name)
            if inspect.isclass(value):
                for method in vars(value):
                    if not method.startswith("_") and inspect.isroutine(
                        getattr(value, method, None)
                    ):
                        yield f"{package}.{name}.{method}", getattr(value, method)
                if is_dataclass(value) or "__init__" not in vars(value):
                    continue
            if callable(value):
                yield f"{package}.{name}", value


def board_of(call: Any) -> str | None:
    """The name of the parameter that is a board, if there is one."""
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):  # of a type of Python's own
        return None
    kinds = {"Rules", "Rules | str", "Board"}
    return next((each.name for each in parameters if str(each.annotation) in kinds), None)


TAKING = {
    name: call for name, call in public_calls() if board_of(call) and not BY_THE_CODE.search(name)
}


@pytest.mark.parametrize("name", TAKING)
@pytest.mark.parametrize("board", [3, "4,4"], ids=repr)
def test_what_is_no_board_is_refused_before_anything_else(name: str, board: object) -> None:
    call = TAKING[name]
    needed = inspect.signature(call).parameters.values()
    arguments = {each.name: None for each in needed if each.default is each.empty}
    taken = board_of(call)
    assert taken
    with pytest.raises(RulesError, match=re.escape(repr(board))):
        list(call(**arguments | {taken: board}))  # some count ply by ply


def test_a_board_is_given_as_text_to_the_first_calls_of_every_room() -> None:
    rules = Rules.parse("4,4,3,misere")
    assert codec("base3", "4,4,3,misere") is codec("base3", rules)
    assert names("4,4,3,misere") == names(rules)
    assert [*perft("2,2,2")] == [*perft(Rules(2, 2, 2))]
    assert playouts(100, "4,4,3,misere", seed=1) == playouts(100, rules, seed=1)
    assert Positions.start(2, "4,4,3,misere").rules == rules
    assert len(TAKING) > 40
