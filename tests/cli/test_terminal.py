"""The terminal game, as a person types it and reads it."""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts import Position, Rules, X
from noughts.cli.main import main
from noughts.players import Random, Strong
from noughts.players.strong import search_proofs
from tests.commands import alone, good, refused, run
from tests.games_from_outside import listed as listed


def play(options: str, *typed: str) -> str:
    return good("play", *shlex.split(options), typed="".join(f"{line}\n" for line in typed))


def test_the_first_thing_shown_is_the_board_and_a_prompt() -> None:
    assert play("").startswith(
        "\n"
        "     a     b     c\n"
        " 1   1  │  2  │  3\n"
        "   ─────┼─────┼─────\n"
        " 2   4  │  5  │  6\n"
        "   ─────┼─────┼─────\n"
        " 3   7  │  8  │  9\n"
        "\n"
        "X (you) to move, 1-9 or ? for help: "
    )


@pytest.mark.parametrize("cell", ["5", "b2", "B2", " b2 "])
def test_a_cell_is_named_by_number_or_by_name(cell: str) -> None:
    assert "--resume b2" in play("--side both", cell)


def test_the_opponent_replies_and_says_where() -> None:
    assert "O (perfect) plays 1 (a1)." in play("", "5")


def test_the_opponent_moves_first_where_the_person_is_o() -> None:
    screen = play("--side o --opponent perfect:first")
    assert screen.startswith("X (perfect) plays 1 (a1).\n")
    assert "O (you) to move" in screen


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("easy", "'easy' belongs to no option; write --opponent easy"),
        ("4,4,3", "'4,4,3' belongs to no option; write --board 4,4,3"),
        ("a1", "a player is named by --opponent, a board by --board, a game by --resume"),
    ],
)
def test_a_word_without_its_option_is_told_which(word: str, meant: str) -> None:
    result = CliRunner().invoke(main, ["play", word])
    assert result.exit_code == 2
    assert meant in result.stderr


def test_two_players_play_each_other_to_the_end() -> None:
    screen = play("--side neither")
    assert screen.count(" plays ") == 9
    assert "Draw.\nScore: perfect #1 0, perfect #2 0, draws 1." in screen


def test_a_win_is_drawn_on_the_board_named_and_scored() -> None:
    screen = play("--side both", "1", "4", "2", "5", "3")
    assert " 1  [X] │ [X] │ [X]\n" in screen
    assert "X (player #1) wins with the line a1 b1 c1.\nScore: player #1 1, player #2 0" in screen
    assert "n for a new game, v to review it, q to quit, ? for help: " in screen


def test_a_misere_line_loses_and_says_so() -> None:
    screen = play("--side both --board 3,3,3,misere", "1", "4", "2", "5", "3")
    assert "O (player #2) wins: the other side made the line a1 b1 c1." in screen


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("zz", "'zz' is not a cell or a command; free cells: 2, 3, 4, 5, 6, 7, 8, 9; ? helps"),
        ("0", "'0' is not a cell or a command; free cells: 2, 3,"),
        ("10", "'10' is not a cell or a command; free cells: 2, 3,"),
        ("", "'' is not a cell or a command; free cells: 2, 3,"),
        ("d1", "'d1' is not a cell or a command; free cells: 2, 3,"),
        ("\u0665", "is not a cell or a command; free cells: 2, 3,"),
        ("1", "1 (a1) is taken (X); free cells: 2, 3, 4, 5, 6, 7, 8, 9"),
        ("r", "there is no undone move to play again"),
    ],
)
def test_bad_input_says_what_is_good_and_changes_nothing(typed: str, answer: str) -> None:
    screen = play("--side both", "1", typed)
    assert answer in screen
    assert "--resume a1\n" in screen


def test_a_cell_after_the_end_is_refused_with_what_is_good() -> None:
    screen = play("--side both", "1", "4", "2", "5", "3", "9", "h")
    assert "The game is over, so '9' means nothing now; try n or ?" in screen
    assert "The game is over: there is nothing to hint at; try u or n" in screen


