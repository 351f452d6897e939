"""What uniformly random play on 3x3 comes to: the chance of each end, by result and last ply."""

from fractions import Fraction

ENDS = {
    ("X", 5): Fraction(2, 21),
    ("O", 6): Fraction(37, 420),
    ("X", 7): Fraction(37, 140),
    ("O", 8): Fraction(1, 5),
    ("X", 9): Fraction(71, 315),
    ("draw", 9): Fraction(8, 63),
}
RESULTS = {"X": Fraction(737, 1260), "O": Fraction(121, 420), "draw": Fraction(8, 63)}


def by_result(ends: dict[tuple[str, int], Fraction]) -> dict[str, Fraction]:
    """The chance of each result, whenever it comes."""
    results = {result for result, _ in ends}
    return {
        result: sum((chance for (who, _), chance in ends.items() if who == result), Fraction(0))
        for result in results
    }
