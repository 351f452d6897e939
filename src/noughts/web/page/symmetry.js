// The eight symmetries of a square: image[cell] is where a symmetry takes the cell.

/**
 * Three bits each: 4 transposes first, 2 flips top and bottom, 1 mirrors left and right.
 * @param {number} size
 */
export function symmetriesOf(size) {
	return Array.from({ length: 8 }, (_, bits) =>
		Array.from({ length: size * size }, (_, cell) => {
			let [row, col] = [Math.floor(cell / size), cell % size];
			if (bits & 4) [row, col] = [col, row];
			if (bits & 2) row = size - 1 - row;
			if (bits & 1) col = size - 1 - col;
			return size * row + col;
		}));
}

export const SYMMETRIES = symmetriesOf(3);