def test_undo_and_redo_go_over_the_reply() -> None:
    screen = play("--opponent perfect:first", "5", "9", "u", "r", "undo", "undo", "redo")
    assert "--resume 'b2 a1'" in screen
    assert "--resume 'b2 a1 c3 c1'" in play("--opponent perfect:first", "5", "9", "u", "r")


def test_a_hint_shows_what_every_free_cell_is_worth() -> None:
    screen = play("--side both", "1", "hint")
    assert " 1   X  │ L6  │ L6\n" in screen
    assert " 2  L6  │ D8* │ L6\n" in screen
    assert "W wins, D draws, L loses, in that many moves" in screen
    screen = play("--side both", "hint")
    assert "Every move draws." in screen
    assert "D9" not in screen


@pytest.mark.wide
def test_a_hint_on_a_board_without_a_table_says_what_is_proved_and_what_is_judged() -> None:
    screen = play("--side both --board 4,5,5", *["1", "6", "2", "7", "3", "8", "4", "h"])
    shown = screen[screen.index("1-20 or ? for help: h") :]
    assert len(re.findall(r"\bL\b", shown.partition("W wins")[0])) == 12
    assert re.search(r"(D|[0-9]+%)\*", shown)  # the one move that does not lose
    assert "W wins, D draws, L loses: that is proved; * is best." in shown
    screen = play("--side both --board 9,9,5", "h")
    assert "A percentage is judged, not proved" in screen
    assert "that is proved" not in screen
    assert "%*" in screen
    screen = play("--side both --board 19,19,5", "h")
    assert "A digit is judged, not proved" in screen
    assert re.search(r"^ +10 .* 5\*", screen, re.MULTILINE)  # near the middle


@pytest.mark.parametrize(
    ("opponent", "typed", "times"), [("random", "", 0), ("random", "h", 1), ("hard", "", 1)]
)
def test_a_search_is_compiled_when_somebody_needs_it(
    monkeypatch: pytest.MonkeyPatch, opponent: str, typed: str, times: int
) -> None:
    prepared: list[Rules] = []
    monkeypatch.setattr(search_proofs, "prepare", lambda rules, _: prepared.append(rules))
    monkeypatch.setattr(Strong, "judge", lambda *_: [])
    play(f"--board 5,5,4 --opponent {opponent}", typed)
    assert prepared == [Rules(5, 5, 4)] * times


def test_two_named_players_are_watched_and_the_command_that_goes_on_names_them() -> None:
    screen = play("--x perfect:first --o minimax --delay 0.001 --seed 2")
    assert screen.count(" plays ") == 9
    record = "a1 b2 b1 c1 a3 a2 c2 b3 c3"
    again = f"--x perfect:first --o minimax --delay 0.001 --seed 2 --resume '{record}'"
    assert screen.endswith(f"  noughts play {again}\n")
    assert "--x minimax --o perfect:first" in play("--x perfect:first --o minimax", "s", "q")
    assert "--side o --opponent random" in play("--x random --seed 1", "q")


@pytest.mark.parametrize("delay", ["1e10", "1e300", "inf", "nan", "-1", "61"])
def test_a_delay_that_nobody_waits_for_is_refused(delay: str) -> None:
    assert "Error: Invalid value for '--delay'" in refused(
        "play", "--x", "random", "--o", "random", "--delay", delay
    )


@pytest.mark.parametrize("options", ["--x random --side o", "--o random --opponent easy"])
def test_who_plays_is_said_in_one_way_alone(options: str) -> None:
    assert "--x and --o say who plays; leave out --side and --opponent" in refused(
        "play", *shlex.split(options)
    )


def test_the_rules_of_another_board_are_said_first() -> None:
    assert play("--board 3,3,3,misere --side both").startswith("3,3,3,misere: 3 in a row lose.\n")
    assert play("--board 3,4,3 --side both").startswith("3,4,3: 3 in a row win.\n")


