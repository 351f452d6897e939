// MENACE, the machine of matchboxes and beads that Donald Michie built in 1961. The library's learn/menace.py says what
// a box is. With the same random numbers, the boxes here and in the library fill with the same beads.

import { DRAWN, NO_MOVE } from "./graph.js";
import { MOST, REWARDS } from "./learning.js";
import { X, other } from "./position.js";
import { RandomNumbers } from "./random_numbers.js";

/** @import { Graph } from "./graph.js" */
/** @import { Position } from "./position.js" */
/** @typedef {"x" | "o" | "both"} Sides */
/** @typedef {{ beads: number[], rewards: readonly number[], sides: Sides }} Settings */
/** @typedef {{ state: number, bead: number, cell: number, position: Position, before: number, after: number }} Change of the number of beads for a move */

/** The initial number of beads of each colour in a box, by the number of the player's move. */
const BEADS = [4, 3, 2, 1];

export class Menace {
	/**
	 * @param {Graph} graph whose symmetries are shared
	 * @param {Partial<Settings> & { games?: number, stream?: RandomNumbers }} given
	 */
	constructor(graph, { beads = BEADS, rewards = REWARDS, sides = "both", games = 0, stream = new RandomNumbers() } = {}) {
		this.graph = graph;
		/** @type {Settings} */
		this.settings = { beads, rewards, sides };
		this.games = games;
		this.stream = stream;
		const { cells, after, alike, plies } = graph;
		this.hasBox = plies.map((ply, state) => this.plays(graph.turn(state)) && ply < cells - 1);
		this.beads = Int32Array.from(after, (next, at) => {
			const [state, cell] = [Math.floor(at / cells), at % cells];
			if (next === NO_MOVE || alike[at] !== cell) return 0;
			// In a state without a box, every legal cell is equally likely.
			return this.hasBox[state] ? beads[Math.min(plies[state] >> 1, beads.length - 1)] : graph.alikeCount(state, cell);
		});
	}

	get kind() {
		return "menace";
	}

	/** @param {number} mark */
	plays(mark) {
		return this.settings.sides === "both" || this.settings.sides === (mark === X ? "x" : "o");
	}

	/**
	 * The states with a box for this move of a player.
	 * @param {number} mark
	 * @param {number} move from 0
	 */
	boxes(mark, move) {
		const { graph } = this;
		return this.hasBox.flatMap((has, state) => (has && graph.turn(state) === mark && graph.plies[state] >> 1 === move ? [state] : []));
	}

	/**
	 * The cell of a move against a person: the cell of a drawn bead, or an equivalent cell; without beads, any free cell.
	 * @param {Position} position
	 * @param {() => number} random
	 */
	choose(position, random) {
		const { graph, beads } = this;
		const { state, image } = graph.find(position);
		const free = graph.rules.legalMoves(position);
		const row = beads.subarray(state * graph.cells, (state + 1) * graph.cells);
		const number = total(row);
		const bead = number ? drawn(row, Math.floor(random() * number)) : null;
		const like = free.filter((cell) => bead === null || graph.alike[state * graph.cells + image[cell]] === bead);
		return like[Math.floor(random() * like.length)];
	}

	/**
	 * Learn from a finished game, in which MENACE played `mark`. Returns the changes of the opened boxes, in order.
	 * @param {{ positions: Position[], moves: number[] }} game
	 * @param {number} mark
	 * @param {number} result for MENACE: 1 won, 0 drawn, -1 lost
	 */
	learn(game, mark, result) {
		/** @type {Change[]} */
		const changes = [];
		for (const { state, bead, cell, position } of this.opened(game, mark)) {
			const at = state * this.graph.cells + bead;
			const before = this.beads[at];
			this.put(at, this.settings.rewards[1 - result]);
			changes.push({ state, bead, cell, position, before, after: this.beads[at] });
		}
		this.games += 1;
		return changes;
	}

	/**
	 * The boxes that were opened in a game, with the bead drawn from each.
	 * @param {{ positions: Position[], moves: number[] }} game
	 * @param {number} mark
	 */
	opened({ positions, moves }, mark) {
		const { graph } = this;
		return moves.flatMap((cell, ply) => {
			const position = positions[ply];
			if (graph.rules.toMove(position) !== mark) return [];
			const { state, image } = graph.find(position);
			return this.hasBox[state] ? [{ state, bead: graph.alike[state * graph.cells + image[cell]], cell, position }] : [];
		});
	}

	/**
	 * Undo what was learnt from a game.
	 * @param {Change[]} changes
	 */
	unlearn(changes) {
		for (const { state, bead, before } of changes) this.beads[state * this.graph.cells + bead] = before;
		this.games -= 1;
	}

	/**
	 * @param {number} at
	 * @param {number} more
	 */
	put(at, more) {
		this.beads[at] = Math.min(Math.max(this.beads[at] + more, 0), MOST);
	}

	/**
	 * Play games against a player given by its weights of moves, or against itself, and learn from each. Returns the
	 * results of MENACE (against itself, of X): 1 won, 0 drawn, -1 lost.
	 * @param {number} games
	 * @param {Int32Array | null} against
	 * @param {number} mark its own
	 */
	train(games, against, mark) {
		const results = Array.from({ length: games }, () => (mark === X ? 1 : -1) * this.play(against, mark));
		this.games += games;
		return results.map((result) => result + 0); // no -0
	}

	/**
	 * Play one game, and learn from it. Returns the winner: 1 for X, -1 for O, 0 for nobody.
	 * @param {Int32Array | null} against
	 * @param {number} mark
	 */
	play(against, mark) {
		const { graph: { after, cells }, beads, hasBox, settings: { rewards } } = this;
		/** @type {{ at: number, side: number }[]} */
		const opened = [];
		let [state, side] = [0, X];
		/** @type {number | null} */
		let result = null;
		while (result === null) {
			const learns = !against || side === mark;
			const row = (learns ? beads : against).subarray(state * cells, (state + 1) * cells);
			const number = total(row);
			const sign = side === X ? 1 : -1;
			if (!number) { // an empty box: its player resigns
				result = -sign;
				continue;
			}
			const at = state * cells + drawn(row, this.stream.below(number));
			if (learns && hasBox[state]) opened.push({ at, side });
			if (after[at] < 0) result = sign * (after[at] - DRAWN);
			else [state, side] = [after[at], other(side)];
		}
		for (const one of opened) this.put(one.at, rewards[one.side === X ? 1 - result : 1 + result]);
		return result;
	}

	/** The arrays that a file holds, by name. */
	get tables() {
		return { beads: this.beads };
	}
}

/** @param {Int32Array} weights */
function total(weights) {
	return weights.reduce((sum, weight) => sum + weight, 0);
}

/**
 * The cell of the bead with this number, if beads are counted from the first cell on.
 * @param {Int32Array} weights
 * @param {number} number
 */
function drawn(weights, number) {
	let [cell, left] = [0, number - weights[0]];
	while (left >= 0) left -= weights[++cell];
	return cell;
}

/**
 * The weight of each move in each state for an opponent that plays any move ("random") or any best move ("perfect").
 * @param {Graph} graph
 * @param {"random" | "perfect"} player
 */
export function weightsOf(graph, player) {
	const { after, best, cells, positions, rules } = graph;
	const moves = player === "perfect" ? best : positions.map(rules.legal);
	return Int32Array.from(after, (_, at) => {
		const mask = moves[Math.floor(at / cells)];
		return rules.has(mask, at % cells) ? Math.round(MOST / rules.count(mask)) : 0;
	});
}

