// Boards in a board (ultimate), made from the functions for several boards, as in the library's core/bits.py (see
// *Boards in a board*) and core/move_bits.py.
//
// The place of the last stone on its board names the board to play on next, but the stones do not show which came last.
// So the last stone is set on both planes. The next move removes it from the opponent's plane.

import { rulesOfBoard } from "./any_board.js";
import { O, Refusal, X } from "./position.js";

/** @import { Bits, Entry, Position } from "./position.js" */
/** @typedef {[name: string, text: string, operation: (...values: Bits[]) => Bits]} Step of an expression; `operation` takes x, o and the values of the steps before */

/** @type {Record<string, [down: number, right: number]>} */
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Further facts of these games: the library's laws, and that a line closes its board. */
export const FACTS = { nested: true, anyOrder: false, closes: true };
/** Short remarks for the start of a game. */
export const ABOUT = ["a line takes its board, a line of boards the game", "your cell on a board says which board comes next"];

/**
 * The functions of a board of boards. A function of `stones` takes the stones of one player.
 * @param {Entry} board
 * @param {any} each what `rulesOfBoard` makes of its boards
 * @param {{ worth: (number | null)[], full: number }} facts
 */
export function nestedOf(board, each, { worth, full }) {
	const outer = rulesOfBoard({ ...board, sizes: board.sizes.slice(1), several: false }); // few boards, so its bitboards are plain numbers
	const { BOARD, count, second, lineStarts, runStarts } = each;
	/** @type {Bits[]} */
	const bits = each.bits, /** @type {Bits[]} */ wholes = each.wholes;
	const zero = BOARD ^ BOARD;

	/** X's and O's stones, each stone on its own plane alone. @type {(x: Bits, o: Bits) => Bits[]} */
	const apart = (x, o) => (second(count(x | o)) ? [x, o ^ (x & o)] : [x ^ (x & o), o]);
	/** The boards that have any of some cells, one bit for each board. @type {(cells: Bits) => number} */
	const boardsWith = (cells) => wholes.reduce((sum, whole, at) => (cells & whole ? sum | (1 << at) : sum), 0);
	/** The cells of some boards. @type {(boards: number) => Bits} */
	const cellsOfBoards = (boards) => wholes.reduce((sum, whole, at) => ((boards >> at) & 1 ? sum | whole : sum), zero);
	/** @type {(stones: Bits) => number} */
	const won = (stones) => boardsWith(lineStarts(stones));
	/** The cells of the board that the last stone names; without a last stone, all cells. @type {(last: Bits) => Bits} */
	const named = (last) => (last ? wholes[bits.indexOf(last) % wholes.length] : BOARD);
	/** @type {(x: Bits, o: Bits) => Bits} */
	const lines = (x, o) => apart(x, o).reduce((sum, stones) => sum | lineStarts(stones), zero);

	/** The steps that find where a stone may go: the steps for several boards, and then these. @type {Step[]} */
	const playableSteps = [...each.playableSteps];
	const free = playableSteps.length + 1; // the index of the value before; the values are x, o and the results of the steps
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

	/** 0 while the game goes on, else the winner, or 3 for a draw. @type {(x: Bits, o: Bits) => number} */
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
		/** The lines on the boards of all lines of boards. @type {(stones: Bits) => Bits} */
		lineCells: (stones) => each.lineCells(stones) & cellsOfBoards(outer.lineCells(won(stones))),
		/** Whether a line of boards is left whose boards a player has won or may still win. @type {(x: Bits, o: Bits) => boolean} */
		isAlive: (x, o) => {
			const sides = apart(x, o);
			return sides.some((mine, at) => outer.lineStarts(won(mine) | (boardsWith(runStarts(sides[1 - at] ^ BOARD)) & ~won(sides[1 - at]))));
		},
		/** The cells of the boards that X has won, and that O has won. @type {(x: Bits, o: Bits) => Bits[]} */
		wonCells: (x, o) => apart(x, o).map((stones) => cellsOfBoards(won(stones))),
	};
}

/**
 * How a position is read and written, with the mark of the last stone in lower case, and where keys lead.
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
			return mark > O ? mark - Number(turn(x, o)) : mark; // the last stone is the other player's
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
		/** The name of a line of boards. @param {Bits} line */
		lineName: (line) => `of boards ${[...new Set(usual.cellsOf(line).map((/** @type {number} */ cell) => Math.floor(cell / (rows * cols)) + 1))].join(" ")}`,
		/** How a draw ends. */
		full: "every board is won or full, without a line of boards",
		/** The cell to which an arrow leads, across the boards as they lie side by side. @type {(cell: number, key: string) => number | undefined} */
		leadsTo: (cell, key) => {
			if (!(key in ARROWS)) return undefined;
			const board = Math.floor(cell / (rows * cols)), [down, right] = ARROWS[key];
			const row = Math.floor(board / cols) * rows + (Math.floor(cell / cols) % rows) + down, col = (board % cols) * cols + (cell % cols) + right;
			if (row < 0 || col < 0 || row >= rows * rows || col >= cols * cols) return cell;
			return ((Math.floor(row / rows) * cols + Math.floor(col / cols)) * rows + (row % rows)) * cols + (col % cols);
		},
	};
}
