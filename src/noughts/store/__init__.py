"""The store: many positions or games in one file, as packed codes with checksums.

A file records its board, codec and packing, and the number of its codes. A writer writes the file
as a stream of blocks; a later writer can append to it. A reader can start at any code. If a writer
is killed, every complete block remains. While a writer is at work, a reader sees the file as it was
when the reader opened it. `docs/store.md` documents every byte.

>>> import tempfile, pathlib
>>> path = pathlib.Path(tempfile.mkdtemp()) / "classes.noughts"
>>> with create(path, "canonical") as writer:
...     writer.write_codes([31, 764, 0])
>>> with append(path) as writer:
...     writer.write_codes([7])
>>> codes = read(path)
>>> codes
<store of 4 canonical codes of 3,3,3>
>>> codes[1], codes[1:], codes[[3, 3, 0]]
(764, array([764,   0,   7], dtype=uint16), array([ 7,  7, 31], dtype=uint16))
>>> print(codes.values(slice(0, 1))[0])
XO./.X./...
"""

import sys
from typing import TYPE_CHECKING, NoReturn

from noughts.core.names_from_elsewhere import led
from noughts.system.extras import require

require("fast", "stores")

# Only now is it certain that these can be imported:
from noughts.store import parquet  # noqa: E402
from noughts.store.file_layout import Header  # noqa: E402
from noughts.store.reader import Store, read  # noqa: E402
from noughts.store.writer import Writer, append, create  # noqa: E402

__all__ = ["Header", "Store", "Writer", "append", "create", "parquet", "read"]

if not TYPE_CHECKING:  # pragma: no branch - a type checker would accept any name

    def __getattr__(name: str) -> NoReturn:
        raise led(__name__, name, sys.modules[__name__])


def __dir__() -> list[str]:
    return __all__
