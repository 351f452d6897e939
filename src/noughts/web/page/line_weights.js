// The live lines of both sides and their weights, updated as stones come and go.
//
// A line is live for a side while the other side has no stone in it and, if longer lines do not count, the side has no
// stone next to its ends. A line with more stones of the side weighs more. The weight of a cell is the sum of the
// weights of the live lines through it. Side 0 is X, and side 1 is O.

import { GROWTH } from "./levels.js";

const FREE = 2; // in `owner`: the cell belongs to neither side
export const NEAR = 3; // `lacking` counts the lines that lack up to this many stones

/** @import { Position, Rules } from "./position.js" */

/**
 * How far a cell is from the middle of the board, doubled and squared.
 * @param {number} cell
 * @param {readonly number[]} sizes the last of which is the length of a row
 */
function farFromMiddle(cell, sizes) {
	return sizes.reduceRight(([sum, rest], size) => [sum + (2 * (rest % size) + 1 - size) ** 2, Math.floor(rest / size)], [0, cell])[0];
}

export class Lines {
	owner = new Uint8Array();
	free = 0; // the number of free cells
	/** @type {Uint8Array[]} the number of each side's stones on each line */
	counts = [];
	/** @type {Uint8Array[]} the number of stones that keep a side from making each line */
	blocks = [];
	/** @type {(Int32Array | Float64Array)[]} the weight of each cell, for each side */
	weight = [];
	total = [0, 0]; // the weight of each side's live lines with a stone
	live = [0, 0];
	/** @type {Int16Array[][]} lacking[side][n][cell]: the lines through a free cell that lack n stones of a side */
	lacking = [];
	/** @type {number[][]} near[side][n]: the number of free cells on such lines */
	near = [];

	/**
	 * The lines of a board. Each line has `k` cells.
	 * @param {Rules} rules
	 */
	constructor({ LINES, ENDS, cells, cellsOf, board: { k, sizes } }) {
		this.k = k;
		this.cells = cells;
		const far = Array.from({ length: cells }, (_, cell) => farFromMiddle(cell, sizes));
		/** The cells from the middle of the board outwards. */
		this.outward = [...far.keys()].sort((a, b) => far[a] - far[b]);
		/** @type {number[][]} */
		this.members = LINES.map(cellsOf);
		/** @type {number[][]} */
		this.through = Array.from({ length: cells }, () => []);
		this.members.forEach((members, line) => members.forEach((cell) => this.through[cell].push(line)));
		/** @type {number[][]} the lines that a stone in each cell makes too long */
		this.beside = this.through.map(() => []);
		ENDS?.forEach((/** @type {number[]} */ ends, /** @type {number} */ line) => ends.forEach((cell) => this.beside[cell].push(line)));
		this.weights = Array.from({ length: k + 1 }, (_, stones) => GROWTH ** stones);
		const most = Math.max(...this.through.map((lines) => lines.length));
		this.ofWeights = most * GROWTH ** k < 2 ** 31 ? Int32Array : Float64Array;
		this.clear();
	}

	clear() {
		const { cells, members, through, k } = this;
		this.owner = new Uint8Array(cells).fill(FREE);
		this.free = cells;
		[this.counts, this.blocks] = [0, 1].map(() => [0, 1].map(() => new Uint8Array(members.length)));
		this.weight = [0, 1].map(() => new this.ofWeights(through.map((lines) => lines.length)));
		this.total = [0, 0];
		this.live = [members.length, members.length];
		this.lacking = [0, 1].map(() => Array.from({ length: NEAR + 1 }, (_, n) =>
			Int16Array.from(through, (lines) => (n === k ? lines.length : 0))));
		this.near = [0, 1].map(() => Array.from({ length: NEAR + 1 }, (_, n) => (n === k ? cells : 0)));
	}

	/**
	 * Put a stone of a side on a free cell.
	 * @param {number} cell
	 * @param {number} side
	 */
	place(cell, side) {
		const mine = this.counts[side], theirs = this.counts[1 - side], ours = this.blocks[side], others = this.blocks[1 - side];
		for (const line of this.through[cell]) {
			const before = mine[line]++;
			if (ours[line] === 0) this.grow(line, side, before, 1, cell);
			if (others[line]++ === 0) this.block(line, 1 - side, theirs[line], 1);
		}
		for (const line of this.beside[cell]) if (ours[line]++ === 0) this.block(line, side, mine[line], 1);
		this.owner[cell] = side;
		this.free -= 1;
	}

