"""A match in a window that draws the board in place. A person plays by keyboard or mouse.

The session runs in its own thread, so that a player may think as long as it likes. The session
describes the window in one value, a `Shown`, and replaces this value at each change. The main
thread draws the value, and reads the keys. A key for a command hands the session the line that one
would type, so only the session decides what a command does.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from queue import SimpleQueue
from threading import Event, Lock, Thread

from click import echo, unstyle

from noughts.cli.terminal.commands import GAME_COMMANDS
from noughts.cli.terminal.frame import KEYS, SAID, Frame, Said, Shown, frame, numbers, page
from noughts.cli.terminal.input_bytes import Click, Key, Keys, Line
from noughts.cli.terminal.session import played, seated
from noughts.cli.terminal.window import Window
from noughts.cli.text.cell_places import at, beside
from noughts.cli.text.hints import legend
from noughts.core.cell_names import column, column_name, marks_to_choose
from noughts.core.match import Match
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players import Judgement

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
VI = {"H": "left", "J": "down", "K": "up", "L": "right"}
HELP = (
    "",
    "The arrows, or H J K L, move the cursor; Enter, Space or a click plays there. The letters "
    "above are keys, with Enter where the board has a column of that letter.",
    "What else you type stands below the board until Enter: b2 or 5. A colon begins a word whose "
    "first letter is a key, as in :hint.",
    "Ctrl-C leaves at any time; noughts play --plain prints lines instead.",
)
SCROLLS = {"up": -1, "down": 1, "k": -1, "j": 1, "page up": -10, "page down": 10}


class Aside(io.StringIO):
    """Takes what is printed while a window is open: shows progress at once, and keeps the rest."""

    def __init__(self, encoding: str, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._encoding = encoding
        self._tell = tell

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a StringIO has None
        """The encoding of the terminal, which decides what characters the board may use."""
        return self._encoding

    def isatty(self) -> bool:
        """True, so that progress is written as on a terminal."""
        return True

    def write(self, text: str) -> int:
        """Show a line that will be overwritten, and keep all other text."""
        if text.startswith("\r"):
            self._tell(unstyle(text).strip())
            return len(text)
        return super().write(text)


class Screen:
    """The view that draws a match in place."""

    in_place = True
    about: tuple[str, ...] = HELP

    def __init__(self, window: Window, colours: bool) -> None:
        self._window = window
        self._colours = colours
        self._shown, self._showing = Shown(), Lock()
        self._begun = Event()  # set once there is something to draw
        self._over: list[BaseException | None] = []  # once the session has ended, its error or None
        self._typed: SimpleQueue[str | None] = SimpleQueue()
        # The following fields belong to the thread that draws.
        self._line, self._keys = Line(), Keys()
        self._typing = False
        self._note = ""  # a remark on the last key
        self._cursor = 0
        self._led: Position | None = None  # the last position for which `_lead` chose the cell
        self._page_line = 0
        self._frame: Frame  # the last frame drawn

    def run(self, session: Callable[[], None]) -> None:
        """Show the window until the session ends or the person leaves.

        Raises the session's error, if the session ends with one, and `KeyboardInterrupt` at Ctrl-C.
        """
        aside = Aside(sys.stdout.encoding, self._progress)
        try:
            with self._window, redirect_stdout(aside), redirect_stderr(aside):
                Thread(target=self._session, args=(session,), daemon=True).start()
                self._begun.wait()
                self._watch()
        finally:
            ended = [*self._over]
            self._typed.put(None)  # ends a session that waits for a line
            echo(aside.getvalue(), nl=False)
        for error in filter(None, ended):
            raise error

    def _session(self, session: Callable[[], None]) -> None:
        error = None
        try:
            session()
        except BaseException as raised:
            error = raised
        self._over.append(error)
        self._begun.set()
        self._window.wake()

    # Methods that the session calls

    def begin(self, match: Match) -> None:
        """Show the rules and the players, and put the cursor in the middle of the first layer."""
        rows = match.game.rules.geometry.layers()[0]
        row = rows[len(rows) // 2]
        self._cursor = row[len(row) // 2]
        self._show(title=_title(match), position=match.game.position)

    def numbers(self, rules: Rules) -> bool:
        """Whether cells have space for their numbers."""
        return numbers(rules, *self._window.size())

    def board(self, match: Match, hints: Sequence[Judgement] = ()) -> None:
        """Show the board, and the result or the meaning of the hints."""
        game = match.game
        last = game.moves[-1] % game.rules.cells if game.moves else None
        ended = match.is_over
        self._show(
            title=_title(match),
            position=game.position,
            last=last,
            hints=hints,
            result=[Said(match.status, bold=True), Said(f"Score: {match.score}.")] * ended,
        )
        for text in legend(hints, not self.numbers(game.rules)):
            self.say(text)

    def say(self, text: str) -> None:
        """Show a sentence below the board."""
        self._say(Said(text))

    def refuse(self, text: str) -> None:
        """Show a sentence in red."""
        self._say(Said(text, "red"))

    def page(self, lines: Sequence[str]) -> None:
        """Show a text in place of the board."""
        self._page_line = 0
        self._show(page=lines)

    def wait(self, text: str) -> None:
        """Show the text in place of a prompt."""
        self._show(prompt=f"{text} ... ")
        self._begun.set()

    def ask(self, prompt: str) -> str:
        """The person's next line, typed or given by a key."""
        self._note = ""  # it may say that it is not the person's turn
        self._show(prompt=prompt, asked=True)
        self._begun.set()
        typed = self._typed.get()
        if typed is None:
            raise EOFError
        self._show(said=(), hints=())
        return typed

    def _say(self, said: Said) -> None:
        self._show(said=[*self._shown.said, said][-SAID:])

    def _progress(self, text: str) -> None:
        self._show(prompt=text)

    def _show(self, **changes: object) -> None:
        with self._showing:  # both threads call this
            self._shown = self._shown._replace(**changes)  # type: ignore[arg-type]  # any fields
        self._window.wake()

    # Methods of the thread that draws

    def _watch(self) -> None:
        while not self._over:
            self._draw()
            data = self._window.read(self._keys.pending)
            if data is None:
                return  # the terminal is gone
            for key in self._keys.feed(data) if data else self._keys.rest():
                if not self._pressed(key):
                    return

    def _draw(self) -> None:
        shown, (columns, lines) = self._shown, self._window.size()
        if shown.page:
            text, self._page_line = page(shown.page, self._page_line, columns, lines)
            self._window.draw(self._plain(text))
            return
        if self._note:
            shown = shown._replace(said=[*shown.said, Said(self._note)][-SAID:])
        self._lead(shown)
        line = self._line
        drawn = frame(shown, self._cursor, line.text, line.at, columns, lines)
        self._frame = drawn
        place = drawn.seen.get(self._cursor)
        text = self._plain(drawn.lines)
        if self._typing or place is None:
            self._window.draw(text, drawn.caret)
            return
        wide = place.width == 1  # if a cell is one character, mark its neighbours as well
        first, size = (place.column - 1, 3) if wide else (place.column, place.width)
        under = unstyle(text[place.line]).ljust(columns)[first : first + size]
        self._window.draw(text, (place.line, first), under)

    def _lead(self, shown: Shown) -> None:
        """In ultimate, once per turn, move the cursor to a legal cell unless it is on one."""
        position = shown.position
        if shown.asked and position.rules.outer and position is not self._led:
            self._led = position
            cells = position.legal_moves
            if cells and self._cursor not in cells:
                self._cursor = cells[len(cells) // 2]

    def _plain(self, lines: Sequence[str]) -> list[str]:
        return [*lines] if self._colours else [unstyle(line) for line in lines]

    def _pressed(self, key: Key) -> bool:
        """Do what a key means. Returns False for a key that leaves the window."""
        self._note = ""
        if key == "redraw":
            self._window.forget()
            return True
        if self._shown.page:
            self._turn(key)
            return True
        if isinstance(key, Click):
            return self._clicked(key)
        if self._typing:
            self._edit(key)
            return True
        if key in ("q", "Q", "end of input"):
            return False
        if key in ARROWS or key in VI:
            self._move(VI.get(key, key))
        elif key in ("enter", " "):
            self._play_at(self._cursor)
        elif key == "escape":
            self._show(hints=(), said=())
        elif key == ":":
            self._typing = True
        elif key.lower() in GAME_COMMANDS and not self._is_column(key):
            self._command(key.lower())
        elif len(key) == 1:  # a letter that is also a command may begin the name of a cell
            self._line.set(key)
            self._typing = True
        return True

    @property
    def _marks(self) -> list[str]:
        return marks_to_choose(self._shown.position.rules)

    def _play_at(self, cell: int) -> None:
        """Play in a cell, chosen by the cursor or a click."""
        rules = self._shown.position.rules
        if self._marks:
            self._note = f"{' or '.join(self._marks).lower()} and Enter places that mark here."
        else:
            self._type(column(cell, rules) if rules.answers.where.by_column else str(cell + 1))

    def _move(self, arrow: str) -> None:
        meets = self._shown.position.rules.geometry.meets
        self._cursor = beside(self._cursor, *ARROWS[arrow], self._frame.standing, meets)

    def _command(self, command: str) -> None:
        shown = self._shown
        if GAME_COMMANDS[command] == "new" and shown.last is not None and not shown.result:
            # A single key must not abandon a game.
            self._line.set("new")
            self._typing = True
            self._note = "Enter begins a new game; Esc goes on with this one."
        else:
            self._type(GAME_COMMANDS[command])  # the word, since the letter may name a column

    def _edit(self, key: str) -> None:
        if key == "enter":
            text = self._line.text
            if not text:
                self._typing = False
            elif self._type(f"{text}{self._cursor + 1}" if text.upper() in self._marks else text):
                self._line.take()
                self._typing = False
        elif key == "escape" or (key == "backspace" and not self._line.text):
            self._line.set("")
            self._typing = False
        else:
            self._line.press(key)

    def _type(self, text: str) -> bool:
        """Hand a line to the session. Returns False if the session is not waiting for a line."""
        if not self._shown.asked:
            self._note = "Not now: a player is to move. q quits."
            return False
        self._show(asked=False)
        self._typed.put(text)
        return True

    def _clicked(self, click: Click) -> bool:
        """Play in the clicked cell, or press the clicked key."""
        cell = at(click.line, click.column, self._frame.seen)
        if cell is not None:
            self._cursor = cell
            self._play_at(cell)
            return True
        line = "".join(map(unstyle, self._frame.lines[click.line : click.line + 1]))
        for found in re.finditer(r"\S+(?: \S+)*", line):
            if found[0] in KEYS and found.start() <= click.column < found.end():
                return self._pressed(found[0].partition(" ")[0])
        return True

    def _turn(self, key: Key) -> None:
        """Scroll the text, or go back to the board."""
        if key in SCROLLS:
            self._page_line += SCROLLS[key]
        else:
            self._show(page=())

    def _is_column(self, letter: str) -> bool:
        rows = self._shown.position.rules.geometry.layers()[0]
        return letter in map(column_name, range(len(rows[0])))


def _title(match: Match) -> str:
    return f"{played(match.game.rules)} {seated(match)}"
