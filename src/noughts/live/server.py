"""The live server: it serves the page and, below /api, games by HTTP and by WebSocket.

No client is trusted. A request must name this server and must not come from another site's page,
and any content must be JSON. The table in `actions` defines what a request may ask for. A browser
has one secret, in a cookie that no script can read and that requests from other sites do not carry.
This secret is the browser's seat in each of its games.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
from collections import Counter
from contextlib import suppress
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from noughts.live.actions import ACTIONS
from noughts.live.background_tasks import BackgroundTasks
from noughts.live.database import Database
from noughts.live.game import Kept, RefusedError, left, shown
from noughts.live.limits import (
    COST_OF_A_GAME,
    LONGEST_REQUEST,
    OF_A_SEAT,
    SECONDS_AT_ONCE,
    SOCKETS,
    RateLimit,
)
from noughts.live.log import note
from noughts.live.openapi import description
from noughts.live.presence import Watcher
from noughts.live.service import Service, milliseconds
from noughts.web import server as web
from noughts.web.addresses import NAMES, hosts
from noughts.web.connection import Connection
from noughts.web.generated import refresh

if TYPE_CHECKING:
    import h11
    import uvicorn
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "noughts"
YEAR = 365 * 86_400  # seconds
GAMES, OPENAPI = "/api/games", "/openapi.json"
HEALTH, READY, METRICS = "/health", "/ready", "/metrics"
PING = 40  # seconds; proxies close a socket that is silent for a minute, and each ping takes time
# Errors in uvicorn's log that a client can cause.
OF_CLIENTS = ("Invalid UTF-8 sequence", "ASGI callable returned without completing handshake")


class LiveConnection(Connection):
    """A connection whose time limit ends when it becomes a WebSocket."""

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop the timer: the socket asks every `PING` seconds whether the client is there."""
        self.timer.cancel()
        self.ours.discard(self)
        super().handle_websocket_upgrade(event)


class LiveSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose client may send anything."""

    heard = 0.0  # when the client last sent something, in the event loop's time

    def data_received(self, data: bytes) -> None:
        """Receive data. If uvicorn fails on invalid UTF-8 in a close frame, close the socket."""
        self.heard = self.loop.time()
        try:
            super().data_received(data)
        except InvalidState:
            self.transport.close()

    def send_keepalive_ping(self) -> None:
        """Ping the client, unless it has sent something in the last `PING` seconds."""
        rest = self.heard + PING - self.loop.time()
        if rest > 0:
            self.ping_timer = self.loop.call_later(rest, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()


class Live:
    """The ASGI application of the live server."""

    def __init__(
        self,
        service: Service,
        pages: ASGIApp,
        names: tuple[str, ...],
        rate: float,
        days: float,
        lobby: bool,
    ) -> None:
        self.service, self.pages, self.names, self.lobby = service, pages, names, lobby
        self.metrics = service.metrics
        self.background = BackgroundTasks(service, days)
        self.limit = RateLimit(rate, rate * SECONDS_AT_ONCE) if rate else None
        self.sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one socket for as long as it is open."""
        path = scope.get("path", "")
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(WebSocket(scope, receive, send), path)
        elif path in READ or path == GAMES or path.startswith(f"{GAMES}/"):
            begin = time.perf_counter()
            response = await self._answer(Request(scope, receive), path)
            self._answered(_route(scope["method"], path), response.status_code, begin)
            await response(scope, receive, send)
        else:
            await self.pages(scope, receive, send)

    def _answered(self, route: str, status: int, begin: float) -> None:
        self.metrics.count("requests", status=f"{status}")
        ms = round((time.perf_counter() - begin) * 1e3, 1)
        note("request", route=route, status=status, ms=ms)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the background tasks, and end them before the server ends."""
        note("start")
        self.background.start()

        async def told(message: Message) -> None:
            if message["type"] == "lifespan.shutdown.complete":
                await self.background.end()
                await self.service.close()
                note("end")
            await send(message)

        await self.pages(scope, receive, told)

    async def _answer(self, request: Request, path: str) -> Response:
        method, (_, id_, name, *more) = request.method, [*path[len(GAMES) :].split("/"), "", ""]
        try:
            self._admit(request)
            lists = path == GAMES and method == "GET"
            reads = path in READ or lists or (id_ and not name)
            allowed = ("GET", "POST") if path == GAMES else ("GET",) if reads else ("POST",)
            if path not in READ and (more[:-2] or (name and not id_)):
                raise RefusedError(404, "there is nothing here")
            if method not in allowed:
                why = {"error": f"ask for this by {' or '.join(allowed)}"}
                return JSONResponse(why, 405, {"Allow": ", ".join(allowed)})
            if path in READ:
                return await READ[path](self)
            if lists:
                return await self._lobby()
            if reads:
                game = await self.service.look(id_)
                side = game.seat_of(_secret(request))
                self.service.watching.visited(game, side)
                return _sent(state(game, side))
            return await self._post(request, id_, name)
        except RefusedError as refused:
            return JSONResponse({"error": str(refused)}, refused.status)

    async def _lobby(self) -> Response:
        if not self.lobby:
            raise RefusedError(404, "this server has no lobby; noughts serve --lobby opens one")
        now = milliseconds()
        return JSONResponse({"games": [shown(game, now) for game in await self.service.waiting()]})

    async def _health(self) -> Response:
        return JSONResponse({"health": "good"})

    async def _ready(self) -> Response:
        """Whether the database answers when asked for the empty id, which no game has."""
        try:
            await self.service.look("")
        except RefusedError as refused:
            if refused.status != 404:
                raise
        return JSONResponse({"ready": True})

    async def _metrics(self) -> Response:
        return PlainTextResponse(self.metrics.text())

    async def _openapi(self) -> Response:
        return JSONResponse(description())

    async def _post(self, request: Request, id_: str, name: str) -> Response:
        asked = await _json(request)
        known = _secret(request)
        secret = known or secrets.token_urlsafe(32)
        self._charge(request, known, 0 if id_ else COST_OF_A_GAME)
        if id_:
            game, _, refused = await self.service.act(id_, name, secret, asked)
        else:
            game, refused = await self.service.make(secret, asked), None
        side = game.seat_of(secret)
        self.service.watching.visited(game, side)
        why, status = _why(refused, 200 if id_ else 201)
        response = _sent(state(game, side, **why), status)
        if side and not known:
            secure = request.headers.get("Origin", "").startswith("https:")
            response.set_cookie(
                COOKIE, secret, YEAR, path="/api", secure=secure, httponly=True, samesite="strict"
            )
        return response

    async def _socket(self, socket: WebSocket, path: str) -> None:
        found = re.fullmatch(f"{GAMES}/([^/]+)/socket", path)
        client = _client(socket)
        try:
            self._admit(socket)
            if not found:
                raise RefusedError(404, "there is nothing here")
            if self.limit and self.sockets[client] >= SOCKETS:
                raise RefusedError(429, f"you have {SOCKETS} sockets; close one first")
            game = await self.service.look(found[1])
        except RefusedError as refused:
            await socket.send_denial_response(JSONResponse({"error": str(refused)}, refused.status))
            return
        watcher = Watcher(game, _secret(socket))
        self.sockets[client] += 1
        self.metrics.count("sockets")
        note("socket opens")
        try:
            await socket.accept()
            self.service.watching.add(watcher)
            tells = asyncio.create_task(self._tell(socket, watcher))
            try:
                await self._listen(socket, watcher)
            finally:
                tells.cancel()
                self.service.watching.remove(watcher)
        finally:
            self.sockets -= Counter([client])
            self.background.socket_closed()
            self.metrics.count("sockets", -1)
            note("socket closes")

    async def _tell(self, socket: WebSocket, watcher: Watcher) -> None:
        """Send each change. When a clock runs out, look at the game, which then ends."""
        with suppress(RefusedError):
            watcher.tell(await self.service.look(watcher.game.id))  # it may have changed since
        with suppress(WebSocketDisconnect):
            while True:
                game = watcher.game
                rest = left(game, game.turn, milliseconds()) / 1000 if game.since else None
                try:
                    await asyncio.wait_for(watcher.anew.wait(), rest and max(0.05, rest))
                except TimeoutError:
                    with suppress(RefusedError):
                        await self.service.look(game.id)
                    continue
                if watcher.anew.is_set():  # unless an answer has told the news meanwhile
                    await _send(socket, self._news(watcher))

    async def _listen(self, socket: WebSocket, watcher: Watcher) -> None:
        """Answer requests one after the other. A message that is too large closes the socket."""
        with suppress(WebSocketDisconnect):
            while (message := await socket.receive())["type"] == "websocket.receive":
                tag: str | int | None = None
                name, begin = "", time.perf_counter()
                try:
                    asked = _object(message.get("text") or message.get("bytes") or b"")
                    tag = _tag(asked)
                    self._charge(socket, watcher.secret)
                    name = str(asked.pop("do", ""))
                    decision = await self.service.act(watcher.game.id, name, watcher.secret, asked)
                    why, status = _why(decision.refused)
                    answer = self._news(watcher, tag=tag, status=status, **why)
                except RefusedError as error:
                    why, status = _why(error)
                    answer = json.dumps({"tag": tag, "status": status, **why})
                self._answered(f"socket {_known(name)}", status, begin)
                await _send(socket, answer)

    def _news(self, watcher: Watcher, **more: Any) -> str:
        """The game's state and who is present, for a watcher, as JSON."""
        watcher.anew.clear()
        here = self.service.watching.here(watcher.game)
        return state(watcher.game, watcher.side, here=here, **more)

    def _admit(self, request: HTTPConnection) -> None:
        """Raise `RefusedError` for requests to another name, from another site, or over a limit."""
        host = request.headers.get("Host", "").lower()
        if host not in hosts(request.scope["server"][1], self.names):
            raise RefusedError(400, "the Host of this request does not name this server")
        origin = request.headers.get("Origin")
        if origin is not None and origin.lower().partition("://")[2] != host:
            raise RefusedError(403, "only the page from this server may ask for this")
        self._charge(request)

    def _charge(self, request: HTTPConnection, secret: str = "", cost: float = 1) -> None:
        """Count a request. Raise `RefusedError` if its client or seat has had too many."""
        whose = [(_client(request), cost)] + [(secret, 1 / OF_A_SEAT)] * bool(secret)
        if self.limit and not all(self.limit.allows(key, cost) for key, cost in whose):
            raise RefusedError(429, "too many requests; ask again in a moment")


