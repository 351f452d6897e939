"""The loops of `diagram`, which make the items of each level, from the first level to the last.

Then `reduce` goes from the last level back to the first, and makes one node of all items from which
the same paths lead on. An item is a row of words; where a word names a node, 0 means none.
"""

from __future__ import annotations

from typing import NamedTuple

from numpy import uint64 as u64

from noughts.kernels.dtypes import Array, Bools, Int64s, Uint32s, Uint64s

__all__ = ["keep_unlined", "place_all", "play", "reduce"]

FORCED = ("key_of", "mixed_into", "place", "put")

ZERO, ONE, HALF, ODD = u64(0), u64(1), u64(32), u64(0x9E3779B97F4A7C15)
LATER = 0  # the first word of an item of moves

# The places of a tally: the next item to read, and the numbers of items and edges made so far.
NEXT, ITEMS, EDGES = 0, 1, 2


class Edges(NamedTuple):
    """The edges from one level to the next; those of item or node i are `first[i]:first[i + 1]`.

    For each edge, `holds` has the content of the column, and `leads` has the number of the item or
    node to which the edge leads.
    """

    first: Int64s
    holds: Array
    leads: Uint32s


class Column(NamedTuple):
    """Facts about a column, as arrays that are indexed by its content.

    `before` is the content without the uppermost stone if that stone is the mover's, or else 0. In
    the next three arrays, a line has a bit, which is set only if the mover has all those cells of
    the line that lie in this column. `keeps` has the lines that began in earlier columns, `begins`
    the lines that begin in this column, and `ends` the lines from earlier columns that end here.
    `fills` tells whether the mover has a line that lies within the column.
    """

    before: Int64s
    keeps: Uint64s
    begins: Uint64s
    ends: Uint64s
    fills: Bools


class Made(NamedTuple):
    """The result for a level: its edges, and the next level's items with their hash table `slots`.

    `items[0]` stands for no item. The edges of one item are prepared in three arrays: `held` has
    the contents of the column, `rows` has the items to which the edges lead, and `keys` has the
    slots at which the search for these items begins. `read` takes what `lead` reads in advance.
    """

    tally: Int64s
    items: Uint64s
    slots: Uint32s
    edges: Edges
    rows: Uint64s
    keys: Uint64s
    held: Int64s
    read: Uint64s


def mixed_into(word: u64, into: u64) -> u64:
    """Mix one more word into a hash of 64 bits."""
    into = (into ^ word) * ODD
    return into ^ into >> HALF


def key_of(row: int, rows: Uint64s, slots: Uint32s) -> u64:
    """The slot at which the search for an item begins."""
    key = ZERO
    for word in range(rows.shape[1]):
        key = mixed_into(rows[row, word], key)
    return key & u64(len(slots) - 1)


def place(row: int, rows: Uint64s, slot: u64, items: Uint64s, slots: Uint32s) -> u64:
    """The slot of an item, found by a search from `slot` on, or a free slot if the item is new.

    A slot holds the number of its item, or 0 if it is free.
    """
    while slots[slot]:
        differs = ZERO
        for word in range(rows.shape[1]):
            differs |= rows[row, word] ^ items[slots[slot], word]
        if differs == ZERO:
            break
        slot = slot + ONE & u64(len(slots) - 1)
    return slot


def place_all(items: Uint64s, count: int, slots: Uint32s) -> None:
    """Enter the items with numbers below `count`, which all differ, into empty slots."""
    for item in range(1, count):
        slots[place(item, items, key_of(item, items, slots), items, slots)] = item


def play(
    here: Uint64s, nodes: Edges, column: Column, is_last: bool, reached: Uint64s, made: Made
) -> None:
    """Play a move: make the next level's items from `here`, until an array may be too short.

    The first word of an item is the node from which a path continues if the move is made in this or
    a later column, or 0. The other words are, in descending order, the nodes from which a path
    may continue if the move has already been made, and then zeros. `reached`, uint64 [words of an
    item, contents of a column], is all 0 before and after the call.
    """
    rows, width, states = made.rows, here.shape[1], len(column.before)
    while made.tally[NEXT] < len(here) and has_room(made):
        item, words, count = here[made.tally[NEXT]], width, 0
        while item[words - 1] == ZERO and words > LATER + 1:
            words -= 1
        for word in range(words):
            for edge in range(nodes.first[item[word]], nodes.first[item[word] + ONE]):
                reached[word, nodes.holds[edge]] = nodes.leads[edge]
        for held in range(1, states):
            for word in range(width + 1):
                rows[count, word] = ZERO
            if not is_last:
                rows[count, LATER] = reached[LATER, held]
            put(reached[LATER, column.before[held]], rows, count)
            for word in range(LATER + 1, words):
                put(reached[word, held], rows, count)
            if rows[count, LATER] | rows[count, LATER + 1] != ZERO:
                made.held[count] = held
                count += 1
        for word in range(words):
            for edge in range(nodes.first[item[word]], nodes.first[item[word] + ONE]):
                reached[word, nodes.holds[edge]] = ZERO
        lead(count, made)


