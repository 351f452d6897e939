"""The map of a player, read back from the picture and played against every reply."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from noughts import Position, Rules
from noughts.core.rules import O, X
from noughts.core.svg import GRID_COLOUR, O_COLOUR, X_COLOUR
from noughts.errors import RulesError, TooLargeError
from noughts.players import Player, as_player, maps, strategy_map
from noughts.solver.tables.table import table
from tests import oracle
from tests.strategies import MISERE, NORMAL, board_of

NUMBER = r"([\d.]+)"
CROSS = re.compile(rf"M{NUMBER} {NUMBER}l{NUMBER} {NUMBER}m0 -{NUMBER}l-{NUMBER} {NUMBER}")
RING = re.compile(rf"M{NUMBER} {NUMBER}a{NUMBER} {NUMBER} 0 1 0 {NUMBER} 0")
DOWN, ACROSS = (re.compile(rf"M{NUMBER} {NUMBER}{way}{NUMBER}") for way in "vh")


class Thing(NamedTuple):
    """A stone or a board of the picture: its middle, its width, and which stone, if it is one."""

    x: float
    y: float
    width: float
    stone: str = ""


Cells = dict[oracle.Square, list[Thing]]


def things(picture: str, board: oracle.Board) -> Iterator[Thing]:
    """All stones and boards, wherever they lie."""
    rows, cols = board.sizes
    for path in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}path"):  # noqa: S314 - our own
        way = path.attrib["d"]
        if path.get("stroke") == X_COLOUR:
            for left, top, *sides in numbers(CROSS, way):
                assert len(set(sides)) == 1
                yield Thing(left + sides[0] / 2, top + sides[0] / 2, sides[0], "X")
        elif path.get("stroke") == O_COLOUR:
            for left, middle, half, height, width in numbers(RING, way):
                assert height == half
                assert abs(width - 2 * half) < 0.002  # both are rounded
                yield Thing(left + half, middle, width, "O")
        elif path.get("stroke") == GRID_COLOUR:
            downs, acrosses = numbers(DOWN, way), numbers(ACROSS, way)
            firsts = zip(downs[:: cols - 1], acrosses[:: rows - 1], strict=True)
            for (_, top, height), (left, _, width) in firsts:
                yield Thing(left + width / 2, top + height / 2, width)


def numbers(form: re.Pattern[str], way: str) -> list[list[float]]:
    return [[*map(float, found)] for found in form.findall(way)]


def inside(some: Iterable[Thing], x: float, y: float, size: float) -> list[Thing]:
    """What lies whole in the square around a point."""
    near = [each for each in some if max(abs(each.x - x), abs(each.y - y)) < size / 2]
    return [each for each in near if each.width <= size]


def read(here: Thing, some: list[Thing], board: oracle.Board) -> tuple[oracle.Grid, Cells]:
    """A board of the picture: its grid, and what lies in each square."""
    rows, cols = board.sizes
    size = here.width / cols
    cells: Cells = {}
    marks = ""
    for row, col in oracle.squares(board):
        x, y = here.x + (col + 0.5 - cols / 2) * size, here.y + (row + 0.5 - rows / 2) * size
        cells[row, col] = found = inside(some, x, y, size)
        marks += next((each.stone for each in found if each.stone and each.width > size / 2), ".")
    return oracle.folded(marks, board), cells


def answers(replied: oracle.Grid, board: oracle.Board) -> list[oracle.Grid]:
    """What a board after a reply may show: every answer, or the end of the game."""
    return [*oracle.after(replied, board).values()] or [replied]


def ends(
    here: Thing, some: list[Thing], expected: list[oracle.Grid], board: oracle.Board
) -> Iterator[str]:
    """The results of all games that a board of the picture leads to, with every reply in them."""
    grid, cells = read(here, some, board)
    assert grid in expected
    result = oracle.result(grid, board)
    if result:
        yield result
    for square, replied in oracle.after(grid, board).items():
        boards = [each for each in cells[square] if not each.stone]
        there = max(boards, key=lambda each: each.width)
        yield from ends(there, cells[square], answers(replied, board), board)


@pytest.mark.parametrize("side", [X, O])
@pytest.mark.parametrize(
    "rules",
    [
        Rules(2, 4, 3),
        *(
            pytest.param(rules, marks=[pytest.mark.wide, pytest.mark.no_cover])
            for rules in (NORMAL, MISERE, Rules.parse("3,3,3,torus"))
        ),
        pytest.param(Rules(4, 3, 3), marks=pytest.mark.longer),
    ],
    ids=str,
)
def test_who_follows_the_map_never_loses_what_need_not_be_lost(rules: Rules, side: int) -> None:
    board, name = board_of(rules), {X: "X", O: "O"}
    seen = [*things(strategy_map(Player.parse("perfect"), rules, [side]), board)]
    first = max((each for each in seen if not each.stone), key=lambda each: each.width)
    start = oracle.empty(board)
    results = Counter(ends(first, seen, answers(start, board) if side == X else [start], board))
    assert {name[X], name[O], "draw"} >= {*results}
    value = table(rules)[Position(rules=rules)].value * (1 if side == X else -1)
    assert (name[X + O - side] in results) == (value < 0)
    assert set(results) == {name[side]} or value <= 0


def test_a_player_may_have_any_name_and_tells_how_far_it_is() -> None:
    counts: list[int] = []
    lowest = as_player(lambda position: position.legal_moves[0])
    assert lowest.name == "<lambda>"
    picture = strategy_map(lowest, Rules(1, 3, 3), [O], lambda done, _: counts.append(done))
    assert "every answer of &lt;lambda&gt;" in picture
    assert counts[0] == 1
    assert strategy_map(lowest, Rules(1, 1, 1)).count("<path") == 4  # a line and a stone each


def test_a_map_that_no_page_holds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "MAP_BOARDS", 20)
    with pytest.raises(TooLargeError, match="a map of 2,4,3 takes more than 20 boards"):
        strategy_map(Player.parse("random"), Rules(2, 4, 3))
    with pytest.raises(
        TooLargeError, match="2x2x2,2 has 2 layers; a map takes boards of one layer"
    ):
        strategy_map(Player.parse("perfect"), Rules.parse("2x2x2,2"))
    with pytest.raises(TooLargeError, match="1,21,1 has 21 cells; a map takes up to 20"):
        strategy_map(as_player(lambda _: pytest.fail("it was asked")), Rules(1, 21, 1))
    with pytest.raises(RulesError, match="a map cannot take 3,3,3,wild: either mark may take"):
        strategy_map(Player.parse("perfect"), Rules.parse("3,3,3,wild"))


def test_a_map_may_have_as_many_boards_as_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts: list[int] = []
    lowest = as_player(lambda position: position.legal_moves[0])
    whole = strategy_map(lowest, Rules(1, 4, 3), [X], lambda done, _: counts.append(done))
    boards = _boards_of(lowest, Rules(1, 4, 3))
    monkeypatch.setattr(maps, "MAP_BOARDS", boards)
    assert strategy_map(lowest, Rules(1, 4, 3), [X]) == whole
    monkeypatch.setattr(maps, "MAP_BOARDS", boards - 1)
    with pytest.raises(TooLargeError):
        strategy_map(lowest, Rules(1, 4, 3), [X])


def _boards_of(player: Player, rules: Rules) -> int:
    """How many boards a map of X has: one for the answer to each reply."""

    def count(position: Position) -> int:
        if position.turn == X and not position.outcome:
            position = position.play(player.choose(position))
        return 1 + sum(count(position.play(reply)) for reply in position.legal_moves)

    return count(Position(rules=rules))


def test_the_maps_of_both_sides_stand_side_by_side_below_their_names() -> None:
    picture = strategy_map(Player.parse("perfect"), Rules(2, 4, 3))
    root = ElementTree.fromstring(picture)  # noqa: S314 - our own
    assert root.attrib["viewBox"] == "0 0 2060 632"
    said = [dict(each.attrib) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [(each["x"], each["y"]) for each in said] == [
        ("20", "38"),
        ("1040", "38"),
        ("20", "588"),
        ("20", "620"),
    ]
    paths = [each.attrib for each in root.iter("{http://www.w3.org/2000/svg}path")]
    grids = [each["d"] for each in paths if each.get("stroke") == GRID_COLOUR]
    assert sum(way.startswith("M270 56v500") for way in grids) == 1
    assert sum(way.startswith("M1290 56v500") for way in grids) == 1
    assert all(("stroke" in each) == ("stroke-width" in each) for each in paths)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("sides", [[X], [O], [X, O]], ids=["X", "O", "both"])
def test_no_text_is_cut_at_the_edge(sides: list[int]) -> None:
    picture = strategy_map(Player.parse("perfect"), Rules(3, 3, 3), sides)
    root = ElementTree.fromstring(picture)  # noqa: S314 - our own
    texts = [each for each in root if each.tag.endswith("text")]
    assert len(texts) > len(sides)
    for text in texts:
        letter = 0.58 * float(text.get("font-size", ""))  # on average, in a font that is wide
        right = float(text.get("x", "")) + letter * len(text.text or "")
        assert right <= float(root.get("width", ""))


@pytest.mark.no_cover
def test_only_a_map_of_x_has_a_first_move() -> None:
    def drawn(side: int) -> str:
        return strategy_map(Player.parse("perfect"), Rules(3, 3, 3), [side])

    assert "X begins" in drawn(X)
    assert "X begins" not in drawn(O)
