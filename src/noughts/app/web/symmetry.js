// The eight symmetries of the square. A symmetry is a list: image[cell] is where it takes the cell.

import { cellsOf } from "./position.js";

/** Three bits a symmetry: 4 transposes first, 2 flips top and bottom, 1 mirrors left and right. */
export const SYMMETRIES = Array.from({ length: 8 }, (_, bits) =>
  Array.from({ length: 9 }, (_, cell) => {
    let [row, col] = [Math.floor(cell / 3), cell % 3];
    if (bits & 4) [row, col] = [col, row];
    if (bits & 2) row = 2 - row;
    if (bits & 1) col = 2 - col;
    return 3 * row + col;
  }),
);

/** TRANSFORMED[symmetry][stones]: every bitboard after every symmetry, worked out once. */
export const TRANSFORMED = SYMMETRIES.map((image) =>
  Uint16Array.from({ length: 512 }, (_, stones) =>
    cellsOf(stones).reduce((moved, cell) => moved | (1 << image[cell]), 0)),
);
