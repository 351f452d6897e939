"""Where games are kept: what was answered is there afterwards, whatever happens to the rest."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event

from noughts.errors import MissingExtraError, ServerError
from noughts.live import database as module
from noughts.live.actions import MAKE, Decision, make, read
from noughts.live.database import METADATA, Database, opened
from noughts.live.game import Kept, RefusedError
from tests.live.clients import Client, said, serving
from tests.tools import in_a_loop


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


def with_database(file: str, work: Callable[[Database], Awaitable[Any]]) -> Any:
    """What comes of some work on a database that is then closed."""

    async def run() -> Any:
        database = Database(file)
        try:
            return await work(database)
        finally:
            database.close()

    return in_a_loop(run())


def made(id_: str, **asked: Any) -> Decision:
    return Decision(make(id_, "seat", 1, read(asked, MAKE)))


def one_more(game: Kept | None) -> Decision:
    assert game
    return Decision(game._replace(version=game.version + 1, record=1 << 1500))


def ended(game: Kept | None) -> Decision:
    assert game
    return Decision(game._replace(why="resigned"))


def looked(game: Kept | None) -> Decision:
    assert game
    return Decision(game)


def test_what_is_kept_is_there_when_the_database_is_opened_again(where: str) -> None:
    async def write(database: Database) -> None:
        await database.run("a", lambda _: made("a", rules="19,19,6,stones=2", name="Zoë"))
        await database.run("a", one_more)

    async def look(database: Database) -> tuple[Decision, list[Kept]]:
        found = await database.run("a", looked)
        assert [*database.stream()] == []  # it is not over
        await database.run("a", ended)
        return found, [*database.stream()]

    with_database(where, write)
    found, games = with_database(where, look)
    assert games == [found.game._replace(why="resigned")]
    assert (found.game.record, found.game.x_name, found.game.version) == (1 << 1500, "Zoë", 1)


def test_requests_that_come_together_are_one_transaction_and_in_order(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 8)
    seen: list[int] = []

    def counted(game: Kept | None) -> Decision:
        assert game
        seen.append(game.version)
        if game.version == 5 and seen.count(5) == 1:
            raise RefusedError(409, "not now")
        return one_more(game)

    async def work(database: Database) -> tuple[list[Any], int]:
        await database.run("a", lambda _: made("a"))
        begun: list[object] = []
        event.listen(database.engine, "commit", begun.append)
        requests = [database.run("a", counted) for _ in range(20)]
        answers = await asyncio.gather(*requests, return_exceptions=True)
        return answers, len(begun)

    answers, commits = with_database(where, work)
    assert seen == [0, 1, 2, 3, 4, 5, *range(5, 19)]
    assert isinstance(answers.pop(5), RefusedError)
    assert [answer.game.version for answer in answers] == [*range(1, 20)]
    assert commits == 3


def test_while_the_database_fails_requests_are_refused_and_then_it_goes_on(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WAIT", 0.01)

    async def work(database: Database) -> str:
        await database.run("a", lambda _: made("a"))
        with sqlite3.connect(file, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")  # another process that writes, and does not end
            with pytest.raises(RefusedError) as refused:
                await database.run("a", one_more)
            with pytest.raises(RefusedError, match="the database does not answer"):
                await database.waiting(0, 1)
        other.close()
        assert (await database.run("a", looked)).game.version == 0
        with pytest.raises(ZeroDivisionError):  # a fault of ours is that of its requests alone
            await database.run("a", lambda _: 1 // 0)  # type: ignore[arg-type, return-value]
        assert (await database.run("a", one_more)).game.version == 1
        return f"{refused.value.status} {refused.value}"

    assert with_database(file, work).startswith("503 the database does not answer")


def test_on_a_full_disk_requests_are_refused_and_once_there_is_room_it_goes_on(file: str) -> None:
    def long(game: Kept | None) -> Decision:
        assert game
        return Decision(game._replace(version=game.version + 1, x_name="x" * 50_000))

    pages = 100_000

    def of_this_size(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")  # at least what it has

    async def work(database: Database) -> None:
        nonlocal pages
        event.listen(database.engine, "begin", of_this_size)
        before = (await database.run("a", lambda _: made("a"))).game
        pages = 1
        asked = [database.run("a", each) for each in (one_more, long, looked)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [getattr(answer, "status", None) for answer in answers] == [503] * 3  # one commit
        assert (await database.run("a", looked)).game == before
        pages = 100_000
        assert (await database.run("a", long)).game.version == 1

    with_database(file, work)


def test_whoever_no_longer_waits_does_not_hold_up_the_others(where: str) -> None:
    async def work(database: Database) -> Decision:
        gone = asyncio.create_task(database.run("a", lambda _: made("a")))
        await asyncio.sleep(0)
        gone.cancel()
        return await database.run("a", looked)

    assert with_database(where, work).game.id == "a"


def test_games_that_nobody_finishes_are_forgotten(where: str) -> None:
    gone = made("gone").game

    async def work(database: Database) -> list[str]:
        for id_ in "abc":
            await database.run(id_, lambda _, id_=id_: made(id_))  # type: ignore[misc]
        await database.run("b", ended)
        await database.run("c", lambda game: Decision(game._replace(changed=9)))  # type: ignore[union-attr]
        assert await database.forget(before=9) == 1
        found = [await database.run(id_, lambda game: Decision(game or gone)) for id_ in "abc"]
        return [decision.game.id for decision in found]

    assert with_database(where, work) == ["gone", "b", "c"]


def test_the_migrations_make_the_tables_of_the_code(where: str) -> None:
    engine = opened(where)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_a_database_that_cannot_be_used_is_refused_in_a_line(file: str) -> None:
    opened(file).dispose()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(ServerError, match="newer version of noughts"):
        opened(file)
    Path(file).write_text("not a database " * 100)
    with pytest.raises(ServerError, match="cannot be used: file is not a database"):
        opened(file)


@pytest.mark.wide
@pytest.mark.traced
def test_two_servers_share_a_database_and_each_tells_its_watchers_of_the_moves_of_both(
    postgres: Any, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(shared) as here, serving(shared) as there:
        ann, bob = Client(here), Client(there)
        id_ = ann.make()
        bob.good(id_, "sit")
        with ann.socket(id_) as hers, bob.socket(id_) as his:
            while said(his)["here"]["o"] is not True:
                pass
            ann.good(id_, "move", ply=0, cell="b2")
            while said(his)["game"]["moves"] != ["b2"]:
                pass
            # What an administrator does who restarts the database.
            cut = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'"
            )
            postgres.psql(f"{cut} AND pid <> pg_backend_pid()")
            bob.good(id_, "move", ply=1, cell="a1")
            while said(hers)["game"]["moves"] != ["b2", "a1"]:
                pass
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtraError, match="games in PostgreSQL need psycopg"):
        opened(shared)
