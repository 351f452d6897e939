// A position is { x, o }, two bitboards: bit i of x is 1 where X has a stone in cell i. While somebody
// edits it bit by bit it may be a mere grid, which `refusal` tells.

import { BOARD, CELLS, isFull, legalCells, lineCells, lineStarts, turn, winningLine } from "./rules.js";

export const X = 1, O = 2;
export const MARKS = [".", "X", "O"];
export const START = Object.freeze({ x: 0, o: 0 });

/** What is refused, with the reason as a person should read it. */
export class Refusal extends Error {}

/** The cells of a bitboard, in rising order. */
export function cellsOf(mask) {
	const cells = [];
	for (; mask; mask &= mask - 1) cells.push(31 - Math.clz32(mask & -mask));
	return cells;
}

export function count(mask) {
	let number = 0;
	for (; mask; mask &= mask - 1) number += 1;
	return number;
}

/** b2 for cell 4: a letter for the column, a number for the row from the top. */
export function cellName(cell) {
	return "abc"[cell % 3] + (1 + Math.floor(cell / 3));
}

export function names(mask) {
	return cellsOf(mask).map(cellName).join(" ");
}

export function other(mark) {
	return X + O - mark;
}

export function markAt({ x, o }, cell) {
	return ((x >> cell) & 1) * X + ((o >> cell) & 1) * O;
}

/** The grid with this mark in a cell, whatever was there: an edit, not a move. */
export function withMark({ x, o }, cell, mark) {
	const rest = BOARD ^ (1 << cell);
	return { x: (x & rest) | ((mark === X) << cell), o: (o & rest) | ((mark === O) << cell) };
}

/** Null, or why these are not a position. */
export function refusal({ x, o }) {
	if (x & o) return `X and O would both hold ${names(x & o)}`;
	const surplus = count(x) - count(o);
	if (surplus === 0 || surplus === 1) return null;
	return `${count(x)} X and ${count(o)} O; X begins and turns alternate, `
		+ "so there are as many X as O, or one more";
}

/** Null, or why play cannot reach a position. Its lines must all come from the last stone. */
export function unreachable({ x, o }) {
	const mover = turn(x, o);
	const [moverStones, lastStones] = mover === X ? [x, o] : [o, x];
	const early = lineCells(moverStones);
	if (early) {
		return `${MARKS[mover]} has a line (${names(early)}), but ${MARKS[other(mover)]} moved last`;
	}
	const lines = lineCells(lastStones);
	if (lines && cellsOf(lines).every((cell) => lineStarts(lastStones ^ (1 << cell)))) {
		return `${MARKS[other(mover)]} has two lines (${names(lines)}) that no single stone completes`;
	}
	return null;
}

/** Null while the game goes on; a draw has the winner 0. `lines` is all lines joined. */
export function outcome({ x, o }) {
	for (const [winner, stones] of [[X, x], [O, o]]) {
		const line = winningLine(stones);
		if (line) return { winner, line, lines: lineCells(stones) };
	}
	return isFull(x, o) ? { winner: 0, line: 0, lines: 0 } : null;
}

export function toMove({ x, o }) {
	return turn(x, o);
}

/** Bitboard of the cells that may be played: none of a finished game or of a mere grid. */
export function legal(position) {
	return refusal(position) ? 0 : legalCells(position.x, position.o);
}

/** The same as a list, for what is known to be a position. */
export function legalMoves({ x, o }) {
	return cellsOf(legalCells(x, o));
}

/** The position after the player to move takes a cell. It must be legal. */
export function after(position, cell) {
	return withMark(position, cell, toMove(position));
}

/** Rows from the top: XO./.X./..O */
export function positionText(position) {
	const marks = Array.from({ length: CELLS }, (_, cell) => MARKS[markAt(position, cell)]).join("");
	return marks.replace(/...(?=.)/g, "$&/");
}

export function parsePosition(text) {
	if (!/^[XO.]{3}\/[XO.]{3}\/[XO.]{3}$/i.test(text)) {
		throw new Refusal(`“${text}” is not a valid board; write three rows such as XO./.X./..O`);
	}
	let position = START;
	[...text.toUpperCase().replaceAll("/", "")].forEach((name, cell) => {
		position = withMark(position, cell, MARKS.indexOf(name));
	});
	return position;
}
