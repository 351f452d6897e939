// @ts-nocheck
/**
 * 3 x 3 tic-tac-toe, 3 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 3,3,3 --bits pair
 * Its numbers are plain ones, of up to 18 bits.
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
    7, 56, 448, 73, 146, 292, 273, 84,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1);
    const t1 = x & (x >> 3);
    const t2 = x & (x >> 4);
    const t3 = x & (x >> 2);
    const t4 = o & (o >> 1);
    const t5 = o & (o >> 3);
    const t6 = o & (o >> 4);
    const t7 = o & (o >> 2);
    const t8 = (t0 & (t0 >> 1) & 73) | (t1 & (t1 >> 3)) | (t2 & (t2 >> 4)) | (t3 & (t3 >> 2) & 4) | ((t4 & (t4 >> 1) & 73) | (t5 & (t5 >> 3)) | (t6 & (t6 >> 4)) | (t7 & (t7 >> 2) & 4));
    const t9 = t8 | (t8 >> 1);
    const t10 = t9 | (t9 >> 2);
    const t11 = t10 | (t10 >> 4);
    return (((-((t11 | (t11 >> 1)) & 1)) & 511) ^ 511) & ((x | o) ^ 511);
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

/** 0 while the game goes on; then 1 if X has won, 2 if O has, 3 for a draw. */
export function result(x, o) {
    const t0 = x & (x >> 1);
    const t1 = x & (x >> 3);
    const t2 = x & (x >> 4);
    const t3 = x & (x >> 2);
    const t4 = (t0 & (t0 >> 1) & 73) | (t1 & (t1 >> 3)) | (t2 & (t2 >> 4)) | (t3 & (t3 >> 2) & 4);
    const t5 = t4 | (t4 >> 1);
    const t6 = t5 | (t5 >> 2);
    const t7 = t6 | (t6 >> 4);
    const t8 = (t7 | (t7 >> 1)) & 1;
    const t9 = o & (o >> 1);
    const t10 = o & (o >> 3);
    const t11 = o & (o >> 4);
    const t12 = o & (o >> 2);
    const t13 = (t9 & (t9 >> 1) & 73) | (t10 & (t10 >> 3)) | (t11 & (t11 >> 4)) | (t12 & (t12 >> 2) & 4);
    const t14 = t13 | (t13 >> 1);
    const t15 = t14 | (t14 >> 2);
    const t16 = t15 | (t15 >> 4);
    const t17 = (t16 | (t16 >> 1)) & 1 & (t8 ^ 1);
    const t18 = (x | o) ^ 511;
    const t19 = t18 | (t18 >> 1);
    const t20 = t19 | (t19 >> 2);
    const t21 = t20 | (t20 >> 4);
    const t22 = (t8 | t17 | ((t21 | (t21 >> 1)) & 1)) ^ 1;
    return t8 | t22 | ((t17 | t22) << 1);
}

/** Where K in a row start; 0 if nowhere. */
export function lineStarts(stones) {
    const t0 = stones & (stones >> 1);
    const t1 = stones & (stones >> 3);
    const t2 = stones & (stones >> 4);
    const t3 = stones & (stones >> 2);
    return (t0 & (t0 >> 1) & 73) | (t1 & (t1 >> 3)) | (t2 & (t2 >> 4)) | (t3 & (t3 >> 2) & 4);
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1);
    const t1 = t0 & (t0 >> 1) & 73;
    const t2 = t1 | (t1 << 1);
    const t3 = stones & (stones >> 3);
    const t4 = t3 & (t3 >> 3);
    const t5 = t4 | (t4 << 3);
    const t6 = stones & (stones >> 4);
    const t7 = t6 & (t6 >> 4);
    const t8 = t7 | (t7 << 4);
    const t9 = stones & (stones >> 2);
    const t10 = t9 & (t9 >> 2) & 4;
    const t11 = t10 | (t10 << 2);
    return t2 | (t2 << 1) | (t5 | (t5 << 3)) | (t8 | (t8 << 4)) | (t11 | (t11 << 2));
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 2);
    const t1 = t0 & (t0 >> 2) & 4;
    const t2 = t1 & (-t1);
    const t3 = t2 | (t2 << 2);
    const t4 = stones & (stones >> 4);
    const t5 = t4 & (t4 >> 4);
    const t6 = t5 & (-t5);
    const t7 = t6 | (t6 << 4);
    const t8 = stones & (stones >> 3);
    const t9 = t8 & (t8 >> 3);
    const t10 = t9 & (-t9);
    const t11 = t10 | (t10 >> 1);
    const t12 = t11 | (t11 >> 2);
    const t13 = (((t3 | (t3 << 2)) & (((-t6) & 511) ^ 511)) | (t7 | (t7 << 4))) & (((-((t12 | (t12 >> 1)) & 1)) & 511) ^ 511);
    const t14 = t10 | (t10 << 3);
    const t15 = stones & (stones >> 1);
    const t16 = t15 & (t15 >> 1) & 73;
    const t17 = t16 & (-t16);
    const t18 = t17 | (t17 >> 1);
    const t19 = t18 | (t18 >> 2);
    const t20 = t19 | (t19 >> 4);
    const t21 = t17 | (t17 << 1);
    const t22 = ((t13 | (t14 | (t14 << 3))) & (((-((t20 | (t20 >> 1)) & 1)) & 511) ^ 511)) | (t21 | (t21 << 1));
    return t22;
}

