"""The rules written out in other languages, from the same functions that run here."""

from typing import TYPE_CHECKING

from noughts.system.lazy import exports

if TYPE_CHECKING:
    from noughts.emit.languages import LANGUAGES as LANGUAGES
    from noughts.emit.module import Module as Module
    from noughts.emit.writer import Language as Language
else:
    __all__, __getattr__, __dir__ = exports(
        __name__,
        {
            "noughts.emit.languages": "LANGUAGES",
            "noughts.emit.module": "Module",
            "noughts.emit.writer": "Language",
        },
    )
