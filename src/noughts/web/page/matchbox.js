// A matchbox on the screen: its board, with the beads of each move, or with the values that an agent gives the moves.

import { makeMarks } from "./board.js";
import { make, makeSvg } from "./dom.js";
import { MARKS } from "./position.js";

/** @import { Menace } from "./menace.js" */
/** @import { Position } from "./position.js" */
/** @import { Tabular } from "./tabular.js" */
/** @typedef {{ mark: number, beads?: number, like?: string, worth?: number, isChosen?: boolean, change?: number }} Nest the contents of a cell; `change` is the number of beads added, negative for beads removed */

const SINGLE = 12; // beads; up to this many are drawn one by one, and more as one bead of the size of their share
const ACROSS = 4; // beads
const WIDTH = 44, HEIGHT = 30, APART = 11; // in a picture of beads, in its own units
const MANY = 10_000; // larger numbers are written short
/** @type {Record<string, string>} the ordinal of a player's move with a box, by its number from 0 */
export const NTH = { 0: "1st", 1: "2nd", 2: "3rd", 3: "4th" };

/** @param {number} number */
export function counted(number) {
	return `${number.toLocaleString("en")} ${number === 1 ? "bead" : "beads"}`;
}

/**
 * The number of beads in a box.
 * @param {Nest[]} nests
 */
export function beadsIn(nests) {
	return nests.reduce((sum, { beads }) => sum + (beads ?? 0), 0);
}

/**
 * The beads in the box of a position, by cell. Equivalent moves share one cell: the cell of the move that was `played`,
 * or the first.
 * @param {Pick<Menace, "graph" | "beads">} menace
 * @param {Position} position
 * @param {number} [played]
 * @returns {Nest[]}
 */
export function beadsOf({ graph, beads }, position, played) {
	const { cells, rules } = graph;
	const { state, image } = graph.find(position);
	/** @type {Map<number, number>} the cell that shows each bead */
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
 * The values that an agent gives the moves of a position.
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
 * A picture of beads one by one, with the added beads and the places of removed beads; or of one bead, in proportion to
 * all beads of the box. The last bead is the one that was drawn.
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
 * A small picture of a board with its stones.
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

