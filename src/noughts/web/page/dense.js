// Dense numbers: list all items in a fixed order. The number of an item is its place in the list.

import { encodePair } from "./rules.js";
import { base3O, base3X, pairO, pairX } from "./rules_as_numbers.js";
import { SYMMETRIES } from "./symmetry.js";
import { cellsOf, count, refusal } from "./tictactoe.js";

/** @import { Position } from "./position.js" */

/** Numbers positions in a fixed order. `of(code)` is the code that represents a position. */
class Numbering {
	/** @param {number[]} codes */
	constructor(codes, of = (/** @type {number} */ code) => code) {
		this.codes = codes;
		this.of = of;
		this.places = new Map(codes.map((code, place) => [code, place]));
	}

	/** @param {Position} position */
	encode({ x, o }) {
		return this.places.get(this.of(encodePair(x, o))) ?? null;
	}

	/** @param {number} number */
	decode(number) {
		return fromPair(this.codes[number]);
	}
}

/**
 * @param {number} code
 * @returns {Position}
 */
export function fromPair(code) {
	return { x: pairX(code), o: pairO(code) };
}

/**
 * The least of the eight images, which represents them all.
 * @param {number} code
 */
function representative(code) {
	return Math.min(...TRANSFORMED.map((image) => encodePair(image[pairX(code)], image[pairO(code)])));
}

const TRANSFORMED = SYMMETRIES.map((image) =>
	Array.from({ length: 512 }, (_, stones) => cellsOf(stones).reduce((to, cell) => to | (1 << image[cell]), 0)));

/** @param {import("./table.js").Table} table */
export function numberings(table) {
	const positions = Array.from({ length: 3 ** 9 }, (_, code) => ({ x: base3X(code), o: base3O(code) }))
		.filter((position) => !refusal(position));
	/** @param {Position} position */
	const coded = ({ x, o }) => encodePair(x, o);
	// By the number of stones, then by the cells with stones, then by the cells of O. One digit each, so text sorts right.
	/** @param {Position} position */
	const key = ({ x, o }) => count(x | o) + cellsOf(x | o).join("") + cellsOf(o).join("");
	const byKey = new Map(positions.map((position) => [key(position), coded(position)]));
	const reachable = positions.filter((position) => table.has(position)).map(coded).sort((a, b) => a - b);
	return {
		balanced: new Numbering([...byKey.keys()].sort().map((text) => Number(byKey.get(text)))),
		ordinal: new Numbering(reachable),
		canonical: new Numbering(reachable.filter((code) => representative(code) === code), representative),
	};
}