	/**
	 * Take back the stone that was put last.
	 * @param {number} cell
	 * @param {number} side
	 */
	remove(cell, side) {
		this.owner[cell] = FREE;
		this.free += 1;
		const mine = this.counts[side], theirs = this.counts[1 - side], ours = this.blocks[side], others = this.blocks[1 - side];
		const lines = this.through[cell];
		for (const line of this.beside[cell]) if (--ours[line] === 0) this.block(line, side, mine[line], -1);
		for (let i = lines.length - 1; i >= 0; i--) {
			const line = lines[i];
			const before = --mine[line];
			if (--others[line] === 0) this.block(line, 1 - side, theirs[line], -1);
			if (ours[line] === 0) this.grow(line, side, before, -1, cell);
		}
	}

	/**
	 * Add the next stone, on `cell`, to a live line or, with a sign of -1, remove it.
	 * @param {number} line
	 * @param {number} side
	 * @param {number} before
	 * @param {number} sign
	 * @param {number} cell
	 */
	grow(line, side, before, sign, cell) {
		const { weights, k } = this;
		const more = sign * (weights[before + 1] - weights[before]);
		this.total[side] += before ? more : sign * weights[1];
		this.weigh(line, side, more);
		if (k - before <= NEAR) this.mark(line, side, k - before, -sign, -1);
		if (k - before - 1 <= NEAR) this.mark(line, side, k - before - 1, sign, cell);
	}

	/**
	 * Block a live line with this many stones or, with a sign of -1, unblock it.
	 * @param {number} line
	 * @param {number} side
	 * @param {number} stones
	 * @param {number} sign
	 */
	block(line, side, stones, sign) {
		const weight = this.weights[stones];
		if (stones) this.total[side] -= sign * weight;
		this.live[side] -= sign;
		this.weigh(line, side, -sign * weight);
		if (this.k - stones <= NEAR) this.mark(line, side, this.k - stones, -sign, -1);
	}

	/**
	 * @param {number} line
	 * @param {number} side
	 * @param {number} more
	 */
	weigh(line, side, more) {
		const weight = this.weight[side], members = this.members[line];
		for (let i = 0; i < members.length; i++) weight[members[i]] += more;
	}

	/**
	 * Count a line that lacks this many stones or, with a sign of -1, stop counting it. The cell `but` is not free.
	 * @param {number} line
	 * @param {number} side
	 * @param {number} lacks
	 * @param {number} sign
	 * @param {number} but
	 */
	mark(line, side, lacks, sign, but) {
		const members = this.members[line], { owner } = this;
		const lacking = this.lacking[side][lacks], near = this.near[side];
		for (let i = 0; i < members.length; i++) {
			const cell = members[i];
			if (owner[cell] !== FREE || cell === but) continue;
			const before = lacking[cell];
			lacking[cell] += sign;
			if (before === 0 || before + sign === 0) near[lacks] += sign;
		}
	}

	/**
	 * The number of free cells that complete a line of a side.
	 * @param {number} side
	 */
	completing(side) {
		return this.near[side][1];
	}

	/**
	 * The first free cell that completes a line of a side. There has to be one.
	 * @param {number} side
	 */
	completion(side) {
		return this.lacking[side][1].findIndex((lines) => lines > 0);
	}

	/**
	 * The free cells on lines of a side that lack this many stones.
	 * @param {number} side
	 * @param {number} lacks
	 */
	cellsLacking(side, lacks) {
		const cells = [], lacking = this.lacking[side][lacks];
		if (this.near[side][lacks]) for (let cell = 0; cell < this.cells; cell++) if (lacking[cell] > 0) cells.push(cell);
		return cells;
	}

	/**
	 * The `width` heaviest free cells, the heaviest first; in misère, the lightest. Ties go to the cells nearest to the
	 * middle. A cell with a count in `but` is left out.
	 * @param {number} width
	 * @param {number} lineWorth
	 * @param {Int16Array} [but]
	 */
	best(width, lineWorth, but) {
		const [own, other] = this.weight, { owner } = this;
		/** @type {number[]} */
		const found = [];
		/** @type {number[]} */
		const weights = [];
		for (const cell of this.outward) {
			if (owner[cell] !== FREE || but?.[cell]) continue;
			const weight = lineWorth * (own[cell] + other[cell]);
			let at = found.length;
			if (at === width && weight <= weights[at - 1]) continue;
			if (at < width) at += 1;
			for (at -= 1; at > 0 && weights[at - 1] < weight; at--) {
				weights[at] = weights[at - 1];
				found[at] = found[at - 1];
			}
			weights[at] = weight;
			found[at] = cell;
		}
		return found;
	}

	/**
	 * Set the position. Returns the side to move.
	 * @param {Rules} rules
	 * @param {Position} position
	 */
	set(rules, position) {
		this.clear();
		for (let cell = 0; cell < this.cells; cell++) {
			const mark = rules.markAt(position, cell);
			if (mark) this.place(cell, mark - 1);
		}
		return rules.toMove(position) - 1;
	}
}
