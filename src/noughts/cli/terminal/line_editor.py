"""The line that a person types below the board, and edits."""

from __future__ import annotations


class Line:
    """Text, and a place in it where the next character goes.

    >>> line = Line()
    >>> for key in ("b", "3", "left", "a", "end", "backspace"):
    ...     assert line.press(key)
    >>> line.text, line.at
    ('ba', 2)
    """

    def __init__(self) -> None:
        self.set("")
        self._earlier: list[str] = []  # lines that were taken
        self._back = 0  # how many of them one has gone back

    def set(self, text: str) -> None:
        """Replace the text."""
        self.text, self.at = text, len(text)

    def take(self) -> str:
        """The text, which is done with."""
        text = self.text
        if text and self._earlier[-1:] != [text]:
            self._earlier.append(text)
        self._back = 0
        self.set("")
        return text

    def press(self, key: str) -> bool:
        """Edit the text by a key; False if the key edits nothing."""
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
        """Go back to an earlier line, or on to a later one, of which the last is empty."""
        self._back = max(0, min(len(self._earlier), self._back + step))
        self.set(self._earlier[-self._back] if self._back else "")
