// @ts-nocheck
/**
 * 4 x 4 tic-tac-toe, 4 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 4,4,4 --bits pair
 * Its numbers are plain ones, of up to 16 bits.
 */

/** The board's rows. */
export const ROWS = 4;

/** The board's columns. */
export const COLS = 4;

/** How many in a row make a line. */
export const K = 4;

/** How many cells there are. */
export const CELLS = 16;

/** All cells: bit i is cell i. */
export const BOARD = 65535;

/** Every line as a mask. */
export const LINES = Object.freeze([
    15, 240, 3840, 61440, 4369, 8738, 17476, 34952, 33825, 4680,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1);
    const t1 = x & (x >> 4);
    const t2 = x & (x >> 5);
    const t3 = x & (x >> 3);
    const t4 = o & (o >> 1);
    const t5 = o & (o >> 4);
    const t6 = o & (o >> 5);
    const t7 = o & (o >> 3);
    const t8 = (t0 & (t0 >> 2) & 4369) | (t1 & (t1 >> 8)) | (t2 & (t2 >> 10)) | (t3 & (t3 >> 6) & 8) | ((t4 & (t4 >> 2) & 4369) | (t5 & (t5 >> 8)) | (t6 & (t6 >> 10)) | (t7 & (t7 >> 6) & 8));
    const t9 = t8 | (t8 >> 1);
    const t10 = t9 | (t9 >> 2);
    const t11 = t10 | (t10 >> 4);
    return (((-((t11 | (t11 >> 8)) & 1)) & 65535) ^ 65535) & ((x | o) ^ 65535);
}

/** Who moves next: 1 is X, 2 is O. */
export function turn(x, o) {
    const t0 = x | o;
    const t1 = t0 ^ (t0 >> 1);
    const t2 = t1 ^ (t1 >> 2);
    const t3 = t2 ^ (t2 >> 4);
    const t4 = (t3 ^ (t3 >> 8)) & 1;
    return (t4 ^ 1) | (t4 << 1);
}

/** X's stones after a move that may be played, given as the bit of its cell. */
export function afterX(x, o, stone) {
    const t0 = x | o;
    const t1 = t0 ^ (t0 >> 1);
    const t2 = t1 ^ (t1 >> 2);
    const t3 = t2 ^ (t2 >> 4);
    return x | (stone ^ (stone & (-((t3 ^ (t3 >> 8)) & 1))));
}

/** O's stones after a move that may be played, given as the bit of its cell. */
export function afterO(x, o, stone) {
    const t0 = x | o;
    const t1 = t0 ^ (t0 >> 1);
    const t2 = t1 ^ (t1 >> 2);
    const t3 = t2 ^ (t2 >> 4);
    return o | (stone & (-((t3 ^ (t3 >> 8)) & 1)));
}

/** Where K in a row start; 0 if nowhere. */
export function lineStarts(stones) {
    const t0 = stones & (stones >> 1);
    const t1 = stones & (stones >> 4);
    const t2 = stones & (stones >> 5);
    const t3 = stones & (stones >> 3);
    return (t0 & (t0 >> 2) & 4369) | (t1 & (t1 >> 8)) | (t2 & (t2 >> 10)) | (t3 & (t3 >> 6) & 8);
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1);
    const t1 = t0 & (t0 >> 2) & 4369;
    const t2 = t1 | (t1 << 1);
    const t3 = stones & (stones >> 4);
    const t4 = t3 & (t3 >> 8);
    const t5 = t4 | (t4 << 4);
    const t6 = stones & (stones >> 5);
    const t7 = t6 & (t6 >> 10);
    const t8 = t7 | (t7 << 5);
    const t9 = stones & (stones >> 3);
    const t10 = t9 & (t9 >> 6) & 8;
    const t11 = t10 | (t10 << 3);
    return t2 | (t2 << 2) | (t5 | (t5 << 8)) | (t8 | (t8 << 10)) | (t11 | (t11 << 6));
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 3);
    const t1 = t0 & (t0 >> 6) & 8;
    const t2 = t1 & (-t1);
    const t3 = t2 | (t2 << 3);
    const t4 = stones & (stones >> 5);
    const t5 = t4 & (t4 >> 10);
    const t6 = t5 & (-t5);
    const t7 = t6 | (t6 << 5);
    const t8 = stones & (stones >> 4);
    const t9 = t8 & (t8 >> 8);
    const t10 = t9 & (-t9);
    const t11 = t10 | (t10 >> 1);
    const t12 = (((t3 | (t3 << 6)) & (((-t6) & 65535) ^ 65535)) | (t7 | (t7 << 10))) & (((-((t11 | (t11 >> 2)) & 1)) & 65535) ^ 65535);
    const t13 = t10 | (t10 << 4);
    const t14 = stones & (stones >> 1);
    const t15 = t14 & (t14 >> 2) & 4369;
    const t16 = t15 & (-t15);
    const t17 = t16 | (t16 >> 1);
    const t18 = t17 | (t17 >> 2);
    const t19 = t18 | (t18 >> 4);
    const t20 = t16 | (t16 << 1);
    const t21 = ((t12 | (t13 | (t13 << 8))) & (((-((t19 | (t19 >> 8)) & 1)) & 65535) ^ 65535)) | (t20 | (t20 << 2));
    return t21;
}

/** The grid as lines of text. */
export function draw(x, o) {
    const [cells, cols] = [16, 4];
    let text = "";
    for (let cell = 0; cell < cells; cell++, x >>= 1, o >>= 1) {
        if (cell % cols) text += "|";
        else if (cell) text += `\n-${"+-".repeat(cols - 1)}\n`;
        text += x & 1 ? "X" : o & 1 ? "O" : " ";
    }
    return text;
}
