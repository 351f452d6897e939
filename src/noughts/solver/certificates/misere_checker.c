/* Check certificates of form 3: cc -O2 -o check misere_checker.c && ./check FILE...
 * docs/certificates.md defines the lines of a file, and explains why the file proves its claim.
 * The checker needs only C99. For each line it keeps the line's position, in at most 100 MB. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AXES = 6, CELLS = 64, COLUMNS = 26, LENGTH = 999, NUMBERS = 3000000, /* limits */
    LINES = 2016,   /* pairs of 64 cells; three in a row fit 3 axes only, so 13 ways from a cell */
    IMAGES = 46080, /* 6 axes in any order, each one turned round or not */
};
typedef uint64_t Cells; /* a set of cells, a bit for each */
/* What matters in a position: stones and free cells of lines that can still be finished. */
typedef struct { Cells mine, yours, open, free; } Place; /* and how many cells are free */
static const char *const ENDS[] = {
    " X wins", " O wins", " X never loses", " O never loses", " drawn"};
static int axes, sizes[AXES], strides[AXES], cells, k, end, lines, images, moves;
static bool torus, winning, at_end;        /* of the board; of the claim; of the file */
static Cells board, stones[2];             /* all cells; those of X and of O at the beginning */
static Cells line[LINES];                  /* in ascending order, as numbers */
static unsigned char image[IMAGES][CELLS]; /* where each cell goes, in ascending order */
static FILE *file;
static char name[CELLS][80], text[LENGTH + 2], claim[LENGTH + 2];
static const char *at;           /* what is still to be read of the line */
static int number, begin;        /* of this line, from 1; of the first one about this side */
static Place known[NUMBERS + 1]; /* where a line has proved the claim; I am to move */
static bool settled[NUMBERS + 1];
static jmp_buf refused;

static int count(Cells set) { return set ? 1 + count(set & (set - 1)) : 0; }
static int coordinate(int cell, int axis) { return cell / strides[axis] % sizes[axis]; }
static int compared(const void *one, const void *other) { return memcmp(one, other, CELLS); }

static void refuse(const char *reason) {
    printf("refused: line %d: %s\n", number, reason);
    longjmp(refused, 1);
}

static void next_line(void) {
    number++;
    at_end = !fgets(text, sizeof text, file);
    if (ferror(file) || number > NUMBERS + at_end) refuse("unreadable, or over 3,000,000 lines");
    char *stop = at_end ? text : strchr(text, '\n'); /* NULL if a zero byte stands before it */
    if (!stop) refuse("it is cut off, or has more than 999 characters");
    stop[stop > text && stop[-1] == '\r' ? -1 : 0] = '\0';
    at = text + strspn(text, " ");
}

static bool eat(const char *s) { return !strncmp(at, s, strlen(s)) && (at += strlen(s)); }
static void expect(const char *s) { if (!eat(s)) refuse("a word is not in its place"); }

static int eat_number(size_t most_digits) {
    size_t digits = strspn(at, "0123456789");
    if (!digits || digits > most_digits) refuse("a number is missing, or too long");
    return at += digits, atoi(at - digits);
}

/* The cell that is named here. The last cells are tried first: a12 comes before a1. */
static Cells eat_cell(Cells free) {
    for (int cell = cells - 1; cell >= 0; cell--)
        if (*at == *name[cell] && free >> cell & 1 && eat(name[cell])) return (Cells)1 << cell;
    return refuse("a free cell should be named"), 0;
}

/* All cells of pairs such as ` a1-b2 c3-d4`. Lines that contain a pair drop out of `left`. */
static Cells eat_pairs(Cells free, Cells left[], int *many) {
    Cells before = free;
    for (int kept = 0; *at; *many = kept, kept = 0) {
        expect(" ");
        Cells pair = eat_cell(free);
        expect("-");
        pair |= eat_cell(free ^ pair);
        for (int n = 0; n < *many; n++)
            if (pair & ~left[n]) left[kept++] = left[n];
        free ^= pair;
    }
    return before ^ free;
}

/* The free cells where a side with these stones finishes no line. */
static Cells safe(Cells own, Cells free) {
    for (int n = 0; n < lines; n++) {
        Cells lacks = line[n] & ~own;
        if (!(lacks & (lacks - 1))) free &= ~lacks;
    }
    return free;
}

static Place matters(Cells mine, Cells yours) {
    Cells own = 0, others = 0, free = board & ~(mine | yours);
    for (int n = 0; n < lines; n++) {
        own |= line[n] & yours ? 0 : line[n];
        others |= line[n] & mine ? 0 : line[n];
    }
    return (Place){mine & own, yours & others, free & (own | others), (Cells)count(free)};
}

