"""Writes the rules as source code in several languages, from the functions that the library runs.

`LANGUAGES` is the only list of these languages: `language` looks up names in it, and the help of
`noughts emit` prints it.

>>> from noughts import TICTACTOE
>>> source = language("rust").write(module(TICTACTOE))
>>> print(source.splitlines()[0])
//! 3 x 3 tic-tac-toe, 3 in a row.
"""

from noughts.core.message_text import quoted
from noughts.emit.c import C
from noughts.emit.java import Java
from noughts.emit.javascript import JavaScript
from noughts.emit.module import Constant, Function, Module, module
from noughts.emit.python import Numba, Python
from noughts.emit.rust import Rust
from noughts.emit.writer import Language
from noughts.errors import EmitError

__all__ = ["LANGUAGES", "Constant", "Function", "Language", "Module", "language", "module"]

LANGUAGES: dict[str, type[Language]] = {
    kind.name: kind for kind in (C, Java, JavaScript, Numba, Python, Rust)
}
OF_JAVASCRIPT = {"js", "node", "npm", "ts", "typescript"}  # other names that people try


def language(name: str, prefix: str = "") -> Language:
    """The writer for the language called `name`; in C, `prefix` begins all names.

    >>> language("c").about
    'C99, as a header of static inline functions'
    >>> "static inline bool ttt_has_line(" in language("c", "ttt_").write(module("3,3,3"))
    True

    Raises `EmitError` for an unknown language, for a prefix in any language but C, and for a prefix
    that cannot begin a name.
    """
    if name not in LANGUAGES:
        known = f"the languages are {', '.join(LANGUAGES)}"
        if name in OF_JAVASCRIPT:
            known = "javascript is, and --package FOLDER writes a package for npm, with types"
        raise EmitError(f"{quoted(name)} is not a language here; {known}")
    return LANGUAGES[name](prefix)


def __dir__() -> list[str]:
    return __all__
