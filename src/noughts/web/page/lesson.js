// The first lesson on the screen. While it is shown, it uses the large board. `lesson_steps.js` has its steps.

import { attribute, byId, guidePlace, make, setText, style } from "./dom.js";
import { GUIDE, STEPS } from "./lesson_steps.js";
import { MARKS, Refusal } from "./position.js";
import { TICTACTOE, markAt } from "./tictactoe.js";
import { parseNumber } from "./typed_numbers.js";

/** @import { Board } from "./board.js" */
/** @import { Row } from "./lesson_steps.js" */
/** @typedef {{ done: number, keep: (done: number) => void, say: (text: string) => void, draw: () => void, begun: (fragment: string) => void }} Options */

const SHIFT = 700; // ms in which digits move to their places after a shift
const ALL = 2 ** STEPS.length - 1;

export class Lesson {
	/**
	 * The lesson in an element, once its style sheet is loaded. The options are those of the constructor.
	 * @param {HTMLElement} element
	 * @param {Options} options
	 */
	static async begin(element, options) {
		await style("lesson.css");
		return new Lesson(element, options);
	}

	/**
	 * `done` has a bit for each finished step, and `keep(done)` stores it; `say` announces a text to screen readers;
	 * `draw` redraws the board; `begun(fragment)` gets the fragment of each step that begins.
	 * @param {HTMLElement} element
	 * @param {Options} options
	 */
	constructor(element, { done, keep, say, draw, begun }) {
		this.done = done;
		this.keep = keep;
		this.say = say;
		this.redraw = draw;
		this.begun = begun;
		this.at = 0;
		/** @type {any} */
		this.answer = null;
		/** @type {{ value: number, button: HTMLElement }[]} */
		this.choices = [];
		/** @type {HTMLInputElement | null} */
		this.input = null;
		this.refused = ""; // why the typed text is not an answer
		this.wasDone = false; // whether the step was finished since it began
		this.rows = make("div", { class: "numbers" });
		this.dots = STEPS.map((_, at) => {
			const dot = make("button", { class: "dot" }, `${at + 1}`);
			dot.addEventListener("click", () => this.begin(at));
			return dot;
		});
		this.title = make("h2", { tabindex: -1 });
		this.task = make("p", { class: "task" });
		this.head = make("div", { id: "task" }, this.title, this.task);
		this.work = make("div", { class: "work" });
		this.guide = makeGuide();
		this.told = make("p", { class: "told" });
		this.back = make("button", { class: "back" }, "Back");
		this.next = make("button", { class: "next" });
		this.back.addEventListener("click", () => this.at > 0 && this.begin(this.at - 1, true));
		this.next.addEventListener("click", () => this.goOn());
		element.append(
			make("div", { class: "dots", role: "group", "aria-label": "Steps of the lesson" }, ...this.dots),
			this.work, this.told,
			make("div", { class: "onward" }, this.back, this.next),
			this.guide, makeTeaching(),
		);
		byId("grid").parentElement?.before(this.head); // the head stands above the board
		this.begin(this.firstOpen);
	}

	/** The number of the first unfinished step, or 0 if all steps are finished. */
	get firstOpen() {
		return Math.max(0, STEPS.findIndex((_, at) => !((this.done >> at) & 1)));
	}

	/** The fragment of the step's address. */
	get fragment() {
		return `lesson=${this.at + 1}`;
	}

	get step() {
		return STEPS[this.at];
	}

	/**
	 * Begin a step. With `lead`, its title gets the focus.
	 * @param {number} at
	 */
	begin(at, lead = false) {
		this.at = at;
		this.answer = this.step.start;
		this.choices = [];
		this.input = null;
		this.refused = "";
		this.wasDone = false;
		setText(this.title, `${at + 1}. ${this.step.title}`);
		setText(this.task, this.step.task);
		this.work.replaceChildren(...this.makeAsked(), this.rows);
		this.draw();
		this.redraw();
		this.begun(this.fragment);
		if (!lead) return;
		this.title.focus({ preventScroll: true });
		window.scrollTo(0, 0);
	}

	goOn() {
		const isLast = this.at === STEPS.length - 1;
		if (this.done === ALL && isLast) {
			this.done = 0;
			this.keep(0);
		}
		this.begin(isLast ? this.firstOpen : this.at + 1, true);
	}

