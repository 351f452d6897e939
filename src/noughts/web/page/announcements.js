// The messages of the page: for screen readers in its one live region, for the eye in the line above the board.

import { byId, setText } from "./dom.js";

/**
 * Say a text in the live region. A repeated text is announced again.
 * @param {string} text
 */
export function say(text) {
	const said = text.replace(/\s+/g, " ").trim();
	const status = byId("status");
	status.textContent = status.textContent === said ? `${said}\u00a0` : said;
}

const SIZES = ["", "small", "tiny"];

/**
 * Write the line above the board. A text that does not fit is written smaller, so that nothing below it moves.
 * @param {string} text
 * @param {string} [detail] a second sentence, below it
 */
export function headline(text, detail = "") {
	const words = byId("words");
	setText(byId("headline"), text);
	setText(byId("detail"), detail);
	const room = parseFloat(getComputedStyle(words).minHeight);
	for (const size of SIZES) {
		words.dataset.size = size;
		if (words.offsetHeight < room + 1) break;
	}
}

/**
 * Say a text in both places.
 * @param {string} text
 */
export function tell(text) {
	say(text);
	headline(text);
}

/**
 * Why something could not be done.
 * @param {unknown} error
 */
export function because(error) {
	return error instanceof Error ? error.message : `${error}`;
}
