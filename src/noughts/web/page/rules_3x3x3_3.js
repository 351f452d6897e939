// @ts-nocheck
/**
 * 3 x 3 x 3 tic-tac-toe, 3 in a row.
 * A position is two bitboards, x and o; bit i of each is cell i.
 * Cells are numbered layer by layer and row by row from 0; X moves first.
 * Written by: noughts emit javascript --board 3x3x3,3 --bits pair
 * Its numbers are plain ones, of up to 27 bits.
 */

/** The board's sizes; the last two are those of a layer. */
export const SIZES = Object.freeze([
    3, 3, 3,
]);

/** How many layers there are. */
export const LAYERS = 3;

/** A layer's rows. */
export const ROWS = 3;

/** A layer's columns. */
export const COLS = 3;

/** How many in a row make a line. */
export const K = 3;

/** How many cells there are. */
export const CELLS = 27;

/** All cells: bit i is cell i. */
export const BOARD = 134217727;

/** Every line as a mask. */
export const LINES = Object.freeze([
    7, 56, 448, 3584, 28672, 229376, 1835008, 14680064, 117440512, 73, 146, 292, 37376,
    74752, 149504, 19136512, 38273024, 76546048, 262657, 525314, 1050628, 2101256,
    4202512, 8405024, 16810048, 33620096, 67240192, 273, 139776, 71565312, 84, 43008,
    22020096, 1049601, 8396808, 67174464, 263172, 2105376, 16843008, 16781313, 33562626,
    67125252, 266304, 532608, 1065216, 67117057, 16785412, 1056832, 270592,
]);

/** The cells that may be played; 0 once the game is over. */
export function legalCells(x, o) {
    const t0 = x & (x >> 1);
    const t1 = x & (x >> 3);
    const t2 = x & (x >> 9);
    const t3 = x & (x >> 4);
    const t4 = (t0 & (t0 >> 1) & 19173961) | (t1 & (t1 >> 3) & 1838599) | (t2 & (t2 >> 9)) | (t3 & (t3 >> 4) & 262657);
    const t5 = x & (x >> 2);
    const t6 = x & (x >> 10);
    const t7 = x & (x >> 8);
    const t8 = x & (x >> 12);
    const t9 = t4 | (t5 & (t5 >> 2) & 1050628) | (t6 & (t6 >> 10) & 73) | (t7 & (t7 >> 8) & 292) | (t8 & (t8 >> 12));
    const t10 = x & (x >> 6);
    const t11 = x & (x >> 13);
    const t12 = x & (x >> 11);
    const t13 = x & (x >> 7);
    const t14 = t9 | (t10 & (t10 >> 6) & 448) | (t11 & (t11 >> 13)) | (t12 & (t12 >> 11) & 4) | (t13 & (t13 >> 7) & 64);
    const t15 = x & (x >> 5);
    const t16 = o & (o >> 1);
    const t17 = o & (o >> 3);
    const t18 = o & (o >> 9);
    const t19 = o & (o >> 4);
    const t20 = (t16 & (t16 >> 1) & 19173961) | (t17 & (t17 >> 3) & 1838599) | (t18 & (t18 >> 9)) | (t19 & (t19 >> 4) & 262657);
    const t21 = o & (o >> 2);
    const t22 = o & (o >> 10);
    const t23 = o & (o >> 8);
    const t24 = o & (o >> 12);
    const t25 = t20 | (t21 & (t21 >> 2) & 1050628) | (t22 & (t22 >> 10) & 73) | (t23 & (t23 >> 8) & 292) | (t24 & (t24 >> 12));
    const t26 = o & (o >> 6);
    const t27 = o & (o >> 13);
    const t28 = o & (o >> 11);
    const t29 = o & (o >> 7);
    const t30 = t25 | (t26 & (t26 >> 6) & 448) | (t27 & (t27 >> 13)) | (t28 & (t28 >> 11) & 4) | (t29 & (t29 >> 7) & 64);
    const t31 = o & (o >> 5);
    const t32 = t14 | (t15 & (t15 >> 5) & 256) | (t30 | (t31 & (t31 >> 5) & 256));
    const t33 = t32 | (t32 >> 1);
    const t34 = t33 | (t33 >> 2);
    const t35 = t34 | (t34 >> 4);
    const t36 = t35 | (t35 >> 8);
    return (((-((t36 | (t36 >> 11)) & 1)) & 134217727) ^ 134217727) & ((x | o) ^ 134217727);
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
    const t1 = stones & (stones >> 3);
    const t2 = stones & (stones >> 9);
    const t3 = stones & (stones >> 4);
    const t4 = (t0 & (t0 >> 1) & 19173961) | (t1 & (t1 >> 3) & 1838599) | (t2 & (t2 >> 9)) | (t3 & (t3 >> 4) & 262657);
    const t5 = stones & (stones >> 2);
    const t6 = stones & (stones >> 10);
    const t7 = stones & (stones >> 8);
    const t8 = stones & (stones >> 12);
    const t9 = t4 | (t5 & (t5 >> 2) & 1050628) | (t6 & (t6 >> 10) & 73) | (t7 & (t7 >> 8) & 292) | (t8 & (t8 >> 12));
    const t10 = stones & (stones >> 6);
    const t11 = stones & (stones >> 13);
    const t12 = stones & (stones >> 11);
    const t13 = stones & (stones >> 7);
    const t14 = t9 | (t10 & (t10 >> 6) & 448) | (t11 & (t11 >> 13)) | (t12 & (t12 >> 11) & 4) | (t13 & (t13 >> 7) & 64);
    const t15 = stones & (stones >> 5);
    return t14 | (t15 & (t15 >> 5) & 256);
}

