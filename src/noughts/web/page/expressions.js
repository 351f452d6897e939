// The expressions of a game at work: the answer to each question, one operation after the other, on the position on the
// board.

import { ABOUT, QUESTIONS } from "./answers.js";
import { turnsOf } from "./any_board.js";
import { make, makeSvg, style } from "./dom.js";
import { MARKS, O, X } from "./position.js";
import { aboutTurns, stepsOfTurns } from "./turns.js";
import { capital } from "./wording.js";

/** @import { Game } from "./game.js" */
/** @import { Bits, Rules } from "./position.js" */
/** @typedef {[name: string, text: string, operation: (...values: any[]) => any]} Step of an expression; `operation` takes the arguments and the values of the steps before */

export class Expressions {
	/**
	 * Resolves once it can be drawn.
	 * @param {HTMLElement} parent
	 */
	static async begin(parent) {
		await style("relatives.css");
		return new Expressions(parent);
	}

	/** @param {HTMLElement} parent */
	constructor(parent) {
		this.element = make("div", { id: "expressions" });
		parent.append(this.element);
	}

	/** @param {Game} game */
	draw({ rules, position }) {
		this.element.hidden = !rules.facts;
		if (!rules.facts) return;
		const { x, o } = position;
		const { made, facts, moverAt, below } = /** @type {any} */ (rules);
		/** @type {Bits[]} */
		const apart = made.apart?.(x, o) ?? [x, o];
		const stones = rules.count(x | o), words = [...rules.board.nested ? ["ultimate"] : [], ...rules.board.words.split(",")], turns = turnsOf(rules.board.words);
		/** @type {(name: string, mask: Bits, kind?: string) => HTMLElement} */
		const plane = (name, mask, kind = "") => shown(name, picture(rules, mask, kind));
		/** @type {(steps: Step[], given: any[], show: (name: string, value: any) => HTMLElement, last: string) => HTMLElement[]} */
		const worked = (steps, given, show, last) => {
			const values = [...given];
			return steps.map(([name, text, operation], at) => {
				const value = operation(...values);
				values.push(value);
				const written = text.replace(/above\((\w+)\)/, `$1 >> ${below}${rules.board.several ? " & upper" : ""}`);
				return show(`${at === steps.length - 1 ? last : name} = ${written}`, value);
			});
		};
		/** @type {Record<string, HTMLElement[]>} */
		const work = {
			kind: (made.wonCells?.(x, o) ?? []).map((/** @type {Bits} */ cells, /** @type {number} */ at) => plane(`boards that ${MARKS[X + at]} has won`, cells, "xo"[at])),
			where: [plane("x", x, "x"), plane("o", o, "o"), ...worked(made.playableSteps, [x, o], plane, "playable")],
			turns: [
				shown("stones", make("b", {}, `${stones}`)),
				...worked(stepsOfTurns(turns), [stones], (name, value) => shown(name, make("b", {}, `${value}`)), "second"),
				shown("moves", make("b", {}, capital(/** @type {any} */ (rules).sideName(moverAt(stones))))),
			],
			marks: facts.hands.map((/** @type {number} */ hand) => plane(`${"xo"[hand]} | stone`, hand ? o : x, "xo"[hand])),
			length: [X, O].flatMap((mark) => {
				const plain = made.runStarts(apart[mark - X]);
				return [plane(`${rules.board.k} or more of ${MARKS[mark]} start`, plain), plane("of these, lines", made.lineStarts(apart[mark - X]))];
			}),
			line: [X, O].filter((mark) => facts.worth[mark - X] !== null && (facts.owned || facts.hands.includes(mark - X)))
				.map((mark) => plane(`lines of ${MARKS[mark]} start`, made.lineStarts(apart[mark - X]))),
		};
		const sections = Object.entries(QUESTIONS).flatMap(([field, { asks, words: answers }]) => {
			const loses = field === "line" && facts.worth[0] < 0 ? "misere" : undefined; // Notakto has no separate word for this
			const word = field === "turns" ? turns : answers.find((one) => words.includes(one)) ?? loses;
			if (!word && field !== "where" && field !== "line") return [];
			const about = word ? make("p", {}, make("code", {}, word), `: ${ABOUT[word] ?? aboutTurns(word)}.`) : make("p", { class: "how" }, field === "where" && rules.board.nested ? "On the board that the last stone names, or on any open board if that board is closed. The last stone stands in x and in o, so x & o finds it." : "As in tic-tac-toe.");
			return [make("section", {}, make("h2", {}, capital(asks)), about, make("ul", { class: "steps" }, ...work[field]))];
		});
		this.element.replaceChildren(make("p", { class: "how" },
			"These expressions are the rules of this game. Each works on all cells at once: a filled cell is a bit that is set."), ...sections);
	}
}

/** @type {(name: string, ...content: Node[]) => HTMLElement} */
function shown(name, ...content) {
	return make("li", {}, ...content, make("code", {}, name));
}

/**
 * A picture of a bitboard's cells, layer below layer, or with the boards of ultimate in their places.
 * @param {Rules} rules
 * @param {Bits} mask
 * @param {string} kind
 */
function picture({ cells, cols, rows, layers, has, names, board: { nested } }, mask, kind) {
	const across = nested ? cols : 1, height = cells / cols / across, gap = 0.4;
	/** @type {(cell: number) => { x: number, y: number }} */
	const placeOf = (cell) => {
		const layer = Math.floor(cell / (rows * cols)), right = layer % across, down = Math.floor(layer / across);
		return { x: right * (cols + gap) + cell % cols + 0.05, y: down * (rows + gap) + Math.floor(cell / cols) % rows + 0.05 };
	};
	const squares = Array.from({ length: cells }, (_, cell) => makeSvg("rect", {
		...placeOf(cell), width: 0.9, height: 0.9, rx: 0.15, class: has(mask, cell) ? "set" : "",
	}));
	const label = mask ? names(mask) : "no cell";
	const svg = makeSvg("svg", { viewBox: `0 0 ${cols * across + gap * (across - 1)} ${height + gap * (layers / across - 1)}`, class: kind, role: "img", "aria-label": label }, ...squares);
	svg.style.setProperty("--down", `${height}`);
	return svg;
}
