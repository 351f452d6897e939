// The board on the screen: a WAI-ARIA grid with one tab stop. The layers of a box stand side by side.

import { closest, make, makeSvg, rove } from "./dom.js";

/** @import { Attributes } from "./dom.js" */
/** @import { Position, Rules } from "./position.js" */
/** @import { ShownHint } from "./hint_words.js" */

const MARK_NAMES = ["free", "X", "O"];
/** @type {Record<string, [layer: number, row: number, col: number]>} */
const ARROWS = {
	ArrowLeft: [0, 0, -1], ArrowRight: [0, 0, 1], ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0],
	PageUp: [-1, 0, 0], PageDown: [1, 0, 0],
};
const CROWDED = 5; // cells across; on a wider board, a hint has no room for words
const FINE = 10; // cells across; on a wider board, a hint has no room for a sign
const FINGER = 32; // pixels; a finger's first tap on a smaller cell only aims
const STARS = 13; // cells a side; a board of this size or more has star points, as in gomoku

export class Board {
	/**
	 * `play(cell)` is called for a click, Enter or the space bar, and `aimed(cell)` for a finger's first tap on a cell
	 * that is smaller than a finger. The second tap plays in the cell.
	 * @param {HTMLElement} grid
	 * @param {(cell: number) => void} play
	 * @param {(cell: number) => void} aimed
	 */
	constructor(grid, play, aimed) {
		this.grid = grid;
		this.frame = /** @type {HTMLElement} */ (grid.parentElement);
		/** @type {HTMLElement[]} */
		this.cells = [];
		/** @type {SVGPathElement[]} a stroke for each layer */
		this.strikes = [];
		/** @type {Rules | null} */
		this.rules = null;
		this.roving = new AbortController();
		/** @type {number | null} the small cell at which a finger has aimed */
		this.aimed = null;
		for (const type of ["pointerover", "focusin", "pointerleave"]) grid.addEventListener(type, (event) => this.pointAt(event));
		grid.addEventListener("click", (event) => {
			const cell = this.cells.findIndex((one) => one === closest(event, "[role=gridcell]"));
			if (cell < 0) return;
			const isSure = cell === this.aimed || !this.cells[cell].classList.contains("free") || !this.isSmallFor(event);
			this.aim(isSure ? null : cell);
			if (isSure) play(cell);
			else aimed(cell);
		});
		grid.addEventListener("keydown", (event) => {
			const cell = this.cells.findIndex((one) => one === event.target);
			if (cell < 0 || (event.key !== "Enter" && event.key !== " ") || event.repeat) return;
			event.preventDefault();
			play(cell);
		});
	}

	/**
	 * In a box, show the lines through the cell at which somebody points, since they are hard to see in the layers.
	 * @param {Event} event
	 */
	pointAt(event) {
		if (!this.rules || this.rules.layers === 1 || this.rules.board.several) return;
		const { LINES, has } = this.rules;
		const at = this.cells.findIndex((one) => one === closest(event, "[role=gridcell]"));
		/** @type {import("./position.js").Bits[]} */
		const lines = at < 0 ? [] : LINES.filter((/** @type {import("./position.js").Bits} */ line) => has(line, at));
		this.cells.forEach((element, cell) => element.classList.toggle("through", cell !== at && lines.some((line) => has(line, cell))));
	}

	/** @param {MouseEvent} event */
	isSmallFor(event) {
		return "pointerType" in event && event.pointerType === "touch" && this.cells[0].offsetWidth < FINGER;
	}

	/** @param {number | null} cell */
	aim(cell) {
		if (this.aimed !== null) this.cells[this.aimed]?.classList.remove("aimed");
		this.aimed = cell;
		if (cell !== null) this.cells[cell].classList.add("aimed");
	}

