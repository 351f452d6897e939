// The ladder: opponents of rising strength, and how many of them somebody has beaten, which the browser remembers.

/** @import { Result } from "./scores.js" */

export const LEVELS = ["easy", "medium", "hard", "perfect"];
const TOP = LEVELS.length - 1;

export class Ladder {
	/** @param {import("./storage.js").PageStorage} store */
	constructor(store) {
		this.store = store;
		this.beaten = store.get("beaten", [...LEVELS.keys(), LEVELS.length], 0); // from the lowest on
	}

	/**
	 * The level above an opponent's; null for the highest and for whoever has none.
	 * @param {string} opponent
	 * @returns {string | null}
	 */
	above(opponent) {
		const level = LEVELS.indexOf(opponent);
		return level < 0 ? null : LEVELS[level + 1] ?? null;
	}

	/**
	 * A game has ended. Who draws with the highest level has done what can be done.
	 * @param {string} opponent
	 * @param {Result} result
	 */
	ended(opponent, result) {
		const level = LEVELS.indexOf(opponent);
		const passes = result === "won" || (result === "drawn" && level === TOP);
		if (passes && level >= this.beaten) this.set(level + 1);
	}

	erase() {
		this.set(0);
	}

	/** @param {number} beaten */
	set(beaten) {
		this.beaten = beaten;
		this.store.set("beaten", beaten);
	}
}
