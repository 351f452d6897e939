"""The search of games where stones fall: Connect Four and its relatives on flat boards, for any k.

The search is alpha-beta with a null window, on bitboards whose bits are numbered by columns. It
always asks the same question: can the player to move reach a given score? A score shows who wins,
and how soon:

    score    3  a win that leaves two of the winner's stones unplaced
             1  a win with the winner's last stone
             0  a draw
            -1  a loss to the other player's last stone, and so on

So a sooner win or a later loss has a higher score. If both players choose best moves, only the sign
of the score changes from move to move.

    columns     the numbering of bits by columns, and the expressions on these bits
    kernel      the table, the follow-up strategy, and the search; compiled for each board
    caller      calls the kernel: the memory of each thread, the table, positions as words
    search      the questions about a position: value, remoteness, line, moves

A look-up in a table of many MiB misses the processor's caches. So arithmetic comes first: it finds
the moves that lose at once, and the scores that the follow-up strategy proves (`kernel.held`).
Without this strategy, the search of a Connect Four position with 12 stones visits 1.6 times as many
nodes.
"""
