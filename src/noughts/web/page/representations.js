// Every representation of the position as a number that the page shows.
//
// Bitboards, base 4 and base 3 can hold any grid, since an edit bit by bit leads through grids that are not positions.

import { FIELDS, RESULTS, SIZES } from "./codecs.js";
import { fromPair, numberings } from "./dense.js";
import { MARKS, O, Refusal, X } from "./position.js";
import { fromRecord, fromRecordClass, record, recordClass } from "./records.js";
import { encodeBase3, encodePair } from "./rules.js";
import { base3O, base3X, base4O, base4X, encodeBase4 } from "./rules_as_numbers.js";
import { START, cellName, cellsOf, names, outcome, refusal, toMove, unreachable } from "./tictactoe.js";
import { fields, step, wordOf } from "./game_word.js";

/** @import { Game } from "./game.js" */
/** @import { Position } from "./position.js" */
/** @import { Table } from "./table.js" */

/**
 * @typedef {object} Digit
 * @property {number} at the place of the digit; the lowest is 0
 * @property {2 | 3} base
 * @property {number} [cell] the cell of the digit
 * @property {number} [mark] the mark that a bit stands for
 * @property {(string | number)[]} labels
 * @property {string} about
 */

/** @typedef {{ start: Position, moves?: number[], word?: number }} Start the start and moves that a number means */

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} name
 * @property {number} [least]
 * @property {number} most
 * @property {string} [about]
 * @property {string} [missing] why there is no number
 * @property {(game: Game) => number | null} encode the number, or null if the game has none
 * @property {(number: number, game: Game) => Start} decode throws a `Refusal` for a number that means nothing
 * @property {(number: number, game: Game) => string} [sum] the number taken apart, in words
 * @property {({ label?: string, digits: Digit[] } | null)[]} [groups] the digits in written order; null begins a new line
 */

/** @typedef {[(game: Game) => unknown, string]} When whether a game has a number, and why other games have none */

const ROWS = [[8, 7, 6], [5, 4, 3], [2, 1, 0]]; // in the order of a number's digits

/** @param {Position} start */
function disjoint(start) {
	if (start.x & start.o) throw new Refusal(`X and O would both hold ${names(start.x & start.o)}`);
	return { start };
}

/**
 * One player's nine bits. `place` gives the place of a cell's bit.
 * @param {string} id
 * @param {string} name
 * @param {number} mark
 * @param {(cell: number) => number} place
 * @returns {Row}
 */
function bitboard(id, name, mark, place) {
	const own = mark === X ? "x" : "o";
	/** @param {number} stones */
	const moved = (stones) => cellsOf(stones).reduce((to, cell) => to | (1 << place(cell)), 0);
	return {
		id, name, most: 511,
		encode: ({ position }) => moved(position[own]),
		decode: (number, { position }) => disjoint({ ...position, [own]: moved(number) }), // mirrored back
		sum(number, { position }) {
			const cells = cellsOf(position[own]);
			const weights = cells.map((cell) => 2 ** place(cell)).join(" + ");
			if (!cells.length) return "no stones: 0";
			return `${names(position[own])}: ${weights}${cells.length > 1 ? ` = ${number}` : ""}`;
		},
		groups: ROWS.map((bits) => ({
			digits: bits.map((at) => {
				const cell = place(at);
				const about = `Bit ${at} of ${MARKS[mark]}: ${cellName(cell)}, worth ${2 ** at}`;
				return { at, base: 2, cell, mark, labels: [2 ** at, cellName(cell)], about };
			}),
		})),
	};
}

/**
 * A group for each cell: O's bit, then X's.
 * @type {{ label: string, digits: Digit[] }[]}
 */
const PAIRS = ROWS.flat().map((cell) => ({
	label: cellName(cell),
	digits: [O, X].map((mark) => {
		const at = 2 * cell + mark - 1;
		const about = `Bit ${at}: the ${mark === O ? "high" : "low"} bit of ${cellName(cell)}, set for ${MARKS[mark]}`;
		return { at, base: 2, cell, mark, labels: [MARKS[mark]], about };
	}),
}));

