// The further parts of the screen for other games: the fall of a stone, the cell in which it would land, and the choice
// of the mark to place.

import { makeMarks } from "./board.js";
import { byId, closest, inputById, make, setText, style } from "./dom.js";
import { MARKS, X } from "./position.js";
import { capital } from "./wording.js";

/** @import { Board } from "./board.js" */
/** @import { Controller } from "./controller.js" */

const LONG = 450; // ms; a press of this length places the other mark
const FALL = 110; // ms for a fall by one cell; a fall by n cells takes sqrt(n) times as long
const CELL = "[role=gridcell]";

export class RelativeView {
	/** @type {import("./game.js").Game | null} the game whose last move is on the screen */
	game = null;
	made = 0; // the game's number of moves when it was drawn last
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	pressing = undefined;
	at = -1; // the cell at which somebody points
	/** @type {Promise<import("./ultimate_view.js").NestedView> | null} */
	nested = null;
	wasLong = false; // whether the press that ends was long, and so is not a tap

	/**
	 * Resolves once it can be drawn.
	 * @param {Board} board
	 * @param {Controller} controller
	 */
	static async begin(board, controller) {
		await style("relatives.css");
		return new RelativeView(board, controller);
	}

	/**
	 * @param {Board} board
	 * @param {Controller} controller
	 */
	constructor(board, controller) {
		this.board = board;
		this.controller = controller;
		this.tip = byId("tip").textContent ?? ""; // the tip of games without these parts
		this.buttons = [0, 1].map((hand) => {
			const button = make("button", { "data-mark": X + hand, "aria-label": `Place ${MARKS[X + hand]}` }, makeMarks());
			button.addEventListener("click", () => this.take(hand));
			return button;
		});
		this.label = make("span", {});
		this.marks = make("div", { id: "marks", role: "group", "aria-label": "Mark" }, this.label, ...this.buttons);
		byId("turn").after(this.marks);
		this.keys = make("p", { class: "keyed" });
		document.querySelector(".help summary")?.after(this.keys);
		const { grid } = board;
		for (const type of ["pointerover", "focusin", "pointerleave"]) grid.addEventListener(type, (event) => this.pointAt(event));
		grid.addEventListener("pointerdown", (event) => this.press(event));
		for (const type of ["pointerup", "pointercancel", "pointerleave"]) grid.addEventListener(type, () => clearTimeout(this.pressing));
		grid.addEventListener("click", (event) => {
			if (this.wasLong) event.stopImmediatePropagation();
			this.wasLong = false;
		}, true);
		grid.addEventListener("contextmenu", (event) => {
			if (!this.chooses) return;
			event.preventDefault();
			if (!this.wasLong) this.playOther(this.cellOf(event));
			clearTimeout(this.pressing);
			this.wasLong = /** @type {PointerEvent} */ (event).pointerType === "touch";
		});
		document.addEventListener("keydown", (event) => {
			const hand = ["x", "o"].indexOf(event.key.toLowerCase());
			const column = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : NaN;
			const isElsewhere = event.ctrlKey || event.altKey || event.metaKey || closest(event, "input, select") !== null
				|| document.querySelector("dialog[open]:not(#room)") !== null; // the room also shows the board
			if (isElsewhere || event.repeat || !inputById("letters").checked) return;
			if (hand >= 0 && this.chooses) this.take(hand);
			const { rules } = controller.match;
			// On nine cells, a digit names a cell, as in every game, and so that cell's column.
			if (rules.facts?.byColumn && column < rules.cols && rules.cells !== 9) controller.play(column);
		});
	}

	/** Whether the person has to choose a mark. */
	get chooses() {
		return this.controller.match.rules.hands > 1;
	}

	/** @param {Event} event */
	cellOf(event) {
		const element = closest(event, CELL);
		return element ? this.board.cells.indexOf(element) : -1;
	}

	/** Place this mark from now on. @param {number} hand */
	take(hand) {
		const { controller } = this;
		controller.hand = hand;
		controller.screen.draw();
		controller.screen.say(`${MARKS[X + hand]} is placed.`);
	}

	/** @param {number} cell */
	playOther(cell) {
		if (cell >= 0) this.controller.play(cell, 1 - this.controller.hand);
	}

	/** Let a long press of a finger place the other mark. @param {PointerEvent} event */
	press(event) {
		clearTimeout(this.pressing);
		this.wasLong = false;
		const cell = this.cellOf(event);
		if (!this.chooses || cell < 0 || event.pointerType === "mouse") return;
		this.pressing = setTimeout(() => {
			this.wasLong = true;
			this.playOther(cell);
		}, LONG);
	}

