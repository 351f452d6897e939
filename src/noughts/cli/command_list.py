"""The commands: their names and summaries by group, in the order of the help.

A command is the function of that name in the module of that name in `cli.commands`. Nothing is
imported here, so `noughts --help` starts fast. The summary begins the command's own help.
"""

from __future__ import annotations

GROUPS = {
    "Play": {
        "play": "Play in the terminal, on any board; on 3x3 the opponent never loses.",
        "web": "Play in the browser, and see the bits; Ctrl-C ends it.",
        "classic": "Play the game of one 32-bit word, with moves (1-9) from standard input.",
    },
    "Solve and count": {
        "solve": "Print the value, remoteness and best moves of a position.",
        "versus": "Print the exact results of players against each other.",
        "perft": "Count move paths by length, and how they end.",
        "count": "Count positions, symmetry classes and games.",
        "table": "Solve every position of a board and keep the answers in a file.",
        "values": "List what empty boards are worth, and who published it.",
        "certify": "Write a proof that a side never loses (or wins), or check one.",
    },
    "Learn": {
        "learn": "Let an agent learn by playing, and say how good it is, exactly.",
    },
    "See and convert": {
        "show": "Show a position bit by bit, in every representation.",
        "convert": "Convert codes from one codec to another.",
        "map": "Draw a player's answer to every move, as one picture.",
        "emit": "Write the rules of a board as a module in another language.",
    },
    "Store": {
        "dataset": "Write every position of a board, with all that is known of it, as a table.",
        "pack": "Pack codes or positions into a store, a compact file.",
        "unpack": "Write the contents of a store, in order.",
        "info": "Describe a store, and check whether it is whole.",
    },
    "Set up": {
        "shell": "Install completion for your shell, and the manual pages.",
    },
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
