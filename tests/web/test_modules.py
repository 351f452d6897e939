"""The page's own modules, run in Node.js and held to the library over every position."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest

from noughts import TICTACTOE, Game, Position, PositionError, Rules
from noughts.codecs import CODECS
from noughts.core.bits import cells_of
from noughts.core.cell_names import cell_name
from noughts.players import Player
from noughts.solver.tables.table import table
from tests.web.conftest import Node

pytestmark = pytest.mark.no_cover

GAMES = ("0 3 1 4 2", "4 0 2 6 3 5 1 7 8")


@pytest.fixture(scope="module")
def walked(node: Node) -> dict[str, Any]:
    """What the page says of all 6046 positions."""
    answer: dict[str, Any] = node("positions.mjs")
    return answer


@pytest.fixture(scope="module")
def found(walked: dict[str, Any]) -> list[tuple[Position, dict[str, Any]]]:
    """Each position with what the page says of it, in the order of positions."""
    return [(Position(said["x"], said["o"]), said) for said in walked["found"]]


Found = list[tuple[Position, dict[str, Any]]]


def by_names(position: Position) -> str | None:
    """Why play cannot reach a position, with the names of cells, which the page has for numbers."""
    return position.unreachable and re.sub(
        r"cells ([\d, ]+)",
        lambda cells: " ".join(
            cell_name(int(each), position.rules) for each in cells[1].split(", ")
        ),
        position.unreachable,
    )


def call(node: Node, module: str, name: str, *arguments: object) -> Any:
    (result,) = node("calls.mjs", [[module, name, *arguments]])
    return result


@pytest.mark.wide
@pytest.mark.parametrize(
    ("opponent", "chance"), [("perfect", 0.5), ("hard", 0.99), ("medium", 0.99), ("easy", 0.99)]
)
def test_no_line_of_play_beats_a_best_move(node: Node, opponent: str, chance: float) -> None:
    # A careless player that never slips plays a best move each time.
    ends = node("lines.mjs", opponent, chance, "3,3,3")
    for side in "XO":
        assert ends[side]["won"] == 0
        assert ends[side]["drawn"] > 0
        assert ends[side]["lost"] > 0


@pytest.mark.wide
@pytest.mark.parametrize("opponent", ["hard", "medium", "easy", "random"])
def test_every_other_opponent_can_be_beaten_from_both_sides(node: Node, opponent: str) -> None:
    ends = node("lines.mjs", opponent, 0, "3,3,3")  # a slip each time
    assert ends["X"]["won"] > 0
    assert all(ends["X"][result] + ends["O"][result] for result in ends["X"])


@pytest.mark.longer
def test_every_line_between_two_people_is_a_game(node: Node) -> None:
    total = {"won": 131184, "drawn": 46080, "lost": 77904}  # of X, whichever side is chosen
    assert node("lines.mjs", "person", 0, "3,3,3", seconds=3600) == {"X": total, "O": total}


@pytest.mark.wide
def test_the_page_knows_every_position_and_which_are_in_play(
    walked: dict[str, Any], found: Found
) -> None:
    assert len(found) == 6046
    assert walked["sizes"] == [6046, 5478, 765]
    for position, said in found:
        assert said["text"] == str(position)
        assert said["inPlay"] == (position.unreachable is None)
        assert said["beyond"] == by_names(position)


@pytest.mark.wide
def test_a_game_ends_as_the_library_ends_it(found: Found) -> None:
    for position, said in found:
        assert said["legal"] == position.legal
        outcome = position.outcome
        if outcome is None:
            assert said["end"] is None
        else:
            winner, line, lines = outcome
            assert said["end"] == {"winner": winner or 0, "line": line, "lines": lines}


@pytest.mark.wide
def test_every_worth_and_every_best_line_is_the_tables(found: Found) -> None:
    solved = table(TICTACTOE)
    for position, said in found:
        if said["inPlay"]:
            assert said["worth"] == solved[position]._asdict()
            assert said["moves"] == [move._asdict() for move in solved.moves(position)]
            assert said["bestLine"] == solved.best_line(position)


@pytest.mark.wide
def test_perfect_plays_what_the_librarys_perfect_plays(found: Found) -> None:
    player = Player.parse("perfect")
    for position, said in found:
        if said["perfect"] is not None:
            assert player.probabilities(position).keys() == {said["perfect"]}


@pytest.mark.wide
def test_the_numbers_are_those_of_the_representations(found: Found) -> None:
    for position, said in found:
        x, o = position.x, position.o
        numbers = said["numbers"]
        assert (numbers["x"], numbers["o"], numbers["pair"]) == (x, o, x | o << 9)
        mirrored = [sum(1 << 8 - cell for cell in cells_of(stones)) for stones in (x, o)]
        assert [numbers["flags-x"], numbers["flags-o"]] == mirrored
        assert numbers["base4"] == sum(position[cell] << 2 * cell for cell in range(9))
        assert numbers["base3"] == sum(position[cell] * 3**cell for cell in range(9))


@pytest.mark.wide
def test_the_dense_numbers_count_what_they_hold(found: Found) -> None:
    in_play = [position for position, said in found if said["inPlay"]]
    classes = [position for position in in_play if position.canonical() == position]
    ordinals = {position: i for i, position in enumerate(in_play)}
    class_numbers = {position: i for i, position in enumerate(classes)}
    for position, said in found:
        numbers = said["numbers"]
        assert numbers["ordinal"] == ordinals.get(position)
        wanted = class_numbers[position.canonical()] if said["inPlay"] else None
        assert numbers["canonical"] == wanted


@pytest.mark.wide
def test_balanced_is_the_place_in_the_list_by_stones_cells_and_owners(found: Found) -> None:
    boards = [
        (stones, o)
        for count in range(10)
        for stones in combinations(range(9), count)
        for o in combinations(stones, count // 2)
    ]
    places = {board: i for i, board in enumerate(boards)}
    for position, said in found:
        stones, o = tuple(cells_of(position.x | position.o)), tuple(cells_of(position.o))
        assert said["numbers"]["balanced"] == places[stones, o]


@pytest.mark.parametrize(
    ("text", "row", "number"),
    [
        ("X.O/..O/.X.", "balanced", 523),
        pytest.param("XO./.X./...", "ordinal", 53, marks=pytest.mark.wide),
        pytest.param("XO./.X./...", "canonical", 31, marks=pytest.mark.wide),
    ],
)
def test_the_worked_examples_of_dense_numbers(
    found: Found, text: str, row: str, number: int
) -> None:
    numbers = next(said["numbers"] for position, said in found if str(position) == text)
    assert numbers[row] == number


def test_records_are_those_of_the_library(node: Node) -> None:
    record, record_class = CODECS["record"], CODECS["record_class"]
    sample = [*range(0, record.size, 2551), record.size - 1]
    games = [record.decode(number) for number in sample]
    classes = [record_class.encode(game) for game in games]
    asked = []
    for number, game, least in zip(sample, games, classes, strict=True):
        asked += [
            ["records.js", "record", game.moves],
            ["records.js", "fromRecord", number],
            ["records.js", "recordClass", game.moves],
            ["records.js", "fromRecordClass", least],
        ]
    expected = []
    for number, game, least in zip(sample, games, classes, strict=True):
        leader = record_class.decode(least)
        expected += [number, [*game.moves], least, [*leader.moves]]
    assert node("calls.mjs", asked) == expected


@pytest.mark.parametrize(
    ("moves", "record", "record_class"), [(GAMES[0], 7316, 699), (GAMES[1], 115352, 29366)]
)
def test_the_worked_examples_of_records(
    node: Node, moves: str, record: int, record_class: int
) -> None:
    cells = [int(cell) for cell in moves.split()]
    asked = [["records.js", "record", cells], ["records.js", "recordClass", cells]]
    assert node("calls.mjs", asked) == [record, record_class]


def steps(node: Node, word: int, *numbers: int) -> list[int]:
    """The words that the page's machine passes through."""
    asked = [
        ["game_word.js", "step", "last" if i else word, number] for i, number in enumerate(numbers)
    ]
    words: list[int] = node("calls.mjs", asked)
    return words


