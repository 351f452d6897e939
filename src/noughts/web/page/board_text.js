// The boards of the page by the library's text: boards that it lists, and boards that a person types.

import { BOARDS, FALLING_CELLS, LEARNT_SIZES, LINE_LOSES, LINE_WINS, LOSES, ORDER, RELATIVE_CELLS, SETTLED_CELLS, SIDE, TYPED } from "./boards.js";
import { Refusal } from "./position.js";

/** @import { Entry } from "./position.js" */

const MISERE = ",misere", NESTED = "ultimate", USUAL = `3,3,3,${NESTED}`; // written without its numbers
/** @type {Map<string, Entry>} */
const known = new Map();

/**
 * The board that a text names. Its words may stand in any order. Throws a `Refusal`.
 * @param {string} text
 */
export function readBoard(text) {
	const board = known.get(text) ?? made(inOrder(text));
	known.set(text, board);
	return board;
}

/**
 * The same, but undefined if the text does not name a board of the page.
 * @param {unknown} text
 */
export function boardOf(text) {
	if (typeof text !== "string") return undefined;
	try {
		return readBoard(text);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return undefined;
	}
}

/** The text with its words as the library writes them. @param {string} text */
export function inOrder(text) {
	/** @param {string} word */
	const place = (word) => ORDER.indexOf(word.split("=")[0]) + 1 || ORDER.length + 1;
	return text.replace(/,[a-z].*/, (words) => `,${words.slice(1).split(",").map(turns).sort((a, b) => place(a) - place(b)).join()}`).replace(USUAL, NESTED);
}

/** The word for turns without +1, which is the usual first turn. @param {string} word */
export const turns = (word) => word.replace(/(=\d+)\+1$/, "$1");

/**
 * @param {string} text
 * @returns {Entry}
 */
function made(text) {
	const parts = partsOf(text);
	if (!parts || parts.k > parts.longest || isTooLarge(parts) || neverCloses(parts)) throw new Refusal(`“${text.slice(0, 40)}” is not a board of this page.`);
	const { board, words, sizes, k, round, several, nested } = parts;
	const cells = sizes.reduce((product, size) => product * size);
	const plain = text.endsWith(MISERE) ? text.slice(0, -MISERE.length) : text;
	const relative = (nested ? NESTED : "") + plain.slice(nested ? board.length : board.length + 1);
	const settled = !relative ? SETTLED_CELLS : words.includes("gravity") && !nested ? FALLING_CELLS : RELATIVE_CELLS;
	return {
		key: text, plain, sizes, k, round, several, nested, words: words.slice(1), relative, ...(LOSES.test(words) ? LINE_LOSES : LINE_WINS),
		learns: !relative && `${sizes}` === `${LEARNT_SIZES}`, settles: cells <= settled,
	};
}

/** @param {{ sizes: number[], k: number, several: boolean }} board */
export function isTooLarge({ sizes, k, several }) {
	return (several && sizes[0] > BOARDS) || Math.max(...sizes, k) > SIDE || sizes.reduce((product, size) => product * size) > SIDE ** 2;
}

/**
 * Whether no line of exactly k fits a board: no row, column or diagonal can have that length.
 * @param {{ sizes: number[], k: number, several: boolean, words: string }} board
 */
function neverCloses({ sizes: [, ...one], k, several, words }) {
	return several && /exact.*notakto/.test(words) && !one.includes(k) && k > Math.min(...one);
}

/**
 * The parts of a board's text, and the longest line that fits; undefined for other text.
 * @param {string} text
 */
export function partsOf(text) {
	const [, board, kind, words] = TYPED.exec(text) ?? [];
	if (!board) return undefined;
	const nested = board.endsWith(NESTED), several = nested || board.includes("=");
	const numbers = /** @type {string[]} */ ((board === NESTED ? USUAL : board).match(/\d+/g)).map(Number);
	if (nested) numbers.unshift(numbers[0] * numbers[1]);
	else if (several) numbers.unshift(...numbers.splice(3));
	const sizes = numbers.slice(0, -1), round = ["cylinder", "torus"].indexOf(kind) + 1;
	const longest = round > 1 ? leastCommonMultiple(sizes[0], sizes[1]) : Math.max(...sizes.slice(several ? 1 : 0)); // on a torus, a diagonal is longest
	return { board, words, sizes, k: numbers[sizes.length], round, several, nested, longest };
}

/** @type {(a: number, b: number) => number} */
function leastCommonMultiple(a, b) {
	let multiple = a;
	while (multiple % b) multiple += a;
	return multiple;
}
