"""The search where stones fall: Connect Four and its relatives on flat boards, with any k.

Alpha-beta with a null window, on bitboards by columns. It always asks the same question: can the
player to move reach a score, or not? A score says how soon a game ends:

    score    3  a win that leaves the winner two more stones than a win with its last one
             1  a win with one's last stone
             0  a draw
            -1  a loss to the other player's last stone, and so on

So a sooner win or a later loss is a higher score. While both play best, only the sign of the score
changes.

    columns     where a cell has its bit, and what is an expression of bits there
    kernel      the table, what following proves, and the search; compiled for each board
    caller      calls it: the memories of threads, the table, positions as words
    search      the questions about a position: value, remoteness, line, moves

A look into a table of many MiB misses the processor's caches. So arithmetic comes first: it finds
the moves that lose at once, and what following proves (`kernel.held`). Without the latter,
positions of Connect Four with 12 stones take 1.6 times the nodes.
"""
