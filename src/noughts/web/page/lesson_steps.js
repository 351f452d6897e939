// The first lesson: eight steps, in each of which the reader has a task. A step checks whether the task is done.
//
// The rules of the page give every number here.

import { maskPicture } from "./board_pictures.js";
import { X } from "./position.js";
import { CELLS, COLS, LINES, encodeBase3, lineStarts } from "./rules.js";
import { encodeBase4 } from "./rules_as_numbers.js";
import { START, after, cellName, cellsOf, count, markAt, names, withMark } from "./tictactoe.js";
import { fields, step as machineStep, wordOf } from "./game_word.js";

/** @import { Position } from "./position.js" */
/** @typedef {{ text: string, mark: number, label?: string }} Digit */
/** @typedef {{ label: string, number?: number, groups: Digit[][], by?: number }} Row a number with its digits in written order; `by` is the distance of their shift from the row above */

/**
 * A step asks for cells, a number or a choice. The current answer is a plain value.
 * @template Answer
 * @typedef {object} Step
 * @property {string} title
 * @property {string} task
 * @property {Answer} start the initial answer; 0 if the step asks for a number or a choice
 * @property {(answer: Answer, cell: number) => Answer} [tap] the answer after a tap, if the step asks for cells
 * @property {number} [most] the largest number, if the step asks for one
 * @property {readonly number[]} [choices] the choices; `about` describes each of them
 * @property {(choice: number) => string} [about]
 * @property {(choice: number) => Element} [picture] the picture of a choice, if it has one
 * @property {(answer: Answer) => Position} position the position on the board
 * @property {(answer: Answer) => number} [marked] the mask of the marked cells
 * @property {Position} [wanted] the marks to place
 * @property {(cell: number) => number} [worths] the number to show in each cell
 * @property {(answer: Answer) => Row[]} rows the numbers, one below the other
 * @property {(answer: Answer) => string} told the answer in words
 * @property {(answer: Answer) => boolean} isDone
 * @property {(answer: Answer) => string} done what the reader has found
 */

const EMPTY = 0;
const CENTRE = (CELLS - 1) / 2;
const FROM_THE_TOP = Array.from({ length: CELLS }, (_, at) => CELLS - 1 - at); // as digits are written
/**
 * The sum of a position's stones, as text: for each stone, its mark times the base to the power of its cell.
 * @param {Position} position
 * @param {number} base
 */
function sumText(position, base) {
	const worths = cellsOf(position.x | position.o).map((cell) => markAt(position, cell) * base ** cell);
	const total = worths.reduce((sum, worth) => sum + worth, 0);
	return worths.length > 1 ? `${worths.join(" + ")} = ${total}` : `${total}`;
}

/** @param {number[]} cells */
const maskOf = (...cells) => cells.reduce((mask, cell) => mask | (1 << cell), 0);

/**
 * The line through these cells.
 * @param {number[]} cells
 */
function lineThrough(...cells) {
	return Number(LINES.find((mask) => (mask & maskOf(...cells)) === maskOf(...cells)));
}

/**
 * Digits in threes, as the board has rows. `at(cell)` is { text, label?, mark? }.
 * @param {(cell: number) => Digit} at
 */
function inRows(at) {
	return Array.from({ length: CELLS / COLS }, (_, row) => FROM_THE_TOP.slice(row * COLS, (row + 1) * COLS).map(at));
}

/**
 * A bitboard as a row. `label` says whose it is.
 * @param {string} label
 * @param {number} stones
 * @param {{ mark?: number, labelled?: boolean }} [how]
 */
function bitRow(label, stones, { mark = X, labelled = false } = {}) {
	const groups = inRows((cell) => {
		const set = (stones >> cell) & 1;
		return { text: `${set}`, mark: set ? mark : EMPTY, label: labelled ? `${2 ** cell}` : "" };
	});
	return { label, number: stones, groups };
}

// 1 and 2: a stone is a bit, and a board a number.

