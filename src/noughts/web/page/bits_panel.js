// The tab with the bits: it shows one representation of the position at a time, and each digit changes its cell.

import { byId, closest, make, makeSvg, rove, setText } from "./dom.js";
import { maskPicture, square } from "./board_pictures.js";
import { MARKS, O, Refusal, X } from "./position.js";
import { digit, sections } from "./representations.js";
import { LINES } from "./rules.js";
import { TICTACTOE, cellName, count, markAt, names, withMark } from "./tictactoe.js";
import { hex, parseNumber } from "./typed_numbers.js";
import { REPRESENTATIONS } from "./wording.js";

/** @import { Game } from "./game.js" */
/** @import { Digit, Row, Start } from "./representations.js" */
/** @import { Table } from "./table.js" */
/** @typedef {{ spec: Digit, button: HTMLElement, value: HTMLElement }} Shown a digit on the screen */
/**
 * @typedef {{ row: Row, element: HTMLElement, digits: Shown[], input: HTMLInputElement, hex: HTMLElement, why: HTMLElement, sum: HTMLElement }} Parts
 *   the elements of a row
 */

const LENS = window.matchMedia("(hover: hover)").matches
	? "Point at a bit or a cell to see the other. Click a bit or type a number to change the position."
	: "Tap a bit or type a number to change the position.";

export class BitsPanel {
	/**
	 * `edit({ start, moves, word }, said)` puts a game on the board; `say` gets a refusal to announce; `chosen(id)` is
	 * called with each representation that is chosen. `shown` is the first one shown.
	 * @param {HTMLElement} container
	 * @param {Table} table
	 * @param {{ edit: (start: Start, said: string) => void, say: (text: string) => void, chosen: (id: string) => void, shown: string }} options
	 */
	constructor(container, table, { edit, say, chosen, shown }) {
		this.edit = edit;
		this.say = say;
		this.mini = makeMini();
		/** @type {Promise<import("./expressions.js").Expressions> | null} for the other games */
		this.expressions = null;
		/** @type {Game | null} */
		this.game = null;
		/** @type {{ mask: number, text: HTMLElement, item: HTMLElement }[]} */
		this.lines = [];
		byId("lens").prepend(this.mini);
		byId("about").textContent = LENS;
		this.sections = sections(table).map(({ id, title, how, rows }) => {
			const parts = rows?.map((row) => this.makeRow(row)) ?? [];
			const content = rows ? parts.map(({ element }) => element) : [this.makeLines()];
			const section = make("section", {}, make("h2", {}, title), make("p", { class: "how" }, how), ...content);
			const chip = make("button", { "data-shows": rows ? rows.map((row) => row.id).join(" ") : id }, REPRESENTATIONS[id]);
			chip.addEventListener("click", () => {
				this.show(id);
				chosen(id);
			});
			return { id, chip, section, parts };
		});
		byId("chosen-row").append(...this.sections.map(({ chip }) => chip));
		container.append(...this.sections.map(({ section }) => section));
		this.show(shown);
		document.addEventListener("pointerover", (event) => this.pointAt(event));
		document.addEventListener("focusin", (event) => this.pointAt(event));
	}

	/**
	 * Show the representation of this name, or the first one if there is none.
	 * @param {string} id
	 */
	show(id) {
		const known = this.sections.some((one) => one.id === id);
		this.sections.forEach(({ id: own, chip, section }, at) => {
			const shown = known ? own === id : at === 0;
			chip.setAttribute("aria-pressed", `${shown}`);
			section.hidden = !shown;
		});
		if (this.game?.rules === TICTACTOE) this.drawRows(this.game);
	}

	/** @param {Row} row */
	makeRow(row) {
		const id = `number-${row.id}`;
		/** @type {Parts} */
		const parts = {
			row,
			element: make("div", { class: `row ${row.id}` }),
			digits: [],
			input: make("input", { id, autocomplete: "off", spellcheck: "false", "aria-describedby": `why-${row.id}` }),
			hex: make("output", { class: "hex", for: id }),
			why: make("p", { class: "refused", id: `why-${row.id}` }),
			sum: make("p", { class: "sum" }),
		};
		parts.input.addEventListener("change", () => this.typed(parts));
		parts.input.addEventListener("keydown", ({ key }) => key === "Escape" && this.game && drawRow(this.game, parts));
		parts.element.append(
			make("label", { for: id }, row.name),
			make("div", { class: "value" }, parts.input, parts.hex),
			...(row.groups ? [this.makeDigits(parts)] : []),
			parts.sum, parts.why,
		);
		return parts;
	}

