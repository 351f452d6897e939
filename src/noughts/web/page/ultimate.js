// Boards in a board, by the functions of several boards: the library's core/bits.py under *Boards in a board*, and
// core/move_bits.py.
//
// The place of a stone on its board names the board to play on next, and the stones do not say which came last. So the last
// one stands on both planes, and on its player's alone once another one has come.

import { rulesOfBoard } from "./any_board.js";
import { O, Refusal, X } from "./position.js";

/** @import { Bits, Entry, Position } from "./position.js" */
/** @typedef {[name: string, text: string, operation: (...values: Bits[]) => Bits]} Step of an expression, of x, o and the steps before */

/** @type {Record<string, [down: number, right: number]>} */
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** What may be rested on besides: the library's laws, and that a line closes its board. */
export const FACTS = { nested: true, anyOrder: false, closes: true };
/** What is told at the start, in few words. */
export const ABOUT = ["a line takes its board, a line of boards the game", "your cell on a board says which board comes next"];

/**
 * The functions of a board of boards; those of `stones` want them apart, of one player.
 * @param {Entry} board
 * @param {any} each what `rulesOfBoard` makes of its boards
 * @param {{ worth: (number | null)[], full: number }} facts
 */
export function nestedOf(board, each, { worth, full }) {
	const outer = rulesOfBoard({ ...board, sizes: board.sizes.slice(1), several: false }); // of so few boards, so of plain numbers
	const { BOARD, count, second, lineStarts, runStarts } = each;
	/** @type {Bits[]} */
	const bits = each.bits, /** @type {Bits[]} */ wholes = each.wholes;
	const zero = BOARD ^ BOARD;

	/** X's and O's stones, of which none is on both planes. @type {(x: Bits, o: Bits) => Bits[]} */
	const apart = (x, o) => (second(count(x | o)) ? [x, o ^ (x & o)] : [x ^ (x & o), o]);
	/** The boards that have one of some cells, a bit each. @type {(cells: Bits) => number} */
	const boardsWith = (cells) => wholes.reduce((sum, whole, at) => (cells & whole ? sum | (1 << at) : sum), 0);
	/** The cells of such boards. @type {(boards: number) => Bits} */
	const cellsOfBoards = (boards) => wholes.reduce((sum, whole, at) => ((boards >> at) & 1 ? sum | whole : sum), zero);
	/** @type {(stones: Bits) => number} */
	const won = (stones) => boardsWith(lineStarts(stones));
	/** The board that the last stone names; without one, all of them. @type {(last: Bits) => Bits} */
	const named = (last) => (last ? wholes[bits.indexOf(last) % wholes.length] : BOARD);
	/** @type {(x: Bits, o: Bits) => Bits} */
	const lines = (x, o) => apart(x, o).reduce((sum, stones) => sum | lineStarts(stones), zero);

	/** Where a stone may go: where it may on several boards, and then these. @type {Step[]} */
	const playableSteps = [...each.playableSteps];
	const free = playableSteps.length + 1; // the value before: values are x, o and those of the steps
	const [a, b, c, d, e, f] = Array.from({ length: 6 }, (_, at) => "abcdefghij"[free - 2 + at]);
	playableSteps.push(
		[b, "x & o", (x, o) => x & o],
		[c, "lines(x, o)", lines],
		[d, `${a} without the boards of ${c}`, (...values) => values[free] & (BOARD ^ cellsOfBoards(boardsWith(values[free + 2])))],
		[e, `${d} & board named by ${b}`, (...values) => values[free + 3] & named(values[free + 1])],
		[f, `${e} or else ${d}`, (...values) => values[free + 4] || values[free + 3]],
	);
	/** @type {(x: Bits, o: Bits) => Bits} */
	const playable = (x, o) => {
		const values = [x, o];
		for (const [, , operation] of playableSteps) values.push(operation(...values));
		return values[values.length - 1];
	};

	/** 0 while the game goes on, else who has won, or 3. @type {(x: Bits, o: Bits) => number} */
	function result(x, o) {
		const owner = apart(x, o).findIndex((stones, at) => worth[at] !== null && outer.lineStarts(won(stones)));
		if (owner >= 0) return worth[owner] === 1 ? X + owner : O - owner;
		return playable(x, o) ? 0 : full > 0 ? X : full < 0 ? O : X + O;
	}

	return {
		...each, apart, playable, playableSteps, result, outer,
		/** @type {(x: Bits, o: Bits) => Bits} */
		legalCells: (x, o) => (result(x, o) ? zero : playable(x, o)),
		/** @type {(x: Bits, o: Bits, stone: Bits) => Bits} */
		afterX: (x, o, stone) => apart(x, o)[0] | stone,
		/** @type {(x: Bits, o: Bits, stone: Bits) => Bits} */
		afterO: (x, o, stone) => apart(x, o)[1] | stone,
		/** The lines on the boards of the first line of boards. @type {(stones: Bits) => Bits} */
		winningLine: (stones) => each.lineCells(stones) & cellsOfBoards(outer.winningLine(won(stones))),
		/** And of all of them. @type {(stones: Bits) => Bits} */
		lineCells: (stones) => each.lineCells(stones) & cellsOfBoards(outer.lineCells(won(stones))),
		/** Whether a line of boards is left of which each is a player's, or may become it. @type {(x: Bits, o: Bits) => boolean} */
		isAlive: (x, o) => {
			const sides = apart(x, o);
			return sides.some((mine, at) => outer.lineStarts(won(mine) | (boardsWith(runStarts(sides[1 - at] ^ BOARD)) & ~won(sides[1 - at]))));
		},
		/** The cells of the boards that are won, by X and by O. @type {(x: Bits, o: Bits) => Bits[]} */
		wonCells: (x, o) => apart(x, o).map((stones) => cellsOfBoards(won(stones))),
	};
}

