// Agents with a table of values, which the library's learn/tabular.py learns. On the page they only play.

import { DRAWN, NO_MOVE } from "./graph.js";

/** @import { Graph } from "./graph.js" */
/** @import { Position } from "./position.js" */
/** @typedef {{ method: string, rate: number, shared: boolean }} Settings */

export class Tabular {
	/**
	 * @param {Graph} graph
	 * @param {{ settings: Settings, games: number, values: Float32Array }} given
	 */
	constructor(graph, { settings, games, values }) {
		this.graph = graph;
		this.settings = settings;
		this.games = games;
		this.values = values;
	}

	get kind() {
		return this.settings.method;
	}

	/**
	 * The agent's values of the moves of a state, for the player who makes them; undefined for illegal moves.
	 * @param {number} state
	 */
	worths(state) {
		const { graph: { after, cells }, values } = this;
		const first = state * cells;
		return Array.from(after.subarray(first, first + cells), (next, cell) => {
			if (next === NO_MOVE) return undefined;
			if (this.kind !== "td") return values[first + cell];
			return next < 0 ? next - DRAWN : -values[next]; // the value is the opponent's
		});
	}

	/**
	 * The cells of the agent's move: the cells equivalent to the lowest best cell.
	 * @param {Position} position
	 */
	best(position) {
		const { graph } = this;
		const { state, image } = graph.find(position);
		const alike = graph.alike.subarray(state * graph.cells, (state + 1) * graph.cells);
		let [best, chosen] = [-Infinity, 0];
		this.worths(state).forEach((worth, cell) => {
			if (worth !== undefined && worth > best) [best, chosen] = [worth, cell];
		});
		return graph.rules.legalMoves(position).filter((cell) => alike[image[cell]] === alike[chosen]);
	}

	/**
	 * @param {Position} position
	 * @param {() => number} random
	 */
	choose(position, random) {
		const best = this.best(position);
		return best[Math.floor(random() * best.length)];
	}
}
