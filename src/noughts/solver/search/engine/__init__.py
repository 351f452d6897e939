"""One engine for all boards of up to 64 cells: can the attacker make a line first?

The engine consists of ordinary functions on words and records. The board is an argument, so
`engine_caller` compiles the functions once for all boards; uncompiled, they are plain Python. The
attacker is the player whose win is in question, and the defender is the other player.

There are two games. In the *strong* game, a line of the defender ends the game. In the *weak* game,
the Maker-Breaker game of the literature, the defender's lines do not count, and the defender only
has to block the attacker's lines. An attacker who cannot win the weak game cannot win the strong
game.

A won position has a *zone* (the relevance zone of Thomsen's lambda search, 2000): the free cells
that the attacker's win needs. A stone of the defender outside the zone changes nothing. So if the
attacker, were it his move, would win by threats alone, the search tries only those of the
defender's moves that are in the zone of this win. The zone of each refuted move further restricts
the moves that are left to try. In the strong game, a win with moves that are not all threats has
the whole board as its zone.

A position that is not won also has a zone: the cells that the defender's answers need. If the
attacker owned all cells outside the zone, he would still not win the weak game, nor the strong
game, which is harder to win. So the refutation of one move also refutes every move outside the zone
of this refutation. If the defender is saved by a line of his own, or by threats of a line, the zone
is the whole board. If the defender, were it his move, would win by threats alone, the attacker's
moves outside the zone of these threats are refuted.

There are two kinds of search. `wins` is a depth-first search. It rarely revisits a position, but if
it tries a wrong move near the root, it has to refute this move completely. `proves` is a
proof-number search (Allis, 1994) in the depth-first form df-pn (Nagai, 2002). For each position,
`proves` estimates the work left to prove and to disprove a win, and continues the search where the
least work is left. The estimates only guide the search. `proves` finds wins that are long and
narrow. Both searches follow the same rules: they share `reduced`, `forcing` and `paired`, and store
their results in one transposition table. The threads of a search also share that table, and avoid
each other's work.

    board               a board as a record: its lines and its symmetries; positions on it
    lines               facts that follow from lines: threats, weights, pairings
    move_order          the order of moves
    pairing             pairs of cells that stop all lines, found with backtracking
    matching            such pairs, found as a matching if backtracking narrowly fails
    transposition_table the visited positions, the record of a search, the marks of threads
    reduction           `reduced`: what lines and weights settle; `forcing`: wins by threats alone;
                        `countered`: the defender's wins by threats alone
    depth_first         `wins`
    proof_numbers       the estimates of the work left to prove or disprove a position
    best_first          `proves`, which follows these numbers
    misere              `suffers`: the search for misère, with rules of its own
    for_certificates    the questions of the certificate writers about a position
"""
