// The values of moves in ultimate: the tree search and its field, extended by the board that the last stone names, and
// the playouts on this field.

import { Field } from "./search_position.js";
import { TreeSearch } from "./tree_search.js";

/** @import { Position, Rules } from "./position.js" */

const NOBODY = -1, ANY = -1;

export class NestedField extends Field {
	/** @type {number[]} the stones in the order of play; for the stones of a position, only the last one */
	trail = [];
	last = 2; // the row of `keys` for the last stone

	/** @param {Rules} rules */
	constructor(rules) {
		super(rules);
		const { LINES, ENDS } = /** @type {any} */ (rules).made.outer;
		this.left = new Uint8Array(this.shut.length).fill(this.each); // the number of free cells of each board
		this.winners = new Int8Array(this.shut.length).fill(NOBODY);
		/** @type {number[][][]} for each board and line, the other boards of the line, and the boards that make it too long */
		this.others = Array.from(this.shut, () => []);
		this.tooLong = Array.from(this.shut, () => /** @type {number[][]} */ ([]));
		const boards = [...this.shut.keys()];
		LINES.forEach((/** @type {number} */ line, /** @type {number} */ at) => {
			const members = boards.filter((board) => (line >> board) & 1);
			for (const board of members) {
				this.others[board].push(members.filter((one) => one !== board));
				this.tooLong[board].push(ENDS[at]);
			}
		});
	}

	/**
	 * @param {Rules} rules
	 * @param {Position} position
	 */
	set(rules, position) {
		this.trail = [];
		this.left.fill(this.each);
		super.set(rules, position);
		const last = this.owner.findIndex((_, cell) => rules.has(position.x & position.o, cell));
		if (this.trail.length) this.shift(this.keys[this.last][last] - this.keys[this.last][this.trail[this.trail.length - 1]]);
		this.trail = last < 0 ? [] : [last];
		this.winners.fill(NOBODY);
		this.members.forEach(([cell], line) => this.counts.forEach((counts, mark) => {
			if (counts[line] === this.k && !this.isTooLong(line, mark)) this.winners[this.boardOf(cell)] = mark;
		}));
	}

	/**
	 * @param {number} cell
	 * @param {number} mark
	 */
	place(cell, mark) {
		const { trail, keys, last } = this, board = this.boardOf(cell), before = trail[trail.length - 1];
		const wasShut = this.shut[board];
		super.place(cell, mark);
		if (this.shut[board] && !wasShut) this.winners[board] = mark;
		this.left[board] -= 1;
		if (before !== undefined) this.shift(-keys[last][before]);
		this.shift(keys[last][cell]);
		trail.push(cell);
	}

	/**
	 * @param {number} cell
	 * @param {number} mark
	 */
	remove(cell, mark) {
		const { trail, keys, last } = this, board = this.boardOf(cell);
		super.remove(cell, mark);
		trail.pop();
		const before = trail[trail.length - 1];
		this.winners[board] = NOBODY;
		this.left[board] += 1;
		this.shift(-keys[last][cell]);
		if (before !== undefined) this.shift(keys[last][before]);
	}

	/** The board on which to play, or any board. */
	get named() {
		const { trail } = this;
		if (!trail.length) return ANY;
		const board = trail[trail.length - 1] % this.each;
		return this.shut[board] || !this.left[board] ? ANY : board;
	}

	/** The free cells of the boards that are open. */
	get free() {
		return this.left.reduce((sum, left, board) => sum + (this.shut[board] ? 0 : left), 0);
	}

	/** @param {number} cell */
	isOpen(cell) {
		const { named } = this;
		return (named === ANY || named === this.boardOf(cell)) && super.isOpen(cell);
	}

	/** Whether a mark on a free cell wins its board, and with it a line of boards. @type {(cell: number, mark: number) => boolean} */
	completes(cell, mark) {
		if (!this.makesLine(cell, mark)) return false;
		const board = this.boardOf(cell), { winners } = this;
		return this.others[board].some((others, at) => others.every((one) => winners[one] === mark)
			&& this.tooLong[board][at].every((end) => winners[end] !== mark));
	}
}

export class NestedSearch extends TreeSearch {
	/** The result of a playout from the position on the field, for the player to move there. */
	playedOut() {
		const { field, random } = this;
		const nested = /** @type {NestedField} */ (field);
		const { each, marks, movers } = nested, cells = nested.cells;
		/** @type {[cell: number, mark: number][]} */
		const played = [];
		let sign = 1, result;
		this.games += 1;
		for (;;) {
			const mover = movers[nested.ply], worth = nested.lineWorth, mark = marks[mover][0], { named } = nested;
			/** @type {number[]} */
			const going = [];
			let isLined = false;
			for (let cell = named === ANY ? 0 : named * each, end = named === ANY ? cells : cell + each; cell < end; cell++) {
				if (!nested.isOpen(cell)) continue;
				if (worth && nested.completes(cell, mark)) isLined = true;
				else going.push(cell);
			}
			if (isLined && (worth > 0 || !going.length)) {
				result = sign * worth;
				break;
			}
			if (!going.length) {
				result = sign * nested.fullWorth;
				break;
			}
			const cell = going[Math.floor(random() * going.length)];
			nested.place(cell, mark);
			played.push([cell, mark]);
			sign = -sign;
		}
		for (const [cell, mark] of played.reverse()) nested.remove(cell, mark);
		return result;
	}
}
