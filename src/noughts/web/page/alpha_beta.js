// Judges the moves of a position some plies deep, by the weights of live lines. A test compares every score with the
// library's players/strong/alpha_beta.py.
//
// The search is alpha-beta with iterative deepening until the clock runs out. It tries only the heaviest cells, except
// that it always completes or stops a four, which costs no depth. In misère a line loses, so weights count the other
// way, and the search makes a line only if there is no other move.

import { Clock, OutOfTime } from "./search_clock.js";
import { DEEPEST, ROOT_WIDTH, TEMPO, WIDTH, WON } from "./levels.js";

const SEEN = WON - DEEPEST; // scores from here on are wins that the search has seen

/** @import { Lines } from "./line_weights.js" */
/** @import { Rules } from "./position.js" */

export class AlphaBeta {
	clock = new Clock({});

	/**
	 * @param {Rules} rules
	 * @param {Lines} lines
	 */
	constructor({ board: { lineWorth } }, lines) {
		this.lines = lines;
		this.lineWorth = lineWorth;
		this.even = 2 * lines.weights[lines.k - 1];
	}

	/**
	 * The judged value of each of a side's moves, by cell: from -1 (lost) to 1 (won).
	 * @param {Set<number>} moves
	 * @param {number} side
	 * @param {Clock} clock
	 */
	judged(moves, side, clock) {
		this.clock = clock;
		const { lines, lineWorth } = this;
		const cells = lines.best(lines.free, lineWorth).filter((cell) => moves.has(cell));
		const scores = new Map(cells.map((cell) => [cell, this.atAGlance(cell, side)]));
		/** @param {number} cell */
		const scoreOf = (cell) => Number(scores.get(cell));
		const tried = cells.slice(0, ROOT_WIDTH);
		try {
			for (let depth = 1; depth <= lines.free; depth++) {
				const deeper = this.deepened(tried, side, depth);
				for (const [cell, score] of deeper) scores.set(cell, score);
				tried.sort((a, b) => scoreOf(b) - scoreOf(a));
				if (tried.every((cell) => Math.abs(scoreOf(cell)) >= SEEN)) break;
			}
		} catch (error) {
			if (!(error instanceof OutOfTime)) throw error;
		}
		const worst = Math.min(...tried.map(scoreOf)); // the untried moves seemed worse
		for (const cell of cells.slice(ROOT_WIDTH)) scores.set(cell, Math.min(scoreOf(cell), worst - 1));
		return new Map([...scores].map(([cell, score]) => [cell, this.share(score)]));
	}

	/**
	 * A score as a fraction of a certain win. A win that the search has seen counts more the sooner it comes.
	 * @param {number} score
	 */
	share(score) {
		if (Math.abs(score) >= SEEN) return Math.sign(score) * (0.99 - (WON - Math.abs(score)) / 1000);
		return 0.9 * Math.tanh(score / this.even);
	}

	/**
	 * The scores of moves at this depth. For a move that is worse than the best, the score is an upper bound.
	 * @param {number[]} cells
	 * @param {number} side
	 * @param {number} depth
	 */
	deepened(cells, side, depth) {
		/** @type {Map<number, number>} */
		const scores = new Map();
		let best = -Infinity;
		for (const cell of cells) {
			const score = this.after(cell, side, depth, 0, best - 1, Infinity);
			scores.set(cell, score);
			best = Math.max(best, score);
		}
		return scores;
	}

	/**
	 * @param {number} cell
	 * @param {number} side
	 */
	atAGlance(cell, side) {
		this.lines.place(cell, side);
		const score = 0 - this.weighed(1 - side);
		this.lines.remove(cell, side);
		return score;
	}

	/**
	 * The score of a quiet position for the side to move, by its lines alone.
	 * @param {number} side
	 */
	weighed(side) {
		const own = this.lines.total[side], other = this.lines.total[1 - side];
		return this.lineWorth < 0 ? other - own : TEMPO * own - other;
	}

	/**
	 * The score of a move for the side that makes it.
	 * @param {number} cell
	 * @param {number} side
	 * @param {number} depth
	 * @param {number} ply
	 * @param {number} alpha
	 * @param {number} beta
	 * @returns {number}
	 */
	after(cell, side, depth, ply, alpha, beta) {
		const { lines } = this;
		if (lines.lacking[side][1][cell]) return this.lineWorth * (WON - ply);
		lines.place(cell, side);
		try {
			return 0 - this.score(1 - side, depth - 1, ply + 1, -beta, -alpha);
		} finally {
			lines.remove(cell, side);
		}
	}

	/**
	 * The score of a position for the side to move.
	 * @param {number} side
	 * @param {number} depth
	 * @param {number} ply
	 * @param {number} alpha
	 * @param {number} beta
	 * @returns {number}
	 */
	score(side, depth, ply, alpha, beta) {
		this.clock.spend();
		const { lines, lineWorth } = this;
		if (!lines.free) return 0;
		let forced = -1;
		if (lineWorth < 0) {
			if (lines.completing(side) === lines.free) return ply + 1 - WON;
		} else if (lines.completing(side)) {
			return WON - ply - 1;
		} else if (lines.completing(1 - side)) {
			if (lines.completing(1 - side) > 1) return ply + 2 - WON;
			forced = lines.completion(1 - side);
			if (ply < DEEPEST - 2) depth += 1;
		}
		if (depth <= 0 || (lineWorth > 0 && !lines.total[0] && !lines.total[1])) return this.weighed(side);
		const but = lineWorth < 0 ? lines.lacking[side][1] : undefined;
		let best = -Infinity;
		for (const cell of forced < 0 ? lines.best(WIDTH, lineWorth, but) : [forced]) {
			best = Math.max(best, this.after(cell, side, depth, ply, Math.max(alpha, best), beta));
			if (best >= beta) break;
		}
		return best;
	}
}
