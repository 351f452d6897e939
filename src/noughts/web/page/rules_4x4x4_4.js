// @ts-nocheck
/**
 * 4 x 4 x 4 tic-tac-toe, 4 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered layer by layer and row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 4x4x4,4 --bits pair
 * Its numbers have up to 64 bits, past the 31 of plain ones, and are BigInts.
 */

/** The board's sizes; the last two are those of a layer. */
export const SIZES = Object.freeze([
    4n, 4n, 4n,
]);

/** How many layers there are. */
export const LAYERS = 4n;

/** A layer's rows. */
export const ROWS = 4n;

/** A layer's columns. */
export const COLS = 4n;

/** How many in a row make a line. */
export const K = 4n;

/** How many cells there are. */
export const CELLS = 64n;

/** All cells: bit i is cell i. */
export const BOARD = 18446744073709551615n;

/** Every line as a mask. */
export const LINES = Object.freeze([
    15n, 240n, 3840n, 61440n, 983040n, 15728640n, 251658240n, 4026531840n, 64424509440n,
    1030792151040n, 16492674416640n, 263882790666240n, 4222124650659840n,
    67553994410557440n, 1080863910568919040n, 17293822569102704640n, 4369n, 8738n,
    17476n, 34952n, 286326784n, 572653568n, 1145307136n, 2290614272n, 18764712116224n,
    37529424232448n, 75058848464896n, 150117696929792n, 1229764173248856064n,
    2459528346497712128n, 4919056692995424256n, 9838113385990848512n, 281479271743489n,
    562958543486978n, 1125917086973956n, 2251834173947912n, 4503668347895824n,
    9007336695791648n, 18014673391583296n, 36029346783166592n, 72058693566333184n,
    144117387132666368n, 288234774265332736n, 576469548530665472n, 1152939097061330944n,
    2305878194122661888n, 4611756388245323776n, 9223512776490647552n, 33825n,
    2216755200n, 145277268787200n, 9520891087237939200n, 4680n, 306708480n,
    20100446945280n, 1317302891005870080n, 2251816993685505n, 36029071898968080n,
    576465150383489280n, 9223442406135828480n, 281483566907400n, 4503737070518400n,
    72059793128294400n, 1152956690052710400n, 1152922604119523329n,
    2305845208239046658n, 4611690416478093316n, 9223380832956186632n, 281543712968704n,
    563087425937408n, 1126174851874816n, 2252349703749632n, 9223376434903384065n,
    1152923703634296840n, 2252074725150720n, 281612482805760n,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1n);
    const t1 = x & (x >> 4n);
    const t2 = x & (x >> 16n);
    const t3 = (t0 & (t0 >> 2n) & 1229782938247303441n) | (t1 & (t1 >> 8n) & 4222189076152335n) | (t2 & (t2 >> 32n));
    const t4 = x & (x >> 5n);
    const t5 = x & (x >> 3n);
    const t6 = x & (x >> 17n);
    const t7 = t3 | (t4 & (t4 >> 10n) & 281479271743489n) | (t5 & (t5 >> 6n) & 2251834173947912n) | (t6 & (t6 >> 34n) & 4369n);
    const t8 = x & (x >> 15n);
    const t9 = x & (x >> 20n);
    const t10 = x & (x >> 12n);
    const t11 = x & (x >> 21n);
    const t12 = t7 | (t8 & (t8 >> 30n) & 34952n) | (t9 & (t9 >> 40n)) | (t10 & (t10 >> 24n) & 61440n) | (t11 & (t11 >> 42n));
    const t13 = x & (x >> 19n);
    const t14 = x & (x >> 13n);
    const t15 = x & (x >> 11n);
    const t16 = t12 | (t13 & (t13 >> 38n) & 8n) | (t14 & (t14 >> 26n) & 4096n) | (t15 & (t15 >> 22n) & 32768n);
    const t17 = o & (o >> 1n);
    const t18 = o & (o >> 4n);
    const t19 = o & (o >> 16n);
    const t20 = (t17 & (t17 >> 2n) & 1229782938247303441n) | (t18 & (t18 >> 8n) & 4222189076152335n) | (t19 & (t19 >> 32n));
    const t21 = o & (o >> 5n);
    const t22 = o & (o >> 3n);
    const t23 = o & (o >> 17n);
    const t24 = t20 | (t21 & (t21 >> 10n) & 281479271743489n) | (t22 & (t22 >> 6n) & 2251834173947912n) | (t23 & (t23 >> 34n) & 4369n);
    const t25 = o & (o >> 15n);
    const t26 = o & (o >> 20n);
    const t27 = o & (o >> 12n);
    const t28 = t24 | (t25 & (t25 >> 30n) & 34952n) | (t26 & (t26 >> 40n)) | (t27 & (t27 >> 24n) & 61440n);
    const t29 = o & (o >> 21n);
    const t30 = o & (o >> 19n);
    const t31 = o & (o >> 13n);
    const t32 = o & (o >> 11n);
    const t33 = t28 | (t29 & (t29 >> 42n)) | (t30 & (t30 >> 38n) & 8n) | (t31 & (t31 >> 26n) & 4096n) | (t32 & (t32 >> 22n) & 32768n);
    const t34 = t16 | t33;
    const t35 = t34 | (t34 >> 1n);
    const t36 = t35 | (t35 >> 2n);
    const t37 = t36 | (t36 >> 4n);
    const t38 = t37 | (t37 >> 8n);
    const t39 = t38 | (t38 >> 16n);
    const t40 = (((-((t39 | (t39 >> 32n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n) & ((x | o) ^ 18446744073709551615n);
    return t40;
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
    const t1 = stones & (stones >> 4n);
    const t2 = stones & (stones >> 16n);
    const t3 = (t0 & (t0 >> 2n) & 1229782938247303441n) | (t1 & (t1 >> 8n) & 4222189076152335n) | (t2 & (t2 >> 32n));
    const t4 = stones & (stones >> 5n);
    const t5 = stones & (stones >> 3n);
    const t6 = stones & (stones >> 17n);
    const t7 = t3 | (t4 & (t4 >> 10n) & 281479271743489n) | (t5 & (t5 >> 6n) & 2251834173947912n) | (t6 & (t6 >> 34n) & 4369n);
    const t8 = stones & (stones >> 15n);
    const t9 = stones & (stones >> 20n);
    const t10 = stones & (stones >> 12n);
    const t11 = stones & (stones >> 21n);
    const t12 = t7 | (t8 & (t8 >> 30n) & 34952n) | (t9 & (t9 >> 40n)) | (t10 & (t10 >> 24n) & 61440n) | (t11 & (t11 >> 42n));
    const t13 = stones & (stones >> 19n);
    const t14 = stones & (stones >> 13n);
    const t15 = stones & (stones >> 11n);
    const t16 = t12 | (t13 & (t13 >> 38n) & 8n) | (t14 & (t14 >> 26n) & 4096n) | (t15 & (t15 >> 22n) & 32768n);
    return t16;
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1n);
    const t1 = t0 & (t0 >> 2n) & 1229782938247303441n;
    const t2 = t1 | (t1 << 1n);
    const t3 = stones & (stones >> 4n);
    const t4 = t3 & (t3 >> 8n) & 4222189076152335n;
    const t5 = t4 | (t4 << 4n);
    const t6 = stones & (stones >> 16n);
    const t7 = t6 & (t6 >> 32n);
    const t8 = t7 | (t7 << 16n);
    const t9 = stones & (stones >> 5n);
    const t10 = t9 & (t9 >> 10n) & 281479271743489n;
    const t11 = t10 | (t10 << 5n);
    const t12 = stones & (stones >> 3n);
    const t13 = t12 & (t12 >> 6n) & 2251834173947912n;
    const t14 = t13 | (t13 << 3n);
    const t15 = t2 | (t2 << 2n) | (t5 | (t5 << 8n)) | (t8 | (t8 << 32n)) | (t11 | (t11 << 10n)) | (t14 | (t14 << 6n));
    const t16 = stones & (stones >> 17n);
    const t17 = t16 & (t16 >> 34n) & 4369n;
    const t18 = t17 | (t17 << 17n);
    const t19 = stones & (stones >> 15n);
    const t20 = t19 & (t19 >> 30n) & 34952n;
    const t21 = t20 | (t20 << 15n);
    const t22 = stones & (stones >> 20n);
    const t23 = t22 & (t22 >> 40n);
    const t24 = t23 | (t23 << 20n);
    const t25 = stones & (stones >> 12n);
    const t26 = t25 & (t25 >> 24n) & 61440n;
    const t27 = t26 | (t26 << 12n);
    const t28 = t15 | (t18 | (t18 << 34n)) | (t21 | (t21 << 30n)) | (t24 | (t24 << 40n)) | (t27 | (t27 << 24n));
    const t29 = stones & (stones >> 21n);
    const t30 = t29 & (t29 >> 42n);
    const t31 = t30 | (t30 << 21n);
    const t32 = stones & (stones >> 19n);
    const t33 = t32 & (t32 >> 38n) & 8n;
    const t34 = t33 | (t33 << 19n);
    const t35 = stones & (stones >> 13n);
    const t36 = t35 & (t35 >> 26n) & 4096n;
    const t37 = t36 | (t36 << 13n);
    const t38 = stones & (stones >> 11n);
    const t39 = t38 & (t38 >> 22n) & 32768n;
    const t40 = t39 | (t39 << 11n);
    const t41 = t28 | (t31 | (t31 << 42n)) | (t34 | (t34 << 38n)) | (t37 | (t37 << 26n)) | (t40 | (t40 << 22n));
    return t41;
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 11n);
    const t1 = t0 & (t0 >> 22n) & 32768n;
    const t2 = t1 & (-t1);
    const t3 = t2 | (t2 << 11n);
    const t4 = stones & (stones >> 13n);
    const t5 = t4 & (t4 >> 26n) & 4096n;
    const t6 = t5 & (-t5);
    const t7 = t6 | (t6 >> 1n);
    const t8 = t7 | (t7 >> 2n);
    const t9 = t8 | (t8 >> 4n);
    const t10 = (t3 | (t3 << 22n)) & (((-((t9 | (t9 >> 8n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t11 = t6 | (t6 << 13n);
    const t12 = stones & (stones >> 19n);
    const t13 = t12 & (t12 >> 38n) & 8n;
    const t14 = t13 & (-t13);
    const t15 = t14 | (t14 >> 1n);
    const t16 = (t10 | (t11 | (t11 << 26n))) & (((-((t15 | (t15 >> 2n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t17 = t14 | (t14 << 19n);
    const t18 = stones & (stones >> 21n);
    const t19 = t18 & (t18 >> 42n);
    const t20 = t19 & (-t19);
    const t21 = (t16 | (t17 | (t17 << 38n))) & (((-t20) & 18446744073709551615n) ^ 18446744073709551615n);
    const t22 = t20 | (t20 << 21n);
    const t23 = stones & (stones >> 12n);
    const t24 = t23 & (t23 >> 24n) & 61440n;
    const t25 = t24 & (-t24);
    const t26 = t25 | (t25 >> 1n);
    const t27 = t26 | (t26 >> 2n);
    const t28 = t27 | (t27 >> 4n);
    const t29 = (t21 | (t22 | (t22 << 42n))) & (((-((t28 | (t28 >> 8n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t30 = t25 | (t25 << 12n);
    const t31 = stones & (stones >> 20n);
    const t32 = t31 & (t31 >> 40n);
    const t33 = t32 & (-t32);
    const t34 = t33 | (t33 >> 1n);
    const t35 = (t29 | (t30 | (t30 << 24n))) & (((-((t34 | (t34 >> 2n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t36 = t33 | (t33 << 20n);
    const t37 = stones & (stones >> 15n);
    const t38 = t37 & (t37 >> 30n) & 34952n;
    const t39 = t38 & (-t38);
    const t40 = t39 | (t39 >> 1n);
    const t41 = t40 | (t40 >> 2n);
    const t42 = t41 | (t41 >> 4n);
    const t43 = (t35 | (t36 | (t36 << 40n))) & (((-((t42 | (t42 >> 8n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t44 = t39 | (t39 << 15n);
    const t45 = stones & (stones >> 17n);
    const t46 = t45 & (t45 >> 34n) & 4369n;
    const t47 = t46 & (-t46);
    const t48 = t47 | (t47 >> 1n);
    const t49 = t48 | (t48 >> 2n);
    const t50 = t49 | (t49 >> 4n);
    const t51 = (t43 | (t44 | (t44 << 30n))) & (((-((t50 | (t50 >> 8n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t52 = t47 | (t47 << 17n);
    const t53 = stones & (stones >> 3n);
    const t54 = t53 & (t53 >> 6n) & 2251834173947912n;
    const t55 = t54 & (-t54);
    const t56 = t55 | (t55 >> 1n);
    const t57 = t56 | (t56 >> 2n);
    const t58 = t57 | (t57 >> 4n);
    const t59 = t58 | (t58 >> 8n);
    const t60 = t59 | (t59 >> 16n);
    const t61 = (t51 | (t52 | (t52 << 34n))) & (((-((t60 | (t60 >> 32n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t62 = t55 | (t55 << 3n);
    const t63 = stones & (stones >> 5n);
    const t64 = t63 & (t63 >> 10n) & 281479271743489n;
    const t65 = t64 & (-t64);
    const t66 = t65 | (t65 >> 1n);
    const t67 = t66 | (t66 >> 2n);
    const t68 = t67 | (t67 >> 4n);
    const t69 = t68 | (t68 >> 8n);
    const t70 = t69 | (t69 >> 16n);
    const t71 = (t61 | (t62 | (t62 << 6n))) & (((-((t70 | (t70 >> 32n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t72 = t65 | (t65 << 5n);
    const t73 = stones & (stones >> 16n);
    const t74 = t73 & (t73 >> 32n);
    const t75 = t74 & (-t74);
    const t76 = t75 | (t75 >> 1n);
    const t77 = t76 | (t76 >> 2n);
    const t78 = t77 | (t77 >> 4n);
    const t79 = (t71 | (t72 | (t72 << 10n))) & (((-((t78 | (t78 >> 8n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t80 = t75 | (t75 << 16n);
    const t81 = stones & (stones >> 4n);
    const t82 = t81 & (t81 >> 8n) & 4222189076152335n;
    const t83 = t82 & (-t82);
    const t84 = t83 | (t83 >> 1n);
    const t85 = t84 | (t84 >> 2n);
    const t86 = t85 | (t85 >> 4n);
    const t87 = t86 | (t86 >> 8n);
    const t88 = t87 | (t87 >> 16n);
    const t89 = (t79 | (t80 | (t80 << 32n))) & (((-((t88 | (t88 >> 32n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t90 = t83 | (t83 << 4n);
    const t91 = stones & (stones >> 1n);
    const t92 = t91 & (t91 >> 2n) & 1229782938247303441n;
    const t93 = t92 & (-t92);
    const t94 = t93 | (t93 >> 1n);
    const t95 = t94 | (t94 >> 2n);
    const t96 = t95 | (t95 >> 4n);
    const t97 = t96 | (t96 >> 8n);
    const t98 = t97 | (t97 >> 16n);
    const t99 = (t89 | (t90 | (t90 << 8n))) & (((-((t98 | (t98 >> 32n)) & 1n)) & 18446744073709551615n) ^ 18446744073709551615n);
    const t100 = t93 | (t93 << 1n);
    return t99 | (t100 | (t100 << 2n));
}

/** The grid as lines of text. */
export function draw(x, o) {
    const [cells, cols] = [64, 4];
    let text = "";
    for (let cell = 0; cell < cells; cell++, x >>= 1n, o >>= 1n) {
        if (cell % cols) text += "|";
        else if (cell && cell % 16 === 0) text += "\n\n";
        else if (cell) text += `\n-${"+-".repeat(cols - 1)}\n`;
        text += x & 1n ? "X" : o & 1n ? "O" : " ";
    }
    return text;
}
