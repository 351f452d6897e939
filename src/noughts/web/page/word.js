// The whole game machine in one signed 32-bit int.
//
//    31 30   29      28 .. 19    18     17 .. 0
//    result  error   input       turn   cells, two bits each
//
// result: 00 in progress, 01 X won, 10 O won, 11 tie. JavaScript's bitwise operators are 32-bit.

import { O, X } from "./position.js";
import { base4O, base4X, encodeBase4, isFull, lineStarts, turn } from "./rules.js";

const X_TO_MOVE = 1 << 18;
const CELLS_AND_TURN = (1 << 19) - 1;
const ERROR = 1 << 29;

/** @param {number} word */
export function fields(word) {
	return {
		result: word >>> 30,
		error: (word >>> 29) & 1,
		input: (word >>> 19) & 1023,
		turn: (word >>> 18) & 1,
		cells: word & (X_TO_MOVE - 1),
	};
}

/**
 * The word of a position that was not played: its input is 0.
 * @param {import("./position.js").Position} position
 */
export function wordOf({ x, o }) {
	return withResult(encodeBase4(x, o) | (turn(x, o) === X ? X_TO_MOVE : 0));
}

/**
 * One step of the machine, with any 32-bit number that a player typed.
 * @param {number} word
 * @param {number} number
 */
export function step(word, number) {
	word = (word & CELLS_AND_TURN) | (((number - 1) << 22) >>> 3);
	const cell = word >>> 19;
	if (cell > 8 || (word >>> (2 * cell)) & 3) return word | ERROR;
	const mark = word & X_TO_MOVE ? X : O;
	return withResult(word ^ (X_TO_MOVE | (mark << (2 * cell))));
}

/**
 * Lines first: a full board is a tie only without one.
 * @param {number} word
 */
function withResult(word) {
	const x = base4X(word & (X_TO_MOVE - 1));
	const o = base4O(word & (X_TO_MOVE - 1));
	if (lineStarts(x)) return word | (1 << 30);
	if (lineStarts(o)) return word | (2 << 30);
	return isFull(x, o) ? word | (3 << 30) : word;
}
