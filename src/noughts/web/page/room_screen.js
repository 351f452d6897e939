// The game for a room: the whole screen shows the board, the side to move or the winner, and the two bitboards, in
// digits that are legible from the last row. Space and the arrows step through the moves. A finished game stays until a
// person asks for the next one.

import { byId, inputById, make, setText, style } from "./dom.js";
import { MARKS, O, X } from "./position.js";
import { meaning } from "./shortcuts.js";
import { capital } from "./wording.js";

/** @import { Controller } from "./controller.js" */
/** @import { Match } from "./match.js" */
/** @import { Bits, Rules } from "./position.js" */

const DIGITS = 16; // cells; the digits of more cells do not fit in a row
const NUMBERED = 9; // cells; with more cells, there is no room for the value of each digit
const GRID = 7; // the most rows and columns of a board with gravity whose digits stand like its cells

export class Room {
	/** @type {Promise<Room> | null} */
	static made = null;

	/**
	 * The only room, once its style sheet is loaded.
	 * @param {Controller} controller
	 */
	static begin(controller) {
		return (Room.made ??= style("room_screen.css").then(() => new Room(controller)));
	}

	/** @param {Controller} controller */
	constructor(controller) {
		this.controller = controller;
		this.lookedBack = false; // whether the person looked back, so that the game stays at that move
		this.isPointed = false; // whether a pointer was used last
		this.frame = /** @type {HTMLElement} */ (byId("grid").parentElement);
		this.next = byId("next");
		/** @type {Map<HTMLElement, HTMLElement>} the places in the page of the elements that the room borrows */
		this.homes = new Map();
		/** @type {Record<number, HTMLElement>} */
		this.shown = { [X]: make("div", { class: "plane x" }), [O]: make("div", { class: "plane o" }) };
		this.turn = make("p", { class: "turn", role: "status" });
		this.players = make("p", { class: "players" });
		this.head = make("div", { class: "head" }, this.turn, this.players);
		this.order = make("p", { class: "order" });
		this.said = make("p", { class: "said" });
		this.back = make("button", { "aria-label": "Back" }, "←");
		this.on = make("button", { "aria-label": "On" }, "→");
		this.leave = make("button", {}, "Leave");
		this.dialog = make(
			"dialog", { id: "room", "aria-label": "The game for a room" },
			this.head,
			make("div", { class: "planes" }, this.shown[X], this.shown[O], this.order, this.said),
			this.steps = make("div", { class: "steps" }, this.back, this.on, this.leave),
		);
		document.body.append(this.dialog);
		this.back.addEventListener("click", () => this.step(-1));
		this.on.addEventListener("click", () => this.step(1));
		this.leave.addEventListener("click", () => this.dialog.close());
		this.dialog.addEventListener("close", () => this.close());
		this.dialog.addEventListener("pointerdown", () => (this.isPointed = true), true);
		this.dialog.addEventListener("keydown", (event) => {
			// Arrows lead on from a cell that keys have focused; after a click on a cell, a presenter's keys step.
			if (meaning(event)?.act === "newGame" && inputById("letters").checked && !event.repeat && !this.next.hidden) return this.next.click();
			if (["Tab", "ArrowUp", "ArrowDown"].includes(event.key)) this.isPointed = false;
			const isOn = !this.isPointed && event.target instanceof Element && event.target.matches("[role=gridcell]");
			const by = event.key === " " && !isOn ? 1 : { PageDown: 1, PageUp: -1, ...(isOn ? {} : { ArrowRight: 1, ArrowLeft: -1 }) }[event.key];
			if (!by) return;
			event.preventDefault();
			event.stopPropagation();
			this.step(by);
		}, true);
	}

	open() {
		this.lookedBack = false;
		this.controller.keepsEnd = true;
		this.borrow(this.frame, (frame) => this.head.after(frame));
		this.borrow(this.next, (next) => this.steps.prepend(next));
		this.dialog.showModal();
		this.on.focus();
		this.dialog.requestFullscreen?.().catch(() => {}); // without permission, the room fills only the window
		this.draw();
	}

	close() {
		const { game } = this.controller.match;
		if (this.lookedBack) this.controller.goTo(game.known.length);
		this.controller.keepsEnd = false;
		for (const [element, home] of this.homes) home.replaceWith(element);
		this.homes.clear();
		if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
		byId("room-button").focus();
	}

	/**
	 * Borrow an element of the page for the room, until the room closes.
	 * @param {HTMLElement} element
	 * @param {(element: HTMLElement) => void} put
	 */
	borrow(element, put) {
		const home = make("span", { hidden: "" });
		this.homes.set(element, home);
		element.replaceWith(home);
		put(element);
	}

	/**
	 * Step back or forward by a move; after the last move, let the opponent move.
	 * @param {number} by
	 */
	step(by) {
		const { controller } = this;
		const { game, paused } = controller.match;
		const ply = game.ply + by;
		if (by < 0) this.lookedBack = true;
		if (ply >= 0 && ply <= game.known.length) controller.goTo(ply);
		else if (by > 0 && paused) controller.reply();
	}