/** @type {Step<number>} */
const oneStone = {
	title: "A stone is a bit",
	task: "Each cell is one bit of a number. Put a stone in the centre.",
	start: 0,
	tap: (stones, cell) => stones ^ (1 << cell),
	position: (stones) => ({ x: stones, o: 0 }),
	rows: (stones) => [bitRow("stones", stones, { labelled: true })],
	told: (stones) => (stones ? `${names(stones)}: ${sumText({ x: stones, o: 0 }, 2)}. Not yet: ${(stones >> CENTRE) & 1
		? "only the centre is to have a stone. Tap another stone to take it away."
		: "the centre is the cell with four cells beside it."}` : "No stone: each bit is 0."),
	isDone: (stones) => stones === 1 << CENTRE,
	done: () => `${cellName(CENTRE)} is bit ${CENTRE}, worth ${1 << CENTRE}. Each cell is worth twice the one before it.`,
};

const DIAGONAL = lineThrough(0, CENTRE, CELLS - 1);

/** @type {Step<number>} */
const oneNumber = {
	title: "A board is a number",
	task: `Now the other way round. Which number has stones in ${names(DIAGONAL)}, and nowhere else? Write it.`,
	start: 0,
	most: 2 ** CELLS - 1,
	marked: () => DIAGONAL,
	worths: (cell) => 2 ** cell,
	position: (stones) => ({ x: stones, o: 0 }),
	rows: (stones) => [bitRow("stones", stones)],
	told(stones) {
		if (!stones) return "Add what the marked cells are worth.";
		const missing = names(DIAGONAL & ~stones), extra = names(stones & ~DIAGONAL);
		const hints = [missing && `add what ${missing} is worth`, extra && `take away what ${extra} is worth`].filter(Boolean);
		return `${stones} is ${names(stones)}. Not yet: ${hints.join(", and ")}.`;
	},
	isDone: (stones) => stones === DIAGONAL,
	done: () => `${sumText({ x: DIAGONAL, o: 0 }, 2)}. A whole board is one number, and so is each line.`,
};

// 3 to 5: how bit operations find a line.

const ANTIDIAGONAL = lineThrough(COLS - 1, CENTRE);
const FIVE = ANTIDIAGONAL | maskOf(0, CENTRE + 1);

/** @type {Step<number>} */
const oneMask = {
	title: "AND finds a line",
	task: "X has five stones. AND keeps the stones that lie on a mask, and drops the rest. Find the mask whose three stones all stay.",
	start: 0,
	choices: LINES,
	about: (mask) => names(mask),
	picture: maskPicture,
	position: () => ({ x: FIVE, o: 0 }),
	marked: (mask) => mask,
	rows: (mask) => [
		bitRow("stones", FIVE),
		bitRow("& mask", mask, { mark: EMPTY }),
		bitRow("left", FIVE & mask),
	],
	told: (mask) => (mask ? `${FIVE} & ${mask} = ${FIVE & mask}: ${count(FIVE & mask)} of ${COLS} stones.` : "Choose a line."),
	isDone: (mask) => mask > 0 && (FIVE & mask) === mask,
	done: (mask) => `${FIVE} & ${mask} = ${mask}: nothing of the line is missing. With ${LINES.length} such ANDs a program knows whether somebody has won.`,
};

/**
 * The distance between neighbouring cells of a line: 1 in a row, 3 in a column, 4 or 2 in a diagonal.
 * @param {number} mask
 */
const distanceOf = (mask) => {
	const [first, second] = cellsOf(mask);
	return second - first;
};
const DISTANCES = [...new Set(LINES.map(distanceOf))].sort((a, b) => a - b);
const COLUMN = lineThrough(1, 1 + COLS);
const WITH_A_COLUMN = COLUMN | maskOf(0, CENTRE + 1);
const ROW_STARTS = LINES.filter((mask) => distanceOf(mask) === 1).reduce((starts, mask) => starts | (mask & -mask), 0);

/**
 * The first cells of three stones whose bits are `distance` apart.
 * @param {number} stones
 * @param {number} distance
 */
export function shifted(stones, distance) {
	return stones & (stones >> distance) & (stones >> (2 * distance));
}