/** @type {Row} */
const pair = {
	id: "pair", name: "pair", most: 2 ** 18 - 1,
	about: "both in one number, x | o << 9: 18 bits",
	encode: ({ position: { x, o } }) => encodePair(x, o),
	decode: (code) => disjoint(fromPair(code)),
};

/** @param {number} grid */
function fromBase4(grid) {
	const [x, o] = [base4X(grid), base4O(grid)];
	if (!(x & o)) return { start: { x, o } };
	throw new Refusal(`${names(x & o)} is 11, which is not a mark: 00 is empty, 01 X, 10 O`);
}

/** @type {Row} */
const base4 = {
	id: "base4", name: "base 4", most: 2 ** 18 - 1, groups: PAIRS,
	encode: ({ position: { x, o } }) => encodeBase4(x, o),
	decode: fromBase4,
};

/** @type {Row} */
const base3 = {
	id: "base3", name: "base 3", most: 3 ** 9 - 1,
	encode: ({ position: { x, o } }) => encodeBase3(x, o),
	decode: (code) => ({ start: { x: base3X(code), o: base3O(code) } }),
	groups: ROWS.map((cells) => ({
		digits: cells.map((cell) => {
			const about = `Digit ${cell}: ${cellName(cell)}, worth ${3 ** cell}`;
			return { at: cell, base: 3, cell, labels: [3 ** cell, cellName(cell)], about };
		}),
	})),
};

/** The meaning of the fields above the cells. */
const ABOUT = {
	result: `the result: ${RESULTS.map((name, result) => `${result >> 1}${result & 1} ${name}`).join(", ")}`,
	error: "set when the last input was refused",
	input: "the last input minus 1",
	turn: "1 when X is to move, 0 when O is",
};

/** @type {Row} */
const word = {
	id: "word", name: "word", least: -(2 ** 31), most: 2 ** 32 - 1,
	missing: "a word holds a game, and this grid is not a valid position",
	encode({ start, moves, word: first }) {
		return refusal(start) ? null : moves.reduce((now, cell) => step(now, cell + 1), first ?? wordOf(start));
	},
	decode(typed) {
		const number = typed | 0; // a number from 2 ** 31 is the same 32 bits as a negative one
		const { cells, turn, result } = fields(number);
		const { start } = fromBase4(cells);
		const reason = refusal(start);
		if (reason) throw new Refusal(`its cells are not a valid position: ${reason}`);
		const reached = fields(wordOf(start)).result;
		if (result !== reached) {
			throw new Refusal(`the result bits say ${RESULTS[result]}, but the cells say ${RESULTS[reached]}`);
		}
		const mark = MARKS[toMove(start)];
		if ((turn ? "X" : "O") !== mark) {
			throw new Refusal(`the turn bit says ${turn ? "X" : "O"} is to move, but by the stones it is ${mark}`);
		}
		return { start, word: number };
	},
	sum(number, { ply, word: first }) {
		const { result, error, input, turn } = fields(number);
		return `${RESULTS[result]}; ${turn ? "X" : "O"} ${result ? "would be" : "is"} to move; `
			+ (ply || first ? `last input ${input + 1} (stored as ${input})${error ? ", refused" : ""}` : "no input yet");
	},
	groups: [
		...Object.entries(ABOUT).map(([label, about]) => {
			const { at: low, bits } = FIELDS[/** @type {keyof typeof ABOUT} */ (label)];
			const digits = Array.from({ length: bits }, (_, i) => low + bits - 1 - i).map((at) =>
				/** @type {Digit} */ ({ at, base: 2, labels: [at], about: `Bit ${at}: ${about}` }));
			return { label, digits };
		}),
		null,
		...PAIRS,
	],
};

/**
 * A row for a dense number, which has no digits for cells. `when` says which games have the number.
 * @param {keyof typeof SIZES} id
 * @param {string} holds
 * @param {When} when
 * @param {(game: Game) => number | null} encode
 * @param {Row["decode"]} decode
 * @returns {Row}
 */
function dense(id, holds, [when, missing], encode, decode) {
	const size = SIZES[id];
	const about = `${32 - Math.clz32(size - 1)} bits for ${size.toLocaleString("en")} ${holds}`;
	return { id, name: id.replace("_", " "), most: size - 1, about, missing, decode, encode: (game) => (when(game) ? encode(game) : null) };
}

