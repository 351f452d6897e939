"""The same games in C++, as the limit that `playouts.py` measures against.

`LANES` is what `random_games.lanes` does, in plain loops that g++ turns into vectors. `AVX2` is
3x3 by hand: 16 games in each register, whose cells are sorted by random keys, and nothing written
to memory between draw and result.
"""

from __future__ import annotations

import ctypes
import textwrap
from typing import Any

from bench import cpp

from noughts import Rules
from noughts.arrays import NO_MOVE
from noughts.arrays.random_games.lanes import block_size, shared
from noughts.arrays.random_games.lanes_kernel import LANES as IN_STEP
from noughts.core.bits import cells_of

LANES = """
#include <algorithm>
#include <cstdint>
#include <cstring>
typedef uint8_t u8;
typedef uint16_t u16;
constexpr int CELLS = {cells}, LANES = {lanes}, WORDS = LANES / 4, BLOCK = {block}, K = {k};
constexpr int ROWS = (CELLS + BLOCK - 1) / BLOCK * BLOCK, NO_LINE = {no_line};
constexpr bool FIRST[] = {{{first}}};
constexpr u16 VOID[] = {{{void}}};
constexpr int LINES[][K] = {{{lines}}};  // their cells

static inline void deal(uint64_t *__restrict s0, uint64_t *__restrict s1, u16 *__restrict numbers,
                        u8 (*__restrict places)[LANES], u8 *__restrict gone) {{
    memset(gone, 0, LANES);
    for (int c = 0; c < CELLS; c++) {{
        if (FIRST[c])
            for (int w = 0; w < WORDS; w++) {{
                uint64_t a = s0[w], b = s1[w], word = a + b;
                memcpy(numbers + 4 * w, &word, 8);
                a ^= a << 23;
                s0[w] = b;
                s1[w] = a ^ b ^ a >> 18 ^ b >> 5;
            }}
        for (int l = 0; l < LANES; l++) {{
            const uint32_t product = numbers[l] * uint32_t(c + 1);
            places[c][l] = product >> 16;
            numbers[l] = product;
        }}
        if (VOID[c])
            for (int l = 0; l < LANES; l++) gone[l] |= numbers[l] < VOID[c];
    }}
}}

static inline void insert(const u8 (*__restrict places)[LANES], u8 (*__restrict plies)[LANES]) {{
    for (int at = 0; at < ROWS; at += BLOCK) {{
        memcpy(plies[at], places[at], BLOCK * LANES);
        for (int later = at + 1; later < at + BLOCK; later++)
            for (int c = at; c < later; c++)
                for (int l = 0; l < LANES; l++) plies[c][l] += plies[c][l] >= places[later][l];
        for (int of = at + BLOCK; of < ROWS; of += BLOCK)
            for (int l = 0; l < LANES; l++) {{
                u8 r[BLOCK];
                for (int c = 0; c < BLOCK; c++) r[c] = plies[at + c][l];
                for (int later = 0; later < BLOCK; later++)
                    for (int c = 0; c < BLOCK; c++) r[c] += r[c] >= places[of + later][l];
                for (int c = 0; c < BLOCK; c++) plies[at + c][l] = r[c];
            }}
    }}
}}

static inline void later(u8 *__restrict latest, const u8 *__restrict plies) {{
    for (int l = 0; l < LANES; l++) latest[l] = std::max(latest[l], plies[l]);
}}

extern "C" void run(int64_t games, uint64_t *generators, int64_t *ended, u8 *moves, u8 *lengths) {{
    alignas(64) static thread_local u8 places[ROWS][LANES], plies[ROWS][LANES];
    alignas(64) static thread_local u8 x[CELLS][LANES], o[CELLS][LANES], gone[LANES], ends[LANES];
    alignas(64) static thread_local u16 numbers[LANES];
    memset(places, 255, sizeof places);
    for (int64_t done = 0; done < games;) {{
        deal(generators, generators + WORDS, numbers, places, gone);
        insert(places, plies);
        for (int c = 0; c < CELLS; c++)
            for (int l = 0; l < LANES; l++) {{
                const u8 ply = plies[c][l], odd = -(ply & 1);
                x[c][l] = ply | odd;
                o[c][l] = ply | u8(~odd);
            }}
        memset(ends, NO_LINE, sizeof ends);
        for (auto &line : LINES)
            for (auto side : {{x, o}}) {{
                u8 latest[LANES];
                memcpy(latest, side[line[0]], LANES);
                for (int i = 1; i < K; i++) later(latest, side[line[i]]);
                for (int l = 0; l < LANES; l++) ends[l] = std::min(ends[l], latest[l]);
            }}
        if (moves)
            for (int c = 0; c < CELLS; c++)
                for (int l = 0; l < LANES; l++) x[c][l] = plies[c][l] > ends[l] ? 255 : c;
        for (int l = 0; l < LANES && done < games; l++) {{
            if (gone[l]) continue;
            if (moves) {{
                for (int c = 0; c < CELLS; c++) moves[done * CELLS + plies[c][l]] = x[c][l];
                lengths[done] = std::min<int>(ends[l], CELLS - 1) + 1;
            }}
            ended[ends[l]]++;
            done++;
        }}
    }}
}}
"""

AVX2 = """
#include <cstdint>
#include <immintrin.h>
using v = __m256i;
constexpr int NET[][2] = {{  // Batcher's merge exchange
    {{0, 8}}, {{0, 4}}, {{1, 5}}, {{2, 6}}, {{3, 7}}, {{4, 8}}, {{0, 2}}, {{1, 3}}, {{4,
    6}}, {{5, 7}}, {{2, 8}}, {{2, 4}}, {{3, 5}}, {{6, 8}}, {{0, 1}}, {{2, 3}}, {{4, 5}},
    {{6, 7}}, {{1, 8}}, {{1, 4}}, {{3, 6}}, {{5, 8}}, {{1, 2}}, {{3, 4}}, {{5, 6}}, {{7, 8}}}};

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

constexpr int NO_LINE = {no_line};

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
            const int end = result < 5 ? result + 4 : NO_LINE;
            for (uint16_t lane : lanes) ended[end] += lane, left -= lane;
        }}
    }}
}}
"""


def lanes(rules: Rules) -> Any:
    """The compiled plain loops of a board, or None without g++."""
    first, void = zip(*shared(rules.cells), strict=True)
    lines = [f"{{{', '.join(map(str, cells_of(line)))}}}" for line in rules.lines]
    return _loaded(
        LANES.format(
            cells=rules.cells,
            k=rules.k,
            lanes=IN_STEP,
            block=block_size(rules.cells),
            no_line=NO_MOVE,
            first=", ".join(str(int(each)) for each in first),
            void=", ".join(map(str, void)),
            lines="\n".join(textwrap.wrap(", ".join(lines))),
        )
    )


def avx2() -> Any:
    """The compiled intrinsics for 3x3, or None without g++."""
    return _loaded(AVX2.format(no_line=NO_MOVE))


def _loaded(source: str) -> Any:
    library = cpp(source)
    if library is None:
        return None
    run = ctypes.CDLL(str(library)).run
    run.argtypes = [ctypes.c_int64, *[ctypes.c_void_p] * 4]
    run.restype = None
    return run
