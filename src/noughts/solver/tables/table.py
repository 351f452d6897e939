"""The value, remoteness and best moves of every reachable position of a small board.

The table holds one number for each position, a *score*, from which everything else follows. A score
tells who wins and at which ply the game then ends, so minimax needs only `max` and `-`:

    score =   cells + 1 - ply of the end     the player to move wins: a sooner win scores more
              0                              draw (always on the full board)
            -(cells + 1 - ply of the end)    the player to move loses: a later loss scores more

The ply of the end is the same for every position on the way to this end. So the score of a position
is the greatest of the scores of the positions one move later, each negated if the move passes the
turn to the other player. The remoteness is the ply of the end minus the ply of the position.

If `noughts table` has made a file for the board, the scores are read from this file; `table_file`
describes its content and its path. Without a file, the scores of a small board are computed when
its table is first needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol

from noughts.core.answers import LAWS
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.core.set_numbers import boards_by_ply
from noughts.core.successors import moves_at
from noughts.errors import PositionError, RulesError, TableFileError, TooLargeError
from noughts.solver.which_search import takes
from noughts.system.progress import Reporter, limited

if TYPE_CHECKING:
    from pathlib import Path

    from noughts.system.folders import Folder

TABLE_CELLS = 12  # 3x4 takes about a second; with each further cell, up to three times as long
AT_ONCE = 5  # no progress is reported for positions of up to this many free cells


class Scores(Protocol):
    """The score of every position by its code, `x | o << cells`, in rising order of the codes."""

    def get(self, code: int, /) -> int | None:
        """The score of a position, or None if play cannot reach the position."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...


class Evaluation(NamedTuple):
    """The value of a position for the player to move, and the plies to the end if both play best.

    >>> table()[Position.parse("XX./OO./...")]
    Evaluation(value=1, remoteness=1)
    """

    value: int
    remoteness: int


class MoveEvaluation(NamedTuple):
    """The value of a move for the player who makes it, and the remoteness, which includes the move.

    >>> table().moves(Position.parse("XX./OO./..."))[0]
    MoveEvaluation(cell=2, value=1, remoteness=1)
    """

    cell: int
    value: int
    remoteness: int


class Table:
    """The solved table of one board, with every position that play can reach.

    >>> from noughts import TICTACTOE
    >>> solved = table(TICTACTOE)
    >>> len(solved), solved[Position()]
    (5478, Evaluation(value=0, remoteness=9))
    >>> solved.best_moves(Position.parse("X../.../..."))    # only the centre draws
    [4]

    The scores come from `path`, a file or a folder of shards (see `table_folder`). Without a path,
    they come from the board's file in the cache folder (see `table_file.path_of`) if this file
    exists; otherwise they are computed. `scores` maps codes of positions to scores.

    Raises `TooLargeError` for a board that has more than `TABLE_CELLS` cells and no file,
    `RulesError` for a game that has no table, `TableFileError` for a damaged file or the file of
    another board, and `OSError` for a `path` that does not exist.
    """

    def __init__(
        self,
        rules: Rules | str,
        path: Path | Folder | None = None,
        progress: Reporter | None = None,
    ) -> None:
        rules = as_rules(rules)
        self.rules = rules
        if path or is_stored(rules):
            self.scores: Scores = _read(rules, path)
        else:
            self.scores = _worked_out(rules, limited(progress))

    def __len__(self) -> int:
        return len(self.scores)

    def __iter__(self) -> Iterator[Position]:
        """The positions, in the order of their codes `x | o << cells`."""
        for code in self.scores:
            yield Position(code & self.rules.board, code >> self.rules.cells, self.rules)

    def __contains__(self, position: Position) -> bool:
        return position.rules == self.rules and self._found(position) is not None

    def __getitem__(self, position: Position) -> Evaluation:
        """The value and remoteness. Raises `PositionError` if play cannot reach the position."""
        return self._evaluation(self.score(position), position.ply)

    def score(self, position: Position) -> int:
        """The score of a position, as the docstring of `noughts.solver.tables.table` defines it."""
        if position.rules != self.rules:
            raise PositionError(
                f"the table is for {self.rules}, but the position is of {position.rules}"
            )
        score = self._found(position)
        if score is None:
            why = position.unreachable if self.rules.has(*LAWS) else "no moves lead there"
            if not why:
                self._refuse(position)
            raise PositionError(f"play cannot reach {position}: {why}")
        return score

    def _found(self, position: Position) -> int | None:
        return self.scores.get(position.x | position.o << self.rules.cells)

    def moves(self, position: Position) -> list[MoveEvaluation]:
        """The evaluations of all legal moves, in rising order of cells; empty if the game is over.

        >>> from noughts import TICTACTOE
        >>> table(TICTACTOE).moves(Position.parse("XO./OX./..."))[-1]
        MoveEvaluation(cell=8, value=1, remoteness=1)
        """
        ply, sign = position.ply, moves_at(position.ply, self.rules).sign
        return [
            MoveEvaluation(
                cell, *self._evaluation(sign * self.score(position.play_unchecked(cell)), ply)
            )
            for cell in position.legal_moves
        ]

    def best_moves(self, position: Position) -> list[int]:
        """The cells of moves that keep the value, in rising order; empty if the game is over."""
        value, moves = self[position].value, self.moves(position)
        best = [move.cell for move in moves if move.value == value]
        if moves and not best:
            self._refuse(position)
        return best

    def best_line(self, position: Position) -> list[int]:
        """The moves to the end if both play best: the winner hurries, and the loser delays.

        Among equal moves, the lowest cell is played.
        """
        line = []
        while moves := position.legal_moves:
            sign = moves_at(position.ply, self.rules).sign
            scores = [sign * self.score(position.play_unchecked(move)) for move in moves]
            line.append(moves[scores.index(max(scores))])
            position = position.play_unchecked(line[-1])
        return line

    def _evaluation(self, score: int, ply: int) -> Evaluation:
        if score == 0:
            return Evaluation(0, self.rules.cells - ply)
        remoteness = self.rules.cells + 1 - abs(score) - ply
        if remoteness < 0:
            raise TableFileError(f"the table of {self.rules} has a score of {score} at ply {ply}")
        return Evaluation(1 if score > 0 else -1, remoteness)

    def _refuse(self, position: Position) -> NoReturn:
        """Refuse false scores: a checksum shows only that the file is unchanged."""
        raise TableFileError(
            f"the table of {self.rules} contradicts itself at {position}; "
            f"'noughts table {self.rules}' writes it again"
        )


