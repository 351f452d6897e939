// The C++ peers of the library, in sections. `measure.peer` compiles one section and defines its
// macros: the name of the section, and the constants of the board or the packing.

#include <algorithm>
#include <cstdint>
#include <cstring>

#if defined(STEP)
// A step of `VectorGame`, over its arrays.

typedef LANE lane;

static inline lane lines(lane a) { LINES }

#ifdef MASKS
typedef uint8_t Legal;
static struct Masks {
  uint8_t of[1 << CELLS][CELLS];
  Masks() {
    for (int b = 0; b < 1 << CELLS; b++)
      for (int c = 0; c < CELLS; c++) of[b][c] = b >> c & 1;
  }
} masks;
static inline void show(Legal *out, long i, lane free) { memcpy(out + CELLS * i, masks.of[free], CELLS); }
#else
typedef lane Legal;
static inline void show(Legal *out, long i, lane free) { out[i] = free; }
#endif

extern "C" void step(long n, lane *__restrict mover, lane *__restrict other,
                     const CELL *__restrict cell, REWARD *__restrict reward,
                     uint8_t *__restrict done, Legal *__restrict legal) {
  for (long i = 0; i < n; i++) {
    const lane a = mover[i] | lane(lane(1) << cell[i]), free = (a | other[i]) ^ lane(BOARD);
    const bool won = lines(a) != 0, over = won | (free == 0);
    mover[i] = over ? lane(0) : other[i];
    other[i] = over ? lane(0) : a;
    reward[i] = won;
    done[i] = over;
    show(legal, i, LEGAL((over ? lane(BOARD) : free)));
  }
}

extern "C" void checked_step(long n, lane *mover, lane *other, const CELL *cell, REWARD *reward,
                             uint8_t *done, Legal *legal) {
  lane wrong = 0;  // as wide as a board, so that it becomes vectors
  for (long i = 0; i < n; i++) {
    const lane stone = lane(1) << (cell[i] & (8 * sizeof(lane) - 1));
    wrong |= ((mover[i] | other[i] | lane(~lane(BOARD))) & stone) | lane(uint64_t(cell[i]) >= CELLS);
  }
  if (!wrong) step(n, mover, other, cell, reward, done, legal);
}

#elif defined(WORDS_STEP)
// The same of boards of W words, laid out word by word, by what `noughts emit c` writes.

typedef noughts_board Board;
static inline uint64_t any(Board b) {
  uint64_t all = 0;
  for (int w = 0; w < W; w++) all |= b.word[w];
  return all;
}

extern "C" void step(long n, uint64_t *__restrict mover, uint64_t *__restrict other,
                     const CELL *__restrict cells, int8_t *__restrict reward,
                     uint8_t *__restrict done, uint64_t *__restrict legal) {
  for (long i = 0; i < n; i++) {
    Board a, b;
    const uint64_t bit = uint64_t(1) << (cells[i] & 63);
    for (int w = 0; w < W; w++) {
      a.word[w] = mover[w * n + i] | (cells[i] >> 6 == w ? bit : 0);
      b.word[w] = other[w * n + i];
    }
    const Board free = free_cells(a, b);
    const bool won = any(line_starts(a)) != 0, over = won | (any(free) == 0);
    for (int w = 0; w < W; w++) {
      mover[w * n + i] = over ? 0 : b.word[w];
      other[w * n + i] = over ? 0 : a.word[w];
      legal[w * n + i] = over ? BOARD.word[w] : free.word[w];
    }
    reward[i] = won;
    done[i] = over;
  }
}

#elif defined(CONNECT4)
// Random games of Connect Four, as one writes them for it alone: columns of seven bits, of which the
// last is never set, and one column drawn of those that are not full. Returns the first player's wins.

static inline bool four(uint64_t stones) {
  for (int step : {1, 6, 7, 8}) {
    const uint64_t pairs = stones & stones >> step;
    if (pairs & pairs >> 2 * step) return true;
  }
  return false;
}

extern "C" long games(long n) {
  constexpr uint64_t BOTTOM = 0x40810204081, CELLS = 63 * BOTTOM;
  uint64_t s0 = 0x9E3779B97F4A7C15, s1 = 0xBF58476D1CE4E5B9;
  long first = 0;
  for (long game = 0; game < n; game++) {
    uint64_t sides[2] = {0, 0}, filled = 0;
    for (int ply = 0; ply < 42; ply++) {
      uint64_t moves = (filled + BOTTOM) & CELLS, a = s0;
      const uint64_t word = s0 + s1;  // xorshift128+
      a ^= a << 23;
      s0 = s1;
      s1 = a ^ s0 ^ a >> 18 ^ s0 >> 5;
      for (uint64_t left = (word >> 32) * __builtin_popcountll(moves) >> 32; left; left--) moves &= moves - 1;
      const uint64_t stone = moves & -moves;
      filled |= stone;
      if (four(sides[ply & 1] |= stone)) {
        first += !(ply & 1);
        break;
      }
    }
  }
  return first;
}

