"""The loops of `diagram`: from the first level to the last, items lead to items of the next level.

Then, from the last level back, items that lead to the same become one node. An item is a row of
words, and 0 stands for no node.
"""

from __future__ import annotations

from typing import NamedTuple

from numpy import uint64 as u64

from noughts.kernels.dtypes import Array, Bools, Int64s, Uint32s, Uint64s

__all__ = ["keep_unlined", "place_all", "play", "reduce"]

FORCED = ("key_of", "mixed", "place", "put")

ZERO, ONE, HALF, ODD = u64(0), u64(1), u64(32), u64(0x9E3779B97F4A7C15)
LATER = 0  # the first word of an item of moves

# In a tally: the next item to read, and how many items and edges have been made.
NEXT, ITEMS, EDGES = 0, 1, 2


class Edges(NamedTuple):
    """What leads from a level to the next: item i has edges `first[i]` to `first[i + 1]`.

    An edge says what the column `holds`, and where it `leads`.
    """

    first: Int64s
    holds: Array
    leads: Uint32s


class Column(NamedTuple):
    """What a column means that holds so much: arrays by what it holds.

    `before` is what it held before the mover's last move in it, or 0. A line is a bit, in each
    column that it passes: the mover keeps it if his stones fill its cells in the column. `begins`
    has the lines that he then has from here on, and `ends` those that he completes; `fills` says
    whether he has a line in this column alone.
    """

    before: Int64s
    keeps: Uint64s
    begins: Uint64s
    ends: Uint64s
    fills: Bools


class Made(NamedTuple):
    """What is made of a level: items of the next one, in a table with `slots`, and the edges.

    `items[0]` is none. The edges of one item are prepared: `held` says what the column holds,
    `rows` which items they lead to, and `keys` from which slots on these are looked for. `lead`
    puts into `read` what it reads early.
    """

    tally: Int64s
    items: Uint64s
    slots: Uint32s
    edges: Edges
    rows: Uint64s
    keys: Uint64s
    held: Int64s
    read: Uint64s


def mixed(word: u64, into: u64) -> u64:
    """A hash of 64 bits with one more word."""
    into = (into ^ word) * ODD
    return into ^ into >> HALF


def key_of(row: int, rows: Uint64s, slots: Uint32s) -> u64:
    """The first slot in which an item may stand."""
    key = ZERO
    for word in range(rows.shape[1]):
        key = mixed(rows[row, word], key)
    return key & u64(len(slots) - 1)


def place(row: int, rows: Uint64s, slot: u64, items: Uint64s, slots: Uint32s) -> u64:
    """The slot of an item, from its key on, or the free one where it would stand.

    A slot has the number of its item, or 0.
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
    """Fill empty slots with the items below `count`, which all differ."""
    for item in range(1, count):
        slots[place(item, items, key_of(item, items, slots), items, slots)] = item


def play(
    here: Uint64s, nodes: Edges, column: Column, is_last: bool, reached: Uint64s, made: Made
) -> None:
    """Read items of moves, and make those of the next level, until an array may be too short.

    An item is the node to go on from if the move comes in a later column, or 0; and the nodes to go
    on from if it has come, from the greatest to the least, and zeros. `reached`, uint64 [words of
    an item, what a column may hold], is all 0 before and after.
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
    """Put a node among those of a row where the move has come, if it is one."""
    word = LATER + 1
    while node != ZERO and rows[row, word] != node:
        if rows[row, word] < node:
            rows[row, word], node = node, rows[row, word]
        word += 1


def keep_unlined(here: Uint64s, nodes: Edges, column: Column, made: Made) -> None:
    """Read items of lines, and make those of the next level, until an array may be too short.

    An item is the lines whose cells the mover has so far, a bit for each, and a node. Where he
    completes a line, there is no edge.
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
    """Lead from the next item to the first `count` rows, which become items where none is equal.

    All slots, and what they point to, are read once before any is needed: so the reads wait for
    memory together, and not one after the other.
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
    """Make the nodes of a level from its items, equal ones once, and return their number.

    Of each item, `ways` gets in how many ways the columns from here on can be held, and `found` the
    number of its node, or 0 for none. `ways_on` and `found_on` are those of the next level's items,
    and `slots` an empty table.
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
                key = mixed(u64(node) << HALF | u64(edges.holds[edge]), key)
                end += 1
        if end == begin:
            continue
        slot = key & mask
        while slots[slot] and not same(nodes, slots[slot], begin, end):
            slot = slot + ONE & mask
        if slots[slot]:
            end = begin  # to be written over
        else:
            count += 1
            slots[slot] = count
            nodes.first[count + 1] = end
        found[item] = slots[slot]
    return count


def same(nodes: Edges, node: int, begin: int, end: int) -> bool:
    """Whether a node has the same edges as those from `begin` to `end`."""
    first = nodes.first[node]
    if nodes.first[node + 1] - first != end - begin:
        return False
    for edge in range(end - begin):
        if nodes.leads[first + edge] != nodes.leads[begin + edge]:
            return False
        if nodes.holds[first + edge] != nodes.holds[begin + edge]:
            return False
    return True
