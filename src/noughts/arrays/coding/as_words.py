"""`word` in bulk: `Words` are their codes already."""

from __future__ import annotations

from typing import Any

from noughts.arrays.coding.coder import Coder, Codes, Sides
from noughts.arrays.words import Words


class AsWords(Coder):
    """Copies them; `Words` checks that their fields agree."""

    def encode(self, values: Any, codes: Codes) -> None:
        codes[:] = values.words

    def decode(self, codes: Codes, out: Sides | None) -> Any:  # noqa: ARG002 - as every coder
        return Words(codes)