#elif defined(GAMES)
// Random games, as `random_games.lanes` has them, in plain loops that g++ turns into vectors. Plies
// of two bytes are unsigned, though the library's are signed: of signed ones g++ makes code that
// takes three times as long.

typedef uint8_t u8;
typedef uint16_t u16;
typedef PLY Ply;
constexpr int WORDS = LANES / 4, ROWS = (CELLS + BLOCK - 1) / BLOCK * BLOCK;
constexpr int OF_LINES[][IN_ROW] = LINES;  // their cells

static inline uint64_t drawn(uint64_t &s0, uint64_t &s1) {
  uint64_t a = s0, b = s1;
  const uint64_t word = a + b;
  a ^= a << 23;
  s0 = b;
  s1 = a ^ b ^ a >> 18 ^ b >> 5;
  return word;
}

#if SHARED  // 16 bits, which the places of several cells share
constexpr bool ARE_FIRST[] = FIRST;
constexpr u16 ARE_VOID[] = VOID;

static inline void deal(uint64_t *__restrict s0, uint64_t *__restrict s1,
                        Ply (*__restrict places)[LANES], u8 *__restrict gone) {
  alignas(64) static thread_local u16 numbers[LANES];
  for (int c = 0; c < CELLS; c++) {
    if (ARE_FIRST[c])
      for (int w = 0; w < WORDS; w++) {
        const uint64_t word = drawn(s0[w], s1[w]);
        memcpy(numbers + 4 * w, &word, 8);
      }
    for (int l = 0; l < LANES; l++) {
      const uint32_t product = numbers[l] * uint32_t(c + 1);
      places[c][l] = product >> 16;
      numbers[l] = product;
    }
    if (ARE_VOID[c])
      for (int l = 0; l < LANES; l++) gone[l] |= numbers[l] < ARE_VOID[c];
  }
}
#else  // 32 bits each
static inline void deal(uint64_t *__restrict s0, uint64_t *__restrict s1,
                        Ply (*__restrict places)[LANES], u8 *__restrict gone) {
  alignas(64) static thread_local uint32_t numbers[LANES];
  memset(places[0], 0, sizeof places[0]);
  for (int c = 1; c < CELLS; c++) {
    for (int half = 0; half < 2; half++)
      for (int w = 0; w < WORDS; w++) {
        const uint64_t word = drawn(s0[w], s1[w]);
        memcpy(numbers + 2 * (half * WORDS + w), &word, 8);
      }
    const uint32_t limit = (uint64_t(1) << 32) % (c + 1);
    for (int l = 0; l < LANES; l++) {
      const uint64_t product = uint64_t(numbers[l]) * (c + 1);
      places[c][l] = product >> 32;
      gone[l] |= uint32_t(product) < limit;
    }
  }
}
#endif

static inline void insert(const Ply (*__restrict places)[LANES], Ply (*__restrict plies)[LANES]) {
  for (int at = 0; at < ROWS; at += BLOCK) {
    memcpy(plies[at], places[at], sizeof(Ply) * BLOCK * LANES);
    for (int later = at + 1; later < at + BLOCK; later++)
      for (int c = at; c < later; c++)
        for (int l = 0; l < LANES; l++) plies[c][l] += plies[c][l] >= places[later][l];
    for (int of = at + BLOCK; of < ROWS; of += BLOCK)
      for (int l = 0; l < LANES; l++) {
        Ply r[BLOCK];
        for (int c = 0; c < BLOCK; c++) r[c] = plies[at + c][l];
        for (int later = 0; later < BLOCK; later++)
          for (int c = 0; c < BLOCK; c++) r[c] += r[c] >= places[of + later][l];
        for (int c = 0; c < BLOCK; c++) plies[at + c][l] = r[c];
      }
  }
}

static inline void later(Ply *__restrict latest, const Ply *__restrict plies) {
  for (int l = 0; l < LANES; l++) latest[l] = std::max(latest[l], plies[l]);
}

