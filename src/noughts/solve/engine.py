"""The search of one board: can the attacker make a line, before the defender makes one?

The text of this module is compiled anew for every board (see `kernel`); as it stands, with what it
is `given`, it plays 3x3. A position is the attacker's stones, the defender's and the free cells.

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
"""

from __future__ import annotations

from numpy import uint64 as u64

from noughts.solve.given import (
    BOARD,
    CELLS,
    IMAGES,
    INVERSES,
    LINES,
    K,
    Word,
    Words,
    completions,
    live,
    openings,
    turned,
)

# The text from here on is compiled.

ZERO, ONE, TWO = u64(0), u64(1), u64(2)

# The kinds of a position, as the transposition table tells them apart: the game, and who moves.
DEFENDS, ATTACKS = u64(1), u64(2)
WEAK, STRONG = u64(0), u64(4)
MISERE, SPARE = u64(8), u64(4)  # in misère, the number of spare cells is of the kind, from bit 4
NUMBERS = u64(16)  # of `proves`, where a zone stands elsewhere: both numbers in a word
KIND, WORK = u64(0x7FF), u64(11)  # an entry's last word: the kind, and the work from bit 11

NODES, STOP, DEPTH = 0, 1, 2  # the places of a tally
PROOF, DISPROOF, ZONE = 0, 1, 2  # and of a frame
HALF, ENDLESS = u64(32), u64(0xFFFFFFFF)  # a proof number takes half a word
FORCING = 6  # how many threats in a row are looked at
NEAR = u64(8)  # up to so many cells taken, images of a position are one


def count(word: Word) -> Word:
    """The number of bits: of pairs, of fours, of bytes, and their sum in the top byte."""
    word = word - (word >> ONE & u64(0x5555555555555555))
    word = (word & u64(0x3333333333333333)) + (word >> TWO & u64(0x3333333333333333))
    word = (word + (word >> u64(4))) & u64(0x0F0F0F0F0F0F0F0F)
    return word * u64(0x0101010101010101) >> u64(56)


def lowest(word: Word) -> Word:
    """The lowest bit alone."""
    return word & (ZERO - word)


def several(word: Word) -> bool:
    """Whether more than one bit is set."""
    return bool(word & (word - ONE) != ZERO)


# Lines that a player can still make: `row` holds them, `size` says how many.


def gather(stones: Word, free: Word, row: Words) -> int:
    """Fill `row` with the lines of which every cell is the player's or free."""
    size = 0
    out = BOARD ^ (stones | free)
    for line in LINES:
        if line & out == ZERO:
            row[size] = line
            size += 1
    return size


def unpaired(free: Word, row: Words, size: int) -> int:
    """Take out the lines that have two free cells of their own.

    The defender answers one with the other, and neither is of use for anything else. Once they are
    gone, other lines may have cells of their own.
    """
    while True:
        some, shared = ZERO, ZERO
        for i in range(size):
            shared |= some & row[i]
            some |= row[i]
        own = free & (some ^ shared)
        kept = 0
        for i in range(size):
            if not several(row[i] & own):
                row[kept] = row[i]
                kept += 1
        if kept == size:
            return size
        size = kept


def outweighed(free: Word, row: Words, size: int, attacks: bool) -> bool:
    """Whether the lines are too few and too long to be made, by Erdős and Selfridge.

    A line with n free cells weighs 2**-n. The defender who always takes the heaviest cell keeps
    the sum below 1, which a finished line would weigh, if it is so at his move; at the attacker's
    it must be below 1/2, since one stone at most doubles it. Weights are in units of 2**-K.
    """
    weight = ZERO
    for i in range(size):
        weight += ONE << (K - count(row[i] & free))
    return bool(weight << (ONE if attacks else ZERO) < ONE << K)


def paired(free: Word, row: Words, size: int) -> bool:
    """Whether pairs of free cells, no cell in two of them, were found so that every line holds one.

    The line with the fewest cells left takes the pair that most other lines share, and among such
    pairs one of which the fewest lines lose a cell. `row` is used up.
    """
    while size > 0:
        fewest, tight = K + ONE, ZERO
        for i in range(size):
            cells = row[i] & free
            if count(cells) < fewest:
                fewest, tight = count(cells), cells
        if fewest < TWO:
            return False
        best, most = ZERO, -size
        while several(tight):
            one = lowest(tight)
            tight ^= one
            others = tight
            while others != ZERO:
                pair = one | lowest(others)
                others &= others - ONE
                shares = 0
                for i in range(size):
                    common = row[i] & pair
                    if common == pair:
                        shares += 8
                    elif common != ZERO:
                        shares -= 1
                if best == ZERO or shares > most:
                    best, most = pair, shares
        free ^= best
        kept = 0
        for i in range(size):
            if row[i] & best != best:
                row[kept] = row[i]
                kept += 1
        size = kept
    return True


