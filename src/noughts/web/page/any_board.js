// The rules of any board, with the functions that `noughts emit javascript` would write for it: the same expressions,
// over constants that this module computes. A test compares them with the library's core/geometry.py and core/bits.py.
//
// In one direction, a line of k begins on each bit of `runs`. An AND of the runs of n stones with the same runs
// s <= n places further on gives the runs of n + s stones.
//
//    k = 5    runs of 1, 2, 4, 5: a step of 1 place, of 2, of 1

import { FACTS, answersOf } from "./answers.js";
import { secondOf } from "./turns.js";

/** @import { Bits, Entry } from "./position.js" */
/** @typedef {[cells: Bits, distance: number][]} Step the cells from which a step leads up by `distance` bits, for each distance */

/** @param {Entry} board */
export function rulesOfBoard({ sizes, k, round, words, several }) {
	const cells = sizes.reduce((product, size) => product * size);
	/** @type {(value: number) => Bits} */
	const number = cells > 31 ? BigInt : Number;
	const zero = number(0), one = number(1);
	const bits = Array.from({ length: cells }, (_, cell) => one << number(cell));
	const BOARD = bits.reduce((sum, bit) => sum | bit);
	const isExact = words.startsWith(EXACT);

	/** The cell `places` places from another cell, or -1 beyond an edge. @type {(cell: number, way: number[], places: number) => number} */
	function cellFrom(cell, way, places) {
		let to = 0, unit = 1;
		for (let axis = sizes.length - 1; axis >= 0; axis--) {
			const size = sizes[axis], at = (Math.floor(cell / unit) % size) + way[axis] * places;
			if (axis < sizes.length - round && (at < 0 || at >= size)) return -1;
			to += unit * (((at % size) + size) % size);
			unit *= size;
		}
		return to;
	}

	/** @type {(way: number[], places: number) => Step} */
	function step(way, places) {
		/** @type {Map<number, Bits>} */
		const from = new Map();
		bits.forEach((bit, cell) => {
			const to = cellFrom(cell, way, places);
			if (to >= 0) from.set(to - cell, (from.get(to - cell) ?? zero) | bit);
		});
		return [...from].map(([distance, mask]) => [mask, distance]);
	}

	const seen = new Set(); // if edges meet, two ways or two starts may give the same line
	const ways = waysOf(sizes.length).filter(([layer]) => !several || !layer);
	const directions = (k > 1 ? ways : ways.slice(0, 1)).map((way) => {
		/** @type {Map<number, Bits>} by the cell where it begins */
		const lines = new Map();
		/** @type {Map<number, number[]>} the cells that make each line too long, if longer lines do not count */
		const ends = new Map();
		for (let cell = 0; cell < cells; cell++) {
			const members = new Set(Array.from({ length: k }, (_, place) => cellFrom(cell, way, place)));
			const name = [...members].sort((a, b) => a - b).join();
			if (members.size < k || members.has(-1) || seen.has(name)) continue;
			seen.add(name);
			lines.set(cell, [...members].reduce((sum, member) => sum | bits[member], zero));
			ends.set(cell, isExact ? [-1, k].map((place) => cellFrom(cell, way, place)).filter((end) => end >= 0 && !members.has(end)) : []);
		}
		const starts = [...lines.keys()].reduce((sum, cell) => sum | bits[cell], zero);
		return { lines, ends, starts, steps: doublings(k).map((places) => step(way, places)) };
	});

	/** @type {(mask: Bits, distance: number) => Bits} */
	const movedDown = (mask, distance) => (distance > 0 ? mask >> number(distance) : mask << number(-distance));

	/** Where lines of a direction start. @type {(stones: Bits, direction: typeof directions[number]) => Bits} */
	function runs(stones, { starts, steps }) {
		for (const moves of steps) {
			stones &= moves.reduce((sum, [from, distance]) => sum | (movedDown(stones, distance) & from), zero);
		}
		return stones & starts;
	}

	/** Starts of runs that no further stone makes too long. @type {(stones: Bits, direction: typeof directions[number]) => Bits} */
	function counting(stones, direction) {
		let starts = runs(stones, direction);
		if (isExact && starts) {
			for (const [cell, ends] of direction.ends) if (ends.some((end) => stones & bits[end])) starts &= ~bits[cell];
		}
		return starts;
	}

	/** Where lines start, including lines that are too long. @type {(stones: Bits) => Bits} */
	const runStarts = (stones) => directions.reduce((sum, direction) => sum | runs(stones, direction), zero);
	/** @type {(stones: Bits) => Bits} */
	const lineStarts = (stones) => directions.reduce((sum, direction) => sum | counting(stones, direction), zero);

	/** The complete lines, in the order of `LINES`. @type {(stones: Bits) => Bits[]} */
	const complete = (stones) => directions.flatMap((direction) => {
		const starts = counting(stones, direction);
		return starts ? [...direction.lines].filter(([cell]) => starts & bits[cell]).map(([, line]) => line) : [];
	});

	/** How much higher the number of the cell below is. The first axis is the height; with several boards, the rows. */
	const below = number(several ? sizes[2] : cells / sizes[0]);
	const each = several ? sizes[1] * sizes[2] : cells;
	const wholes = Array.from({ length: cells / each }, (_, at) => bits.slice(at * each, (at + 1) * each).reduce((sum, bit) => sum | bit));
	/** All but the lowest row of each of several boards. */
	const upper = several ? bits.reduce((sum, bit, cell) => (cell % each < each - sizes[2] ? sum | bit : sum), zero) : BOARD;
	/** The first cells of the boards that pass. @type {(passes: (whole: Bits) => any) => Bits} */
	const firsts = (passes) => wholes.reduce((sum, whole, at) => (passes(whole) ? sum | bits[at * each] : sum), zero);
	const second = secondOf(turnsOf(words));
	const made = answersOf(gameOf({ words, several }), {
		board: BOARD, zero, one, wide: number, count, second, lineStarts,
		any: (/** @type {Bits} */ mask) => (mask ? one : zero),
		above: (/** @type {Bits} */ mask) => (mask >> below) & upper,
		openBoards: (/** @type {Bits} */ mask) => firsts((whole) => (whole & mask) === whole),
		wholeFrom: (/** @type {Bits} */ mask) => wholes.reduce((sum, whole) => (whole & mask ? sum | whole : sum), zero),
	});

	return {
		...made, second, count, bits, wholes,
		ROWS: sizes[sizes.length - 2], COLS: sizes[sizes.length - 1], CELLS: cells, BOARD,
		LINES: directions.flatMap(({ lines }) => [...lines.values()]),
		ENDS: directions.flatMap(({ ends }) => [...ends.values()]),
		lineStarts, runStarts,
		/** @type {(stones: Bits) => Bits} */
		lineCells: (stones) => complete(stones).reduce((sum, line) => sum | line, zero),
		/** @type {(stones: Bits) => Bits} */
		winningLine: (stones) => complete(stones)[0] ?? zero,
	};
}

