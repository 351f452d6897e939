// The rules of every board of the page, fetched when they are wanted and then kept.

import { BOARDS } from "./boards.js";
import { makeRules } from "./position.js";
import { TICTACTOE } from "./tictactoe.js";

/** @import { Entry, Rules } from "./position.js" */

/** @type {Map<string, Rules>} */
const known = new Map([[TICTACTOE.board.key, TICTACTOE]]);

/**
 * The entry of a board, or undefined where the page does not have it.
 * @param {string} key
 * @returns {Entry | undefined}
 */
export function boardOf(key) {
	return BOARDS.find((board) => board.key === key);
}

/**
 * The rules of a board at once, where they were fetched before.
 * @param {string} key
 */
export function rulesNow(key) {
	return known.get(key);
}

/**
 * The rules of a board. Rejects where they cannot be fetched.
 * @param {string} key
 * @returns {Promise<Rules>}
 */
export async function rulesOf(key) {
	const ours = known.get(key);
	if (ours) return ours;
	const board = boardOf(key);
	if (!board) throw new RangeError(`${key} is not a board of this page`);
	const rules = makeRules(board, await import(`./${board.rules}`));
	known.set(key, rules);
	return rules;
}
