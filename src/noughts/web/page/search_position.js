// A position of any game, on which a search plays and takes back moves. It counts the stones on each line, and knows
// which cells may be played. It uses tables made from the game's expressions, and a test compares the two.

import { X } from "./position.js";

/** @import { Position, Rules } from "./position.js" */

/** A deterministic number of 32 bits, so that equal positions have equal keys. @param {number} seed */
function mixed(seed) {
	let z = Math.imul(seed + 1, 0x9e3779b9);
	z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
	z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
	return (z ^ (z >>> 16)) >>> 0;
}

/** The field of any game of the family. @param {Rules} rules */
export async function fieldOf(rules) {
	return rules.facts.nested ? new (await import("./ultimate_search.js")).NestedField(rules) : new Field(rules);
}

export class Field {
	ply = 0;
	key = 0; // identifies the position: exact on small boards, else a hash of 52 bits

	/** @param {Rules} rules */
	constructor(rules) {
		const { cells, cellsOf, LINES, ENDS, START, hands, layers, board: { k, several }, facts, made, moverAt } = /** @type {any} */ (rules);
		this.cells = cells;
		this.hands = hands;
		this.k = k;
		this.isOwned = facts.owned;
		this.worth = facts.worth;
		/** Whether an opponent's threat to make a line can be stopped only in its cell. */
		this.stops = facts.owned && facts.alternates && facts.fair && facts.worth[0] > 0 && !several;
		this.full = facts.full;
		/** @type {number[][]} */
		this.members = LINES.map(cellsOf);
		/** @type {number[][]} */
		this.ends = ENDS;
		/** @type {number[][]} */
		this.through = Array.from({ length: cells }, () => []);
		this.members.forEach((members, line) => members.forEach((cell) => this.through[cell].push(line)));
		/** The player to move after a number of stones: 0 or 1. */
		this.movers = Uint8Array.from({ length: cells + 2 }, (_, stones) => moverAt(stones) - X);
		/** The mark that each hand puts, by the player to move. */
		this.marks = [0, 1].map((mover) => Array.from({ length: hands }, (_, hand) => (facts.owned && mover ? 1 : hand)));
		/** @type {number[][]} for each cell, the cells on which no stone can rest while it is free */
		this.over = Array.from({ length: cells }, (_, cell) => {
			const { x } = rules.withMark(START, cell, X);
			return cellsOf(made.floating(made.BOARD ^ x, START.o));
		});
		/** @type {number[][]} */
		this.under = Array.from({ length: cells }, () => []);
		this.over.forEach((held, cell) => held.forEach((one) => this.under[one].push(cell)));
		this.owner = new Int8Array(cells).fill(-1);
		/** Whether a line closes its board, one of several, and only the last board decides the game. */
		this.closes = several && facts.closes;
		this.each = cells / layers;
		this.shut = new Uint8Array(layers); // the boards that are closed
		this.counts = [0, 1].map(() => new Uint8Array(this.members.length));
		const planes = facts.nested ? 3 : 2; // one more for the last stone
		this.isExact = planes * cells <= 52;
		this.keys = Array.from({ length: planes }, (__, mark) => Array.from({ length: cells }, (_, cell) => {
			const at = mark * cells + cell;
			return this.isExact ? 2 ** at : mixed(2 * at) * 2 ** 20 + (mixed(2 * at + 1) >>> 12);
		}));
	}

	/**
	 * @param {Rules} rules
	 * @param {Position} position
	 */
	set(rules, position) {
		this.owner.fill(-1);
		for (const counts of this.counts) counts.fill(0);
		this.ply = 0;
		this.key = 0;
		for (let cell = 0; cell < this.cells; cell++) {
			const mark = rules.markAt(position, cell);
			if (mark) this.place(cell, mark - X);
		}
		if (!this.closes) return;
		this.shut.fill(0); // placing the stones may have made lines that are too long now
		this.members.forEach(([cell], line) => this.counts.forEach((counts, mark) => {
			if (counts[line] === this.k && !this.isTooLong(line, mark)) this.shut[this.boardOf(cell)] = 1;
		}));
	}

	/** @param {number} cell */
	boardOf(cell) {
		return Math.floor(cell / this.each);
	}

