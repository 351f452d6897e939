// Whose turn it is after a number of stones, if a turn has several stones. The library's core/family.py has too many
// of these expressions to generate them all, so this module makes them. A test compares every step with the library.

import { SIDE } from "./boards.js";

/** @typedef {[name: string, text: string, operation: (...values: number[]) => number]} Step of an expression; `operation` takes `stones` and the values of the steps before */

const NUMBERS = ["no", "one", "two", "three", "four", "five"];
/** @type {Record<string, (a: number, b: number) => number>} */
const DOES = { "+": (a, b) => a + b, "-": (a, b) => a - b, "&": (a, b) => a & b, ">>": (a, b) => a >> b };

/** The numbers of stones in a turn and in the first turn. @param {string} word "stones=3+2", or nothing */
function numbersOf(word) {
	const [each = 1, first = 1] = (word.match(/\d+/g) ?? []).map(Number);
	return [each, first];
}

/** A small number in words. @param {number} number */
export const counted = (number) => NUMBERS[number] ?? `${number}`;

/** The meaning of a word for turns. @param {string} word */
export function aboutTurns(word) {
	const [each, first] = numbersOf(word);
	return `${counted(each)} stone${each > 1 ? "s" : ""} a turn${first === each ? "" : `, ${counted(first)} the first time`}`;
}

/**
 * The steps of the expression. The value of the last step is 1 if the second player moves.
 * @param {string} word
 */
export function stepsOfTurns(word) {
	const [each, first] = numbersOf(word);
	/** @type {Step[]} */
	const steps = [];
	const named = (/** @type {number} */ at) => (at ? steps[at - 1][0] : "stones"); // value 0 is the number of stones
	/** @type {(text: string, operation: Step[2]) => number} the number of the value */
	const put = (text, operation) => {
		const at = steps.length;
		return steps.push([`${"abcdefghij"[at % 10]}${Math.floor(at / 10) || ""}`, text, operation]);
	};
	/** @type {(at: number, sign: string, number: number) => number} */
	const by = (at, sign, number) => put(`${named(at)} ${sign} ${number}`, (...values) => DOES[sign](values[at], number));
	/** @type {(at: number, sign: string, other: number) => number} */
	const both = (at, sign, other) => put(`${named(at)} ${sign} ${named(other)}`, (...values) => DOES[sign](values[at], values[other]));
	const twoTurns = 2 * each, before = (((each - first) % twoTurns) + twoTurns) % twoTurns;
	const most = SIDE * SIDE + before, width = 32 - Math.clz32(most);
	/** @type {(number: number, at: number) => number} 1 if value `at` reaches `number`, since then the sum carries */
	const reached = (number, at) => by(by(at, "+", 2 ** width - number), ">>", width);

	let left = before ? by(0, "+", before) : 0;
	let second;
	if ((each & (each - 1)) === 0) {
		if (each > 1) left = by(left, ">>", Math.log2(each));
		second = by(left, "&", 1);
	} else {
		for (let taken = twoTurns * 2 ** (width - 1); taken >= twoTurns; taken /= 2) {
			if (taken > most) continue;
			const carried = reached(taken, left);
			const negative = put(`-${named(carried)}`, (...values) => -values[carried]);
			left = both(left, "-", by(negative, "&", taken));
		}
		second = by(reached(each, left), "&", 1);
	}
	if (first > each) both(second, "&", reached(first, 0));
	return steps;
}

/** Whose turn it is after a number of stones: 1 where the second player moves. @param {string} word */
export function secondOf(word) {
	const steps = stepsOfTurns(word);
	return (/** @type {number} */ stones) => {
		const values = [stones];
		for (const [, , step] of steps) values.push(step(...values));
		return values[values.length - 1];
	};
}