READ = {
    HEALTH: Live._health,
    READY: Live._ready,
    METRICS: Live._metrics,
    OPENAPI: Live._openapi,
}


def _route(method: str, path: str) -> str:
    """The route of a request, without any text that the client has chosen."""
    if path not in (*READ, GAMES):
        _, _, name = path[len(GAMES) + 1 :].partition("/")
        path = f"{GAMES}/ID{f'/{_known(name)}' if name else ''}"
    return f"{method if method in ('GET', 'POST') else 'OTHER'} {path}"


def _known(name: str) -> str:
    return name if name in ACTIONS else "other"


def state(game: Kept, side: str, **more: Any) -> str:
    """The state of a game as JSON for the player of `side`, or for a watcher if `side` is empty."""
    shown = _shown(game, milliseconds() if game.since else 0)
    return f'{{"game":{shown},{json.dumps({"you": side or None, **more})[1:]}'


@lru_cache(1024)
def _shown(game: Kept, now: int) -> str:
    """The public view of a game as JSON, cached for all clients; `now` is 0 unless a clock runs."""
    return json.dumps(shown(game, now))


def _why(refused: RefusedError | None, good: int = 200) -> tuple[dict[str, str], int]:
    """The error in an answer, if there is one, and the answer's status."""
    return ({"error": str(refused)}, refused.status) if refused else ({}, good)


def _sent(text: str, status: int = 200) -> Response:
    return Response(text, status, media_type="application/json")


def _client(request: HTTPConnection) -> str:
    """The key for a client's limits: its IPv4 address, or its /64 network in IPv6."""
    address = request.client.host if request.client else ""
    return ":".join(address.split(":")[:4])


def _secret(request: HTTPConnection) -> str:
    secret = request.cookies.get(COOKIE, "")
    return secret if re.fullmatch("[A-Za-z0-9_-]{43}", secret) else ""


async def _json(request: Request) -> dict[str, Any]:
    kind = request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError(415, "the Content-Type must be application/json")
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > LONGEST_REQUEST:
                raise RefusedError(413, f"a request has up to {LONGEST_REQUEST} bytes")
    except ClientDisconnect:
        raise RefusedError(400, "the request has no end") from None
    return _object(body or b"{}")


def _object(text: str | bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RefusedError(400, "this is not an object of JSON")
    return found


def _tag(asked: dict[str, Any]) -> str | int | None:
    """The tag of a message, which its answer repeats."""
    tag = asked.pop("tag", None)
    if not isinstance(tag, str | int | None):
        raise RefusedError(400, "tag must be a text or a whole number")
    return tag


async def _send(socket: WebSocket, text: str) -> None:
    try:
        await socket.send_text(text)
    except RuntimeError:  # Starlette and uvicorn raise this for a socket that they have closed
        raise WebSocketDisconnect from None


def _is_fault(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith(OF_CLIENTS)


def live_page(kind: bytes, name: str, content: bytes) -> bytes:
    """The content of one of the page's files, changed so that the page also offers live play."""
    if name == "index.html":
        return content.replace(b"<html ", b'<html data-live="%b" ' % kind, 1)
    if name == "files.js":
        return content.replace(b'VERSION = "', b'VERSION = "%b-' % kind, 1)
    return content


def server(
    database: str,
    names: tuple[str, ...] = (),
    rate: float = 0,
    days: float = 0,
    lobby: bool = False,
) -> uvicorn.Server:
    """The server of live games, to run on given sockets, for the host names `NAMES` and `names`.

    A client may send `rate` requests per second; 0 sets no limit. The server deletes an unfinished
    game `days` days after its last change; 0 keeps such games forever. With `lobby`, the server
    lists the games that await a player.

    Raises `ServerError` for a database that cannot be used.
    """
    kept = Database(database)
    logging.getLogger("uvicorn.error").addFilter(_is_fault)
    names = (*NAMES, *names)
    refresh()
    pages = web.application(
        names, page=web.files(partial(live_page, b"lobby" if lobby else b"live"))
    )
    return web.configured(
        Live(Service(kept), pages, names, rate, days, lobby),
        http=LiveConnection,
        log_config=None,  # the caller says where faults go; by default, to standard error
        ws=LiveSocket,
        ws_ping_interval=PING,
        ws_max_size=LONGEST_REQUEST,
        ws_per_message_deflate=False,  # compression takes more memory and time than the game
    )