def union(row: Words, size: int) -> Word:
    """The cells of all the lines."""
    cells = ZERO
    for i in range(size):
        cells |= row[i]
    return cells


# The order of moves: first the cells of most lines, a line the heavier the fewer cells it lacks.


def weigh(free: Word, row: Words, size: int, weight: Words) -> None:
    """Add the weight of each line to its free cells."""
    for i in range(size):
        cells = row[i] & free
        worth = ONE << TWO * (K - count(cells))
        while cells != ZERO:
            weight[count(lowest(cells) - ONE)] += worth
            cells &= cells - ONE


def sort(moves: Word, weight: Words, order: Words) -> int:
    """Fill `order` with the bits of `moves`, the heaviest first, and make all weights 0 again."""
    size = 0
    while moves != ZERO:
        move = lowest(moves)
        moves ^= move
        own = weight[count(move - ONE)]
        at = size
        while at > 0 and weight[count(order[at - 1] - ONE)] < own:
            order[at] = order[at - 1]
            at -= 1
        order[at] = move
        size += 1
    weight[:] = ZERO
    return size


# The transposition table: two entries to a place, the one of more work kept, the other the newest.


def nearest(attacker: Word, defender: Word, free: Word) -> int:
    """The symmetry to the least image of a position near the empty board; elsewhere none, 0."""
    best = 0
    if count(BOARD ^ free) <= NEAR:
        least_free, least_attacker, least_defender = free, attacker, defender
        for image in range(1, IMAGES):
            f, a, d = turned(free, image), turned(attacker, image), turned(defender, image)
            if f < least_free or (
                f == least_free
                and (a < least_attacker or (a == least_attacker and d < least_defender))
            ):
                best, least_free, least_attacker, least_defender = image, f, a, d
    return best


def place(attacker: Word, defender: Word, free: Word, kind: Word, table: Words) -> Word:
    """Where the two entries of a position are."""
    mixed = attacker * u64(0x9E3779B97F4A7C15) ^ (free + kind) * u64(0xC2B2AE3D27D4EB4F)
    mixed ^= defender * u64(0x165667B19E3779F9) ^ mixed >> u64(29)
    mixed *= u64(0xBF58476D1CE4E5B9)
    return (mixed ^ mixed >> u64(32)) & (u64(len(table)) - TWO)


def find(attacker: Word, defender: Word, free: Word, kind: Word, table: Words) -> Word:
    """The number of a position's entry and 1; 0 where there is none."""
    at = place(attacker, defender, free, kind, table)
    for entry in (at, at + ONE):
        if (
            table[entry, 0] == attacker
            and table[entry, 1] == defender
            and table[entry, 2] == free
            and table[entry, 4] & KIND == kind
        ):
            return entry + ONE
    return ZERO


def keep(
    attacker: Word, defender: Word, free: Word, kind: Word, zone: Word, work: Word, table: Words
) -> None:
    """Enter what was found about a position."""
    at = place(attacker, defender, free, kind, table)
    if table[at, 4] >> WORK > work:
        at += ONE
    table[at, 0], table[at, 1], table[at, 2], table[at, 3] = attacker, defender, free, zone
    table[at, 4] = work << WORK | kind


# The searches.


def forcing(attacker: Word, defender: Word, free: Word, seen: Word, depth: int) -> Word:
    """The zone of a win by threats alone, the attacker to move; 0 where none is found.

    He is not to have a line to finish at once, nor has he one after an answer to a single threat.
    `seen` is the board in the strong game, and in the weak one, where the defender threatens
    nothing, 0. A stone of his outside the zone would not bring him closer than two cells to a
    line while the threats last, so that he never gains a move by it.
    """
    if depth == 0:
        return ZERO
    zone = openings(defender, free & seen)
    moves = openings(attacker, free)
    must = completions(defender) & free & seen
    if must != ZERO:
        moves &= ZERO if several(must) else must
    while moves != ZERO:
        move = lowest(moves)
        moves ^= move
        after, rest = attacker | move, free ^ move
        threats = completions(after) & rest  # at least the cell that the opening leaves free
        if several(threats):
            return zone | move | threats
        further = forcing(after, defender | threats, rest ^ threats, seen, depth - 1)
        if further != ZERO:
            return zone | move | threats | further
    return ZERO


