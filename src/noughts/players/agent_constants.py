"""Constants of agents and of agent files that the browser game also needs.

This module needs only the standard library, so that the browser game can be built without other
packages.
"""

REWARDS = (3, 1, -1)  # the change in beads after a win, a draw and a loss
MOST = 1 << 27  # beads of a colour: so the sum of a box stays in the range of `below`
METHODS = ("q", "sarsa", "td", "mc")

FORMAT = "noughts agent 1"
AGENT_BYTES = 1 << 26  # the largest file; an agent for the largest board takes a third of it
ABOUT_BYTES = 1 << 16
