"""The certificates that commands write, from the board's table or by a search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

import click

from noughts.cli.output_files import write_text
from noughts.cli.progress import prepare, steps
from noughts.cli.text.solve import ProgressLine
from noughts.core.position import Position
from noughts.solver.certificates.strategy_certificate import Proof, require_checkable
from noughts.solver.gravity.search import GravitySearch, search_of
from noughts.solver.search.limits import UNLIMITED
from noughts.solver.search.one_process import Search
from noughts.solver.tables.table import has_table, table


def certificate(position: Position, side: int | None = None) -> Iterable[str]:
    """The text lines of a certificate: for `side` or, if it is None, for the position's value."""
    rules = position.rules
    if has_table(rules):
        prepare(rules)
        return Proof(position, side, table(rules))
    require_checkable(position)
    progress = ProgressLine()
    try:
        return searched(search_of(position, UNLIMITED, progress), side)
    finally:
        progress.clear()


def searched(search: Search, side: int | None = None) -> Iterable[str]:
    """The lines of a certificate from a search; an unfinished search is first continued."""
    if isinstance(search, GravitySearch):
        return Proof(search.position, side, search)
    from noughts.solver.search.certificate import SearchedProof  # here, since it needs an extra

    return SearchedProof(search, side)


def write(proof: Iterable[str], path: str) -> None:
    """Write a proof, and show the number of its text lines. For a file, also print the SHA-256."""
    digest = sha256()
    with steps("Writing lines", 0) as advance:

        def counted() -> Iterator[str]:
            for line in proof:
                digest.update(line.encode())
                yield line
                advance(1)

        write_text(path, counted())
    if path != "-":
        cite(digest.hexdigest())


def cite(digest: str) -> None:
    """Print the SHA-256 of a certificate, by which others can tell that they have the same file."""
    click.echo(f"SHA-256 of the certificate: {digest}", err=True)
