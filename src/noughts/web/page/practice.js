// The part of the tab in which a machine plays games by the hundred, with the curve of their results.

import { choices } from "./radio_buttons.js";
import { make, setText } from "./dom.js";
import { Matchbox, beadsOf } from "./matchbox.js";
import { O, X } from "./position.js";
import { course, curve, tally } from "./results_curve.js";

/** @import { Machine } from "./agents.js" */
/** @import { By } from "./learn_tab.js" */
/** @import { Menace } from "./menace.js" */

const OPPONENTS = { random: "Random", perfect: "Perfect", itself: "Itself" };
const SIDES = { x: "X", o: "O" };
const NUMBERS = [100, 1000];
const CLOSE = 0.15; // part of the curve's height; closer marks would overlap

export class Practice {
	/**
	 * @param {By} by
	 * @param {() => void} changed
	 */
	constructor({ match, agents, say }, changed) {
		this.against = choices("Against", "against", OPPONENTS, "random");
		this.side = choices("It plays", "plays", SIDES, "x");
		this.told = make("p", { class: "told" });
		this.graph = make("div", { class: "graph" });
		this.top = make("span", { class: "top-mark" });
		this.bottom = make("span", { class: "bottom-mark" });
		this.even = make("span", { class: "even-mark" });
		this.begun = make("span", { class: "first-mark" });
		this.last = make("span", { class: "last-mark" });
		this.box = new Matchbox();
		/** @type {{ menace: Menace, beads: Int32Array<ArrayBuffer> } | null} its beads before the last games */
		this.before = null;
		this.boxTold = make("p", { class: "how" });
		this.buttons = NUMBERS.map((games) => {
			const text = games.toLocaleString("en");
			const button = make("button", { "aria-label": `Play ${text} games` }, games === NUMBERS[0] ? `Play ${text} games` : text);
			button.addEventListener("click", () => {
				const machine = agents.here.get(match.rules.board.key);
				const against = /** @type {"random" | "perfect" | "itself"} */ (this.against.value);
				if (!machine) return;
				this.before = { menace: machine.menace, beads: Int32Array.from(machine.menace.beads) };
				const results = agents.train(machine, games, against, this.side.value === "x" ? X : O);
				changed();
				say(`${this.told.textContent} ${results.length} more games.`);
			});
			return button;
		});
		this.buttons[0].className = "primary";
		for (const { element } of [this.against, this.side]) element.addEventListener("change", changed);
		this.element = make(
			"div", { class: "part" },
			make("div", { class: "asked" }, this.against.element, this.side.element),
			make("div", { class: "onward" }, ...this.buttons),
			this.told,
			make("p", { class: "axis" }, "Won more games than lost, by game"),
			make("div", { class: "plot" }, this.graph, this.top, this.even, this.bottom, this.begun, this.last),
			make("div", { class: "with-box" }, this.box.element, this.boxTold),
		);
	}

	/** @param {Machine} machine */
	draw({ menace, results }) {
		const { against, side } = this;
		const { sides } = menace.settings;
		const isBoth = sides === "both";
		if (!isBoth) side.value = sides;
		if (!isBoth && against.value === "itself") against.value = "random";
		against.enable("itself", isBoth);
		for (const one of Object.keys(SIDES)) side.enable(one, isBoth && against.value !== "itself");
		const { top, bottom, zero } = course(results);
		this.graph.replaceChildren(curve(results));
		setText(this.top, results && (top ? `${top} ahead` : "even"));
		setText(this.bottom, results && (bottom ? `${-bottom} behind` : "even"));
		setText(this.even, zero > CLOSE && zero < 1 - CLOSE ? "even" : "");
		this.even.style.setProperty("--at", `${zero}`);
		setText(this.begun, results && `game ${(menace.games - results.length + 1).toLocaleString("en")}`);
		setText(this.last, results && `game ${menace.games.toLocaleString("en")}`);
		const { won, drawn, lost } = tally(results.slice(-NUMBERS[0]));
		const last = Math.min(results.length, NUMBERS[0]);
		setText(this.told, !results ? "The curve goes up a step for each game that MENACE wins, and down a step for each that it loses: it shows how far MENACE is ahead or behind."
			: `Of the last ${last === 1 ? "game" : `${last} games`}: ${won} won, ${drawn} drawn, ${lost} lost. It has learnt from ${menace.games.toLocaleString("en")} in all.`);
		this.drawBox(menace);
	}

	/**
	 * Draw the box of the first move, with the beads that the last games added or removed.
	 * @param {Menace} menace
	 */
	drawBox(menace) {
		const { graph } = menace;
		const known = this.before?.menace === menace ? beadsOf({ graph, beads: this.before.beads }, graph.rules.START) : null;
		const nests = beadsOf(menace, graph.rules.START);
		this.box.draw(nests.map((nest, cell) => ({ ...nest, change: (nest.beads ?? 0) - (known?.[cell].beads ?? nest.beads ?? 0) })), graph.rules.cellName);
		for (const element of [this.box.element, this.boxTold]) element.hidden = !menace.plays(X);
		setText(this.boxTold, known ? "The box of the first move, with the beads that the last games put in or took out."
			: "The box of the first move. Games put beads in, and take beads out.");
	}
}
