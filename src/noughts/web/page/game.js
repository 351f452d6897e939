// A game: a start position and the moves from it, of which the last may be undone.

import { MARKS, Refusal } from "./position.js";

/** @import { Position, Rules } from "./position.js" */

export class Game {
	/**
	 * @param {Rules} rules
	 * @param {Position} start
	 * @param {number[]} moves
	 */
	constructor(rules, start = rules.START, moves = []) {
		this.rules = rules;
		this.start = start;
		this.positions = [start];
		/** @type {number[]} the played moves, followed by the undone moves */
		this.known = [];
		this.ply = 0;
		this.made = 0; // all moves played, even if undone later
		/** @type {Game | null} the game that was edited into this one */
		this.before = null;
		/** @type {Game | null} the game into which this one was edited, after the edit is undone */
		this.next = null;
		/** @type {number | null | undefined} the word that a person typed, and whose position this is */
		this.word = null;
		this.endedAt = -1; // the ply at which the players ended the game themselves
		this.winner = 0; // the winner by that end
		for (const cell of moves) this.push(cell);
	}

	get position() {
		return this.positions[this.ply];
	}

	get moves() {
		return this.known.slice(0, this.ply);
	}

	get undone() {
		return this.known.length - this.ply;
	}

	get fromEmpty() {
		return !this.start.x && !this.start.o;
	}

	/**
	 * Play in a cell, and forget the undone moves. A refused move changes nothing.
	 * @param {number} cell
	 */
	push(cell) {
		this.check(cell);
		const next = this.rules.after(this.position, cell);
		this.endedAt = -1;
		this.known.length = this.ply;
		this.positions.length = this.ply + 1;
		this.known.push(cell);
		this.positions.push(next);
		this.ply += 1;
		this.made += 1;
	}

	/** @param {number} cell or another move */
	check(cell) {
		const { rules, position } = this;
		const reason = rules.refusal(position);
		if (reason) throw new Refusal(`This is not a valid position: ${reason}.`);
		if (rules.outcome(position) || this.endedAt === this.ply) throw new Refusal("The game is over. Start a new one.");
		const why = rules.whyNot?.(position, cell);
		if (why) throw new Refusal(why);
		const mark = rules.markAt(position, cell % rules.cells);
		if (mark) throw new Refusal(`${rules.cellName(cell)} is taken by ${MARKS[mark]}.${free(rules, position)}`);
	}

	/**
	 * Whether these moves from this start begin this game's known moves.
	 * @param {Rules} rules
	 * @param {Position} start
	 * @param {number[]} moves
	 */
	knows(rules, start, moves) {
		return rules === this.rules
			&& start.x === this.start.x && start.o === this.start.o
			&& moves.length <= this.known.length
			&& moves.every((cell, ply) => cell === this.known[ply]);
	}
}

const FEW = 9; // the most cells that a message lists

/**
 * @param {Rules} rules
 * @param {Position} position
 */
function free(rules, position) {
	const cells = rules.legalMoves(position);
	return cells.length > FEW ? "" : ` Free: ${cells.map(rules.cellName).join(" ")}.`;
}
