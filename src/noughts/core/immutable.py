"""`Value`: an object that does not change, and equals every object made in the same way."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Any, ClassVar, NoReturn


class Value:
    """An immutable object, told apart by its type and by the arguments that make it again.

    A copy or a pickle holds nothing but these: what is worked out from them does not travel.
    """

    __slots__ = ()
    UNCHANGING: ClassVar[str]  # what is said to whoever tries to change one

    @property
    @abstractmethod
    def _given(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments of the constructor: positional ones, and keyword ones."""

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        placed, named = self._given
        return type(self), *placed, *named.values()

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self.UNCHANGING}; {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self.UNCHANGING}; {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self._key == other._key if isinstance(other, Value) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        placed, named = self._given
        said = [*map(repr, placed), *(f"{name}={value!r}" for name, value in named.items())]
        return f"{type(self).__name__}({', '.join(said)})"

    def __reduce__(self) -> tuple[Any, ...]:
        placed, named = self._given
        return (_made, (type(self), placed, named)) if named else (type(self), placed)


def _made(kind: Any, placed: tuple[Any, ...], named: dict[str, Any]) -> Any:
    return kind(*placed, **named)
