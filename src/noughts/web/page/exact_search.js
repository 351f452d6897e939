// Proves the value of a position, by a search to the end of the game with a transposition table.
//
// The search asks one of two questions: does the side to move win, or does it at least draw? A move wins if the other
// side, to move next, does not even draw, so each question is the negation of the other. A side without a live line
// cannot win (in misère, cannot lose), which settles a board long before it is full.

import { Hashing, Memory } from "./hashing.js";
import { symmetriesOf } from "./symmetry.js";

/** @import { Clock } from "./search_clock.js" */
/** @import { Lines } from "./line_weights.js" */
/** @import { Rules } from "./position.js" */

const MEMORY_BITS = 20; // 12 MB
const DRAWS = 0, WINS = 1; // the goals of a side
const NO = 1, YES = 2; // two bits of the table for each goal

export class Exact {
	/**
	 * @param {Rules} rules
	 * @param {Lines} lines
	 */
	constructor({ board: { lineWorth, sizes, round } }, lines) {
		this.lines = lines;
		this.lineWorth = lineWorth;
		const few = sizes.length === 2 && !round; // the many symmetries of other boards cost more time than they save
		this.hashing = new Hashing(lines.cells, few ? symmetriesOf(sizes, round) : undefined);
		this.memory = new Memory(MEMORY_BITS);
	}

	/** Begin at the position that the lines hold. */
	begin() {
		this.hashing.clear();
		this.lines.owner.forEach((side, cell) => side < 2 && this.hashing.flip(cell, side));
	}

	/**
	 * The value of a move for the side that makes it: 1, 0 or -1.
	 * @param {number} cell
	 * @param {number} side
	 * @param {Clock} clock
	 */
	valueOf(cell, side, clock) {
		if (this.move(cell, side, WINS, clock)) return 1;
		return this.move(cell, side, DRAWS, clock) ? 0 : -1;
	}

	/**
	 * Whether a side reaches a goal by this move.
	 * @param {number} cell
	 * @param {number} side
	 * @param {number} goal
	 * @param {Clock} clock
	 * @returns {boolean}
	 */
	move(cell, side, goal, clock) {
		const { lines, hashing } = this;
		if (lines.lacking[side][1][cell] > 0) return this.lineWorth > 0;
		lines.place(cell, side);
		hashing.flip(cell, side);
		try {
			return !this.reaches(1 - side, goal === WINS ? DRAWS : WINS, clock);
		} finally {
			hashing.flip(cell, side);
			lines.remove(cell, side);
		}
	}

	/**
	 * Whether the side to move reaches a goal.
	 * @param {number} side
	 * @param {number} goal
	 * @param {Clock} clock
	 * @returns {boolean}
	 */
	reaches(side, goal, clock) {
		clock.spend();
		const { lines, lineWorth } = this;
		if (lines.free === 0) return goal === DRAWS;
		const [maker, breaker] = lineWorth > 0 ? [side, 1 - side] : [1 - side, side];
		if (goal === WINS && !lines.live[maker]) return false;
		if (goal === DRAWS && !lines.live[breaker]) return true;
		if (lineWorth > 0 && lines.completing(side)) return true;
		const { least } = this.hashing, a = this.hashing.a[least], b = this.hashing.b[least];
		const known = (this.memory.get(a, b) >> (2 * goal)) & 3;
		if (known) return known === YES;
		const found = this.moves(side).some((cell) => this.move(cell, side, goal, clock));
		this.memory.set(a, b, this.memory.get(a, b) | ((found ? YES : NO) << (2 * goal)));
		return found;
	}

	/**
	 * The moves that may be worth trying, the most promising first.
	 * @param {number} side
	 */
	moves(side) {
		const { lines, lineWorth } = this;
		if (lineWorth > 0 && lines.completing(1 - side)) {
			return lines.completing(1 - side) > 1 ? [] : [lines.completion(1 - side)];
		}
		return lines.best(lines.free, lineWorth);
	}
}
