"""Writes recorded expressions as source text of a language, or as Python functions of ints.

If an expression runs unchanged, it loops over parts of the rules, such as directions, and makes
many calls. A function that is generated from the recorded expression, once for each board, has
neither loops nor calls and takes a fraction of the time. (For arrays, a compiled kernel takes this
role.) With large numbers, the bit operations themselves take most of the time, so the expression
then runs unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from noughts.expressions.trace import Expression, Operand, Recorded, Trace

LONGEST = 88  # an expression longer than this gets a name


class ExpressionWriter:
    """The notation of a language for expressions; this base class writes Python for ints.

    >>> ExpressionWriter().body(Trace(lambda x, o: (x | o) & 6, x=7, o=7))
    ([], ['(x | o) & 6'])
    """

    encloses = False  # whether operations are written as calls, which need no parentheses

    def literal(self, number: int) -> str:
        """The text of a constant."""
        return str(number)

    def operation(self, operator: str, left: str, right: str) -> str:
        """The text of an operation on `left` and `right`, which have any parentheses they need."""
        return f"{left} {operator} {right}"

    def shift(self, operator: str, value: str, by: int) -> str:
        """The text of a shift by a constant."""
        return f"{value} {operator} {by}"

    def negation(self, value: str) -> str:
        """The text of a negation, in two's complement."""
        return f"-{value}"

    def body(self, trace: Trace) -> tuple[list[tuple[str, str]], list[str]]:
        """Pairs `(name, expression)` for the values that need a name, and the texts of the results.

        A value needs a name if it is used more than once, or if its expression is too long. Every
        other value's expression is written at the one place where the value is used.
        """
        uses = trace.uses()
        named: list[tuple[str, str]] = []
        texts: dict[int, str] = {}
        operators: dict[str, str] = {}  # the outermost operator of each text that is not a name

        def text(operand: Operand, around: str = "") -> str:
            if not isinstance(operand, Recorded):
                return self.literal(operand)
            if operand.operator == "parameter":
                return str(operand.operands[0])
            written = texts[operand.number]
            inner = operators.get(written)
            plain = inner is None or self.encloses or (inner == around and inner in "&|^")
            return written if plain else f"({written})"

        for value in trace:
            written = self._expression(value, text)
            if uses[value.number] > 1 or len(written) > LONGEST:
                named.append((f"t{len(named)}", written))
                written = named[-1][0]
            else:
                operators[written] = value.operator
            texts[value.number] = written
        results = [
            texts[each.number]
            if isinstance(each, Recorded) and each.number in texts
            else text(each)
            for each in trace.results
        ]
        return named, results

    def _expression(self, value: Recorded, text: Callable[..., str]) -> str:
        if value.operator == "neg":
            return self.negation(text(value.operands[0]))
        left, right = value.operands
        if value.operator in ("<<", ">>"):
            return self.shift(value.operator, text(left), right)
        return self.operation(value.operator, text(left, value.operator), text(right))


WRITTEN_BITS = 512  # of the largest parameter of a generated function


def written(name: str, expression: Expression, **reaches: int) -> Expression:
    """A generated function of ints, `name(*reaches)`, with the same results as an expression.

    `reaches` names the parameters, each with the mask of its possible bits. If a parameter can
    have more than `WRITTEN_BITS` bits, `written` returns the expression itself.

    >>> written("joined", lambda x, o: (x | o, x & o), x=511, o=511)(3, 6)
    (7, 2)
    """
    if max(reaches.values()).bit_length() > WRITTEN_BITS:
        return expression
    trace = Trace(expression, **reaches)
    named, results = ExpressionWriter().body(trace)
    text = [
        f"def {name}({', '.join(reaches)}):",
        *(f" {local} = {value}" for local, value in named),
    ]
    text.append(f" return {', '.join(results)}")
    made: dict[str, Any] = {}
    exec("\n".join(text), made)  # noqa: S102 - written here
    function: Expression = made[name]
    return function