static Cells turned(Cells set, int by) {
    Cells found = 0;
    for (int cell = 0; set; cell++, set >>= 1) found |= (set & 1) << image[by][cell];
    return found;
}

/* ` =LINE` or ` =LINE/IMAGE`: what that line proves holds here too. */
static void again(Place place) {
    int other = eat_number(7), by = eat("/") ? eat_number(5) : 0;
    if (*at || other < begin || other >= number || !settled[other] || by >= images)
        refuse("that line has proved nothing, or the board has no such image");
    Place was = known[other];
    if (turned(was.mine, by) != place.mine || turned(was.yours, by) != place.yours ||
        turned(was.open, by) != place.open || was.free != place.free)
        refuse("what that line proves is about another position");
    next_line();
}

static void stops(Cells mine, Cells yours, int depth);

/* It is your move. The file answers each move at this depth, unless the move finishes a line. */
static void holds(Cells mine, Cells yours, int depth) {
    Cells free = board & ~(mine | yours), harmless = safe(yours, free), asked = harmless;
    Cells open = matters(mine, yours).open;
    while (!at_end && at - text == depth) {
        Cells move = eat_cell(harmless);
        asked &= move & open ? ~move : open; /* all other cells are alike */
        stops(mine, yours | move, depth);
    }
    if (asked || (winning && !free)) refuse("a move of the other side has no answer");
}

/* It is my move. The rest of this line gives my answer; the lines below it give later ones. */
static void stops(Cells mine, Cells yours, int depth) {
    static Cells rest[LINES]; /* lines that I must not finish; not needed after this line */
    Cells answer = 0, pairs = 0, free = board & ~(mine | yours);
    Place place = matters(mine, yours);
    int here = number, many = 0;
    if (eat(" =")) {
        again(place);
        return;
    }
    if (strncmp(at, " pairs", 6) && eat(" ")) answer = eat_cell(safe(mine, free));
    for (int n = 0; n < lines; n++)
        if (!(line[n] & yours)) rest[many++] = line[n];
    if (eat(" pairs")) pairs = eat_pairs(free ^ answer, rest, &many);
    bool below = many || winning; /* do lines follow? */
    if (*at || (below && (pairs || !answer))) refuse("this does not keep the claim");
    next_line();
    if (below) holds(mine | answer, yours, depth + 1);
    known[here] = place, settled[here] = true;
}

/* The k cells from here on, each axis taken down, not at all, or up: if they are a line, add it. */
static void add_line(int cell, int way) {
    Cells found = 0;
    int n = lines;
    for (int step = 0, to = 0; step < k; step++, to = 0) {
        for (int axis = 0, ways = way; axis < axes; axis++, ways /= 3) {
            int size = sizes[axis], on = coordinate(cell, axis) + (ways % 3 - 1) * step;
            if (torus) on = (on % size + size) % size;
            if (on < 0 || on >= size) return;
            to += on * strides[axis];
        }
        if (found >> to & 1) return;
        found |= (Cells)1 << to;
    }
    while (n && line[n - 1] > found) n--;
    if (!found || (n && line[n - 1] == found)) return;
    memmove(line + n + 1, line + n, (size_t)(lines++ - n) * sizeof *line);
    line[n] = found;
}

/* Add the images that begin with `to`. The axes in `taken` already have a place. */
static void add_images(int axis, int taken, const unsigned char to[]) {
    unsigned char further[CELLS] = {0};
    if (axis == axes) memcpy(image[images++], to, CELLS);
    for (int way = 0; axis < axes && way < 2 * axes; way++) {
        int from = way / 2, turn = way % 2, size = sizes[axis];
        bool idle = size == 1 && (turn || from != axis); /* it would be the same image */
        if (idle || taken >> from & 1 || sizes[from] != size) continue;
        for (int cell = 0; cell < cells; cell++) {
            int on = coordinate(cell, from);
            further[cell] = (unsigned char)(to[cell] + (turn ? size - 1 - on : on) * strides[axis]);
        }
        add_images(axis + 1, taken | 1 << from, further);
    }
}

