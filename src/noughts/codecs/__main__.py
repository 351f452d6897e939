"""`python -m noughts.codecs` prints what every codec and packing costs, in bits a state."""

import sys

from noughts.codecs.costs import costs

if __name__ == "__main__":
    sys.stdout.write(costs())
