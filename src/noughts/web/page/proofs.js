// Proofs by the server, if `noughts web` serves the page. The server's search is compiled, and so settles more moves.

import { rulesNow } from "./rules_by_board.js";

/** @import { Position, Rules } from "./position.js" */
/** @import { Judged } from "./move_worths.js" */

const LATE = 1500; // ms after the question's time, when the page stops waiting

let isThere = true; // until the server fails to answer

/**
 * The values of the moves that the server settles in this time. Never rejects, since the page works without them.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} milliseconds
 * @returns {Promise<Map<number, number>>}
 */
export function proofs(rules, position, milliseconds) {
	if (!isThere) return Promise.resolve(new Map());
	const asked = new URLSearchParams({
		board: rules.board.key,
		position: rules.positionText(position),
		seconds: `${milliseconds / 1000}`,
	});
	return fetch(`proofs?${asked}`, {
		headers: { "Noughts-Page": "1" },
		signal: AbortSignal.timeout(milliseconds + LATE),
	}).then(async (answer) => {
		if (answer.ok) return new Map((await answer.json()).moves); // null if the server is busy
		isThere &&= answer.status !== 404; // a server with files only
		return new Map();
	}).catch((error) => {
		isThere &&= error instanceof DOMException; // a late answer; any other error means that there is no server
		return new Map();
	});
}

/**
 * The moves. A move that the server has settled is marked as proved.
 * @param {Judged[]} moves
 * @param {Map<number, number>} settled
 * @returns {Judged[]}
 */
export function proved(moves, settled) {
	return moves.map((move) => {
		const value = settled.get(move.cell);
		return value === undefined || move.proved ? move : { ...move, value, proved: true };
	});
}

/**
 * The move that the worker has chosen, unless the server proves that another one is better.
 * @param {number} cell
 * @param {Map<number, number>} settled
 * @param {readonly number[]} legal
 * @param {number} draw from 0 up to 1, which chooses among equals
 */
export function better(cell, settled, legal, draw) {
	const value = settled.get(cell);
	/** @type {(wanted: (value: number | undefined) => boolean) => number[]} */
	const those = (wanted) => legal.filter((each) => wanted(settled.get(each)));
	const wins = those((each) => each === 1);
	const draws = those((each) => each === 0);
	const open = those((each) => each === undefined);
	const choices = value === 1 ? [] : wins.length ? wins : value !== -1 ? [] : draws.length ? draws : open;
	return choices.length ? choices[Math.floor(draw * choices.length)] : cell;
}

/**
 * The worker's answer to a question, improved by the server.
 * @param {import("./players.js").Question} question
 * @param {Promise<{ cell: number }>} thought
 */
export async function bettered({ board, position, milliseconds = 0, draw = 0 }, thought) {
	const rules = rulesNow(board);
	if (!rules) return thought;
	const [{ cell }, settled] = await Promise.all([thought, proofs(rules, position, milliseconds)]);
	return { cell: better(cell, settled, rules.legalMoves(position), draw) };
}