extern "C" void run(int64_t games, uint64_t *generators, int64_t *ended, u8 *moves, u8 *lengths) {
  alignas(64) static thread_local Ply places[ROWS][LANES], plies[ROWS][LANES];
  alignas(64) static thread_local Ply x[CELLS][LANES], o[CELLS][LANES], ends[LANES];
  alignas(64) static thread_local u8 gone[LANES];
  memset(places, 255, sizeof places);
  for (int64_t done = 0; done < games;) {
    memset(gone, 0, LANES);
    deal(generators, generators + WORDS, places, gone);
    insert(places, plies);
    for (int c = 0; c < CELLS; c++)
      for (int l = 0; l < LANES; l++) {
        const Ply ply = plies[c][l], odd = -(ply & 1);
        x[c][l] = ply | odd;
        o[c][l] = ply | Ply(~odd);
      }
    memset(ends, 255, sizeof ends);
    for (auto &line : OF_LINES)
      for (auto side : {x, o}) {
        Ply latest[LANES];
        memcpy(latest, side[line[0]], sizeof latest);
        for (int i = 1; i < IN_ROW; i++) later(latest, side[line[i]]);
        for (int l = 0; l < LANES; l++) ends[l] = std::min(ends[l], latest[l]);
      }
    if (moves)
      for (int c = 0; c < CELLS; c++)
        for (int l = 0; l < LANES; l++) x[c][l] = plies[c][l] > ends[l] ? 255 : c;
    for (int l = 0; l < LANES && done < games; l++) {
      if (gone[l]) continue;
      if (moves) {
        for (int c = 0; c < CELLS; c++) moves[done * CELLS + plies[c][l]] = x[c][l];
        lengths[done] = std::min<int>(ends[l], CELLS - 1) + 1;
      }
      ended[ends[l]]++;
      done++;
    }
  }
}

#elif defined(BY_HAND)
// Random games of 3x3: 16 in each register, whose cells are sorted by random keys, and nothing
// written to memory between draw and result.

#include <immintrin.h>
using v = __m256i;
constexpr int NET[][2] = {  // Batcher's merge exchange
    {0, 8}, {0, 4}, {1, 5}, {2, 6}, {3, 7}, {4, 8}, {0, 2}, {1, 3}, {4, 6},
    {5, 7}, {2, 8}, {2, 4}, {3, 5}, {6, 8}, {0, 1}, {2, 3}, {4, 5}, {6, 7},
    {1, 8}, {1, 4}, {3, 6}, {5, 8}, {1, 2}, {3, 4}, {5, 6}, {7, 8}};

static inline v both(v a, v b) { return _mm256_and_si256(a, b); }
static inline v either(v a, v b) { return _mm256_or_si256(a, b); }
static inline v alike(int number) { return _mm256_set1_epi16(number); }
static inline v after(v a, int by) { return _mm256_srli_epi16(a, by); }

static inline v no_line(v stones) {  // all ones where the stones hold no line
  auto starts = [&](int step, int cells) {
    return both(both(stones, after(stones, step)), both(after(stones, 2 * step), alike(cells)));
  };
  const v found = either(either(starts(1, 73), starts(3, 7)), either(starts(4, 1), starts(2, 4)));
  return _mm256_cmpeq_epi16(found, _mm256_setzero_si256());
}

extern "C" void run(int64_t games, uint64_t *generators, int64_t *ended, uint8_t *, uint8_t *) {
  v s0 = _mm256_loadu_si256((v *)generators), s1 = _mm256_loadu_si256((v *)generators + 1);
  const v cell_bits = alike(15), zero = _mm256_setzero_si256();
  const v low = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
                                 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  const v high = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128,
                                  0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128);
  for (int64_t left = games; left > 0;) {
    v counts[6] = {zero, zero, zero, zero, zero, zero};
    for (int round = 0; round < 4096; round++) {
      v k[9];
      for (int c = 0; c < 9; c++) {
        v a = s0, b = s1;
        k[c] = either(_mm256_andnot_si256(cell_bits, _mm256_add_epi64(a, b)), alike(c));
        a = _mm256_xor_si256(a, _mm256_slli_epi64(a, 23));
        s0 = b;
        s1 = _mm256_xor_si256(_mm256_xor_si256(a, b),
                              _mm256_xor_si256(_mm256_srli_epi64(a, 18), _mm256_srli_epi64(b, 5)));
      }
#pragma GCC unroll 64
      for (auto &pair : NET) {
        const v a = k[pair[0]], b = k[pair[1]];
        k[pair[0]] = _mm256_min_epu16(a, b);
        k[pair[1]] = _mm256_max_epu16(a, b);
      }
      v tie = zero;
      for (int c = 0; c < 8; c++)
        tie = either(tie, _mm256_cmpeq_epi16(after(_mm256_xor_si256(k[c], k[c + 1]), 4), zero));
      v going_on = _mm256_cmpeq_epi16(tie, zero), boards[2] = {zero, zero};
      for (int ply = 0; ply < 9; ply++) {
        const v cell = both(k[ply], cell_bits), twice = either(cell, _mm256_slli_epi16(cell, 8));
        boards[ply & 1] = either(
            boards[ply & 1],
            either(both(_mm256_shuffle_epi8(low, twice), alike(255)),
                   _mm256_andnot_si256(alike(255), _mm256_shuffle_epi8(high, twice))));
        if (ply < 4) continue;
        const v none = no_line(boards[ply & 1]);
        counts[ply - 4] = _mm256_sub_epi16(counts[ply - 4], _mm256_andnot_si256(none, going_on));
        going_on = both(going_on, none);
      }
      counts[5] = _mm256_sub_epi16(counts[5], going_on);
    }
    for (int result = 0; result < 6; result++) {
      uint16_t lanes[16];
      _mm256_storeu_si256((v *)lanes, counts[result]);
      for (uint16_t lane : lanes) ended[result < 5 ? result + 4 : NO_LINE] += lane, left -= lane;
    }
  }
}

