// The C++ peers of the search and the tables. `measure.solver` compiles one of them:
//
//   NEGAMAX   the plain solver: alpha-beta, a transposition table, wins at once and forced replies,
//             nothing else. Arguments: ROWS COLS K SECONDS. Prints: value nodes seconds, or a dash
//             for the value at a stop.
//   STRONG    what one would write first. `table FILE`: every position of 4x4, k = 4, up to symmetry:
//             forward ply by ply, where each child is made canonical and a ply's are sorted; then
//             backward, where each child is looked up by binary search; 4 bytes of code and 1 of
//             score each. `games`: every game of 3x3 played, and counted at its end. Prints
//             milliseconds, the median of many runs, and what was counted.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using Bits = std::uint64_t;

static std::vector<Bits> lines_of(int rows, int cols, int k) {
    std::vector<Bits> lines;
    const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (auto [down, right] : steps)
        for (int row = 0; row < rows; row++)
            for (int col = 0; col < cols; col++) {
                int last_row = row + down * (k - 1), last_col = col + right * (k - 1);
                if (last_row >= rows || last_col < 0 || last_col >= cols) continue;
                Bits line = 0;
                for (int i = 0; i < k; i++)
                    line |= Bits(1) << ((row + down * i) * cols + col + right * i);
                lines.push_back(line);
            }
    return lines;
}

#ifdef NEGAMAX

struct Entry {
    Bits mover, other;
    std::int8_t lower, upper;
};

static std::vector<Bits> lines_through[64];
static std::vector<int> order;
static std::vector<Entry> table(1u << 22, Entry{~0ull, 0, -1, 1});
static Bits board;
static long nodes;
static double limit;
static bool stopped;
static const auto start = std::chrono::steady_clock::now();

static double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

static bool completes(Bits stones, int cell) {
    Bits after = stones | Bits(1) << cell;
    for (Bits line : lines_through[cell])
        if ((after & line) == line) return true;
    return false;
}

static int value(Bits mover, Bits other, int alpha, int beta) {
    if ((++nodes & 0xffff) == 0 && seconds() > limit) stopped = true;
    Bits free = board & ~(mover | other);
    if (stopped || !free) return 0;
    Bits forced = 0;
    for (Bits rest = free; rest; rest &= rest - 1) {
        int cell = __builtin_ctzll(rest);
        if (completes(mover, cell)) return 1;
        if (completes(other, cell)) forced |= Bits(1) << cell;
    }
    if (forced & (forced - 1)) return -1;
    Bits mixed = mover * 0x9E3779B97F4A7C15ull ^ other * 0xC2B2AE3D27D4EB4Full;
    Entry &entry = table[(mixed ^ mixed >> 31) * 0xBF58476D1CE4E5B9ull >> 42];
    int lower = -1, upper = 1;
    if (entry.mover == mover && entry.other == other) lower = entry.lower, upper = entry.upper;
    if (lower > alpha) alpha = lower;
    if (upper < beta) beta = upper;
    if (alpha >= beta) return alpha;
    int best = -1, floor = alpha;
    for (int cell : order) {
        Bits stone = Bits(1) << cell;
        if (!((forced ? forced : free) & stone)) continue;
        int found = -value(other, mover | stone, -beta, -(best > alpha ? best : alpha));
        if (found > best) best = found;
        if (best >= beta) break;
    }
    if (!stopped) {
        if (best < beta) upper = best;
        if (best > floor) lower = best;
        entry = Entry{mover, other, std::int8_t(lower), std::int8_t(upper)};
    }
    return best;
}

int main(int, char **argument) {
    int rows = std::atoi(argument[1]), cols = std::atoi(argument[2]), k = std::atoi(argument[3]);
    limit = std::atof(argument[4]);
    board = rows * cols == 64 ? ~Bits(0) : (Bits(1) << rows * cols) - 1;
    for (Bits line : lines_of(rows, cols, k))
        for (Bits rest = line; rest; rest &= rest - 1)
            lines_through[__builtin_ctzll(rest)].push_back(line);
    for (std::size_t most = 64; most > 0; most--)  // the cells of most lines first
        for (int cell = 0; cell < rows * cols; cell++)
            if (lines_through[cell].size() == most) order.push_back(cell);
    int found = value(0, 0, -1, 1);
    if (stopped)
        std::printf("- %ld %.4f\n", nodes, seconds());
    else
        std::printf("%d %ld %.4f\n", found, nodes, seconds());
}

