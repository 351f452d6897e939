// @ts-nocheck
/**
 * 6 x 6 tic-tac-toe, 4 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 6,6,4 --bits pair
 * Its numbers have up to 36 bits, past the 31 of plain ones, and are BigInts.
 */

/** The board's rows. */
export const ROWS = 6n;

/** The board's columns. */
export const COLS = 6n;

/** How many in a row make a line. */
export const K = 4n;

/** How many cells there are. */
export const CELLS = 36n;

/** All cells: bit i is cell i. */
export const BOARD = 68719476735n;

/** Every line as a mask. */
export const LINES = Object.freeze([
    15n, 30n, 60n, 960n, 1920n, 3840n, 61440n, 122880n, 245760n, 3932160n, 7864320n,
    15728640n, 251658240n, 503316480n, 1006632960n, 16106127360n, 32212254720n,
    64424509440n, 266305n, 532610n, 1065220n, 2130440n, 4260880n, 8521760n, 17043520n,
    34087040n, 68174080n, 136348160n, 272696320n, 545392640n, 1090785280n, 2181570560n,
    4363141120n, 8726282240n, 17452564480n, 34905128960n, 2113665n, 4227330n, 8454660n,
    135274560n, 270549120n, 541098240n, 8657571840n, 17315143680n, 34630287360n,
    270600n, 541200n, 1082400n, 17318400n, 34636800n, 69273600n, 1108377600n,
    2216755200n, 4433510400n,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1n);
    const t1 = x & (x >> 6n);
    const t2 = x & (x >> 7n);
    const t3 = x & (x >> 5n);
    const t4 = (t0 & (t0 >> 2n) & 7635497415n) | (t1 & (t1 >> 12n)) | (t2 & (t2 >> 14n) & 29127n) | (t3 & (t3 >> 10n) & 233016n);
    const t5 = o & (o >> 1n);
    const t6 = o & (o >> 6n);
    const t7 = o & (o >> 7n);
    const t8 = o & (o >> 5n);
    const t9 = (t5 & (t5 >> 2n) & 7635497415n) | (t6 & (t6 >> 12n)) | (t7 & (t7 >> 14n) & 29127n) | (t8 & (t8 >> 10n) & 233016n);
    const t10 = t4 | t9;
    const t11 = t10 | (t10 >> 1n);
    const t12 = t11 | (t11 >> 2n);
    const t13 = t12 | (t12 >> 4n);
    const t14 = t13 | (t13 >> 8n);
    const t15 = t14 | (t14 >> 16n);
    const t16 = (((-((t15 | (t15 >> 4n)) & 1n)) & 68719476735n) ^ 68719476735n) & ((x | o) ^ 68719476735n);
    return t16;
}

/** Who moves next: 1 is X, 2 is O. */
export function turn(x, o) {
    const t0 = x | o;
    const t1 = t0 ^ (t0 >> 1n);
    const t2 = t1 ^ (t1 >> 2n);
    const t3 = t2 ^ (t2 >> 4n);
    const t4 = t3 ^ (t3 >> 8n);
    const t5 = t4 ^ (t4 >> 16n);
    const t6 = (t5 ^ (t5 >> 32n)) & 1n;
    return (t6 ^ 1n) | (t6 << 1n);
}

/** X's stones after a move that may be played, given as the bit of its cell. */
export function afterX(x, o, stone) {
    const t0 = x | o;
    const t1 = t0 ^ (t0 >> 1n);
    const t2 = t1 ^ (t1 >> 2n);
    const t3 = t2 ^ (t2 >> 4n);
    const t4 = t3 ^ (t3 >> 8n);
    const t5 = t4 ^ (t4 >> 16n);
    return x | (stone ^ (stone & (-((t5 ^ (t5 >> 32n)) & 1n))));
}

/** O's stones after a move that may be played, given as the bit of its cell. */
export function afterO(x, o, stone) {
    const t0 = x | o;
    const t1 = t0 ^ (t0 >> 1n);
    const t2 = t1 ^ (t1 >> 2n);
    const t3 = t2 ^ (t2 >> 4n);
    const t4 = t3 ^ (t3 >> 8n);
    const t5 = t4 ^ (t4 >> 16n);
    return o | (stone & (-((t5 ^ (t5 >> 32n)) & 1n)));
}

