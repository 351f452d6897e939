"""The same games in C++, as the limit that `playouts.py` measures against.

`LANES` is what `noughts.arrays.lanes` does, in plain loops that g++ turns into vectors. `AVX2` is
3x3 by hand: 16 games in each register, and nothing written to memory between draw and result.
Both sort random keys, which beat every way of picking the n-th free cell that was tried.
"""

from __future__ import annotations

import ctypes
from typing import Any

from bench import cpp

from noughts import Rules
from noughts.arrays.lanes import shape
from noughts.arrays.sorting import comparators

LANES = """
#include <algorithm>
#include <cstdint>
using board = uint{board}_t;
using key = uint{key}_t;
constexpr int CELLS = {cells}, LANES = {lanes}, CELL_BITS = {cell}, WORDS = LANES * {key} / 64;
constexpr key CELL = (1 << CELL_BITS) - 1;
constexpr int SIGN = {board} - 1;
constexpr int NET[][2] = {{{comparators}}};
constexpr int SHIFTS[] = {{{shifts}}}, STEPS[] = {{{steps}}};
constexpr board STARTS[] = {{{starts}}};

static board line_starts(board stones) {{
    board found = 0;
    for (unsigned d = 0; d < sizeof SHIFTS / sizeof *SHIFTS; d++) {{
        board run = stones;
        for (int step : STEPS) run &= run >> SHIFTS[d] * step;
        found |= run & STARTS[d];
    }}
    return found;
}}

extern "C" void run(int64_t games, uint64_t *generators, int64_t *ended, uint8_t *moves,
                    uint8_t *lengths) {{
    alignas(64) static thread_local key keys[CELLS][LANES], kept[LANES];
    alignas(64) static thread_local board boards[2][LANES], going_on[LANES], length[LANES];
    alignas(64) board cells[LANES];
    uint64_t *__restrict s0 = generators, *__restrict s1 = generators + WORDS;
    for (int64_t done = 0; done < games;) {{
        for (int c = 0; c < CELLS; c++) {{
            uint64_t *words = reinterpret_cast<uint64_t *>(keys[c]);
            for (int w = 0; w < WORDS; w++) {{
                uint64_t a = s0[w], b = s1[w];
                words[w] = a + b;
                a ^= a << 23;
                s0[w] = b;
                s1[w] = a ^ b ^ a >> 18 ^ b >> 5;
            }}
            for (int l = 0; l < LANES; l++) keys[c][l] = (keys[c][l] & ~CELL) | c;
        }}
        for (auto &pair : NET) {{
            key *__restrict low = keys[pair[0]], *__restrict high = keys[pair[1]];
            for (int l = 0; l < LANES; l++) {{
                key a = low[l], b = high[l];
                low[l] = std::min(a, b);
                high[l] = std::max(a, b);
            }}
        }}
        for (int l = 0; l < LANES; l++) kept[l] = 1;
        for (int c = 0; c + 1 < CELLS; c++)
            for (int l = 0; l < LANES; l++)
                kept[l] &= key((keys[c][l] ^ keys[c + 1][l]) >> CELL_BITS) != 0;
        for (int l = 0; l < LANES; l++) {{
            boards[0][l] = boards[1][l] = length[l] = 0;
            going_on[l] = kept[l];
        }}
        for (int ply = 0; ply < CELLS; ply++) {{
            board *__restrict mine = boards[ply & 1], *__restrict on = going_on;
            board *__restrict plies = length, lines = 0;
            key *__restrict order = keys[ply];
            for (int l = 0; l < LANES; l++) cells[l] = order[l] & CELL;
            for (int l = 0; l < LANES; l++) order[l] = (order[l] & CELL) | key(key(on[l]) - 1);
            for (int l = 0; l < LANES; l++) mine[l] |= board(board(1) << cells[l]);
            for (int l = 0; l < LANES; l++) plies[l] += on[l];
            for (int l = 0; l < LANES; l++) {{
                board found = line_starts(mine[l]);
                board line = board(board(found | board(-found)) >> SIGN) & on[l];
                on[l] ^= line;
                lines += line;
            }}
            ended[ply] += lines;
        }}
        for (int l = 0; l < LANES; l++) ended[CELLS] += going_on[l];
        if (moves) {{
            for (int l = 0; l < LANES && done < games; l++)
                if (kept[l]) {{
                    for (int ply = 0; ply < CELLS; ply++) moves[done * CELLS + ply] = keys[ply][l];
                    lengths[done++] = length[l];
                }}
        }} else
            for (int l = 0; l < LANES; l++) done += kept[l];
    }}
}}
"""