/** Two bitboards as two bitboards side by side, one a player: bit i of each is cell i. */
export function encodePair(x, o) {
    return x | (o << 9);
}

/** The bitboard of X in such a number. */
export function pairX(code) {
    return code & 511;
}

/** The bitboard of O in such a number. */
export function pairO(code) {
    return code >> 9;
}

/** Two bitboards as the grid in one number, two bits a cell. */
export function encodeBase4(x, o) {
    const t0 = (x | (x << 8)) & 65791;
    const t1 = (o | (o << 8)) & 65791;
    const t2 = (t0 | (t0 << 4)) & 69391;
    const t3 = (t1 | (t1 << 4)) & 69391;
    const t4 = (t2 | (t2 << 2)) & 78643;
    const t5 = (t3 | (t3 << 2)) & 78643;
    return ((t4 | (t4 << 1)) & 87381) | (((t5 | (t5 << 1)) & 87381) << 1);
}

/** The bitboard of X in such a number. */
export function base4X(code) {
    const t0 = code & 87381;
    const t1 = (t0 | (t0 >> 1)) & 78643;
    const t2 = (t1 | (t1 >> 2)) & 69391;
    const t3 = (t2 | (t2 >> 4)) & 65791;
    return (t3 | (t3 >> 8)) & 511;
}

/** The bitboard of O in such a number. */
export function base4O(code) {
    const t0 = (code >> 1) & 87381;
    const t1 = (t0 | (t0 >> 1)) & 78643;
    const t2 = (t1 | (t1 >> 2)) & 69391;
    const t3 = (t2 | (t2 >> 4)) & 65791;
    return (t3 | (t3 >> 8)) & 511;
}

/** Two bitboards as the grid as ternary digits, a cell each. */
export function encodeBase3(x, o) {
    const t0 = (x | (x << 8)) & 65791;
    const t1 = (o | (o << 8)) & 65791;
    const t2 = (t0 | (t0 << 4)) & 69391;
    const t3 = (t1 | (t1 << 4)) & 69391;
    const t4 = (t2 | (t2 << 2)) & 78643;
    const t5 = (t3 | (t3 << 2)) & 78643;
    const t6 = ((t4 | (t4 << 1)) & 87381) | (((t5 | (t5 << 1)) & 87381) << 1);
    const t7 = t6 - ((t6 >> 2) & 13107);
    const t8 = t7 - (((t7 >> 4) & 3855) * 7);
    const t9 = t8 - (((t8 >> 8) & 255) * 175);
    return t9 - ((t9 >> 16) * 58975);
}

/** The bitboard of X in such a number. */
export function base3X(code) {
    const t0 = Math.trunc(code / 3);
    const t1 = Math.trunc(t0 / 3);
    const t2 = Math.trunc(t1 / 3);
    const t3 = Math.trunc(t2 / 3);
    const t4 = ((code - (t0 * 3)) & 1) | (((t0 - (t1 * 3)) & 1) << 1) | (((t1 - (t2 * 3)) & 1) << 2) | (((t2 - (t3 * 3)) & 1) << 3);
    const t5 = Math.trunc(t3 / 3);
    const t6 = Math.trunc(t5 / 3);
    const t7 = Math.trunc(t6 / 3);
    const t8 = t4 | (((t3 - (t5 * 3)) & 1) << 4) | (((t5 - (t6 * 3)) & 1) << 5) | (((t6 - (t7 * 3)) & 1) << 6);
    const t9 = Math.trunc(t7 / 3);
    return t8 | (((t7 - (t9 * 3)) & 1) << 7) | (((t9 - ((Math.trunc(t9 / 3)) * 3)) & 1) << 8);
}

/** The bitboard of O in such a number. */
export function base3O(code) {
    const t0 = Math.trunc(code / 3);
    const t1 = Math.trunc(t0 / 3);
    const t2 = Math.trunc(t1 / 3);
    const t3 = Math.trunc(t2 / 3);
    const t4 = ((code - (t0 * 3)) >> 1) | (((t0 - (t1 * 3)) >> 1) << 1) | (((t1 - (t2 * 3)) >> 1) << 2) | (((t2 - (t3 * 3)) >> 1) << 3);
    const t5 = Math.trunc(t3 / 3);
    const t6 = Math.trunc(t5 / 3);
    const t7 = Math.trunc(t6 / 3);
    const t8 = t4 | (((t3 - (t5 * 3)) >> 1) << 4) | (((t5 - (t6 * 3)) >> 1) << 5) | (((t6 - (t7 * 3)) >> 1) << 6);
    const t9 = Math.trunc(t7 / 3);
    return t8 | (((t7 - (t9 * 3)) >> 1) << 7) | (((t9 - ((Math.trunc(t9 / 3)) * 3)) >> 1) << 8);
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
