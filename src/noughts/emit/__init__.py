"""The rules written out in other languages, from the same functions that run here.

>>> from noughts import TICTACTOE
>>> source = language("rust").write(module(TICTACTOE))
>>> print(source.splitlines()[0])
//! 3 x 3 tic-tac-toe, 3 in a row.
"""

from noughts.emit.languages import LANGUAGES, language
from noughts.emit.module import Constant, Function, Module, module
from noughts.emit.writer import Language

__all__ = ["LANGUAGES", "Constant", "Function", "Language", "Module", "language", "module"]


def __dir__() -> list[str]:
    return __all__