/**
 * How a position is read and written, the last stone with its mark in lower case, and where keys lead.
 * @param {any} usual what `makeRules` makes of the board
 * @param {any} made by `nestedOf`
 */
export function texts(usual, { apart, bits, turn }) {
	const { rows, cols } = usual;
	/** @type {(position: Position) => Position} */
	const shown = ({ x, o }) => {
		const [ofX, ofO] = apart(x, o);
		return { x: ofX, o: ofO };
	};
	return {
		/** @type {(position: Position, cell: number) => number} */
		markAt: ({ x, o }, cell) => {
			const mark = usual.markAt({ x, o }, cell);
			return mark > O ? mark - Number(turn(x, o)) : mark; // the last one is the other player's
		},
		/** @type {(position: Position) => string} */
		positionText: (position) => {
			const last = bits.indexOf(position.x & position.o);
			let cell = -1;
			return usual.positionText(shown(position)).replace(/[XO.]/g, (/** @type {string} */ mark) => ((cell += 1) === last ? mark.toLowerCase() : mark));
		},
		/** @type {(text: string) => Position} */
		parsePosition: (text) => {
			const { x, o } = usual.parsePosition(text), marks = text.replaceAll("/", "");
			const lower = [...marks.matchAll(/[xo]/g)].map(({ index }) => index);
			if ((x | o) && lower.length !== 1) throw new Refusal(`“${text.slice(0, 300)}” has ${lower.length} marks in lower case; the last stone has it, and no other, since its place names the next board.`);
			const last = lower.length ? bits[lower[0]] : x;
			return { x: x | last, o: o | last };
		},
		/** Of boards. @param {Bits} line */
		lineName: (line) => `of boards ${[...new Set(usual.cellsOf(line).map((/** @type {number} */ cell) => Math.floor(cell / (rows * cols)) + 1))].join(" ")}`,
		/** How a draw ends. */
		full: "every board is won or full, without a line of boards",
		/** The cell to which an arrow leads over all boards, as they lie beside each other. @type {(cell: number, key: string) => number | undefined} */
		leadsTo: (cell, key) => {
			if (!(key in ARROWS)) return undefined;
			const board = Math.floor(cell / (rows * cols)), [down, right] = ARROWS[key];
			const row = Math.floor(board / cols) * rows + (Math.floor(cell / cols) % rows) + down, col = (board % cols) * cols + (cell % cols) + right;
			if (row < 0 || col < 0 || row >= rows * rows || col >= cols * cols) return cell;
			return ((Math.floor(row / rows) * cols + Math.floor(col / cols)) * rows + (row % rows)) * cols + (col % cols);
		},
	};
}
