// @ts-nocheck
/**
 * 6 x 6 tic-tac-toe, 5 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 6,6,5 --bits pair
 * Its numbers have up to 36 bits, past the 31 of plain ones, and are BigInts.
 */

/** The board's rows. */
export const ROWS = 6n;

/** The board's columns. */
export const COLS = 6n;

/** How many in a row make a line. */
export const K = 5n;

/** How many cells there are. */
export const CELLS = 36n;

/** All cells: bit i is cell i. */
export const BOARD = 68719476735n;

/** Every line as a mask. */
export const LINES = Object.freeze([
    31n, 62n, 1984n, 3968n, 126976n, 253952n, 8126464n, 16252928n, 520093696n,
    1040187392n, 33285996544n, 66571993088n, 17043521n, 34087042n, 68174084n,
    136348168n, 272696336n, 545392672n, 1090785344n, 2181570688n, 4363141376n,
    8726282752n, 17452565504n, 34905131008n, 270549121n, 541098242n, 17315143744n,
    34630287488n, 17318416n, 34636832n, 1108378624n, 2216757248n,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1n);
    const t1 = t0 & (t0 >> 2n);
    const t2 = x & (x >> 6n);
    const t3 = t2 & (t2 >> 12n);
    const t4 = x & (x >> 7n);
    const t5 = t4 & (t4 >> 14n);
    const t6 = x & (x >> 5n);
    const t7 = t6 & (t6 >> 10n);
    const t8 = (t1 & (t1 >> 1n) & 3272356035n) | (t3 & (t3 >> 6n)) | (t5 & (t5 >> 7n) & 195n) | (t7 & (t7 >> 5n) & 3120n);
    const t9 = o & (o >> 1n);
    const t10 = t9 & (t9 >> 2n);
    const t11 = o & (o >> 6n);
    const t12 = t11 & (t11 >> 12n);
    const t13 = o & (o >> 7n);
    const t14 = t13 & (t13 >> 14n);
    const t15 = o & (o >> 5n);
    const t16 = t15 & (t15 >> 10n);
    const t17 = (t10 & (t10 >> 1n) & 3272356035n) | (t12 & (t12 >> 6n)) | (t14 & (t14 >> 7n) & 195n) | (t16 & (t16 >> 5n) & 3120n);
    const t18 = t8 | t17;
    const t19 = t18 | (t18 >> 1n);
    const t20 = t19 | (t19 >> 2n);
    const t21 = t20 | (t20 >> 4n);
    const t22 = t21 | (t21 >> 8n);
    const t23 = t22 | (t22 >> 16n);
    const t24 = (((-((t23 | (t23 >> 4n)) & 1n)) & 68719476735n) ^ 68719476735n) & ((x | o) ^ 68719476735n);
    return t24;
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
    const t1 = t0 & (t0 >> 2n);
    const t2 = stones & (stones >> 6n);
    const t3 = t2 & (t2 >> 12n);
    const t4 = stones & (stones >> 7n);
    const t5 = t4 & (t4 >> 14n);
    const t6 = stones & (stones >> 5n);
    const t7 = t6 & (t6 >> 10n);
    const t8 = (t1 & (t1 >> 1n) & 3272356035n) | (t3 & (t3 >> 6n)) | (t5 & (t5 >> 7n) & 195n) | (t7 & (t7 >> 5n) & 3120n);
    return t8;
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1n);
    const t1 = t0 & (t0 >> 2n);
    const t2 = t1 & (t1 >> 1n) & 3272356035n;
    const t3 = t2 | (t2 << 1n);
    const t4 = t3 | (t3 << 2n);
    const t5 = stones & (stones >> 6n);
    const t6 = t5 & (t5 >> 12n);
    const t7 = t6 & (t6 >> 6n);
    const t8 = t7 | (t7 << 6n);
    const t9 = t8 | (t8 << 12n);
    const t10 = stones & (stones >> 7n);
    const t11 = t10 & (t10 >> 14n);
    const t12 = t11 & (t11 >> 7n) & 195n;
    const t13 = t12 | (t12 << 7n);
    const t14 = t13 | (t13 << 14n);
    const t15 = stones & (stones >> 5n);
    const t16 = t15 & (t15 >> 10n);
    const t17 = t16 & (t16 >> 5n) & 3120n;
    const t18 = t17 | (t17 << 5n);
    const t19 = t18 | (t18 << 10n);
    return t4 | (t4 << 1n) | (t9 | (t9 << 6n)) | (t14 | (t14 << 7n)) | (t19 | (t19 << 5n));
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 5n);
    const t1 = t0 & (t0 >> 10n);
    const t2 = t1 & (t1 >> 5n) & 3120n;
    const t3 = t2 & (-t2);
    const t4 = t3 | (t3 << 5n);
    const t5 = t4 | (t4 << 10n);
    const t6 = stones & (stones >> 7n);
    const t7 = t6 & (t6 >> 14n);
    const t8 = t7 & (t7 >> 7n) & 195n;
    const t9 = t8 & (-t8);
    const t10 = t9 | (t9 >> 1n);
    const t11 = t10 | (t10 >> 2n);
    const t12 = t11 | (t11 >> 4n);
    const t13 = t9 | (t9 << 7n);
    const t14 = t13 | (t13 << 14n);
    const t15 = ((t5 | (t5 << 5n)) & (((-((t12 | (t12 >> 4n)) & 1n)) & 68719476735n) ^ 68719476735n)) | (t14 | (t14 << 7n));
    const t16 = stones & (stones >> 6n);
    const t17 = t16 & (t16 >> 12n);
    const t18 = t17 & (t17 >> 6n);
    const t19 = t18 & (-t18);
    const t20 = t19 | (t19 >> 1n);
    const t21 = t20 | (t20 >> 2n);
    const t22 = t21 | (t21 >> 4n);
    const t23 = t22 | (t22 >> 8n);
    const t24 = t19 | (t19 << 6n);
    const t25 = t24 | (t24 << 12n);
    const t26 = (t15 & (((-((t23 | (t23 >> 4n)) & 1n)) & 68719476735n) ^ 68719476735n)) | (t25 | (t25 << 6n));
    const t27 = stones & (stones >> 1n);
    const t28 = t27 & (t27 >> 2n);
    const t29 = t28 & (t28 >> 1n) & 3272356035n;
    const t30 = t29 & (-t29);
    const t31 = t30 | (t30 >> 1n);
    const t32 = t31 | (t31 >> 2n);
    const t33 = t32 | (t32 >> 4n);
    const t34 = t33 | (t33 >> 8n);
    const t35 = t34 | (t34 >> 16n);
    const t36 = t30 | (t30 << 1n);
    const t37 = t36 | (t36 << 2n);
    const t38 = (t26 & (((-((t35 | (t35 >> 4n)) & 1n)) & 68719476735n) ^ 68719476735n)) | (t37 | (t37 << 1n));
    return t38;
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