	/** The input or the buttons by which a step asks for an answer. */
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
	tap(cell) {
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

	/**
	 * Take an answer. If it is right, store that the step is finished.
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
		this.redraw();
		if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) this.slide();
		this.say(`${this.step.isDone(answer) ? "Done. " : ""}${this.told.textContent}`);
	}

	draw() {
		const { step, answer } = this;
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
		this.guide.hidden = !isAtTheEnd;
	}

	/**
	 * Show the answer on the board, with the cells that the step marks.
	 * @param {Board} board
	 */
	show(board) {
		const { marked, wanted, tap, worths, position } = this.step;
		if (board.rules !== TICTACTOE) board.build(TICTACTOE);
		board.draw({ rules: TICTACTOE, position: position(this.answer), end: null, last: null, canPlay: Boolean(tap), wanted: null });
		const mask = marked?.(this.answer) ?? 0;
		board.cells.forEach((element, cell) => {
			const isMarked = Boolean((mask >> cell) & 1);
			const due = wanted ? markAt(wanted, cell) : 0;
			element.dataset.wanted = `${due}`;
			element.classList.toggle("marked", isMarked || due > 0);
			element.querySelector(".worth")?.remove();
			if (worths) element.append(make("small", { class: "worth" }, `${worths(cell)}`));
			element.ariaLabel += (isMarked ? ", marked" : due ? `, ${MARKS[due]} is wanted` : "") + (worths ? `, worth ${worths(cell)}` : "");
		});
	}

	/** Let the digits of shifted rows move from the row above to their places. */
	slide() {
		const elements = [...this.rows.children];
		let begin = 0;
		this.step.rows(this.answer).forEach(({ by }, at) => {
			if (!by) return;
			slide(elements[at], elements[at - 1], by, begin);
			begin += SHIFT;
		});
	}
}

/**
 * @param {Element} row
 * @param {Element} above
 * @param {number} by
 * @param {number} delay
 */
function slide(row, above, by, delay) {
	const timing = { duration: SHIFT, delay, fill: /** @type {FillMode} */ ("backwards"), easing: "ease-in-out" };
	const [digits, from] = [row, above].map((element) => [...element.querySelectorAll(".bit")]);
	const boxes = from.map((digit) => digit.getBoundingClientRect());
	const down = boxes[0].top - digits[0].getBoundingClientRect().top;
	digits.forEach((digit, at) => {
		const { left } = digit.getBoundingClientRect();
		if (at < by) digit.animate([{ opacity: 0 }, { opacity: 0, offset: 0.7 }, {}], timing); // the zeros shifted in
		else digit.animate([{ transform: `translate(${boxes[at - by].left - left}px, ${down}px)` }, { transform: "none" }], timing);
	});
	const step = boxes[1].left - boxes[0].left;
	from.slice(from.length - by).forEach((digit, at) => { // the digits shifted out at the end
		const fallen = /** @type {HTMLElement} */ (digit.cloneNode(true));
		fallen.classList.add("fallen");
		digits[digits.length - by + at].append(fallen);
		const ended = fallen.animate([{ transform: `translateY(${down}px)`, opacity: 1 }, { transform: `translateX(${by * step}px)`, opacity: 0 }], timing);
		ended.finished.then(() => fallen.remove(), () => {});
	});
}

/** Links for teachers. */
function makeTeaching() {
	const place = guidePlace(), what = "three lesson plans and sheets to print";
	return make("p", { class: "how" }, "For a class: ", ...(place ? [make("a", { href: `${place}../teaching.html` }, what), "."]
		: [`${what} are in the project’s documentation, in docs/teaching.md.`]));
}

/** Links to the next lessons. */
function makeGuide() {
	const place = guidePlace();
	return make(
		"section", { class: "guide" },
		make("h3", {}, "The guide goes on"),
		...(place ? [] : [make("p", {}, "Its eight lessons are in the project’s documentation, in docs/learn.")]),
		make("ol", {}, ...GUIDE.map(([name, title]) => make("li", {}, place ? make("a", { href: `${place}${name}.html` }, title) : title))),
	);
}

/**
 * A number with its digits. Screen readers skip the digits, which only picture the number.
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
