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
"""

from __future__ import annotations

from numpy import uint64 as u64

from noughts.solve.given import (
    BOARD,
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
KIND, WORK = u64(0x7FF), u64(11)  # an entry's last word: the kind, and the work from bit 11

NODES, STOP, DEPTH = 0, 1, 2  # the places of a tally
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

    threats = completions(attacker) & free
    must = completions(defender) & free & seen
    reply = ZERO
    if not attacks:
        if must != ZERO:
            return ZERO
        if several(threats):
            return threats | seen
        if threats != ZERO:  # one threat has one answer
            attacks, reply = True, threats
            defender |= reply & seen
            free ^= reply
            threats = completions(attacker) & free
            must = completions(defender) & free & seen
    if attacks:
        if threats != ZERO:
            return reply | lowest(threats) | openings(defender, free & seen)
        if several(must):
            return ZERO

    against = live(defender | free) & seen
    if against == ZERO:
        seen, defender = ZERO, ZERO
    row, order = rows[ply], orders[ply]
    size = gather(attacker, free, row)
    if seen == ZERO:
        size = unpaired(free, row, size)
    if outweighed(free, row, size, attacks):
        return ZERO
    alive = union(row, size)
    attacker, defender, free = attacker & alive, defender & against, free & (alive | against)

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
