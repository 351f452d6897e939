// @ts-nocheck
/**
 * 8 x 8 tic-tac-toe, 5 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 8,8,5 --bits pair
 * Its numbers have up to 64 bits, past the 31 of plain ones, and are BigInts.
 */

/** The board's rows. */
export const ROWS = 8n;

/** The board's columns. */
export const COLS = 8n;

/** How many in a row make a line. */
export const K = 5n;

/** How many cells there are. */
export const CELLS = 64n;

/** All cells: bit i is cell i. */
export const BOARD = 18446744073709551615n;

/** Every line as a mask. */
export const LINES = Object.freeze([
    31n, 62n, 124n, 248n, 7936n, 15872n, 31744n, 63488n, 2031616n, 4063232n, 8126464n,
    16252928n, 520093696n, 1040187392n, 2080374784n, 4160749568n, 133143986176n,
    266287972352n, 532575944704n, 1065151889408n, 34084860461056n, 68169720922112n,
    136339441844224n, 272678883688448n, 8725724278030336n, 17451448556060672n,
    34902897112121344n, 69805794224242688n, 2233785415175766016n, 4467570830351532032n,
    8935141660703064064n, 17870283321406128128n, 4311810305n, 8623620610n, 17247241220n,
    34494482440n, 68988964880n, 137977929760n, 275955859520n, 551911719040n,
    1103823438080n, 2207646876160n, 4415293752320n, 8830587504640n, 17661175009280n,
    35322350018560n, 70644700037120n, 141289400074240n, 282578800148480n,
    565157600296960n, 1130315200593920n, 2260630401187840n, 4521260802375680n,
    9042521604751360n, 18085043209502720n, 36170086419005440n, 72340172838010880n,
    144680345676021760n, 289360691352043520n, 578721382704087040n, 1157442765408174080n,
    2314885530816348160n, 4629771061632696320n, 9259542123265392640n, 68853957121n,
    137707914242n, 275415828484n, 550831656968n, 17626613022976n, 35253226045952n,
    70506452091904n, 141012904183808n, 4512412933881856n, 9024825867763712n,
    18049651735527424n, 36099303471054848n, 1155177711073755136n, 2310355422147510272n,
    4620710844295020544n, 9241421688590041088n, 4328785936n, 8657571872n, 17315143744n,
    34630287488n, 1108169199616n, 2216338399232n, 4432676798464n, 8865353596928n,
    283691315101696n, 567382630203392n, 1134765260406784n, 2269530520813568n,
    72624976666034176n, 145249953332068352n, 290499906664136704n, 580999813328273408n,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1n);
    const t1 = t0 & (t0 >> 2n);
    const t2 = x & (x >> 8n);
    const t3 = t2 & (t2 >> 16n);
    const t4 = x & (x >> 9n);
    const t5 = t4 & (t4 >> 18n);
    const t6 = (t1 & (t1 >> 1n) & 1085102592571150095n) | (t3 & (t3 >> 8n)) | (t5 & (t5 >> 9n) & 252645135n);
    const t7 = x & (x >> 7n);
    const t8 = t7 & (t7 >> 14n);
    const t9 = o & (o >> 1n);
    const t10 = t9 & (t9 >> 2n);
    const t11 = o & (o >> 8n);
    const t12 = t11 & (t11 >> 16n);
    const t13 = o & (o >> 9n);
    const t14 = t13 & (t13 >> 18n);
    const t15 = (t10 & (t10 >> 1n) & 1085102592571150095n) | (t12 & (t12 >> 8n)) | (t14 & (t14 >> 9n) & 252645135n);
    const t16 = o & (o >> 7n);
    const t17 = t16 & (t16 >> 14n);
    const t18 = t6 | (t8 & (t8 >> 7n) & 4042322160n) | (t15 | (t17 & (t17 >> 7n) & 4042322160n));
    const t19 = t18 | (t18 >> 1n);
    const t20 = t19 | (t19 >> 2n);
    const t21 = t20 | (t20 >> 4n);
    const t22 = t21 | (t21 >> 8n);
    const t23 = t22 | (t22 >> 16n);
    const t24 = (((-((t23 | (t23 >> 32n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n) & ((x | o) ^ 18446744073709551615n);
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
    const t2 = stones & (stones >> 8n);
    const t3 = t2 & (t2 >> 16n);
    const t4 = stones & (stones >> 9n);
    const t5 = t4 & (t4 >> 18n);
    const t6 = (t1 & (t1 >> 1n) & 1085102592571150095n) | (t3 & (t3 >> 8n)) | (t5 & (t5 >> 9n) & 252645135n);
    const t7 = stones & (stones >> 7n);
    const t8 = t7 & (t7 >> 14n);
    return t6 | (t8 & (t8 >> 7n) & 4042322160n);
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1n);
    const t1 = t0 & (t0 >> 2n);
    const t2 = t1 & (t1 >> 1n) & 1085102592571150095n;
    const t3 = t2 | (t2 << 1n);
    const t4 = t3 | (t3 << 2n);
    const t5 = stones & (stones >> 8n);
    const t6 = t5 & (t5 >> 16n);
    const t7 = t6 & (t6 >> 8n);
    const t8 = t7 | (t7 << 8n);
    const t9 = t8 | (t8 << 16n);
    const t10 = stones & (stones >> 9n);
    const t11 = t10 & (t10 >> 18n);
    const t12 = t11 & (t11 >> 9n) & 252645135n;
    const t13 = t12 | (t12 << 9n);
    const t14 = t13 | (t13 << 18n);
    const t15 = stones & (stones >> 7n);
    const t16 = t15 & (t15 >> 14n);
    const t17 = t16 & (t16 >> 7n) & 4042322160n;
    const t18 = t17 | (t17 << 7n);
    const t19 = t18 | (t18 << 14n);
    return t4 | (t4 << 1n) | (t9 | (t9 << 8n)) | (t14 | (t14 << 9n)) | (t19 | (t19 << 7n));
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 7n);
    const t1 = t0 & (t0 >> 14n);
    const t2 = t1 & (t1 >> 7n) & 4042322160n;
    const t3 = t2 & (-t2);
    const t4 = t3 | (t3 << 7n);
    const t5 = t4 | (t4 << 14n);
    const t6 = stones & (stones >> 9n);
    const t7 = t6 & (t6 >> 18n);
    const t8 = t7 & (t7 >> 9n) & 252645135n;
    const t9 = t8 & (-t8);
    const t10 = t9 | (t9 >> 1n);
    const t11 = t10 | (t10 >> 2n);
    const t12 = t11 | (t11 >> 4n);
    const t13 = t12 | (t12 >> 8n);
    const t14 = (t5 | (t5 << 7n)) & (((-((t13 | (t13 >> 16n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t15 = t9 | (t9 << 9n);
    const t16 = t15 | (t15 << 18n);
    const t17 = stones & (stones >> 8n);
    const t18 = t17 & (t17 >> 16n);
    const t19 = t18 & (t18 >> 8n);
    const t20 = t19 & (-t19);
    const t21 = t20 | (t20 >> 1n);
    const t22 = t21 | (t21 >> 2n);
    const t23 = t22 | (t22 >> 4n);
    const t24 = t23 | (t23 >> 8n);
    const t25 = (t14 | (t16 | (t16 << 9n))) & (((-((t24 | (t24 >> 16n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t26 = t20 | (t20 << 8n);
    const t27 = t26 | (t26 << 16n);
    const t28 = stones & (stones >> 1n);
    const t29 = t28 & (t28 >> 2n);
    const t30 = t29 & (t29 >> 1n) & 1085102592571150095n;
    const t31 = t30 & (-t30);
    const t32 = t31 | (t31 >> 1n);
    const t33 = t32 | (t32 >> 2n);
    const t34 = t33 | (t33 >> 4n);
    const t35 = t34 | (t34 >> 8n);
    const t36 = t35 | (t35 >> 16n);
    const t37 = (t25 | (t27 | (t27 << 8n))) & (((-((t36 | (t36 >> 32n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t38 = t31 | (t31 << 1n);
    const t39 = t38 | (t38 << 2n);
    return t37 | (t39 | (t39 << 1n));
}

/** The grid as lines of text. */
export function draw(x, o) {
    const [cells, cols] = [64, 8];
    let text = "";
    for (let cell = 0; cell < cells; cell++, x >>= 1n, o >>= 1n) {
        if (cell % cols) text += "|";
        else if (cell) text += `\n-${"+-".repeat(cols - 1)}\n`;
        text += x & 1n ? "X" : o & 1n ? "O" : " ";
    }
    return text;
}
