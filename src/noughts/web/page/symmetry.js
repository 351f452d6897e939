// The eight symmetries of the square: image[cell] is where a symmetry takes the cell.

/** Three bits each: 4 transposes first, 2 flips top and bottom, 1 mirrors left and right. */
export const SYMMETRIES = Array.from({ length: 8 }, (_, bits) =>
	Array.from({ length: 9 }, (_, cell) => {
		let [row, col] = [Math.floor(cell / 3), cell % 3];
		if (bits & 4) [row, col] = [col, row];
		if (bits & 2) row = 2 - row;
		if (bits & 1) col = 2 - col;
		return 3 * row + col;
	}));
