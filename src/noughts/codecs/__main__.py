"""`python -m noughts.codecs` prints what every codec and packing costs, in bits a state."""

import sys

from noughts.codecs.costs import costs

sys.stdout.write(costs())
