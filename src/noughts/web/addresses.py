"""The addresses on which a server listens, and the host names that clients may use for the server.

The page's server and the live server use this module.
"""

from __future__ import annotations

import os
import socket

from noughts.errors import ServerError

HOST = "127.0.0.1"  # this machine alone
EVERYWHERE = "0.0.0.0"  # noqa: S104 - where --host listens
PORT = 8273  # any port would do; 273 is the diagonal a1 b2 c3
NAMES = (HOST, "localhost", "[::1]")
ELSEWHERE = "192.0.2.1"  # an address that RFC 5737 reserves for documentation


def hosts(port: int, names: tuple[str, ...] = NAMES) -> set[str]:
    """The values of the Host header that a server with these names accepts on `port`.

    Browsers omit the default port, so on port 80 every name is also accepted without the port. On
    other ports, only names outside `NAMES` are accepted without it: such a name may be that of a
    proxy on a default port.
    """
    bare = {name for name in names if port == 80 or name not in NAMES}
    return bare | {f"{name}:{port}" for name in names}


def network_address() -> str:
    """The address of this machine in its network.

    Raises `ServerError` if the machine has no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((ELSEWHERE, 9))  # sends nothing, but chooses the address to send from
            address: str = asking.getsockname()[0]
        except OSError as error:
            raise ServerError("this machine is in no network; leave out --host") from error
    return address


def listen(port: int | None, host: str = HOST) -> socket.socket:
    """A listening socket on `port`; None means `PORT` or, if `PORT` is taken, any free port."""
    try:
        listener = socket.create_server((host, PORT if port is None else port))
    except OSError as error:
        if port is None:
            return listen(0, host)
        raise ServerError(
            f"port {port} cannot be used ({os.strerror(error.errno or 0)}); "
            "leave out --port to use a free one"
        ) from error
    # Connections inherit this. Without it, the second packet of an answer waits 40 ms for the
    # browser to acknowledge the first, for every file of the page.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
