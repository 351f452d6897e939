"""One engine for all boards of up to 64 cells: can the attacker make a line, and first?

These are ordinary functions of words and records, with the board as an argument, so `compiled`
compiles them once for all boards; uncompiled, they are plain Python. The attacker is the player
whose win is in question, the defender the other one.

There are two games. In the *strong* game, a line of the defender's ends it. In the *weak* game, the
Maker-Breaker game of the literature, the defender's lines do not count, and he only has to stand
in the attacker's way. A player who cannot win the weak game cannot win the strong one.

A won position has a *zone* (the relevance zone of Thomsen's lambda search, 2000): the free cells
that the attacker's win needs. A defender's stone outside the zone changes nothing. So only his
moves within it are tried, and each of these, once refuted, has a zone that narrows it further. In
the strong game, a win with moves that are not all threats has the whole board as its zone.

A position that is not won has a zone too: the cells that the defender's answers need. If the
attacker owned all others, he would still not win the weak game, and not the strong one, which is
harder. So of the moves outside the zone of one that was refuted, all are refuted. Where the
defender is saved by a line of his own, the zone is the whole board.

There are two orders. `wins` goes depth first and visits each position least often, but a wrong move
high up costs all the work of refuting it. `proves` is a proof-number search (Allis, 1994) that goes
depth first as df-pn does (Nagai, 2002): for each position it keeps how much seems left to prove and
to disprove, and it continues where the least is left. It finds wins that are long and narrow.
Neither order has rules of its own: both rest on `reduced`, `forcing` and `paired`, and share one
transposition table for all that they settle. Proof numbers only say where to look next. The
threads of a search share that table too, and each does what no other is doing.

    board               a board as a record: its lines and its symmetries; positions on it
    lines               what the lines say: threats, weights, pairings, which moves come first
    memory              the record of a search, the table of visited positions, marks of threads
    reduction           `reduced`: what lines and weights settle; `forcing`: wins by threats alone
    depth_first         `wins`
    proof_numbers       what seems left to prove of a position, and to disprove
    best_first          `proves`, by these numbers
    misere              `suffers`: misère, by rules of its own
    surveying           what a certificate asks of a position
"""
