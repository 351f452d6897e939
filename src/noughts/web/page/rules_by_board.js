// The rules of boards, made when first needed and then cached.

import { readBoard } from "./board_text.js";
import { makeRules } from "./position.js";
import { TICTACTOE } from "./tictactoe.js";

/** @import { Rules } from "./position.js" */

/** @type {Map<string, Rules>} */
const known = new Map([[TICTACTOE.board.key, TICTACTOE]]);

/**
 * The rules of a board at once, if they are cached.
 * @param {string} key
 */
export function rulesNow(key) {
	return known.get(key);
}

/**
 * The rules of a board. Rejects if the text is not a board, or if a module cannot be fetched.
 * @param {string} key
 * @returns {Promise<Rules>}
 */
export async function rulesOf(key) {
	const ours = known.get(key);
	if (ours) return ours;
	const board = readBoard(key);
	const made = board.relative ? await (await import("./relatives.js")).relativeRules(board)
		: makeRules(board, (await import("./any_board.js")).rulesOfBoard(board));
	const rules = known.get(board.key) ?? made; // one object for a board, even after concurrent calls or with words in another order
	known.set(board.key, rules);
	return rules;
}