def reduced(
    attacker: Word, defender: Word, free: Word, seen: Word, attacks: bool, row: Words
) -> tuple[bool, Word, Word, Word, Word, Word, Word, Word, bool, int]:
    """`(over, zone, must, reply, attacker, defender, free, seen, attacks, size)` of a position.

    Where lines end it, or weights, it is over, and `zone` tells of a win. Else the only answer to a
    single threat is given, the `reply`; cells of no line are dropped, and the defender's lines
    where he has none left; `must` is where the attacker has to stop a line, and `row` holds `size`
    lines of his.
    """
    threats = completions(attacker) & free
    must = completions(defender) & free & seen
    over, zone, reply, size = False, ZERO, ZERO, 0
    if not attacks:
        if must != ZERO:
            over = True
        elif several(threats):
            over, zone = True, threats | seen
        elif threats != ZERO:  # one threat has one answer
            attacks, reply = True, threats
            defender |= reply & seen
            free ^= reply
            threats = completions(attacker) & free
            must = completions(defender) & free & seen
    if attacks and not over:
        if threats != ZERO:
            over, zone = True, reply | lowest(threats) | openings(defender, free & seen)
        elif several(must):
            over = True
    if not over:
        against = live(defender | free) & seen
        if against == ZERO:
            seen, defender = ZERO, ZERO
        size = gather(attacker, free, row)
        if seen == ZERO:
            size = unpaired(free, row, size)
        over = outweighed(free, row, size, attacks)
        alive = union(row, size)
        attacker, defender, free = attacker & alive, defender & against, free & (alive | against)
    return over, zone, must, reply, attacker, defender, free, seen, attacks, size


def wins(
    attacker: Word,
    defender: Word,
    free: Word,
    seen: Word,
    attacks: bool,
    ply: int,
    rows: Words,
    orders: Words,
    weight: Words,
    table: Words,
    tally: Words,
) -> Word:
    """The zone of the attacker's win; 0 where there is none, or at a stop.

    `seen` is as `forcing` has it, and `attacks` says whether the attacker moves. In the weak game
    the defender's stones are not told from cells that are in no line left: `defender` is 0.
    """
    if tally[NODES] >= tally[STOP]:
        return ZERO
    tally[NODES] += ONE
    tally[DEPTH] = max(tally[DEPTH], u64(ply))

    row, order = rows[ply], orders[ply]
    over, zone, must, reply, attacker, defender, free, seen, attacks, size = reduced(
        attacker, defender, free, seen, attacks, row
    )
    if over:
        return zone

    kind = (STRONG if seen != ZERO else WEAK) | (ATTACKS if attacks else DEFENDS)
    image = nearest(attacker, defender, free)
    a, d, f = turned(attacker, image), turned(defender, image), turned(free, image)
    entry = find(a, d, f, kind, table)
    if entry != ZERO:
        zone = turned(table[entry - ONE, 3], int(INVERSES[image]))
        return zone | reply if zone != ZERO else ZERO

    before = tally[NODES]
    zone = forcing(attacker, defender, free, seen, FORCING)
    if zone == ZERO or not attacks:
        moves = free & zone if zone != ZERO else must if must != ZERO else free
        weigh(free, row, size, weight)
        if zone == ZERO and must == ZERO and paired(free, row, unpaired(free, row, size)):
            moves = ZERO
        if seen != ZERO:
            weigh(free, row, gather(defender, free, row), weight)
        for i in range(sort(moves, weight, order)):
            move = order[i]
            if moves & move == ZERO:
                continue
            own = move if attacks else ZERO
            further = wins(
                attacker | own,
                defender | ((move ^ own) & seen),
                free ^ move,
                seen,
                not attacks,
                ply + 1,
                rows,
                orders,
                weight,
                table,
                tally,
            )
            if attacks and further != ZERO:
                zone = further | move | seen
                break
            if not attacks:
                if further == ZERO:
                    zone = ZERO
                    break
                moves &= further
                zone |= further | move
    if tally[NODES] >= tally[STOP]:
        return ZERO
    keep(a, d, f, kind, turned(zone, image), tally[NODES] - before, table)
    return zone | reply if zone != ZERO else ZERO


