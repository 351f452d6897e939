// The rules of every board of the page, fetched when they are wanted and then kept.

import { BOARDS } from "./boards.js";
import { makeRules } from "./position.js";
import { TICTACTOE } from "./tictactoe.js";

const known = new Map([[TICTACTOE.board.key, TICTACTOE]]);

/** The entry of a board, or undefined where the page does not have it. */
export function boardOf(key) {
	return BOARDS.find((board) => board.key === key);
}

/** The rules of a board at once, where they were fetched before. */
export function rulesNow(key) {
	return known.get(key);
}

/** The rules of a board. Rejects where they cannot be fetched. */
export async function rulesOf(key) {
	if (!known.has(key)) {
		const board = boardOf(key);
		known.set(key, makeRules(board, await import(`./${board.rules}`)));
	}
	return known.get(key);
}