	/**
	 * Show the board of these rules, with no stone on it.
	 * @param {Rules} rules
	 */
	build(rules) {
		const { rows, cols, layers, cells } = rules;
		const across = rules.board.nested ? cols : layers === 3 ? 3 : Math.ceil(Math.sqrt(layers));
		const style = { "--rows": rows, "--cols": cols, "--across": across, "--down": Math.ceil(layers / across) };
		for (const [name, value] of Object.entries(style)) this.frame.style.setProperty(name, `${value}`);
		this.grid.classList.toggle("crowded", cols * across > CROWDED);
		this.grid.classList.toggle("fine", cols * across > FINE);
		this.rules = rules;
		this.aimed = null;
		this.cells = Array.from({ length: cells }, (_, cell) => makeCell(cell, rules.cellName(cell)));
		this.strikes = [];
		this.grid.replaceChildren(...Array.from({ length: layers }, (_, layer) => this.makeLayer(rules, layer)));
		this.roving.abort();
		this.roving = new AbortController();
		rove(this.grid, this.cells, (cell, key) => rules.leadsTo?.(cell, key) ?? neighbour(rules, cell, key), this.roving.signal);
	}

	/**
	 * @param {Rules} rules
	 * @param {number} layer
	 */
	makeLayer({ rows, cols, layers, board: { round, several } }, layer) {
		const first = layer * rows * cols;
		const strike = makeSvg("path", { class: "strike", pathLength: 1 });
		this.strikes.push(strike);
		/** @type {(length: number, name: (i: number) => string) => HTMLElement[]} */
		const names = (length, name) => Array.from({ length }, (_, i) => make("span", {}, name(i)));
		const lines = makeSvg(
			"svg", { viewBox: `0 0 ${100 * cols} ${100 * rows}`, "aria-hidden": "true" },
			strike,
			...stars(rows, cols),
			...(layers > 1 ? [makeSvg("text", { class: "layer-number", x: 50 * cols, y: 50 * rows }, `${layer + 1}`)] : []),
			makeSvg("path", { class: "rules", d: between(rows, cols) }),
			...(round ? [makeSvg("path", { class: "edges", d: edges(rows, cols, round) })] : []),
		);
		const elements = Array.from({ length: rows }, (_, row) =>
			make("div", { role: "row" }, ...this.cells.slice(first + row * cols, first + (row + 1) * cols)));
		/** @type {Attributes} */
		const grouped = layers > 1 ? { role: "rowgroup", "aria-label": `${several ? "Board" : "Layer"} ${layer + 1}` } : { role: "presentation" };
		return make(
			"div", { class: "layer", ...grouped },
			make("div", { class: "columns", "aria-hidden": "true" }, ...names(cols, (i) => String.fromCharCode(97 + i))),
			make("div", { class: "row-numbers", "aria-hidden": "true" }, ...names(rows, (i) => `${i + 1}`)),
			make("div", { class: "cells", role: "presentation" }, ...elements, lines),
		);
	}

	focus() {
		this.cells.find((cell) => cell.tabIndex === 0)?.focus();
	}

	/** @param {{ rules: Rules, position: Position, end: ReturnType<Rules["outcome"]>, hints?: Map<number, ShownHint>, last: number | null, canPlay: boolean, wanted: number | null, hand?: number }} shown `hints` by move; `hand` is the hand whose hints are shown */
	draw({ rules, position, end, hints, last, canPlay, wanted, hand = 0 }) {
		this.cells.forEach((element, cell) => {
			const mark = rules.markAt(position, cell);
			const hint = hints?.get(cell + hand * (rules.hands > 1 ? rules.cells : 0));
			element.dataset.mark = `${mark}`;
			element.classList.toggle("free", canPlay && mark === 0);
			element.classList.toggle("last", cell === last);
			element.classList.toggle("wanted", cell === wanted);
			element.classList.toggle("won", Boolean(end && rules.has(end.lines, cell)));
			element.classList.toggle("best", Boolean(hint?.isBest));
			const place = /** @type {HTMLElement} */ (element.querySelector(".hint"));
			place.className = `hint ${hint?.kind ?? ""}`.trim();
			place.replaceChildren(...hint?.parts ?? []);
			element.setAttribute("aria-label", label(rules, cell, mark, hint?.said));
		});
		this.strike(rules, position, end?.line ?? 0);
	}