#elif defined(PACKING)
// Packing by the block or group, as it is, and after a loop that looks at all codes, or all blocks,
// before anything is written.

typedef CODE code;

#if BITS  // plain: codes and words that begin together again, a group at a time
constexpr uint64_t ALL = ~0ull >> (64 - BITS);

extern "C" void pack(const code *__restrict codes, uint8_t *__restrict out, int64_t blocks) {
  for (int64_t g = 0; g < blocks * ITEMS / GROUP; g++) {
    uint64_t words[WORDS + 1] = {};
#pragma GCC unroll 64
    for (int i = 0; i < GROUP; i++) {
      const uint64_t number = codes[g * GROUP + i];
      const int word = i * BITS / 64, low = i * BITS % 64;
      words[word] |= number << low;
      if (low + BITS > 64) words[word + 1] |= number >> (64 - low);
    }
    memcpy(out + g * WORDS * 8, words, WORDS * 8);
  }
}

extern "C" void unpack(const uint8_t *__restrict in, code *__restrict codes, int64_t blocks) {
  for (int64_t g = 0; g < blocks * ITEMS / GROUP; g++) {
    uint64_t words[WORDS];
    memcpy(words, in + g * WORDS * 8, WORDS * 8);
#pragma GCC unroll 64
    for (int i = 0; i < GROUP; i++) {
      const int word = i * BITS / 64, low = i * BITS % 64;
      uint64_t number = words[word] >> low;
      if (low + BITS > 64) number |= words[word + 1] << (64 - low);
      codes[g * GROUP + i] = number & ALL;
    }
  }
}

static bool are_blocks(const uint8_t *, int64_t) { return true; }
#else  // mixed radix: a block is read and written as a whole word, but for the last ones
constexpr uint64_t ALL = ~0ull >> (64 - 8 * LENGTH);

static inline uint64_t block(const uint8_t *in, int64_t b, int64_t blocks) {
  uint64_t number = 0;
  memcpy(&number, in + b * LENGTH, b + 8 < blocks ? 8 : LENGTH);
  return number & ALL;
}

extern "C" void pack(const code *__restrict codes, uint8_t *__restrict out, int64_t blocks) {
  for (int64_t b = 0; b < blocks; b++) {
    uint64_t number = 0;
    for (int i = ITEMS - 1; i >= 0; i--) number = number * SIZE + codes[b * ITEMS + i];
    memcpy(out + b * LENGTH, &number, b + 8 < blocks ? 8 : LENGTH);
  }
}

extern "C" void unpack(const uint8_t *__restrict in, code *__restrict codes, int64_t blocks) {
  for (int64_t b = 0; b < blocks; b++) {
    uint64_t number = block(in, b, blocks);
    for (int i = 0; i < ITEMS; i++, number /= SIZE) codes[b * ITEMS + i] = number % SIZE;
  }
}

static bool are_blocks(const uint8_t *in, int64_t blocks) {
  for (int64_t b = 0; b < blocks; b++)
    if (block(in, b, blocks) > MOST) return false;
  return true;
}
#endif

extern "C" void pack_checked(const code *codes, uint8_t *out, int64_t blocks) {
  code most = 0;
  for (int64_t i = 0; i < blocks * ITEMS; i++) most = codes[i] > most ? codes[i] : most;
  if (most < SIZE) pack(codes, out, blocks);
}

extern "C" void unpack_checked(const uint8_t *in, code *codes, int64_t blocks) {
  if (are_blocks(in, blocks)) unpack(in, codes, blocks);
}
#endif
