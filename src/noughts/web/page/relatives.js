// The rules of the other games, from the expressions of their answers in `answers.js`, which are recorded from the
// library's core/move_bits.py and core/answers.py.
//
// A move is the number of a cell. If a player may place either mark, the number of cells is added for an O.
// The players are X and O if they own these marks, and otherwise player 1 and player 2.

import { ABOUT, FACTS } from "./answers.js";
import { gameOf, rulesOfBoard, turnsOf } from "./any_board.js";
import { MARKS, O, Refusal, X, makeRules } from "./position.js";
import { aboutTurns, counted } from "./turns.js";

/** @import { Bits, Entry, Position } from "./position.js" */
/** @typedef {ReturnType<typeof relativeOf> & Partial<ReturnType<typeof import("./ultimate.js").texts>>} Relative the functions that the rules of another game add or replace */

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
	/** X's and O's stones, even if a stone is on both planes. @type {(x: Bits, o: Bits) => Bits[]} */
	const apart = made.apart ?? ((x, o) => [x, o]);

	/** @type {(position: Position) => number} */
	const toMove = ({ x, o }) => Number(made.turn(x, o));
	/** @type {(mark: number) => string} */
	const sideName = (mark) => (facts.owned ? MARKS[mark] : `player ${mark}`);
	/** The player to move after a number of stones. @type {(stones: number) => number} */
	const moverAt = (stones) => X + made.second(stones);

	/**
	 * Why these bitboards are not a position; null if they are.
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
	 * The outcome; null while the game goes on. A draw has the winner 0. The mark of a line need not be the winner's.
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

	/** As in the usual game. If a full board is a win, there is no draw to wait for. @param {Position} position */
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

	/** The name of a column. Its cells differ only along the first axis. @param {number} cell */
	const columnName = (cell) => (layers > 1 && !several ? cellName(cell).slice(1) : cellName(cell).replace(/\d+$/, ""));
	/** The name of a move: d if stones fall, Xb2 if the player chooses the mark. @param {number} move */
	const moveName = (move) => (hands > 1 ? MARKS[X + Math.floor(move / cells)] : "")
		+ (facts.byColumn ? columnName(move % cells) : cellName(move % cells));

	/** The cells of a cell's column, from the top. @type {(cell: number) => number[]} */
	const columnOf = (cell) => Array.from({ length: each / below }, (_, at) => cell - cell % each + cell % below + at * below);

	/**
	 * The move of a hand when a person points at a cell. If stones fall, the stone goes into the cell's column.
	 * @type {(position: Position, cell: number, hand: number) => number}
	 */
	function moveAt({ x, o }, cell, hand) {
		const free = made.playable(x, o);
		const to = facts.byColumn ? columnOf(cell).find((one) => has(free, one)) ?? cell : cell;
		return to + (hands > 1 ? hand * cells : 0);
	}

	/** Whether a cell is on one of several boards on which the next player may not play. @type {(position: Position, cell: number) => boolean} */
	const isClosed = ({ x, o }, cell) => closes && !cellsOf(made.playable(x, o)).some((one) => Math.floor(one / each) === Math.floor(cell / each));

	/** Why a move of an unfinished game is not legal; null if it is. @type {(position: Position, move: number) => string | null} */
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

	/** The parts of a text that each write one move. @param {string} text */
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

	/** In ultimate, where the player to move must play. @param {Position} position */
	function placeOfMove({ x, o }) {
		const boards = [...new Set(cellsOf(made.playable(x, o)).map((cell) => Math.floor(cell / each)))];
		return boards.length === 1 ? `on board ${boards[0] + 1}` : "on any open board";
	}

	/** Which stone of the turn comes next, if a turn has several; otherwise empty. @param {Position} position */
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
		/** Always null, since the page does not check reachability in these games. */
		unreachable: (/** @type {Position} */ _) => /** @type {string | null} */ (null),
		/** Remarks on the game. A losing line is named with the line, and falling stones can be seen. */
		about: words.filter((word) => word !== "misere" && word !== "gravity").map((word) => ABOUT[word] ?? aboutTurns(word)),
	};
}