@pytest.mark.wide
def test_the_word_steps_as_its_worked_examples_do(node: Node) -> None:
    words = steps(node, 262144, 1, 5, 2, 9, 3)
    assert words == [1, 2359809, 524805, 4588037, 1074922005]
    assert steps(node, 262144, 268435459) == steps(node, 262144, 3)
    assert steps(node, 262144, 1, 1, 0, 10, 2)[-1] == 786441  # an error is cleared by what follows


def test_a_refused_input_sets_the_error_and_is_kept(node: Node) -> None:
    for number, word in zip((10, 0, -(2**31), 1), steps(node, 1, 10, 0, -(2**31), 1), strict=True):
        assert word & ((1 << 19) - 1) == 1
        assert word >> 29 == 1
        assert (word >> 19) & 1023 == (number - 1) & 1023


@pytest.mark.parametrize(
    ("numbers", "result"),
    [
        ((1, 4, 2, 5, 3), 1),
        ((1, 4, 2, 5, 9, 6), -2),
        ((1, 2, 3, 5, 4, 6, 8, 7, 9), -1),
        ((1, 4, 2, 5, 7, 8, 6, 9, 3), 1),  # a full board with a line
    ],
)
def test_an_end_of_each_kind_is_in_the_words_top_bits(
    node: Node, numbers: tuple[int, ...], result: int
) -> None:
    assert steps(node, 262144, *numbers)[-1] >> 30 == result


