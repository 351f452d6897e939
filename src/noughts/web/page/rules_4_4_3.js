// @ts-nocheck
/**
 * 4 x 4 tic-tac-toe, 3 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 4,4,3 --bits pair
 * Its numbers are plain ones, of up to 16 bits.
 */

/** The board's rows. */
export const ROWS = 4;

/** The board's columns. */
export const COLS = 4;

/** How many in a row make a line. */
export const K = 3;

/** How many cells there are. */
export const CELLS = 16;

/** All cells: bit i is cell i. */
export const BOARD = 65535;

/** Every line as a mask. */
export const LINES = Object.freeze([
    7, 14, 112, 224, 1792, 3584, 28672, 57344, 273, 546, 1092, 2184, 4368, 8736, 17472,
    34944, 1057, 2114, 16912, 33824, 292, 584, 4672, 9344,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1);
    const t1 = x & (x >> 4);
    const t2 = x & (x >> 5);
    const t3 = x & (x >> 3);
    const t4 = (t0 & (t0 >> 1) & 13107) | (t1 & (t1 >> 4)) | (t2 & (t2 >> 5) & 51) | (t3 & (t3 >> 3) & 204);
    const t5 = o & (o >> 1);
    const t6 = o & (o >> 4);
    const t7 = o & (o >> 5);
    const t8 = o & (o >> 3);
    const t9 = (t5 & (t5 >> 1) & 13107) | (t6 & (t6 >> 4)) | (t7 & (t7 >> 5) & 51) | (t8 & (t8 >> 3) & 204);
    const t10 = t4 | t9;
    const t11 = t10 | (t10 >> 1);
    const t12 = t11 | (t11 >> 2);
    const t13 = t12 | (t12 >> 4);
    return (((-((t13 | (t13 >> 8)) & 1)) & 65535) ^ 65535) & ((x | o) ^ 65535);
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
    const t4 = (t0 & (t0 >> 1) & 13107) | (t1 & (t1 >> 4)) | (t2 & (t2 >> 5) & 51) | (t3 & (t3 >> 3) & 204);
    return t4;
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1);
    const t1 = t0 & (t0 >> 1) & 13107;
    const t2 = t1 | (t1 << 1);
    const t3 = stones & (stones >> 4);
    const t4 = t3 & (t3 >> 4);
    const t5 = t4 | (t4 << 4);
    const t6 = stones & (stones >> 5);
    const t7 = t6 & (t6 >> 5) & 51;
    const t8 = t7 | (t7 << 5);
    const t9 = stones & (stones >> 3);
    const t10 = t9 & (t9 >> 3) & 204;
    const t11 = t10 | (t10 << 3);
    return t2 | (t2 << 1) | (t5 | (t5 << 4)) | (t8 | (t8 << 5)) | (t11 | (t11 << 3));
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 3);
    const t1 = t0 & (t0 >> 3) & 204;
    const t2 = t1 & (-t1);
    const t3 = t2 | (t2 << 3);
    const t4 = stones & (stones >> 5);
    const t5 = t4 & (t4 >> 5) & 51;
    const t6 = t5 & (-t5);
    const t7 = t6 | (t6 >> 1);
    const t8 = t7 | (t7 >> 2);
    const t9 = t6 | (t6 << 5);
    const t10 = stones & (stones >> 4);
    const t11 = t10 & (t10 >> 4);
    const t12 = t11 & (-t11);
    const t13 = t12 | (t12 >> 1);
    const t14 = t13 | (t13 >> 2);
    const t15 = (((t3 | (t3 << 3)) & (((-((t8 | (t8 >> 4)) & 1)) & 65535) ^ 65535)) | (t9 | (t9 << 5))) & (((-((t14 | (t14 >> 4)) & 1)) & 65535) ^ 65535);
    const t16 = t12 | (t12 << 4);
    const t17 = stones & (stones >> 1);
    const t18 = t17 & (t17 >> 1) & 13107;
    const t19 = t18 & (-t18);
    const t20 = t19 | (t19 >> 1);
    const t21 = t20 | (t20 >> 2);
    const t22 = t21 | (t21 >> 4);
    const t23 = t19 | (t19 << 1);
    const t24 = ((t15 | (t16 | (t16 << 4))) & (((-((t22 | (t22 >> 8)) & 1)) & 65535) ^ 65535)) | (t23 | (t23 << 1));
    return t24;
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