/**
 * @param {number} stones
 * @param {number} distance
 */
function shiftRows(stones, distance) {
	if (!distance) return [bitRow("stones", stones), ...[">> ?", ">> ?", "AND"].map((label) => bitRow(label, 0))];
	return [
		bitRow("stones", stones),
		{ ...bitRow(`>> ${distance}`, stones >> distance), by: distance },
		{ ...bitRow(`>> ${2 * distance}`, stones >> (2 * distance)), by: distance },
		bitRow("AND", shifted(stones, distance)),
	];
}

/** @type {Step<number>} */
const oneShift = {
	title: "A shift instead of a list",
	task: "Shift the stones by a distance, then once more by the same, and AND all three. A bit that stays is the first of a line. Find the distance.",
	start: 0,
	choices: DISTANCES,
	about: (distance) => `>> ${distance}`,
	position: () => ({ x: WITH_A_COLUMN, o: 0 }),
	rows: (distance) => shiftRows(WITH_A_COLUMN, distance),
	told: (distance) => (distance ? `By ${distance}: nothing stays.` : "Choose a distance."),
	isDone: (distance) => distance > 0 && shifted(WITH_A_COLUMN, distance) > 0,
	done: (distance) => `${names(shifted(WITH_A_COLUMN, distance))} stays: the line begins there, and its cells are ${distance} apart. `
		+ `So ${DISTANCES.length} distances do the work of ${LINES.length} masks, and on larger boards of many more.`,
};

/** @type {Step<number>} */
const theEdge = {
	title: "The edge bites",
	task: "Cells of a row are 1 apart. But a number has no edges! Place stones so that the shift by 1 finds three in a row where the board has none.",
	start: 0,
	tap: oneStone.tap,
	position: oneStone.position,
	rows: (stones) => shiftRows(stones, 1),
	told(stones) {
		const found = shifted(stones, 1);
		if (!found) return "The shift by 1 finds nothing yet.";
		const real = found & ROW_STARTS;
		if (real) return `From ${names(real)} it finds a real line of the board. Find three that are not one.`;
		return `From ${names(found)} it finds three that are not a line; but the board also has a real line. Take one of its stones away.`;
	},
	isDone: (stones) => shifted(stones, 1) > 0 && lineStarts(stones) === 0,
	done: (stones) => `From ${names(shifted(stones, 1))} the bits go on round the edge. So the rule keeps only what begins in `
		+ `${names(ROW_STARTS)}: ${shifted(stones, 1)} & ${ROW_STARTS} = ${shifted(stones, 1) & ROW_STARTS}.`,
};

// 6 and 7: both players in one number.

const PAIR = { x: 1 << 1, o: 1 << 2 };
const IN_BASE_4 = encodeBase4(PAIR.x, PAIR.o);
const IN_BASE_3 = encodeBase3(PAIR.x, PAIR.o);
/** @type {(position: Position, text: (mark: number) => string) => Digit[][]} */
const digitsOf = (position, text) => inRows((cell) => {
	const mark = markAt(position, cell);
	return { text: text(mark), mark, label: cellName(cell) };
});

/** @type {Step<Position>} */
const twoBits = {
	title: "Two bits per cell",
	task: `X and O in one number: 00 is empty, 01 is X, 10 is O. Choose cells until the number is ${IN_BASE_4}.`,
	start: START,
	tap: (position, cell) => withMark(position, cell, (markAt(position, cell) + 1) % 3),
	position: (position) => position,
	rows: (position) => [{
		label: "base 4",
		number: encodeBase4(position.x, position.o),
		groups: digitsOf(position, (mark) => mark.toString(2).padStart(2, "0")),
	}],
	told: ({ x, o }) => `The number is ${encodeBase4(x, o)}. A free cell becomes X, X becomes O, and O becomes free.`,
	isDone: ({ x, o }) => encodeBase4(x, o) === IN_BASE_4,
	done: () => `X in ${names(PAIR.x)} and O in ${names(PAIR.o)}: ${sumText(PAIR, 4)}. The bits 11 are never used.`,
};

