"""Records a bit expression: its function runs once on `Recorded` values, which log operations.

Equal operations are recorded once. An operation is not recorded if its result already follows from
the bits that its operands can have. For this purpose, each value has `possible`, a mask of the bits
that the value can have:

    stones            possible 111111111     a parameter may have any bit of the board
    stones >> 6       possible 000000111
    ... & 0b111       the same value: the mask clears no bit
    ... & 0b1000      0: the mask clears all bits

Numbers have as many bits as they need, unless a `Trace` is given a `width`: then they are words of
this many bits, and bits that an operation shifts or carries beyond the top are lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

COMMUTATIVE = {"&", "|", "^", "+", "*"}
ANY_BITS = -1  # `possible` of a negation without a width: any number of ones

Operand = Any
"""An argument or result of an expression: int, array, `Recorded`, `Limbs`, `Slices` or bit-vector.

A type variable would be wrong: the operators of an array return `Any`, and constants are ints.
"""

Expression = Callable[..., Operand]


class Recorded:
    """A symbolic value: a parameter, or an operation on other values.

    `operator` is one of `& | ^ << >> + - * //`, or `neg`, or `parameter`. `operands` are recorded
    values and ints; the only operand of a parameter is its name. No subtraction may have a negative
    result.
    """

    __slots__ = ("number", "operands", "operator", "possible", "trace")

    def __init__(
        self, trace: Trace, number: int, operator: str, operands: tuple[Operand, ...], possible: int
    ) -> None:
        self.trace: Trace = trace
        self.number: int = number
        self.operator: str = operator
        self.operands: tuple[Operand, ...] = operands
        self.possible: int = possible

    def __and__(self, other: Operand) -> Operand:
        possible = self.possible & _possible(other)
        if possible == 0:
            return 0
        if other is self or (isinstance(other, int) and possible == self.possible):
            return self
        if isinstance(other, int) and self.operator == "&" and isinstance(self.operands[1], int):
            return self.operands[0] & (self.operands[1] & other)
        return self.trace.record("&", self, other, possible=possible)

    def __or__(self, other: Operand) -> Operand:
        if other is self or _is(other, 0):
            return self
        return self.trace.record("|", self, other, possible=self.possible | _possible(other))

    def __xor__(self, other: Operand) -> Operand:
        if other is self:
            return 0
        if _is(other, 0):
            return self
        return self.trace.record("^", self, other, possible=self.possible | _possible(other))

    def __lshift__(self, by: int) -> Operand:
        if by == 0:
            return self
        possible = self.possible << by & self.trace.room
        return self.trace.record("<<", self, by, possible=possible) if possible else 0

    def __rshift__(self, by: int) -> Operand:
        if by == 0:
            return self
        possible = self._not_negative(">>") >> by
        return self.trace.record(">>", self, by, possible=possible) if possible else 0

    def __add__(self, other: Operand) -> Operand:
        if _is(other, 0):
            return self
        possible = _up_to(self.possible + _possible(other)) & self.trace.room
        return self.trace.record("+", self, other, possible=possible)

    def __sub__(self, other: Operand) -> Operand:
        if _is(other, 0):
            return self
        return self.trace.record("-", self, other, possible=_up_to(self.possible))

    def __mul__(self, other: Operand) -> Operand:
        if _is(other, 0) or _is(other, 1):
            return other and self
        return self.trace.record(
            "*", self, other, possible=_up_to(self.possible * _possible(other))
        )

    def __floordiv__(self, by: int) -> Operand:
        if by == 1:
            return self
        possible = _up_to(self._not_negative("//") // by)
        return self.trace.record("//", self, by, possible=possible) if possible else 0

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__
    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Operand:
        return self.trace.record("neg", self, possible=self.trace.room)

    def _not_negative(self, operator: str) -> int:
        if self.possible == ANY_BITS:
            raise TypeError(f"mask a negation before {operator}: languages differ in what it gives")
        return self.possible

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError(
            "a recorded expression has no value to branch, index, loop or compare on; "
            "leave comparisons to the code around it"
        )

    def __invert__(self) -> NoReturn:
        raise TypeError("~cells has bits outside the board; write cells ^ rules.board")

    __bool__ = _refuse
    __index__ = _refuse
    __iter__ = _refuse
    __lt__ = _refuse
    __le__ = _refuse
    __gt__ = _refuse
    __ge__ = _refuse

    def __eq__(self, other: object) -> bool:
        self._refuse(other)

    __hash__ = object.__hash__  # a class with an __eq__ otherwise has none


class Trace:
    """The operations of one function, each after its operands.

    >>> from noughts import TICTACTOE
    >>> from noughts.core.bits import line_starts
    >>> traced = Trace(lambda stones: line_starts(stones, TICTACTOE), stones=TICTACTOE.board)
    >>> len(traced)    # four or five operations a direction, three that join the directions
    21

    `results` holds the result of `function` or, if that is a tuple, its items. With a `width`, all
    values are words of that many bits.
    """

    def __init__(self, function: Expression, width: int | None = None, **possible: int) -> None:
        """Run `function` on recorded values; each keyword is a parameter with its possible bits."""
        self.function: Expression = function
        self.reaches: dict[str, int] = possible  # with `function`, enough to record it in words
        self.room: int = ANY_BITS if width is None else (1 << width) - 1  # the bits of any value
        self._known: dict[tuple[Any, ...], Recorded] = {}
        self.parameters: dict[str, Recorded] = {
            name: self.record("parameter", name, possible=bits) for name, bits in possible.items()
        }
        result = function(**self.parameters)
        self.results: tuple[Operand, ...] = result if isinstance(result, tuple) else (result,)

    def record(self, operator: str, *operands: Operand, possible: int) -> Recorded:
        """The value of an operation, which is recorded unless an equal operation already is."""
        if operator in COMMUTATIVE:  # sort recorded values by number, and constants last
            operands = tuple(sorted(operands, key=lambda x: (isinstance(x, int), _key(x))))
        key = (operator, *(_key(operand) for operand in operands), *map(type, operands))
        if key not in self._known:
            kind = self.kind(operator, operands)
            self._known[key] = kind(self, len(self._known), operator, operands, possible)
        return self._known[key]

    def kind(self, operator: str, operands: tuple[Operand, ...]) -> type[Recorded]:  # noqa: ARG002
        """The class for an operation's value; a subclass of `Trace` may use several classes."""
        return Recorded

    def __iter__(self) -> Iterator[Recorded]:
        """The operations that the results need, each after its operands."""
        needed = {each.number for each in self.results if isinstance(each, Recorded)}
        values = list(self._known.values())
        for value in reversed(values):
            if value.number in needed:
                needed |= {each.number for each in value.operands if isinstance(each, Recorded)}
        return (each for each in values if each.number in needed and each.operator != "parameter")

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def uses(self) -> Counter[int]:
        """By each value's number, how often the results and the operations they need use the value.

        >>> trace = Trace(lambda x: (x ^ 1) * (x ^ 1), x=1)
        >>> sorted(trace.uses().items())    # value 0 is x, value 1 is x ^ 1
        [(0, 1), (1, 2), (2, 1)]
        """
        used = (*self.results, *(operand for value in self for operand in value.operands))
        return Counter(each.number for each in used if isinstance(each, Recorded))


def _key(operand: Operand) -> Operand:
    return operand.number if isinstance(operand, Recorded) else operand


def _possible(operand: Operand) -> int:
    return operand.possible if isinstance(operand, Recorded) else int(operand)


def _is(operand: Operand, number: int) -> bool:
    return isinstance(operand, int) and operand == number


def _up_to(largest: int) -> int:
    """The bits that are possible in any number from 0 to `largest`."""
    return (1 << largest.bit_length()) - 1
