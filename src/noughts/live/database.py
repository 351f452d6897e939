"""The database of the games, and the one thread that reads and writes it.

Requests that are waiting share one transaction. The thread reads their games, decides each request,
and writes and commits all changes before any request is answered. Thus many moves wait for the disk
only once, and requests that come at the same time are decided one after the other.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from noughts.errors import ServerError
from noughts.live.actions import Decision
from noughts.live.game import Kept, RefusedError
from noughts.live.log import LOGGER
from noughts.system.extras import require

AT_ONCE = 500  # requests in a transaction
APART = 0.01  # seconds between the beginnings of two transactions; one costs as much as ten moves
WAIT = 3  # seconds to wait while another process writes to the database

LOCK = 0x6E6F7567687473  # the PostgreSQL lock held during an upgrade of the schema
# The PostgreSQL channel on which processes tell each other of changes, in messages of up to 8,000
# bytes. The largest game of the page takes 3,000 bytes.
CHANNEL = "noughts_games"

Decide = Callable[[Kept | None], Decision]


class Number(sql.types.TypeDecorator[int]):
    """A non-negative integer of any size, stored as bytes."""

    impl = sql.LargeBinary
    cache_ok = True

    @staticmethod
    def of(number: int) -> bytes:
        """The bytes of a number, big-endian."""
        return number.to_bytes((number.bit_length() + 7) // 8, "big")

    def process_result_value(self, value: Any, dialect: object) -> int:  # noqa: ARG002 - as SQLAlchemy calls it
        """The number that was stored."""
        return int.from_bytes(value, "big")


TYPES = {"record": Number, "made": sql.BigInteger, "changed": sql.BigInteger}
TYPES |= dict.fromkeys(("since", "x_left", "o_left"), sql.BigInteger)
METADATA = sql.MetaData()
GAMES = sql.Table(
    "games",
    METADATA,
    *(
        sql.Column(
            field,
            TYPES.get(field, sql.Integer if kind is int else sql.Text),
            primary_key=field == "id",
            nullable=False,
        )
        for field, kind in get_type_hints(Kept).items()
    ),
    sql.Index("games_changed", "changed"),
)
WAITING = sql.text("why = '' AND (x_seat = '' OR o_seat = '')")  # games that await a player
sql.Index("games_waiting", GAMES.c.changed, sqlite_where=WAITING, postgresql_where=WAITING)

# Made once, since building a statement takes longer than running it, and leaves cyclic garbage.
SOME = (
    sql.select(GAMES)
    .where(GAMES.c.id.in_(sql.bindparam("ids", expanding=True)))
    .order_by(GAMES.c.id)
    .with_for_update()
)
# Passed straight to the driver, since SQLAlchemy takes four times as long for the parameters.
KEEP = sql.text(
    f"INSERT INTO games ({', '.join(Kept._fields)}) "  # noqa: S608 - nothing of a client's
    f"VALUES ({', '.join(f':{name}' for name in Kept._fields)}) ON CONFLICT (id) "
    f"DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in Kept._fields[1:])}"
)
TELL = sql.select(
    sql.func.pg_notify(CHANNEL, sql.func.unnest(sql.bindparam("told", type_=sql.ARRAY(sql.Text))))
)


class Waiting(NamedTuple):
    """A request that waits for its transaction."""

    id: str
    decide: Decide
    answer: asyncio.Future[Decision]


class Database:
    """The games in a SQLite file, or at a PostgreSQL URL. The schema is upgraded first.

    Raises `ServerError` for a database that cannot be opened, or that a newer version of noughts
    has upgraded.
    """

    def __init__(self, where: str) -> None:
        self.engine = opened(where)
        self.is_shared = self.engine.dialect.name == "postgresql"
        self._waiting: list[Waiting] = []
        self._thread = ThreadPoolExecutor(1, "database")
        self._running: asyncio.Task[None] | None = None
        self._next = 0.0  # when the next transaction may begin, in the event loop's time
        self._answers = True  # whether the last transaction succeeded
        self._keep = str(KEEP.compile(self.engine))

    async def run(self, id: str, decide: Decide) -> Decision:  # noqa: A002 - as the field
        """Call `decide` with the game of an id, or None if the id has no game; store the result.

        Raises the `RefusedError` of the decision, or a `RefusedError` with status 503 while the
        database fails.
        """
        answer: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(id, decide, answer))
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._work())
        return await answer

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            await asyncio.sleep(self._next - loop.time())
            batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            if len(batch) > 1:  # a single request does not make the next ones wait
                self._next = loop.time() + APART
            try:
                decided = await loop.run_in_executor(self._thread, self._commit, batch)
                self._noted(None)
            except SQLAlchemyError as error:
                self._noted(error)
                decided = [_unavailable()] * len(batch)
            except Exception as error:  # every waiting request gets the error
                decided = [error] * len(batch)
            for waiting, answer in zip(batch, decided, strict=True):
                if waiting.answer.done():  # nobody waits any more
                    continue
                if isinstance(answer, Exception):
                    waiting.answer.set_exception(answer)
                else:
                    waiting.answer.set_result(answer)

    def _noted(self, error: SQLAlchemyError | None) -> None:
        """Log when the database begins to fail, and when it answers again."""
        if error and self._answers:
            LOGGER.warning("the database does not answer: %s", _reason(error))
        elif not error and not self._answers:
            LOGGER.warning("the database answers again")
        self._answers = not error

    def _commit(self, batch: list[Waiting]) -> list[Decision | Exception]:
        with self.engine.begin() as connection:
            ids = sorted({waiting.id for waiting in batch})
            found = connection.execute(SOME, {"ids": ids}).all()
            before = {game.id: game for game in map(Kept._make, found)}
            now = dict(before)
            decided: list[Decision | Exception] = []
            for waiting in batch:
                try:
                    decision = waiting.decide(now.get(waiting.id))
                except RefusedError as error:
                    decided.append(error)
                    continue
                now |= {game.id: game for game in decision[:2] if game}
                decided.append(decision)
            changed = [game for id_, game in now.items() if game != before.get(id_)]
            if changed:
                rows = [{**g._asdict(), "record": Number.of(g.record)} for g in changed]
                connection.exec_driver_sql(self._keep, rows)
            if changed and self.is_shared:
                connection.execute(TELL, {"told": [*map(json.dumps, changed)]})
        return decided

    async def news(self) -> AsyncIterator[Kept | None]:
        """The games that any process changes, after a first None: changes before it may be missed.

        The iterator ends when the connection is lost. The database has to be one that processes
        share.
        """
        import psycopg

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with suppress(psycopg.Error):
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                yield None  # from now on no change is missed
                async for notice in connection.notifies():
                    yield Kept(*json.loads(notice.payload))

    async def forget(self, before: int) -> int:
        """Delete the unfinished games unchanged since `before`. Returns their number."""

        def deleted() -> int:
            with self.engine.begin() as connection:
                stale = sql.and_(GAMES.c.changed < before, GAMES.c.why == "")
                return connection.execute(GAMES.delete().where(stale)).rowcount

        return await asyncio.get_running_loop().run_in_executor(self._thread, deleted)

    async def waiting(self, since: int, most: int) -> list[Kept]:
        """Up to `most` games with a free seat that have changed since `since`, the newest first.

        Raises `RefusedError` with status 503 while the database fails.
        """
        asked = sql.select(GAMES).where(WAITING, GAMES.c.changed >= since)
        asked = asked.order_by(GAMES.c.changed.desc()).limit(most)

        def found() -> list[Kept]:
            with self.engine.connect() as connection:
                return [Kept(*row) for row in connection.execute(asked)]

        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, found)
        except SQLAlchemyError:
            raise _unavailable() from None

    def stream(self, rules: str = "") -> Iterable[Kept]:
        """The finished games, on one board or on all boards, in the order in which they began.

        The database reads them in small parts, so memory never holds all of them.
        """
        with self.engine.connect() as connection:
            asked = sql.select(GAMES).where(GAMES.c.why != "").order_by(GAMES.c.made, GAMES.c.id)
            asked = asked.where(GAMES.c.rules == rules) if rules else asked
            for row in connection.execution_options(yield_per=1000).execute(asked):
                yield Kept(*row)

    def close(self) -> None:
        """Finish the running transaction, and close the database."""
        self._thread.shutdown()
        self.engine.dispose()


def _reason(error: SQLAlchemyError) -> str:
    """The database's own message, without the data to be written."""
    return str(getattr(error, "orig", None) or type(error).__name__).splitlines()[0]