/** @type {(number: number, cell: number) => number} */
const digit3 = (number, cell) => Math.floor(number / 3 ** cell) % 3;
/** @type {(number: number) => Position} */
const of3 = (number) => FROM_THE_TOP.reduce((position, cell) => withMark(position, cell, digit3(number, cell)), START);

/** @type {Step<number>} */
const threeValues = {
	title: "Three values per cell",
	task: "Without 11, three digits are enough, 0, 1 and 2: 1 is X and 2 is O. Write the number that has X and O where they are marked.",
	start: 0,
	most: 3 ** CELLS - 1,
	wanted: PAIR,
	worths: (cell) => 3 ** cell,
	position: of3,
	rows: (number) => [{ label: "base 3", number, groups: digitsOf(of3(number), String) }],
	told: (number) => (number ? `${number} has X in ${names(of3(number).x) || "no cell"} and O in ${names(of3(number).o) || "no cell"}.`
		: "A cell with X adds its worth once, and a cell with O adds it twice."),
	isDone: (number) => number === IN_BASE_3,
	done: () => `${sumText(PAIR, 3)}. Nine such digits make a number below ${(3 ** CELLS).toLocaleString("en")}, which takes `
		+ `${(3 ** CELLS - 1).toString(2).length} bits instead of ${2 * CELLS}.`,
};

// 8: a whole game in one number.

const BEFORE_THE_WIN = [CENTRE, 0, CENTRE + 1, 1].reduce(after, START);
const WORD = wordOf(BEFORE_THE_WIN);

/** @param {number} word */
function wordRows(word) {
	const { result, error, input, turn, cells } = fields(word);
	/** @type {(number: number, length: number, label: string) => Digit[]} */
	const bits = (number, length, label) => [{ text: number.toString(2).padStart(length, "0"), mark: EMPTY, label }];
	return [
		{
			label: "above",
			groups: [bits(result, 2, "result"), bits(error, 1, "refused"), bits(input, 10, "last move"), bits(turn, 1, "X’s turn")],
		},
		{ label: "cells", groups: digitsOf(positionIn(cells), (mark) => mark.toString(2).padStart(2, "0")) },
		{ label: "word", number: word, groups: [] },
	];
}

/**
 * @param {number} cells
 * @returns {Position}
 */
function positionIn(cells) {
	return FROM_THE_TOP.reduce((position, cell) => withMark(position, cell, (cells >> (2 * cell)) & 3), START);
}

/** @type {Step<number>} */
const oneWord = {
	title: "A game in 32 bits",
	task: "Above the 18 bits of the cells, the word says whose turn it is, the last move, whether it was refused, and the result. It is X’s turn: win!",
	start: WORD,
	tap: (_, cell) => machineStep(WORD, cell + 1), // each time from the same position
	position: (word) => positionIn(fields(word).cells),
	rows: wordRows,
	told(word) {
		const { error, input } = fields(word);
		if (word === WORD) return "X needs one more stone for a line.";
		if (error) return `${cellName(input)} is taken: the bit for a refusal is set, and besides it only the last move changes.`;
		return `${cellName(input)} does not win: the result stays 00. Try another cell.`;
	},
	isDone: (word) => fields(word).result === X,
	done: (word) => `The result is 01: X has won. The whole game is the number ${word}. The tab Bits shows your own games like this.`,
};

/** @type {Step<any>[]} */
export const STEPS = [oneStone, oneNumber, oneMask, oneShift, theEdge, twoBits, threeValues, oneWord];

/** The lessons of the guide, to which this one leads: the address and the title of each. */
export const GUIDE = [
	["1-bits", "A board is a number"],
	["2-game", "A game in 30 lines"],
	["3-lines", "Lines by shifts, and the edge that bites"],
	["4-minimax", "The best move, by hand and then in code"],
	["5-how-few", "How few bits a board needs"],
	["6-one-function", "One function for a million games"],
	["7-menace", "A machine of matchboxes that learns"],
	["8-solving-4x4", "Solving 4x4"],
];
