"""The one list of the languages that `noughts emit` writes, for finding them and for the help."""

from __future__ import annotations

from noughts.core.quoting import quoted
from noughts.emit.c import C
from noughts.emit.java import Java
from noughts.emit.javascript import JavaScript
from noughts.emit.python import Numba, Python
from noughts.emit.rust import Rust
from noughts.emit.writer import Language
from noughts.errors import EmitError

LANGUAGES: dict[str, type[Language]] = {
    kind.name: kind for kind in (C, Java, JavaScript, Numba, Python, Rust)
}


def language(name: str) -> Language:
    """The language called `name`. Raises `EmitError` for an unknown one.

    >>> language("c").about
    'C99, as a header of static inline functions'
    """
    if name not in LANGUAGES:
        raise EmitError(
            f"{quoted(name)} is not a language here; the languages are {', '.join(LANGUAGES)}"
        )
    return LANGUAGES[name]()
