"""Serves the browser game to this machine and, on request, to its network.

No client is trusted: it may be another user's program, or a page of another site in the user's own
browser. So requests change nothing, and the server serves only the files in a table that it makes
at the start. It answers only requests whose Host header names this machine, since another site may
point its own name at this machine (DNS rebinding). On request it computes only proofs, within
limits, and neither for other machines nor for pages of other sites.

Other machines reach the page by this machine's IP address, since no other site can have this
address as its own name.

If `server` is given a folder as `site`, the server serves the files of this folder in place of the
page. They may be those of the documentation, whose lessons run Python in the browser.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.errors import NoughtsError
from noughts.system.extras import require
from noughts.web.addresses import HOST, NAMES, hosts
from noughts.web.generated import FOLDER, refresh
from noughts.web.proof_requests import MARK, PATH, Proofs, question

if TYPE_CHECKING:
    from collections.abc import Callable

    import uvicorn
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.staticfiles import StaticFiles
    from starlette.types import ASGIApp, Receive, Scope, Send

TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".bin": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
}
HEADERS = {
    "Cache-Control": "no-cache",  # the browser asks each time whether a file has changed
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
# Sphinx writes inline scripts and styles, and Python runs in a page as WebAssembly.
POLICY_OF_A_SITE = (
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


class File(NamedTuple):
    """The two responses for a file: one has the file as it is, the other has it compressed."""

    plain: Response
    packed: Response

    def answer(self, encodings: str) -> Response:
        """The response for a client that accepts these encodings."""
        offered = (part.strip().lower().partition(";") for part in encodings.split(","))
        takes = any(
            name.strip() == "gzip" and not re.fullmatch(r"\s*q=0(\.0*)?\s*", quality)
            for name, _, quality in offered
        )
        return self.packed if takes else self.plain


def files(changed: Callable[[str, bytes], bytes] = lambda _, content: content) -> dict[str, File]:
    """The page's paths with their responses. `changed(name, content)` is the content to serve."""
    answers = {}
    for path in FOLDER.iterdir():
        if path.suffix in TYPES and path.is_file():
            content = changed(path.name, path.read_bytes())
            tag = hashlib.sha256(content).hexdigest()[:16]
            kind = TYPES[path.suffix]
            answers[f"/{path.name}"] = File(
                _response(content, kind, {"ETag": f'"{tag}"'}),
                _response(
                    gzip.compress(content, mtime=0),
                    kind,
                    {"ETag": f'"{tag}-gzip"', "Content-Encoding": "gzip"},
                ),
            )
    return answers | {"/": answers["/index.html"]}


def _response(content: bytes, kind: str, headers: dict[str, str]) -> Response:
    from starlette.responses import Response

    return Response(content, 200, headers | {"Vary": "Accept-Encoding"}, kind)


def _pages(site: Path) -> StaticFiles:
    """Serves the files of a folder, with media types from `TYPES`, not from Windows."""
    from starlette.staticfiles import StaticFiles

    for ending, kind in TYPES.items():
        mimetypes.add_type(kind, ending)
    return StaticFiles(directory=site, html=True)


def application(
    names: tuple[str, ...] = NAMES, site: Path | None = None, page: dict[str, File] | None = None
) -> ASGIApp:
    """The ASGI application: the files of the page, and proofs. `server` adds the headers."""
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import JSONResponse, PlainTextResponse, Response

    known = {} if site else page or files()
    pages = _pages(site) if site else None
    proofs = Proofs()

    async def proved(request: Request) -> Response:
        # Another site cannot send this header: the browser asks in a preflight, which is refused.
        here = request.client is not None and request.client.host in (HOST, "::1")
        if MARK not in request.headers or not here:
            return PlainTextResponse("Only the page from this server may ask for this.", 403)
        try:
            asked = question(_once(request.query_params.multi_items()))
        except NoughtsError as error:
            return PlainTextResponse(str(error), 400)
        return JSONResponse({"moves": await proofs.answer(asked)})

    async def answer(request: Request) -> Response:
        host, path = _asked(request)
        # Starlette's TrustedHostMiddleware ignores the port and, before 1.0, [::1].
        if host.lower() not in hosts(request.scope["server"][1], names):
            return PlainTextResponse("The Host of this request does not name this machine.", 400)
        if request.method not in ("GET", "HEAD"):
            return PlainTextResponse("This can only be read.", 405, {"Allow": "GET, HEAD"})
        if pages:
            try:
                return await pages.get_response(pages.get_path(request.scope), request.scope)
            except HTTPException:
                return PlainTextResponse("Not found.", 404)
        if path == PATH:
            return await proved(request)
        file = known.get(path)
        if file is None:
            return PlainTextResponse("Not found.", 404)
        found = file.answer(",".join(request.headers.getlist("Accept-Encoding")))
        tag = found.headers["ETag"]
        if tag in request.headers.get("If-None-Match", ""):
            return Response(status_code=304, headers={"ETag": tag, "Vary": "Accept-Encoding"})
        return found

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            proofs.close()
            await send({"type": "lifespan.shutdown.complete"})
        else:
            await (await answer(Request(scope)))(scope, receive, send)

    return application


def _asked(request: Request) -> tuple[str, str]:
    """The host and the path of a request, which may give both in one URL: http://host/path."""
    scheme, _, address = request.scope["path"].partition("://")
    if scheme.lower() != "http":
        return request.headers.get("Host", ""), request.scope["path"]
    host, _, path = address.partition("/")
    return host, f"/{path}"


def _once(parameters: list[tuple[str, str]]) -> dict[str, str]:
    """The parameters by name, or an empty dict if a name occurs twice."""
    named = dict(parameters)
    return named if len(named) == len(parameters) else {}


def server(network: str | None = None, site: Path | None = None) -> uvicorn.Server:
    """The page's server, for sockets that the caller opens; other machines address it as `network`.

    If `network` is None, the server answers only requests to the names in `addresses.NAMES`.
    If `site` is given, the server serves the files of this folder in place of the page. In a
    checkout, this function first writes the generated files that are missing or stale.

    Raises `MissingExtraError` if Starlette or uvicorn is not installed.
    """
    require("web", "pages in the browser")
    refresh()
    names = NAMES if network is None else (*NAMES, network)
    policy = {"Content-Security-Policy": POLICY_OF_A_SITE} if site else {}
    return configured(application(names, site), HEADERS | policy)


def configured(
    application: ASGIApp, headers: dict[str, str] = HEADERS, **settings: Any
) -> uvicorn.Server:
    """A server for an application, with these headers and settings for uvicorn."""
    import uvicorn

    from noughts.web.connection import BACKLOG, Connection

    chosen: dict[str, Any] = {"http": Connection, "ws": "none", **settings}
    return uvicorn.Server(
        uvicorn.Config(
            application,
            **chosen,
            lifespan="on",
            headers=[*headers.items()],
            server_header=False,
            proxy_headers=False,  # there is no proxy
            backlog=BACKLOG,
            log_level="error",  # warnings only report clients' mistakes
            timeout_graceful_shutdown=1,
        )
    )
