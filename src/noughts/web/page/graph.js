// A board as agents learn it: a graph of numbered positions in which a move is left, and the successor by each cell.
//
// The numbers are those of the library's learn/graph.py, since files have a row for each number. They order positions
// by the number of stones, then by the cells with stones, then by the cells of O. If symmetries are shared, a state is
// a class of positions, represented by its least image.

import { symmetriesOf } from "./symmetry.js";

/** @import { Position, Rules } from "./position.js" */

export const WON = -1, DRAWN = -2, LOST = -3, NO_MOVE = -4; // the move ends the game with this result, or is illegal

export class Graph {
	/**
	 * `rules` have to be those of a flat board, a torus or a cylinder, whose bitboards are plain numbers.
	 * @param {Rules} rules
	 * @param {boolean} shared
	 */
	constructor(rules, shared) {
		const { cells, board: { sizes, round } } = rules;
		this.rules = rules;
		this.shared = shared;
		this.cells = cells;
		this.images = symmetriesOf(sizes, round).slice(0, shared ? undefined : 1).map((image) => {
			const of = Uint16Array.from({ length: 2 ** cells }, (_, mask) => imageOf(mask, image));
			return { image, of };
		});
		const every = positions(rules);
		const least = every.map((position) => this.least(position).code);
		this.positions = every.filter((position, row) => least[row] === this.code(position));
		this.plies = this.positions.map(({ x, o }) => rules.count(x | o));
		/** @type {Map<number, number>} */
		this.states = new Map(this.positions.map((position, state) => [this.code(position), state]));
		this.after = Int32Array.from({ length: this.size * cells }, (_, at) => this.follow(Math.floor(at / cells), at % cells));
		this.alike = Uint8Array.from({ length: this.size * cells }, (_, at) => at % cells);
		this.positions.forEach((position, state) => this.join(position, state));
	}

	get size() {
		return this.positions.length;
	}

	/** @param {Position} position */
	code({ x, o }) {
		return x | (o << this.cells);
	}

	/**
	 * The least image of a position, and the symmetry that leads to it, as the image of each cell.
	 * @param {Position} position
	 */
	least({ x, o }) {
		let code = Infinity;
		let [{ image }] = this.images;
		for (const one of this.images) {
			const now = one.of[x] | (one.of[o] << this.cells);
			if (now < code) [code, image] = [now, one.image];
		}
		return { code, image };
	}

	/**
	 * The state of an unfinished position, and the cell of the state for each cell of the position.
	 * @param {Position} position
	 */
	find(position) {
		const { code, image } = this.least(position);
		return { state: /** @type {number} */ (this.states.get(code)), image };
	}

	/**
	 * The successor of a state by a cell.
	 * @param {number} state
	 * @param {number} cell
	 */
	follow(state, cell) {
		const { rules, positions: { [state]: position } } = this;
		if (!rules.mayPlay(position, cell)) return NO_MOVE;
		const then = rules.after(position, cell);
		const end = rules.outcome(then);
		if (!end) return this.find(then).state;
		return end.winner ? (end.winner === this.turn(state) ? WON : LOST) : DRAWN;
	}

	/**
	 * Join the cells of a state that are the same move up to symmetry: `alike` has the lowest of them.
	 * @param {Position} position
	 * @param {number} state
	 */
	join(position, state) {
		const row = this.alike.subarray(state * this.cells, (state + 1) * this.cells);
		for (const { image, of } of this.images) {
			if (of[position.x] !== position.x || of[position.o] !== position.o) continue;
			image.forEach((onto, cell) => (row[cell] = Math.min(row[cell], onto)));
		}
	}

	/**
	 * The number of cells that are the same move as this cell, including the cell itself.
	 * @param {number} state
	 * @param {number} cell
	 */
	alikeCount(state, cell) {
		const row = this.alike.subarray(state * this.cells, (state + 1) * this.cells);
		return row.filter((like) => like === row[cell]).length;
	}

	/** @param {number} state */
	turn(state) {
		return this.rules.toMove(this.positions[state]);
	}

	/**
	 * The best moves of each state, as bitboards.
	 * @returns {number[]}
	 */
	get best() {
		const { after, cells } = this;
		/** @type {number[]} */
		const values = [];
		/** @type {number[]} */
		const best = [];
		for (let state = this.size - 1; state >= 0; state--) { // successors have higher numbers
			values[state] = -2;
			for (let cell = 0; cell < cells; cell++) {
				const next = after[state * cells + cell];
				if (next === NO_MOVE) continue;
				const value = next < 0 ? next - DRAWN : -values[next];
				if (value > values[state]) [values[state], best[state]] = [value, 0];
				if (value === values[state]) best[state] |= 1 << cell;
			}
		}
		return best;
	}
}

/**
 * @param {number} mask
 * @param {number[]} image
 */
function imageOf(mask, image) {
	return image.reduce((sum, onto, cell) => sum | (((mask >> cell) & 1) << onto), 0);
}

/**
 * The positions in which a move is left, in the order of their numbers.
 * @param {Rules} rules
 * @returns {Position[]}
 */
function positions(rules) {
	const masks = Array.from({ length: 2 ** rules.cells }, (_, mask) => ({ mask, cells: rules.cellsOf(mask) }));
	/** @type {Position[]} */
	const found = [];
	for (let ply = 0; ply < rules.cells; ply++) {
		const choices = masks.filter(({ mask, cells }) => cells.length === ply >> 1 && mask < 2 ** ply);
		for (const { mask, cells } of masks.filter((one) => one.cells.length === ply)) {
			for (const { cells: places } of choices) {
				const o = places.reduce((sum, place) => sum | (1 << cells[place]), 0);
				const position = { x: mask ^ o, o };
				if (!rules.outcome(position)) found.push(position);
			}
		}
	}
	return found;
}

/** @type {Map<string, Graph>} */
const known = new Map();

/**
 * The graph of a board, made once.
 * @param {Rules} rules
 * @param {boolean} shared
 */
export function graphOf(rules, shared) {
	const key = `${rules.board.key} ${shared}`;
	const graph = known.get(key) ?? new Graph(rules, shared);
	known.set(key, graph);
	return graph;
}
