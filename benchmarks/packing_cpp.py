"""Packing in C++, as the limit that `packing.py` measures against.

As it is, and after a loop that looks at all codes, or at all blocks, before anything is written.
`BLOCKS` is for mixed radix: a block is read and written as a whole word, but for the last one.
`BITS` is for plain packing: codes and words that begin together again, a group at a time.
"""

from __future__ import annotations

import ctypes
from math import gcd
from typing import Any

from bench import cpp

from noughts.arrays.packing import code_dtype
from noughts.codecs.packing import Packing

BLOCKS = """
#include <cstdint>
#include <cstring>
using code = uint{width}_t;
constexpr int ITEMS = {items}, LENGTH = {length};
constexpr uint64_t SIZE = {size}, ALL = ~0ull >> (64 - 8 * LENGTH);
extern "C" void pack(const code *__restrict codes, uint8_t *__restrict out, int64_t blocks) {{
    for (int64_t b = 0; b < blocks; b++) {{
        uint64_t number = 0;
        for (int i = ITEMS - 1; i >= 0; i--) number = number * SIZE + codes[b * ITEMS + i];
        memcpy(out + b * LENGTH, &number, b + 8 < blocks ? 8 : LENGTH);
    }}
}}
extern "C" void unpack(const uint8_t *__restrict in, code *__restrict codes, int64_t blocks) {{
    for (int64_t b = 0; b < blocks; b++) {{
        uint64_t number = 0;
        memcpy(&number, in + b * LENGTH, b + 8 < blocks ? 8 : LENGTH);
        number &= ALL;
        for (int i = 0; i < ITEMS; i++, number /= SIZE) codes[b * ITEMS + i] = number % SIZE;
    }}
}}
static bool are_blocks(const uint8_t *__restrict in, int64_t blocks) {{
    for (int64_t b = 0; b < blocks; b++) {{
        uint64_t number = 0;
        memcpy(&number, in + b * LENGTH, b + 8 < blocks ? 8 : LENGTH);
        if ((number & ALL) > {most}ull) return false;
    }}
    return true;
}}
"""

BITS = """
#include <cstdint>
#include <cstring>
using code = uint{width}_t;
constexpr int BITS = {bits}, GROUP = {group}, WORDS = {words}, ITEMS = {items};
constexpr uint64_t SIZE = {size}, ALL = ~0ull >> (64 - BITS);
extern "C" void pack(const code *__restrict codes, uint8_t *__restrict out, int64_t blocks) {{
    for (int64_t g = 0; g < blocks * ITEMS / GROUP; g++) {{
        uint64_t words[WORDS + 1] = {{}};
#pragma GCC unroll 64
        for (int i = 0; i < GROUP; i++) {{
            const uint64_t number = codes[g * GROUP + i];
            const int word = i * BITS / 64, low = i * BITS % 64;
            words[word] |= number << low;
            if (low + BITS > 64) words[word + 1] |= number >> (64 - low);
        }}
        memcpy(out + g * WORDS * 8, words, WORDS * 8);
    }}
}}
extern "C" void unpack(const uint8_t *__restrict in, code *__restrict codes, int64_t blocks) {{
    for (int64_t g = 0; g < blocks * ITEMS / GROUP; g++) {{
        uint64_t words[WORDS];
        memcpy(words, in + g * WORDS * 8, WORDS * 8);
#pragma GCC unroll 64
        for (int i = 0; i < GROUP; i++) {{
            const int word = i * BITS / 64, low = i * BITS % 64;
            uint64_t number = words[word] >> low;
            if (low + BITS > 64) number |= words[word + 1] << (64 - low);
            codes[g * GROUP + i] = number & ALL;
        }}
    }}
}}
static bool are_blocks(const uint8_t *, int64_t) {{ return true; }}
"""

CHECKED = """
extern "C" void pack_checked(const code *codes, uint8_t *out, int64_t blocks) {
    code most = 0;
    for (int64_t i = 0; i < blocks * ITEMS; i++) most = codes[i] > most ? codes[i] : most;
    if (most < SIZE) pack(codes, out, blocks);
}
extern "C" void unpack_checked(const uint8_t *in, code *codes, int64_t blocks) {
    if (are_blocks(in, blocks)) unpack(in, codes, blocks);
}
"""


def compiled(packing: Packing) -> Any:
    """`pack(codes, bytes, blocks)` and `unpack(bytes, codes, blocks)` for whole groups, or None.

    `pack_checked` and `unpack_checked` do nothing where anything is wrong.
    """
    bits = (packing.size - 1).bit_length()
    plain = packing.size == 1 << bits
    shared = gcd(bits, 64)
    built = cpp(
        (BITS if plain else BLOCKS).format(
            width=8 * code_dtype(packing).itemsize,
            bits=bits,
            group=64 // shared,
            words=bits // shared,
            items=packing.items,
            length=packing.length,
            size=packing.size,
            most=packing.size**packing.items - 1,
        )
        + CHECKED
    )
    if built is None:
        return None
    library = ctypes.CDLL(str(built))
    for function in (library.pack, library.unpack, library.pack_checked, library.unpack_checked):
        function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
        function.restype = None
    return library