def test_a_review_draws_what_the_game_was_worth_and_names_what_was_given_away() -> None:
    screen = play("--side both", "a1", "b2", "b1", "c2", "v")
    assert (
        "\n X wins  │          ●\n         │\n even    │ ●  ●  ●\n         │\n O wins  │\n"
        "           a1 b2 b1 c2\n\n c2 (O, move 4) gave a draw away; what kept it: c1.\n"
    ) in screen
    assert "No move lost value." in play("--side both", "b2", "a1", "review")
    assert "Nobody has moved yet: there is nothing to review" in play("", "v")
    missed = play("--side both", "a1", "b1", "b2", "a2", "c2", "v")
    assert "c2 (X, move 5) gave a win away; what kept it: c1, a3, c3." in missed
    assert "b1 (O, move 2) gave a draw away; what kept it: b2." in missed


def test_a_review_is_as_wide_as_the_screen_and_needs_no_box_characters() -> None:
    typed = "a1\nb2\nb1\nc1\na3\na2\nc2\nb3\nc3\nv\n"
    result = CliRunner(charset="ascii", env={"COLUMNS": "30"}).invoke(
        main, ["play", "--side", "both"], input=typed
    )
    graph = result.stdout[result.stdout.index("X wins  |") :].splitlines()
    assert [line.strip() for line in graph[5:13:7]] == ["a1 b2 b1 c1 a3 a2", "c2 b3 c3"]
    assert graph[2] == " even    | o  o  o  o  o  o"


@pytest.mark.traced
@pytest.mark.wide
def test_a_review_without_a_table_says_what_seems_worse() -> None:
    free = "." * 9
    start = "/".join([free, free, free, "...XXX...", free, "O........", free, "O........", free])
    screen = play(f"--side both --resume '9,9,5 {start}: a1'", "v")
    assert re.search(r"a1 \(O, move 6\) seems worse, 0% and not \d+%; what seems best: \w", screen)


def test_a_board_wider_than_the_screen_is_drawn_in_characters_and_names_cells() -> None:
    typed = "\n".join(["b2", "a1", "c3", "a2", "c3", "q", ""])
    screen = run("play", "--side", "both", "--board", "7,7,3", typed=typed, COLUMNS="50").stdout
    assert "    a b c d e f g\n 1  . . . . . . .\n" in screen
    assert "X (player #1) to move, a1 to g7 or ? for help: " in screen
    assert " 3  . .(X). . . .\n" in screen
    assert "c3 is taken (X); free cells: b1, c1, d1, e1, f1, g1, b2" not in screen
    assert "c3 is taken (X); free cells: b1, c1" in screen
    assert all(len(line) <= 50 for line in screen.splitlines() if ". ." in line)


def test_a_line_on_such_a_board_is_in_brackets() -> None:
    typed = "a1\na2\nb1\nb2\nc1\nc2\nd1\n"
    screen = run("play", "--side", "both", "--board", "8,8,4", typed=typed, COLUMNS="50").stdout
    assert " 1 [X|X|X|X]. . . .\n" in screen
    assert "wins with the line a1 b1 c1 d1." in screen
    screen = run("play", "--x", "random", "--board", "8,8,4", typed="q\n", COLUMNS="50").stdout
    assert re.search(r"^X \(random\) plays [a-h][1-8]\.$", screen, re.MULTILINE)


def test_the_last_stone_is_marked_on_both_sides_where_names_are_long() -> None:
    typed = "b1\nd1\n" + "q\n"
    screen = run("play", "--side", "both", "--board", "2,28,3", typed=typed, COLUMNS="90").stdout
    assert " 1   .  X  .( O) .  ." not in screen
    assert " 1   .  X  . (O) .  .  ." in screen


def test_a_move_is_drawn_before_the_other_player_takes_its_time() -> None:
    screen = play("--o random --seed 1 --delay 0.001", "b2")
    assert screen.count("│  X  │") == 2
    assert play("--o random --seed 1", "b2").count("│  X  │") == 1


def test_columns_past_z_are_set_apart() -> None:
    screen = run("play", "--side", "both", "--board", "2,28,3", typed="q\n", COLUMNS="90").stdout
    first, second = screen.splitlines()[2:4]
    assert first.endswith("  y  z aa ab")
    assert second == " 1 " + "  ." * 28


@pytest.mark.wide
def test_a_board_without_a_table_has_the_strong_player_as_its_opponent() -> None:
    screen = play("--board 4x4x4,4 --side o --seed 1", "q")
    assert "X (strong:1) plays" in screen
    assert "noughts play --side o --opponent strong --seed 1 --resume" in screen