AVX2 = """
#include <cstdint>
#include <immintrin.h>
using v = __m256i;
constexpr int NET[][2] = {{{comparators}}};

static inline v shifted_and(v a, int by) {{ return _mm256_and_si256(a, _mm256_srli_epi16(a, by)); }}

static inline v no_line(v stones) {{  // all ones where the stones hold no line
    v rows = _mm256_and_si256(shifted_and(stones, 1), _mm256_srli_epi16(stones, 2));
    v columns = _mm256_and_si256(shifted_and(stones, 3), _mm256_srli_epi16(stones, 6));
    v down = _mm256_and_si256(shifted_and(stones, 4), _mm256_srli_epi16(stones, 8));
    v up = _mm256_and_si256(shifted_and(stones, 2), _mm256_srli_epi16(stones, 4));
    v found = _mm256_or_si256(
        _mm256_or_si256(_mm256_and_si256(rows, _mm256_set1_epi16(73)),
                        _mm256_and_si256(columns, _mm256_set1_epi16(7))),
        _mm256_or_si256(_mm256_and_si256(down, _mm256_set1_epi16(1)),
                        _mm256_and_si256(up, _mm256_set1_epi16(4))));
    return _mm256_cmpeq_epi16(found, _mm256_setzero_si256());
}}

extern "C" void run(int64_t games, uint64_t *generators, int64_t *ended, uint8_t *, uint8_t *) {{
    v s0 = _mm256_loadu_si256((v *)generators), s1 = _mm256_loadu_si256((v *)generators + 1);
    const v cell_bits = _mm256_set1_epi16(15), zero = _mm256_setzero_si256();
    const v low = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
                                   1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    const v high = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128,
                                    0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128);
    for (int64_t left = games; left > 0;) {{
        v counts[6] = {{zero, zero, zero, zero, zero, zero}};
        for (int round = 0; round < 4096; round++) {{
            v k[9];
            for (int c = 0; c < 9; c++) {{
                v a = s0, b = s1;
                k[c] = _mm256_or_si256(_mm256_andnot_si256(cell_bits, _mm256_add_epi64(a, b)),
                                       _mm256_set1_epi16(c));
                a = _mm256_xor_si256(a, _mm256_slli_epi64(a, 23));
                s0 = b;
                s1 = _mm256_xor_si256(_mm256_xor_si256(a, b),
                         _mm256_xor_si256(_mm256_srli_epi64(a, 18), _mm256_srli_epi64(b, 5)));
            }}
            #pragma GCC unroll 64
            for (auto &pair : NET) {{
                v a = k[pair[0]], b = k[pair[1]];
                k[pair[0]] = _mm256_min_epu16(a, b);
                k[pair[1]] = _mm256_max_epu16(a, b);
            }}
            v tie = zero;
            for (int c = 0; c < 8; c++)
                tie = _mm256_or_si256(tie, _mm256_cmpeq_epi16(
                    _mm256_srli_epi16(_mm256_xor_si256(k[c], k[c + 1]), 4), zero));
            v going_on = _mm256_cmpeq_epi16(tie, zero), boards[2] = {{zero, zero}};
            for (int ply = 0; ply < 9; ply++) {{
                v cell = _mm256_and_si256(k[ply], cell_bits);
                v both = _mm256_or_si256(cell, _mm256_slli_epi16(cell, 8));
                v stone = _mm256_or_si256(
                    _mm256_and_si256(_mm256_shuffle_epi8(low, both), _mm256_set1_epi16(255)),
                    _mm256_andnot_si256(_mm256_set1_epi16(255), _mm256_shuffle_epi8(high, both)));
                boards[ply & 1] = _mm256_or_si256(boards[ply & 1], stone);
                if (ply < 4) continue;
                v none = no_line(boards[ply & 1]);
                counts[ply - 4] = _mm256_sub_epi16(counts[ply - 4],
                                                   _mm256_andnot_si256(none, going_on));
                going_on = _mm256_and_si256(going_on, none);
            }}
            counts[5] = _mm256_sub_epi16(counts[5], going_on);
        }}
        for (int result = 0; result < 6; result++) {{
            uint16_t lanes[16];
            _mm256_storeu_si256((v *)lanes, counts[result]);
            for (uint16_t lane : lanes) ended[result + 4] += lane, left -= lane;
        }}
    }}
}}
"""


def lanes(rules: Rules) -> Any:
    """The compiled plain loops of a board, or None without g++."""
    lanes, board, key, cell = shape(rules)
    return _loaded(
        LANES.format(
            board=board,
            key=key,
            cell=cell,
            lanes=lanes,
            cells=rules.cells,
            comparators=_pairs(rules),
            shifts=", ".join(str(shift) for shift, _ in rules.directions),
            starts=", ".join(f"{starts}ull" for _, starts in rules.directions),
            steps=", ".join(map(str, rules.doublings)),
        )
    )


def avx2() -> Any:
    """The compiled intrinsics for 3x3, or None without g++."""
    return _loaded(AVX2.format(comparators=_pairs(Rules(3, 3, 3))))


def _pairs(rules: Rules) -> str:
    return ", ".join(f"{{{low}, {high}}}" for low, high in comparators(rules.cells))


def _loaded(source: str) -> Any:
    library = cpp(source)
    if library is None:
        return None
    run = ctypes.CDLL(str(library)).run
    run.argtypes = [ctypes.c_int64, *[ctypes.c_void_p] * 4]
    run.restype = None
    return run
