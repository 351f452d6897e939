// @ts-nocheck
/**
 * 8 x 8 tic-tac-toe, 4 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 8,8,4 --bits pair
 * Its numbers have up to 64 bits, past the 31 of plain ones, and are BigInts.
 */

/** The board's rows. */
export const ROWS = 8n;

/** The board's columns. */
export const COLS = 8n;

/** How many in a row make a line. */
export const K = 4n;

/** How many cells there are. */
export const CELLS = 64n;

/** All cells: bit i is cell i. */
export const BOARD = 18446744073709551615n;

/** Every line as a mask. */
export const LINES = Object.freeze([
    15n, 30n, 60n, 120n, 240n, 3840n, 7680n, 15360n, 30720n, 61440n, 983040n, 1966080n,
    3932160n, 7864320n, 15728640n, 251658240n, 503316480n, 1006632960n, 2013265920n,
    4026531840n, 64424509440n, 128849018880n, 257698037760n, 515396075520n,
    1030792151040n, 16492674416640n, 32985348833280n, 65970697666560n, 131941395333120n,
    263882790666240n, 4222124650659840n, 8444249301319680n, 16888498602639360n,
    33776997205278720n, 67553994410557440n, 1080863910568919040n, 2161727821137838080n,
    4323455642275676160n, 8646911284551352320n, 17293822569102704640n, 16843009n,
    33686018n, 67372036n, 134744072n, 269488144n, 538976288n, 1077952576n, 2155905152n,
    4311810304n, 8623620608n, 17247241216n, 34494482432n, 68988964864n, 137977929728n,
    275955859456n, 551911718912n, 1103823437824n, 2207646875648n, 4415293751296n,
    8830587502592n, 17661175005184n, 35322350010368n, 70644700020736n, 141289400041472n,
    282578800082944n, 565157600165888n, 1130315200331776n, 2260630400663552n,
    4521260801327104n, 9042521602654208n, 18085043205308416n, 36170086410616832n,
    72340172821233664n, 144680345642467328n, 289360691284934656n, 578721382569869312n,
    1157442765139738624n, 2314885530279477248n, 4629771060558954496n,
    9259542121117908992n, 134480385n, 268960770n, 537921540n, 1075843080n, 2151686160n,
    34426978560n, 68853957120n, 137707914240n, 275415828480n, 550831656960n,
    8813306511360n, 17626613022720n, 35253226045440n, 70506452090880n, 141012904181760n,
    2256206466908160n, 4512412933816320n, 9024825867632640n, 18049651735265280n,
    36099303470530560n, 577588855528488960n, 1155177711056977920n, 2310355422113955840n,
    4620710844227911680n, 9241421688455823360n, 16909320n, 33818640n, 67637280n,
    135274560n, 270549120n, 4328785920n, 8657571840n, 17315143680n, 34630287360n,
    69260574720n, 1108169195520n, 2216338391040n, 4432676782080n, 8865353564160n,
    17730707128320n, 283691314053120n, 567382628106240n, 1134765256212480n,
    2269530512424960n, 4539061024849920n, 72624976397598720n, 145249952795197440n,
    290499905590394880n, 580999811180789760n, 1161999622361579520n,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1n);
    const t1 = x & (x >> 8n);
    const t2 = x & (x >> 9n);
    const t3 = (t0 & (t0 >> 2n) & 2242545357980376863n) | (t1 & (t1 >> 16n)) | (t2 & (t2 >> 18n) & 133666119455n);
    const t4 = x & (x >> 7n);
    const t5 = o & (o >> 1n);
    const t6 = o & (o >> 8n);
    const t7 = o & (o >> 9n);
    const t8 = (t5 & (t5 >> 2n) & 2242545357980376863n) | (t6 & (t6 >> 16n)) | (t7 & (t7 >> 18n) & 133666119455n);
    const t9 = o & (o >> 7n);
    const t10 = t3 | (t4 & (t4 >> 14n) & 1069328955640n) | (t8 | (t9 & (t9 >> 14n) & 1069328955640n));
    const t11 = t10 | (t10 >> 1n);
    const t12 = t11 | (t11 >> 2n);
    const t13 = t12 | (t12 >> 4n);
    const t14 = t13 | (t13 >> 8n);
    const t15 = t14 | (t14 >> 16n);
    const t16 = (((-((t15 | (t15 >> 32n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n) & ((x | o) ^ 18446744073709551615n);
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
    const t1 = stones & (stones >> 8n);
    const t2 = stones & (stones >> 9n);
    const t3 = (t0 & (t0 >> 2n) & 2242545357980376863n) | (t1 & (t1 >> 16n)) | (t2 & (t2 >> 18n) & 133666119455n);
    const t4 = stones & (stones >> 7n);
    return t3 | (t4 & (t4 >> 14n) & 1069328955640n);
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1n);
    const t1 = t0 & (t0 >> 2n) & 2242545357980376863n;
    const t2 = t1 | (t1 << 1n);
    const t3 = stones & (stones >> 8n);
    const t4 = t3 & (t3 >> 16n);
    const t5 = t4 | (t4 << 8n);
    const t6 = stones & (stones >> 9n);
    const t7 = t6 & (t6 >> 18n) & 133666119455n;
    const t8 = t7 | (t7 << 9n);
    const t9 = stones & (stones >> 7n);
    const t10 = t9 & (t9 >> 14n) & 1069328955640n;
    const t11 = t10 | (t10 << 7n);
    return t2 | (t2 << 2n) | (t5 | (t5 << 16n)) | (t8 | (t8 << 18n)) | (t11 | (t11 << 14n));
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 7n);
    const t1 = t0 & (t0 >> 14n) & 1069328955640n;
    const t2 = t1 & (-t1);
    const t3 = t2 | (t2 << 7n);
    const t4 = stones & (stones >> 9n);
    const t5 = t4 & (t4 >> 18n) & 133666119455n;
    const t6 = t5 & (-t5);
    const t7 = t6 | (t6 >> 1n);
    const t8 = t7 | (t7 >> 2n);
    const t9 = t8 | (t8 >> 4n);
    const t10 = t9 | (t9 >> 8n);
    const t11 = t10 | (t10 >> 16n);
    const t12 = (t3 | (t3 << 14n)) & (((-((t11 | (t11 >> 32n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t13 = t6 | (t6 << 9n);
    const t14 = stones & (stones >> 8n);
    const t15 = t14 & (t14 >> 16n);
    const t16 = t15 & (-t15);
    const t17 = t16 | (t16 >> 1n);
    const t18 = t17 | (t17 >> 2n);
    const t19 = t18 | (t18 >> 4n);
    const t20 = t19 | (t19 >> 8n);
    const t21 = t20 | (t20 >> 16n);
    const t22 = (t12 | (t13 | (t13 << 18n))) & (((-((t21 | (t21 >> 32n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t23 = t16 | (t16 << 8n);
    const t24 = stones & (stones >> 1n);
    const t25 = t24 & (t24 >> 2n) & 2242545357980376863n;
    const t26 = t25 & (-t25);
    const t27 = t26 | (t26 >> 1n);
    const t28 = t27 | (t27 >> 2n);
    const t29 = t28 | (t28 >> 4n);
    const t30 = t29 | (t29 >> 8n);
    const t31 = t30 | (t30 >> 16n);
    const t32 = (t22 | (t23 | (t23 << 16n))) & (((-((t31 | (t31 >> 32n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t33 = t26 | (t26 << 1n);
    return t32 | (t33 | (t33 << 2n));
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
