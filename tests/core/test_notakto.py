"""Notakto on several boards, against sums of games and their misère quotient.

Plambeck and Whitehead, The Secrets of Notakto, have a quotient of 18 elements, four of which are
lost for the player to move. Here sums of positions are played out, and each position of a board
has an element of such a monoid: then who wins a sum follows from the product.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from noughts import Game, Position, Rules
from noughts.core import bits, move_bits
from noughts.core.on_ints import on_ints

LINES = [{*line} for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))]
LINES += [{0, 4, 8}, {2, 4, 6}]
Kind = frozenset["Kind"]  # what a position leads to: alike, they play alike
DEAD: Kind = frozenset()

# a² = 1, b³ = b, b²c = c, c³ = ac², b²d = d, cd = ad, d² = c²: every product is one of these.
ELEMENTS = ["", "a", "b", "ab", "bb", "abb", "c", "ac", "bc", "abc", "cc", "acc", "bcc", "abcc"]
ELEMENTS += ["d", "ad", "bd", "abd"]
LOST = {"a", "bb", "bc", "cc"}  # for the player to move
SHORTER = {"aa": "", "bbb": "b", "bbc": "c", "ccc": "acc", "bbd": "d", "cd": "ad", "dd": "cc"}


@cache
def kind(stones: frozenset[int]) -> Kind:
    if any(line <= stones for line in LINES):
        return DEAD
    return frozenset(kind(stones | {cell}) for cell in {*range(9)} - stones)


@cache
def is_lost(boards: tuple[Kind, ...]) -> bool:
    """Whether the player to move loses; where all boards are dead, the other has made the line."""
    replies = [
        tuple(sorted((*boards[:at], reply, *boards[at + 1 :]), key=hash))
        for at, board in enumerate(boards)
        for reply in board
    ]
    return bool(replies) and not any(map(is_lost, replies))


def are_lost(*boards: Kind) -> bool:
    return is_lost(tuple(sorted(boards, key=hash)))


@cache
def times(one: str, two: str) -> str:
    found = "".join(sorted(one + two))
    while wrong := [long for long in SHORTER if long in found]:
        found = "".join(sorted(found.replace(wrong[0], SHORTER[wrong[0]], 1)))
    return found


def kinds() -> list[Kind]:
    """Every kind of position of a board, before those that lead to it."""
    found: dict[Kind, None] = {}

    def visit(one: Kind) -> None:
        if one not in found:
            for reply in one:
                visit(reply)
            found[one] = None

    visit(kind(frozenset()))
    return [*found]


def fits(element: str, one: Kind, known: dict[Kind, str]) -> bool:
    """Whether a position may have an element, by all sums with two others or less."""
    others = [*known, one]
    elements = known | {one: element}
    if are_lost(one) != (element in LOST):
        return False
    return all(
        are_lost(one, two, three) == (times(element, product_) in LOST)
        for two, three in combinations_with_replacement(others, 2)
        for product_ in [times(elements[two], elements[three])]
    )


def fitting(kinds: list[Kind], known: dict[Kind, str]) -> list[dict[Kind, str]]:
    """All ways to give the kinds elements; a choice that some later kind refutes is taken back."""
    if len(known) == len(kinds):
        return [known]
    one = kinds[len(known)]
    choices = [element for element in ELEMENTS if fits(element, one, known)]
    return [way for element in choices for way in fitting(kinds, known | {one: element})]


def test_every_product_of_the_quotient_is_an_element() -> None:
    assert len({*ELEMENTS}) == 18
    assert {times(one, two) for one, two in product(ELEMENTS, repeat=2)} == {*ELEMENTS}
    for one, two in product(ELEMENTS, repeat=2):  # and no two are alike
        alike = all((times(one, x) in LOST) == (times(two, x) in LOST) for x in ELEMENTS)
        assert alike == (one == two)


def test_who_wins_a_sum_of_two_or_three_boards_follows_from_their_elements() -> None:
    ways = fitting(kinds(), {DEAD: ""})
    assert ways
    for known in ways:  # which differ where no sum of three tells
        assert known[kind(frozenset())] == "c"
        assert known[kind(frozenset({4}))] == "cc"  # the centre wins alone


def of_boards(x: int, boards: int) -> list[Kind]:
    cells = [[*bits.cells_of(x >> 9 * board & 511)] for board in range(boards)]
    return [kind(frozenset(each)) for each in cells]


@pytest.mark.no_cover
def test_two_boards_are_won_and_lost_as_their_sum_is() -> None:
    rules = Rules.parse("3,3,3,boards=2,notakto")
    ints = on_ints(rules)

    @cache
    def lost(x: int) -> bool:
        """By moves of the library; who closes the last board has lost."""
        moves, last = ints.moves(x, 0)
        assert all(lost(x | 1 << cell) is False for cell in bits.cells_of(last))
        return bool(moves) and not any(lost(x | 1 << cell) for cell in bits.cells_of(moves))

    assert lost(0)
    for x in seen(rules):
        assert lost(x) == are_lost(*of_boards(x, 2))


def seen(rules: Rules) -> list[int]:
    """Positions all over some random games."""
    found, random = [], Random(1)
    for _ in range(40):
        game = Game(rules)
        while game.legal_moves:
            game.push(random.choice(game.legal_moves))
            found.append(game.position.x)
    return found


def test_a_board_with_a_line_is_closed_and_only_the_last_one_ends_the_game() -> None:
    rules = Rules.parse("3,3,3,boards=3,notakto")
    assert rules.about == (
        "3 boards of 3 x 3 tic-tac-toe, 3 in a row, notakto: both players place X, misere: whoever "
        "makes a line loses, a line closes its board, and only that on the last board counts"
    )
    for x in seen(rules):
        boards = of_boards(x, 3)
        position, living = Position(x, 0, rules), [board for board in boards if board != DEAD]
        closed = sum(511 << 9 * at for at, board in enumerate(boards) if board == DEAD)
        free = rules.board & ~(x | closed)
        assert position.legal == free
        assert position.is_over == (not living)
        assert position.winner == (None if living else position.turn)
        (finishing,) = move_bits.finishing((x, 0), free, rules)
        ends = [c for c in bits.cells_of(free) if Position(x | 1 << c, 0, rules).is_over]
        assert [*bits.cells_of(finishing)] == ends
        assert len(living) < 2 or not ends


def test_in_other_games_on_several_boards_the_first_line_wins() -> None:
    game = Game.parse("3,3,3,boards=2: 1a1 2b2 1b1 2c2 1c1")
    assert game.is_over
    assert str(game.winner) == "X"
    apart = Game.parse("3,3,3,boards=2: 1a2 1a1 1b2 1b1 2c1 2c3")  # no line leaves its board
    assert not apart.is_over
