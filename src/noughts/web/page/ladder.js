// The ladder: opponents of rising strength. The browser stores how many of them the person has beaten on each board.

import { LISTED } from "./boards.js";

/** @import { Result } from "./scores.js" */

export const LEVELS = ["easy", "medium", "hard", "perfect"];
const TOP = LEVELS.length - 1;

export class Ladder {
	/** @param {import("./storage.js").PageStorage} store */
	constructor(store) {
		this.store = store;
		/** @type {number | Record<string, number>} one number for all boards, if an earlier version of the page stored it */
		const stored = store.get("beaten", (value) => countsOf(value).every(isCount), {});
		/** @type {Record<string, number>} the number of beaten opponents, from the lowest, by board */
		this.beaten = typeof stored === "number" ? { [LISTED[0]]: stored } : { ...stored };
	}

	/** @param {string} board */
	on(board) {
		return this.beaten[board] ?? 0;
	}

	/**
	 * The level above an opponent's; null for the highest level, and for an opponent without a level.
	 * @param {string} opponent
	 * @returns {string | null}
	 */
	above(opponent) {
		const level = LEVELS.indexOf(opponent);
		return level < 0 ? null : LEVELS[level + 1] ?? null;
	}

	/**
	 * Note the end of a game. A draw with the highest level, which never loses, counts as beating it.
	 * @param {string} board
	 * @param {string} opponent
	 * @param {Result} result
	 */
	ended(board, opponent, result) {
		const level = LEVELS.indexOf(opponent);
		const passes = result === "won" || (result === "drawn" && level === TOP);
		if (passes && level >= this.on(board)) this.set({ ...this.beaten, [board]: level + 1 });
	}

	erase() {
		this.set({});
	}

	/** @param {Record<string, number>} beaten */
	set(beaten) {
		this.beaten = beaten;
		this.store.set("beaten", beaten);
	}
}

/** @param {any} value */
const countsOf = (value) => (typeof value === "number" ? [value] : Object.values(value ?? {}));

/** @param {any} count */
const isCount = (count) => Number.isInteger(count) && count >= 0 && count <= LEVELS.length;
