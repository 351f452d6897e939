"""`noughts show`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from noughts import Game, Position, Rules
from noughts.cli.main import main
from noughts.codecs import CODECS, codec, names
from tests import commands
from tests.commands import refused
from tests.games_from_outside import listed as listed


def run(*arguments: str) -> tuple[int, str, str]:
    result = commands.run("show", *arguments)
    return result.exit_code, result.stdout, result.stderr


def told(*arguments: str) -> dict[str, Any]:
    status, out, err = run(*arguments, "--json")
    assert status == 0
    assert not err or err.startswith("Solving ")  # said where a table takes more than a second
    found: dict[str, Any] = json.loads(out)
    return found


def section(text: str, title: str) -> str:
    """The lines under a title, up to the next one."""
    return text.partition(f"{title}\n\n")[2].partition("\n\n\n")[0]


def test_a_position_is_drawn_with_its_turn() -> None:
    _, out, _ = run("XO./.X./..O")
    assert out.startswith("Position\n")
    assert "1  X │ O │ " in out
    assert "X to move, after 4 moves" in out


def test_the_two_bitboards_are_shown_as_sums() -> None:
    _, out, _ = run("XO./.X./..O")
    assert "6 7 8     64 128 256      .   .   .      .   . 256" in out
    assert "X = 1 + 16 = 17\n      = 000010001 in binary" in out
    assert "O = 2 + 256 = 258\n      = 100000010 in binary" in out


def test_the_bits_of_every_representation_are_grouped_and_labelled() -> None:
    _, out, _ = run("XO./.X./..O")
    assert (
        """\
    132113 = 0x20411, in 18 bits
            O's stones          X's stones
    cell    8 7 6 5 4 3 2 1 0   8 7 6 5 4 3 2 1 0
    bits    1 0 0 0 0 0 0 1 0   0 0 0 0 1 0 0 0 1
            O             O             X       X
"""
        in out
    )
    assert (
        """\
            cells
    cell     0  1  2  3  4  5  6  7  8
    bits    01 10 00 00 01 00 00 00 10
             X  O        X           O
"""
        in out
    )
    assert "    digits  2 0 0 0 1 0 0 2 1\n" in out
    assert "    bits    0011010100\n" in out


def test_the_fields_of_a_word_are_labelled() -> None:
    _, out, _ = run("--from", "word", "786441")
    assert (
        """\
            result        error   input        turn   cells
    cell                                               8  7  6  5  4  3  2  1  0
    bits    00            0       0000000001   1      00 00 00 00 00 00 00 10 01
            in progress   no      typed 2      X                            O  X