def table(rules: Rules | str = TICTACTOE, progress: Reporter | None = None) -> Table:
    """The table of a board that is given as rules or text; it is built when first used, and kept.

    `progress` is called with the amount of work done and the total; see `system.progress`.

    >>> table("3,3,3") is table()
    True

    Raises what `Table` raises, and `RulesError` for anything that is not a board.
    """
    rules = as_rules(rules)
    kept = kept_table(rules)
    if not kept:
        kept.append(Table(rules, progress=progress))
    return kept[0]


@lru_cache(maxsize=32)
def kept_table(rules: Rules) -> list[Table]:  # noqa: ARG001 - the key of the cache
    """The list in which `table` keeps a board's table; it is empty until the table is built."""
    return []


def has_table(rules: Rules) -> bool:
    """Whether `table` can solve the board: the board is small, or has a file."""
    return (rules.cells <= TABLE_CELLS and rules.has("full")) or is_stored(rules)


def is_stored(rules: Rules) -> bool:
    """Whether the board has a file that `table` reads."""
    from noughts.solver.tables.table_file import (
        path_of,  # here, as elsewhere in this module: the first prompt needs no file
    )

    try:
        return path_of(rules).exists()
    except OSError:  # the folder cannot be read, or there is no home folder
        return False


def _read(rules: Rules, path: Path | Folder | None) -> Scores:
    from pathlib import Path

    from noughts.solver.tables.table_file import TableFile, path_of

    place = path or path_of(rules)
    if isinstance(place, Path) and not place.is_dir():
        return TableFile(place, rules)
    from noughts.solver.tables.table_folder import TableFolder
    from noughts.system.folders import LocalFolder

    return TableFolder(LocalFolder(place) if isinstance(place, Path) else place, rules)


def _worked_out(rules: Rules, report: Reporter) -> dict[int, int]:
    if rules.cells > TABLE_CELLS:
        from noughts.solver.tables.table_file import BY_SETS, RETROGRADE_CELLS

        by_file = f", and of up to {RETROGRADE_CELLS} by 'noughts table', with a file to keep it in"
        by_search = "; noughts.solve searches larger boards"
        raise TooLargeError(
            f"{rules} has {rules.cells} cells; a table of every position is made for boards of up "
            f"to {TABLE_CELLS}{by_file if rules.has(*BY_SETS) and not rules.registered else ''}"
            f"{by_search if rules.has(*LAWS) or takes(rules) else ''}"
        )
    rules.require("a table", "full")  # the remoteness of a draw depends on it
    cells = rules.cells
    scores: dict[int, int] = {}
    # The number of positions if no line ended a game early.
    most = sum(boards_by_ply(cells))
    by_ply = [moves_at(ply, rules) for ply in range(cells + 1)]

    def solve(code: int, ply: int) -> int:
        """Score the position with this code, which has no line, and all later positions."""
        of, _, line, full, sign, _ = by_ply[ply]
        moves, lined = of(code)
        # A move that makes a line ends the game at the next ply.
        ended = sign * line * (cells - ply)
        best = -cells - 1 if moves else full * (cells + 1 - ply)
        if not (moves or full or ply == cells):  # the remoteness of a draw depends on it
            raise RulesError(f"a table cannot take {rules}: it needs that a draw has a full board")
        while moves:
            move = moves & -moves
            moves ^= move
            after = code | move
            score = scores.get(after)
            if score is None:
                if lined & move:
                    score = scores[after] = ended
                else:
                    score = solve(after, ply + 1)
            score *= sign
            if score > best:
                best = score
        scores[code] = best
        if cells - ply > AT_ONCE:
            report(len(scores), most)
        return best

    solve(0, 0)
    return dict(sorted(scores.items()))
