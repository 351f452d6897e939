"""A puzzle in a terminal: what each typed line does, and the result that the user may share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import click

from noughts.cli.terminal.commands import PUZZLE_COMMANDS, PUZZLE_HELP
from noughts.cli.terminal.session import played
from noughts.cli.terminal.typed_moves import TypedMoves
from noughts.cli.text.board import board
from noughts.cli.text.colours_and_widths import fitted, writes_unicode
from noughts.cli.text.sparse_board import is_sparse
from noughts.core.cell_names import move_name
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, TICTACTOE
from noughts.core.turns import opponent
from noughts.errors import NotationError, NoughtsError
from noughts.puzzles import Puzzle, Try

# The values of tries, and a hint (None), as squares or, without Unicode, as letters.
SQUARES: dict[int | None, str] = {-1: "🟥", 0: "🟨", 1: "🟩", None: "💡"}
LETTERS: dict[int | None, str] = {-1: "L", 0: "D", 1: "+", None: "h"}


class Asked(NamedTuple):
    """A puzzle, its title, and the command that asks for it again."""

    puzzle: Puzzle
    title: str
    command: str


class Solving:
    """One puzzle on the screen, from its first prompt until the user leaves it."""

    def __init__(self, asked: Asked, ask: Callable[[str], str]) -> None:
        """`ask` shows a prompt and returns what is typed, or raises `EOFError`."""
        self.puzzle, self._title, self._command = asked
        self._ask = ask
        position = self.puzzle.position
        self._moves = TypedMoves(position, not is_sparse(position.rules))
        self._tried: list[int | None] = []  # the value of each try, and None for a hint
        self._wrong: set[int] = set()
        self.is_over = False

    def run(self) -> bool:
        """Ask until the person leaves. Returns whether they want another puzzle.

        `EOFError` and `KeyboardInterrupt` pass through.
        """
        rules = self.puzzle.rules
        click.secho(self._title, bold=True)
        if rules != TICTACTOE:
            _say(played(rules))
        self._draw(self.puzzle.position)
        while True:
            typed = self._ask(self._prompt()).strip().lower()
            word = self._moves.command(typed, PUZZLE_COMMANDS)
            if word in ("next", "quit"):
                return word == "next"
            try:
                if word in PUZZLE_COMMANDS.values():
                    getattr(self, f"_{word}")()
                else:
                    self._try(typed)
            except NoughtsError as error:
                click.secho(fitted(str(error)), fg="red")

    def _prompt(self) -> str:
        if self.is_over:
            return "n for another puzzle, q to quit, ? for help: "
        return f"{self.puzzle.task}, {self._moves.range} or ? for help: "

    def _draw(self, position: Position) -> None:
        click.echo(f"\n{board(position)}\n")

    def _try(self, typed: str) -> None:
        if self.is_over:
            raise NotationError(f"The puzzle is over, so {quoted(typed)} means nothing now; try n")
        found = self.puzzle.attempt(self._moves.read(typed))
        self._tried.append(1 if found.is_answer else found.value)
        if found.is_answer:
            self._solution()
        else:
            self._wrong.add(found.move)
            _say(refutation(self.puzzle, found))

    def _hint(self) -> None:
        self._go_on()
        self._tried.append(None)
        left = self.puzzle.remaining(self._tried.count(None), self._wrong)
        _say(f"It is one of {', '.join(map(self._moves.name, left))}.")

    def _solution(self) -> None:
        self._go_on()
        self.is_over = True
        if not self._tried or self._tried[-1] != 1:
            self._tried.append(-1)
        position = self.puzzle.position
        for move in self.puzzle.line:
            position = position.play_unchecked(move)
        self._draw(position)
        _say(solution(self.puzzle))
        click.echo(f"\nTo share:\n  {self.result()}\n  {self._command}\n")

    def _go_on(self) -> None:
        if self.is_over:
            raise NotationError("The puzzle is over; try n")

    def _help(self) -> None:
        move = self._moves.name(self.puzzle.position.legal_moves[0])
        example = move.strip(")").replace(" (", " or ")
        for line in PUZZLE_HELP.format(example=example).split("\n"):
            click.echo(fitted(line))

    def result(self) -> str:
        """The result to share. It shows how the tries went, but does not reveal the answer."""
        signs = SQUARES if writes_unicode() else LETTERS
        return f"{self._title} {''.join(signs[tried] for tried in self._tried)}"


def refutation(puzzle: Puzzle, tried: Try) -> str:
    """Why a move is wrong.

    >>> puzzle = Puzzle.of("OX./..X/...")
    >>> refutation(puzzle, puzzle.attempt("c1"))
    'c1 loses: X answers b2 and wins in 2 moves of its own.'
    """
    rules, name = puzzle.rules, move_name(tried.move, puzzle.rules)
    said = f"{name} {'loses' if tried.value < 0 else 'only draws'}"
    if tried.remoteness == 1:
        return f"{said}: it makes a line."
    if tried.reply is None:
        return f"{said}."
    other = MARK_NAMES[opponent(puzzle.position.turn)]
    wins, own = "", tried.remoteness // 2  # the other player's own moves: the reply and the rest
    if tried.value < 0:
        counts = rules.has("alternates") and own > 1
        wins = f" and wins in {own} moves of its own" if counts else " and wins"
    return f"{said}: {other} answers {move_name(tried.reply, rules)}{wins}."


def solution(puzzle: Puzzle) -> str:
    """The answer, and the result to which it leads.

    >>> solution(Puzzle.of("OX./..X/..."))
    'a3 wins: a3 a2 b2 c1 c3, if both play best.'
    """
    rules = puzzle.rules
    name = move_name(puzzle.answer, rules)
    if not puzzle.value:
        return f"{name} draws, and every other move loses."
    line = " ".join(move_name(move, rules) for move in puzzle.line)
    return f"{name} wins: {line}, if both play best."


def _say(text: str) -> None:
    click.echo(fitted(text))
