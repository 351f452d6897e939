// A dialog with the values of empty boards: a cell for each board, by its sides, and who published the value.

import { boardOf } from "./board_text.js";
import { choices } from "./radio_buttons.js";
import { make, rove, setText, style } from "./dom.js";
import { SOURCES, VALUES } from "./known_values.js";
import { boardName } from "./wording.js";

/** @import { Entry } from "./position.js" */
/**
 * @typedef {{
 *   key: string, longer: number, shorter: number, k: number, misere: boolean,
 *   lower: number, upper: number, nodes: number, certificate: number | null, published: Record<string, number>,
 * }} Listed a board of the list; its value for the first player is from `lower` to `upper`
 */

const OPEN = "open";
/** @type {Record<string, { mark: string, text: string }>} by the value of a board */
const WORTHS = {
	1: { mark: "W", text: "a win for the first player" },
	0: { mark: "D", text: "a draw" },
	[-1]: { mark: "L", text: "a win for the second player" },
	[OPEN]: { mark: "?", text: "open" },
};
const LEGEND = ["1", "0", "-1", OPEN];

/** @type {Listed[]} */
const LISTED = Object.entries(VALUES).map(([key, [lower, upper, nodes, certificate, published]]) => {
	const [longer, shorter, k] = key.split(",").map(Number);
	return { key, longer, shorter, k, misere: key.endsWith("misere"), lower, upper, nodes, certificate, published };
});
const LENGTHS = [...new Set(LISTED.map(({ k }) => k))];

/** @param {Listed} listed */
function worthOf({ lower, upper }) {
	return lower === upper ? `${lower}` : OPEN;
}

/**
 * The text about a board.
 * @param {Listed} listed
 */
function told(listed) {
	const { longer, shorter, k, misere, lower, upper, nodes, certificate, published } = listed;
	const { name, detail } = boardName({ sizes: [longer, shorter], k, round: 0 });
	const isOpen = lower < upper;
	const bound = !isOpen ? "" : lower === 0 ? ", at least a draw" : upper === 0 ? ", at most a draw" : "";
	const looked = `The search looked at ${nodes.toLocaleString("en")} positions`;
	return [
		`${name}, ${detail}${misere ? ", misère" : ""}: ${WORTHS[worthOf(listed)].text}${bound}.`,
		isOpen ? `${looked} in vain.` : nodes > 1 ? `${looked}.` : "It takes no search.",
		...(certificate ? [`A certificate of ${certificate.toLocaleString("en")} lines proves it.`] : []),
		...publications(published),
	].join(" ");
}

/**
 * A text on who published which value.
 * @param {Record<string, number>} published
 */
function publications(published) {
	const values = [...new Set(Object.values(published))];
	if (!values.length) return ["No publication was found."];
	return values.map((value) => {
		const keys = Object.keys(published).filter((key) => published[key] === value);
		const names = keys.map((key) => `${SOURCES[key].authors} (${SOURCES[key].year})`);
		return `Published as ${WORTHS[value].text} by ${names.join("; ")}.`;
	});
}

class Values {
	constructor() {
		/** @type {(key: string) => void} */
		this.play = () => {};
		/** @type {Listed[]} */
		this.shown = [];
		/** @type {HTMLElement[]} */
		this.cells = [];
		this.at = 0; // the chosen board
		this.roving = new AbortController();
		this.k = choices("In a row", "values-k", Object.fromEntries(LENGTHS.map((k) => [k, `${k}`])), `${LENGTHS[0]}`);
		this.misere = make("input", { type: "checkbox" });
		this.grid = make("div", { class: "worths", role: "grid", "aria-label": "Boards, by their longer and shorter side" });
		this.told = make("p");
		this.plays = make("button", { class: "primary" }, "Play it");
		const close = make("button", {}, "Close");
		this.dialog = make(
			"dialog", { id: "values", "aria-labelledby": "values-title" },
			make("div", { class: "sheet-head" }, make("h2", { id: "values-title" }, "What boards are worth"), close),
			make(
				"div", { class: "asked" }, this.k.element,
				make("label", { class: "switch" }, this.misere, " Misère: whoever makes a line loses"),
			),
			make("div", { class: "found" }, this.grid, make("div", { class: "told" }, this.told, this.plays, legend())),
		);
		for (const element of [this.k.element, this.misere]) element.addEventListener("change", () => this.draw());
		for (const type of ["click", "focusin"]) {
			this.grid.addEventListener(type, ({ target }) => {
				const at = this.cells.findIndex((cell) => cell === target);
				if (at >= 0) this.choose(at);
			});
		}
		this.plays.addEventListener("click", () => {
			this.dialog.close();
			this.play(this.shown[this.at].key);
		});
		close.addEventListener("click", () => this.dialog.close());
		this.dialog.addEventListener("click", ({ target }) => target === this.dialog && this.dialog.close()); // beside it
		document.body.append(this.dialog);
	}