	draw() {
		if (!this.dialog.open) return;
		const { match } = this.controller;
		const { game, rules, position } = match;
		const marks = document.getElementById("marks"); // only some games have this element, once it is fetched
		if (marks && !this.homes.has(marks)) this.borrow(marks, () => this.head.append(marks));
		setText(this.turn, turnText(match));
		setText(this.players, match.twoPeople ? "" : [X, O].map((mark) => `${capital(rules.sideName(mark))}: ${match.who(mark)}`).join(", "));
		const cell = game.ply ? game.known[game.ply - 1] % rules.cells : null;
		for (const mark of [X, O]) this.drawPlane(rules, mark, mark === X ? position.x : position.o, cell);
		setText(this.order, orderText(rules));
		setText(this.said, cell === null ? "No stones yet: both numbers are 0. A stone sets one bit." : sentence(rules, game.positions[game.ply - 1], cell, rules.markAt(position, cell)));
	}

	/**
	 * @param {Rules} rules
	 * @param {number} mark
	 * @param {Bits} stones
	 * @param {number | null} last
	 */
	drawPlane(rules, mark, stones, last) {
		const groups = [];
		const rows = rules.cells / rules.cols, isGrid = isGridOf(rules);
		this.dialog.classList.toggle("by-columns", isGrid);
		/** @param {number} cell */
		const digit = (cell) => {
			const isSet = rules.has(stones, cell);
			const name = `bit${isSet ? " set" : ""}${isSet && cell === last ? " new" : ""}`;
			const worth = rules.cells > NUMBERED ? [] : [make("small", { class: "worth" }, `${2 ** cell}`)];
			return make("div", { class: name }, isSet ? "1" : "0", ...worth, make("small", {}, rules.cellName(cell)));
		};
		for (let col = 0; col < (isGrid ? rules.cols : 0); col++) {
			groups.push(make("div", { class: "column" }, ...Array.from({ length: rows }, (_, row) => digit(row * rules.cols + col))));
		}
		for (let row = rows - 1; row >= 0 && rules.cells <= DIGITS; row--) {
			const cells = Array.from({ length: rules.cols }, (_, at) => (row + 1) * rules.cols - 1 - at);
			groups.push(make("div", { class: "triple" }, ...cells.map(digit)));
		}
		this.shown[mark].replaceChildren(make("div", { class: "value" }, `${MARKS[mark]} = ${stones}`), make("div", { class: "digits" }, ...groups));
	}
}

/**
 * Whether the digits of a board stand like its cells, since its stones fall.
 * @param {Rules} rules
 */
function isGridOf({ facts, layers, rows, cols, cells }) {
	return Boolean(facts?.byColumn) && layers === 1 && cells > DIGITS && rows <= GRID && cols <= GRID;
}

/**
 * A sentence on the place of bit 0, and on its value.
 * @param {Rules} rules
 */
function orderText(rules) {
	if (isGridOf(rules)) return `Each digit stands where its cell is: ${rules.cellName(0)} is bit 0, and ${rules.cellName(1)} is bit 1.`;
	return rules.cells > DIGITS ? "" : "The last digit is bit 0 and worth 1, and each other one is worth twice the next.";
}

/**
 * X to move. X has won. If both players place both marks, the winner has no mark, so the text names the player.
 * @param {Match} match
 */
function turnText({ rules, position, outcome }) {
	/** @param {number} mark */
	const side = (mark) => capital(rules.sideName(mark));
	const refusal = rules.refusal(position);
	if (refusal) return `${capital(refusal)}.`;
	if (!outcome) return `${side(rules.toMove(position))} to move`;
	const { winner, line } = outcome;
	if (!winner) return "A draw";
	const isNamed = line && rules.facts?.owned === false;
	if (!isNamed) return `${side(winner)} has won`;
	if (rules.board.lineWorth > 0) return `${side(winner)} completed the line and has won`;
	return `${side(O + X - winner)} completed the line: ${rules.sideName(winner)} has won`;
}

/**
 * X played b2: bit 4 is set. 1 | 16 = 17
 * @param {Rules} rules
 * @param {import("./position.js").Position} before
 * @param {number} cell
 * @param {number} mark
 */
function sentence(rules, before, cell, mark) {
	const { x, o } = rules.withMark(rules.START, cell, mark);
	const [stones, bit] = mark === X ? [before.x, x] : [before.o, o];
	const sum = rules.cells <= DIGITS ? ` ${stones} | ${bit} = ${stones | bit}` : "";
	return `${MARKS[mark]} ${rules.sideName(mark) === MARKS[mark] ? "played" : "was placed on"} ${rules.cellName(cell)}: bit ${cell} is set.${sum}`;
}
