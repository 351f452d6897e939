// Positions on any board, by the functions that `noughts emit javascript` writes for it, or by similar ones.
//
// A position is { x, o }, two bitboards: bit i of x is 1 if X has a stone in cell i. Bitboards are plain numbers on
// boards of up to 31 cells, and BigInts on larger boards. While a person edits a position bit by bit, it may be a mere
// grid, for which `refusal` gives the reason.

/** @typedef {any} Bits a bitboard: a number on boards of up to 31 cells, a BigInt on larger ones */
/** @typedef {{ x: Bits, o: Bits }} Position */
/** @typedef {{ key: string, plain: string, sizes: number[], k: number, round: number, several: boolean, nested: boolean, words: string, relative: string, lineWorth: number, winners: number[], learns: boolean, settles: boolean }} Entry
 *   a board of the page; the edges of its last `round` axes meet; its layers may be `several` boards, which may be `nested` as the cells of a board; `words` are those of its answers, `relative` the same without misère; `winners` says who wins by a line of X, and of O; `learns` says whether agents can learn it, and `settles` whether every position is settled, however long it takes */
/** @typedef {ReturnType<typeof makeRules> & Partial<import("./relatives.js").Relative>} Rules what `makeRules` makes, with the functions of other games */

export const X = 1, O = 2;
export const MARKS = [".", "X", "O"];

/** A refusal, with the reason in words for a person. */
export class Refusal extends Error {}

/** @param {number} mark */
export function other(mark) {
	return X + O - mark;
}

/**
 * The rules of a board, from the functions of the module written for it, or of `any_board.js`.
 * @param {Entry} board
 * @param {any} made
 */
