// The players that a person can play, and how each chooses a move.
//
// The levels are those of the library. They play as well as they can, except for some moves at a glance: any of the
// eight cells on which the lines of both sides weigh most.

import { GLANCED, LEVELS, MILLISECONDS } from "./levels.js";
import { Lines } from "./line_weights.js";
import { X, O } from "./position.js";
import { CELLS, encodePair } from "./rules.js";
import { merit } from "./table.js";
import { TICTACTOE, after, count, legalMoves, outcome, toMove } from "./tictactoe.js";

/** @import { Position, Rules } from "./position.js" */
/** @import { Move, Table } from "./table.js" */
/** @typedef {{ board: string, position: Position, milliseconds?: number, draw?: number, proves?: boolean }} Question a question to the worker; `proves` says whether the server may help */
/** @typedef {{ name: string, detail: string, slips?: number, milliseconds?: number }} Player */

/** @type {Record<string, Player>} */
export const PLAYERS = {
	easy: level("Easy", LEVELS.easy),
	medium: level("Medium", LEVELS.medium),
	hard: level("Hard", LEVELS.hard),
	perfect: { name: "Perfect", detail: "never loses", slips: 0, milliseconds: MILLISECONDS },
	random: { name: "Random", detail: "any free cell", slips: 1 },
	menace: { name: "MENACE", detail: "learns from you" },
	agent: { name: "Agent", detail: "from a file" },
	person: { name: "A person", detail: "at this screen" },
};
export const MACHINES = Object.keys(PLAYERS).filter((player) => player !== "person");
const STRONG = { name: "Strong", detail: "thinks for a second" }; // on boards where not every position is settled

/**
 * @param {string} name
 * @param {{ oneSlipIn: number, milliseconds: number }} given
 */
function level(name, { oneSlipIn, milliseconds }) {
	return { name, detail: `one mistake in ${oneSlipIn} moves`, slips: 1 / oneSlipIn, milliseconds };
}

/**
 * The name of an opponent on a board, and a remark on it.
 * @param {string} player
 * @param {Rules} rules
 */
export function about(player, rules) {
	return player === "perfect" && !rules.board.settles ? STRONG : PLAYERS[player];
}

/**
 * Whether a player can play on a board. The agent of a file can play on the board that it has learnt.
 * @param {string} player
 * @param {Rules} rules
 * @param {string} agentBoard
 */
export function canPlay(player, { board }, agentBoard) {
	return player === "agent" ? board.key === agentBoard : player !== "menace" || board.learns;
}

/**
 * The cell of a player's move, or a promise of it, from `ask`, which asks the worker, or from `learnt`, which asks an
 * agent.
 * @param {string} player
 * @param {Rules} rules
 * @param {Position} position
 * @param {{ table: Table, random: () => number, ask: (question: Question) => Promise<{ cell: number }>, learnt: () => Promise<number> }} by
 * @returns {number | Promise<number>}
 */
export function choose(player, rules, position, { table, random, ask, learnt }) {
	const { slips, milliseconds } = PLAYERS[player];
	if (player === "menace" || player === "agent") return learnt();
	if (player === "random") return pick(rules.legalMoves(position), random);
	if (slips && random() < slips) return pick(atAGlance(rules, position), random);
	if (rules === TICTACTOE) return perfect(position, table);
	const proves = player === "perfect" && !rules.board.settles && !rules.facts;
	return ask({ board: rules.board.key, position, milliseconds, draw: random(), proves }).then(({ cell }) => cell);
}

/**
 * @param {number[]} cells
 * @param {() => number} random
 */
function pick(cells, random) {
	return cells[Math.floor(random() * cells.length)];
}

/** @type {Map<Rules, Lines>} */
const known = new Map();

/**
 * @param {Rules} rules
 * @param {Position} position
 */
export function atAGlance(rules, position) {
	const { facts } = rules;
	if (facts && !(facts.owned && facts.fair)) return rules.legalMoves(position);
	const lines = known.get(rules) ?? new Lines(rules);
	known.set(rules, lines);
	lines.set(rules, position);
	return lines.best(rules.cells, rules.board.lineWorth).filter((cell) => !facts || rules.mayPlay(position, cell)).slice(0, GLANCED);
}

/**
 * The best move against which a random opponent does worst, as for the library's `perfect:trap`.
 * @param {Position} position
 * @param {Table} table
 */
export function perfect(position, table) {
	const player = toMove(position);
	/** @type {{ sum: number, move: Move } | null} */
	let best = null;
	for (const move of table.bestMoves(position)) {
		const sum = trapSum(after(position, move.cell), player, table);
		if (!best || sum > best.sum || (sum === best.sum && merit(move) > merit(best.move))) {
			best = { sum, move };
		}
	}
	return /** @type {{ move: Move }} */ (best).move.cell;
}

/** @type {Record<number, Map<number, number>>} the known sums of each side */
const sums = { [X]: new Map(), [O]: new Map() };
const FACTORIALS = [1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880];

/**
 * The expected result for `player`, who follows this rule against random moves, times the factorial of the number f of
 * free cells, which makes it an integer. The opponent's turn is a sum, and the player's turn f times the best.
 * @param {Position} position
 * @param {number} player
 * @param {Table} table
 * @returns {number}
 */
function trapSum(position, player, table) {
	const found = sums[player];
	const key = encodePair(position.x, position.o);
	const before = found.get(key);
	if (before !== undefined) return before;
	const free = CELLS - count(position.x | position.o);
	const end = outcome(position);
	let sum;
	if (end) {
		sum = !end.winner ? 0 : end.winner === player ? FACTORIALS[free] : -FACTORIALS[free];
	} else {
		const mine = toMove(position) === player;
		const cells = mine ? table.bestMoves(position).map((move) => move.cell) : legalMoves(position);
		const each = cells.map((cell) => trapSum(after(position, cell), player, table));
		sum = mine ? free * Math.max(...each) : each.reduce((total, one) => total + one, 0);
	}
	found.set(key, sum);
	return sum;
}
