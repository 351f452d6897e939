"""`Position`: two bitboards and their rules, an immutable value."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator
from functools import total_ordering
from operator import index
from typing import Any, ClassVar, NamedTuple, NoReturn, Protocol, SupportsIndex, cast

from noughts.core import bits, cell_names, symmetry, turns
from noughts.core.answers import LAWS
from noughts.core.bits import cells_of
from noughts.core.cell_names import Cell
from noughts.core.geometry import AnySymmetry
from noughts.core.immutable import Value
from noughts.core.marks import MARKS, Mark, O, X
from noughts.core.message_text import listed, quoted, shown
from noughts.core.move_bits import actions_of, is_played
from noughts.core.names_from_elsewhere import Leading, leading, naming
from noughts.core.on_ints import on_ints
from noughts.core.position_text import diagram, parse_position, position_text
from noughts.core.rules import MARK_NAMES, TICTACTOE, Rules, as_rules
from noughts.core.svg import Drawing, Hint, svg
from noughts.errors import GameOverError, IllegalMoveError, PositionError, RulesError

MOST_GAMES = 1000  # that `Position.random` plays to find a game that is long enough


class Outcome(NamedTuple):
    """How a game ended.

    `winner` is X or O, or None for a draw. `line` is the mask of the first complete line in the
    order of `rules.lines`, and `lines` is the mask of the cells of all complete lines. Both masks
    are 0 if no line ended the game. In a misère game, the lines belong to the loser. In ultimate
    tic-tac-toe, `line` holds all lines on the boards of the first line of boards, and `lines` holds
    those on the boards of all lines of boards.
    """

    winner: Mark | None
    line: int
    lines: int

    def worth(self, player: int) -> int:
        """The result for `player`, X or O: 1 for a win, 0 for a draw, -1 for a loss.

        >>> Outcome(X, 7, 7).worth(O)
        -1
        """
        return 0 if self.winner is None else 1 if self.winner == player else -1

    def __str__(self) -> str:
        return "draw" if self.winner is None else f"{MARK_NAMES[self.winner]} wins"


_WINNERS = (None, X, O, None)  # by the result of `move_bits.result`


@total_ordering
@leading
class Position(Value, metaclass=Leading):
    """The stones on a board: two disjoint bitboards, with as many X as O, or one X more.

    `x` and `o` are bitboards (bit i is cell i). X moves first. Positions with the same rules are
    ordered by `x | o << cells`. In games with other turns or marks, other numbers of X and O occur.
    In ultimate tic-tac-toe, both bitboards contain the last stone, and `stones` gives each player's
    own stones.

    >>> position = Position().play(4).play(0)
    >>> print(position)
    O../.X./...
    >>> position.turn, position.legal_moves
    (Mark.X, [1, 2, 3, 5, 6, 7, 8])
    >>> position == Position(x=0b000_010_000, o=0b000_000_001)
    True

    `rules` may be given as text. Raises `RulesError` for invalid `rules`, and `PositionError` for
    bitboards that are not integers, overlap, contain cells off the board, or have stones in places
    or numbers that cannot occur.
    """

    __slots__ = ("o", "rules", "x")
    UNCHANGING: ClassVar[str] = "a Position does not change"
    x: int
    o: int
    rules: Rules

    def __init__(self, x: int = 0, o: int = 0, rules: Rules | str = TICTACTOE) -> None:
        try:
            x, o = index(x), index(o)
            usual = 0 <= x | o <= rules.counted_board and not x & o  # type: ignore[union-attr] # or not
        except (TypeError, AttributeError):
            x, o, rules = _read(x, o, rules)
            usual = False
        if not usual or x.bit_count() - o.bit_count() not in (0, 1):
            _check(x, o, rules)  # type: ignore[arg-type] # it has been read
        _set_x(self, x)  # past __setattr__, which refuses
        _set_o(self, o)
        _set_rules(self, rules)

    @classmethod
    def parse(cls, text: str, rules: Rules | str = TICTACTOE) -> Position:
        """The position in a text: rows from the top with `/` between them, as `str` writes it.

        A line break may stand for each `/`, or every `/` may be left out. Blanks between marks are
        ignored, and `-` and `_` also stand for empty cells. `rules` may be given as text.

        >>> Position.parse("XO./.X./..O").turn == X
        True
        >>> Position.parse("X./..//../O.", "2x2x2,2").o    # layers: `//` between them
        64
        >>> Position.parse('''
        ...     x o -
        ...     - x -
        ...     - - o
        ... ''') == Position.parse("XO..X...O")
        True

        Raises `RulesError` for invalid rules, `NotationError` for text that is not a grid of this
        board, and `PositionError` for a grid that is not a position.
        """
        rules = as_rules(rules)
        return cls(*parse_position(text, rules), rules)

    @classmethod
    @naming
    def random(
        cls, rules: Rules | str = TICTACTOE, plies: int | None = None, seed: int | None = None
    ) -> Position:
        """A random game's position after `plies` moves or, if None, at a random ply before the end.

        The same seed gives the same position.

        >>> Position.random(seed=2), Position.random("3,3,3,wild", plies=4, seed=1).ply
        (Position.parse('X.O/.../...'), 4)

        Raises `PositionError` if none of a thousand random games reaches `plies` moves.
        """
        from random import Random  # late: seldom wanted

        if isinstance(rules, int):
            raise RulesError(f"{rules} is not a board; Position.random(plies={rules}) takes plies")
        chance, rules = Random(seed), as_rules(rules)
        for _ in range(MOST_GAMES if plies in range(rules.cells + 1) or plies is None else 0):
            played = [cls(rules=rules)]
            while len(played) - 1 != plies and (moves := played[-1].legal_moves):
                played.append(played[-1].play_unchecked(chance.choice(moves)))
            if plies is None:
                return chance.choice(played[:-1])
            if len(played) - 1 == plies:
                return played[-1]
        raise PositionError(f"no random game of {rules} has gone on for {quoted(plies)} plies")

    @classmethod
    def all(cls, rules: Rules | str = TICTACTOE) -> Iterator[Position]:
        """All positions that play can reach, each once, in order of plies.

        The generator keeps the positions of only two plies in memory.

        >>> sum(1 for _ in Position.all()), [p.ply for p in Position.all("2,2,2")][:6]
        (5478, [0, 1, 1, 1, 1, 2])
        """
        level = {cls(rules=rules)}
        while level:
            yield from sorted(level)
            level = {one.play_unchecked(move) for one in level for move in one.legal_moves}

    def __str__(self) -> str:
        return position_text(self.x, self.o, self.rules)

    def diagram(self) -> str:
        """The board as lines of text, with the names of its columns and rows.

        >>> print(Position.parse("XO./.X./..O").diagram())
          a b c
        1 X O .
        2 . X .
        3 . . O
        """
        return diagram(self.x, self.o, self.rules)

    def __repr__(self) -> str:
        board = "" if self.rules == TICTACTOE else f", Rules.parse('{self.rules}')"
        return f"Position.parse('{self}'{board})"

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(
        self,
        hints: Iterable[Hint] = (),
        *,
        last: Cell | None = None,
        coordinates: bool = True,
        size: int | None = None,
        dark: bool | None = None,
    ) -> Drawing:
        """A drawing of the position: an SVG document as text, which a notebook shows as a picture.

        `hints` give the values of moves, as `Strong().judge` returns them. The cell `last` gets a
        frame. `size` is the width in pixels. `dark` selects a dark background (True), a light one
        (False), or the background of the page (None).

        >>> drawing = Position.parse("XO./.X./...").svg(last="b2", size=240, dark=True)
        >>> drawing[40:74]
        'viewBox="-20 -6 146 146" width="24'

        Raises `PositionError` if `size` is neither a positive integer nor None, or if `dark` is not
        True, False or None. Raises `CellError` if the board does not have the cell `last`.
        """
        _, line, lines = self.outcome or (None, 0, 0)
        return svg(
            *(self.x, self.o, self.rules, lines, line),
            last=None if last is None else cell_names.checked_cell(last, self.rules),
            hints=hints,
            coordinates=coordinates,
            size=size,
            dark=dark,
        )

    @property
    def _given(self) -> tuple[tuple[int, int, Rules], dict[str, Any]]:
        return (self.x, self.o, self.rules), {}

    # These do what `Value` does in a quarter of the time: positions are keys of large dictionaries.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.x == other.x and self.o == other.o and self.rules == other.rules

    def __lt__(self, other: Any) -> bool:
        if not isinstance(other, Position) or self.rules != other.rules:
            return NotImplemented
        return (self.o, self.x) < (other.o, other.x)

    def __hash__(self) -> int:
        return hash((self.x, self.o, self.rules))

    def __getitem__(self, cell: Cell) -> Mark:
        """The mark in the cell with the given number or name: EMPTY, X or O.

        >>> Position.parse("XO./.../...")["b1"]
        Mark.O

        Raises `CellError` if the board has no such cell.
        """
        cell = cell_names.checked_cell(cell, self.rules)
        x, o = self.stones
        return MARKS[x >> cell & 1 | (o >> cell & 1) << 1]

    def __iter__(self) -> Iterator[Mark]:
        """The marks of all cells, in order."""
        return (self[cell] for cell in range(self.rules.cells))

    @property
    def stones(self) -> tuple[int, int]:
        """The disjoint bitboards of X's and of O's stones; in most games these are `x` and `o`.

        In ultimate tic-tac-toe, `x` and `o` both contain the last stone.

        >>> position = Position(rules="1,2,2,ultimate").play("1a1").play("1b1")
        >>> (position.x, position.o), position.stones
        ((3, 2), (1, 2))
        """
        return bits.apart(self.x, self.o, self.rules)

    @property
    def ply(self) -> int:
        """The number of stones on the board."""
        return (self.x | self.o).bit_count()

    @property
    def turn(self) -> Mark:
        """The player to move, X or O; if a turn is one stone, X after an even number of stones."""
        return turns.mover((self.x | self.o).bit_count(), self.rules)

    @property
    def sides(self) -> tuple[int, int]:
        """The bitboards of the player to move and of the other player.

        If both players may place the same mark, these are X's and O's bitboards.
        """
        owned = self.rules.answers.owned
        return (self.o, self.x) if owned and self.turn == O else (self.x, self.o)

    @property
    def legal(self) -> int:
        """Bitboard of the playable cells; 0 once the game is over."""
        return on_ints(self.rules).legal(self.x, self.o)

    @property
    def legal_moves(self) -> list[int]:
        """The legal moves as numbers, in ascending order; empty once the game is over.

        A move's number is the number of its cell. If a player may place either mark, the number is
        `cell + hand * rules.cells`, where `hand` is 0 for X and 1 for O.
        """
        legal, rules = self.legal, self.rules
        return list(cells_of(legal if rules.actions == rules.cells else actions_of(legal, rules)))

    def moves(self) -> list[int]:
        """The same as `legal_moves`: a deprecated name. `Game.moves` holds the moves played."""
        warnings.warn("Position.moves() is now legal_moves", DeprecationWarning, stacklevel=2)
        return self.legal_moves

    def play(self, cell: Cell, hand: int = 0) -> Position:
        """The position after the player to move takes `cell`, given by its number or name.

        If a player may place either mark, `hand` chooses the mark: 0 for X, 1 for O. A number
        from `legal_moves`, given as `cell`, stands for both the cell and the mark.

        >>> Position().play("b2").play(0)
        Position.parse('O../.X./...')
        >>> Position.parse("X../.../...").play(0)
        Traceback (most recent call last):
            ...
        noughts.errors.IllegalMoveError: cell 0 is taken (X); free cells: 1, 2, 3, 4, 5, 6, 7, 8

        Raises `CellError` or `NotationError` for a cell off the board, `IllegalMoveError` for a
        move that the rules do not allow, and `GameOverError` once the game is over.
        """
        return self.play_unchecked(self.checked_move(cell, hand))

    def checked_move(self, cell: Cell, hand: int = 0) -> int:
        """The number in `legal_moves` of a move that is given in any form that `play` accepts.

        >>> Position(rules=Rules.parse("6,7,4,gravity")).checked_move("d")    # a column
        38
        >>> Position(rules=Rules.parse("3,3,3,wild")).checked_move("Ob2")
        13

        Raises what `play` raises.
        """
        rules, legal = self.rules, self.legal
        if hand or rules.actions > rules.cells:
            cell, hand = self._of_hand(cell, hand)
        elif rules.answers.where.by_column and isinstance(cell, str) and not cell.isdigit():
            cell = cell_names.parse_move(cell, legal, rules)
        cell = cell_names.checked_cell(cell, rules)
        if not legal >> cell & 1:
            self._refuse_move(cell)
        return cell + hand * rules.cells

    def _of_hand(self, cell: Cell, hand: int) -> tuple[Cell, int]:
        """The cell and the hand of a move, if a player has several marks."""
        rules = self.rules
        if not hand:
            if isinstance(cell, str):
                cell = cell_names.parse_move(cell, self.legal, rules)
            if not isinstance(cell, SupportsIndex):
                return cell, hand  # the caller then refuses it
            hand, cell = divmod(index(cell), rules.cells)
        hands = len(rules.answers.marks.hands)
        if hand not in range(hands):
            if hands == 1:  # perhaps a row and a column
                given = f"{quoted(cell)}, {quoted(hand)}"
                one = cell_names.cell_name(rules.cells - 1, rules)
                raise IllegalMoveError(f"{given} is not a move; give one cell, as in {one!r}")
            raise IllegalMoveError(f"hand is {quoted(hand)}; hands are 0 to {hands - 1}")
        return cell, hand

    def _refuse_move(self, cell: int) -> NoReturn:
        # This message uses numbers; `game_text` and the terminal read names and use names.
        outcome, moves = self.outcome, listed(cells_of(self.legal))
        if outcome:
            raise GameOverError(f"cell {cell} cannot be played: the game is over ({outcome})")
        if (self.x | self.o) >> cell & 1:
            mark = MARK_NAMES[self[cell]]
            raise IllegalMoveError(f"cell {cell} is taken ({mark}); free cells: {moves}")
        raise IllegalMoveError(f"cell {cell} cannot be played yet; cells that can: {moves}")

    def play_unchecked(self, move: int) -> Position:
        """Play a legal move without checking it. For an illegal move, the result is undefined."""
        rules = self.rules
        x, o = on_ints(rules).after(self.x, self.o, 1 << move)
        after = object.__new__(Position)
        _set_x(after, x)
        _set_o(after, o)
        _set_rules(after, rules)
        return after

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game goes on. A full board with a line is not a draw.

        If both players have a line, which cannot happen in play, X's line counts.
        """
        ended = on_ints(self.rules).result(self.x, self.o)
        if not ended:
            return None
        winner = _WINNERS[ended]
        for stones in self._lined():
            line, lines = on_ints(self.rules).lines(stones)
            if lines:
                return Outcome(winner, line, lines)
        return Outcome(winner, 0, 0)

    def _lined(self) -> list[int]:
        """The stones whose lines count, X's first."""
        worth = self.rules.answers.line.worth
        marked = zip((X, O), self.stones, strict=True)
        return [stones for mark, stones in marked if worth[mark - X] is not None]

    @property
    def winner(self) -> Mark | None:
        """The winner, X or O; None for a draw, and while the game goes on.

        >>> Position.parse("XXX/OO./...").winner, Position().winner
        (Mark.X, None)
        """
        return _WINNERS[on_ints(self.rules).result(self.x, self.o)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, so that there are no more moves.

        >>> Position.parse("XXX/OO./...").is_over, Position().is_over
        (True, False)
        """
        return on_ints(self.rules).result(self.x, self.o) != 0

    @property
    def value(self) -> int:
        """The value for the player to move, with best play by both: 1 (win), 0 (draw) or -1 (loss).

        >>> Position().value, Position.parse("XX./OO./...").value
        (0, 1)

        Raises `PositionError` if play cannot reach the position, `TooLargeError` for a board that
        is too large for a table and has no table file (`noughts.solve` can search larger boards),
        and `RulesError` for a game that cannot have a table.
        """
        return value_table(self.rules)[self].value

    @property
    def remoteness(self) -> int:
        """The number of plies to the end of the game if the winner hurries and the loser delays.

        >>> Position().remoteness, Position.parse("XX./OO./...").remoteness
        (9, 1)

        Raises what `value` raises.
        """
        return value_table(self.rules)[self].remoteness

    def best_moves(self) -> list[int]:
        """All moves that keep the value, in ascending order; empty once the game is over.

        >>> Position.parse("X../.../...").best_moves()    # only the centre draws
        [4]

        Raises what `value` raises.
        """
        return value_table(self.rules).best_moves(self)

    @property
    def is_dead(self) -> bool:
        """Whether the game goes on, but no sequence of moves can make a line any more.

        >>> Position.parse("OOX/XXO/OX.").is_dead, Position.parse("OOX/XX./...").is_dead
        (True, False)
        """
        return self.outcome is None and not bits.open_lines(self.x, self.o, self.rules)

    @property
    def unreachable(self) -> str | None:
        """Why play cannot reach this position, or None if it can.

        >>> Position.parse("XXX/OO./O..").unreachable
        'X has a line (cells 0, 1, 2), but O moved last'

        Play can always reach a position without a line: any order of its stones leads there. If a
        position has lines, the last stone must have completed all of them. Raises `RulesError` for
        a game that lacks any of the laws in `noughts.core.answers.LAWS`.
        """
        self.rules.require("the question whether play can reach a position", *LAWS)
        mover, last = self.sides
        mover_name, last_name = self.turn, MARK_NAMES[turns.opponent(self.turn)]
        lines = bits.line_cells(mover, self.rules)
        if lines:
            return f"{mover_name} has a line ({_cell_list(lines)}), but {last_name} moved last"
        lines = bits.line_cells(last, self.rules)
        if lines and all(bits.line_starts(last ^ 1 << c, self.rules) for c in cells_of(lines)):
            return f"{last_name} has lines ({_cell_list(lines)}) that no single stone completes"
        return None

    def transform(self, by: AnySymmetry) -> Position:
        """The image of the position under a symmetry of the board.

        >>> from noughts import Symmetry
        >>> print(Position.parse("XO./.../...").transform(Symmetry.ROTATE_90))
        ..X/..O/...
        """
        x = symmetry.transform(self.x, by, self.rules)
        return Position(x, symmetry.transform(self.o, by, self.rules), self.rules)

    def images(self) -> list[Position]:
        """All distinct images under the board's symmetries, in order, including the position.

        >>> len(Position.parse("X../.../...").images())
        4
        """
        every = symmetry.images(self.x, self.o, self.rules)
        return sorted({Position(x, o, self.rules) for x, o in every})

    def canonical(self) -> Position:
        """The least image under the board's symmetries, which represents the symmetry class.

        >>> print(Position.parse("..X/..O/...").canonical())
        XO./.../...
        """
        return Position(*symmetry.canonical(self.x, self.o, self.rules), self.rules)


# The slots' own setters bypass __setattr__, which refuses all other changes.
_set_x = Position.__dict__["x"].__set__
_set_o = Position.__dict__["o"].__set__
_set_rules = Position.__dict__["rules"].__set__


def _cell_list(mask: int) -> str:
    cells = list(cells_of(mask))
    return f"cell{'s' * (len(cells) > 1)} {listed(cells)}"


def _read(x: Any, o: Any, rules: Any) -> tuple[int, int, Rules]:
    """Two bitboards as ints and rules as `Rules`. Raises `PositionError` for non-integers."""
    try:
        return index(x), index(o), as_rules(rules)
    except TypeError:
        raise PositionError(
            f"x={quoted(x)}, o={quoted(o)} are not bitboards; Position.parse reads text"
        ) from None


def _check(x: int, o: int, rules: Rules) -> None:
    """Raise `PositionError` unless two bitboards are a position."""
    both = 0 if rules.outer else x & o
    if not both and 0 <= x | o <= rules.board and is_played(x, o, rules):
        return
    if not 0 <= x | o <= rules.board:
        raise PositionError(
            f"x={shown(x)}, o={shown(o)} leave the board; "
            f"bitboards of {rules.geometry} are 0 to {shown(rules.board)}"
        )
    if both:
        raise PositionError(f"x={shown(x)} and o={shown(o)} both hold {_cell_list(both)}")
    if rules.outer and (x & o).bit_count() != bool(x | o):
        held = _cell_list(x & o) if x & o else "no cell"
        raise PositionError(
            f"x={shown(x)} and o={shown(o)} both hold {held}; in {rules.named} both hold the last "
            "stone, and no other"
        )
    floating = rules.answers.where.floating((x, o), rules)
    if floating:
        raise PositionError(f"no stone can rest on {_cell_list(floating)} of {rules.named} yet")
    counts = f"{x.bit_count()} X and {o.bit_count()} O"
    alternate = rules.answers.owned and rules.answers.alternates
    if alternate and x.bit_count() - o.bit_count() not in (0, 1):
        raise PositionError(f"{counts}; turns alternate, so there are as many X as O, or one more")
    raise PositionError(
        f"{counts}, x={shown(x)}, o={shown(o)}: no moves of {rules.named} put them there"
    )


# The values of positions come from the package `noughts` itself:
#
#     position.value ──> value_table ──> `noughts.table`, which the package takes from the solver
#
# The core imports no table, since the solver imports the core. The package is loaded before all of
# its modules, and imports an exported name at its first use.


class ValueTable(Protocol):
    """The methods that `Position` needs from a table."""

    def __getitem__(self, position: Any, /) -> Any: ...
    def best_moves(self, position: Any, /) -> list[int]:
        """The cells of all moves that keep the value."""


def value_table(rules: Rules) -> ValueTable:
    """The table of a board. Raises `TooLargeError` for a board without a table."""
    front_door: Any = sys.modules["noughts"]
    return cast(ValueTable, front_door.table(rules))