/**
 * The representations: the title of each, how to read it, and its rows. The masks of the lines have no rows.
 * @param {Table} table
 * @returns {{ id: keyof typeof import("./wording.js").REPRESENTATIONS, title: string, how: string, rows?: Row[] }[]}
 */
export function sections(table) {
	/** @type {ReturnType<typeof numberings> | null} */
	let made = null;
	/** @type {(name: keyof ReturnType<typeof numberings>, holds: string, when: When) => Row} */
	const ofPosition = (name, holds, when) => {
		const numbering = () => (made ??= numberings(table))[name];
		return dense(name, holds, when,
			({ position }) => numbering().encode(position), (number) => ({ start: numbering().decode(number) }));
	};
	/** @param {number} bit */
	const straight = (bit) => bit;
	/** @param {number} bit */
	const mirrored = (bit) => 8 - bit;
	/** @type {When} */
	const isPosition = [({ position }) => !refusal(position), "this grid is not a valid position"];
	/** @type {When} */
	const inPlay = [({ position }) => !refusal(position) && !unreachable(position), "play cannot reach this"];
	/** @type {When} */
	const finished = [
		({ fromEmpty, position }) => fromEmpty && outcome(position),
		"finish a game from the empty board",
	];
	const once = "of them, counting mirror images and turns once";
	return [
		{
			id: "bitboards", title: "Two bitboards",
			how: "One number for each player: a 1 for each square with that player’s mark, a 0 for each other square. "
				+ "Bit i is square i, counted from 0 at the top left. The last square is written first, so the board "
				+ "reads backwards. A move sets one bit: one OR.",
			rows: [bitboard("x", "X", X, straight), bitboard("o", "O", O, straight), pair],
		},
		{
			id: "lines", title: "Lines are masks",
			how: "A line is also a number: a mask. A player has won when (stones & mask) == mask for one of "
				+ "these eight: the AND keeps the stones on the line and drops the rest.",
		},
		{
			id: "mirrored", title: "The same bits, mirrored",
			how: "Give the top left the highest bit instead, and the number reads like the board.",
			rows: [bitboard("flags-x", "X mirrored", X, mirrored), bitboard("flags-o", "O mirrored", O, mirrored)],
		},
		{
			id: "base4", title: "Base 4: the grid in one number",
			how: "Two bits per cell: 00 is empty, 01 is X, 10 is O, and 11 is never used. The low bits are X’s "
				+ "bitboard pulled apart, the high bits are O’s.",
			rows: [base4],
		},
		{
			id: "base3", title: "Base 3: nothing wasted on 11",
			how: "One digit per cell, 0, 1 or 2, worth 1, 3, 9, 27 and so on. Base 4 takes 18 bits; this takes 15.",
			rows: [base3],
		},
		{
			id: "word", title: "The 32-bit game word",
			how: "The whole game in one signed int: the cells as in base 4, and above them whose turn it is, what was "
				+ "typed last, whether that was refused, and the result.",
			rows: [word],
		},
		{
			id: "dense", title: "Dense numbers",
			how: "Most grids never come up in play. If only the others are numbered, fewer bits are enough. A finished "
				+ "game with its whole history takes 18 bits: as many as one bare grid in base 4.",
			rows: [
				ofPosition("balanced", "boards with as many X as O, or one more", isPosition),
				ofPosition("ordinal", "positions that play can reach", inPlay),
				ofPosition("canonical", once, inPlay),
				dense("record", "finished games, every move in order", finished,
					({ moves }) => record(moves), (number) => ({ start: START, moves: fromRecord(number) })),
				dense("record_class", once, finished,
					({ moves }) => recordClass(moves), (number) => ({ start: START, moves: fromRecordClass(number) })),
			],
		},
	];
}

/**
 * The value of a digit of a number.
 * @param {number} number
 * @param {{ at: number, base: number }} digit
 */
export function digit(number, { at, base }) {
	return base === 2 ? (number >>> at) & 1 : Math.floor(number / 3 ** at) % 3;
}
