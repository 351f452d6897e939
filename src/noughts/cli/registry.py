"""Which commands there are: their names and summaries by group, in the order of the help.

A command is the function of that name in the module of that name in `cli.commands`. Nothing is
imported here, so that `noughts --help` starts fast.
"""

from __future__ import annotations

GROUPS = {
    "Play": {
        "play": "Play in the terminal; the opponent never loses unless told to.",
        "web": "Play in the browser, and see the bits; Ctrl-C ends it.",
        "classic": "Play the game of one 32-bit word, reading moves (1-9) from standard input.",
    },
    "Solve and count": {
        "solve": "Print the value, remoteness and best moves of a position.",
        "versus": "Print how player A does against player B, exactly.",
        "perft": "Count the ways to play, by length, and what they come to.",
        "count": "Count positions and classes by ply, and games by length and result.",
        "table": "Solve every position of a board, and keep the answers in a file.",
        "certify": "Write a proof that a side never loses (or wins), or check one.",
    },
    "See and convert": {
        "show": "Show a position bit by bit, in every representation.",
        "convert": "Convert codes from one codec to another.",
        "emit": "Write the rules of a board as a module in another language.",
    },
    "Store": {
        "pack": "Pack codes or positions into a store, a file of few bits a code.",
        "unpack": "Write what a store holds, in order.",
        "info": "Print what a store holds and whether it is whole.",
    },
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
