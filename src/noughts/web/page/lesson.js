// The first lesson on the screen. What its steps are stands in lesson_steps.js.

import { makeMarks } from "./board.js";
import { attribute, make, rove, setText, style } from "./dom.js";
import { STEPS } from "./lesson_steps.js";
import { MARKS, Refusal } from "./position.js";
import { COLS } from "./rules.js";
import { meaning } from "./shortcuts.js";
import { TICTACTOE, cellName, markAt } from "./tictactoe.js";
import { parseNumber } from "./typed_numbers.js";

/** @import { Position } from "./position.js" */
/** @import { Row } from "./lesson_steps.js" */
/** @typedef {{ done: number, keep: (done: number) => void, say: (text: string) => void, lead: (element: HTMLElement) => void }} Options */

/** @type {Record<string, number>} */
const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLS, ArrowDown: COLS };
const ALL = 2 ** STEPS.length - 1;

export class Lesson {
	/**
	 * The lesson in an element, once its style is there; `done`, `keep` and `say` as below.
	 * @param {HTMLElement} element
	 * @param {Options} options
	 */
	static async begin(element, options) {
		await style("lesson.css");
		return new Lesson(element, options);
	}

	/**
	 * `done` has a bit for each step that is done, and `keep(done)` remembers it; `say` tells what happened to
	 * those who do not see it; `lead` brings the step that begins into view.
	 * @param {HTMLElement} element
	 * @param {Options} options
	 */
	constructor(element, { done, keep, say, lead }) {
		this.element = element;
		this.done = done;
		this.keep = keep;
		this.say = say;
		this.lead = lead;
		this.at = 0;
		/** @type {any} */
		this.answer = null;
		/** @type {HTMLElement[]} */
		this.cells = [];
		/** @type {{ value: number, button: HTMLElement }[]} */
		this.choices = [];
		/** @type {HTMLInputElement | null} */
		this.input = null;
		this.refused = ""; // why what is written is not an answer
		this.wasDone = false; // since the step began
		this.rows = make("div", { class: "numbers" });
		this.board = make("div");
		this.dots = STEPS.map((_, at) => {
			const dot = make("button", { class: "dot" }, `${at + 1}`);
			dot.addEventListener("click", () => this.begin(at));
			return dot;
		});
		this.title = make("h2", { tabindex: -1 });
		this.task = make("p", { class: "task" });
		this.work = make("div", { class: "work" });
		this.told = make("p", { class: "told" });
		this.back = make("button", { class: "back" }, "Back");
		this.next = make("button", { class: "next" });
		this.back.addEventListener("click", () => this.at > 0 && this.begin(this.at - 1, true));
		this.next.addEventListener("click", () => this.goOn());
		element.append(
			make("div", { class: "dots", role: "group", "aria-label": "Steps of the lesson" }, ...this.dots),
			this.title, this.task, this.work, this.told,
			make("div", { class: "onward" }, this.back, this.next),
		);
		element.addEventListener("keydown", (event) => this.pressed(event));
		this.begin(this.firstOpen);
	}

	/** The number of the first step that is not done; of the first of all where all are. */
	get firstOpen() {
		return Math.max(0, STEPS.findIndex((_, at) => !((this.done >> at) & 1)));
	}

	get step() {
		return STEPS[this.at];
	}

	/**
	 * Begin a step; its title gets the focus where `lead` says so.
	 * @param {number} at
	 */
	begin(at, lead = false) {
		this.at = at;
		this.answer = this.step.start;
		this.cells = [];
		this.choices = [];
		this.input = null;
		this.refused = "";
		this.wasDone = false;
		setText(this.title, `${at + 1}. ${this.step.title}`);
		setText(this.task, this.step.task);
		this.work.replaceChildren(this.makeBoard(), make("div", { class: "beside" }, ...this.makeAsked(), this.rows));
		this.draw();
		if (!lead) return;
		this.title.focus({ preventScroll: true });
		this.lead(this.element);
	}

	goOn() {
		const isLast = this.at === STEPS.length - 1;
		if (this.done === ALL && isLast) {
			this.done = 0;
			this.keep(0);
		}
		this.begin(isLast ? this.firstOpen : this.at + 1, true);
	}

	makeBoard() {
		const { tap, worths } = this.step;
		/** @type {HTMLElement[]} */
		this.cells = TICTACTOE.cellsOf((1 << TICTACTOE.cells) - 1).map((cell) => {
			const worth = worths ? [make("small", {}, `${worths(cell)}`)] : [];
			return make(tap ? "button" : "div", { class: "tap" }, makeMarks(), ...worth);
		});
		const board = make("div", { class: "taps", ...(tap ? { role: "group", "aria-label": "Board" } : { role: "img" }) }, ...this.cells);
		this.board = board;
		if (!tap) return board;
		this.cells.forEach((element, cell) => element.addEventListener("click", () => this.tapped(cell)));
		rove(board, this.cells, (now, key) => {
			const to = now + (ARROWS[key] ?? NaN);
			const stays = Math.abs(ARROWS[key]) === COLS || Math.floor(to / COLS) === Math.floor(now / COLS);
			return stays && this.cells[to] ? to : undefined;
		});
		return board;
	}