	/**
	 * Open the dialog at a board, or at one with the same k. `play` gets the key of a board that a person wants to play.
	 * @param {Entry} board
	 * @param {(key: string) => void} play
	 */
	open({ k, sizes, lineWorth }, play) {
		this.play = play;
		this.k.value = `${k}`;
		this.misere.checked = lineWorth < 0;
		this.dialog.showModal();
		this.draw(sizes[0], sizes[1]);
		this.cells[this.at].focus();
	}

	/** Draw the grid for the chosen k. The board with these sides is chosen, or else the smallest square with a line. */
	draw(longer = this.shown[this.at].longer, shorter = this.shown[this.at].shorter) {
		const k = Number(this.k.value);
		this.shown = LISTED.filter((each) => each.k === k && each.misere === this.misere.checked).sort(byPlace);
		this.cells = this.shown.map(cellOf);
		const rows = Map.groupBy(this.shown.keys(), (at) => this.shown[at].longer);
		const widest = Math.max(...this.shown.map((each) => each.shorter));
		const sides = Array.from({ length: widest }, (_, side) => make("span", { role: "columnheader" }, `${side + 1}`));
		this.grid.replaceChildren(
			make("div", { role: "row" }, ...sides),
			...[...rows].map(([side, places]) => make(
				"div", { role: "row" }, make("span", { role: "rowheader" }, `${side}`), ...places.map((at) => this.cells[at]),
			)),
		);
		this.roving.abort();
		this.roving = new AbortController();
		rove(this.grid, this.cells, (now, key) => this.neighbour(now, key), this.roving.signal);
		this.choose(Math.max(this.place(longer, shorter), this.place(k, k)));
	}

	/**
	 * @param {number} longer
	 * @param {number} shorter
	 */
	place(longer, shorter) {
		return this.shown.findIndex((each) => each.longer === longer && each.shorter === shorter);
	}

	/**
	 * @param {number} now
	 * @param {string} key
	 */
	neighbour(now, key) {
		const { longer, shorter } = this.shown[now];
		const last = (/** @type {number} */ row) => this.shown.filter((each) => each.longer === row).length;
		const to = new Map([
			["ArrowLeft", [longer, shorter - 1]], ["ArrowRight", [longer, shorter + 1]],
			["ArrowUp", [longer - 1, Math.min(shorter, last(longer - 1))]],
			["ArrowDown", [longer + 1, Math.min(shorter, last(longer + 1))]],
			["Home", [longer, 1]], ["End", [longer, last(longer)]],
		]).get(key);
		const at = to ? this.place(to[0], to[1]) : -1;
		return at < 0 ? undefined : at;
	}

	/** @param {number} at */
	choose(at) {
		this.at = at;
		this.cells.forEach((cell, place) => {
			cell.setAttribute("aria-selected", `${place === at}`);
			cell.tabIndex = place === at ? 0 : -1;
		});
		this.cells[at].scrollIntoView({ block: "nearest" });
		setText(this.told, told(this.shown[at]));
		this.plays.hidden = !boardOf(this.shown[at].key);
	}
}

/**
 * @param {Listed} a
 * @param {Listed} b
 */
function byPlace(a, b) {
	return a.longer - b.longer || a.shorter - b.shorter;
}

/** @param {Listed} listed */
function cellOf(listed) {
	const worth = worthOf(listed);
	const isHere = boardOf(listed.key) ? " It can be played here." : "";
	return make(
		"div", { role: "gridcell", "data-worth": worth, "data-here": `${Boolean(isHere)}`, "aria-label": told(listed) + isHere },
		WORTHS[worth].mark,
	);
}

function legend() {
	const sample = (/** @type {string} */ worth, here = "false") => (
		make("span", { "data-worth": worth, "data-here": here, "aria-hidden": "true" }, WORTHS[worth].mark)
	);
	return make(
		"ul", { class: "legend" },
		...LEGEND.map((worth) => make("li", {}, sample(worth), ` ${WORTHS[worth].text}`)),
		make("li", {}, sample("0", "true"), " can be played here"),
	);
}

/** @type {Promise<Values> | null} */
let made = null;

/**
 * Show the values of boards, as `Values.open` does. Rejects if the list cannot be fetched.
 * @param {Entry} board
 * @param {(key: string) => void} play
 */
export async function showValues(board, play) {
	made ??= style("values.css").then(() => new Values());
	made.catch(() => (made = null)); // the next attempt may succeed
	(await made).open(board, play);
}
