// Which key does what, wherever the focus is, unless somebody is writing there.

const LETTERS = { u: "undo", r: "redo", h: "hint", n: "newGame", m: "reply", p: "pause" };

/** The pad plays as it lies on the desk: 7 8 9 is the top row. */
const PAD = { 7: 0, 8: 1, 9: 2, 4: 3, 5: 4, 6: 5, 1: 6, 2: 7, 3: 8 };

/** { play: cell } or { act: name } for a key, or null. */
export function meaning({ key, code, ctrlKey, altKey, metaKey, target }) {
	const writes = target.closest?.("input:not([type=checkbox]), select");
	if (ctrlKey || altKey || metaKey || writes) return null;
	const [, where, number] = /^(Digit|Numpad)([1-9])$/.exec(code) ?? [];
	if (where === "Numpad") return { play: PAD[number] };
	// The key's place decides, since shift or another layout may write something else there.
	if (where === "Digit") return { play: number - 1 };
	const act = LETTERS[key.toLowerCase()];
	return act ? { act } : null;
}