	/** @param {Parts} parts */
	makeDigits(parts) {
		const groups = (parts.row.groups ?? []).map((group) => {
			if (!group) return make("span", { class: "break" });
			const run = make("div", { class: "run" }, ...group.digits.map((spec) => this.makeDigit(parts, spec)));
			return make("div", { class: "group" }, run, group.label ?? "");
		});
		const field = make("div", { class: "digits", role: "group", "aria-label": `digits of ${parts.row.name}` }, ...groups);
		const buttons = parts.digits.map(({ button }) => button);
		rove(field, buttons, (now, key) => {
			const to = new Map([["ArrowLeft", now - 1], ["ArrowRight", now + 1], ["Home", 0], ["End", buttons.length - 1]]).get(key) ?? -1;
			return buttons[to] ? to : undefined;
		});
		return field;
	}

	/**
	 * @param {Parts} parts
	 * @param {Digit} spec
	 */
	makeDigit(parts, spec) {
		const { cell, mark, about, labels } = spec;
		const value = make("b");
		const button = make("button", { class: "digit", "data-about": about }, value,
			...labels.flatMap((label) => [" ", make("small", {}, `${label}`)]));
		if (cell !== undefined) button.dataset.cell = `${cell}`;
		if (mark) button.dataset.mark = `${mark}`;
		button.addEventListener("click", () => this.clicked(spec));
		parts.digits.push({ spec, button, value });
		return button;
	}

	/** The masks of the eight lines, and the result of an AND with each. */
	makeLines() {
		this.lines = LINES.map((mask) => {
			const text = make("span");
			const item = make("li", { "data-mask": mask }, maskPicture(mask), make("b", {}, `${mask}`), text);
			return { mask, text, item };
		});
		return make("ul", { class: "masks" }, ...this.lines.map(({ item }) => item));
	}

	/** @param {Game} game */
	draw(game) {
		this.game = game;
		const isOfBits = game.rules === TICTACTOE;
		const isRelative = Boolean(game.rules.facts);
		byId("elsewhere").hidden = isOfBits || isRelative;
		if (isRelative || this.expressions) this.drawExpressions(game);
		byId("rows").hidden = !isOfBits;
		if (!isOfBits) return;
		const { x, o } = game.position;
		[...this.mini.querySelectorAll("g")].forEach((element, cell) => {
			const mark = markAt(game.position, cell);
			element.dataset.mark = `${mark}`;
			setText(element.children[1], mark ? MARKS[mark] : "");
		});
		this.drawRows(game);
		for (const { mask, item, text } of this.lines) {
			const [mine, theirs] = [x & mask, o & mask];
			const winner = mine === mask ? X : theirs === mask ? O : 0;
			const holds = `${count(mine | theirs)} of 3${mine ? " X" : theirs ? " O" : ""}`;
			item.classList.toggle("full", winner !== 0);
			setText(text, winner ? `${MARKS[winner]} & ${mask} = ${mask}`
				: mine && theirs ? "blocked" : holds);
		}
	}

	/** @param {Game} game */
	async drawExpressions(game) {
		this.expressions ??= import("./expressions.js").then(({ Expressions }) => Expressions.begin(byId("bits")));
		(await this.expressions).draw(game);
	}

	/**
	 * Draw only the visible rows, since listing the dense numbers takes as long as the rest of a start.
	 * @param {Game} game
	 */
	drawRows(game) {
		for (const { section, parts } of this.sections) {
			if (!section.hidden) parts.forEach((one) => drawRow(game, one));
		}
	}

	/** @param {Parts} parts */
	typed({ row, input, why }) {
		if (!this.game) return;
		try {
			this.edit(row.decode(parseNumber(input.value, row), this.game), `${row.name} = ${input.value}.`);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			input.setAttribute("aria-invalid", "true");
			setText(why, `${error.message}.`);
			this.say(`${row.name}: ${error.message}.`);
		}
	}

