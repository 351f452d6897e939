// Proves the value of a move in any game, by a search to the end of the game with a transposition table.
//
// Like `exact_search.js`, which knows only lines, it asks: does the player to move win, or at least draw? When the turn
// changes, each question is the negation of the other.

/** @import { Clock } from "./search_clock.js" */
/** @import { Field } from "./search_position.js" */

const MOST = 1_000_000; // positions in the table, which is then cleared
const DRAWS = 0, WINS = 1; // the goals of a player
const NO = 1, YES = 2; // two bits of the table for each goal

export class ToTheEnd {
	/** @param {Field} field */
	constructor(field) {
		this.field = field;
		/** @type {Map<number, number>} */
		this.known = new Map();
		/** The cells on most lines first. */
		this.order = Array.from(field.through.keys()).sort((a, b) => field.through[b].length - field.through[a].length || a - b);
		// The opponent's threat to make a line can be stopped only in its cell, unless a mark elsewhere can spoil the line,
		// or send the opponent to another board.
		this.stops = field.isOwned && !field.closes && field.ends.every((ends) => !ends.length);
	}

	/**
	 * The value of a move that makes no line, for the player who makes it: 1, 0 or -1.
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
		if (several) return false; // the opponent makes a line in one of the two cells
		return cells.some((cell, at) => (stop < 0 || cell === stop) && this.after(cell, put[at], goal, clock));
	}
}
