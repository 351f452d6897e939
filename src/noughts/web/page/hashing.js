// Zobrist hashing (Zobrist, 1970), by which a search recognizes a position, and the search's transposition table.
//
// A hash has two halves of 32 bits: one gives the place in the table, and both together identify the position. With
// symmetries, each image of the position has a hash, and the least hash represents them all.

/** Pseudorandom numbers of 32 bits, the same in each run (xorshift, Marsaglia, 2003). */
function* numbers(state = 0x9e3779b9) {
	for (;;) {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		yield state;
	}
}

export class Hashing {
	/**
	 * The hash for a board with this many cells. A symmetry is a list of the image of every cell.
	 * @param {number} cells
	 * @param {number[][]} symmetries
	 */
	constructor(cells, symmetries = [Array.from({ length: cells }, (_, cell) => cell)]) {
		const source = numbers();
		const next = () => Number(source.next().value);
		const drawn = [0, 1].map(() => Array.from({ length: cells }, () => [next(), next()]));
		/** @param {number} half */
		const halves = (half) => [0, 1].map((side) => Array.from({ length: cells }, (_, cell) =>
			Int32Array.from(symmetries, (image) => drawn[side][image[cell]][half])));
		this.high = halves(0);
		this.low = halves(1);
		this.a = new Int32Array(symmetries.length);
		this.b = new Int32Array(symmetries.length);
	}

	clear() {
		this.a.fill(0);
		this.b.fill(0);
	}

	/**
	 * Add or remove a stone of a side.
	 * @param {number} cell
	 * @param {number} side
	 */
	flip(cell, side) {
		const { a, b } = this, high = this.high[side][cell], low = this.low[side][cell];
		for (let i = 0; i < a.length; i++) {
			a[i] ^= high[i];
			b[i] ^= low[i];
		}
	}

	/** The number of the image with the least hash. */
	get least() {
		const { a, b } = this;
		let least = 0;
		for (let i = 1; i < a.length; i++) {
			if (a[i] < a[least] || (a[i] === a[least] && b[i] < b[least])) least = i;
		}
		return least;
	}
}

export class Memory {
	/** @param {number} bits */
	constructor(bits) {
		const size = 1 << bits;
		this.mask = size - 1;
		this.high = new Int32Array(size);
		this.low = new Int32Array(size);
		this.values = new Int32Array(size); // 0 where nothing is known
	}

	/**
	 * @param {number} a
	 * @param {number} b
	 */
	get(a, b) {
		const at = a & this.mask;
		return this.high[at] === a && this.low[at] === b ? this.values[at] : 0;
	}

	/**
	 * @param {number} a
	 * @param {number} b
	 * @param {number} value
	 */
	set(a, b, value) {
		const at = a & this.mask;
		this.high[at] = a;
		this.low[at] = b;
		this.values[at] = value;
	}
}
