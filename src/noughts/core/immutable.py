"""`Value`: an immutable object, equal to any object of its type made from the same arguments."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Any, ClassVar, NoReturn


class Value:
    """An immutable object, defined by its type and its constructor arguments.

    A copy or a pickle takes over only the type and the arguments, not the results that an object
    has cached.
    """

    __slots__ = ()
    UNCHANGING: ClassVar[str]  # begins the error for an attempt to change one

    @property
    @abstractmethod
    def _given(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The positional and the keyword arguments that make an equal object."""

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
