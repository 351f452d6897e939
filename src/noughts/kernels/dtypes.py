"""Names for array types by dtype, for signatures; docstrings give the shapes.

In the signatures of compiled functions, a single number has the type `int` or a NumPy type.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]  # of any dtype, or of one that the caller chooses

Bools = NDArray[np.bool_]
Int8s = NDArray[np.int8]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
Uint8s = NDArray[np.uint8]
Uint16s = NDArray[np.uint16]
Uint32s = NDArray[np.uint32]
Uint64s = NDArray[np.uint64]
Float32s = NDArray[np.float32]
Float64s = NDArray[np.float64]

Lane = np.unsignedinteger[Any]  # a number of the width that a board needs
Bitboards = NDArray[Lane]  # stones or cells, of `arrays.memory.board_dtype`
Rows = tuple[Uint64s, ...]  # numbers of several words: an array for each
Codes = NDArray[np.integer[Any]]  # of a codec; only the codes of `word` are signed
