"""`Limbs`: a number of several words, for boards with more cells than a word has bits.

    15x15, words of 64 bits        cells 0 ... 63    64 ... 127    128 ... 191    192 ... 224
                                   word  0           1             2              3

`&`, `|` and `^` combine two numbers word by word, and a shift carries bits from word to word. A
negation flips all bits above the lowest set bit. So it flips every bit of the words above the word
with that bit; the words below this word are 0 and stay 0.

    x        0000 0110 0000
    -x       1111 1010 0000

A word is anything with the bitwise operators, such as an array, a solver's bit-vector or a recorded
value. A constant word is an int, and a word that is the constant 0 costs no operation: after `& 1`,
only the lowest word needs operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from noughts.expressions.trace import Expression, Operand, Trace

WORD = 64


class Limbs:
    """A number held in words of `width` bits, lowest first; an operand for the functions of `bits`.

    As in a machine word, bits that an operator shifts or carries beyond the top are lost. An
    operand that is an int is split into words. Any other operand that is not `Limbs` becomes the
    lowest word of a number whose other words are 0.

    >>> x = Limbs([0b1001, 0b0110], width=4)
    >>> (x << 2).words, (x >> 3).words, (-x).words, (x & 1).words
    ((4, 10), (13, 0), (7, 9), (1, 0))

    If the words are arrays, their dtype is the unsigned type of `width` bits.
    """

    __slots__ = ("width", "words")
    __array_ufunc__ = None  # an array on the left leaves the operation to this class

    def __init__(self, words: Iterable[Operand], width: int = WORD) -> None:
        self.words: tuple[Operand, ...] = tuple(words)
        self.width: int = width

    def __int__(self) -> int:
        """The number as an int, if all words are ints.

        >>> int(Limbs([1, 2], width=8))
        513
        """
        return sum(int(word) << at * self.width for at, word in enumerate(self.words))

    def __repr__(self) -> str:
        return f"Limbs({list(self.words)}, width={self.width})"

    def _with(self, words: Iterable[Operand]) -> Limbs:
        return Limbs(words, self.width)

    def _words_of(self, other: Operand) -> tuple[Operand, ...]:
        if isinstance(other, Limbs):
            if (len(other.words), other.width) != (len(self.words), self.width):
                raise ValueError(
                    f"{len(self.words)} words of {self.width} bits do not fit "
                    f"{len(other.words)} of {other.width}"
                )
            return other.words
        if isinstance(other, int):
            return split(other, len(self.words), self.width)
        return (other, *[0] * (len(self.words) - 1))

    def _joined(
        self, other: Operand, operator: Callable[[Operand, Operand, int], Operand]
    ) -> Limbs:
        ones = (1 << self.width) - 1
        pairs = zip(self.words, self._words_of(other), strict=True)
        return self._with(operator(*_known_last(a, b), ones) for a, b in pairs)

    def __and__(self, other: Operand) -> Limbs:
        return self._joined(other, _and)

    def __or__(self, other: Operand) -> Limbs:
        return self._joined(other, _or)

    def __xor__(self, other: Operand) -> Limbs:
        return self._joined(other, _xor)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def __lshift__(self, by: int) -> Limbs:
        return self._with(self._from(-by))

    def __rshift__(self, by: int) -> Limbs:
        return self._with(self._from(by))

    def _from(self, by: int) -> Iterator[Operand]:
        """The words of this number, shifted down by `by` bits, or up if `by` is negative."""
        width = self.width
        within = dict(enumerate(self.words))
        for at in range(len(self.words)):
            number, skipped = divmod(at * width + by, width)
            lower, upper = within.get(number, 0), within.get(number + 1, 0)
            if skipped == 0:
                yield lower
            else:
                left = (1 << width - skipped) - 1  # without the bits that a signed type shifts in
                down = lower if _is_zero(lower) else lower >> skipped & left
                up = upper if _is_zero(upper) else self._kept(upper << width - skipped)
                yield _or(*_known_last(down, up), 0)

    def __neg__(self) -> Limbs:
        ones = (1 << self.width) - 1
        words: list[Operand] = []
        below: Operand = 0  # the OR of the words so far
        flipped: Operand = 0  # all ones if one of these words is not 0
        for word in self.words:
            if _is_zero(word):
                words.append(flipped)
                continue
            negative = self._kept(-word)
            if _is_zero(flipped):
                words.append(negative)
            else:
                inverse = word ^ _like(word, ones)
                words.append(negative ^ (negative ^ inverse) & flipped)
            below = _or(*_known_last(below, word), ones)
            # A number or its negation has the top bit, unless both are 0.
            flipped = self._kept(-((below | self._kept(-below)) >> self.width - 1 & 1))
        return self._with(words)

    def _kept(self, word: Operand) -> Operand:
        """A word without bits beyond its width, which only an int can have."""
        return word & (1 << self.width) - 1 if isinstance(word, int) else word


def split(number: int, count: int, width: int = WORD) -> tuple[int, ...]:
    """The lowest `count` words of an int.

    >>> split(0x12345, 3, width=8)
    (69, 35, 1)
    """
    return tuple(number >> at * width & (1 << width) - 1 for at in range(count))


def words_for(bits: int, width: int = WORD) -> int:
    """The number of words of `width` bits that a number of `bits` bits takes.

    >>> words_for(225), words_for(361)
    (4, 6)
    """
    return -(-bits // width)


def recorded_in_words(
    function: Expression,
    counts: Sequence[int | None],
    width: int = WORD,
    **possible: int,
) -> Trace:
    """The `Trace` of a function of large numbers, recorded as operations on words.

    Each keyword names a number and gives the mask of its possible bits; the words of a number `x`
    become the parameters `x0`, `x1` and so on. `counts` gives, for each result, the number of words
    needed, or None for all words. The words of all results follow one another in the trace's
    `results`.

    >>> trace = recorded_in_words(lambda x: x << 3, [2], x=(1 << 100) - 1)
    >>> [*trace.parameters], len(trace)    # two shifts up, one down, and an "or"
    (['x0', 'x1'], 4)
    """
    names = {
        name: [f"{name}{at}" for at in range(words_for(bits.bit_length(), width))]
        for name, bits in possible.items()
    }
    room = max(*map(len, names.values()), *(count or 1 for count in counts))
    reaches: dict[str, int] = {}
    for name, bits in possible.items():
        reaches |= zip(names[name], split(bits, len(names[name]), width), strict=True)

    def on_words(**words: Operand) -> tuple[Operand, ...]:
        numbers = {}
        for name, own in names.items():
            held = [words[each] for each in own]
            numbers[name] = Limbs([*held, *[0] * (room - len(held))], width)
        results = function(**numbers)
        every = results if isinstance(results, tuple) else (results,)
        return tuple(
            word
            for result, count in zip(every, counts, strict=True)
            for word in (result.words if isinstance(result, Limbs) else (result,))[:count]
        )

    return Trace(on_words, width=width, **reaches)


def _is_zero(word: Operand) -> bool:
    return isinstance(word, int) and word == 0


def _like(word: Operand, number: int) -> Operand:
    """`number` in the type of `word`, since JAX would take a plain int as a signed number."""
    kind = getattr(getattr(word, "dtype", None), "type", None)
    return number if kind is None else kind(number)


def _known_last(a: Operand, b: Operand) -> tuple[Operand, Operand]:
    return (b, a) if isinstance(a, int) else (a, b)


def _and(word: Operand, other: Operand, ones: int) -> Operand:
    if isinstance(other, int):
        return 0 if other == 0 else word if other == ones else word & _like(word, other)
    return word & other


def _or(word: Operand, other: Operand, _: int) -> Operand:
    if isinstance(other, int):
        return word if other == 0 else word | _like(word, other)
    return word | other


def _xor(word: Operand, other: Operand, _: int) -> Operand:
    if isinstance(other, int):
        return word if other == 0 else word ^ _like(word, other)
    return word ^ other
