// Who chooses a move, from the position, the table and a source of random numbers from 0 to 1.

import { CELLS, encodePair } from "./rules.js";
import { O, X, after, count, legalMoves, outcome, toMove } from "./position.js";
import { merit } from "./table.js";

export const PLAYERS = {
	perfect: { name: "Perfect", detail: "never loses", choose: perfect },
	hard: graded("Hard", 7 / 8, "7/8"),
	medium: graded("Medium", 1 / 2, "1/2"),
	easy: graded("Easy", 1 / 4, "1/4"),
	random: { name: "Random", detail: "any free cell", choose: anyMove },
	person: { name: "Another person", detail: "at this screen", choose: null },
};

function pick(cells, random) {
	return cells[Math.floor(random() * cells.length)];
}

function bestCells(position, table) {
	return table.bestMoves(position).map((move) => move.cell);
}

function anyMove(position, table, random) {
	return pick(legalMoves(position), random);
}

/** With chance `skill` a random best move, else a random legal one. */
function graded(name, skill, written) {
	const choose = (position, table, random) =>
		random() < skill ? pick(bestCells(position, table), random) : anyMove(position, table, random);
	return { name, detail: `skill ${written}`, skill, choose };
}

/** The best move that a random opponent does worst against: the library's `perfect:trap`. */
function perfect(position, table) {
	const player = toMove(position);
	let best = null;
	for (const move of table.bestMoves(position)) {
		const sum = trapSum(after(position, move.cell), player, table);
		if (!best || sum > best.sum || (sum === best.sum && merit(move) > merit(best.move))) {
			best = { sum, move };
		}
	}
	return best.move.cell;
}

const sums = { [X]: new Map(), [O]: new Map() };
const FACTORIALS = [1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880];

/**
 * The expected result for `player`, who goes on by this rule against random moves, times the factorial
 * of the free cells f, which makes it whole: the opponent's turn is a sum, the player's f times the best.
 */
function trapSum(position, player, table) {
	const known = sums[player];
	const key = encodePair(position.x, position.o);
	if (known.has(key)) return known.get(key);
	const free = CELLS - count(position.x | position.o);
	const end = outcome(position);
	let sum = 0;
	if (end) {
		sum = !end.winner ? 0 : end.winner === player ? FACTORIALS[free] : -FACTORIALS[free];
	} else {
		const mine = toMove(position) === player;
		const cells = mine ? bestCells(position, table) : legalMoves(position);
		const each = cells.map((cell) => trapSum(after(position, cell), player, table));
		sum = mine ? free * Math.max(...each) : each.reduce((total, one) => total + one, 0);
	}
	known.set(key, sum);
	return sum;
}
