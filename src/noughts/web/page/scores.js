// The numbers of games won, drawn and lost against each opponent, on each board.
//
// The game on the board counts once it ends, unless a person undoes the end before the next game. Its address identifies
// the game, so a reload counts nothing twice.

import { boardOf } from "./board_text.js";
import { LISTED } from "./boards.js";
import { PLAYERS } from "./players.js";

/** @typedef {"won" | "drawn" | "lost"} Result */
/** @typedef {Record<Result, number>} Tally */

/** @type {Result[]} */
const RESULTS = ["won", "drawn", "lost"];
const [FIRST] = LISTED;

/**
 * The name under which a score is stored; on the first board, the opponent's name alone.
 * @param {string} board
 * @param {string} opponent
 */
export function contest(board, opponent) {
	return board === FIRST ? opponent : `${board} ${opponent}`;
}

/** @param {string} name */
function isContest(name) {
	const [opponent, board = FIRST, ...more] = name.split(" ").reverse();
	return Object.hasOwn(PLAYERS, opponent) && boardOf(board) !== undefined && !more.length;
}

/**
 * A valid score from any stored value.
 * @param {any} [stored]
 * @returns {Tally}
 */
function score(stored) {
	/** @param {any} number */
	const count = (number) => (Number.isSafeInteger(number) && number > 0 ? number : 0);
	const [won, drawn, lost] = RESULTS.map((result) => count(stored?.[result]));
	return { won, drawn, lost };
}

export class Scores {
	/** @param {import("./storage.js").PageStorage} store */
	constructor(store) {
		this.store = store;
		/** @type {Map<string, Tally>} */
		this.tally = new Map();
		/** @type {{ address: string, opponent: string, result: Result } | null} the game on the board, if it counts */
		this.onBoard = null;
		const { scores, onBoard } = store.stored ?? {};
		for (const name of Object.keys(scores ?? {})) if (isContest(name)) this.tally.set(name, score(scores[name]));
		const known = this.tally.has(onBoard?.opponent) && RESULTS.includes(onBoard.result);
		if (known && this.count(onBoard)) this.onBoard = onBoard;
	}

	/** @param {string} name */
	of(name) {
		const tally = this.tally.get(name) ?? score();
		this.tally.set(name, tally);
		return tally;
	}

	/** @param {{ opponent: string, result: Result }} ended */
	count({ opponent, result }) {
		return this.of(opponent)[result];
	}

	/**
	 * Note the game on the board. `result` is null while the game goes on.
	 * @param {string} address
	 * @param {string} opponent
	 * @param {Result | null} result
	 */
	show(address, opponent, result) {
		if (this.onBoard?.address === address && result) return;
		if (this.onBoard) this.add(this.onBoard, -1);
		this.onBoard = result && { address, opponent, result };
		if (this.onBoard) this.add(this.onBoard, 1);
		this.save();
	}

	/** Let the scores stay as they are, since the next game begins. */
	keep() {
		this.onBoard = null;
		this.save();
	}

	clear() {
		this.tally.clear();
		this.keep();
	}

	/**
	 * @param {{ opponent: string, result: Result }} ended
	 * @param {number} by
	 */
	add({ opponent, result }, by) {
		this.of(opponent)[result] += by;
	}

	save() {
		const played = [...this.tally].filter(([, { won, drawn, lost }]) => won + drawn + lost);
		this.store.set("scores", Object.fromEntries(played));
		this.store.set("onBoard", this.onBoard);
	}
}