/** The cells of all complete lines, joined. */
export function lineCells(stones) {
    const t0 = stones & (stones >> 1);
    const t1 = t0 & (t0 >> 1) & 19173961;
    const t2 = t1 | (t1 << 1);
    const t3 = stones & (stones >> 3);
    const t4 = t3 & (t3 >> 3) & 1838599;
    const t5 = t4 | (t4 << 3);
    const t6 = stones & (stones >> 9);
    const t7 = t6 & (t6 >> 9);
    const t8 = t7 | (t7 << 9);
    const t9 = stones & (stones >> 4);
    const t10 = t9 & (t9 >> 4) & 262657;
    const t11 = t10 | (t10 << 4);
    const t12 = stones & (stones >> 2);
    const t13 = t12 & (t12 >> 2) & 1050628;
    const t14 = t13 | (t13 << 2);
    const t15 = t2 | (t2 << 1) | (t5 | (t5 << 3)) | (t8 | (t8 << 9)) | (t11 | (t11 << 4)) | (t14 | (t14 << 2));
    const t16 = stones & (stones >> 10);
    const t17 = t16 & (t16 >> 10) & 73;
    const t18 = t17 | (t17 << 10);
    const t19 = stones & (stones >> 8);
    const t20 = t19 & (t19 >> 8) & 292;
    const t21 = t20 | (t20 << 8);
    const t22 = stones & (stones >> 12);
    const t23 = t22 & (t22 >> 12);
    const t24 = t23 | (t23 << 12);
    const t25 = stones & (stones >> 6);
    const t26 = t25 & (t25 >> 6) & 448;
    const t27 = t26 | (t26 << 6);
    const t28 = t15 | (t18 | (t18 << 10)) | (t21 | (t21 << 8)) | (t24 | (t24 << 12)) | (t27 | (t27 << 6));
    const t29 = stones & (stones >> 13);
    const t30 = t29 & (t29 >> 13);
    const t31 = t30 | (t30 << 13);
    const t32 = stones & (stones >> 11);
    const t33 = t32 & (t32 >> 11) & 4;
    const t34 = t33 | (t33 << 11);
    const t35 = stones & (stones >> 7);
    const t36 = t35 & (t35 >> 7) & 64;
    const t37 = t36 | (t36 << 7);
    const t38 = stones & (stones >> 5);
    const t39 = t38 & (t38 >> 5) & 256;
    const t40 = t39 | (t39 << 5);
    const t41 = t28 | (t31 | (t31 << 13)) | (t34 | (t34 << 11)) | (t37 | (t37 << 7)) | (t40 | (t40 << 5));
    return t41;
}

