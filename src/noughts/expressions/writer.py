"""Writes a recorded expression as text in a language; and as Python, to run it on ints.

An expression loops over the rules, which are constants, and calls function after function. Recorded
once for a board and written out, it runs in a fraction of the time: it does for ints what a
compiled kernel does for arrays. On large numbers the operations take most of the time, and the
expression runs as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from noughts.expressions.trace import Expression, Operand, Recorded, Trace

LONGEST = 88  # an expression longer than this gets a name


class ExpressionWriter:
    """How an expression looks: here as in Python, on ints.

    >>> ExpressionWriter().body(Trace(lambda x, o: (x | o) & 6, x=7, o=7))
    ([], ['(x | o) & 6'])
    """

    encloses = False  # whether an operation needs no parentheses, since it is written as a call

    def literal(self, number: int) -> str:
        """A constant."""
        return str(number)

    def operation(self, operator: str, left: str, right: str) -> str:
        """An operation on two operands, each a name, a literal or in parentheses."""
        return f"{left} {operator} {right}"

    def shift(self, operator: str, value: str, by: int) -> str:
        """A shift by a constant."""
        return f"{value} {operator} {by}"

    def negation(self, value: str) -> str:
        """Two's complement."""
        return f"-{value}"

    def body(self, trace: Trace) -> tuple[list[tuple[str, str]], list[str]]:
        """`(name, expression)` of the values that need a name, and the results.

        A value used once is written where it is used, unless the line would grow too long.
        """
        uses = trace.uses()
        named: list[tuple[str, str]] = []
        texts: dict[int, str] = {}
        operators: dict[str, str] = {}  # of the texts that are not a name alone

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


WRITTEN_BITS = 512  # of the largest parameter of a function that is written


def written(name: str, expression: Expression, **reaches: int) -> Expression:
    """The function of ints `name(*reaches)` that gives what an expression does.

    `reaches` names the parameters with the bits that each may have.

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