static void make_board(void) {
    int ways = 1;
    for (int axis = axes - 1, stride = 1; axis >= 0; stride *= sizes[axis--], ways *= 3)
        strides[axis] = stride;
    board = ~(Cells)0 >> (CELLS - cells), lines = images = 0;
    for (int cell = 0; cell < cells; cell++) {
        char *to = name[cell]; /* the layers, if any, the letter of the column, and the row */
        for (int axis = 0; axis < axes - 2; axis++)
            to += sprintf(to, axis ? ".%d" : "%d", coordinate(cell, axis) + 1);
        sprintf(to, "%c%d", 'a' + coordinate(cell, axes - 1), coordinate(cell, axes - 2) + 1);
        for (int way = 0; way < ways; way++) add_line(cell, way);
    }
    add_images(0, 0, (const unsigned char[CELLS]){0});
    qsort(image, (size_t)images, sizeof *image, compared);
    if (!lines) refuse("the board has no line");
}

/* The board, the moves that lead to the position, and what is claimed of it. */
static void read_claim(void) {
    next_line(), at = text;
    if (eat("noughts certificate 1: ")) refuse("it is of form 1, which strategy_checker.py reads");
    if (eat("noughts certificate 2: ")) refuse("it is of form 2, which tree_checker.c reads");
    expect("noughts certificate 3: ");
    strcpy(claim, at);
    long long product = sizes[0] = eat_number(2);
    bool box = *at == 'x';
    for (axes = 1; axes < (box ? AXES : 2) && eat(box ? "x" : ","); axes++)
        product *= sizes[axes] = eat_number(2);
    expect(",");
    k = eat_number(2);
    torus = !box && eat(",torus");
    expect(",misere");
    if (axes < 2 + box || !product || product > CELLS || sizes[axes - 1] > COLUMNS)
        refuse("not a board of up to 64 cells, a-z");
    cells = (int)product;
    make_board();
    stones[0] = stones[1] = moves = 0;
    for (bool more = eat(" after"); more; more = !eat(":"), moves++)
        expect(" "), stones[moves % 2] |= eat_cell(board & ~(stones[0] | stones[1]));
    for (int n = 0; n < lines; n++)
        if (!(line[n] & ~stones[0]) || !(line[n] & ~stones[1])) refuse("the game is over there");
    for (end = 0; end < 5 && strcmp(at, ENDS[end]); end++) continue;
    winning = end < 2;
    if (end == 5) refuse("not a claim");
    next_line();
}

static Cells opposite(Cells set) {
    Cells found = 0;
    for (int cell = 0; cell < cells; cell++) found = found << 1 | (set >> cell & 1);
    return found;
}

/* Whether the remaining pairs of opposite cells can be shared out without a line. */
static bool splits(Cells mine, Cells yours) {
    for (int n = 0; n < lines; n++)
        if (!(line[n] & ~mine) || !(line[n] & ~yours)) return false;
    Cells free = board & ~(mine | yours), one = free & -free, other = opposite(one);
    return !free || splits(mine | one, yours | other) || splits(mine | other, yours | one);
}

/* Whether it is enough that my side (0 is X, 1 is O) takes the cells opposite to yours. */
static bool reflects(int me) {
    Cells centre = (Cells)1 << cells / 2;
    if (moves || me == cells % 2) return false;
    if (me) return !winning;
    for (int n = 0; n < lines; n++)
        if (line[n] & centre && (line[n] == centre || line[n] != opposite(line[n]))) return false;
    return !winning || !splits(centre, 0);
}

/* Prove what is claimed of a side: 0 is X, 1 is O. */
static void prove(int me) {
    begin = number;
    if (!strcmp(text, "reflect") && reflects(me)) {
        next_line();
    } else if (me == moves % 2 || !strncmp(text, "- pairs", 7)) {
        if (at > text || !eat("-")) refuse("who is to move begins, on a line that begins with -");
        stops(stones[me], stones[1 - me], 0);
    } else
        holds(stones[me], stones[1 - me], 0);
}

static bool proved(void) {
    if (setjmp(refused)) return false;
    if (!file) refuse("the file cannot be opened");
    read_claim();
    prove(end == 4 ? moves % 2 : end % 2);
    if (end == 4) prove(1 - moves % 2);
    if (!at_end) refuse("this is more than the proof needs");
    return printf("proved: %s\n", claim) > 0;
}

int main(int argc, char **argv) {
    bool good = argc > 1;
    if (!good) fputs("name a file: check FILE...\n", stderr);
    for (int n = 1; n < argc; n++, number = 0) {
        file = fopen(argv[n], "r");
        good = proved() && good;
        if (file) fclose(file);
        memset(settled, 0, (size_t)number * sizeof *settled); /* for the next file */
    }
    return fflush(stdout) || !good;
}
