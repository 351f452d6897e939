"""`Game`: a position with its history, whose moves can be undone, redone and written as text.

Many functions accept a position, a game or rules either as an object or as text: see `as_position`,
`as_game` and `as_rules`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from typing import ClassVar

from noughts.core.animation import animated
from noughts.core.cell_names import Cell, move_name
from noughts.core.game_text import parse_moves, parse_start
from noughts.core.marks import Mark
from noughts.core.message_text import quoted
from noughts.core.names_from_elsewhere import Leading, leading
from noughts.core.position import Outcome, Position
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.core.rules_text import is_of_rules
from noughts.core.svg import Drawing, Hint
from noughts.errors import (
    HistoryError,
    NotationError,
    PositionError,
)


@leading
class Game(metaclass=Leading):
    """A game in progress or finished, from the empty board or from any position.

    >>> game = Game()
    >>> for cell in ("b2", "a1", 2):    # by name, or by number from 0
    ...     game.push(cell)
    >>> print(game, "|", game.position)
    b2 a1 c1 | O.X/.X./...
    >>> game.undo(), game.redo()
    (2, 2)
    >>> Game.parse("b2 a1 c1") == game == Game(moves=[4, 0, 2])
    True
    >>> len(game), list(game), game.legal_moves
    (3, [4, 0, 2], [1, 3, 5, 6, 7, 8])

    A call that raises an error leaves the game as it was.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]  # it changes, so it cannot be a key

    def __init__(
        self,
        start: Position | Rules = TICTACTOE,
        moves: Iterable[Cell] = (),
        *,
        rules: Rules | str | None = None,
    ) -> None:
        """A game from a position, or from the empty board if rules are given, with `moves` played.

        Instead of `start`, you may give `rules`, as `Rules` or as text.

        >>> Game(rules="4,4,4").position == Game(Rules(4, 4, 4)).position
        True

        Raises `PositionError` if `start` is anything else or is given together with `rules`,
        `RulesError` for invalid `rules`, `NotationError` if `moves` is a string, and what `push`
        raises.
        """
        if rules is not None:
            if start is not TICTACTOE:
                raise PositionError("start and rules both say where a game starts; give one")
            start = as_rules(rules)
        position = Position(rules=start) if isinstance(start, Rules) else start
        if not isinstance(position, Position):
            raise PositionError(
                f"{quoted(start)} is not a Position or Rules; Game.parse reads text, "
                "Game(moves=...) takes moves, and Game(rules=...) the text of a board"
            )
        # One more position than moves. `_ply` of the moves are played; an undo leaves the rest
        # in place, for redo.
        self._positions = [position]
        self._moves: list[int] = []
        self._ply = 0
        if isinstance(moves, str):
            raise NotationError(f"moves={quoted(moves)} is a text; Game.parse reads one")
        for move in moves:
            self.push(move)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.start.rules

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[self._ply]

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves played, in order, with the same numbers as in `Position.legal_moves`."""
        return tuple(self._moves[: self._ply])

    @property
    def undone(self) -> tuple[int, ...]:
        """The moves that `redo` would play, in order."""
        return tuple(self._moves[self._ply :])

    @property
    def turn(self) -> Mark:
        """The mark that moves next."""
        return self.position.turn

    @property
    def legal_moves(self) -> list[int]:
        """The legal moves in the current position, as `Position.legal_moves` lists them."""
        return self.position.legal_moves

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None while it goes on."""
        return self.position.outcome

    @property
    def winner(self) -> Mark | None:
        """The winner, X or O; None for a draw, and while the game goes on."""
        return self.position.winner

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, so that there are no more moves."""
        return self.position.is_over

    def __len__(self) -> int:
        """The number of moves played."""
        return self._ply

    def __bool__(self) -> bool:
        return True  # before its first move, too

    def __iter__(self) -> Iterator[int]:
        """The moves played, in order."""
        return iter(self.moves)

    def push(self, cell: Cell, hand: int = 0) -> None:
        """Play a move, given in any form that `Position.play` accepts. Forgets the undone moves.

        Raises what `Position.play` raises.
        """
        self.push_unchecked(self.position.checked_move(cell, hand))

    def push_unchecked(self, move: int) -> None:
        """Play a legal move without checking it. For an illegal move, the result is undefined."""
        after = self.position.play_unchecked(move)
        self._forget_undone()
        self._positions.append(after)
        self._moves.append(move)
        self._ply += 1

    def pop(self) -> int:
        """Take back the last move for good, and return it."""
        cell = self.undo()
        self._forget_undone()
        return cell

    def undo(self) -> int:
        """Take back the last move, which `redo` can play again, and return it."""
        if not self._ply:
            raise HistoryError("there is no move to take back")
        self._ply -= 1
        return self._moves[self._ply]

    def redo(self) -> int:
        """Play the move that was undone last, and return it."""
        if self._ply == len(self._moves):
            raise HistoryError("there is no undone move to play again")
        self._ply += 1
        return self._moves[self._ply - 1]

    def _forget_undone(self) -> None:
        del self._moves[self._ply :]
        del self._positions[self._ply + 1 :]

    @classmethod
    def all(cls, start: Position | Rules = TICTACTOE) -> Iterator[Game]:
        """All games from `start` to the end, each once, in depth-first order of moves.

        >>> print(next(Game.all()))
        a1 b1 c1 a2 b2 c2 a3
        >>> len({str(game.position) for game in Game.all(Position.parse("XOX/O.O/X.."))})
        5

        Tic-tac-toe has 255,168 games; to go through all of them takes seconds. Raises
        `PositionError` if `start` is neither a position nor rules.
        """
        return cls(start)._ends()

    def _ends(self) -> Iterator[Game]:
        if not (moves := self.legal_moves):
            ended = Game(self.start)
            ended._positions, ended._moves, ended._ply = self._positions[:], [*self], len(self)
            yield ended
        for move in moves:
            self.push_unchecked(move)
            yield from self._ends()
            self.pop()

    @classmethod
    def parse(cls, text: str) -> Game:
        """The game that `text` records, in the form that `str` writes.

        Moves may be numbered, as in `1. b2 a1 2. c3`. A move may be given as the number of its
        cell or, if stones fall, of its column, counted from 1. (The numbers in `Game.moves` and
        `Game(moves=...)` count from 0.) If all moves are such numbers and could also be meant to
        count from 0, the method issues a warning.

        >>> Game.parse("4,4,4: b2 a1").position
        Position.parse('O.../.X../..../....', Rules.parse('4,4,4'))

        Raises `NotationError` for text that is not a record, and what `Rules.parse` and
        `Position.parse` raise for an invalid start. For an illegal move, raises what `push` raises,
        with a message that gives the number and the text of the move.
        """
        game, words = read_record(text)
        last = game.rules.cells
        if words and all(map(str.isdigit, words)) and str(last) not in words:
            names = " ".join(move_name(move, game.rules) for move in game)
            warnings.warn(
                f"moves in a text count from 1, so {quoted(' '.join(words))} is {names}; write "
                "names, or give numbers from 0 to Game(moves=...)",
                stacklevel=2,
            )
        return game

    def __str__(self) -> str:
        head = [] if self.rules == TICTACTOE else [str(self.rules)]
        if self.start.ply:
            head.append(str(self.start))
        moves = " ".join(move_name(move, self.rules) for move in self.moves)
        return f"{' '.join(head)}: {moves}".rstrip() if head else moves

    def __repr__(self) -> str:
        return f"Game.parse('{self}')"

    def __eq__(self, other: object) -> bool:
        """Whether the start and the moves played are the same; undone moves do not count."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.start == other.start and self.moves == other.moves

    def diagram(self) -> str:
        """The board as lines of text, as from `Position.diagram`."""
        return self.position.diagram()

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(
        self,
        hints: Iterable[Hint] = (),
        *,
        coordinates: bool = True,
        size: int | None = None,
        dark: bool | None = None,
    ) -> Drawing:
        """A drawing of the position, as from `Position.svg`, with a frame in the last move's cell.

        >>> Game.parse("b2 a1").svg(size=240)[40:74]
        'viewBox="-20 -6 146 146" width="24'

        Raises `PositionError` if `size` is neither a positive integer nor None, or if `dark` is not
        True, False or None.
        """
        last = self.moves[-1] % self.rules.cells if self.moves else None
        return self.position.svg(hints, last=last, coordinates=coordinates, size=size, dark=dark)

    def animation(
        self,
        seconds: float = 1,
        *,
        coordinates: bool = True,
        size: int | None = None,
        dark: bool | None = None,
    ) -> Drawing:
        """A drawing that plays the game once, a move every `seconds` seconds, and stops at the end.

        The other arguments are the same as for `svg`.

        >>> Game.parse("b2 a1").animation(0.5)[40:74]
        'viewBox="-20 -6 146 146" width="14'

        Raises what `svg` raises, and `PositionError` unless `seconds` is a number above 0 and at
        most 60.
        """
        position = self.position
        _, line, lines = position.outcome or (None, 0, 0)
        return animated(
            *([move % self.rules.cells for move in self.moves], position.x, position.o),
            *(self.rules, lines, line),
            seconds=seconds,
            coordinates=coordinates,
            size=size,
            dark=dark,
        )

    def _repr_html_(self) -> str:
        status = self.outcome or f"{self.turn} to move"
        return f"<figure>{self._repr_svg_()}<figcaption>{self} ({status})</figcaption></figure>"