export function makeRules(board, made) {
	const cells = Number(made.CELLS), rows = Number(made.ROWS), cols = Number(made.COLS);
	/** @type {(value: number) => Bits} */
	const number = typeof made.BOARD === "bigint" ? BigInt : Number;
	const bits = Array.from({ length: cells }, (_, cell) => number(1) << number(cell));
	const zero = number(0);
	/** @type {Readonly<Position>} */
	const START = Object.freeze({ x: zero, o: zero });
	const layers = cells / (rows * cols);
	const layerNames = board.sizes.length > 2 ? Array.from({ length: layers }, (_, layer) => `${layer + 1}`) : [""];
	const cellNames = bits.map((_, cell) => layerNames[Math.floor(cell / (rows * cols))]
		+ String.fromCharCode(97 + (cell % cols)) + (1 + (Math.floor(cell / cols) % rows)));

	/**
	 * Whether a bitboard has a cell.
	 * @type {(mask: Bits, cell: number) => boolean}
	 */
	const has = (mask, cell) => (mask & bits[cell]) !== zero;

	/**
	 * The cells of a bitboard, in ascending order.
	 * @param {Bits} mask
	 */
	function cellsOf(mask) {
		const found = [];
		for (let cell = 0; cell < cells; cell++) if (has(mask, cell)) found.push(cell);
		return found;
	}

	/** @param {Bits} mask */
	const count = (mask) => cellsOf(mask).length;

	/**
	 * b2 for cell 4: a letter for the column, a number for the row from the top; 2b2 in layer 2.
	 * @param {number} cell
	 */
	const cellName = (cell) => cellNames[cell];
	/** @param {Bits} mask */
	const names = (mask) => cellsOf(mask).map(cellName).join(" ");

	/** @type {(position: Position, cell: number) => number} */
	const markAt = ({ x, o }, cell) => (has(x, cell) ? X : 0) + (has(o, cell) ? O : 0);

	/**
	 * The grid with this mark in a cell, whatever was there before. This is an edit, not a move.
	 * @param {Position} position
	 * @param {number} cell
	 * @param {number} mark
	 * @returns {Position}
	 */
	function withMark({ x, o }, cell, mark) {
		const rest = made.BOARD ^ bits[cell];
		return {
			x: (x & rest) | (mark === X ? bits[cell] : zero),
			o: (o & rest) | (mark === O ? bits[cell] : zero),
		};
	}

	/**
	 * Why these bitboards are not a position; null if they are.
	 * @param {Position} position
	 */
	function refusal({ x, o }) {
		if (x & o) return `X and O would both hold ${names(x & o)}`;
		const surplus = count(x) - count(o);
		if (surplus === 0 || surplus === 1) return null;
		return `${count(x)} X and ${count(o)} O; turns alternate, so there are as many X as O, or one more`;
	}

	/** @param {Position} position */
	const toMove = ({ x, o }) => Number(made.turn(x, o));
	/** @param {number} mark */
	const sideName = (mark) => MARKS[mark];

	/**
	 * Why play cannot reach a position; null if it can. The last stone has to be on every line.
	 * @param {Position} position
	 */
	function unreachable({ x, o }) {
		const mover = toMove({ x, o });
		const [moverStones, lastStones] = mover === X ? [x, o] : [o, x];
		const early = made.lineCells(moverStones);
		if (early) {
			return `${MARKS[mover]} has a line (${names(early)}), but ${MARKS[other(mover)]} moved last`;
		}
		const lines = made.lineCells(lastStones);
		if (lines && cellsOf(lines).every((cell) => made.lineStarts(lastStones ^ bits[cell]))) {
			return `${MARKS[other(mover)]} has lines (${names(lines)}) that no single stone completes`;
		}
		return null;
	}

	/**
	 * The outcome; null while the game goes on. A draw has the winner 0. `lines` has the cells of all lines.
	 * @param {Position} position
	 */
	function outcome({ x, o }) {
		for (const [owner, stones] of [[X, x], [O, o]]) {
			const line = made.winningLine(stones);
			if (line) return { winner: board.winners[owner - X], line, lines: made.lineCells(stones) };
		}
		return made.legalCells(x, o) ? null : { winner: 0, line: zero, lines: zero };
	}

	/**
	 * Whether no line can be made any more, since each holds both marks. The library has this as `open_lines`.
	 * @param {Position} position
	 */
	const isDead = ({ x, o }) => !made.lineStarts(x ^ made.BOARD) && !made.lineStarts(o ^ made.BOARD);

	/**
	 * The bitboard of the cells that may be played; empty for a finished game or a mere grid.
	 * @param {Position} position
	 */
	const legal = (position) => (refusal(position) ? zero : made.legalCells(position.x, position.o));

	/**
	 * The same as a list, for bitboards that are known to be a position.
	 * @param {Position} position
	 */
	const legalMoves = ({ x, o }) => cellsOf(made.legalCells(x, o));

	/**
	 * The position after the player to move takes a legal cell. In other games, a move may be more than a cell.
	 * @type {(position: Position, cell: number) => Position}
	 */
	const after = ({ x, o }, cell) => ({ x: made.afterX(x, o, bits[cell]), o: made.afterO(x, o, bits[cell]) });

	/**
	 * Whether a cell may be played in bitboards that are known to be a position.
	 * @type {(position: Position, cell: number) => boolean}
	 */
	const mayPlay = ({ x, o }, cell) => has(made.legalCells(x, o), cell);

	/**
	 * The position's rows from the top, layer after layer: XO./.X./..O
	 * @param {Position} position
	 */
	function positionText(position) {
		const marks = bits.map((_, cell) => MARKS[markAt(position, cell)]);
		/** @param {number} cell */
		const between = (cell) => (cell === 0 ? "" : cell % (rows * cols) === 0 ? "//" : cell % cols === 0 ? "/" : "");
		return marks.map((mark, cell) => between(cell) + mark).join("");
	}

	/** @param {string} text */
	function parsePosition(text) {
		const marks = text.toUpperCase().replaceAll("/", "");
		let position = START;
		if (marks.length === cells && /^[XO.]*$/.test(marks)) {
			[...marks].forEach((name, cell) => {
				position = withMark(position, cell, MARKS.indexOf(name));
			});
			if (positionText(position) === text.toUpperCase()) return position;
		}
		const each = layers > 1 ? `${layers} layers, // between them, of ` : "";
		throw new Refusal(`“${text.slice(0, 300)}” is not a valid board; write ${each}${rows} rows of ${cols} cells, such as `
			+ positionText(withMark(withMark(START, 0, X), 1, O)).slice(0, 300));
	}

	return Object.freeze({
		board, cells, rows, cols, layers, START, LINES: made.LINES, ENDS: made.ENDS,
		after, cellName, hands: 1, moveName: cellName, cellsOf, count, has, legal, legalMoves, markAt, mayPlay, names, outcome, parsePosition, isDead,
		positionText, refusal, sideName, toMove, unreachable, withMark,
	});
}
