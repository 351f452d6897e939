// A box on the screen: its board, with the beads of each move, or what an agent takes each move to be worth.

import { makeMarks } from "./board.js";
import { make, makeSvg } from "./dom.js";
import { MARKS } from "./position.js";

/** @import { Menace } from "./menace.js" */
/** @import { Position } from "./position.js" */
/** @import { Tabular } from "./tabular.js" */
/** @typedef {{ mark: number, beads?: number, like?: string, worth?: number, isChosen?: boolean, change?: number }} Nest what a cell shows; `change` says how many beads came or went */

const SINGLE = 12; // beads, up to which each is drawn; of more, one is drawn as large as their share
const ACROSS = 4; // beads
const WIDTH = 44, HEIGHT = 30, APART = 11; // of their picture, in its own units
const MANY = 10_000; // which are written short
/** @type {Record<string, string>} by its number from 0, a move of a player that has boxes */
export const NTH = { 0: "1st", 1: "2nd", 2: "3rd", 3: "4th" };

/** @param {number} number */
export function counted(number) {
	return `${number.toLocaleString("en")} ${number === 1 ? "bead" : "beads"}`;
}

/**
 * How many beads are in a box.
 * @param {Nest[]} nests
 */
export function beadsIn(nests) {
	return nests.reduce((sum, { beads }) => sum + (beads ?? 0), 0);
}

/**
 * The beads of the box of a position, as they lie on its board: those of moves that are alike in one cell, which is
 * that of the move that was `played`, or the first.
 * @param {Pick<Menace, "graph" | "beads">} menace
 * @param {Position} position
 * @param {number} [played]
 * @returns {Nest[]}
 */
export function beadsOf({ graph, beads }, position, played) {
	const { cells, rules } = graph;
	const { state, image } = graph.find(position);
	/** @type {Map<number, number>} by bead, the cell that shows it */
	const shown = new Map();
	const like = image.map((cell) => graph.alike[state * cells + cell]);
	if (played !== undefined) shown.set(like[played], played);
	for (const cell of rules.legalMoves(position)) if (!shown.has(like[cell])) shown.set(like[cell], cell);
	return like.map((bead, cell) => {
		const mark = rules.markAt(position, cell);
		const shows = /** @type {number} */ (shown.get(bead));
		if (mark) return { mark };
		return shows === cell ? { mark, beads: beads[state * cells + bead], isChosen: cell === played } : { mark, like: rules.cellName(shows) };
	});
}

/**
 * What an agent takes the moves of a position to be worth.
 * @param {Tabular} agent
 * @param {Position} position
 * @returns {Nest[]}
 */
export function worthsOf(agent, position) {
	const { state, image } = agent.graph.find(position);
	const worths = agent.worths(state);
	const best = agent.best(position);
	return image.map((onto, cell) => ({ mark: agent.graph.rules.markAt(position, cell), worth: worths[onto], isChosen: best.includes(cell) }));
}

export class Matchbox {
	constructor() {
		this.cells = Array.from({ length: 9 }, () => make("div", { class: "nest" }));
		this.element = make("div", { class: "matchbox", role: "img" }, ...this.cells);
	}

	/**
	 * @param {Nest[]} nests
	 * @param {(cell: number) => string} cellName
	 */
	draw(nests, cellName) {
		const most = Math.max(...nests.map(({ beads }) => beads ?? 0));
		const all = beadsIn(nests);
		nests.forEach((nest, cell) => {
			const { mark, beads, like, worth, isChosen, change } = nest;
			const element = this.cells[cell];
			element.dataset.mark = `${mark}`;
			element.classList.toggle("chosen", Boolean(isChosen));
			if (mark) element.replaceChildren(makeMarks());
			else if (beads !== undefined) {
				const came = change ? [" ", make("small", {}, more(change))] : [];
				element.replaceChildren(picture(nest, most, all), make("b", {}, short(beads), ...came));
			}
			else if (worth !== undefined) element.replaceChildren(make("b", {}, signed(worth)));
			else element.replaceChildren(make("small", {}, `= ${like}`));
		});
		this.element.setAttribute("aria-label", nests.map((nest, cell) => `${cellName(cell)}: ${told(nest)}`).join("; "));
	}
}

/** @param {Nest} nest */
function told({ mark, beads, like, worth, isChosen, change }) {
	if (mark) return MARKS[mark];
	if (worth !== undefined) return signed(worth) + (isChosen ? ", best" : "");
	return beads === undefined ? `as ${like}` : counted(beads) + (isChosen ? ", drawn" : "") + (change ? `, ${more(change)}` : "");
}

/** @param {number} change */
function more(change) {
	return `${change > 0 ? "+" : "−"}${short(Math.abs(change))}`;
}

/** @param {number} worth */
function signed(worth) {
	const text = Math.abs(worth).toFixed(2);
	return Number(text) === 0 ? "0.00" : (worth < 0 ? "−" : "+") + text;
}

/** @param {number} number */
function short(number) {
	return number < MANY ? number.toLocaleString("en") : number.toLocaleString("en", { notation: "compact" });
}

/**
 * Beads one by one, with those that came and the places of those that went; or one in proportion to those of the whole
 * box. The last one is that which was drawn.
 * @param {Nest} nest
 * @param {number} most
 * @param {number} all
 */
function picture({ beads = 0, change = 0, isChosen }, most, all) {
	const places = Math.max(beads, Math.min(beads - change, SINGLE));
	const isDrawn = isChosen && !change;
	/** @param {number} bead */
	const kind = (bead) => (bead >= beads ? "gone" : bead >= beads - change ? "added" : isDrawn && bead === beads - 1 ? "drawn" : "bead");
	const middle = HEIGHT / 2;
	const circles = most > SINGLE
		? [makeSvg("circle", { class: isDrawn ? "drawn" : "bead", cx: WIDTH / 2, cy: middle, r: beads && Math.max(2, middle * Math.sqrt(beads / all)) })]
		: Array.from({ length: places }, (_, bead) => {
			const [row, rows] = [Math.floor(bead / ACROSS), Math.ceil(places / ACROSS)];
			const inRow = Math.min(ACROSS, places - row * ACROSS);
			const cx = WIDTH / 2 + APART * ((bead % ACROSS) - (inRow - 1) / 2);
			return makeSvg("circle", { class: kind(bead), cx, cy: middle + 10 * (row - (rows - 1) / 2), r: 4.2 });
		});
	return makeSvg("svg", { class: "beads", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, ...circles);
}

/**
 * A board so small that it is a picture, with its stones.
 * @param {Nest[]} nests
 */
export function smallBoard(nests) {
	/** @type {(cell: number) => [number, number]} */
	const at = (cell) => [10 * (cell % 3) + 5, 10 * Math.floor(cell / 3) + 5];
	return makeSvg(
		"svg", { class: "small-board", viewBox: "0 0 30 30", "aria-hidden": "true" },
		makeSvg("path", { class: "rules", d: "M10 1V29M20 1V29M1 10H29M1 20H29" }),
		...nests.flatMap(({ mark }, cell) => {
			const [x, y] = at(cell);
			if (MARKS[mark] === "X") return [makeSvg("path", { class: "x", d: `M${x - 2.6} ${y - 2.6}l5.2 5.2m0-5.2l-5.2 5.2` })];
			return mark ? [makeSvg("circle", { class: "o", cx: x, cy: y, r: 2.9 })] : [];
		}),
	);
}

