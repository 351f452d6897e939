"""What a terminal sends, as keys, and the line that they edit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.cli.terminal.input_bytes import Click, Key, Keys, Line


def keys(*pieces: bytes) -> list[Key]:
    reader = Keys()
    return [key for piece in pieces for key in reader.feed(piece)] + [*reader.rest()]


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        (b"b2", ["b", "2"]),
        (b"\r\n \x7f\x08\x04", ["enter", "enter", " ", "backspace", "backspace", "end of input"]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1bOD\x1bOH\x1bOF", ["up", "left", "home", "end"]),
        (b"\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[7~\x1b[8~", ["home", "end"] * 3),
        (b"\x1b[3~\x1b[5~\x1b[6~", ["delete", "page up", "page down"]),
        (b"\x1b[1;5A", ["up"]),  # with Ctrl
        (b"\x01\x05\x02\x06\x10\x0e", ["home", "end", "left", "right", "up", "down"]),
        (b"\x0b\x15\x17\x0c", ["delete after", "delete before", "delete word", "redraw"]),
        (b"\x1b", ["escape"]),
        (b"\x1bx", ["escape", "x"]),
        (b"\x1b\x1b[A", ["escape", "up"]),
        (b"\x1b[12~\x1b[Z\x1bOP", []),  # F2, Shift-Tab, F1
        (b"\x07\x00\xff\xc3\xa9", ["\ufffd", "é"]),
        (b"\x1b[<0;5;3M", [Click(2, 4)]),
        (b"\x1b[<0;5;3m\x1b[<2;5;3M", []),  # let go; the right button
        (b"\x1b[<64;5;3M\x1b[<65;5;3M", ["up", "down"]),
        (b"\x1b[<0;250;100M", [Click(99, 249)]),
        (b"\x1b[M %#", [Click(2, 4)]),  # an older terminal
        (b"\x1b[M#%#", []),  # which does not say what was let go
    ],
)
def test_what_is_sent_is_read_as_keys_in_whatever_pieces_it_comes(
    sent: bytes, meant: list[Key]
) -> None:
    assert keys(sent) == meant
    assert keys(*(sent[at : at + 1] for at in range(len(sent)))) == meant


def test_escape_alone_waits_for_what_may_follow() -> None:
    reader = Keys()
    assert not [*reader.feed(b"\x1b")]
    assert reader.pending
    assert [*reader.feed(b"[A")] == ["up"]
    assert not reader.pending
    assert not [*reader.feed(b"\x1b[")]
    assert [*reader.rest()] == ["escape", "["]


def test_a_sequence_without_end_is_none() -> None:
    reader = Keys()
    first, *rest = reader.feed(b"\x1b[" + b"1" * 99)
    assert first == "escape"
    assert "".join(map(str, rest)) == "[" + "1" * 99
    assert not reader.pending


@given(st.lists(st.binary(max_size=20), max_size=9))
def test_any_bytes_are_read_to_their_end(pieces: list[bytes]) -> None:
    for key in keys(*pieces):
        assert isinstance(key, Click) or (key and "\x1b" not in key)


def edited(*pressed: str) -> tuple[str, int]:
    line = Line()
    for key in pressed:
        assert line.press(key)
    return line.text, line.at


@pytest.mark.parametrize(
    ("pressed", "text", "at"),
    [
        ([*"b2"], "b2", 2),
        ([*"2", "home", "b"], "b2", 1),
        ([*"ab", "left", "left", "left", "right", "x"], "axb", 2),
        ([*"ab", "right", "backspace"], "a", 1),
        ([*"ab", "home", "backspace", "delete"], "b", 0),
        ([*"abc", "left", "delete before"], "c", 0),
        ([*"abc", "left", "delete after"], "ab", 2),
        ([*"new game ", "delete word"], "new", 3),
        ([*"abc", "home", "end", "d"], "abcd", 4),
        ([*"abc", "escape"], "", 0),
    ],
)
def test_a_line_is_edited_as_shells_do(pressed: list[str], text: str, at: int) -> None:
    assert edited(*pressed) == (text, at)


def test_a_key_that_edits_nothing_says_so() -> None:
    assert not Line().press("page up")


def test_earlier_lines_come_back() -> None:
    line = Line()
    for text in ("b2", "hint", "hint"):
        line.set(text)
        assert line.take() == text
    shown = []
    for key in ("up", "up", "up", "down", "down", "down"):
        line.press(key)
        shown.append(line.text)
    assert shown == ["hint", "b2", "b2", "hint", "", ""]
    assert line.take() == ""
    line.press("up")
    assert line.text == "hint"
