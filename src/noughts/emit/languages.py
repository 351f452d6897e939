"""The languages that `noughts emit` writes."""

from __future__ import annotations

from noughts.emit.c import C
from noughts.emit.java import Java
from noughts.emit.javascript import JavaScript
from noughts.emit.python import Numba, Python
from noughts.emit.rust import Rust
from noughts.emit.writer import Language

LANGUAGES: dict[str, type[Language]] = {
    "c": C,
    "java": Java,
    "javascript": JavaScript,
    "numba": Numba,
    "python": Python,
    "rust": Rust,
}
