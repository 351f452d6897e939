"""The search of one board: can the attacker make a line, before the defender makes one?

The text of these modules is compiled anew for every board (see `kernel`); as they stand, with what
they are `given`, they play 3x3. A position is the attacker's stones, the defender's and the free
cells.

There are two games. In the *strong* one a line of the defender's ends it; in the *weak* one his
lines do not count, and he has only to stand in the attacker's way. Whoever cannot win the weak
game cannot win the strong one.

A won position is told by its *zone*: the free cells that the attacker's win needs. A stone that the
defender puts outside changes nothing, so only his moves within the zone are looked at, and each
of these, refuted, has a zone that narrows it further. 0 says that there is no win; a win by moves
that are not all threats has, in the strong game, the whole board for its zone.

There are two orders. `wins` goes depth first and needs the fewest looks at a position, but a wrong
move high up costs all that it takes to refute it. `proves` keeps for each position how much seems
left to prove and to disprove, and turns to wherever least is; it finds wins that are long and
narrow. Neither order has rules of its own: both rest on `reduced`, `forcing` and `paired`, and what
either settles stands in one table for both. Numbers only say where to look next.

    given               the constants and bit expressions of the board
    lines               lines that can still be made, cut-offs, the order of moves
    transpositions      the table of positions met
    depth_first         `wins`
    proof_numbers       `proves`
    misere              `suffers`: misère, by rules of its own
"""