@pytest.mark.wide
@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_a_level_with_a_name_plays_every_board(name: str) -> None:
    for board in ("3,3,3,misere", "9,9,5", "3,3,3,torus"):
        assert f"X ({name}) plays" in play(f"--board {board} --side o --opponent {name}", "q")


def test_a_new_game_keeps_the_score() -> None:
    screen = play("--side both", "1", "4", "2", "5", "3", "n", "1", "4", "2", "5", "3")
    assert "Score: player #1 2, player #2 0, draws 0." in screen


def test_sides_can_be_swapped() -> None:
    screen = play("--opponent perfect:first", "s", "5")
    assert "X is perfect, O is you." in screen
    assert "play --side o --opponent perfect:first --resume" in screen


def test_help_lists_every_command() -> None:
    screen = play("", "?")
    for word in ("undo", "redo", "hint", "new", "swap", "quit"):
        assert word in screen
    assert screen.count("u undo") == play("", "help").count("u undo") == 1


@pytest.mark.parametrize("quitting", ["q", "quit"])
def test_quitting_prints_the_command_that_goes_on(quitting: str) -> None:
    screen = play("--side both --board 4,4,4", "b2", quitting, "c3")
    command = "noughts play --side both --resume '4,4,4: b2'"
    assert screen.endswith(f"Goodbye. To go on with this game:\n  {command}\n")
    assert "O (player #2) to move" in play(" ".join(shlex.split(command)[2:5]) + " '4,4,4: b2'")


def test_a_seed_repeats_the_game() -> None:
    screens = [play("--opponent random --side neither --seed 7") for _ in range(2)]
    assert screens[0] == screens[1]
    assert play("--opponent random --side neither --seed 8") != screens[0]


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (
            "--board 3,3",
            "'3,3' is not a valid board: it does not say how many in a row",
        ),
        ("--board 3,3,4", "no line of 4 fits on a 3x3 board; k may be 1 to 3"),
        ("--opponent deep-blue", "'deep-blue' is not a player; the players are easy"),
        ("--opponent graded:2", "'2' is not a skill; write a number from 0"),
        ("--opponent level:90%", "'90%' is not the score of a level; write what"),
        ("--opponent level:1%", "no level of 3,3,3 gives a random player the score 1/100"),
        (
            "--board 4,4,4 --opponent perfect",
            "perfect:trap player cannot play 4,4,4: it has 16",
        ),
        ("--resume 'b2 b2'", "move 2, 'b2': the cell is taken; free: a1, b1"),
        (
            "--resume '3,3,3: b2' --board 4,4,4",
            "--resume is a game on 3,3,3, but --board says 4,4,4",
        ),
        ("--side z", "'z' is not one of 'x', 'o', 'both', 'neither'"),
    ],
)
def test_a_bad_option_is_refused_on_one_line_with_status_2(options: str, answer: str) -> None:
    result = run("play", *shlex.split(options))
    assert result.exit_code == 2
    assert answer in result.stderr
    assert "Traceback" not in result.output


def test_a_stray_byte_is_bad_input_and_not_the_end() -> None:
    result = run("play", "--side", "both", typed=b"\xff\n5\n")
    assert result.exit_code == 0
    assert "is not a cell or a command" in result.output
    assert "--resume b2" in result.output


def test_ctrl_c_leaves_politely_with_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> Iterator[bytes]:
        yield b"?\n"
        raise KeyboardInterrupt

    monkeypatch.setattr("noughts.cli.input_lines.typed", interrupted)
    result = run("play")
    assert result.exit_code == 130
    assert result.output.endswith("  noughts play --side x --opponent perfect\n")


def test_an_output_without_box_characters_gets_plain_ones() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = alone("-m", "noughts", "play", input=b"5\n", env=environment, text=False)
    assert done.stdout.isascii()
    assert b" 1   O  |  2  |  3\n   -----+-----+-----\n" in done.stdout