def put(node: u64, rows: Uint64s, row: int) -> None:
    """Insert a node in its place after a row's first word, unless it is 0 or already there."""
    word = LATER + 1
    while node != ZERO and rows[row, word] != node:
        if rows[row, word] < node:
            rows[row, word], node = node, rows[row, word]
        word += 1


def keep_unlined(here: Uint64s, nodes: Edges, column: Column, made: Made) -> None:
    """Drop paths with a line: make the next level's items, until an array may be too short.

    An item has two words: the bits of the lines of which the mover has every cell in the columns so
    far, and a node. A content with which the mover completes a line gets no edge.
    """
    while made.tally[NEXT] < len(here) and has_room(made):
        item, count = here[made.tally[NEXT]], 0
        for edge in range(nodes.first[item[1]], nodes.first[item[1] + ONE]):
            held = nodes.holds[edge]
            kept = item[0] & column.keeps[held]
            if not column.fills[held] and kept & column.ends[held] == ZERO:
                made.rows[count, 0] = kept | column.begins[held]
                made.rows[count, 1] = nodes.leads[edge]
                made.held[count] = held
                count += 1
        lead(count, made)


def has_room(made: Made) -> bool:
    """Whether the arrays have room for all that the next item can lead to."""
    items, edges = made.tally[ITEMS] + len(made.rows), made.tally[EDGES] + len(made.rows)
    return bool(items <= len(made.items) and edges <= len(made.edges.holds))


def lead(count: int, made: Made) -> None:
    """Make edges from the next item to the items in the first `count` rows; add new items.

    The slots for these rows, and the items in the slots, are all read once before any of them is
    needed. So the processor waits for all the reads at the same time, and not for one after the
    other.
    """
    tally, items, slots, edges = made.tally, made.items, made.slots, made.edges
    for row in range(count):
        made.keys[row] = key_of(row, made.rows, slots)
    for row in range(count):
        made.read[0] ^= items[slots[made.keys[row]], 0]
    for row in range(count):
        slot = place(row, made.rows, made.keys[row], items, slots)
        if not slots[slot]:
            for word in range(items.shape[1]):
                items[tally[ITEMS], word] = made.rows[row, word]
            slots[slot] = tally[ITEMS]
            tally[ITEMS] += 1
        edges.holds[tally[EDGES]] = made.held[row]
        edges.leads[tally[EDGES]] = slots[slot] - 1
        tally[EDGES] += 1
    tally[NEXT] += 1
    edges.first[tally[NEXT]] = tally[EDGES]


def reduce(
    edges: Edges,
    ways_on: Uint64s,
    found_on: Uint32s,
    ways: Uint64s,
    found: Uint32s,
    nodes: Edges,
    slots: Uint32s,
) -> int:
    """Make the nodes of a level, one for all items with equal edges; return how many there are.

    For each item, `ways` gets the number of paths that lead on from the item, and `found` gets the
    number of the item's node, or 0 if no path leads on. `ways_on` and `found_on` have these numbers
    for the items of the next level, and `slots` is an empty hash table.
    """
    count, end, mask = 0, 0, u64(len(slots) - 1)
    for item in range(len(found)):
        begin, key = end, ZERO
        for edge in range(edges.first[item], edges.first[item + 1]):
            ways[item] += ways_on[edges.leads[edge]]
            node = found_on[edges.leads[edge]]
            if node:
                nodes.holds[end] = edges.holds[edge]
                nodes.leads[end] = node
                key = mixed_into(u64(node) << HALF | u64(edges.holds[edge]), key)
                end += 1
        if end == begin:
            continue
        slot = key & mask
        while slots[slot] and not same(nodes, slots[slot], begin, end):
            slot = slot + ONE & mask
        if slots[slot]:
            end = begin  # these edges will be overwritten
        else:
            count += 1
            slots[slot] = count
            nodes.first[count + 1] = end
        found[item] = slots[slot]
    return count


def same(nodes: Edges, node: int, begin: int, end: int) -> bool:
    """Whether the edges of a node are equal to the edges from `begin` to `end`."""
    first = nodes.first[node]
    if nodes.first[node + 1] - first != end - begin:
        return False
    for edge in range(end - begin):
        if nodes.leads[first + edge] != nodes.leads[begin + edge]:
            return False
        if nodes.holds[first + edge] != nodes.holds[begin + edge]:
            return False
    return True