/** The first complete line of LINES; 0 if none. */
export function winningLine(stones) {
    const t0 = stones & (stones >> 5);
    const t1 = t0 & (t0 >> 5) & 256;
    const t2 = t1 & (-t1);
    const t3 = t2 | (t2 << 5);
    const t4 = stones & (stones >> 7);
    const t5 = t4 & (t4 >> 7) & 64;
    const t6 = t5 & (-t5);
    const t7 = t6 | (t6 >> 1);
    const t8 = t7 | (t7 >> 2);
    const t9 = t6 | (t6 << 7);
    const t10 = ((t3 | (t3 << 5)) & (((-((t8 | (t8 >> 4)) & 1)) & 134217727) ^ 134217727)) | (t9 | (t9 << 7));
    const t11 = stones & (stones >> 11);
    const t12 = t11 & (t11 >> 11) & 4;
    const t13 = t12 & (-t12);
    const t14 = t13 | (t13 >> 1);
    const t15 = t13 | (t13 << 11);
    const t16 = stones & (stones >> 13);
    const t17 = t16 & (t16 >> 13);
    const t18 = t17 & (-t17);
    const t19 = ((t10 & (((-((t14 | (t14 >> 2)) & 1)) & 134217727) ^ 134217727)) | (t15 | (t15 << 11))) & (((-t18) & 134217727) ^ 134217727);
    const t20 = t18 | (t18 << 13);
    const t21 = stones & (stones >> 6);
    const t22 = t21 & (t21 >> 6) & 448;
    const t23 = t22 & (-t22);
    const t24 = t23 | (t23 >> 1);
    const t25 = t24 | (t24 >> 2);
    const t26 = t25 | (t25 >> 4);
    const t27 = t23 | (t23 << 6);
    const t28 = ((t19 | (t20 | (t20 << 13))) & (((-((t26 | (t26 >> 8)) & 1)) & 134217727) ^ 134217727)) | (t27 | (t27 << 6));
    const t29 = stones & (stones >> 12);
    const t30 = t29 & (t29 >> 12);
    const t31 = t30 & (-t30);
    const t32 = t31 | (t31 >> 1);
    const t33 = t31 | (t31 << 12);
    const t34 = stones & (stones >> 8);
    const t35 = t34 & (t34 >> 8) & 292;
    const t36 = t35 & (-t35);
    const t37 = t36 | (t36 >> 1);
    const t38 = t37 | (t37 >> 2);
    const t39 = t38 | (t38 >> 4);
    const t40 = ((t28 & (((-((t32 | (t32 >> 2)) & 1)) & 134217727) ^ 134217727)) | (t33 | (t33 << 12))) & (((-((t39 | (t39 >> 8)) & 1)) & 134217727) ^ 134217727);
    const t41 = t36 | (t36 << 8);
    const t42 = stones & (stones >> 10);
    const t43 = t42 & (t42 >> 10) & 73;
    const t44 = t43 & (-t43);
    const t45 = t44 | (t44 >> 1);
    const t46 = t45 | (t45 >> 2);
    const t47 = t44 | (t44 << 10);
    const t48 = ((t40 | (t41 | (t41 << 8))) & (((-((t46 | (t46 >> 4)) & 1)) & 134217727) ^ 134217727)) | (t47 | (t47 << 10));
    const t49 = stones & (stones >> 2);
    const t50 = t49 & (t49 >> 2) & 1050628;
    const t51 = t50 & (-t50);
    const t52 = t51 | (t51 >> 1);
    const t53 = t52 | (t52 >> 2);
    const t54 = t53 | (t53 >> 4);
    const t55 = t54 | (t54 >> 8);
    const t56 = t51 | (t51 << 2);
    const t57 = stones & (stones >> 4);
    const t58 = t57 & (t57 >> 4) & 262657;
    const t59 = t58 & (-t58);
    const t60 = t59 | (t59 >> 1);
    const t61 = t60 | (t60 >> 2);
    const t62 = t61 | (t61 >> 4);
    const t63 = t62 | (t62 >> 8);
    const t64 = ((t48 & (((-((t55 | (t55 >> 11)) & 1)) & 134217727) ^ 134217727)) | (t56 | (t56 << 2))) & (((-((t63 | (t63 >> 11)) & 1)) & 134217727) ^ 134217727);
    const t65 = t59 | (t59 << 4);
    const t66 = stones & (stones >> 9);
    const t67 = t66 & (t66 >> 9);
    const t68 = t67 & (-t67);
    const t69 = t68 | (t68 >> 1);
    const t70 = t69 | (t69 >> 2);
    const t71 = t70 | (t70 >> 4);
    const t72 = t68 | (t68 << 9);
    const t73 = ((t64 | (t65 | (t65 << 4))) & (((-((t71 | (t71 >> 8)) & 1)) & 134217727) ^ 134217727)) | (t72 | (t72 << 9));
    const t74 = stones & (stones >> 3);
    const t75 = t74 & (t74 >> 3) & 1838599;
    const t76 = t75 & (-t75);
    const t77 = t76 | (t76 >> 1);
    const t78 = t77 | (t77 >> 2);
    const t79 = t78 | (t78 >> 4);
    const t80 = t79 | (t79 >> 8);
    const t81 = t76 | (t76 << 3);
    const t82 = stones & (stones >> 1);
    const t83 = t82 & (t82 >> 1) & 19173961;
    const t84 = t83 & (-t83);
    const t85 = t84 | (t84 >> 1);
    const t86 = t85 | (t85 >> 2);
    const t87 = t86 | (t86 >> 4);
    const t88 = t87 | (t87 >> 8);
    const t89 = ((t73 & (((-((t80 | (t80 >> 11)) & 1)) & 134217727) ^ 134217727)) | (t81 | (t81 << 3))) & (((-((t88 | (t88 >> 11)) & 1)) & 134217727) ^ 134217727);
    const t90 = t84 | (t84 << 1);
    return t89 | (t90 | (t90 << 1));
}

/** The grid as lines of text. */
export function draw(x, o) {
    const [cells, cols] = [27, 3];
    let text = "";
    for (let cell = 0; cell < cells; cell++, x >>= 1, o >>= 1) {
        if (cell % cols) text += "|";
        else if (cell && cell % 9 === 0) text += "\n\n";
        else if (cell) text += `\n-${"+-".repeat(cols - 1)}\n`;
        text += x & 1 ? "X" : o & 1 ? "O" : " ";
    }
    return text;
}
