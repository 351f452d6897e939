"""The screen game of the game word, byte for byte."""

from __future__ import annotations

import os
import select
import subprocess
import sys

import pytest
from click.testing import CliRunner

from noughts.cli.commands.classic import classic, fields, parse_number, screen
from noughts.codecs import word
from noughts.codecs.word import Word
from tests.commands import alone

COMMAND = [sys.executable, "-c", "from noughts.cli.commands.classic import classic; classic()"]

TRANSCRIPT = b"""\
Player 1 , Enter position (1-9) $
x| | $
-+-+-$
 | | $
-+-+-$
 | | $
Player 2 , Enter position (1-9) $
Invalid!$
Player 2 , Enter position (1-9) $
Invalid!$
Player 2 , Enter position (1-9) $
Invalid!$
Player 2 , Enter position (1-9) $
x|o| $
-+-+-$
 | | $
-+-+-$
 | | $
Player 1 , Enter position (1-9) $
""".replace(b"$", b"")
PROMPT = "Player {} , Enter position (1-9) \n"


def play(typed: bytes, *options: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(classic, options, input=typed)
    return result.exit_code, result.stdout, result.stderr


def test_the_transcript_of_the_specification_is_printed_byte_for_byte() -> None:
    result = alone(*COMMAND[1:], input=b"1\n1\n0\n10\n2\n", text=False)
    assert result.stdout == TRANSCRIPT
    assert result.stderr == b"the input ended before the game; resume with the word 786441\n"
    assert result.returncode == 1


@pytest.mark.parametrize(
    ("typed", "ending"),
    [
        (b"1\n5\n2\n9\n3\n", "Player 1 wins!"),
        (b"1\n4\n2\n5\n9\n6\n", "Player 2 wins!"),
        (b"1\n2\n3\n5\n4\n6\n8\n7\n9\n", "Tie game!"),
        (b"1\n2\n3\n4\n5\n6\n8\n7\n9\n", "Player 1 wins!"),  # on the last free cell
    ],
)
def test_a_finished_game_says_how_it_ended_and_exits_with_0(typed: bytes, ending: str) -> None:
    status, out, err = play(typed)
    assert (status, err) == (0, "")
    assert out.endswith(f"\n{ending}\n")
    assert out.count("Enter position") == typed.count(b"\n")


def test_what_is_left_of_the_input_is_not_read() -> None:
    status, out, _ = play(b"1\n5\n2\n9\n3\n7\nnonsense\n")
    assert status == 0
    assert out.endswith("Player 1 wins!\n")


def test_the_grid_of_a_whole_game_is_shown_after_each_move() -> None:
    _, out, _ = play(b"1\n5\n2\n9\n3\n")
    assert out.endswith(
        PROMPT.format(2)
        + "x|x| \n-+-+-\n |o| \n-+-+-\n | |o\n"
        + PROMPT.format(1)
        + "x|x|x\n-+-+-\n |o| \n-+-+-\n | |o\nPlayer 1 wins!\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        *(b" 5", b"5 ", b"5.0", b"1_0", b"", b"2147483648", b"-2147483649", b"five", b"0x5"),
        *(b"5\r\r", b"\r", b"\xff", "\u0665".encode(), b"+-5", b"-", b"9" * 5000),
    ],
)
def test_what_is_no_number_of_32_bits_is_refused(line: bytes) -> None:
    status, out, err = play(line + b"\n")
    assert out == PROMPT.format(1) + "Invalid!\n" + PROMPT.format(1)
    assert (status, err) == (
        1,
        f"the input ended before the game; resume with the word {word.refuse(word.new()):d}\n",
    )


def test_a_refused_text_leaves_position_turn_and_input_bits_as_they_were() -> None:
    _, _, err = play(b"3\n 5\n")
    assert err.endswith(f"resume with the word {word.step(word.new(), 3) | 1 << 29}\n")


@pytest.mark.parametrize("line", [b"5", b"+5", b"005", b"0" * 6000 + b"5", b"268435461"])
def test_a_number_is_an_optional_sign_and_digits(line: bytes) -> None:
    for end in (b"\n", b"\r\n", b""):
        _, out, _ = play(line + end)
        assert out == PROMPT.format(1) + " | | \n-+-+-\n |x| \n-+-+-\n | | \n" + PROMPT.format(2)


def test_the_extremes_of_32_bits_are_numbers() -> None:
    assert parse_number(b"-2147483648\n") == -(2**31)
    assert parse_number(b"2147483647\n") == 2**31 - 1


def test_a_carriage_return_belongs_to_the_end_of_a_line_alone() -> None:
    assert parse_number(b"5\r\n") == 5
    assert parse_number(b"5\r") is None


def test_a_game_is_resumed_from_its_word() -> None:
    whole = play(b"1\n2\n5\n3\n9\n")[1]
    first, _, err = play(b"1\n2\n")[0:3]
    resumed = play(b"5\n3\n9\n", "--resume", err.split()[-1])
    assert first == 1
    assert resumed[0] == 0
    assert whole.endswith(resumed[1])
    assert resumed[1].startswith(PROMPT.format(1) + "x|o| \n")


def test_a_game_resumed_after_a_refusal_says_so_first() -> None:
    _, out, _ = play(b"", "--resume", f"{word.refuse(word.new()):d}")
    assert out == "Invalid!\n" + PROMPT.format(1)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("0", "the turn bit says O"),
        ("1074922005", "is over: Player 1 wins!"),
        ("-2147483648", "the turn bit says O, but by"),
        ("9999999999", "is not a code of word"),
        ("new", "is not a number"),
    ],
)
def test_a_word_that_is_no_game_to_go_on_with_is_refused(code: str, reason: str) -> None:
    status, out, err = play(b"", "--resume", code)
    assert (status, out) == (2, "")
    assert "'--resume'" in err
    assert reason in " ".join(err.split())


def test_the_trace_shows_each_word_and_leaves_the_screen_as_it_is() -> None:
    _, plain, _ = play(b"1\n1\n0\n10\n2\n")
    _, out, err = play(b"1\n1\n0\n10\n2\n", "--trace")
    assert out == plain == TRANSCRIPT.decode()
    head, *words, message = err.splitlines()
    assert head.split()[:5] == ["word", "result", "error", "input", "turn"]
    assert [int(line.split()[0]) for line in words] == [
        262144,
        1,
        1 | 1 << 29,
        1 | 1023 << 19 | 1 << 29,
        1 | 9 << 19 | 1 << 29,
        786441,
    ]
    assert words[-1].split()[1:5] == ["00", "0", "0000000001", "1"]
    assert message.endswith("resume with the word 786441")


def test_a_finished_word_is_shown_with_its_fields() -> None:
    assert fields(Word(-(2**31))).split() == ["-2147483648", "10", "0", "0" * 10, "0", *["00"] * 9]


def test_the_screen_has_five_lines() -> None:
    assert screen(word.new()) == " | | \n-+-+-\n | | \n-+-+-\n | | \n"


def test_each_prompt_is_written_before_its_input_is_read() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as game:
        assert game.stdin
        assert game.stdout
        assert select.select([game.stdout], [], [], 30)[0], "no prompt came"
        assert game.stdout.readline() == PROMPT.format(1).encode()
        game.stdin.write(b"1\n5\n2\n9\n3\n")
        game.stdin.flush()
        assert game.stdout.read().endswith(b"Player 1 wins!\n")
        assert game.wait() == 0
