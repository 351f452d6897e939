// The value of every move of a position, for the page's own player: proved as far as the clock allows, else judged.
//
//    moves that end the game, or let it end at once    proved without a search
//    wins by fours, of the mover and the opponent      proved by `wins_by_fours`
//    the value of each move                            proved by `exact_search`, on small boards and late in games
//    all other moves                                   judged by `alpha_beta`
//
// The library's `strong` judges moves and divides its time in the same way. But it also proves wins by threes, and uses
// the search of `solve` for the values.

import { AlphaBeta } from "./alpha_beta.js";
import { Clock, within } from "./search_clock.js";
import { Exact } from "./exact_search.js";
import { winByFours } from "./wins_by_fours.js";
import { FOR_DEFENCE, FOR_VALUE, FOR_WINS } from "./levels.js";
import { Lines } from "./line_weights.js";

const EXACT_FREE = 25; // on other boards, the exact search is worth trying with up to this many free cells
const FOR_CHOICE = 20_000; // nodes to choose among moves of equal value
const FOURS = 12; // the most successive fours in a win

/** @import { Position, Rules } from "./position.js" */
/** @typedef {{ cell: number, value: number, proved: boolean, remoteness?: number }} Judged the value of a move for the player who makes it */

export class MoveWorths {
	every = false;
	side = 0;
	clock = new Clock({});
	/** @type {Map<number, number>} */
	proved = new Map();
	/** @type {Set<number>} */
	open = new Set();

	/** @param {Rules} rules */
	constructor(rules) {
		this.rules = rules;
		this.lineWorth = rules.board.lineWorth;
		this.lines = new Lines(rules);
		this.exact = new Exact(rules, this.lines);
		this.alphaBeta = new AlphaBeta(rules, this.lines);
	}

	/**
	 * Each move as { cell, value, proved }, in order of cell.
	 * @param {Position} position
	 * @param {Clock} clock
	 * @returns {Judged[]}
	 */
	judge(position, clock) {
		return this.settled(position, clock, true).map(({ seems, ...move }) => move);
	}

	/**
	 * The same, each with `seems`, which ranks moves of equal value. Unless `every`, stop once the best move is known.
	 * @param {Position} position
	 * @param {Clock} clock
	 * @param {boolean} every
	 */
	settled(position, clock, every) {
		this.every = every;
		this.side = this.lines.set(this.rules, position);
		this.clock = clock;
		this.proved = new Map();
		this.open = new Set(this.rules.legalMoves(position));
		const cells = [...this.open];
		this.lookAtEnds();
		if (this.goesOn) this.prove();
		if (this.goesOn && this.lineWorth > 0) this.lookAtFours();
		const seems = this.seem(cells);
		return cells.map((cell) => ({
			cell,
			value: this.proved.get(cell) ?? seems.get(cell) ?? 0,
			proved: this.proved.has(cell),
			seems: seems.get(cell) ?? 0,
		}));
	}

	/**
	 * The best moves: of the moves with the highest value, those that seem best.
	 * @param {Position} position
	 * @param {Clock} clock
	 */
	best(position, clock) {
		const { rules, lines, lineWorth } = this;
		if (!position.x && !rules.board.settles) { // on an empty board, play in the middle
			lines.clear();
			return lines.best(1, lineWorth);
		}
		const moves = this.settled(position, clock, false);
		/** @type {(name: "seems" | "value", list: typeof moves) => typeof moves} */
		const most = (name, list) => {
			const best = Math.max(...list.map((move) => move[name]));
			return list.filter((move) => move[name] === best);
		};
		return most("seems", most("value", moves)).map(({ cell }) => cell);
	}

	/** Whether any move is left to settle. */
	get goesOn() {
		const best = Math.max(...this.proved.values());
		return this.open.size > (this.every || best > -1 ? 0 : 1) && (this.every || best < 1);
	}

	/**
	 * @param {number[]} cells
	 * @param {number} value
	 */
	settle(cells, value) {
		for (const cell of cells) {
			this.proved.set(cell, value);
			this.open.delete(cell);
		}
	}

	/** Settle the moves that end the game, or let the opponent complete a line. */
	lookAtEnds() {
		const { lines, side, lineWorth } = this;
		const other = 1 - side;
		this.settle(lines.cellsLacking(side, 1), lineWorth);
		if (lines.free === 1) this.settle([...this.open], 0);
		if (lineWorth < 0 || !this.goesOn || !lines.completing(other)) return;
		const stops = lines.completing(other) === 1 ? lines.cellsLacking(other, 1) : [];
		this.settle([...this.open].filter((cell) => !stops.includes(cell)), -1);
	}

	/** Settle moves by a search to the end of the game. */
	prove() {
		const { lines, rules, exact, side, clock } = this;
		if (!rules.board.settles && lines.free > EXACT_FREE) return;
		exact.begin();
		const part = rules.board.settles ? 1 : FOR_VALUE;
		within(clock, part, (share) => {
			for (const cell of lines.best(lines.free, this.lineWorth)) {
				if (this.open.has(cell)) this.settle([cell], exact.valueOf(cell, side, share));
			}
		});
	}

	/** Settle a move that wins by fours, and the moves that let the opponent win by fours. */
	lookAtFours() {
		const { lines, side, clock } = this;
		const win = within(clock, FOR_WINS, (share) => winByFours(lines, side, share, FOURS)) ?? -1;
		if (win >= 0) this.settle([win], 1);
		if (!this.goesOn) return;
		within(clock, FOR_DEFENCE, (share) => {
			if (winByFours(lines, 1 - side, share, FOURS) < 0) return;
			for (const cell of [...this.open]) {
				lines.place(cell, side);
				try {
					if (winByFours(lines, 1 - side, share, FOURS) >= 0) this.settle([cell], -1);
				} finally {
					lines.remove(cell, side);
				}
			}
		});
	}

	/**
	 * The judged value of each open move or, if no move is left to settle, of each move with the highest value.
	 * @param {number[]} cells
	 * @returns {Map<number, number>}
	 */
	seem(cells) {
		const { alphaBeta, side, clock, open, proved } = this;
		if (this.goesOn) return alphaBeta.judged(open, side, clock);
		const seems = new Map([...open].map((cell) => [cell, 0])); // the move that is not known to lose
		const best = Math.max(...proved.values());
		const equal = cells.filter((cell) => proved.get(cell) === best);
		if (this.every || open.size === 1 && best < 1 || equal.length < 2) return seems;
		return new Map([...seems, ...alphaBeta.judged(new Set(equal), side, clock.share(1, FOR_CHOICE))]);
	}
}
