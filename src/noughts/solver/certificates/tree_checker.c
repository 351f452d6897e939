/* Check certificates of form 2: cc -O2 -o check tree_checker.c && ./check FILE...
 * docs/certificates.md defines the lines of a file, and explains why the file proves its claim.
 * The checker needs only C99. For each line it keeps three sets of cells, in at most 80 MB. */
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
typedef uint64_t Cells;                            /* a set of cells, a bit for each */
typedef struct { Cells mine, free, dead; } Place;  /* dead: mine, or in pairs; all else is yours */
typedef struct { Cells zone, stones, dead; } Rest; /* what a proof rests on, and its dead cells */
static const char *const ENDS[] = { /* of claims: X answers in 0 and 2, O in 1, 3 and 5 */
    " X wins", " O wins", " X never loses", " O never loses", " drawn",
    " drawn, X by strategy stealing", " X never loses by strategy stealing"};
static int axes, sizes[AXES], strides[AXES], cells, k, end, lines, images, moves;
static bool torus, misere, winning, at_end; /* of the board; of the claim; of the file */
static Cells board, stones[2];             /* all cells; those of X and of O at the beginning */
static Cells line[LINES];                  /* in ascending order, as numbers */
static unsigned char image[IMAGES][CELLS]; /* where each cell goes, in ascending order */
static FILE *file;
static char name[CELLS][80], text[LENGTH + 2], claim[LENGTH + 2];
static const char *at; /* what is still to be read of the line */
static int number, begin; /* of this line, from 1; of the first one about this side */
static Rest known[NUMBERS + 1]; /* by each line, or nothing */
static jmp_buf refused;
static Rest holds(Place place, int depth);

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
/* Whether a move follows in this line. */
static int goes(void) { return *at == ' ' && strncmp(at, " pairs", 6) && strcmp(at, " weights"); }

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
    for (int kept = 0; *at && strcmp(at, " weights"); *many = kept, kept = 0) {
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

/* Whether these lines weigh less than 1, if a line that lacks n cells weighs 2^(doubled - n). */
static bool light(const Cells left[], int many, Cells free, bool doubled) {
    uint64_t sum = 0; /* in units of 2^-64 */
    for (int n = 0; n < many; n++) {
        int lacks = count(left[n] & free) - doubled;
        if (lacks < 1 || sum > UINT64_MAX - ((uint64_t)1 << (64 - lacks))) return false;
        sum += (uint64_t)1 << (64 - lacks);
    }
    return true;
}

/* The least of these cells that alone completes a line of mine, and the greatest such line. */
static Cells threat(Cells mine, Cells among, Cells *by) {
    Cells found = 0;
    for (int n = 0; n < lines; n++) {
        Cells lacks = line[n] & ~mine;
        if (lacks & among && !(lacks & (lacks - 1)) && (!found || lacks <= found))
            found = lacks, *by = line[n];
    }
    return found;
}

/* The zone with enough cells of each line in H to keep you from finishing that line first. */
static Cells widened(Cells zone, Cells free, Cells dead, int needed) {
    for (int n = 0; n < lines; n++) {
        if (line[n] & dead || count(line[n] & zone) >= needed) continue;
        zone |= line[n] & free;
        if (count(line[n] & zone) < needed) refuse("the other side finishes a line first");
    }
    return zone;
}

static Cells turned(Cells set, int by) {
    Cells found = 0;
    for (int cell = 0; set; cell++, set >>= 1) found |= (set & 1) << image[by][cell];
    return found;
}

/* ` =LINE` or ` =LINE/IMAGE`: what that line proves is enough here. */
static Rest again(Place place) {
    int other = eat_number(7), by = eat("/") ? eat_number(5) : 0;
    Rest was = begin <= other && other < number ? known[other] : (Rest){0, 0, 0};
    if (*at || by >= images || !(was.zone | was.dead))
        refuse("that line has proved nothing, or the board has no such image");
    Rest rest = {turned(was.zone, by), turned(was.stones, by), turned(was.dead, by)};
    bool enough = !(rest.zone & ~place.free) && !(rest.stones & ~place.mine);
    for (int n = 0; n < lines; n++) enough &= line[n] & place.dead || !(line[n] & rest.dead);
    if (!enough) refuse("what that line proves is not enough here");
    return next_line(), rest;
}

/* It is my move. The rest of this line gives my answer; the lines below it give later ones. */
static Rest stops(Place place, int depth) {
    static Cells left[LINES]; /* lines that I still have to stop; not needed after this line */
    Cells answer = 0, paired = 0, cover = 0, by = 0;
    int here = strspn(text, " ") < (size_t)depth ? 0 : number, many = 0; /* 0 within a line */
    for (int n = 0; n < lines; n++)
        if (!(line[n] & (place.dead | place.free))) refuse("the other side has a line");
    if (eat(" =")) return again(place);
    if (goes()) at++, answer = eat_cell(place.free);
    bool on = answer && goes(); /* your next move follows */
    for (int n = 0; n < lines; n++)
        if (!(line[n] & (place.dead | answer))) left[many++] = line[n];
    if (eat(" pairs")) paired = eat_pairs(place.free ^ answer, left, &many);
    for (int n = 0; n < many; n++) cover |= left[n];
    Cells mine = place.mine | answer, free = place.free ^ (answer | paired);
    bool weights = eat(" weights"), below = !weights && (winning || many); /* do lines follow? */
    if (weights && (winning || !light(left, many, free, answer))) refuse("weights stop nothing");
    if ((*at && !(on && below)) || (below && (!answer || cover & paired))) refuse("unstopped");
    if (on) at = memmove(text + depth + 1, at + 1, strlen(at)); else next_line();
    Rest rest = {cover & free, 0, 0}; /* of weights */
    if (!weights && !paired && threat(place.mine, answer, &by) && at - text <= depth)
        rest = (Rest){widened(answer, place.free, place.dead, 1), by, 0};
    else if (below)
        rest = holds((Place){mine, free, place.dead | answer | paired}, depth + 1);
    return known[here] = (Rest){rest.zone | answer | paired, rest.stones & ~answer, place.dead};
}

/* It is your move. Each has a line of this depth, or lies outside the zone of a move with one. */
static Rest holds(Place place, int depth) {
    Cells answered = 0, open = place.free, by = 0, by_2 = 0;
    Cells first = threat(place.mine, open, &by), second = threat(place.mine, open ^ first, &by_2);
    Rest all = {0, 0, 0}, forced = {0, 0, 0};
    while (!at_end && at - text == depth) {
        Cells move = eat_cell(place.free);
        Rest own = stops((Place){place.mine, place.free ^ move, place.dead}, depth);
        if (move == first) forced = own;
        answered |= move, open &= own.zone;
        all = (Rest){all.zone | own.zone, all.stones | own.stones, 0};
    }
    if (answered && !(open & ~answered)) return all;
    if (!second && !(first & answered)) refuse("a move of the other side has no answer");
    if (!second) all = forced;
    all.stones |= (by & ~first) | (by_2 & ~second);
    all.zone = widened(all.zone | first | second, place.free, place.dead, 2);
    return all;
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
    if (eat("noughts certificate 3: ")) refuse("it is of form 3, which misere_checker.c reads");
    expect("noughts certificate 2: "), strcpy(claim, at);
    long long product = sizes[0] = eat_number(2);
    bool box = *at == 'x';
    for (axes = 1; axes < (box ? AXES : 2) && eat(box ? "x" : ","); axes++)
        product *= sizes[axes] = eat_number(2);
    expect(",");
    k = eat_number(2);
    torus = !box && eat(",torus"), misere = eat(",misere");
    if (axes < 2 + box || !product || product > CELLS || sizes[axes - 1] > COLUMNS)
        refuse("not a board of up to 64 cells, a-z");
    cells = (int)product, make_board();
    stones[0] = stones[1] = moves = 0;
    for (bool more = eat(" after"); more; more = !eat(":"), moves++)
        expect(" "), stones[moves % 2] |= eat_cell(board & ~(stones[0] | stones[1]));
    for (int n = 0; n < lines; n++)
        if (!(line[n] & ~stones[0]) || !(line[n] & ~stones[1])) refuse("the game is over there");
    for (end = 0; end < 7 && strcmp(at, ENDS[end]); end++) continue;
    winning = end < 2;
    if (end == 7 || (end > 4 && (moves || misere))) refuse("not a claim of this position");
    next_line();
}

/* Prove what is claimed of a side: 0 is X, 1 is O. */
static void prove(int me) {
    Place start = {stones[me], board & ~(stones[0] | stones[1]), stones[me]};
    begin = number;
    if (misere) { /* O takes the cell opposite */
        if (!me || winning || moves || cells % 2 || strcmp(text, "reflect"))
            refuse("in misere `reflect` proves that O never loses, on an even board");
        next_line();
    } else if (me == moves % 2) {
        if (at > text || !eat("-")) refuse("who is to move begins, on a line that begins with -");
        stops(start, 0);
    } else
        holds(start, 0);
}

static bool proved(void) {
    if (setjmp(refused)) return false;
    if (!file) refuse("the file cannot be opened");
    read_claim();
    if (end < 6) prove(end == 4 ? moves % 2 : end % 2);
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
        memset(known, 0, (size_t)number * sizeof *known); /* for the next file */
    }
    return fflush(stdout) || !good;
}
