// Pictures of boards: any board, with a row of stones that wins (in misère, loses), and the cells of a mask on 3x3.

import { makeSvg } from "./dom.js";

/** @import { Attributes } from "./dom.js" */
/** @import { Entry } from "./position.js" */

const SIDE = 60; // of the picture
const TURNED = 0.5; // how far a layer of a box leans

/**
 * The cells of a line that is typical of this board, each as a column, a row and a layer.
 * @param {Entry} board
 */
function lineOf({ key, sizes, k, round, several }) {
	const [rows, cols] = sizes.slice(-2);
	return Array.from({ length: k }, (_, at) => {
		if (sizes.length > 2 && !several) return [at, at, at]; // through all layers
		if (key.includes("gravity")) return [at + Math.floor((cols - k) / 2), rows - 1, 0]; // on the ground
		if (round) return [(at + 1) % cols, round > 1 || rows >= k ? at % rows : 0, 0]; // round an edge
		const left = Math.floor((cols - k) / 2), top = Math.floor((rows - k) / 2);
		return cols >= k && rows >= k ? [left + at, top + at, 0] : cols >= k ? [left + at, 0, 0] : [0, top + at, 0];
	});
}

/** @param {Entry} board */
export function boardPicture(board) {
	const { key, round, lineWorth, nested } = board;
	const sizes = nested ? board.sizes.slice(1).map((size) => size * size) : board.sizes; // its boards, side by side
	const [rows, cols] = sizes.slice(-2);
	const layers = sizes.length > 2 ? sizes[0] : 1;
	const lean = layers > 1 ? TURNED : 0;
	const height = layers > 1 ? SIDE / layers : SIDE; // of a layer, with the gaps above and below it
	const cell = layers > 1 ? Math.min(SIDE / (cols + lean * rows), (1.6 * height) / rows) : SIDE / Math.max(rows, cols);
	const down = layers > 1 ? 0.5 * cell : cell; // how high a row is
	const left = (SIDE - cell * cols - lean * cell * rows) / 2;
	/** @type {(col: number, row: number, layer: number) => string} */
	const at = (col, row, layer) => {
		const top = layers > 1 ? layer * height + (height - down * rows) / 2 : (SIDE - down * rows) / 2;
		return `${(left + cell * col + lean * cell * (rows - row)).toFixed(1)} ${(top + down * row).toFixed(1)}`;
	};
	const grid = Array.from({ length: layers }, (_, layer) => [
		...Array.from({ length: rows + 1 }, (_, row) => `M${at(0, row, layer)}L${at(cols, row, layer)}`),
		...Array.from({ length: cols + 1 }, (_, col) => `M${at(col, 0, layer)}L${at(col, rows, layer)}`),
	]).flat().join("");
	const [high, wide] = board.sizes.slice(-2);
	const apart = [
		...Array.from({ length: high - 1 }, (_, row) => `M${at(0, (row + 1) * high, 0)}L${at(cols, (row + 1) * high, 0)}`),
		...Array.from({ length: wide - 1 }, (_, col) => `M${at((col + 1) * wide, 0, 0)}L${at((col + 1) * wide, rows, 0)}`),
	].join("");
	const stones = lineOf({ ...board, sizes }).map(([col, row, layer]) => at(col + 0.5, row + 0.5, layer));
	const radius = Math.max(1.6, cell * (layers > 1 ? 0.24 : 0.32));
	return makeSvg(
		"svg", { class: "board-picture", viewBox: `-1 -1 ${SIDE + 2} ${SIDE + 2}`, "aria-hidden": "true" },
		makeSvg("path", { class: round ? "lines meeting" : "lines", d: grid }),
		...(nested ? [makeSvg("path", { class: "lines boards-apart", d: apart })] : []),
		...stones.map((place, number) => {
			const [cx, cy] = place.split(" ");
			return makeSvg("circle", { class: key.includes("wild") && number % 2 ? "o" : "x", cx, cy, r: radius });
		}),
		...(lineWorth < 0 ? [makeSvg("path", { class: "against", d: "M4 56L56 4" })] : []),
	);
}

/**
 * A cell with this side, in a picture of 30 by 30.
 * @param {number} cell
 * @param {number} side
 * @param {Attributes} [attributes]
 */
export function square(cell, side, attributes) {
	const [x, y] = [cell % 3, Math.floor(cell / 3)].map((place) => 10 * place + (10 - side) / 2);
	return makeSvg("rect", { x, y, width: side, height: side, rx: 2, ...attributes });
}

/**
 * A board with the cells of a mask dark.
 * @param {number} mask
 */
export function maskPicture(mask) {
	const cells = Array.from({ length: 9 }, (_, cell) => square(cell, 8, { class: (mask >> cell) & 1 ? "in" : "" }));
	return makeSvg("svg", { class: "mask", viewBox: "0 0 30 30", "aria-hidden": "true" }, ...cells);
}
