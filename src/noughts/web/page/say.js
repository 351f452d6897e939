// What the page says: to those who listen in its one live region, to those who look in the line above the board.

import { byId, setText } from "./dom.js";

/**
 * Say it in the live region. The same words again are still news.
 * @param {string} text
 */
export function say(text) {
	const said = text.replace(/\s+/g, " ").trim();
	const status = byId("status");
	status.textContent = status.textContent === said ? `${said}\u00a0` : said;
}

/** @param {string} text */
export function headline(text) {
	setText(byId("headline"), text);
}

/**
 * The same in both places.
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
