// The plain solver that benchmarks/solve.py compares the search with: negamax with alpha-beta, a
// transposition table, wins at once and forced replies, nothing else. Arguments: ROWS COLS K SECONDS.
// Prints: value nodes seconds, or a dash for the value at a stop.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Bits = std::uint64_t;

struct Entry {
    Bits mover, other;
    std::int8_t lower, upper;
};

static std::vector<Bits> lines_of[64];
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
    for (Bits line : lines_of[cell])
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
    const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (auto &step : steps)
        for (int row = 0; row < rows; row++)
            for (int col = 0; col < cols; col++) {
                int end_row = row + step[0] * (k - 1), end_col = col + step[1] * (k - 1);
                if (end_row >= rows || end_col >= cols || end_col < 0) continue;
                Bits line = 0;
                for (int i = 0; i < k; i++)
                    line |= Bits(1) << (row + step[0] * i) * cols + col + step[1] * i;
                for (int i = 0; i < k; i++)
                    lines_of[(row + step[0] * i) * cols + col + step[1] * i].push_back(line);
            }
    for (std::size_t most = 64; most > 0; most--)  // the cells of most lines first
        for (int cell = 0; cell < rows * cols; cell++)
            if (lines_of[cell].size() == most) order.push_back(cell);
    int found = value(0, 0, -1, 1);
    if (stopped)
        std::printf("- %ld %.4f\n", nodes, seconds());
    else
        std::printf("%d %ld %.4f\n", found, nodes, seconds());
}
