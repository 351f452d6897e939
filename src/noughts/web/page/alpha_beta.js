// The moves of a position judged some plies deep, by the weights of live lines, as in the library's `strong`.
//
// Alpha-beta, one ply deeper each time until the clock has run out. Only the heaviest cells are tried, except
// that a four is always completed or stopped, which costs no depth; and where the depth ends, a win by fours
// is looked for. In misère a line loses, so weights count the other way, and nobody completes one by choice.

import { Clock, OutOfTime } from "./clock.js";
import { winByFours } from "./fours.js";

const WON = 1e9; // less the ply: more than all lines together weigh
const DEEPEST = 40; // plies, those that cost no depth included
const SEEN = WON - 2 * DEEPEST; // a win that was seen
const WIDTH = 10; // moves tried at each ply
const ROOT_WIDTH = 16;
const FOURS = 3; // in a row, where the depth ends
const TEMPO = 1.5; // how much more the lines of the side to move weigh

/** @import { Lines } from "./live_lines.js" */
/** @import { Rules } from "./position.js" */

/**
 * @param {number} cell
 * @param {readonly number[]} sizes of the board, of which the last is that of a row
 */
function farFromMiddle(cell, sizes) {
	let sum = 0;
	for (const size of [...sizes].reverse()) {
		sum += (2 * (cell % size) + 1 - size) ** 2;
		cell = Math.floor(cell / size);
	}
	return sum;
}

export class AlphaBeta {
	clock = new Clock({});

	/**
	 * @param {Rules} rules
	 * @param {Lines} lines
	 */
	constructor({ board: { lineWorth, sizes } }, lines) {
		this.lines = lines;
		this.lineWorth = lineWorth;
		/** How far each cell is from the middle of the board, doubled and squared. */
		this.far = Array.from({ length: sizes.reduce((cells, size) => cells * size) }, (_, cell) => farFromMiddle(cell, sizes));
		this.even = 2 * lines.weights[lines.k - 1];
	}

	/**
	 * What each of these moves of a side seems worth, by cell: between -1, lost, and 1, won.
	 * @param {Iterable<number>} moves
	 * @param {number} side
	 * @param {Clock} clock
	 */
	judged(moves, side, clock) {
		this.clock = clock;
		const { lines, lineWorth } = this;
		const [own, other] = lines.weight;
		/** @param {number} cell */
		const weight = (cell) => lineWorth * (own[cell] + other[cell]);
		const cells = [...moves].sort((a, b) => weight(b) - weight(a) || this.far[a] - this.far[b]);
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
		const worst = Math.min(...tried.map(scoreOf)); // what was not tried seemed worse
		for (const cell of cells.slice(ROOT_WIDTH)) scores.set(cell, Math.min(scoreOf(cell), worst - 1));
		return new Map([...scores].map(([cell, score]) => [cell, this.share(score)]));
	}

	/**
	 * A score as a share of a sure win; one that is seen counts more the sooner it comes.
	 * @param {number} score
	 */
	share(score) {
		if (Math.abs(score) >= SEEN) return Math.sign(score) * (0.99 - (WON - Math.abs(score)) / 1000);
		return 0.9 * Math.tanh(score / this.even);
	}

	/**
	 * The scores of moves, this deep; one that is worse than the best has at most its score.
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
		if (!lines.free || !(lines.live[0] || lines.live[1])) return 0;
		const forced = lineWorth > 0 ? lines.completing(1 - side) : 0;
		if (lineWorth > 0 && lines.completing(side)) return WON - ply - 1;
		if (forced > 1) return ply + 2 - WON;
		if (forced && ply < DEEPEST) depth += 1;
		if (depth <= 0) return this.atTheEnd(side, ply);
		const moves = forced ? [lines.completion(1 - side)] : lines.best(WIDTH, lineWorth);
		let best = -Infinity;
		for (const cell of moves) {
			best = Math.max(best, this.after(cell, side, depth, ply, Math.max(alpha, best), beta));
			if (best >= beta) break;
		}
		return best;
	}

	/**
	 * @param {number} side
	 * @param {number} ply
	 */
	atTheEnd(side, ply) {
		const { lines, lineWorth, clock } = this;
		const wins = lineWorth > 0 && lines.near[side][2] && winByFours(lines, side, clock, FOURS) >= 0;
		return wins ? WON - ply - 3 : this.weighed(side);
	}
}
