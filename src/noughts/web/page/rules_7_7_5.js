// @ts-nocheck
/**
 * 7 x 7 tic-tac-toe, 5 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 7,7,5 --bits pair
 * Its numbers have up to 49 bits, past the 31 of plain ones, and are BigInts.
 */

/** The board's rows. */
export const ROWS = 7n;

/** The board's columns. */
export const COLS = 7n;

/** How many in a row make a line. */
export const K = 5n;

/** How many cells there are. */
export const CELLS = 49n;

/** All cells: bit i is cell i. */
export const BOARD = 562949953421311n;

/** Every line as a mask. */
export const LINES = Object.freeze([
    31n, 62n, 124n, 3968n, 7936n, 15872n, 507904n, 1015808n, 2031616n, 65011712n,
    130023424n, 260046848n, 8321499136n, 16642998272n, 33285996544n, 1065151889408n,
    2130303778816n, 4260607557632n, 136339441844224n, 272678883688448n,
    545357767376896n, 270549121n, 541098242n, 1082196484n, 2164392968n, 4328785936n,
    8657571872n, 17315143744n, 34630287488n, 69260574976n, 138521149952n, 277042299904n,
    554084599808n, 1108169199616n, 2216338399232n, 4432676798464n, 8865353596928n,
    17730707193856n, 35461414387712n, 70922828775424n, 141845657550848n,
    283691315101696n, 4311810305n, 8623620610n, 17247241220n, 551911719040n,
    1103823438080n, 2207646876160n, 70644700037120n, 141289400074240n, 282578800148480n,
    272696336n, 545392672n, 1090785344n, 34905131008n, 69810262016n, 139620524032n,
    4467856769024n, 8935713538048n, 17871427076096n,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1n);
    const t1 = t0 & (t0 >> 2n);
    const t2 = x & (x >> 7n);
    const t3 = t2 & (t2 >> 14n);
    const t4 = x & (x >> 8n);
    const t5 = t4 & (t4 >> 16n);
    const t6 = x & (x >> 6n);
    const t7 = t6 & (t6 >> 12n);
    const t8 = (t1 & (t1 >> 1n) & 31028737590151n) | (t3 & (t3 >> 7n)) | (t5 & (t5 >> 8n) & 115591n) | (t7 & (t7 >> 6n) & 1849456n);
    const t9 = o & (o >> 1n);
    const t10 = t9 & (t9 >> 2n);
    const t11 = o & (o >> 7n);
    const t12 = t11 & (t11 >> 14n);
    const t13 = o & (o >> 8n);
    const t14 = t13 & (t13 >> 16n);
    const t15 = (t10 & (t10 >> 1n) & 31028737590151n) | (t12 & (t12 >> 7n)) | (t14 & (t14 >> 8n) & 115591n);
    const t16 = o & (o >> 6n);
    const t17 = t16 & (t16 >> 12n);
    const t18 = t8 | (t15 | (t17 & (t17 >> 6n) & 1849456n));
    const t19 = t18 | (t18 >> 1n);
    const t20 = t19 | (t19 >> 2n);
    const t21 = t20 | (t20 >> 4n);
    const t22 = t21 | (t21 >> 8n);
    const t23 = t22 | (t22 >> 16n);
    const t24 = (((-((t23 | (t23 >> 17n)) & 1n)) & 562949953421311n) ^ 562949953421311n) & ((x | o) ^ 562949953421311n);
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
    const t2 = stones & (stones >> 7n);
    const t3 = t2 & (t2 >> 14n);
    const t4 = stones & (stones >> 8n);
    const t5 = t4 & (t4 >> 16n);
    const t6 = stones & (stones >> 6n);
    const t7 = t6 & (t6 >> 12n);
    const t8 = (t1 & (t1 >> 1n) & 31028737590151n) | (t3 & (t3 >> 7n)) | (t5 & (t5 >> 8n) & 115591n) | (t7 & (t7 >> 6n) & 1849456n);
    return t8;
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1n);
    const t1 = t0 & (t0 >> 2n);
    const t2 = t1 & (t1 >> 1n) & 31028737590151n;
    const t3 = t2 | (t2 << 1n);
    const t4 = t3 | (t3 << 2n);
    const t5 = stones & (stones >> 7n);
    const t6 = t5 & (t5 >> 14n);
    const t7 = t6 & (t6 >> 7n);
    const t8 = t7 | (t7 << 7n);
    const t9 = t8 | (t8 << 14n);
    const t10 = stones & (stones >> 8n);
    const t11 = t10 & (t10 >> 16n);
    const t12 = t11 & (t11 >> 8n) & 115591n;
    const t13 = t12 | (t12 << 8n);
    const t14 = t13 | (t13 << 16n);
    const t15 = stones & (stones >> 6n);
    const t16 = t15 & (t15 >> 12n);
    const t17 = t16 & (t16 >> 6n) & 1849456n;
    const t18 = t17 | (t17 << 6n);
    const t19 = t18 | (t18 << 12n);
    return t4 | (t4 << 1n) | (t9 | (t9 << 7n)) | (t14 | (t14 << 8n)) | (t19 | (t19 << 6n));
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 6n);
    const t1 = t0 & (t0 >> 12n);
    const t2 = t1 & (t1 >> 6n) & 1849456n;
    const t3 = t2 & (-t2);
    const t4 = t3 | (t3 << 6n);
    const t5 = t4 | (t4 << 12n);
    const t6 = stones & (stones >> 8n);
    const t7 = t6 & (t6 >> 16n);
    const t8 = t7 & (t7 >> 8n) & 115591n;
    const t9 = t8 & (-t8);
    const t10 = t9 | (t9 >> 1n);
    const t11 = t10 | (t10 >> 2n);
    const t12 = t11 | (t11 >> 4n);
    const t13 = t12 | (t12 >> 8n);
    const t14 = (t5 | (t5 << 6n)) & (((-((t13 | (t13 >> 16n)) & 1n)) & 562949953421311n) ^ 562949953421311n);
    const t15 = t9 | (t9 << 8n);
    const t16 = t15 | (t15 << 16n);
    const t17 = stones & (stones >> 7n);
    const t18 = t17 & (t17 >> 14n);
    const t19 = t18 & (t18 >> 7n);
    const t20 = t19 & (-t19);
    const t21 = t20 | (t20 >> 1n);
    const t22 = t21 | (t21 >> 2n);
    const t23 = t22 | (t22 >> 4n);
    const t24 = t23 | (t23 >> 8n);
    const t25 = t24 | (t24 >> 16n);
    const t26 = (t14 | (t16 | (t16 << 8n))) & (((-((t25 | (t25 >> 17n)) & 1n)) & 562949953421311n) ^ 562949953421311n);
    const t27 = t20 | (t20 << 7n);
    const t28 = t27 | (t27 << 14n);
    const t29 = stones & (stones >> 1n);
    const t30 = t29 & (t29 >> 2n);
    const t31 = t30 & (t30 >> 1n) & 31028737590151n;
    const t32 = t31 & (-t31);
    const t33 = t32 | (t32 >> 1n);
    const t34 = t33 | (t33 >> 2n);
    const t35 = t34 | (t34 >> 4n);
    const t36 = t35 | (t35 >> 8n);
    const t37 = t36 | (t36 >> 16n);
    const t38 = (t26 | (t28 | (t28 << 7n))) & (((-((t37 | (t37 >> 17n)) & 1n)) & 562949953421311n) ^ 562949953421311n);
    const t39 = t32 | (t32 << 1n);
    const t40 = t39 | (t39 << 2n);
    return t38 | (t40 | (t40 << 1n));
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
