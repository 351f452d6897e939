// The curve of results: a won game is a step up, and a lost game a step down.

import { makeSvg } from "./dom.js";

const WIDTH = 300, HEIGHT = 100, EDGE = 4;

/**
 * The numbers of won, drawn and lost games, from the signs of their results.
 * @param {string} results
 */
export function tally(results) {
	const [won, drawn, lost] = ["+", "0", "-"].map((sign) => results.split(sign).length - 1);
	return { won, drawn, lost };
}

/**
 * @param {string} results
 * @returns {{ heights: number[], top: number, bottom: number, zero: number }} the curve, its highest and lowest
 *   value, and the place of 0 as a share of the height from the top
 */
export function course(results) {
	let sum = 0;
	const heights = [0, ...Array.from(results, (sign) => (sum += sign === "+" ? 1 : sign === "-" ? -1 : 0))];
	const top = Math.max(...heights, 0), bottom = Math.min(...heights, 0);
	return { heights, top, bottom, zero: top / Math.max(1, top - bottom) };
}

/**
 * @param {string} results
 */
export function curve(results) {
	const { heights, top, bottom } = course(results);
	/** @param {number} height */
	const y = (height) => EDGE + ((HEIGHT - 2 * EDGE) * (top - height)) / Math.max(1, top - bottom);
	const points = heights.map((height, game) => `${((WIDTH * game) / Math.max(1, results.length)).toFixed(1)} ${y(height).toFixed(1)}`);
	const { won, drawn, lost } = tally(results);
	return makeSvg(
		"svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `Results of ${results.length} games: ${won} won, ${drawn} drawn, ${lost} lost` },
		makeSvg("path", { class: "axes", d: `M0 0V${HEIGHT}H${WIDTH}` }),
		makeSvg("path", { class: "even", d: `M0 ${y(0)}H${WIDTH}` }),
		makeSvg("path", { class: "course", d: `M${points.join("L")}` }),
	);
}