const EXACT = "exact";

/** The words of a game by which its functions are found, without those for the length of lines and for turns. @param {string} words */
function unturned(words) {
	return words.split(",").filter((word) => word !== EXACT && !isOfTurns(word)).join();
}

/** The name by which a game's functions and facts are found. They differ if a line closes one of several boards. @param {Pick<Entry, "words" | "several">} board */
export function gameOf({ words, several }) {
	const game = unturned(words), closing = `boards,${game}`;
	return several && closing in FACTS ? closing : game;
}

/** The word of a game that says whose turn it is; empty for the usual turns. @param {string} words */
export function turnsOf(words) {
	return words.split(",").find(isOfTurns) ?? "";
}

/** @param {string} word */
const isOfTurns = (word) => word.startsWith("stones=");

const HALF = 0xffffffffn; // count a BigInt's bits in parts of this mask

/**
 * The number of set bits, as a plain number.
 * @param {Bits} mask
 */
function count(mask) {
	let found = 0;
	if (typeof mask === "bigint") {
		for (; mask; mask >>= 32n) found += count(Number(mask & HALF) | 0);
	} else for (; mask; mask &= mask - 1) found += 1;
	return found;
}

/**
 * The directions of lines, each once and toward higher cells: along one axis first, then along several axes.
 * @param {number} axes
 */
function waysOf(axes) {
	/** @type {number[][]} */
	let ways = [[]];
	for (let axis = 0; axis < axes; axis++) ways = ways.flatMap((way) => [0, 1, -1].map((step) => [...way, step]));
	const along = (/** @type {number[]} */ way) => way.filter(Boolean).length;
	return ways.filter((way) => way.find(Boolean) === 1).sort((a, b) => along(a) - along(b));
}

/**
 * The distances that turn single cells into runs of a length: they double as long as possible.
 * @param {number} length
 */
function doublings(length) {
	const steps = [];
	for (let run = 1; run < length; run += steps[steps.length - 1]) steps.push(Math.min(run, length - run));
	return steps;
}
