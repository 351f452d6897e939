// Finished games as numbers, in the lexicographic order of their moves.
//
// The number of a game counts the games before it: those that begin with the same moves, and then take a lower cell.

import { encodePair } from "./rules.js";
import { SYMMETRIES } from "./symmetry.js";
import { START, after, legalMoves } from "./tictactoe.js";

/** @import { Position } from "./position.js" */
/** @typedef {{ position: Position, fixing: number[][] }} Step the position of a game, and the symmetries that fix the game so far */
/** @typedef {{ cell: number, step: Step, number: () => number }} Choice a move, the step to which it leads, and the number of games from there */

const IDENTITY = SYMMETRIES.slice(0, 1);
/** @type {Map<number, number>} */
const counted = new Map();

/**
 * The number of ways to finish a game. Of ways that are equal under symmetries that fix the game so far, one counts.
 * @param {Position} position
 * @param {number[][]} fixing
 * @returns {number}
 */
function games(position, fixing) {
	const decided = fixing.length === 1; // only the identity is left, so the number depends on the position alone
	const key = encodePair(position.x, position.o);
	const known = decided ? counted.get(key) : undefined;
	if (known !== undefined) return known;
	const each = choices(position, fixing).map(({ number }) => number());
	const number = each.length ? each.reduce((sum, one) => sum + one) : 1;
	if (decided) counted.set(key, number);
	return number;
}

/**
 * The moves that no symmetry that fixes the game so far maps to a lower cell, and the steps to which they lead.
 * @param {Position} position
 * @param {number[][]} fixing
 * @returns {Choice[]}
 */
function choices(position, fixing) {
	return legalMoves(position).filter((cell) => fixing.every((image) => image[cell] >= cell)).map((cell) => {
		const step = { position: after(position, cell), fixing: fixing.filter((image) => image[cell] === cell) };
		return { cell, step, number: () => games(step.position, step.fixing) };
	});
}

/**
 * @param {number[]} moves
 * @param {number[][]} fixing
 */
function rank(moves, fixing) {
	let now = { position: START, fixing };
	let number = 0;
	for (const move of moves) {
		for (const choice of choices(now.position, now.fixing)) {
			if (choice.cell < move) number += choice.number();
			else if (choice.cell === move) now = choice.step;
		}
	}
	return number;
}

/**
 * @param {number} number
 * @param {number[][]} fixing
 */
function unrank(number, fixing) {
	let now = { position: START, fixing };
	/** @type {number[]} */
	const moves = [];
	for (let found; (found = choices(now.position, now.fixing)).length; ) {
		let [choice, ...rest] = found;
		for (; number >= choice.number(); [choice, ...rest] = rest) number -= choice.number();
		moves.push(choice.cell);
		now = choice.step;
	}
	return moves;
}

/** @param {number[]} moves */
export const record = (moves) => rank(moves, IDENTITY);
/** @param {number} number */
export const fromRecord = (number) => unrank(number, IDENTITY);
/** @param {number} number */
export const fromRecordClass = (number) => unrank(number, SYMMETRIES);

/**
 * The number of a class is the number of its least image. Cells are digits, so games compare as text.
 * @param {number[]} moves
 */
export function recordClass(moves) {
	const images = SYMMETRIES.map((image) => moves.map((cell) => image[cell]).join(""));
	return rank([...images.sort()[0]].map(Number), SYMMETRIES);
}
