r"""Turns bytes from a terminal into keys: characters, names such as `left`, or clicks.

    b'a'     'a'            b'\x1b[A'          'up'
    b'\r'    'enter'        b'\x1b[<0;5;3M'    Click(2, 4): line and column, from 0

An escape sequence may arrive in pieces. The byte of Escape is itself a key if it does not
begin such a sequence.

`Line` is the line that a person types and edits below the board.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Iterator
from typing import NamedTuple

NAMED = {
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x01": "home",
    "\x02": "left",
    "\x04": "end of input",
    "\x05": "end",
    "\x06": "right",
    "\x0b": "delete after",
    "\x0c": "redraw",
    "\x0e": "down",
    "\x10": "up",
    "\x15": "delete before",
    "\x17": "delete word",
    "\x1b": "escape",
}
LETTERS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
NUMBERS = {
    "1": "home",
    "7": "home",
    "4": "end",
    "8": "end",
    "3": "delete",
    "5": "page up",
    "6": "page down",
}
WHEEL = {64: "up", 65: "down"}
LONGEST = 32  # characters of an escape sequence; longer text is not one
ESCAPED = (
    r"\x1b\[<(?P<button>\d+);(?P<column>\d+);(?P<line>\d+)(?P<mouse>[Mm])"
    r"|\x1b\[M(?P<old>...)"  # a click in older terminals
    r"|\x1b(?:\[(?!M)(?P<number>\d*)[0-9;:<=>?]*[ -/]*(?P<final>[@-~])|O(?P<keypad>.))"
)
UNFINISHED = r"\x1b(O|\[(M.{0,2}|[ -?]*))?"


class Click(NamedTuple):
    """A press of the left mouse button, with its line and column on the screen, counted from 0."""

    line: int
    column: int


Key = str | Click


class Keys:
    """Reads keys from the input, piece by piece."""

    def __init__(self) -> None:
        # A stray byte is bad input, not the end of input.
        self._decoder = getincrementaldecoder("utf-8")(errors="replace")
        self._text = ""

    @property
    def pending(self) -> bool:
        """Whether the beginning of an escape sequence, or Escape alone, is waiting."""
        return bool(self._text)

    def feed(self, data: bytes) -> Iterator[Key]:
        """The keys that this input completes."""
        self._text += self._decoder.decode(data)
        while self._text:
            if self._text[0] != "\x1b":
                yield from _plain(self._take(1))
            elif found := re.match(ESCAPED, self._text, re.DOTALL):
                self._take(found.end())
                yield from _escaped(found)
            elif re.fullmatch(UNFINISHED, self._text, re.DOTALL) and len(self._text) < LONGEST:
                return
            else:
                self._take(1)
                yield "escape"

    def rest(self) -> Iterator[Key]:
        """The keys in the input that is left, if nothing more follows."""
        while self._text:
            yield from _plain(self._take(1))

    def _take(self, length: int) -> str:
        taken, self._text = self._text[:length], self._text[length:]
        return taken


def _plain(character: str) -> Iterator[str]:
    """Yield the key that a character means; nothing if the character means no key."""
    if character in NAMED:
        yield NAMED[character]
    elif character.isprintable():
        yield character


def _escaped(found: re.Match[str]) -> Iterator[Key]:
    """Yield the key that an escape sequence means; nothing if the sequence means no key."""
    if found["mouse"]:
        pressed = int(found["button"]) if found["mouse"] == "M" else -1
        yield from _mouse(pressed, int(found["line"]), int(found["column"]))
    elif found["old"]:
        button, column, line = (ord(character) - 32 for character in found["old"])
        yield from _mouse(button, line, column)
    elif found["final"] == "~":
        yield from filter(None, [NUMBERS.get(found["number"])])
    else:
        yield from filter(None, [LETTERS.get(found["final"] or found["keypad"])])


def _mouse(button: int, line: int, column: int) -> Iterator[Key]:
    if button == 0:
        yield Click(line - 1, column - 1)
    elif button in WHEEL:
        yield WHEEL[button]


class Line:
    """A text, and the place in it where the next character goes.

    >>> line = Line()
    >>> for key in ("b", "3", "left", "a", "end", "backspace"):
    ...     assert line.press(key)
    >>> line.text, line.at
    ('ba', 2)
    """

    def __init__(self) -> None:
        self.set("")
        self._earlier: list[str] = []  # the lines taken before
        self._back = 0  # how many of these lines the user has gone back

    def set(self, text: str) -> None:
        """Replace the text."""
        self.text, self.at = text, len(text)

    def take(self) -> str:
        """Return the text, and empty the line."""
        text = self.text
        if text and self._earlier[-1:] != [text]:
            self._earlier.append(text)
        self._back = 0
        self.set("")
        return text

    def press(self, key: str) -> bool:
        """Apply a character or an editing key to the text. Returns False for any other key."""
        before, after = self.text[: self.at], self.text[self.at :]
        if len(key) == 1:
            before += key
        elif key == "backspace":
            before = before[:-1]
        elif key == "delete":
            after = after[1:]
        elif key == "delete before":
            before = ""
        elif key == "delete after":
            after = ""
        elif key == "delete word":
            before = before.rstrip().rpartition(" ")[0]
        elif key in ("left", "right", "home", "end"):
            self.at = {
                "left": max(0, self.at - 1),
                "right": min(len(self.text), self.at + 1),
                "home": 0,
                "end": len(self.text),
            }[key]
            return True
        elif key in ("up", "down"):
            self._recall(1 if key == "up" else -1)
            return True
        elif key == "escape":
            before = after = ""
        else:
            return False
        self.text, self.at = before + after, len(before)
        return True

    def _recall(self, step: int) -> None:
        """Go back to an earlier line, or forward to a later one; an empty line follows the last."""
        self._back = max(0, min(len(self._earlier), self._back + step))
        self.set(self._earlier[-self._back] if self._back else "")