def numbers(
    attacker: Word,
    defender: Word,
    free: Word,
    seen: Word,
    attacks: bool,
    row: Words,
    table: Words,
) -> tuple[Word, Word, Word]:
    """The proof and the disproof number of a position, and the zone where it is won.

    They are (0, ENDLESS) for a win and (ENDLESS, 0) where there is none. What is not yet known is
    guessed from the moves that the defender has, and a third of those that are in the zone of
    threats, since most of these are refuted by the threats that remain.
    """
    over, zone, must, reply, attacker, defender, free, seen, attacks, size = reduced(
        attacker, defender, free, seen, attacks, row
    )
    proof, disproof = ONE, ONE
    if not over:
        kind = (STRONG if seen != ZERO else WEAK) | (ATTACKS if attacks else DEFENDS)
        image = nearest(attacker, defender, free)
        a, d, f = turned(attacker, image), turned(defender, image), turned(free, image)
        entry, guess = find(a, d, f, kind, table), find(a, d, f, kind | NUMBERS, table)
        if entry != ZERO:
            over, zone = True, turned(table[entry - ONE, 3], int(INVERSES[image]))
            zone = zone | reply if zone != ZERO else ZERO
        elif guess != ZERO:
            both = table[guess - ONE, 3]
            proof, disproof = both >> HALF, both & ENDLESS
        else:
            zone = forcing(attacker, defender, free, seen, FORCING)
            if zone != ZERO or must != ZERO:
                over = attacks and zone != ZERO
            else:
                over = paired(free, row, unpaired(free, row, size))
            if attacks:
                disproof = ONE if must != ZERO else max(ONE, count(free) >> TWO)
            else:
                proof = max(ONE, count(free & zone) // u64(3)) if zone != ZERO else count(free)
            if over:
                keep(a, d, f, kind, turned(zone, image), ONE, table)
                zone = zone | reply if zone != ZERO else ZERO
            else:
                keep(a, d, f, kind | NUMBERS, proof << HALF | disproof, ONE, table)
    if over:
        proof, disproof = (ZERO, ENDLESS) if zone != ZERO else (ENDLESS, ZERO)
    return proof, disproof, zone


def proves(
    attacker: Word,
    defender: Word,
    free: Word,
    seen: Word,
    attacks: bool,
    ply: int,
    rows: Words,
    orders: Words,
    weight: Words,
    table: Words,
    tally: Words,
    frames: Words,
) -> Word:
    """What `wins` tells, by proof numbers: the positions that seem the least work come first.

    A win needs one move of the attacker's and an answer to all of the defender's. So the proof
    number is the least of the attacker's moves, and grows with the number of the defender's; the
    disproof number the other way round. What grows is not a sum, which would count a position as
    often as moves lead to it, but the greatest, and one for each move beside (Ueda, Hashimoto,
    Hashimoto and Iida, 2008). A branch is followed until a number is above that of the next best by
    a quarter (Pawlewicz and Lew, 2007).

    `frames[ply]` holds proof number, disproof number and zone of each move, and in its last row
    first the numbers at which to turn back, and in the end those found. At ply 0 there are none.
    """
    own = frames[ply, CELLS]
    most_proof, most_disproof = ENDLESS, ENDLESS
    if ply > 0:
        most_proof, most_disproof = own[PROOF], own[DISPROOF]
    tally[DEPTH] = max(tally[DEPTH], u64(ply))
    before = tally[NODES]
    row, order, frame = rows[ply], orders[ply], frames[ply]
    over, zone, must, reply, attacker, defender, free, seen, attacks, size = reduced(
        attacker, defender, free, seen, attacks, row
    )
    if over:
        return zone

    needed = ZERO if attacks else forcing(attacker, defender, free, seen, FORCING)
    moves = free & needed if needed != ZERO else must if must != ZERO else free
    weigh(free, row, size, weight)
    if seen != ZERO:
        weigh(free, row, gather(defender, free, row), weight)
    size = sort(moves, weight, order)
    for i in range(size):
        if tally[NODES] >= tally[STOP]:
            return ZERO
        tally[NODES] += ONE
        move = order[i] if attacks else ZERO
        frame[i, PROOF], frame[i, DISPROOF], frame[i, ZONE] = numbers(
            attacker | move,
            defender | ((order[i] ^ move) & seen),
            free ^ order[i],
            seen,
            not attacks,
            rows[ply + 1],
            table,
        )

    # The attacker's move is to have the least proof number, the defender's the least disproof
    # number: `least` is of that kind, and `most` of the other.
    this, other = (PROOF, DISPROOF) if attacks else (DISPROOF, PROOF)
    turn_this, turn_other = most_proof, most_disproof
    if not attacks:
        turn_this, turn_other = most_disproof, most_proof
    while True:
        zone, asked = needed, moves
        if not attacks:
            for i in range(size):
                if frame[i, PROOF] == ZERO:
                    asked &= frame[i, ZONE]
                    zone |= frame[i, ZONE] | order[i]
        best, least, second, most, open_moves = 0, ENDLESS, ENDLESS, ZERO, ZERO
        for i in range(size):
            if frame[i, other] == ZERO or asked & order[i] == ZERO:
                continue  # no move for whoever has it
            if frame[i, this] < least:
                best, least, second = i, frame[i, this], least
            else:
                second = min(second, frame[i, this])
            most = max(most, frame[i, other])
            open_moves += ONE
        if open_moves == ZERO:
            least, most = ENDLESS, ZERO
        elif least == ZERO:
            most = ENDLESS
        else:
            most = min(most + open_moves - ONE, ENDLESS - ONE)
        own[this], own[other] = least, most
        if least == ZERO or most == ZERO:
            if attacks:
                zone = ZERO if most == ZERO else frame[best, ZONE] | order[best] | seen
            elif least == ZERO:
                zone = ZERO
            break
        if least >= turn_this or most >= turn_other:
            zone = ZERO
            break
        below = frames[ply + 1, CELLS]
        below[this] = min(turn_this, second + (second >> TWO) + ONE)
        below[other] = min(turn_other - most + frame[best, other], ENDLESS)
        move = order[best] if attacks else ZERO
        frame[best, ZONE] = proves(
            attacker | move,
            defender | ((order[best] ^ move) & seen),
            free ^ order[best],
            seen,
            not attacks,
            ply + 1,
            rows,
            orders,
            weight,
            table,
            tally,
            frames,
        )
        if tally[NODES] >= tally[STOP]:
            return ZERO
        frame[best, PROOF], frame[best, DISPROOF] = below[PROOF], below[DISPROOF]

    kind = (STRONG if seen != ZERO else WEAK) | (ATTACKS if attacks else DEFENDS)
    image = nearest(attacker, defender, free)
    a, d, f = turned(attacker, image), turned(defender, image), turned(free, image)
    work = tally[NODES] - before
    if least == ZERO or most == ZERO:
        keep(a, d, f, kind, turned(zone, image), work, table)
    else:
        keep(a, d, f, kind | NUMBERS, own[PROOF] << HALF | own[DISPROOF], work, table)
    return zone | reply if zone != ZERO else ZERO


def suffers(
    attacker: Word,
    defender: Word,
    free: Word,
    spare: Word,
    attacks: bool,
    ply: int,
    rows: Words,
    orders: Words,
    weight: Words,
    table: Words,
    tally: Words,
) -> Word:
    """In misère, not 0 where the attacker can make the defender finish a line; 0 also at a stop.

    A cell in no line that either can still make serves only to pass the move on; `spare` says how
    many such cells there are besides those of `free`. Neither a pairing nor a zone holds here:
    whoever answers a move by another may be the one to suffer.
    """
    if tally[NODES] >= tally[STOP]:
        return ZERO
    tally[NODES] += ONE
    tally[DEPTH] = max(tally[DEPTH], u64(ply))
    against = live(defender | free)
    if against == ZERO:
        return ZERO
    alive = live(attacker | free) | against
    attacker, defender = attacker & live(attacker | free), defender & against
    spare += count(free & (BOARD ^ alive))
    free &= alive
    mover = attacker if attacks else defender
    moves = free & (BOARD ^ completions(mover))
    if moves == ZERO and spare == ZERO:
        return free if not attacks else ZERO

    kind = spare << SPARE | MISERE | (ATTACKS if attacks else DEFENDS)
    image = nearest(attacker, defender, free)
    a, d, f = turned(attacker, image), turned(defender, image), turned(free, image)
    entry = find(a, d, f, kind, table)
    if entry != ZERO:
        return table[entry - ONE, 3]

    before = tally[NODES]
    row, order = rows[ply], orders[ply]
    weigh(free, row, gather(mover, free, row), weight)
    size = sort(moves, weight, order)
    if spare != ZERO:
        order[size] = ZERO
        size += 1
    won = not attacks
    for i in range(size):
        move = order[size - 1 - i]  # the lightest first, of which a spare cell is one
        further = suffers(
            attacker | (move if attacks else ZERO),
            defender | (ZERO if attacks else move),
            free ^ move,
            spare - (ONE if move == ZERO else ZERO),
            not attacks,
            ply + 1,
            rows,
            orders,
            weight,
            table,
            tally,
        )
        if attacks == (further != ZERO):
            won = attacks
            break
    if tally[NODES] >= tally[STOP]:
        return ZERO
    result = ONE if won else ZERO
    keep(a, d, f, kind, result, tally[NODES] - before, table)
    return result
