// All boxes of one move, each as a small board, and the chosen box with its beads.

import { choices } from "./radio_buttons.js";
import { make, rove, setText } from "./dom.js";
import { Matchbox, NTH, beadsIn, beadsOf, counted, smallBoard } from "./matchbox.js";
import { MARKS, O, X } from "./position.js";

/** @import { Machine } from "./agents.js" */
/** @import { Menace } from "./menace.js" */

const SIDES = { [X]: "X", [O]: "O" };

export class AllBoxes {
	constructor() {
		/** @type {Menace | null} */
		this.menace = null;
		this.key = ""; // names the boxes that are shown
		this.at = 0; // the chosen box
		/** @type {number[]} */
		this.states = [];
		/** @type {HTMLButtonElement[]} */
		this.buttons = [];
		this.side = choices("Boxes of", "boxes-of", SIDES, `${X}`);
		this.move = choices("Move", "boxes-move", NTH, "0");
		this.all = make("div", { class: "all-boxes", role: "group", "aria-label": "Boxes" });
		this.box = new Matchbox();
		this.told = make("p", { class: "told" });
		this.roving = new AbortController();
		for (const { element } of [this.side, this.move]) element.addEventListener("change", () => this.menace && this.draw({ menace: this.menace }));
		this.all.addEventListener("click", ({ target }) => {
			const button = target instanceof Element ? target.closest("button") : null;
			if (button) this.choose(Number(button.value));
		});
		this.element = make(
			"div", { class: "part browser" },
			make("div", { class: "asked" }, this.side.element, this.move.element),
			this.all, this.box.element, this.told,
		);
	}

	/** @param {Pick<Machine, "menace">} machine */
	draw({ menace }) {
		this.menace = menace;
		const { settings: { sides }, graph } = menace;
		if (sides !== "both") this.side.value = `${sides === "x" ? X : O}`;
		for (const mark of [X, O]) {
			this.side.enable(`${mark}`, menace.plays(mark));
			this.side.detail(`${mark}`, `${Object.keys(NTH).reduce((sum, move) => sum + menace.boxes(mark, Number(move)).length, 0)} boxes`);
		}
		const mark = Number(this.side.value);
		for (const move of Object.keys(NTH)) this.move.detail(move, `${menace.boxes(mark, Number(move)).length}`);
		const key = `${graph.rules.board.key} ${sides} ${mark} ${this.move.value}`;
		if (key !== this.key) this.build(menace, mark, key);
		this.choose(this.at);
	}

	/**
	 * @param {Menace} menace
	 * @param {number} mark
	 * @param {string} key
	 */
	build(menace, mark, key) {
		const { graph } = menace;
		this.key = key;
		this.at = 0;
		this.states = menace.boxes(mark, Number(this.move.value));
		this.buttons = this.states.map((state, at) => {
			const position = graph.positions[state];
			const nests = Array.from({ length: graph.cells }, (_, cell) => ({ mark: graph.rules.markAt(position, cell) }));
			return make("button", { value: at, "aria-label": `Box ${at + 1}: ${told(graph.rules, position)}` }, smallBoard(nests));
		});
		this.all.replaceChildren(...this.buttons);
		this.all.scrollTop = 0;
		this.roving.abort();
		this.roving = new AbortController();
		rove(this.all, this.buttons, (now, keyName) => this.neighbour(now, keyName), this.roving.signal);
	}

	/**
	 * @param {number} now
	 * @param {string} key
	 */
	neighbour(now, key) {
		const across = this.buttons.filter(({ offsetTop }) => offsetTop === this.buttons[0].offsetTop).length;
		const to = new Map([
			["ArrowLeft", now - 1], ["ArrowRight", now + 1], ["ArrowUp", now - across], ["ArrowDown", now + across],
			["Home", 0], ["End", this.buttons.length - 1],
		]).get(key);
		return to !== undefined && this.buttons[to] ? to : undefined;
	}

	/** @param {number} at */
	choose(at) {
		const { menace, states } = this;
		if (!menace) return;
		this.at = at;
		this.buttons.forEach((button, place) => button.setAttribute("aria-pressed", `${place === at}`));
		const { positions, rules } = menace.graph;
		const nests = beadsOf(menace, positions[states[at]]);
		const all = beadsIn(nests);
		this.box.draw(nests, rules.cellName);
		setText(this.told, `Box ${at + 1} of ${states.length}. ${all ? `It has ${counted(all)}.` : "It is empty: here MENACE gives up."}`
			+ " Boards that are turned or mirrored share a box, and so do moves.");
	}
}

/**
 * @param {import("./position.js").Rules} rules
 * @param {import("./position.js").Position} position
 */
function told(rules, { x, o }) {
	/** @type {(mark: number, stones: number) => string[]} */
	const each = (mark, stones) => (stones ? [`${MARKS[mark]} ${rules.names(stones)}`] : []);
	return [...each(X, x), ...each(O, o)].join(", ") || "the empty board";
}
