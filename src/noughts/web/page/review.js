// The review of a game: the value of each position, and the moves that lost value.

import { byId, make, makeSvg } from "./dom.js";
import { X } from "./position.js";
import { WORTH, percent } from "./hint_words.js";

/** @import { Game } from "./game.js" */
/** @import { Position, Rules } from "./position.js" */
/** @import { Judged } from "./move_worths.js" */
/** @typedef {(rules: Rules, position: Position) => Promise<Judged[]>} Judge */
/**
 * @typedef {{ ply: number, cell: number, mark: number, value: number, best: number, proved: boolean, better: number[] }} Reviewed
 *   a move of a game; `value` and `best` are values for X
 */

const LOST = 0.25; // a judged move that loses this much value counts as a mistake
const HEIGHT = 100, STEP = 24, EDGE = 8; // of the graph, of a move, and of the margin, in the graph's units (100 are 112 pixels)
const FEW = 4; // the most better moves to list

/**
 * The moves of a game as { ply, cell, mark, value, best, proved, better }, each as soon as it is judged.
 * `judge(rules, position)` is a promise of the values of the moves in a position; `value` and `best` are values for X.
 * @param {{ rules: Rules, moves: number[], positions: Position[] }} game
 * @param {Judge} judge
 * @returns {AsyncGenerator<Reviewed>}
 */
export async function* reviewed(game, judge) {
	const { rules, moves, positions } = game;
	for (const [ply, cell] of moves.entries()) {
		const judged = await judge(rules, positions[ply]);
		const mark = rules.toMove(positions[ply]);
		const sign = mark === X ? 1 : -1;
		const played = /** @type {Judged} */ (judged.find((move) => move.cell === cell));
		const best = Math.max(...judged.map((move) => move.value));
		const proved = played.proved && judged.every((move) => move.proved || move.value < best);
		const loses = proved ? best > played.value : best - played.value >= LOST;
		const better = loses ? judged.filter((move) => move.value === best).map((move) => move.cell) : [];
		yield { ply, cell, mark, value: 0 + sign * played.value, best: 0 + sign * best, proved, better };
	}
}

export class Review {
	/**
	 * `judge` is as above, and `stop` ends its work; `goTo(ply)` leads to a position of the game.
	 * @param {{ judge: Judge, stop: () => void, goTo: (ply: number) => void }} by
	 */
	constructor({ judge, stop, goTo }) {
		this.judge = judge;
		this.stop = stop;
		this.goTo = goTo;
		/** @type {{ game: Game, moves: number[] } | null} */
		this.shown = null;
	}

	close() {
		this.shown = null;
		this.stop();
		byId("review").hidden = true;
	}

	/**
	 * Whether a game has the shown moves, as played or undone moves.
	 * @param {Game} game
	 */
	isOf(game) {
		return this.shown !== null && this.shown.game === game && this.shown.moves.every((cell, ply) => cell === game.known[ply]);
	}

	/**
	 * Show the review of a game. The graph grows as moves are judged.
	 * @param {Game} game
	 */
	async show(game) {
		const shown = (this.shown = { game, moves: game.moves });
		const { rules } = game;
		/** @type {Reviewed[]} */
		const found = [];
		byId("review").hidden = false;
		this.draw(rules, found, shown.moves.length, true);
		for await (const move of reviewed({ rules, moves: shown.moves, positions: [...game.positions] }, this.judge)) {
			if (this.shown !== shown) return;
			found.push(move);
			this.draw(rules, found, shown.moves.length, found.length < shown.moves.length);
		}
	}

	/**
	 * @param {Rules} rules
	 * @param {Reviewed[]} found
	 * @param {number} plies
	 * @param {boolean} goesOn
	 */
	draw(rules, found, plies, goesOn) {
		const mistakes = found.filter(({ better }) => better.length);
		const { clientWidth } = byId("graph");
		byId("graph").replaceChildren(graph(found, plies, (clientWidth * HEIGHT) / 112 - 2 * EDGE));
		byId("mistakes").replaceChildren(...mistakes.map((move) => this.mistake(rules, move)));
		const hollow = found.every(({ proved }) => proved) ? "" : " A hollow point is judged, not proved.";
		byId("reviewed").textContent = goesOn ? `Looking at move ${found.length + 1} of ${plies}…`
			: mistakes.length ? `These moves lost value. Choose one to go back and try another.${hollow}`
				: `No move lost value.${hollow}`;
	}

	/**
	 * @param {Rules} rules
	 * @param {Reviewed} move
	 */
	mistake(rules, { ply, cell, mark, value, best, proved, better }) {
		const sign = mark === X ? 1 : -1;
		/** @param {number} number */
		const worth = (number) => (proved ? WORTH[number].name.toLowerCase() : percent(number));
		const cells = better.slice(0, FEW).map(rules.moveName).join(" ");
		const button = make("button", { type: "button" }, `${ply + 1}. ${rules.sideName(mark)} ${rules.moveName(cell)}`);
		button.addEventListener("click", () => this.goTo(ply));
		return make("li", {}, button, ` ${worth(sign * best)} became ${worth(sign * value)}; better: ${cells}`);
	}
}

/**
 * The graph of the value for X before each move and after the last. Up is good for X.
 * @param {Reviewed[]} found
 * @param {number} plies
 * @param {number} room the greatest width for a short game
 */
function graph(found, plies, room) {
	const step = Math.max(STEP, room / Math.max(1, plies));
	const width = step * Math.max(1, plies);
	/** @type {(ply: number, value: number) => [number, number]} */
	const at = (ply, value) => [ply * step, HEIGHT / 2 - value * (HEIGHT / 2 - 8)];
	const points = found.map(({ ply, best, proved }) => ({ place: at(ply, best), proved }));
	const last = found.at(-1);
	if (last) points.push({ place: at(last.ply + 1, last.value), proved: last.proved });
	const text = points.map(({ place }) => place.join(" ")).join("L");
	return makeSvg(
		"svg", { viewBox: `${-EDGE} 0 ${width + 2 * EDGE} ${HEIGHT}`, role: "img", "aria-label": "What the game was worth to X, move by move" },
		makeSvg("path", { class: "even", d: `M0 ${HEIGHT / 2}H${width}` }),
		makeSvg("path", { class: "course", d: text && `M${text}` }),
		...points.map(({ place: [cx, cy], proved }) => makeSvg("circle", { cx, cy, r: 4, class: proved ? "proved" : "" })),
	);
}
