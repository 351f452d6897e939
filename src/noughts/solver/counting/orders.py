"""Counts paths in games where a run longer than k is not a line: some orders end the game early.

    k = 3, X X X X      the last stone is not at an end, since the first three would be a line

The number of orders of a set's stones is a sum over the possible last stones, and the orders of a
position's two sets are independent. The number of paths may be too large for a word of 64 bits. So
paths are counted modulo several primes, any two of which have a product that fits into a word. The
Chinese remainder theorem combines the remainders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import factorial

import numpy as np

from noughts.core.rules import Rules, X
from noughts.kernels.compiler import build
from noughts.kernels.dtypes import Bools, Uint32s
from noughts.solver.counting.cell_sets import CellSets
from noughts.solver.counting.fits import Fit, fitting
from noughts.system.progress import Reporter

PRIMES = (2147483647, 2147483629, 2147483587, 2147483579)  # just below 2**31


def paths(
    sets: tuple[CellSets, CellSets], fits: Iterable[Fit], rules: Rules, report: Reporter
) -> dict[Fit, int]:
    """The number of paths that lead to the positions of each of the `fits`.

    `report` is called with the number of steps done and the total number of steps.

    >>> from noughts.solver.counting.cell_sets import cell_sets
    >>> rules = Rules(1, 4, 3, length="exact")
    >>> every = [Fit(X, 3, 1, True), Fit(X, 2, 2, False)]
    >>> paths(cell_sets(rules, "an example"), every, rules, print)
    0 2
    1 2
    {Fit(mark=1, own=3, other=1, ended=True): 12, Fit(mark=1, own=2, other=2, ended=False): 24}
    """
    found, modulus = dict.fromkeys(fits, 0), 1
    most = factorial(rules.cells) << rules.cells  # more than the paths of a wild game
    primes = PRIMES[: next(n for n in range(1, 5) if PRIMES[-1] ** n > most)]
    for number, prime in enumerate(primes):
        inverse = pow(modulus, -1, prime)
        for done, (fit, rest) in enumerate(_modulo(prime, sets, found, rules)):
            report(number * len(found) + done, len(primes) * len(found))
            found[fit] += (rest - found[fit]) * inverse % prime * modulus
        modulus *= prime
    return found


def _modulo(
    prime: int, sets: tuple[CellSets, CellSets], fits: Iterable[Fit], rules: Rules
) -> Iterator[tuple[Fit, int]]:
    sizes = np.bitwise_count(np.arange(1 << rules.cells, dtype=np.uint32))
    orders = {id(each): np.zeros(len(sizes), np.uint32) for each in sets}
    for each in sets:
        build("orders", count_orders).count_orders(each.open, prime, orders[id(each)])
    beside = (0, 0)  # the sets that `fitted` counts, and their size
    for fit in fits:
        own, other = sets if fit.mark == X else sets[::-1]
        if beside != (id(other), fit.other):
            beside = (id(other), fit.other)
            chosen = other.open & (sizes == fit.other)
            fitted = fitting(np.where(chosen, orders[id(other)], np.uint64(0)))
            fitted %= prime
        ways = np.flatnonzero((sizes == fit.own) & (own.open != fit.ended))
        total = int((orders[id(own)][ways] * fitted[ways] % prime).sum())
        yield fit, total * fit.interleaved(rules) % prime


def count_orders(is_open: Bools, prime: int, orders: Uint32s) -> None:
    """Count, modulo `prime`, each set's orders of stones with only open sets on the way."""
    orders[0] = 1
    for stones in range(1, len(orders)):
        rest, total = stones, 0
        while rest:
            before = stones & ~(rest & -rest)
            total += np.int64(orders[before]) * is_open[before]
            rest &= rest - 1
        orders[stones] = total % prime
