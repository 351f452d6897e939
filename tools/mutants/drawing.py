"""Mutants of a module: its text with one small fault put in.

    if bits < 200:      ──>  if (bits <= 200):      a comparison that is off by one
    raise CodeError(…)  ──>  pass                   a statement that is left out

A mutant is a piece of the text and what replaces it, so all else stays as it is written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
LOOSE = (ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.UnaryOp)  # need parentheses


@dataclass(frozen=True)
class Mutant:
    """A piece of a module's text, in bytes from `start` to `end`, and what stands there instead.

    `lines` are the first and the last line of the statement around it, down to its last changed
    line. `removed` and `added` are the changed lines without their indents, as in a diff. Together
    with `path` and `function` they name the mutant, even after lines above it have moved.
    """

    path: str
    function: str
    lines: tuple[int, int]
    start: int
    end: int
    text: str
    removed: str
    added: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names it."""
        return self.path, self.function, self.removed, self.added

    def applied(self, source: bytes) -> bytes:
        """The module with the fault in it."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def __str__(self) -> str:
        lines = [f"{self.path}:{self.lines[1]} {self.function}".rstrip()]
        lines += [f"- {line}" for line in self.removed.split("\n")]
        lines += [f"+ {line}" for line in self.added.split("\n")]
        return "\n".join(lines)


def mutants(root: Path, path: str) -> list[Mutant]:
    """All mutants of the module `path` below `root`, in the order of its text."""
    source = (root / path).read_bytes()
    drawn = _Drawing(path, source)
    drawn.visit(ast.parse(source))
    unique = {each.key: each for each in drawn.found}
    return sorted(unique.values(), key=lambda each: (each.start, each.end, each.text))


class _Drawing(ast.NodeVisitor):
    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source, self.found = path, source, list[Mutant]()
        self.offsets = [0]
        for line in source.splitlines(keepends=True):
            self.offsets.append(self.offsets[-1] + len(line))
        self.names: list[str] = []
        self.line = 0  # of the statement that is being visited

    def visit(self, node: ast.AST) -> None:
        """Draw from a node and from what is in it; notes for a reader or a type checker are not."""
        if isinstance(node, ast.stmt):
            self.line = node.lineno
        # Places in a text with braces are not told by Python 3.11, and most are messages.
        if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom) or _is_for_types(node):
            return
        for piece, text in _alternatives(node):
            self._add(piece, text)
        scope = isinstance(node, ast.FunctionDef | ast.ClassDef)
        if scope:
            self.names.append(node.name)  # type: ignore[attr-defined] # it is one of the two
        for part in _parts(node):
            self.visit(part)
        if scope:
            self.names.pop()

    def _add(self, node: Any, text: str) -> None:
        start = self.offsets[node.lineno - 1] + node.col_offset
        end = self.offsets[node.end_lineno - 1] + node.end_col_offset
        first, last = self.offsets[node.lineno - 1], self.offsets[node.end_lineno]
        changed = self.source[first:start] + text.encode() + self.source[end:last]
        mutant = Mutant(
            self.path,
            ".".join(self.names),
            (min(self.line, node.lineno), node.end_lineno),
            start,
            end,
            text,
            _plain(self.source[first:last]),
            _plain(changed),
        )
        if mutant.removed != mutant.added:
            self.found.append(mutant)


def _plain(lines: bytes) -> str:
    return "\n".join(line.strip() for line in lines.decode().splitlines())


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes in a node that run, which annotations and decorators do not for long."""
    skipped = {"annotation", "returns", "decorator_list"}
    if isinstance(node, ast.keyword) and node.arg == "strict":  # of `zip`: says what is so anyway
        return
    for name, value in ast.iter_fields(node):
        if name in skipped:
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST):
                yield each


def _is_for_types(node: ast.AST) -> bool:
    """Whether a node is read by type checkers alone."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.FunctionDef):
        marks = {ast.unparse(each) for each in node.decorator_list}
        return bool(marks & {"overload", "abstractmethod"})
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _alternatives(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """The pieces of a node that may be replaced, each with what may replace it."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            loop = isinstance(node, ast.While)  # which would never end
            yield from ((test, text) for text in ("False", "True")[: 1 if loop else 2])
        case ast.comprehension(ifs=tests):
            yield from ((test, "True") for test in tests)
        case ast.Compare():
            for at, operator in enumerate(node.ops):
                for other in COMPARISONS[type(operator)]:
                    operators = [*node.ops[:at], other(), *node.ops[at + 1 :]]
                    yield node, _text(ast.Compare(node.left, operators, node.comparators))
        case ast.BinOp() if type(node.op) in OPERATORS and not _is_text(node.left):
            yield node, _text(ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right))
        case ast.AugAssign() if type(node.op) in OPERATORS:
            other_operator = OPERATORS[type(node.op)]()
            yield node, _text(ast.AugAssign(node.target, other_operator, node.value))
            yield node, "pass"
        case ast.BoolOp():
            other_kind = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, _text(ast.BoolOp(other_kind, node.values))
            for at in range(len(node.values)):
                left = [*node.values[:at], *node.values[at + 1 :]]
                yield node, _text(ast.BoolOp(node.op, left) if len(left) > 1 else left[0])
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node, _text(node.operand)
        case ast.Constant(value=bool()):
            yield node, str(not node.value)
        case ast.Constant(value=int(number)):
            yield from ((node, f"({number + by})") for by in (1, -1))
        case ast.Slice(lower, upper, step):
            if lower is not None:
                yield node, _text(ast.Slice(None, upper, step))
            if upper is not None:
                yield node, _text(ast.Slice(lower, None, step))
        case ast.Call(func=ast.Name(id=name)) if name in OPPOSITES:
            yield node.func, OPPOSITES[name]
        case ast.Expr() | ast.Raise() | ast.Continue() | ast.Break() | ast.Delete():
            yield node, "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, "pass"
    if isinstance(node, ast.IfExp):
        yield node, _text(ast.IfExp(node.test, node.orelse, node.body))


def _text(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(node))
    return f"({text})" if isinstance(node, LOOSE) else text


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
