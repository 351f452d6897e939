"""Further operands of bit expressions: a recorder, bit-slices, and numbers of several words."""

from typing import TYPE_CHECKING

from noughts.system.lazy import exports

if TYPE_CHECKING:
    from noughts.expressions.limbs import Limbs as Limbs
    from noughts.expressions.slices import Slices as Slices
    from noughts.expressions.trace import Trace as Trace
else:
    __all__, __getattr__, __dir__ = exports(
        __name__,
        {
            "noughts.expressions.limbs": "Limbs",
            "noughts.expressions.slices": "Slices",
            "noughts.expressions.trace": "Trace",
        },
    )
