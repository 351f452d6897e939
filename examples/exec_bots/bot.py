"""A player in Python, for every game: any of the moves that it is given."""

import random
import sys

for line in sys.stdin:
    board, position, mark, *moves = line.split()
    print(random.choice(moves), flush=True)
