// @ts-nocheck
/**
 * 3 x 3 torus tic-tac-toe, 3 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 3,3,3,torus --bits pair
 * Its numbers are plain ones, of up to 9 bits.
 */

/** The board's rows. */
export const ROWS = 3;

/** The board's columns. */
export const COLS = 3;

/** How many in a row make a line. */
export const K = 3;

/** How many cells there are. */
export const CELLS = 9;

/** All cells: bit i is cell i. */
export const BOARD = 511;

/** Every line as a mask. */
export const LINES = Object.freeze([
    7, 56, 448, 73, 146, 292, 273, 98, 140, 161, 266, 84,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x >> 1;
    const t1 = x & ((t0 & 219) | ((x & 73) << 2));
    const t2 = x & ((x >> 3) | ((x & 7) << 6));
    const t3 = (t1 & (((t1 >> 1) & 219) | ((t1 & 73) << 2)) & 73) | (t2 & ((t2 >> 3) | ((t2 & 7) << 6)) & 7);
    const t4 = x & (((x >> 4) & 27) | (t0 & 36) | ((x & 6) << 5) | ((x & 1) << 8));
    const t5 = t3 | (t4 & (((t4 >> 4) & 27) | ((t4 >> 1) & 36) | ((t4 & 6) << 5) | ((t4 & 1) << 8)) & 7);
    const t6 = x & (((x >> 5) & 9) | ((x >> 2) & 54) | ((x & 4) << 4) | ((x & 3) << 7));
    const t7 = o >> 1;
    const t8 = o & ((t7 & 219) | ((o & 73) << 2));
    const t9 = o & ((o >> 3) | ((o & 7) << 6));
    const t10 = (t8 & (((t8 >> 1) & 219) | ((t8 & 73) << 2)) & 73) | (t9 & ((t9 >> 3) | ((t9 & 7) << 6)) & 7);
    const t11 = o & (((o >> 4) & 27) | (t7 & 36) | ((o & 6) << 5) | ((o & 1) << 8));
    const t12 = t10 | (t11 & (((t11 >> 4) & 27) | ((t11 >> 1) & 36) | ((t11 & 6) << 5) | ((t11 & 1) << 8)) & 7);
    const t13 = o & (((o >> 5) & 9) | ((o >> 2) & 54) | ((o & 4) << 4) | ((o & 3) << 7));
    const t14 = t12 | (t13 & (((t13 >> 5) & 9) | ((t13 >> 2) & 54) | ((t13 & 4) << 4) | ((t13 & 3) << 7)) & 7);
    const t15 = t5 | (t6 & (((t6 >> 5) & 9) | ((t6 >> 2) & 54) | ((t6 & 4) << 4) | ((t6 & 3) << 7)) & 7) | t14;
    const t16 = t15 | (t15 >> 1);
    const t17 = t16 | (t16 >> 2);
    const t18 = t17 | (t17 >> 4);
    return (((-((t18 | (t18 >> 1)) & 1)) & 511) ^ 511) & ((x | o) ^ 511);
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
    const t0 = stones >> 1;
    const t1 = stones & ((t0 & 219) | ((stones & 73) << 2));
    const t2 = stones & ((stones >> 3) | ((stones & 7) << 6));
    const t3 = (t1 & (((t1 >> 1) & 219) | ((t1 & 73) << 2)) & 73) | (t2 & ((t2 >> 3) | ((t2 & 7) << 6)) & 7);
    const t4 = stones & (((stones >> 4) & 27) | (t0 & 36) | ((stones & 6) << 5) | ((stones & 1) << 8));
    const t5 = t3 | (t4 & (((t4 >> 4) & 27) | ((t4 >> 1) & 36) | ((t4 & 6) << 5) | ((t4 & 1) << 8)) & 7);
    const t6 = stones & (((stones >> 5) & 9) | ((stones >> 2) & 54) | ((stones & 4) << 4) | ((stones & 3) << 7));
    return t5 | (t6 & (((t6 >> 5) & 9) | ((t6 >> 2) & 54) | ((t6 & 4) << 4) | ((t6 & 3) << 7)) & 7);
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones >> 1;
    const t1 = stones & ((t0 & 219) | ((stones & 73) << 2));
    const t2 = t1 & (((t1 >> 1) & 219) | ((t1 & 73) << 2)) & 73;
    const t3 = t2 | (t2 << 1);
    const t4 = stones & ((stones >> 3) | ((stones & 7) << 6));
    const t5 = t4 & ((t4 >> 3) | ((t4 & 7) << 6)) & 7;
    const t6 = t5 | (t5 << 3);
    const t7 = stones & (((stones >> 4) & 27) | (t0 & 36) | ((stones & 6) << 5) | ((stones & 1) << 8));
    const t8 = t7 & (((t7 >> 4) & 27) | ((t7 >> 1) & 36) | ((t7 & 6) << 5) | ((t7 & 1) << 8));
    const t9 = (t8 & 7) | (((t8 & 3) << 4) | ((t8 & 4) << 1));
    const t10 = stones & (((stones >> 5) & 9) | ((stones >> 2) & 54) | ((stones & 4) << 4) | ((stones & 3) << 7));
    const t11 = t10 & (((t10 >> 5) & 9) | ((t10 >> 2) & 54) | ((t10 & 4) << 4) | ((t10 & 3) << 7));
    const t12 = (t11 & 7) | (((t11 & 1) << 5) | ((t11 & 6) << 2));
    const t13 = t3 | (t3 << 1) | (t6 | (t6 << 3)) | (t9 | (((t9 & 27) << 4) | ((t9 & 36) << 1))) | (t12 | (((t12 & 9) << 5) | ((t12 & 54) << 2)));
    return t13;
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (((stones >> 5) & 9) | ((stones >> 2) & 54) | ((stones & 4) << 4) | ((stones & 3) << 7));
    const t1 = t0 & (((t0 >> 5) & 9) | ((t0 >> 2) & 54) | ((t0 & 4) << 4) | ((t0 & 3) << 7)) & 7;
    const t2 = t1 & (-t1);
    const t3 = t2 | (((t2 & 9) << 5) | ((t2 & 54) << 2));
    const t4 = stones >> 1;
    const t5 = stones & (((stones >> 4) & 27) | (t4 & 36) | ((stones & 6) << 5) | ((stones & 1) << 8));
    const t6 = t5 & (((t5 >> 4) & 27) | ((t5 >> 1) & 36) | ((t5 & 6) << 5) | ((t5 & 1) << 8)) & 7;
    const t7 = t6 & (-t6);
    const t8 = t7 | (t7 >> 1);
    const t9 = t8 | (t8 >> 2);
    const t10 = t7 | (((t7 & 27) << 4) | ((t7 & 36) << 1));
    const t11 = ((t3 | (((t3 & 9) << 5) | ((t3 & 54) << 2))) & (((-((t9 | (t9 >> 1)) & 1)) & 511) ^ 511)) | (t10 | (((t10 & 27) << 4) | ((t10 & 36) << 1)));
    const t12 = stones & ((stones >> 3) | ((stones & 7) << 6));
    const t13 = t12 & ((t12 >> 3) | ((t12 & 7) << 6)) & 7;
    const t14 = t13 & (-t13);
    const t15 = t14 | (t14 >> 1);
    const t16 = t15 | (t15 >> 2);
    const t17 = t14 | (t14 << 3);
    const t18 = stones & ((t4 & 219) | ((stones & 73) << 2));
    const t19 = t18 & (((t18 >> 1) & 219) | ((t18 & 73) << 2)) & 73;
    const t20 = t19 & (-t19);
    const t21 = t20 | (t20 >> 1);
    const t22 = t21 | (t21 >> 2);
    const t23 = t22 | (t22 >> 4);
    const t24 = ((t11 & (((-((t16 | (t16 >> 1)) & 1)) & 511) ^ 511)) | (t17 | (t17 << 3))) & (((-((t23 | (t23 >> 1)) & 1)) & 511) ^ 511);
    const t25 = t20 | (t20 << 1);
    return t24 | (t25 | (t25 << 1));
}

/** The grid as lines of text. */
export function draw(x, o) {
    const [cells, cols] = [9, 3];
    let text = "";
    for (let cell = 0; cell < cells; cell++, x >>= 1, o >>= 1) {
        if (cell % cols) text += "|";
        else if (cell) text += `\n-${"+-".repeat(cols - 1)}\n`;
        text += x & 1 ? "X" : o & 1 ? "O" : " ";
    }
    return text;
}
