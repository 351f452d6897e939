"""Files of games: what they hold, how a tournament goes on with one, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from noughts import NotationError, Position, Rules, TimeLimits, tournament
from noughts.players import tournament_records
from noughts.players.tournament_game import Fixture, Played
from noughts.players.tournament_records import GameRecords, Shared

FORMS = ["games.jsonl", "games.pgn"]
DATA = Path(__file__).parents[1] / "data"
SHARED = Shared(Rules(3, 3, 3), 1, TimeLimits(move=2.5))
GAMES = [
    Played(Fixture("mine", 'the "other"\\', 0), 1, (4, 0, 3, 2, 5)),
    Played(Fixture("mine", 'the "other"\\', 1), None, (4, 0, 2, 6, 3, 5, 1, 7, 8)),
    Played(Fixture("mine", 'the "other"\\', 2), 2, (4,), "mine has thought for 3.1 s; 2.5 s are"),
]


def first(position: Position) -> int:
    return position.legal_moves[0]


FIELD = {"first": first, "any": "random"}


@pytest.fixture(params=FORMS)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / str(request.param)


def test_games_are_read_as_they_were_written(path: Path) -> None:
    with GameRecords(path, SHARED) as records:
        assert records.games == []
        for game in GAMES:
            records.add(game)
    with GameRecords(path, SHARED) as records:
        assert records.games == GAMES
    with GameRecords(path, SHARED._replace(seed=None)) as records:
        assert (records.games, records.seed) == (GAMES, 1)


def test_a_line_is_a_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    tournament(FIELD, 2, 1, records=path)
    head, *lines = map(json.loads, path.read_text().splitlines())
    assert head == {"noughts": "games 1", "rules": "3,3,3", "seed": 1, "move": None, "time": None}
    assert [line["game"] for line in lines] == [0, 1]
    assert lines[0]["moves"].startswith("a1 ")


def test_a_file_of_pgn_reads_as_that_of_chess(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    with GameRecords(path, SHARED) as records:
        records.add(GAMES[0])
    assert path.read_text() == (
        '[Event "noughts tournament"]\n[Round "1"]\n[X "mine"]\n[O "the \\"other\\"\\\\"]\n'
        '[Result "1-0"]\n[Board "3,3,3"]\n[Seed "1"]\n[MoveTime "2.5"]\n[GameTime "None"]\n'
        '[Termination "normal"]\n\n1. b2 a1 2. a2 c1 3. c2 1-0\n\n'
    )


@pytest.mark.parametrize("name", FORMS)
def test_files_of_this_version_are_read_for_ever(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes((DATA / "games-1" / name).read_bytes())
    with GameRecords(path, SHARED) as records:
        assert records.games == GAMES


def test_a_tournament_goes_on_where_it_was_interrupted(path: Path) -> None:
    whole = tournament(FIELD, 10, 1, exact=False)
    stop = iter(range(4))

    def interrupted(position: Position) -> int:
        if position.ply < 2 and next(stop, None) is None:
            raise KeyboardInterrupt
        return first(position)

    with pytest.raises(KeyboardInterrupt):
        tournament({"first": interrupted, "any": "random"}, 10, 1, records=path)
    size = path.stat().st_size
    with path.open("ab") as file:
        file.write(b'{"a": "first", "b' if path.suffix == ".jsonl" else b'[Event "x"]\n\n1. b2')
    told: list[int] = []
    result = tournament(FIELD, 10, records=path, progress=lambda done, _: told.append(done))
    assert result == whole
    assert told[-1] == 10
    assert path.stat().st_size > 2 * size
    asked: list[Position] = []
    again = {"first": asked.append, "any": "random"}
    assert tournament(again, 10, 1, records=path) == whole
    assert not asked


def test_a_file_may_get_more_games_and_players_and_has_no_game_twice(path: Path) -> None:
    tournament(FIELD, 4, 1, records=path)
    more = tournament(FIELD | {"last": lambda p: p.legal_moves[-1]}, 6, records=path)
    assert [pairing.games for pairing in more.pairings] == [6, 6, 6]
    with GameRecords(path, Shared(Rules(3, 3, 3), None, TimeLimits())) as records:
        assert len({game.fixture for game in records.games}) == len(records.games) == 18
        records.add(records.games[0])
    turned = dict(reversed(FIELD.items()))
    assert tournament(turned, 6, records=path).between("any", "first").games == 6
    with GameRecords(path, Shared(Rules(3, 3, 3), None, TimeLimits())) as records:
        assert len(records.games) == 19


def test_a_file_without_a_seed_gets_one(path: Path) -> None:
    result = tournament(FIELD, 2, records=path)
    assert tournament(FIELD, 2, result.seed, records=path) == result


@pytest.mark.parametrize(
    ("shared", "why"),
    [
        (SHARED._replace(seed=2), "its seed is 1, and here it is 2; give another file"),
        (SHARED._replace(rules=Rules(3, 3, 2)), "its rules is 3,3,3, and here it is 3,3,2"),
        (SHARED._replace(limits=TimeLimits()), "its move is 2.5, and here it is None"),
        (SHARED._replace(limits=TimeLimits(2.5, 9)), "its time is None, and here it is 9"),
    ],
)
def test_the_games_of_another_tournament_are_refused_and_kept(
    shared: Shared, why: str, path: Path
) -> None:
    with GameRecords(path, SHARED) as records:
        records.add(GAMES[0])
    before = path.read_bytes()
    with pytest.raises(NotationError, match=why):
        GameRecords(path, shared)
    assert path.read_bytes() == before


HEAD = '{"noughts": "games 1", "rules": "3,3,3", "seed": 1, "move": 2.5, "time": null}\n'
LINE = {"a": "x", "b": "y", "game": 0, "winner": "x", "moves": "b2 a1 a2 c1 c2", "reason": ""}


def changed(**fields: Any) -> str:
    return HEAD + json.dumps(LINE | fields) + "\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello\n", "it is not one"),
        ("[1]\n", "it is not one"),
        ('{"a": 1}\n', "it is not one"),
        ("[" * 100_000 + "\n", "it is not one"),
        (HEAD + "5\n", "it is not one"),
        (HEAD.replace("games 1", "games 2"), "its first line does not say 'games 1'"),
        (HEAD + "{}\n", "at byte 79, '{}\\\\n': it is not one"),
        (changed(winner="z"), "it is not one"),
        (changed(winner="o"), "'b2 a1 a2 c1 c2' is not won as it says"),
        (changed(winner="draw", reason="late"), "is not won as it says"),
        (changed(moves="b2 b2"), "move 2, 'b2': the cell is taken"),
        (changed(moves="b2"), "'b2' is not won as it says"),
        (changed(moves=5), "names, moves and reason are texts"),
        (changed(game=-1), "the number is one from 0"),
        (changed(game=True), "the number is one from 0"),
        (changed(a=None), "names, moves and reason are texts"),
        (changed(reason=[]), "names, moves and reason are texts"),
    ],
)
def test_lines_that_are_not_games_are_refused(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with pytest.raises(NotationError) as refused:
        GameRecords(path, SHARED)
    assert str(refused.value).startswith(f"{path} does not hold games of this tournament at byte")
    assert why.replace("\\\\", "\\") in str(refused.value)
    assert path.read_text() == text


def test_pgn_whose_tags_and_moves_differ_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    with GameRecords(path, SHARED) as records:
        records.add(GAMES[0])
    path.write_text(path.read_text().replace('Result "1-0"', 'Result "0-1"'))
    with pytest.raises(NotationError, match="it ends with '1-0', and its tag says 0-1"):
        GameRecords(path, SHARED)
    path.write_text("[Event]\n\n1-0\n\n")
    with pytest.raises(NotationError, match="it is not one"):
        GameRecords(path, SHARED)


def test_a_file_without_ends_is_read_up_to_a_limit(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_records, "LONGEST_GAME", 1 << 16)
    path.write_bytes(b"x" * 200_000)
    with pytest.raises(NotationError, match=r"a game has more than 65,536 bytes; fewer are read"):
        GameRecords(path, SHARED)
    assert path.stat().st_size == 200_000


def test_many_games_are_read(path: Path) -> None:
    with GameRecords(path, SHARED) as records:
        for number in range(1000):
            records.add(GAMES[0]._replace(fixture=Fixture("mine", "other", number * 2)))
    with GameRecords(path, SHARED) as records:
        assert [game.fixture.game for game in records.games] == [*range(0, 2000, 2)]
