"""One engine for all boards of up to 64 cells: can the attacker make a line, and first?

These are ordinary functions of words and records, with the board as an argument, so `engine_caller`
compiles them once for all boards; uncompiled, they are plain Python. The attacker is the player
whose win is in question, and the defender is the other player.

There are two games. In the *strong* game, a line of the defender's ends the game. In the *weak*
game, the Maker-Breaker game of the literature, the defender's lines do not count, and he only has
to stand in the attacker's way. A player who cannot win the weak game cannot win the strong game.

A won position has a *zone* (the relevance zone of Thomsen's lambda search, 2000): the free cells
that the attacker's win needs. A defender's stone outside the zone changes nothing. So the search
tries only his moves in the zone, and each refuted move has a zone that narrows the first one
further. In the strong game, a win with moves that are not all threats has the whole board as its
zone.

A position that is not won has a zone too: the cells that the defender's answers need. If the
attacker owned all other cells, he would still not win the weak game, nor the strong game, which is
harder. So if one move is refuted, every move outside its zone is refuted. If the defender is saved
by a line of his own, or by threats of one, the zone is the whole board. Where the defender would
win by threats alone, the attacker's moves outside the zone of these threats are refuted.

There are two orders. `wins` goes depth first and visits each position least often, but for a wrong
move near the root it does all the work of refuting it. `proves` is a proof-number search (Allis,
1994) that goes depth first as df-pn does (Nagai, 2002): for each position it keeps how much seems
left to prove and to disprove, and it continues where the least is left. It finds wins that are long
and narrow. Neither order has rules of its own: both rest on `reduced`, `forcing` and `paired`, and
both keep in one transposition table what they settle. Proof numbers only say where to look next.
The threads of a search share that table too, and each thread does what no other thread is doing.

    board               a board as a record: its lines and its symmetries; positions on it
    lines               what the lines say: threats, weights, pairings
    move_order          which moves come first
    pairing             pairs of cells that stop all lines, with backtracking
    matching            the same by a matching, where backtracking comes near
    transposition_table the visited positions, the record of a search, marks of threads
    reduction           `reduced`: what lines and weights settle; `forcing`: wins by threats alone;
                        `countered`: those of the defender
    depth_first         `wins`
    proof_numbers       what seems left to prove of a position, and to disprove
    best_first          `proves`, by these numbers
    misere              `suffers`: misère, by rules of its own
    for_certificates    what a certificate asks of a position
"""
