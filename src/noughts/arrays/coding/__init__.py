"""Codecs in bulk: whole arrays of values to codes and back, and from one codec to another."""

from noughts.arrays.coding.api import code_dtype, decode, encode
from noughts.arrays.coding.converting import converted

__all__ = ["code_dtype", "converted", "decode", "encode"]