def read_record(text: str) -> tuple[Game, list[str]]:
    """The game that `text` records, and the words that give its moves; issues no warning."""
    start, written = parse_start(text)
    moves, words = parse_moves(start, written)
    game = Game(start)
    for move in moves:
        game.push_unchecked(move)
    return game, words


def as_position(position: Position | Game | str) -> Position:
    """A `Position` itself, the position of a `Game`, or a 3x3 position parsed from text.

    >>> as_position("XO./.X./...").ply
    3

    Raises `PositionError` for anything else, and `NotationError` for text that is not a position.
    """
    if isinstance(position, Position):
        return position
    if isinstance(position, Game):
        return position.position
    if isinstance(position, str):
        return Position.parse(position)
    raise PositionError(
        f"{quoted(position)} is not a position; give a Position, a Game, or text as in "
        "'XO./.X./...'"
    )


def as_game(game: Game | Position | Rules | str) -> Game:
    """A `Game` itself, a new game from a position or rules, or the game that a text describes.

    >>> as_game("4,4,3").rules, as_game("4,4,3: b2 a1").moves, as_game("XO./.X./...").start.ply
    (Rules(rows=4, cols=4, k=3, misere=False), (5, 0), 3)

    Raises `PositionError` for anything else, and what `Game.parse`, `Position.parse` and
    `Rules.parse` raise for text.
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        plain = not set(game) & {",", "/"} and not is_of_rules(game)
        if ":" in game or (plain and (re.search("[0-9]", game) or not game.strip())):
            return Game.parse(game)
        game = Rules.parse(game) if is_of_rules(game) else Position.parse(game)
    if not isinstance(game, Position | Rules):
        raise PositionError(
            f"{quoted(game)} is not a game, a position or a board; give one, or text as in "
            "'4,4,3: b2 a1'"
        )
    return Game(game)