	/** @param {Event} event */
	pointAt(event) {
		const isFinger = "pointerType" in event && event.pointerType === "touch"; // a lifted finger points at nothing
		if (event.type === "focusin" && !closest(event, ":focus-visible")) return;
		this.at = event.type === "pointerleave" || isFinger ? -1 : this.cellOf(event);
		this.markLanding();
	}

	/** Show where a stone would land. */
	markLanding() {
		const { at, controller: { match: { rules, position, outcome } } } = this;
		const lands = rules.facts?.byColumn && at >= 0 && !outcome && !rules.refusal(position) ? rules.moveAt?.(position, at, 0) : undefined;
		this.board.cells.forEach((element, cell) => {
			element.classList.toggle("lands", cell === lands && rules.mayPlay(position, cell));
		});
	}

	/** Tell screen readers where a stone falls from a free cell. */
	sayLanding() {
		const { rules, position, outcome } = this.controller.match;
		if (!rules.facts?.byColumn || outcome || rules.refusal(position)) return;
		/** @type {Map<number, number>} by the first cell of a column */
		const lands = new Map();
		this.board.cells.forEach((element, cell) => {
			const [first] = rules.columnOf?.(cell) ?? [cell];
			const to = lands.get(first) ?? rules.moveAt?.(position, first, 0) ?? first;
			lands.set(first, to);
			const said = element.ariaLabel ?? "";
			if (cell < to && !rules.markAt(position, cell) && !said.includes(", falls")) element.ariaLabel = `${said}, falls to ${rules.cellName(to)}`;
		});
	}

	/** Show the boards that a line has closed, and tell screen readers. */
	markClosed() {
		const { rules, position, outcome } = this.controller.match;
		const isAny = rules.board.several && rules.facts?.closes && !rules.facts.nested && !outcome && !rules.refusal(position);
		const each = rules.cells / rules.layers;
		const closed = Array.from({ length: rules.layers }, (_, at) => Boolean(isAny && rules.isClosed?.(position, at * each)));
		this.board.cells.forEach((element, cell) => {
			const isClosed = closed[Math.floor(cell / each)];
			element.classList.toggle("closed", isClosed);
			if (isClosed) element.ariaLabel = (element.ariaLabel ?? "").replace(": free", ": closed");
		});
	}

	draw() {
		const { controller: { match, hand } } = this;
		const { rules, game } = match;
		this.marks.hidden = !this.chooses;
		document.body.dataset.sides = rules.facts && !rules.facts.owned ? "players" : "marks";
		setText(this.keys, [
			...(rules.facts?.byColumn ? [`Here 1 to ${Math.min(9, rules.cols)} are columns, and so is every cell of one.`] : []),
			...(this.chooses ? ["x and o choose the mark; a long press or the other mouse button places the other one."] : []),
		].join(" "));
		this.keys.hidden = this.keys.textContent === "";
		setText(byId("tip"), (rules.about ?? []).map((each) => `${capital(each)}.`).join(" ") || this.tip);
		setText(this.label, "You place");
		this.buttons.forEach((button, at) => button.setAttribute("aria-pressed", `${at === hand}`));
		this.markLanding();
		this.sayLanding();
		this.markClosed();
		this.drawNested();
		const isNew = game === this.game && game.made > this.made;
		this.game = game;
		this.made = game.made;
		if (isNew && rules.facts?.byColumn) this.fall(game.known[game.ply - 1] % rules.cells);
	}

	/** In ultimate, show who has won each board. */
	async drawNested() {
		const { board, controller: { match } } = this;
		if (!match.rules.facts?.nested) return;
		this.nested ??= import("./ultimate_view.js").then(({ NestedView }) => NestedView.begin(board));
		const view = await this.nested;
		const { rules, position, outcome } = match;
		if (board.rules === rules && rules.facts?.nested) view.draw({ rules, position, end: outcome, canPlay: !outcome && !match.thinking && !match.machineToMove });
	}

	/**
	 * Let the stone of a cell fall to its place, on a flat board. In a layer of a box, there is no place to fall from.
	 * @param {number} cell
	 */
	fall(cell) {
		const { layers, cols } = this.controller.match.rules;
		if (layers > 1 || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		const element = this.board.cells[cell], stone = /** @type {Element} */ (element.querySelector("svg"));
		const rows = Math.floor(cell / cols) + 1, height = 1.08 * element.offsetHeight; // with the margins
		element.classList.add("falling");
		const motion = stone.animate(
			[{ transform: `translateY(${-rows * height}px)`, easing: "cubic-bezier(0.45, 0, 0.9, 0.55)" }, { transform: "none", offset: 0.82 },
				{ transform: `translateY(${-0.08 * height}px)`, offset: 0.91 }, { transform: "none" }],
			{ duration: FALL * Math.sqrt(rows) + 140 },
		);
		motion.finished.catch(() => {}).then(() => element.classList.remove("falling"));
	}
}
