"""A match in a terminal: reads what a person types, and draws the result.

Only screens count cells from 1, so this module and `board` add 1; `notation.parse_cell` subtracts
it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import click

from noughts.cli.text.board import board
from noughts.cli.text.fitted import fitted
from noughts.cli.text.hints import legend
from noughts.cli.text.sparse import is_sparse
from noughts.core.match import Match
from noughts.core.messages import listed, quoted
from noughts.core.notation import cell_name, parse_cell
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, TICTACTOE
from noughts.errors import (
    GameOverError,
    HistoryError,
    IllegalMoveError,
    NotationError,
    NoughtsError,
)

WORDS = {
    "u": "undo",
    "r": "redo",
    "h": "hint",
    "n": "new",
    "s": "swap",
    "v": "review",
    "?": "help",
    "q": "quit",
}
HELP = """\
A number or a name ({example}) plays in that cell. The rest, by letter or word:
  u undo    take back your last move         n new     start a new game
  r redo    play it again                    s swap    change sides
  h hint    what every free cell is worth    v review  what the game was worth, move by move
  q quit    leave, and print a record"""


class Terminal:
    """The front end of one match, on standard input and output."""

    def __init__(
        self,
        match: Match,
        worth: Callable[[Position], Sequence[Any]],
        read: Callable[[str], str],
        delay: float = 0,
    ) -> None:
        """`worth` says what each legal move of a position is worth to the player to move.

        `read` shows a prompt and returns what is typed, a line of text. It raises `EOFError` at
        the end. Before the move of a player, as against a person, `delay` seconds pass.
        """
        self._match = match
        self._worth = worth
        self._read = read
        self._delay = delay

    def run(self) -> None:
        """Play until the person quits. `EOFError` and `KeyboardInterrupt` pass through."""
        rules = self._match.game.rules
        if rules != TICTACTOE:
            click.echo(f"{rules}: {rules.k} in a row {'lose' if rules.misere else 'win'}.")
        self._draw()
        while True:
            self._let_players_move()
            typed = self._ask()
            command = WORDS.get(typed, typed)
            if command == "quit":
                return
            try:
                if command in WORDS.values():
                    getattr(self, f"_{command}")()
                else:
                    self._play(typed)
            except NoughtsError as error:
                click.secho(fitted(str(error)), fg="red")

    def _ask(self) -> str:
        game = self._match.game
        if game.outcome:
            prompt = "n for a new game, v to review it, q to quit, ? for help: "
        else:
            last = game.rules.cells - 1
            cells = f"1-{last + 1}"
            if is_sparse(game.rules):  # which shows no numbers
                cells = f"{cell_name(0, game.rules)} to {cell_name(last, game.rules)}"
            prompt = f"{self._match.status}, {cells} or ? for help: "
        return self._read(prompt).strip().lower()

    def _let_players_move(self) -> None:
        while self._match.to_reply:
            turn = self._match.game.turn
            mark, name = MARK_NAMES[turn], self._match.name(turn)
            time.sleep(self._delay)
            cell = self._match.reply()
            click.echo(fitted(f"{mark} ({name}) plays {self._cell(cell)}."))
            self._draw()

    def _play(self, typed: str) -> None:
        game = self._match.game
        if game.outcome:
            raise NotationError(
                f"The game is over, so {quoted(typed)} means nothing now; try n or ?"
            )
        try:
            cell = parse_cell(typed, game.rules)
        except NotationError:
            raise NotationError(
                f"{quoted(typed)} is not a cell or a command; {self._free()}; ? helps"
            ) from None
        try:
            self._match.play(cell)
        except IllegalMoveError:  # rewritten with cells as the screen counts them
            mark = MARK_NAMES[game.position[cell]]
            raise NotationError(f"{self._cell(cell)} is taken ({mark}); {self._free()}") from None
        self._draw()

    def _free(self) -> str:
        moves = self._match.game.position.moves()
        rules = self._match.game.rules
        names = (cell_name(cell, rules) if is_sparse(rules) else cell + 1 for cell in moves)
        return f"free cells: {listed(names)}"

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
        marks = (f"{MARK_NAMES[mark]} is {self._match.name(mark)}" for mark in self._match.seats)
        click.echo(f"{', '.join(marks)}.")
        self._draw()

    def _hint(self) -> None:
        position = self._match.game.position
        hints = self._worth(position)
        if not hints:
            raise GameOverError("The game is over: there is nothing to hint at; try u or n")
        click.echo("\n" + board(position, hints) + "\n")
        for line in legend(hints, is_sparse(position.rules)):
            click.echo(fitted(line))

    def _review(self) -> None:
        game = self._match.game
        if not game.moves:
            raise HistoryError("Nobody has moved yet: there is nothing to review")
        from noughts.cli.terminal.review import review  # here, as it is rarely needed

        click.echo()
        for line in review(game, self._worth):
            click.echo(f" {line}".rstrip())
        click.echo()

    def _help(self) -> None:
        rules = self._match.game.rules
        middle = rules.cells // 2
        click.echo(HELP.format(example=f"{middle + 1} or {cell_name(middle, rules)}"))

    def _draw(self) -> None:
        if self._match.to_reply and not self._delay:
            return  # the reply comes at once, and is drawn with it
        game = self._match.game
        click.echo("\n" + board(game.position, last=game.moves[-1] if game.moves else None) + "\n")
        if game.outcome:
            click.secho(fitted(self._match.status), bold=True)
            click.echo(fitted(f"Score: {self._match.score}."))

    def _cell(self, cell: int) -> str:
        rules = self._match.game.rules
        name = cell_name(cell, rules)
        return name if is_sparse(rules) else f"{cell + 1} ({name})"
