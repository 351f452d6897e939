// The peer of benchmarks/strong.py: what one would write first, in plain C++.
//
//   strong table FILE    every position of 4x4, k = 4, up to symmetry: forward ply by ply, where each
//                        child is made canonical and a ply's are sorted; then backward, where each
//                        child is looked up by binary search. Writes 4 bytes of code and 1 of score.
//   strong games         every game of 3x3 played, and counted at its end.
//
// Prints milliseconds (the median of as many runs as fit) and what was counted.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

struct Board {
    int side, k;
    std::vector<uint32_t> lines;
    std::vector<uint16_t> images[8];  // of every set of cells, under each symmetry

    Board(int side, int k) : side(side), k(k) {
        const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        for (int row = 0; row < side; row++)
            for (int col = 0; col < side; col++)
                for (auto [down, right] : steps) {
                    int last_row = row + down * (k - 1), last_col = col + right * (k - 1);
                    if (last_row >= side || last_col < 0 || last_col >= side) continue;
                    uint32_t line = 0;
                    for (int i = 0; i < k; i++)
                        line |= 1u << ((row + down * i) * side + col + right * i);
                    lines.push_back(line);
                }
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

uint32_t child(const Board& board, uint32_t code, int ply, uint32_t stone) {
    uint32_t x = code & 0xffff, o = code >> 16;
    return ply % 2 ? board.canonical(x, o | stone) : board.canonical(x | stone, o);
}

long table(const char* path) {
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

long games(const Board& board, uint32_t mover, uint32_t other, int ply) {
    if (board.has_line(other) || ply == board.cells()) return 1;
    long count = 0;
    for (uint32_t free = ~(mover | other) & 0x1ff; free; free &= free - 1)
        count += games(board, other, mover | (free & -free), ply + 1);
    return count;
}

}  // namespace

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
