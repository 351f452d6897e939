"""Constants of agents and of their files that the page needs, too.

The standard library is enough here, so that the page is made where nothing else is installed.
"""

REWARDS = (3, 1, -1)  # beads, after a win, a draw and a loss
MOST = 1 << 27  # beads of a kind: those of a box then have a sum that `below` takes
METHODS = ("q", "sarsa", "td", "mc")

FORMAT = "noughts agent 1"
AGENT_BYTES = 1 << 26  # of a file: the largest board takes a third of it
ABOUT_BYTES = 1 << 16
