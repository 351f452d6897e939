// @ts-nocheck
/**
 * 5 x 5 tic-tac-toe, 4 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 5,5,4 --bits pair
 * Its numbers are plain ones, of up to 25 bits.
 */

/** The board's rows. */
export const ROWS = 5;

/** The board's columns. */
export const COLS = 5;

/** How many in a row make a line. */
export const K = 4;

/** How many cells there are. */
export const CELLS = 25;

/** All cells: bit i is cell i. */
export const BOARD = 33554431;

/** Every line as a mask. */
export const LINES = Object.freeze([
    15, 30, 480, 960, 15360, 30720, 491520, 983040, 15728640, 31457280, 33825, 67650,
    135300, 270600, 541200, 1082400, 2164800, 4329600, 8659200, 17318400, 266305,
    532610, 8521760, 17043520, 34952, 69904, 1118464, 2236928,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1);
    const t1 = x & (x >> 5);
    const t2 = x & (x >> 6);
    const t3 = x & (x >> 4);
    const t4 = (t0 & (t0 >> 2) & 3247203) | (t1 & (t1 >> 10)) | (t2 & (t2 >> 12) & 99) | (t3 & (t3 >> 8) & 792);
    const t5 = o & (o >> 1);
    const t6 = o & (o >> 5);
    const t7 = o & (o >> 6);
    const t8 = o & (o >> 4);
    const t9 = (t5 & (t5 >> 2) & 3247203) | (t6 & (t6 >> 10)) | (t7 & (t7 >> 12) & 99) | (t8 & (t8 >> 8) & 792);
    const t10 = t4 | t9;
    const t11 = t10 | (t10 >> 1);
    const t12 = t11 | (t11 >> 2);
    const t13 = t12 | (t12 >> 4);
    const t14 = t13 | (t13 >> 8);
    return (((-((t14 | (t14 >> 9)) & 1)) & 33554431) ^ 33554431) & ((x | o) ^ 33554431);
}

/** Who moves next: 1 is X, 2 is O. */
export function turn(x, o) {
    const t0 = x | o;
    const t1 = t0 ^ (t0 >> 1);
    const t2 = t1 ^ (t1 >> 2);
    const t3 = t2 ^ (t2 >> 4);
    const t4 = t3 ^ (t3 >> 8);
    const t5 = (t4 ^ (t4 >> 16)) & 1;
    return (t5 ^ 1) | (t5 << 1);
}

/** X's stones after a move that may be played, given as the bit of its cell. */
export function afterX(x, o, stone) {
    const t0 = x | o;
    const t1 = t0 ^ (t0 >> 1);
    const t2 = t1 ^ (t1 >> 2);
    const t3 = t2 ^ (t2 >> 4);
    const t4 = t3 ^ (t3 >> 8);
    return x | (stone ^ (stone & (-((t4 ^ (t4 >> 16)) & 1))));
}

/** O's stones after a move that may be played, given as the bit of its cell. */
export function afterO(x, o, stone) {
    const t0 = x | o;
    const t1 = t0 ^ (t0 >> 1);
    const t2 = t1 ^ (t1 >> 2);
    const t3 = t2 ^ (t2 >> 4);
    const t4 = t3 ^ (t3 >> 8);
    return o | (stone & (-((t4 ^ (t4 >> 16)) & 1)));
}

/** Where K in a row start; 0 if nowhere. */
export function lineStarts(stones) {
    const t0 = stones & (stones >> 1);
    const t1 = stones & (stones >> 5);
    const t2 = stones & (stones >> 6);
    const t3 = stones & (stones >> 4);
    const t4 = (t0 & (t0 >> 2) & 3247203) | (t1 & (t1 >> 10)) | (t2 & (t2 >> 12) & 99) | (t3 & (t3 >> 8) & 792);
    return t4;
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1);
    const t1 = t0 & (t0 >> 2) & 3247203;
    const t2 = t1 | (t1 << 1);
    const t3 = stones & (stones >> 5);
    const t4 = t3 & (t3 >> 10);
    const t5 = t4 | (t4 << 5);
    const t6 = stones & (stones >> 6);
    const t7 = t6 & (t6 >> 12) & 99;
    const t8 = t7 | (t7 << 6);
    const t9 = stones & (stones >> 4);
    const t10 = t9 & (t9 >> 8) & 792;
    const t11 = t10 | (t10 << 4);
    return t2 | (t2 << 2) | (t5 | (t5 << 10)) | (t8 | (t8 << 12)) | (t11 | (t11 << 8));
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 4);
    const t1 = t0 & (t0 >> 8) & 792;
    const t2 = t1 & (-t1);
    const t3 = t2 | (t2 << 4);
    const t4 = stones & (stones >> 6);
    const t5 = t4 & (t4 >> 12) & 99;
    const t6 = t5 & (-t5);
    const t7 = t6 | (t6 >> 1);
    const t8 = t7 | (t7 >> 2);
    const t9 = t6 | (t6 << 6);
    const t10 = ((t3 | (t3 << 8)) & (((-((t8 | (t8 >> 4)) & 1)) & 33554431) ^ 33554431)) | (t9 | (t9 << 12));
    const t11 = stones & (stones >> 5);
    const t12 = t11 & (t11 >> 10);
    const t13 = t12 & (-t12);
    const t14 = t13 | (t13 >> 1);
    const t15 = t14 | (t14 >> 2);
    const t16 = t15 | (t15 >> 4);
    const t17 = t16 | (t16 >> 8);
    const t18 = t13 | (t13 << 5);
    const t19 = stones & (stones >> 1);
    const t20 = t19 & (t19 >> 2) & 3247203;
    const t21 = t20 & (-t20);
    const t22 = t21 | (t21 >> 1);
    const t23 = t22 | (t22 >> 2);
    const t24 = t23 | (t23 >> 4);
    const t25 = t24 | (t24 >> 8);
    const t26 = ((t10 & (((-((t17 | (t17 >> 9)) & 1)) & 33554431) ^ 33554431)) | (t18 | (t18 << 10))) & (((-((t25 | (t25 >> 9)) & 1)) & 33554431) ^ 33554431);
    const t27 = t21 | (t21 << 1);
    return t26 | (t27 | (t27 << 2));
}

/** The grid as lines of text. */
export function draw(x, o) {
    const [cells, cols] = [25, 5];
    let text = "";
    for (let cell = 0; cell < cells; cell++, x >>= 1, o >>= 1) {
        if (cell % cols) text += "|";
        else if (cell) text += `\n-${"+-".repeat(cols - 1)}\n`;
        text += x & 1 ? "X" : o & 1 ? "O" : " ";
    }
    return text;
}