#else

struct Board {
    int side, k;
    std::vector<Bits> lines;
    std::vector<uint16_t> images[8];  // of every set of cells, under each symmetry

    Board(int side, int k) : side(side), k(k), lines(lines_of(side, side, k)) {
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            images[symmetry].assign(1 << cells(), 0);
            for (uint32_t set = 1; set < 1u << cells(); set++) {
                int cell = __builtin_ctz(set), row = cell / side, col = cell % side;
                if (symmetry & 4) std::swap(row, col);
                if (symmetry & 2) row = side - 1 - row;
                if (symmetry & 1) col = side - 1 - col;
                images[symmetry][set] = images[symmetry][set & (set - 1)] | 1 << (row * side + col);
            }
        }
    }

    int cells() const { return side * side; }

    bool has_line(uint32_t stones) const {
        for (uint32_t line : lines)
            if ((stones & line) == line) return true;
        return false;
    }

    uint32_t canonical(uint32_t x, uint32_t o) const {
        uint32_t least = ~0u;
        for (auto& image : images) least = std::min(least, image[x] | uint32_t(image[o]) << 16);
        return least;
    }
};

static uint32_t child(const Board& board, uint32_t code, int ply, uint32_t stone) {
    uint32_t x = code & 0xffff, o = code >> 16;
    return ply % 2 ? board.canonical(x, o | stone) : board.canonical(x | stone, o);
}

static long table(const char* path) {
    const Board board(4, 4);
    const int cells = board.cells();
    std::vector<std::vector<uint32_t>> plies{{0}};
    auto over = [&](uint32_t code, int ply) {  // a line of who moved last
        return board.has_line(ply % 2 ? code & 0xffff : code >> 16);
    };
    for (int ply = 0; ply < cells; ply++) {
        std::vector<uint32_t> next;
        for (uint32_t code : plies[ply]) {
            if (over(code, ply)) continue;
            for (uint32_t free = ~(code | code >> 16) & 0xffff; free; free &= free - 1)
                next.push_back(child(board, code, ply, free & -free));
        }
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        plies.push_back(std::move(next));
    }
    FILE* file = std::fopen(path, "wb");
    std::vector<int8_t> later, scores;
    long classes = 0;
    for (int ply = cells; ply >= 0; ply--) {
        scores.assign(plies[ply].size(), 0);
        for (size_t i = 0; i < scores.size(); i++) {
            uint32_t code = plies[ply][i];
            if (over(code, ply)) {
                scores[i] = ply - cells - 1;
                continue;
            }
            int best = ply == cells ? 0 : -100;
            for (uint32_t free = ~(code | code >> 16) & 0xffff; free; free &= free - 1) {
                auto& next = plies[ply + 1];
                uint32_t after = child(board, code, ply, free & -free);
                auto at = std::lower_bound(next.begin(), next.end(), after) - next.begin();
                best = std::max(best, -later[at]);
            }
            scores[i] = best;
        }
        std::fwrite(plies[ply].data(), 4, scores.size(), file);
        std::fwrite(scores.data(), 1, scores.size(), file);
        classes += scores.size();
        later = scores;
    }
    std::fclose(file);
    return classes;
}

static long games(const Board& board, uint32_t mover, uint32_t other, int ply) {
    if (board.has_line(other) || ply == board.cells()) return 1;
    long count = 0;
    for (uint32_t free = ~(mover | other) & 0x1ff; free; free &= free - 1)
        count += games(board, other, mover | (free & -free), ply + 1);
    return count;
}

int main(int, char** arguments) {
    const Board small(3, 3);
    const bool tabulate = !std::strcmp(arguments[1], "table");
    std::vector<double> taken;
    long counted = 0;
    for (int run = 0; run < (tabulate ? 5 : 51); run++) {
        auto begin = std::chrono::steady_clock::now();
        counted = tabulate ? table(arguments[2]) : games(small, 0, 0, 0);
        std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
        taken.push_back(ms.count());
    }
    std::sort(taken.begin(), taken.end());
    std::printf("%f %ld\n", taken[taken.size() / 2], counted);
}
#endif