"""
        in out
    )
    fields = told("--from", "word", "1074922005")["codecs"]["word"]["fields"]
    assert [(field["name"], field["digits"], field["meaning"]) for field in fields[:4]] == [
        ("result", "01", "X won"),
        ("error", "0", "no"),
        ("input", "0000000010", "typed 3"),
        ("turn", "0", "O"),
    ]


def test_no_line_is_wider_than_the_screen() -> None:
    for arguments in (
        ["XO./.X./..O"],
        ["--from", "word", str(262144 | 1 << 29)],
        ["--from", "record", "115352"],
        ["XXX/OO./O.."],
        ["XO../.X../..O./....", "--board", "4,4,4"],
    ):
        _, out, _ = run(*arguments)
        assert max(map(len, out.splitlines())) <= 80


def test_json_prints_one_object_with_every_code() -> None:
    position = Position.parse("XO./.X./...")
    found = told("XO./.X./...")
    assert found["position"] == "XO./.X./..."
    assert found["turn"] == "O"
    for name in CODECS:
        code = found["codecs"][name]["code"]
        if name.startswith("record"):
            assert code is None
            assert found["codecs"][name]["refused"] == f"{name} needs the moves of a finished game"
        elif name != "word":
            assert code == CODECS[name].encode(position)
    for name, any_codec in CODECS.items():
        if found["codecs"][name]["code"] is not None:
            digits = "".join(field["digits"] for field in found["codecs"][name]["fields"])
            code = int(digits, any_codec.radix)
            assert code == found["codecs"][name]["code"]


@pytest.mark.parametrize(
    ("code", "name"),
    [("1041", "pair"), ("0x411", "pair"), ("0b1000_0010001", "pair"), ("88", "base3")],
)
def test_a_code_is_shown_with_the_codec_that_it_is_of(code: str, name: str) -> None:
    assert told(code, "--from", name)["position"] == "XO./.X./..."


def test_a_game_is_shown_with_its_moves_and_its_records() -> None:
    found = told("--from", "record", "7316")
    assert found["game"] == "a1 a2 b1 b2 c1"
    assert found["position"] == "XXX/OO./..."
    assert found["outcome"] == "X wins"
    assert found["line"] == [0, 1, 2]
    assert found["codecs"]["record_class"]["code"] == 699
    assert found["codecs"]["word"]["code"] == 1 << 30 | 2 << 19 | 661
    _, out, _ = run("--from", "record", "7316")
    assert "X wins, on cells 0, 1, 2, after 5 moves" in out
    assert "played as a1 a2 b1 b2 c1" in out
    assert "No move is left: the game is over (X wins)." in out


def test_a_draw_is_shown_without_a_line() -> None:
    _, out, _ = run("XOX/XOO/OXX")
    assert "draw, after 9 moves" in out
    assert "on cells" not in out


def test_the_value_of_every_move_is_shown_and_the_best_are_marked() -> None:
    found = told("XO./.X./..O")
    assert (found["value"], found["remoteness"]) == (1, 3)
    assert [(move["name"], move["value"], move["best"]) for move in found["moves"]] == [
        ("c1", 0, False),
        ("a2", 1, True),
        ("c2", 0, False),
        ("a3", 1, True),
        ("b3", 0, False),
    ]
    _, out, _ = run("XO./.X./..O")
    assert "X wins in 3 moves if both play best." in out
    assert "2  win 3*  │    X    │ draw 5" in out


def test_a_single_move_is_no_plural() -> None:
    assert "X wins in 1 move if both play best." in run("XX./OO./...")[1]
    assert "O to move, after 1 move\n" in run("X../.../...")[1]
    assert "O loses in 2 moves if both play best." in run("XX./XO./..O")[1]


def test_a_position_that_play_cannot_reach_is_pointed_out() -> None:
    found = told("XXX/OO./O..")
    reason = "X has a line (cells 0, 1, 2), but O moved last"
    assert found["unreachable"] == reason
    assert found["moves"] is None
    assert found["codecs"]["ordinal"]["refused"] == f"play cannot reach XXX/OO./O..: {reason}"
    assert found["codecs"]["base4"]["code"] is not None
    _, out, _ = run("XXX/OO./O..")
    assert "play cannot reach it:\n" in out
    assert f"{reason}\n" in out
    assert "Not known: play cannot reach this position." in out


def test_the_symmetry_class_is_shown() -> None:
    found = told("..X/.XO/...")
    assert found["symmetry"]["representative"] == "XO./.X./..."
    assert len(found["symmetry"]["images"]) == 8
    by = found["symmetry"]["by"].upper().replace(" ", "_")
    _, out, _ = run("..X/.XO/...")
    assert "XO./.X./... stands for all: the least by its pair code." in out
    assert f"The symmetry that leads there: {by.lower().replace('_', ' ')}." in out
    assert (
        "It is the least of them by its pair code, and so stands for all." in run("XO./.X./...")[1]
    )
    assert "it stands for itself alone" in run(".../.X./...")[1]


def test_another_board_is_shown_with_the_codecs_that_hold_it() -> None:
    rules = Rules(4, 4, 4)
    found = told("XO../.X../..O./....", "--board", "4,4,4")
    position = Position.parse("XO../.X../..O./....", rules)
    assert {name: facts["code"] for name, facts in found["codecs"].items()} == {
        name: codec(name, rules).encode(position) for name in names(rules)
    }
    assert found["moves"] is None
    assert "4,4,4 has 16 cells" in found["moves_unknown"]
    _, out, _ = run("XO../.X../..O./....", "--board", "4,4,4")
    assert "Not known: 4,4,4 has 16 cells" in out
    assert "cell    15 14 13 12 11 10  9  8" in out


@pytest.mark.wide
def test_the_values_of_a_board_of_up_to_12_cells_are_known() -> None:
    assert told("..../.X../....", "--board", "3,4,3")["moves"]


def test_a_board_too_wide_to_draw_its_worths_says_the_rule_instead() -> None:
    _, out, _ = run("/".join(["." * 15] * 15), "--board", "15,15,5")
    assert "a stone on cell n is worth 2 to the n." in out
    assert "X = 0\n" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["17"], "17 is a code; name its codec, as in --from pair"),
        (["0x1F"], "0x1F is a code"),
        (["XO/.X/.."], "'XO/.X/..' is not 3 rows of 3 cells"),
        (["XX./.../..."], "2 X and 0 O; turns alternate"),
        (["262143", "--from", "pair"], "holds the pattern 11"),
        (["XO./.X./...", "--from", "pair"], "'XO./.X./...' is not a number"),
        (["0", "--from", "octal"], "'octal' is not a codec"),
        (["0", "--from", "word", "--board", "4,4,4"], "word is for 3,3,3 alone"),
        (["...", "--board", "1,3"], "'1,3' is not a valid board"),
        (["-1", "--from", "pair"], "-1 is not a code of pair"),
    ],
)
def test_what_means_no_position_is_refused_with_its_reason(
    arguments: list[str], message: str
) -> None:
    assert message in refused("show", *arguments)


def test_the_game_of_a_record_is_the_one_that_was_played() -> None:
    game = Game.parse(told("--from", "record", "115352")["game"])
    assert game.moves == (4, 0, 2, 6, 3, 5, 1, 7, 8)


def test_colours_are_for_terminals_alone() -> None:
    plain = CliRunner().invoke(main, ["show", "XO./.X./..."]).stdout
    coloured = CliRunner().invoke(main, ["show", "XO./.X./..."], color=True).stdout
    assert "\x1b[" not in plain
    assert "\x1b[94m" in coloured


@pytest.mark.usefixtures("listed")
def test_games_with_other_answers_are_shown_as_far_as_they_are_known() -> None:
    falling = told("2,3,2,gravity", ".../X..")
    assert [(move["name"], move["value"]) for move in falling["moves"]][:1] == [("a", -1)]
    assert falling["unreachable"] is None
    never = told("2,2,2,gravity", "X./O.")  # X moves first, and falls
    assert (never["unreachable"], never["value"]) == ("no moves lead there", None)
    assert "play cannot reach it:\n" in run("2,2,2,gravity", "X./O.")[1]
    wild = told("2,2,2,wild", "O./..")
    assert (wild["value"], wild["remoteness"]) == (1, 1)
    names = {move["name"]: (move["cell"], move["best"]) for move in wild["moves"]}
    assert (names["Xb1"], names["Ob1"], len(names)) == ((1, False), (1, True), 6)
    large = told("4,4,4,wild", "O.../..../..../....")
    assert (large["unreachable"], large["value"]) == (None, None)