def _unavailable() -> RefusedError:
    return RefusedError(503, "the database does not answer; ask again in a moment")


def opened(where: str) -> sql.Engine:
    """The engine for a SQLite file or a PostgreSQL URL, with this version's schema."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    try:
        engine = _engine(where)
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            if engine.dialect.name == "postgresql":  # one process at a time
                connection.execute(sql.select(sql.func.pg_advisory_xact_lock(LOCK)))
            command.upgrade(config, "head")
        engine.dispose()  # the database's thread opens its own connection
    except SQLAlchemyError as error:
        raise ServerError(f"the database cannot be used: {_reason(error)}") from error
    except CommandError as error:
        raise ServerError("the database is of a newer version of noughts; upgrade that") from error
    return engine


def _engine(where: str) -> sql.Engine:
    if where.startswith(("postgresql:", "postgres:")):
        require("postgres", "games in PostgreSQL")
        url = f"postgresql+psycopg:{where.partition(':')[2]}"
        options = {"connect_timeout": WAIT, "options": f"-c statement_timeout={WAIT}s"}
        return sql.create_engine(url, connect_args=options, pool_pre_ping=True)
    engine = sql.create_engine(f"sqlite:///{where}", paramstyle="named")
    sql.event.listen(engine, "connect", _of_sqlite)
    sql.event.listen(engine, "begin", _at_once)
    return engine


def _of_sqlite(connection: Any, _record: object) -> None:
    """Let commits wait for the disk, and readers wait for nobody; `_at_once` sends BEGIN."""
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", f"busy_timeout = {WAIT * 1000}"):
        connection.execute(f"PRAGMA {pragma}")


def _at_once(connection: sql.Connection) -> None:
    """Make other writers wait from BEGIN on, so that nothing changes between read and write."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
