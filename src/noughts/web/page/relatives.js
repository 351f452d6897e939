// The rules of the relatives of tic-tac-toe, by the expressions of their answers: the library's core/move_bits.py and
// core/answers.py, as `answers.js` has them.
//
// A move is a cell; where either mark may be placed, it is a cell for an X, and as many more as there are cells for an O.
// Players are X and O where their stones have these marks, and else player 1 and player 2.

import { ABOUT, FACTS } from "./answers.js";
import { gameOf, rulesOfBoard, turnsOf } from "./any_board.js";
import { MARKS, O, Refusal, X, makeRules } from "./position.js";
import { aboutTurns, counted } from "./turns.js";

/** @import { Bits, Entry, Position } from "./position.js" */
/** @typedef {ReturnType<typeof relativeOf> & Partial<ReturnType<typeof import("./ultimate.js").texts>>} Relative what the rules of a relative have besides, or other than those of the usual game */

const ORDINALS = ["", "first", "second", "third", "fourth", "fifth"];

/** @param {Entry} board */
export async function relativeRules(board) {
	const each = rulesOfBoard(board), nested = board.nested ? await import("./ultimate.js") : null;
	const given = FACTS[gameOf(board)], facts = { ...given, ...nested?.FACTS, alternates: !turnsOf(board.words) };
	const made = nested?.nestedOf(board, each, facts) ?? each;
	const plain = makeRules(board, made), usual = { ...plain, ...nested?.texts(plain, made) };
	const relative = relativeOf(board, facts, made, usual);
	return Object.freeze({ ...usual, ...relative, about: [...nested?.ABOUT ?? [], ...relative.about] });
}

/**
 * @param {Entry} board
 * @param {any} facts
 * @param {any} made
 * @param {ReturnType<typeof makeRules>} usual
 */
