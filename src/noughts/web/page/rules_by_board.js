// The rules of boards, made when they are wanted and then kept.

import { readBoard } from "./board_text.js";
import { makeRules } from "./position.js";
import { TICTACTOE } from "./tictactoe.js";

/** @import { Rules } from "./position.js" */

/** @type {Map<string, Rules>} */
const known = new Map([[TICTACTOE.board.key, TICTACTOE]]);

/**
 * The rules of a board at once, where they were made before.
 * @param {string} key
 */
export function rulesNow(key) {
	return known.get(key);
}

/**
 * The rules of a board. Rejects where there are none, or what makes them cannot be fetched.
 * @param {string} key
 * @returns {Promise<Rules>}
 */
export async function rulesOf(key) {
	const ours = known.get(key);
	if (ours) return ours;
	const board = readBoard(key);
	const made = board.relative ? await (await import("./relatives.js")).relativeRules(board)
		: makeRules(board, (await import("./any_board.js")).rulesOfBoard(board));
	const rules = known.get(board.key) ?? made; // one, whoever else asked meanwhile, and in whichever order of words
	known.set(board.key, rules);
	return rules;
}
