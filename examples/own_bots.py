"""A tournament of bots of one's own, with the library's among them.

python examples/own_bots.py --games 1000
"""

import argparse

from tqdm import tqdm

from noughts import Position, tournament
from noughts.core import bits


def corners(position: Position) -> int:
    """The centre, else a corner, else whatever is free."""
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if cell in position.legal_moves)


def careful(position: Position) -> int:
    """Wins if it can, else stops a win, else plays as `corners`."""
    for side in position.sides:  # the player to move, then the other
        cells = bits.completions(side, position.rules) & position.legal
        if cells:
            return next(bits.cells_of(cells))
    return corners(position)


def main() -> None:
    """Play each against each, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=1_000, help="games of each pair")
    players = {"careful": careful, "corners": corners, "perfect": "perfect", "random": "random"}
    with tqdm(unit=" games", leave=False) as bar:

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        result = tournament(players, asked.parse_args().games, seed=1, progress=show)
    print(result)


if __name__ == "__main__":
    main()