	/** The field or the buttons that a step asks with. */
	makeAsked() {
		const { most, choices, about = String, picture } = this.step;
		if (most) {
			const input = make("input", { id: "answer", inputmode: "numeric", autocomplete: "off", spellcheck: "false" });
			input.addEventListener("input", () => this.typed(input.value, most));
			this.input = input;
			return [make("p", { class: "asked" }, make("label", { for: "answer" }, "Number"), input)];
		}
		if (!choices) return [];
		this.choices = choices.map((value) => {
			const shown = picture ? [picture(value), make("b", {}, `${value}`)] : [make("b", {}, about(value))];
			const button = make("button", { class: "one", "aria-label": `${value}: ${about(value)}` }, ...shown);
			button.addEventListener("click", () => this.answered(value));
			return { value, button };
		});
		return [make("div", { class: "choices", role: "group", "aria-label": "Answers" }, ...this.choices.map(({ button }) => button))];
	}

	/** @param {number} cell */
	tapped(cell) {
		if (this.step.tap) this.answered(this.step.tap(this.answer, cell));
	}

	/**
	 * @param {string} text
	 * @param {number} most
	 */
	typed(text, most) {
		if (!text.trim()) return this.answered(this.step.start);
		try {
			this.answered(parseNumber(text, { name: "the number", most }));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			this.refused = `${error.message}.`;
			this.draw();
		}
	}

	/** @param {KeyboardEvent} event */
	pressed(event) {
		const { play } = meaning(event) ?? {};
		if (play === undefined || !this.step.tap) return;
		event.preventDefault();
		if (!event.repeat) this.tapped(play);
	}

	/**
	 * Take an answer, and remember it where that is it.
	 * @param {any} answer
	 */
	answered(answer) {
		this.answer = answer;
		this.refused = "";
		if (this.step.isDone(answer)) {
			this.wasDone = true;
			this.done |= 1 << this.at;
			this.keep(this.done);
		}
		this.draw();
		this.say(`${this.step.isDone(answer) ? "Done. " : ""}${this.told.textContent}`);
	}

	draw() {
		const { step, answer } = this;
		this.drawBoard(step.position(answer));
		this.rows.replaceChildren(...step.rows(answer).map(drawRow));
		const isDone = step.isDone(answer);
		setText(this.told, this.refused || (isDone ? step.done(answer) : step.told(answer)));
		this.told.classList.toggle("good", isDone && !this.refused);
		for (const { value, button } of this.choices) button.setAttribute("aria-pressed", `${value === answer}`);
		if (this.input) attribute(this.input, "aria-invalid", this.refused ? "true" : null);
		this.dots.forEach((dot, at) => {
			const done = Boolean((this.done >> at) & 1);
			dot.classList.toggle("done", done);
			attribute(dot, "aria-current", at === this.at ? "step" : null);
			dot.setAttribute("aria-label", `Step ${at + 1}: ${STEPS[at].title}${done ? ", done" : ""}`);
		});
		this.back.setAttribute("aria-disabled", `${this.at === 0}`);
		const isAtTheEnd = this.at === STEPS.length - 1 && this.done === ALL;
		setText(this.next, isAtTheEnd ? "Begin again" : this.wasDone ? "Next" : "Skip");
		this.next.classList.toggle("ready", this.wasDone && !isAtTheEnd);
	}

	/** @param {Position} position */
	drawBoard(position) {
		const { marked, wanted, tap } = this.step;
		const lines = marked?.(this.answer) ?? 0;
		/** @type {string[]} */
		const told = [];
		this.cells.forEach((element, cell) => {
			const mark = markAt(position, cell);
			const due = wanted ? markAt(wanted, cell) : 0;
			element.dataset.mark = `${mark}`;
			element.dataset.wanted = `${due}`;
			element.classList.toggle("marked", Boolean((lines >> cell) & 1) || due > 0);
			const name = `${cellName(cell)}: ${mark ? MARKS[mark] : "free"}`;
			if (tap) element.setAttribute("aria-label", name);
			else told.push(name + ((lines >> cell) & 1 ? ", marked" : due ? `, ${MARKS[due]} is wanted` : ""));
		});
		if (!tap) this.board.setAttribute("aria-label", `Board: ${told.join("; ")}`);
	}
}

/**
 * A number with its digits; the digits are pictures of it, so nobody has to hear each.
 * @param {Row} row
 */
function drawRow({ label, number, groups }) {
	const digits = groups.map((group) => make("span", { class: "threes" }, ...group.map(({ text, mark, label: under }) => make(
		"span", { class: mark ? "bit set" : "bit", "data-mark": mark },
		make("b", {}, text), ...(under ? [make("small", {}, under)] : []),
	))));
	const isWide = groups.flat().some(({ text }) => text.length > 1);
	return make(
		"p", { class: isWide ? "number-row wide" : "number-row" },
		make("span", { class: "of" }, label),
		make("span", { class: "threes-all", "aria-hidden": "true" }, ...digits),
		make("output", {}, number === undefined ? "" : `${number}`),
	);
}
