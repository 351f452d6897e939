"""A match in a terminal: what each typed line does.

A view shows the match: `Transcript` prints it, and `Screen` draws it in place. The library counts
cells from 0, and people count them from 1, so whatever shows the number of a cell adds 1, and
`cell_names.parse_cell`, which reads such a number, subtracts 1.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from noughts.cli.terminal.commands import GAME_COMMANDS, GAME_HELP, SIGNS
from noughts.cli.terminal.typed_moves import TypedMoves
from noughts.cli.text.hints import alike
from noughts.core.answers import LOSES
from noughts.core.cell_names import cell_name, move_name
from noughts.core.match import Match
from noughts.core.message_text import listed, quoted
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, Rules
from noughts.errors import (
    GameOverError,
    HistoryError,
    NotationError,
    NoughtsError,
)


class View(Protocol):
    """A view shows a match to a person, and asks the person what to do."""

    in_place: bool  # whether each position replaces the one before, and so takes no further lines
    about: tuple[str, ...]  # the lines about the view in the help

    def begin(self, match: Match) -> None:
        """Show the rules and the players."""

    def numbers(self, rules: Rules) -> bool:
        """Whether free cells show their numbers."""

    def board(self, match: Match, hints: Sequence[Any] = ()) -> None:
        """Show the position and, after the game, the result. With hints, show the moves' values."""

    def say(self, text: str) -> None:
        """Say what has happened."""

    def refuse(self, text: str) -> None:
        """Say why the typed line has no effect."""

    def page(self, lines: Sequence[str]) -> None:
        """Show a text of several lines."""

    def wait(self, text: str) -> None:
        """Announce work that takes time, before it starts."""

    def ask(self, prompt: str) -> str:
        """The next line that the person types. Raises `EOFError` at the end of input."""


class Terminal:
    """The front end of one match."""

    def __init__(
        self,
        match: Match,
        worth: Callable[[Position], Sequence[Any]],
        view: View,
        delay: float = 0,
    ) -> None:
        """`worth` gives the value of each legal move in a position, for the player who makes it.

        Before each move of a player that is not a person, the match pauses for `delay` seconds.
        """
        self._match = match
        self._worth = worth
        self._view = view
        self._delay = delay
        self._reviewed: tuple[str, list[str]] = "", []  # the last reviewed game, and its review

    def run(self) -> None:
        """Play until the person quits. `EOFError` and `KeyboardInterrupt` pass through."""
        self._view.begin(self._match)
        self._draw()
        while True:
            self._let_players_move()
            typed = self._ask()
            command = self._moves.command(typed, GAME_COMMANDS)
            if command == "quit":
                return
            try:
                if command in GAME_COMMANDS.values():
                    getattr(self, f"_{command}")()
                else:
                    self._play(typed)
            except NoughtsError as error:
                self._view.refuse(str(error))

    def _ask(self) -> str:
        if self._match.is_over:
            prompt = "n for a new game, v to review it, q to quit, ? for help: "
        else:
            prompt = f"{self._match.status}, {self._moves.range} or ? for help: "
        return self._view.ask(prompt).strip().lower()

    def _let_players_move(self) -> None:
        while self._match.to_reply:
            turn = self._match.game.turn
            mark, name = MARK_NAMES[turn], self._match.name(turn)
            self._view.wait(self._match.status)
            time.sleep(self._delay)
            moves = self._moves
            move = self._match.reply()
            if move is None:  # the status that `_draw` shows says why
                self._draw()
                return
            self._view.say(f"{mark} ({name}) plays {moves.name(move)}.")
            self._draw()

    def _play(self, typed: str) -> None:
        if self._match.is_over:
            raise NotationError(
                f"The game is over, so {quoted(typed)} means nothing now; try n or ?"
            )
        self._match.play(self._moves.read(typed))
        self._draw()

    @property
    def _moves(self) -> TypedMoves:
        position = self._match.game.position
        return TypedMoves(position, self._view.numbers(position.rules))

    def _undo(self) -> None:
        self._match.undo()
        self._draw()

    def _redo(self) -> None:
        self._match.redo()
        self._draw()

    def _new(self) -> None:
        self._match.new_game()
        self._draw()

    def _swap(self) -> None:
        self._match.swap()
        self._view.say(seated(self._match))
        self._draw()

    def _hint(self) -> None:
        position = self._match.game.position
        self._view.wait("Looking for the best moves")
        hints = self._worth(position)
        if not hints:
            raise GameOverError("The game is over: there is nothing to hint at; try u or n")
        if said := alike(hints):
            self._view.say(said)
            return
        self._view.board(self._match, hints)
        moves = self._moves
        if moves.marks:  # a cell has room for the value of its best move, but not for the mark
            best = max(hint.value for hint in hints)
            names = (moves.name(hint.cell) for hint in hints if hint.value == best)
            self._view.say(f"Best: {listed(names)}.")

    def review(self) -> list[str]:
        """The review of the game, as lines, computed once for each game."""
        game = self._match.game
        if not game.moves:
            raise HistoryError("Nobody has moved yet: there is nothing to review")
        from noughts.cli.terminal.review import review  # here, since it is rarely needed

        if not self.reviewed:
            self._view.wait("Looking at every move")
            lines = [f" {line}".rstrip() for line in review(game, self._worth)]
            self._reviewed = str(game), ["", *lines, ""]
        return self._reviewed[1]

    @property
    def reviewed(self) -> bool:
        """Whether the game has been reviewed in its current state."""
        return self._reviewed[0] == str(self._match.game)

    def _review(self) -> None:
        self._view.page(self.review())

    def _help(self) -> None:
        rules = self._match.game.rules
        middle = rules.cells // 2
        example = f"{middle + 1} or {cell_name(middle, rules)}"
        moves = f"A number or a name ({example}) plays in that cell"
        if self._moves.marks or rules.answers.where.by_column:
            moves = f"A name such as {move_name(middle, rules)} makes that move"
            if any(self._moves.is_column(letter) for letter in GAME_COMMANDS):
                moves += ", even where a command has that letter"
        signs = (SIGNS,) * bool(rules.outer)
        self._view.page([*GAME_HELP.format(moves=moves).split("\n"), *signs, *self._view.about])

    def _draw(self) -> None:
        if self._match.to_reply and not self._delay and not self._view.in_place:
            return  # the reply comes at once, and the next drawing shows both moves
        self._view.board(self._match)


def played(rules: Rules) -> str:
    """A sentence on the board, and on what ends a game there."""
    about = [answer.about for answer in rules.answers if answer.about and answer is not LOSES]
    about += [rules.closing] * bool(rules.closing)
    ends = "" if rules.answers.line.about in about else " lose" if rules.misere else " win"
    return f"{rules}: {', '.join([f'{rules.k} in a row{ends}', *about])}."


def seated(match: Match) -> str:
    """A sentence on who plays which mark."""
    marks = (f"{MARK_NAMES[mark]} is {match.name(mark)}" for mark in match.seats)
    return f"{', '.join(marks)}."
