"""One engine for all boards of up to 64 cells: can the attacker make a line, and first?

These are ordinary functions of words and of records, with the board as an argument, so that
`compiled` has them compiled once for every board; uncompiled, they are plain Python. The attacker
is the player whose win is asked for, the defender the other one.

There are two games. In the *strong* one a line of the defender's ends it; in the *weak* one, the
literature's Maker-Breaker game, his lines do not count, and he has only to stand in the attacker's
way. Whoever cannot win the weak game cannot win the strong one.

A won position is told by its *zone* (the relevance zone of Thomsen's lambda search, 2000): the free
cells that the attacker's win needs. A stone that the defender puts outside changes nothing, so only
his moves within the zone are looked at, and each of these, refuted, has a zone that narrows it
further. 0 says that there is no win; a win by moves that are not all threats has, in the strong
game, the whole board for its zone.

There are two orders. `wins` goes depth first and needs the fewest looks at a position, but a wrong
move high up costs all that it takes to refute it. `proves` is a proof-number search (Allis, 1994)
that goes depth first as df-pn does (Nagai, 2002): it keeps for each position how much seems left to
prove and to disprove, and turns to wherever least is; it finds wins that are long and narrow.
Neither order has rules of its own: both rest on `reduced`, `forcing` and `paired`, and what either
settles stands in one transposition table for both. Numbers only say where to look next.

    board               a board as a record: its lines and its symmetries
    lines               what the lines say: threats, weights, pairings, the order of moves
    node                a position of the search, and one move further
    memory              the record and the table in which a search works
    transpositions      the table of positions met
    threats             `forcing`: wins by threats alone
    reduction           `reduced`: what lines and weights settle without a move
    depth_first         `wins`
    proof_numbers       `proves`
    misere              `suffers`: misère, by rules of its own
"""
