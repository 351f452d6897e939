// The symmetries of a square: image[cell] is where a symmetry takes the cell.

/**
 * As many as the library counts of a board. A square has eight, three bits each: 4 transposes first, 2 flips top and
 * bottom, 1 mirrors left and right. Where its edges meet, it has each of them with each shift.
 * @param {number} size
 * @param {number} count
 */
export function symmetriesOf(size, count) {
	if (![8, 8 * size * size].includes(count)) throw new Error(`a square of ${size} does not have ${count} symmetries`);
	return Array.from({ length: count }, (_, number) =>
		Array.from({ length: size * size }, (_cell, cell) => {
			const [bits, shift] = [number % 8, Math.floor(number / 8)];
			let [row, col] = [Math.floor(cell / size), cell % size];
			if (bits & 4) [row, col] = [col, row];
			if (bits & 2) row = size - 1 - row;
			if (bits & 1) col = size - 1 - col;
			return size * ((row + Math.floor(shift / size)) % size) + (col + shift) % size;
		}));
}

export const SYMMETRIES = symmetriesOf(3, 8);
