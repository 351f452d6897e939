// MENACE, the machine of matchboxes and beads that Donald Michie built in 1961, as the library's learn/menace.py
// has it: that module says what a box is. Equal random numbers fill equal boxes here and there.

import { DRAWN, NO_MOVE } from "./graph.js";
import { MOST, REWARDS } from "./learning.js";
import { X, other } from "./position.js";
import { RandomNumbers } from "./random_numbers.js";

/** @import { Graph } from "./graph.js" */
/** @import { Position } from "./position.js" */
/** @typedef {"x" | "o" | "both"} Sides */
/** @typedef {{ beads: number[], rewards: readonly number[], sides: Sides }} Settings */
/** @typedef {{ state: number, bead: number, cell: number, position: Position, before: number, after: number }} Change of a bead's number */

/** How many beads of each colour the boxes begin with, by the player's moves. */
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
			// Where there is no box, every legal cell is equally likely.
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
	 * The states that have a box, those of a move of a player.
	 * @param {number} mark
	 * @param {number} move from 0
	 */
	boxes(mark, move) {
		const { graph } = this;
		return this.hasBox.flatMap((has, state) => (has && graph.turn(state) === mark && graph.plies[state] >> 1 === move ? [state] : []));
	}

	/**
	 * The cell of a move against a person: a bead's, or one like it; any where there is no bead.
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
	 * Learn from a game that has ended, in which it had a side. Returns the boxes that were open, from the first on.
	 * @param {{ positions: Position[], moves: number[] }} game
	 * @param {number} mark
	 * @param {number} result to it: 1 won, 0 drawn, -1 lost
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
	 * The boxes that were open in a game, with the bead of each that was drawn.
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
	 * Take back what was learnt.
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
	 * Play games against others by their weights of moves, or against itself, and learn from each. Returns its
	 * results: 1 won, 0 drawn, -1 lost; X's against itself.
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
	 * One game, and what is learnt from it. Returns who won: 1 X, -1 O, 0 nobody.
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

	/** What a file holds of it, by name. */
	get tables() {
		return { beads: this.beads };
	}
}

/** @param {Int32Array} weights */
function total(weights) {
	return weights.reduce((sum, weight) => sum + weight, 0);
}

/**
 * The cell of the bead with a number, where they are counted from the first cell on.
 * @param {Int32Array} weights
 * @param {number} number
 */
function drawn(weights, number) {
	let [cell, left] = [0, number - weights[0]];
	while (left >= 0) left -= weights[++cell];
	return cell;
}

/**
 * How likely each move of each state is, as the library weighs those of others: any move, or any best one.
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