	/** @param {Digit} spec */
	clicked({ cell, mark, base, about, at }) {
		if (cell === undefined) {
			this.say(`${about}. Play sets it; it cannot be set alone.`);
			return;
		}
		if (!this.game) return;
		const { position } = this.game;
		const now = markAt(position, cell);
		const next = base === 3 ? (now + 1) % 3 : now === mark ? 0 : Number(mark);
		const bit = base === 3 ? `Digit ${at} is ${next}` : `Bit ${at} is ${next ? 1 : 0}`;
		const taken = base === 2 && next && now ? `, and ${MARKS[now]}’s goes to 0` : "";
		const holds = next ? `holds ${MARKS[next]}` : "is empty";
		this.edit({ start: withMark(position, cell, next) }, `${bit}${taken}: ${cellName(cell)} ${holds}.`);
	}

	/**
	 * Highlight the cell that is pointed at or has the focus, wherever it stands.
	 * @param {Event} event
	 */
	pointAt(event) {
		if (byId("bits").hidden || this.game?.rules !== TICTACTOE) return;
		const known = "#grid [data-cell], #rows :is([data-cell], [data-about], [data-mask]), #why [data-cell]";
		const focused = /** @type {HTMLElement | null} */ (document.querySelector(":focus-visible"));
		const element = closest(event, known) ?? /** @type {HTMLElement | null | undefined} */ (focused?.closest(known));
		const { cell, about, mask } = element?.dataset ?? {};
		if (mask) light(Number(mask), `${mask} = the line ${names(Number(mask))}`);
		else if (cell) light(1 << Number(cell), about ? `${about}.` : cellAbout(Number(cell)));
		else light(0, about ? `${about}.` : LENS);
	}
}

/**
 * Highlight the cells of a mask wherever they stand.
 * @param {number} mask
 * @param {string} about
 */
function light(mask, about) {
	for (const element of document.querySelectorAll("[data-cell]")) {
		element.classList.toggle("lit", Boolean((mask >> Number(element.getAttribute("data-cell"))) & 1));
	}
	setText(byId("about"), about);
}

/** @param {number} cell */
function cellAbout(cell) {
	return `Cell ${cellName(cell)}: bit ${cell}, worth ${2 ** cell}; mirrored, ${2 ** (8 - cell)}; `
		+ `in base 4, bits ${2 * cell + 1} and ${2 * cell}.`;
}

/**
 * @param {Game} game
 * @param {Parts} parts
 */
function drawRow(game, { row, digits, input, why, hex: output, sum }) {
	const number = row.encode(game);
	input.value = number === null ? "" : `${number}`;
	input.placeholder = number === null ? "none" : "";
	input.removeAttribute("aria-invalid");
	setText(output, number === null ? "" : hex(number));
	setText(sum, number === null ? `none: ${row.missing}` : row.sum?.(number, game) ?? row.about ?? "");
	setText(why, "");
	for (const one of digits) drawDigit(one, number);
}

/**
 * @param {Shown} shown
 * @param {number | null} number
 */
function drawDigit({ spec: { at, base, mark, about, labels }, button, value }, number) {
	const now = number === null ? 0 : digit(number, { at, base });
	const press = base === 2 && mark; // a bit is a toggle button; any other digit has a value
	setText(value, number === null ? "–" : `${now}`);
	button.classList.toggle("set", now !== 0);
	if (base === 3) button.dataset.mark = `${now}`;
	if (press) button.setAttribute("aria-pressed", `${now === 1}`);
	// The accessible name begins with the visible text, so that a person can say it in speech control.
	button.setAttribute("aria-label", `${[value.textContent, ...labels].join(" ")}: ${about}`);
}

/** A small board that stays in view on a screen too narrow for the large board beside the bits. */
function makeMini() {
	return makeSvg("svg", { class: "mini", viewBox: "0 0 30 30", "aria-hidden": "true" },
		...Array.from({ length: 9 }, (_, cell) => makeSvg("g", { "data-cell": cell }, square(cell, 9),
			makeSvg("text", { x: 10 * (cell % 3) + 5, y: 10 * Math.floor(cell / 3) + 7.6 }))));
}
