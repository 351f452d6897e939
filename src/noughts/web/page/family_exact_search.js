// What a move of any game of the family is worth, proved: a search to the end of the game, with a memory.
//
// It asks yes or no, as `exact_search.js` does of lines alone: does the player to move win, or at least draw? Where the
// turn changes, one question is the other one's negation.

/** @import { Clock } from "./search_clock.js" */
/** @import { Field } from "./search_position.js" */

const MOST = 1_000_000; // positions that are remembered; then it begins anew
const DRAWS = 0, WINS = 1; // what a player may reach
const NO = 1, YES = 2; // two bits of the memory for each of the two

export class ToTheEnd {
	/** @param {Field} field */
	constructor(field) {
		this.field = field;
		/** @type {Map<number, number>} */
		this.known = new Map();
		/** The cells on most lines first. */
		this.order = Array.from(field.through.keys()).sort((a, b) => field.through[b].length - field.through[a].length || a - b);
		// A line that the other is about to make may be stopped in its cell alone, unless a mark elsewhere could spoil it,
		// or lead to another board.
		this.stops = field.isOwned && !field.closes && field.ends.every((ends) => !ends.length);
	}

	/**
	 * What a move that makes no line is worth to who makes it: 1, 0 or -1.
	 * @param {number} move
	 * @param {Clock} clock
	 */
	valueOf(move, clock) {
		if (this.known.size > MOST) this.known.clear();
		const cell = move % this.field.cells, mark = this.field.markOf(move);
		if (this.after(cell, mark, WINS, clock)) return 1;
		return this.after(cell, mark, DRAWS, clock) ? 0 : -1;
	}

	/**
	 * Whether the player to move reaches a goal by a mark in a cell.
	 * @param {number} cell
	 * @param {number} mark
	 * @param {number} goal
	 * @param {Clock} clock
	 * @returns {boolean}
	 */
	after(cell, mark, goal, clock) {
		const { field } = this, turns = field.sign < 0;
		field.place(cell, mark);
		try {
			return turns ? !this.reaches(WINS - goal, clock) : this.reaches(goal, clock);
		} finally {
			field.remove(cell, mark);
		}
	}

	/**
	 * Whether the player to move reaches a goal.
	 * @param {number} goal
	 * @param {Clock} clock
	 * @returns {boolean}
	 */
	reaches(goal, clock) {
		clock.spend();
		const { field, known } = this, { key } = field;
		const before = known.get(key) ?? 0, told = (before >> (2 * goal)) & 3;
		if (told) return told === YES;
		const found = this.found(goal, clock);
		known.set(key, (known.get(key) ?? 0) | ((found ? YES : NO) << (2 * goal)));
		return found;
	}

	/**
	 * @param {number} goal
	 * @param {Clock} clock
	 */
	found(goal, clock) {
		const { field, order, stops } = this, { mover, lineWorth, sign } = field;
		const marks = field.marks[mover], other = 1 - mover, isLined = lineWorth !== 0;
		const threatens = stops && sign < 0 && (field.worth[other] ?? 0) > 0;
		/** @type {number[]} cells, and the marks that they may get */
		const cells = [], /** @type {number[]} */ put = [];
		let stop = -1, several = false, canMove = false;
		for (const cell of order) {
			if (!field.isOpen(cell)) continue;
			canMove = true;
			if (threatens && field.completes(cell, field.marks[other][0])) {
				several ||= stop >= 0;
				stop = cell;
			}
			for (const mark of marks) {
				if (!isLined || !field.completes(cell, mark)) {
					cells.push(cell);
					put.push(mark);
				} else if (lineWorth > 0) return true;
			}
		}
		if (!canMove) return field.fullWorth >= goal;
		if (several) return false; // the other makes a line in the one or in the other
		return cells.some((cell, at) => (stop < 0 || cell === stop) && this.after(cell, put[at], goal, clock));
	}
}
