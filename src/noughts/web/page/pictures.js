// Boards so small that they are pictures.

import { makeSvg } from "./dom.js";

/**
 * A cell of a picture of 30 by 30, with this side.
 * @param {number} cell
 * @param {number} side
 * @param {import("./dom.js").Attributes} [attributes]
 */
export function square(cell, side, attributes) {
	const [x, y] = [cell % 3, Math.floor(cell / 3)].map((place) => 10 * place + (10 - side) / 2);
	return makeSvg("rect", { x, y, width: side, height: side, rx: 2, ...attributes });
}

/**
 * The cells of a mask, dark on a board.
 * @param {number} mask
 */
export function maskPicture(mask) {
	const cells = Array.from({ length: 9 }, (_, cell) => square(cell, 8, { class: (mask >> cell) & 1 ? "in" : "" }));
	return makeSvg("svg", { class: "mask", viewBox: "0 0 30 30", "aria-hidden": "true" }, ...cells);
}