def test_whether_a_move_is_legal_is_for_the_game_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    check = Position.checked_move

    def watched(position: Position, cell: int, hand: int = 0) -> int:
        asked.append(cell)
        return check(position, cell, hand)

    monkeypatch.setattr(Position, "checked_move", watched)
    assert "1 (a1) is taken (X)" in play("--side both", "1", "1")
    assert {*asked} == {0}
    assert len(asked) > 1


def test_the_terminal_module_knows_nothing_of_the_solver() -> None:
    source = Path(__file__).parents[2] / "src/noughts/cli/terminal/session.py"
    assert not re.search(
        r"noughts\.(solver|players|core.bits import (?!cells_of))", source.read_text()
    )


def test_two_players_of_one_kind_do_not_draw_the_same_numbers() -> None:
    screens = [play(f"--side neither --opponent random --seed {seed}") for seed in range(8)]
    cells = [re.findall(r"plays (\d)", screen) for screen in screens]
    both = [(Random(seed), Random(seed)) for seed in range(8)]
    assert any(moves != twins(x, o) for moves, (x, o) in zip(cells, both, strict=True))


def twins(x: Random, o: Random) -> list[str]:
    """A game of two players with the same random numbers."""
    position = Position()
    cells = []
    while not position.outcome:
        cell = (x if position.turn == X else o).choose(position)
        cells.append(str(cell + 1))
        position = position.play(cell)
    return cells


def test_the_command_that_goes_on_names_the_path_where_the_shell_would_not_find_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", [".venv/bin/noughts", "play"])
    monkeypatch.setenv("PATH", "")
    assert "\n  .venv/bin/noughts play --side x" in play("")


def test_moves_alone_go_on_upon_the_board_that_is_named() -> None:
    assert "--resume '4,4,4: b2'" in play("--board 4,4,4 --side both --resume b2")
    assert "--resume '6,7,4,gravity: d d'" in play(
        "--board 6,7,4,gravity --side both --resume '4 d'"
    )


def test_the_command_that_goes_on_keeps_the_seed() -> None:
    assert "--opponent random --seed 3 --resume" in play("--opponent random --seed 3", "b2")


@pytest.mark.usefixtures("listed")
def test_a_game_with_other_answers_says_them_and_which_cells_can_be_played() -> None:
    screen = play("--board 2,3,2,gravity --side both", "a1", "a", "a2", "1", "a", "x", "?")
    assert "a1 cannot be played yet; columns: a, b, c" in screen
    assert "a2 is taken (X); columns: a, b, c" in screen
    assert "column a is full; columns: b, c" in screen
    assert "'x' is not a column or a command; columns: b, c; ? helps" in screen
    assert "to move, a to c or ? for help" in screen
    assert "A name such as a makes that move" in screen
    assert "--resume '2,3,2,gravity: a a'" in screen
    screen = play("--board 1,8,2,gravity --side both", "h", "h", "?")
    assert "A name such as e makes that move, even where a command has that letter" not in screen
    assert "--resume '1,8,2,gravity: h'" in screen
    assert "even where a command has that letter" in play("--board 1,8,2,gravity --side both", "?")
    screen = play("--board 3,3,3,wild --side both", "b2", "Ob2", "x1", "h", "x9")
    assert "'b2' is not X or O and a cell or a command; free cells: 1, 2, 3, 4, 5" in screen
    assert "to move, X or O with 1-9 or ? for help" in screen
    assert "Best: Xc3." in screen.replace("\n", " ")
    assert "--resume '3,3,3,wild: Ob2 Xa1 Xc3'" in screen
    screen = play("--board 4,4,4,breaker --side both", "b2")
    assert "O wins without one" in screen
    for board, words in (
        ("2,3,2,gravity", "2 in a row win, a stone falls to the lowest free cell of its column."),
        (
            "2,3,2,gravity,misere",
            "2 in a row lose, a stone falls to the lowest free cell of its column.",
        ),
        (
            "2,3,2,stones=2,avoider",
            "2 in a row, two stones a turn, one the first time, a line of X loses.",
        ),
    ):
        assert f"{board}: {words}" in play(f"--board {board} --side both")


def test_a_record_of_numbers_counts_from_1_as_the_screen_does() -> None:
    assert "--resume 'b2 a1'" in play("--side both --resume '5 1'", "q")