	/**
	 * Draw a band behind the marks of a line, if the line is straight on the screen.
	 * @param {Rules} rules
	 * @param {Position} position
	 * @param {import("./position.js").Bits} line
	 */
	strike({ rows, cols, cellsOf, markAt }, position, line) {
		const cells = line ? cellsOf(line) : [];
		const layer = Math.floor(cells[0] / (rows * cols));
		const places = cells.map((cell) => [cell % cols, Math.floor(cell / cols) % rows, Math.floor(cell / (rows * cols))]);
		const straight = places.length > 1 && places.every((place, i) => i === 0 || place.every((at, axis) =>
			at - places[i - 1][axis] === (axis < 2 ? places[1][axis] - places[0][axis] : 0)));
		this.strikes.forEach((path, at) => path.classList.toggle("drawn", straight && at === layer));
		if (line) this.grid.dataset.line = `${markAt(position, cells[0])}`;
		if (!straight) return;
		const [from, to] = [places[0], places[places.length - 1]];
		/** @type {(place: number[]) => string} */
		const at = ([col, row]) => `${50 + 100 * col} ${50 + 100 * row}`;
		this.strikes[layer].setAttribute("d", `M${at(from)}L${at(to)}`);
	}
}

/**
 * The cell to which a key leads. If edges meet, the key leads across them.
 * @param {Rules} rules
 * @param {number} cell
 * @param {string} key
 */
function neighbour({ rows, cols, layers, board: { round } }, cell, key) {
	if (key === "Home") return cell - (cell % cols);
	if (key === "End") return cell - (cell % cols) + cols - 1;
	if (!(key in ARROWS)) return undefined;
	const place = [Math.floor(cell / (rows * cols)), Math.floor(cell / cols) % rows, cell % cols];
	const [layer, row, col] = place.map((at, axis) => {
		const size = [layers, rows, cols][axis], to = at + ARROWS[key][axis];
		return axis > 2 - round ? (to + size) % size : Math.min(size - 1, Math.max(0, to));
	});
	return (layer * rows + row) * cols + col;
}

/**
 * The lines between the cells.
 * @param {number} rows
 * @param {number} cols
 */
function between(rows, cols) {
	const across = Array.from({ length: rows - 1 }, (_, i) => `M8 ${100 * (i + 1)}H${100 * cols - 8}`);
	const down = Array.from({ length: cols - 1 }, (_, i) => `M${100 * (i + 1)} 8V${100 * rows - 8}`);
	return [...across, ...down].join("");
}

/** The edges that meet. @type {(rows: number, cols: number, round: number) => string} */
function edges(rows, cols, round) {
	const right = 100 * cols - 2, bottom = 100 * rows - 2;
	return `M2 2V${bottom}M${right} 2V${bottom}${round > 1 ? `M2 2H${right}M2 ${bottom}H${right}` : ""}`;
}

/**
 * The nine star points, by which one finds one's way on a large board.
 * @param {number} rows
 * @param {number} cols
 */
function stars(rows, cols) {
	if (Math.min(rows, cols) < STARS || rows % 2 === 0 || cols % 2 === 0) return [];
	/** @type {(size: number) => number[]} */
	const at = (size) => [3, (size - 1) / 2, size - 4].map((cell) => 50 + 100 * cell);
	return at(rows).flatMap((cy) => at(cols).map((cx) => makeSvg("circle", { class: "star", cx, cy, r: 10 })));
}

/**
 * @param {number} cell
 * @param {string} name
 */
function makeCell(cell, name) {
	// The style sheet writes the text, so the cell's accessible name is independent of the text in it.
	/** @type {(name: string, text: string) => HTMLElement} */
	const span = (part, text) => make("span", { class: part, "aria-hidden": "true", "data-text": text });
	return make(
		"div", { role: "gridcell", class: "cell", "data-cell": cell },
		span("number", `${cell + 1}`), span("bit-number", `${cell}`), span("name", name),
		makeMarks(),
		span("hint", ""),
	);
}

/** The strokes of both marks. A cell shows the strokes of its own mark. */
export function makeMarks() {
	return makeSvg(
		"svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
		makeSvg("path", { class: "stroke x", d: "M26 26L74 74", pathLength: 1 }),
		makeSvg("path", { class: "stroke x second", d: "M74 26L26 74", pathLength: 1 }),
		makeSvg("circle", { class: "stroke o", cx: 50, cy: 50, r: 27, pathLength: 1 }),
	);
}

/**
 * b2, 5: free, draw in 7, best
 * @param {Rules} rules
 * @param {number} cell
 * @param {number} mark
 * @param {string} [hinted]
 */
function label(rules, cell, mark, hinted = "") {
	const number = rules.cells === 9 ? `, ${cell + 1}` : "";
	return `${rules.cellName(cell)}${number}: ${MARK_NAMES[mark]}${hinted}`;
}
