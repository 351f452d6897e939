// A game machine whose state is one signed 32-bit int. The library's codecs/word.py has a picture of its fields.
// JavaScript's bitwise operators are 32-bit.

import { FIELDS } from "./codecs.js";
import { O, X } from "./position.js";
import { turn } from "./rules.js";
import { base4O, base4X, encodeBase4, result as resultOf } from "./rules_as_numbers.js";

/** @typedef {keyof typeof FIELDS} Field */

const X_TO_MOVE = 1 << FIELDS.turn.at;
const CELLS_AND_TURN = (1 << FIELDS.input.at) - 1;
const ERROR = 1 << FIELDS.error.at;

/** @type {(word: number, field: Field) => number} */
const field = (word, name) => (word >>> FIELDS[name].at) & ((1 << FIELDS[name].bits) - 1);

/** @param {number} word */
export function fields(word) {
	const names = /** @type {Field[]} */ (Object.keys(FIELDS));
	return /** @type {Record<Field, number>} */ (Object.fromEntries(names.map((name) => [name, field(word, name)])));
}

/**
 * The word of a position that no moves led to. Its input is 0.
 * @param {import("./position.js").Position} position
 */
export function wordOf({ x, o }) {
	return withResult(encodeBase4(x, o) | (turn(x, o) === X ? X_TO_MOVE : 0));
}

/**
 * One step of the machine. `number` is any 32-bit number that a player typed.
 * @param {number} word
 * @param {number} number
 */
export function step(word, number) {
	const { at, bits } = FIELDS.input;
	const cell = (number - 1) & ((1 << bits) - 1);
	word = (word & CELLS_AND_TURN) | (cell << at);
	if (cell > 8 || (word >>> (2 * cell)) & 3) return word | ERROR;
	const mark = word & X_TO_MOVE ? X : O;
	return withResult(word ^ (X_TO_MOVE | (mark << (2 * cell))));
}

/**
 * The word with its result. Lines come first: a full board is a tie only without a line.
 * @param {number} word
 */
function withResult(word) {
	const cells = field(word, "cells");
	const [x, o] = [base4X(cells), base4O(cells)];
	const result = resultOf(x, o);
	return word | (result << FIELDS.result.at);
}
