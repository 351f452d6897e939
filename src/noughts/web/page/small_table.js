// The value of every position of a small board, by plain memoization, for games of which only the moves are known.
//
// A score gives the winner and the number of moves: MOST - n for a win in n moves, n - MOST for a loss, 0 for a draw.

/** @import { Field } from "./search_position.js" */
/** @import { Judged } from "./move_worths.js" */
/** @import { Position, Rules } from "./position.js" */

const MOST = 1000;

export class SmallTable {
	/**
	 * @param {Rules} rules
	 * @param {Field} field with so few cells that its keys are exact
	 */
	constructor(rules, field) {
		this.rules = rules;
		this.field = field;
		/** @type {Map<number, number>} scores for the player to move, by key */
		this.known = new Map();
	}

	/** The score of the position on the field. @returns {number} */
	score() {
		const { field, known } = this;
		const before = known.get(field.key);
		if (before !== undefined) return before;
		const { going, lined } = field.moves();
		const { lineWorth, fullWorth, key } = field;
		let best = -Infinity;
		if (!going.length && !lined.length) best = fullWorth * MOST;
		else if (lined.length) best = lineWorth * (MOST - 1);
		if (best < MOST - 1) for (const move of going) best = Math.max(best, this.after(move));
		known.set(key, best);
		return best;
	}

	/** The score of a move that makes no line, for the player who makes it. @param {number} move */
	after(move) {
		const { field } = this, { sign } = field;
		const cell = move % field.cells, mark = field.markOf(move);
		field.place(cell, mark);
		const score = sign * this.score();
		field.remove(cell, mark);
		return score - Math.sign(score);
	}

	/**
	 * Each move with its value, in order of number.
	 * @param {Position} position
	 * @returns {(Judged & { seems: number })[]}
	 */
	judge(position) {
		const { field, rules } = this;
		field.set(rules, position);
		const { lined } = field.moves();
		const free = rules.facts.nested ? undefined : field.free; // a draw may leave cells free
		return rules.legalMoves(position).map((move) => {
			const seems = lined.includes(move) ? field.lineWorth * (MOST - 1) : this.after(move);
			const value = Math.sign(seems);
			return { cell: move, value, remoteness: value ? MOST - Math.abs(seems) : free, proved: true, seems };
		});
	}

	/** The best moves: the soonest wins, else draws, else the latest losses. @param {Position} position */
	best(position) {
		const moves = this.judge(position);
		const most = Math.max(...moves.map(({ seems }) => seems));
		return moves.filter(({ seems }) => seems === most).map(({ cell }) => cell);
	}
}