def test_a_grid_that_is_not_a_position_says_why_as_the_library_does(node: Node) -> None:
    grids = [(7, 0), (0, 1), (0b1010, 0b10101)]
    assert call(node, "tictactoe.js", "refusal", {"x": 3, "o": 1}) == "X and O would both hold a1"
    assert call(node, "tictactoe.js", "refusal", {"x": 1, "o": 0}) is None
    for x, o in grids:
        with pytest.raises(PositionError) as refused:
            Position(x, o)
        assert call(node, "tictactoe.js", "refusal", {"x": x, "o": o}) == str(refused.value)


@pytest.mark.parametrize(
    ("board", "text", "reason"),
    [
        ("3,3,3", "XXX/OO./.O.", "X has a line (a1 b1 c1), but O moved last"),
        ("3,3,3", "XX./OOO/XX.", "O has a line (a2 b2 c2), but X moved last"),
        (
            "4,4,3",
            "XXX./OO.O/OO../XXX.",
            "X has lines (a1 b1 c1 a4 b4 c4) that no single stone completes",
        ),
    ],
)
def test_a_position_beyond_play_says_why_as_the_library_does(
    node: Node, board: str, text: str, reason: str
) -> None:
    position = Position.parse(text, Rules.parse(board))
    given = {"x": position.x, "o": position.o}
    assert call(node, f"rules {board}", "unreachable", given) == reason
    assert by_names(position) == reason


@pytest.mark.wide
@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("", ""),
        ("#b2a1c3", "b2 a1 c3"),
        ("#B2%20a1,c3", "b2 a1 c3"),
        ("#519", "b2 a1 c3"),
        ("#XO./.X./..O", "XO./.X./..O:"),
        ("#XO./.X./..O:a3", "XO./.X./..O: a3"),
    ],
)
def test_an_address_is_a_game(node: Node, address: str, text: str) -> None:
    game = Game.parse(text)
    start = {"x": game.start.x, "o": game.start.o}
    read = {"start": start, "moves": list(game.moves)}
    assert call(node, "address.js", "parse", address, "rules 3,3,3") == read


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("#b2b2", "Move 2 of the link, “b2”: b2 is taken by X. Free: a1 b1 c1 a2 c2 a3 b3 c3."),
        ("#b2hello", "Move 2 of the link, “hello”: it is not a cell; write a1 to c3, or 1 to 9."),
        ("#tic", "“tic” is not a game; write moves, as in b2a1, or 4,4,4: and moves."),
        *(
            (f"#{board}", f"“{board}” is not a board of this page; 5,5,4 and ultimate are.")
            for board in ("20,20,5", "4x4", "3,3,3,ultimatum", "4,4,9", "9,9")
        ),
        ("#XX/O", "“XX/O” is not a valid board; write 3 rows of 3 cells, such as XO./.../..."),
        ("#a1a2b1b2c1c2", "Move 6 of the link, “c2”: The game is over. Start a new one."),
    ],
)
def test_an_address_that_is_no_game_says_why(node: Node, address: str, reason: str) -> None:
    assert call(node, "address.js", "parse", address, "rules 3,3,3") == {"refused": reason}


@pytest.mark.wide
@pytest.mark.parametrize(
    ("typed", "number"), [("17", 17), (" 0x1F ", 31), ("0b1_0001", 17), ("1 000", 1000), ("-0", 0)]
)
def test_a_number_may_be_decimal_hex_or_bits(node: Node, typed: str, number: int) -> None:
    assert (
        call(node, "typed_numbers.js", "parseNumber", typed, {"name": "n", "most": 2000}) == number
    )
