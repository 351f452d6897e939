"""The text of the engine that is compiled."""

from __future__ import annotations

import ast
import builtins

from noughts.solver.search.compiled import engine, source


def test_the_engines_text_holds_all_that_it_uses() -> None:
    tree = ast.parse(source())
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    bound = {
        *(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and _stores(node)),
        *(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)),
        *(node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)),
        *(node.asname or node.name for node in ast.walk(tree) if isinstance(node, ast.alias)),
        *dir(builtins),
    }
    annotations = {"Word", "Words", "Board", "Memory"}
    assert named - bound <= annotations


def _stores(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def test_the_engine_has_a_search_for_each_kind_of_question() -> None:
    functions = engine.__wrapped__()
    assert all(hasattr(functions, name) for name in ("wins", "proves", "suffers", "Node"))