function relativeOf(board, facts, made, { cells, rows, cols, layers, START, cellName, cellsOf, count, has, markAt, names, withMark }) {
	const words = board.words.split(",").filter(Boolean);
	const hands = facts.hands.length;
	const zero = START.x;
	const bits = Array.from({ length: cells }, (_, cell) => withMark(START, cell, X).x);
	const { several } = board, each = several ? rows * cols : cells; // the cells of a board
	const below = several ? cols : cells / board.sizes[0];
	const closes = several && facts.closes;
	/** X's and O's stones, also where a stone is on both planes. @type {(x: Bits, o: Bits) => Bits[]} */
	const apart = made.apart ?? ((x, o) => [x, o]);

	/** @type {(position: Position) => number} */
	const toMove = ({ x, o }) => Number(made.turn(x, o));
	/** @type {(mark: number) => string} */
	const sideName = (mark) => (facts.owned ? MARKS[mark] : `player ${mark}`);
	/** Who moves when so many stones lie there. @type {(stones: number) => number} */
	const moverAt = (stones) => X + made.second(stones);

	/**
	 * Null, or why these are not a position.
	 * @param {Position} position
	 */
	function refusal({ x, o }) {
		if (!facts.nested && x & o) return `X and O would both hold ${names(x & o)}`;
		if (facts.nested && count(x & o) !== Math.min(1, count(x | o))) return "exactly one stone must be the last one";
		const [ofX, ofO] = apart(x, o).map(count);
		const floating = made.floating(x, o);
		if (floating) return `no stone can rest on ${names(floating)} yet`;
		const stones = count(x | o);
		const turns = Array.from({ length: stones }, (_, ply) => moverAt(ply)).filter((mark) => mark === X).length;
		const stands = facts.owned ? ofX === turns : hands > 1 || !o;
		return stands ? null : `${ofX} X and ${ofO} O; no moves put them there`;
	}

	/**
	 * Null while the game goes on; a draw has the winner 0. Whose line it is does not always follow from its mark.
	 * @param {Position} position
	 */
	function outcome({ x, o }) {
		const ended = Number(made.result(x, o));
		if (!ended) return null;
		const winner = ended === X + O ? 0 : ended;
		for (const [at, stones] of apart(x, o).entries()) {
			const line = facts.worth[at] === null ? zero : made.winningLine(stones);
			if (line) return { winner, line, lines: made.lineCells(stones) };
		}
		return { winner, line: zero, lines: zero };
	}

	/** As of the usual game; where the second player wins a full board, nobody waits for a draw. @param {Position} position */
	const isDead = ({ x, o }) => facts.fair && !(made.isAlive?.(x, o) ?? (made.runStarts(x ^ made.BOARD) || made.runStarts(o ^ made.BOARD)));

	/** @param {Position} position */
	const legal = (position) => (refusal(position) ? zero : made.legalCells(position.x, position.o));
	/** @type {(position: Position) => number[]} */
	const legalMoves = ({ x, o }) => {
		const found = cellsOf(made.legalCells(x, o));
		return hands > 1 ? [...found, ...found.map((cell) => cell + cells)] : found;
	};
	/** @type {(position: Position, move: number) => boolean} */
	const mayPlay = ({ x, o }, move) => has(made.legalCells(x, o), move % cells);
	/** @type {(position: Position, move: number) => Position} */
	const after = ({ x, o }, move) => {
		const stone = bits[move % cells];
		const put = hands === 1 ? [stone] : move < cells ? [stone, zero] : [zero, stone];
		return { x: made.afterX(x, o, ...put), o: made.afterO(x, o, ...put) };
	};

	/** The name of a column, in which cells differ along the first axis alone. @param {number} cell */
	const columnName = (cell) => (layers > 1 && !several ? cellName(cell).slice(1) : cellName(cell).replace(/\d+$/, ""));
	/** d where stones fall, Xb2 where the mark is chosen. @param {number} move */
	const moveName = (move) => (hands > 1 ? MARKS[X + Math.floor(move / cells)] : "")
		+ (facts.byColumn ? columnName(move % cells) : cellName(move % cells));

	/** The cells of a cell's column, from the top. @type {(cell: number) => number[]} */
	const columnOf = (cell) => Array.from({ length: each / below }, (_, at) => cell - cell % each + cell % below + at * below);

	/**
	 * The move of somebody who points at a cell, with a hand: where stones fall, into its column.
	 * @type {(position: Position, cell: number, hand: number) => number}
	 */
	function moveAt({ x, o }, cell, hand) {
		const free = made.playable(x, o);
		const to = facts.byColumn ? columnOf(cell).find((one) => has(free, one)) ?? cell : cell;
		return to + (hands > 1 ? hand * cells : 0);
	}

	/** Whether one may not play on the board of a cell, one of several, in a game that goes on. @type {(position: Position, cell: number) => boolean} */
	const isClosed = ({ x, o }, cell) => closes && !cellsOf(made.playable(x, o)).some((one) => Math.floor(one / each) === Math.floor(cell / each));

	/** Null, or why a move of a game that goes on is not one. @type {(position: Position, move: number) => string | null} */
	function whyNot(position, move) {
		if (mayPlay(position, move)) return null;
		const cell = move % cells, mark = markAt(position, cell);
		const where = facts.nested ? placeOfMove(position) : "";
		if (!mark && isClosed(position, cell)) return where.startsWith("on board") ? `${cellName(cell)} is not ${where}.` : `${cellName(cell)} is on a board that is closed.`;
		if (facts.byColumn && moveAt(position, cell, 0) === cell) return `Column ${columnName(cell)} is full.`;
		return mark ? `${cellName(cell)} is taken by ${MARKS[mark]}.` : `No stone can rest on ${cellName(cell)} yet.`;
	}

	const last = String.fromCharCode(96 + cols);
	const layer = board.sizes.length > 2 && (several || !facts.byColumn) ? `[1-${layers}]` : "";
	const row = rows > 9 ? "\\d{1,2}" : `[1-${rows}]`;
	const isNext = several && hands === 1 ? "(?![a-z])" : ""; // a number before a letter is the next move's board
	const ofColumn = layers > 1 && !several ? `(?:[1-${layers}]?[a-${last}]${row})` : `(?:${layer}[a-${last}](?:${row}${isNext})?)`;
	const pattern = (hands > 1 ? "[xo]" : "") + (facts.byColumn ? ofColumn : `${layer}[a-${last}]${row}`);

	/** The moves of a text, each as it is written. @param {string} text */
	const movesOf = (text) => text.match(new RegExp(`${pattern}|.[^a-${last}xo]*`, "gis")) ?? [];

	/**
	 * The move that a text names in a position.
	 * @type {(text: string, position: Position) => number}
	 */
	function moveOf(text, position) {
		const word = hands > 1 ? text.slice(1).toLowerCase() : text.toLowerCase();
		const hand = hands > 1 ? "XO".indexOf(text[0].toUpperCase()) : 0;
		const every = Array.from({ length: cells }, (_, at) => at);
		const cell = every.findIndex((at) => cellName(at) === word);
		const column = facts.byColumn ? every.find((at) => columnName(at) === word) : undefined;
		if (hand < 0 || (cell < 0 && column === undefined)) {
			throw new Refusal(`it is not a move; write ${moveName(0)} to ${moveName(hands * cells - 1)}.`);
		}
		return column === undefined ? cell + hand * cells : moveAt(position, column, hand);
	}

	/** Of boards in a board, where the player to move must play. @param {Position} position */
	function placeOfMove({ x, o }) {
		const boards = [...new Set(cellsOf(made.playable(x, o)).map((cell) => Math.floor(cell / each)))];
		return boards.length === 1 ? `on board ${boards[0] + 1}` : "on any open board";
	}

	/** Which of its stones the player to move puts, where a turn has several; or nothing. @param {Position} position */
	function stoneOfTurn({ x, o }) {
		if (facts.nested) return placeOfMove({ x, o });
		const stones = count(x | o), mark = moverAt(stones);
		let first = stones, end = stones;
		while (first > 0 && moverAt(first - 1) === mark) first -= 1;
		while (end < cells && moverAt(end) === mark) end += 1;
		const at = stones - first + 1, every = end - first;
		return every < 2 ? "" : every in ORDINALS ? `${ORDINALS[at]} of ${counted(every)} stones` : `stone ${at} of ${every}`;
	}

	return {
		facts, hands, made, below, columnOf, isClosed, after, isDead, legal, legalMoves, mayPlay, moveAt, moveName, moveOf, moverAt, movesOf, outcome,
		refusal, sideName, stoneOfTurn, toMove, whyNot,
		/** Play is not retraced: what can be put there, counts. */
		unreachable: (/** @type {Position} */ _) => /** @type {string | null} */ (null),
		/** What is to be told of it: that a line loses is said with the line, and that stones fall is seen. */
		about: words.filter((word) => word !== "misere" && word !== "gravity").map((word) => ABOUT[word] ?? aboutTurns(word)),
	};
}