/** Where K in a row start; 0 if nowhere. */
export function lineStarts(stones) {
    const t0 = stones & (stones >> 1n);
    const t1 = stones & (stones >> 6n);
    const t2 = stones & (stones >> 7n);
    const t3 = stones & (stones >> 5n);
    const t4 = (t0 & (t0 >> 2n) & 7635497415n) | (t1 & (t1 >> 12n)) | (t2 & (t2 >> 14n) & 29127n) | (t3 & (t3 >> 10n) & 233016n);
    return t4;
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1n);
    const t1 = t0 & (t0 >> 2n) & 7635497415n;
    const t2 = t1 | (t1 << 1n);
    const t3 = stones & (stones >> 6n);
    const t4 = t3 & (t3 >> 12n);
    const t5 = t4 | (t4 << 6n);
    const t6 = stones & (stones >> 7n);
    const t7 = t6 & (t6 >> 14n) & 29127n;
    const t8 = t7 | (t7 << 7n);
    const t9 = stones & (stones >> 5n);
    const t10 = t9 & (t9 >> 10n) & 233016n;
    const t11 = t10 | (t10 << 5n);
    return t2 | (t2 << 2n) | (t5 | (t5 << 12n)) | (t8 | (t8 << 14n)) | (t11 | (t11 << 10n));
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 5n);
    const t1 = t0 & (t0 >> 10n) & 233016n;
    const t2 = t1 & (-t1);
    const t3 = t2 | (t2 << 5n);
    const t4 = stones & (stones >> 7n);
    const t5 = t4 & (t4 >> 14n) & 29127n;
    const t6 = t5 & (-t5);
    const t7 = t6 | (t6 >> 1n);
    const t8 = t7 | (t7 >> 2n);
    const t9 = t8 | (t8 >> 4n);
    const t10 = t9 | (t9 >> 8n);
    const t11 = t6 | (t6 << 7n);
    const t12 = ((t3 | (t3 << 10n)) & (((-((t10 | (t10 >> 4n)) & 1n)) & 68719476735n) ^ 68719476735n)) | (t11 | (t11 << 14n));
    const t13 = stones & (stones >> 6n);
    const t14 = t13 & (t13 >> 12n);
    const t15 = t14 & (-t14);
    const t16 = t15 | (t15 >> 1n);
    const t17 = t16 | (t16 >> 2n);
    const t18 = t17 | (t17 >> 4n);
    const t19 = t18 | (t18 >> 8n);
    const t20 = t19 | (t19 >> 16n);
    const t21 = t15 | (t15 << 6n);
    const t22 = (t12 & (((-((t20 | (t20 >> 4n)) & 1n)) & 68719476735n) ^ 68719476735n)) | (t21 | (t21 << 12n));
    const t23 = stones & (stones >> 1n);
    const t24 = t23 & (t23 >> 2n) & 7635497415n;
    const t25 = t24 & (-t24);
    const t26 = t25 | (t25 >> 1n);
    const t27 = t26 | (t26 >> 2n);
    const t28 = t27 | (t27 >> 4n);
    const t29 = t28 | (t28 >> 8n);
    const t30 = t29 | (t29 >> 16n);
    const t31 = t25 | (t25 << 1n);
    const t32 = (t22 & (((-((t30 | (t30 >> 4n)) & 1n)) & 68719476735n) ^ 68719476735n)) | (t31 | (t31 << 2n));
    return t32;
}

/** The grid as lines of text. */
export function draw(x, o) {
    const [cells, cols] = [36, 6];
    let text = "";
    for (let cell = 0; cell < cells; cell++, x >>= 1n, o >>= 1n) {
        if (cell % cols) text += "|";
        else if (cell) text += `\n-${"+-".repeat(cols - 1)}\n`;
        text += x & 1n ? "X" : o & 1n ? "O" : " ";
    }
    return text;
}
