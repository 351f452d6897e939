// @ts-nocheck
/**
 * 7 x 7 tic-tac-toe, 4 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 7,7,4 --bits pair
 * Its numbers have up to 49 bits, past the 31 of plain ones, and are BigInts.
 */

/** The board's rows. */
export const ROWS = 7n;

/** The board's columns. */
export const COLS = 7n;

/** How many in a row make a line. */
export const K = 4n;

/** How many cells there are. */
export const CELLS = 49n;

/** All cells: bit i is cell i. */
export const BOARD = 562949953421311n;

/** Every line as a mask. */
export const LINES = Object.freeze([
    15n, 30n, 60n, 120n, 1920n, 3840n, 7680n, 15360n, 245760n, 491520n, 983040n,
    1966080n, 31457280n, 62914560n, 125829120n, 251658240n, 4026531840n, 8053063680n,
    16106127360n, 32212254720n, 515396075520n, 1030792151040n, 2061584302080n,
    4123168604160n, 65970697666560n, 131941395333120n, 263882790666240n,
    527765581332480n, 2113665n, 4227330n, 8454660n, 16909320n, 33818640n, 67637280n,
    135274560n, 270549120n, 541098240n, 1082196480n, 2164392960n, 4328785920n,
    8657571840n, 17315143680n, 34630287360n, 69260574720n, 138521149440n, 277042298880n,
    554084597760n, 1108169195520n, 2216338391040n, 4432676782080n, 8865353564160n,
    17730707128320n, 35461414256640n, 70922828513280n, 141845657026560n,
    283691314053120n, 16843009n, 33686018n, 67372036n, 134744072n, 2155905152n,
    4311810304n, 8623620608n, 17247241216n, 275955859456n, 551911718912n,
    1103823437824n, 2207646875648n, 35322350010368n, 70644700020736n, 141289400041472n,
    282578800082944n, 2130440n, 4260880n, 8521760n, 17043520n, 272696320n, 545392640n,
    1090785280n, 2181570560n, 34905128960n, 69810257920n, 139620515840n, 279241031680n,
    4467856506880n, 8935713013760n, 17871426027520n, 35742852055040n,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1n);
    const t1 = x & (x >> 7n);
    const t2 = x & (x >> 8n);
    const t3 = (t0 & (t0 >> 2n) & 66490151978895n) | (t1 & (t1 >> 14n)) | (t2 & (t2 >> 16n) & 31704975n);
    const t4 = x & (x >> 6n);
    const t5 = o & (o >> 1n);
    const t6 = o & (o >> 7n);
    const t7 = o & (o >> 8n);
    const t8 = (t5 & (t5 >> 2n) & 66490151978895n) | (t6 & (t6 >> 14n)) | (t7 & (t7 >> 16n) & 31704975n);
    const t9 = o & (o >> 6n);
    const t10 = t3 | (t4 & (t4 >> 12n) & 253639800n) | (t8 | (t9 & (t9 >> 12n) & 253639800n));
    const t11 = t10 | (t10 >> 1n);
    const t12 = t11 | (t11 >> 2n);
    const t13 = t12 | (t12 >> 4n);
    const t14 = t13 | (t13 >> 8n);
    const t15 = t14 | (t14 >> 16n);
    const t16 = (((-((t15 | (t15 >> 17n)) & 1n)) & 562949953421311n) ^ 562949953421311n) & ((x | o) ^ 562949953421311n);
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
    const t1 = stones & (stones >> 7n);
    const t2 = stones & (stones >> 8n);
    const t3 = (t0 & (t0 >> 2n) & 66490151978895n) | (t1 & (t1 >> 14n)) | (t2 & (t2 >> 16n) & 31704975n);
    const t4 = stones & (stones >> 6n);
    return t3 | (t4 & (t4 >> 12n) & 253639800n);
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1n);
    const t1 = t0 & (t0 >> 2n) & 66490151978895n;
    const t2 = t1 | (t1 << 1n);
    const t3 = stones & (stones >> 7n);
    const t4 = t3 & (t3 >> 14n);
    const t5 = t4 | (t4 << 7n);
    const t6 = stones & (stones >> 8n);
    const t7 = t6 & (t6 >> 16n) & 31704975n;
    const t8 = t7 | (t7 << 8n);
    const t9 = stones & (stones >> 6n);
    const t10 = t9 & (t9 >> 12n) & 253639800n;
    const t11 = t10 | (t10 << 6n);
    return t2 | (t2 << 2n) | (t5 | (t5 << 14n)) | (t8 | (t8 << 16n)) | (t11 | (t11 << 12n));
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 6n);
    const t1 = t0 & (t0 >> 12n) & 253639800n;
    const t2 = t1 & (-t1);
    const t3 = t2 | (t2 << 6n);
    const t4 = stones & (stones >> 8n);
    const t5 = t4 & (t4 >> 16n) & 31704975n;
    const t6 = t5 & (-t5);
    const t7 = t6 | (t6 >> 1n);
    const t8 = t7 | (t7 >> 2n);
    const t9 = t8 | (t8 >> 4n);
    const t10 = t9 | (t9 >> 8n);
    const t11 = t10 | (t10 >> 16n);
    const t12 = (t3 | (t3 << 12n)) & (((-((t11 | (t11 >> 17n)) & 1n)) & 562949953421311n) ^ 562949953421311n);
    const t13 = t6 | (t6 << 8n);
    const t14 = stones & (stones >> 7n);
    const t15 = t14 & (t14 >> 14n);
    const t16 = t15 & (-t15);
    const t17 = t16 | (t16 >> 1n);
    const t18 = t17 | (t17 >> 2n);
    const t19 = t18 | (t18 >> 4n);
    const t20 = t19 | (t19 >> 8n);
    const t21 = t20 | (t20 >> 16n);
    const t22 = (t12 | (t13 | (t13 << 16n))) & (((-((t21 | (t21 >> 17n)) & 1n)) & 562949953421311n) ^ 562949953421311n);
    const t23 = t16 | (t16 << 7n);
    const t24 = stones & (stones >> 1n);
    const t25 = t24 & (t24 >> 2n) & 66490151978895n;
    const t26 = t25 & (-t25);
    const t27 = t26 | (t26 >> 1n);
    const t28 = t27 | (t27 >> 2n);
    const t29 = t28 | (t28 >> 4n);
    const t30 = t29 | (t29 >> 8n);
    const t31 = t30 | (t30 >> 16n);
    const t32 = (t22 | (t23 | (t23 << 14n))) & (((-((t31 | (t31 >> 17n)) & 1n)) & 562949953421311n) ^ 562949953421311n);
    const t33 = t26 | (t26 << 1n);
    return t32 | (t33 | (t33 << 2n));
}

/** The grid as lines of text. */
export function draw(x, o) {
    const [cells, cols] = [49, 7];
    let text = "";
    for (let cell = 0; cell < cells; cell++, x >>= 1n, o >>= 1n) {
        if (cell % cols) text += "|";
        else if (cell) text += `\n-${"+-".repeat(cols - 1)}\n`;
        text += x & 1n ? "X" : o & 1n ? "O" : " ";
    }
    return text;
}
