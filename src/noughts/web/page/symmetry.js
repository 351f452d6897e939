// The symmetries of a flat board. A symmetry maps each cell to image[cell].

/**
 * A square has eight symmetries, numbered by three bits: 4 transposes first, 2 flips top and bottom, 1 mirrors left and
 * right. A rectangle and a cylinder have the four that do not transpose. If edges meet, each also comes with each shift.
 * @param {number[]} sizes
 * @param {number} round the number of axes whose edges meet, from the last axis on
 */
export function symmetriesOf([rows, cols], round) {
	const flat = rows === cols && round !== 1 ? 8 : 4, cells = rows * cols;
	return Array.from({ length: flat * [1, cols, cells][round] }, (_, number) =>
		Array.from({ length: cells }, (_cell, cell) => {
			const [bits, shift] = [number % flat, Math.floor(number / flat)];
			let [row, col] = [Math.floor(cell / cols), cell % cols];
			if (bits & 4) [row, col] = [col, row];
			if (bits & 2) row = rows - 1 - row;
			if (bits & 1) col = cols - 1 - col;
			return cols * ((row + Math.floor(shift / cols)) % rows) + (col + shift) % cols;
		}));
}

export const SYMMETRIES = symmetriesOf([3, 3], 0);