	/** Add to the hash, modulo 2 ** 52. @param {number} more */
	shift(more) {
		this.key += more;
		if (!this.isExact) this.key = ((this.key % 2 ** 52) + 2 ** 52) % 2 ** 52;
	}

	/**
	 * @param {number} cell
	 * @param {number} mark
	 */
	place(cell, mark) {
		const counts = this.counts[mark];
		if (this.closes && this.makesLine(cell, mark)) this.shut[this.boardOf(cell)] = 1;
		for (const line of this.through[cell]) counts[line] += 1;
		this.owner[cell] = mark;
		this.ply += 1;
		this.shift(this.keys[mark][cell]);
	}

	/**
	 * @param {number} cell
	 * @param {number} mark
	 */
	remove(cell, mark) {
		const counts = this.counts[mark];
		for (const line of this.through[cell]) counts[line] -= 1;
		if (this.closes) this.shut[this.boardOf(cell)] = 0; // the last stone of a closed board is removed first
		this.owner[cell] = -1;
		this.ply -= 1;
		this.shift(-this.keys[mark][cell]);
	}

	get mover() {
		return this.movers[this.ply];
	}

	/** The mark of a move. @param {number} move */
	markOf(move) {
		return this.marks[this.mover][move < this.cells ? 0 : 1];
	}

	/** Whether a stone may go to a cell. @param {number} cell */
	isOpen(cell) {
		if (this.owner[cell] >= 0 || (this.closes && this.shut[this.boardOf(cell)])) return false;
		for (const held of this.under[cell]) if (this.owner[held] < 0) return false;
		return true;
	}

	/** Whether a mark on a free cell makes a line that ends the game, for whichever player. @type {(cell: number, mark: number) => boolean} */
	completes(cell, mark) {
		if (!this.closes) return this.makesLine(cell, mark);
		const own = this.boardOf(cell);
		/** @param {number} other */
		const isFree = (other) => other !== cell && this.owner[other] < 0 && !this.shut[this.boardOf(other)];
		for (let other = 0; other < this.cells; other++) if (this.boardOf(other) !== own && isFree(other)) return false;
		if (this.makesLine(cell, mark)) return true;
		for (let other = own * this.each; other < (own + 1) * this.each; other++) if (isFree(other)) return false;
		return this.shut.includes(1); // the stone fills the last board, and a line on another board counts
	}

	/** Whether a mark on a free cell makes a line. @type {(cell: number, mark: number) => boolean} */
	makesLine(cell, mark) {
		const counts = this.counts[mark];
		for (const line of this.through[cell]) if (counts[line] === this.k - 1 && !this.isTooLong(line, mark)) return true;
		return false;
	}

	/** @type {(line: number, mark: number) => boolean} */
	isTooLong(line, mark) {
		for (const end of this.ends[line]) if (this.owner[end] === mark) return true;
		return false;
	}

	/** The number of free cells. */
	get free() {
		return this.cells - this.ply;
	}

	/** The value of a line for the player to move; 0 if it does not count. */
	get lineWorth() {
		return this.worth[this.mover] ?? 0;
	}

	/** The value for the player to move if no move is left. */
	get fullWorth() {
		return this.mover ? 0 - this.full : this.full;
	}

	/** The sign of the next player's value for the player to move: 1 if the same player moves again, else -1. */
	get sign() {
		return this.movers[this.ply] === this.movers[this.ply + 1] ? 1 : -1;
	}

	/** The moves without a line, the moves with a line that counts, and the cells that alone stop an opponent's line. */
	moves() {
		/** @type {number[]} */
		const going = [], /** @type {number[]} */ lined = [], /** @type {number[]} */ stops = [];
		const { mover, lineWorth } = this, other = this.marks[1 - mover][0];
		for (let hand = 0; hand < this.hands; hand++) {
			for (let cell = 0; cell < this.cells; cell++) {
				if (!this.isOpen(cell)) continue;
				const makes = lineWorth !== 0 && this.completes(cell, this.marks[mover][hand]);
				(makes ? lined : going).push(cell + hand * this.cells);
				if (this.stops && this.completes(cell, other)) stops.push(cell);
			}
		}
		return { going, lined, stops };
	}
}
