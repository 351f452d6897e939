// The keyboard shortcuts. They work wherever the focus is, except in a text input.

import { closest } from "./dom.js";

/** @type {Record<string, string>} */
const LETTERS = { u: "undo", r: "redo", h: "hint", n: "newGame", m: "reply", p: "pause", g: "resign" };

/**
 * The numeric pad plays by the layout of its keys: 7 8 9 is the top row.
 * @type {Record<string, number>}
 */
const PAD = { 7: 0, 8: 1, 9: 2, 4: 3, 5: 4, 6: 5, 1: 6, 2: 7, 3: 8 };

/**
 * { play: cell } or { act: name } for a key, or null.
 * @param {KeyboardEvent} event
 * @returns {{ play?: number, act?: string } | null}
 */
export function meaning(event) {
	const { key, code, ctrlKey, altKey, metaKey } = event;
	const writes = closest(event, "input:not([type=checkbox]), select");
	if (ctrlKey || altKey || metaKey || writes) return null;
	const [, where, number] = /^(Digit|Numpad)([1-9])$/.exec(code) ?? [];
	if (where === "Numpad") return { play: PAD[number] };
	// The key's physical place decides, since Shift or another layout may give it another character.
	if (where === "Digit") return { play: Number(number) - 1 };
	const act = LETTERS[key.toLowerCase()];
	return act ? { act } : null;
}
