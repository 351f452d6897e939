// The puzzle of a day, on the whole window: the board, the result of a try, and the next puzzle.

import { because } from "./announcements.js";
import { Board } from "./board.js";
import { attribute, byId, make, setText, style } from "./dom.js";
import { shownHints } from "./hint_words.js";
import { LEVELS } from "./puzzles.js";
import { ANSWER, BOARDS, GIVEN_UP, HINT, PRACTICE, Puzzle, Solved, chosenBy, dateOf, dayOf, fragmentOf, isOver, levelsOn, oddIn, shared } from "./daily_puzzles.js";
import { boardOf } from "./board_text.js";
import { MARKS } from "./position.js";
import { boardName, capital } from "./wording.js";

/** @import { PageStorage } from "./storage.js" */
/** @import { Choice, Try } from "./daily_puzzles.js" */
/** @typedef {{ store: PageStorage, remembered: unknown, address: { readonly page: string, show(fragment: string | null): void } }} World `address.show` sets the fragment to the puzzle's or, with null, to the game's */

const TODAYS = "Today’s puzzle";
const EXAMPLE = { level: "hard", board: "5,5,4" };

export class PuzzleDialog {
	/** @type {Promise<PuzzleDialog> | null} */
	static made = null;

	/**
	 * The only dialog of its kind, once its style sheet is loaded.
	 * @param {World} world
	 */
	static begin(world) {
		return (PuzzleDialog.made ??= style("puzzle.css").then(() => new PuzzleDialog(world)));
	}

	/** @param {World} world */
	constructor({ store, remembered, address }) {
		this.address = address;
		this.solved = new Solved(store, remembered);
		/** @type {Choice} */
		this.choice = this.daily;
		/** @type {Puzzle | null} */
		this.puzzle = null;
		/** @type {Map<number, Try>} the tried wrong moves, by cell */
		this.tried = new Map();
		/** @type {Try | null} the wrong move that is on the board, with its reply */
		this.refuted = null;
		this.said = "";
		this.opener = "puzzle-button"; // the element that gets the focus back

		/** @type {(text: string, act: () => unknown, attributes?: import("./dom.js").Attributes) => HTMLButtonElement} */
		const button = (text, act, attributes = {}) => {
			const made = make("button", attributes, text);
			made.addEventListener("click", act);
			return made;
		};
		this.before = button("‹", () => this.show({ ...this.choice, day: this.choice.day - 1 }), { "aria-label": "The day before" });
		this.after = button("›", () => this.show({ ...this.choice, day: this.choice.day + 1 }), { "aria-label": "The day after" });
		this.date = make("p", { class: "date" });
		this.title = make("h2", { id: "puzzle-title" });
		this.days = make("div", { class: "days" }, this.before, this.date, this.after);
		this.toDaily = button(TODAYS, () => this.goOn());
		this.levels = LEVELS.map((level) => button(capital(level), () => this.show({ ...this.choice, level }), { value: level }));
		this.boards = make(
			"select", { "aria-label": "Board" }, make("option", { value: "" }, "Any board"),
			...BOARDS.map((board) => make("option", { value: board }, nameOf(board))),
		);
		this.boards.addEventListener("change", () => this.show({ day: this.choice.day, level: "", board: this.boards.value }));
		this.choose = make("div", { class: "choose" }, make("div", { class: "levels", role: "group", "aria-label": "Level" }, ...this.levels), this.boards);
		this.task = make("p", { class: "task" });
		this.rules = make("p", { class: "rules-said" });
		this.grid = make("div", { class: "grid", role: "grid", "aria-label": "Board of the puzzle" });
		this.told = make("p", { class: "told", role: "status" });
		this.squares = make("p", { class: "squares", role: "img" });
		this.again = button("Try again", () => this.takeBack(), { class: "primary" });
		this.next = button("", () => this.goOn(), { class: "primary" });
		this.share = button("Share the result", () => this.copy());
		this.hint = button("Hint", () => this.giveHint());
		this.give = button("Show answer", () => this.giveUp());
		this.streak = make("p", { class: "streak" });
		this.erase = button("Erase", () => {
			this.solved.erase();
			this.show(this.choice);
		}, { "aria-label": "Erase results and days" });
		/** @type {HTMLDialogElement} */
		this.dialog = make(
			"dialog", { id: "puzzle", "aria-labelledby": "puzzle-title" },
			make("div", { class: "puzzle-head" }, this.title, this.days, this.toDaily, button("Close", () => this.dialog.close())),
			this.task, this.rules,
			make("div", { class: "frame" }, this.grid),
			this.told,
			make("div", { class: "acts" }, this.again, this.next, this.share, this.hint, this.give),
			make("div", { class: "record" }, this.squares, this.streak, this.erase),
			this.choose,
		);
		document.body.append(this.dialog);
		this.board = new Board(this.grid, (cell) => this.play(cell), (cell) => this.tell(`${this.puzzle?.rules.cellName(cell)}: tap it again to play there.`));
		this.dialog.addEventListener("close", () => {
			address.show(null);
			byId(this.opener).focus();
		});
	}

	get today() {
		return dayOf(new Date());
	}

	/** @returns {Choice} today's puzzle for everybody */
	get daily() {
		return { day: this.today, level: "", board: "" };
	}

	/**
	 * Open the dialog with the puzzle that an address names, or with the puzzle of today.
	 * @param {string} fragment
	 */
	async open(fragment) {
		const isNew = fragment === "" && !Object.keys(this.solved.record.results).length && !this.solved.record.most;
		const choice = chosenBy(fragment, this.today) ?? (isNew ? PRACTICE : this.daily);
		await this.show(choice);
		const odd = oddIn(fragment, choice);
		if (odd) this.tell(`“${odd}” names no puzzle here. A link names a day up to today, a level and a board: ${fragmentOf({ ...EXAMPLE, day: this.today })}.`);
		if (!this.dialog.open) {
			this.opener = document.activeElement?.id === "daily-puzzle" ? "daily-puzzle" : "puzzle-button";
			this.dialog.showModal();
		}
		this.board.focus();
	}

	/** @param {Choice} choice */
	async show(choice) {
		const puzzle = await Puzzle.of(choice);
		this.choice = choice;
		this.puzzle = puzzle;
		this.tried.clear();
		this.refuted = null;
		this.board.build(puzzle.rules);
		this.address.show(puzzle.fragment);
		const signs = this.solved.signs(puzzle);
		this.tell(isOver(signs) ? puzzle.solution : `${choice.day ? "" : "Your first puzzle: a small board. "}Only one move does it.`);
	}

	/** @param {string} said */
	tell(said) {
		this.said = said;
		this.draw();
	}

	/** @param {string} sign */
	note(sign) {
		if (this.puzzle) this.solved.add(this.puzzle, sign, this.today);
	}

	/** @param {number} cell */
	play(cell) {
		const { puzzle, solved } = this;
		if (!puzzle || isOver(solved.signs(puzzle))) return;
		if (!puzzle.moves.includes(cell)) return this.takeBack();
		this.refuted = null;
		if (cell === puzzle.answer) {
			this.note(ANSWER);
			return this.tell(`Yes! ${puzzle.solution}`);
		}
		const known = this.tried.get(cell), tried = known ?? puzzle.attempt(cell);
		if (!known) this.note(tried.value < 0 ? "L" : "D");
		this.tried.set(cell, tried);
		this.refuted = tried;
		this.tell(puzzle.refutation(tried));
	}

	takeBack() {
		this.refuted = null;
		this.draw();
		this.board.focus();
	}

	giveHint() {
		const { puzzle } = this;
		if (!puzzle) return;
		this.refuted = null;
		this.note(HINT);
		this.tell(`It is one of ${this.left().map(puzzle.rules.cellName).join(", ")}.`);
		this.board.focus();
	}

	giveUp() {
		if (!this.puzzle) return;
		this.refuted = null;
		this.note(GIVEN_UP);
		this.tell(this.puzzle.solution);
		this.next.focus();
	}

	/** The moves that the hints leave; all moves, if there was no hint. */
	left() {
		const { puzzle, solved } = this;
		const hints = puzzle ? solved.signs(puzzle).split(HINT).length - 1 : 0;
		return puzzle && hints ? puzzle.remaining(hints, [...this.tried.keys()]) : [];
	}

	/** The next puzzle: the day's next level; after the last level, the day before; after practice, today's puzzle. */
	get onward() {
		if (!this.choice.day) return this.daily;
		const { day, board } = this.choice, level = this.puzzle?.level ?? "";
		const levels = levelsOn(board), harder = levels[levels.indexOf(level) + 1];
		return harder ? { day, board, level: harder } : { day: day - 1, board, level: "" };
	}

	async goOn() {
		await this.show(this.onward);
		this.board.focus();
	}

	async copy() {
		const { puzzle, solved } = this;
		if (!puzzle) return;
		const text = shared(puzzle, solved.signs(puzzle), this.address.page);
		try {
			await navigator.clipboard.writeText(text);
			this.tell("The result is copied. It does not give the answer away.");
		} catch (error) {
			this.tell(`It could not be copied (${because(error)}): ${text}`);
		}
	}

	draw() {
		const { puzzle, solved, choice } = this;
		if (!puzzle) return;
		const signs = solved.signs(puzzle), over = isOver(signs);
		const isDaily = choice.day > 0;
		setText(this.title, isDaily ? "Puzzle" : "Practice");
		setText(this.date, dateText(choice.day));
		this.toDaily.hidden = isDaily || over;
		for (const part of [this.days, this.choose]) part.hidden = !isDaily;
		this.after.disabled = choice.day >= this.today;
		for (const button of this.levels) {
			attribute(button, "aria-pressed", `${button.value === puzzle.level}`);
			button.disabled = !levelsOn(choice.board).includes(button.value);
		}
		this.boards.value = choice.board;
		setText(this.task, puzzle.task);
		setText(this.rules, rulesOfBoard(puzzle));
		this.drawBoard(over);
		setText(this.told, this.said);
		this.told.className = `told${signs.endsWith(ANSWER) ? " good" : this.refuted ? " bad" : ""}`;
		setText(this.next, nextText(this.onward, choice));
		const shown = { again: Boolean(this.refuted), next: over, share: over, hint: !over && !this.refuted, give: !over && !this.refuted };
		for (const [name, isShown] of Object.entries(shown)) {
			const button = this[/** @type {"again" | "next" | "share" | "hint" | "give"} */ (name)];
			if (!isShown && document.activeElement === button) this.board.focus();
			button.hidden = !isShown;
		}
		this.squares.replaceChildren(...[...signs].map((sign) => make("i", { "data-sign": sign })));
		attribute(this.squares, "aria-label", signs ? `So far: ${[...signs].map((sign) => SAID[sign]).join(", ")}` : "No tries yet");
		const days = solved.streak(this.today);
		setText(this.streak, !isDaily ? "" : days ? `Streak: ${days} ${days === 1 ? "day" : "days"}, best ${solved.record.most}` : "Solve one every day");
		this.erase.hidden = !Object.keys(solved.record.results).length;
	}

	/** @param {boolean} over */
	drawBoard(over) {
		const { puzzle, refuted } = this;
		if (!puzzle) return;
		const { rules, answer } = puzzle;
		let { position } = puzzle, last = null;
		if (over) [position, last] = [puzzle.end, puzzle.line[puzzle.line.length - 1]];
		else if (refuted) {
			position = rules.after(position, refuted.cell);
			if (refuted.reply !== null) position = rules.after(position, refuted.reply);
			last = refuted.reply ?? refuted.cell;
		}
		const free = [...this.tried.values()].filter(({ cell }) => !rules.markAt(position, cell));
		// The person has yet to find the best move, so no move here has a star.
		const hints = free.map(({ cell, value }) => ({ cell, value, proved: true }));
		this.board.draw({ rules, position, end: rules.outcome(position), hints: shownHints(over ? [] : hints, rules, Infinity), last, canPlay: !over, wanted: null });
		const left = over || refuted ? [] : this.left();
		this.board.cells.forEach((element, cell) => {
			element.classList.toggle("maybe", left.includes(cell));
			element.classList.toggle("answer", over && cell === answer);
			if (left.includes(cell)) element.setAttribute("aria-label", `${element.getAttribute("aria-label")}, perhaps`);
		});
	}
}

/**
 * A date as Sun, 22 Nov; with the year, if it is another year.
 * @param {number} day
 */
function dateText(day) {
	const date = dateOf(day), year = date.getUTCFullYear() === new Date().getFullYear() ? undefined : "numeric";
	return date.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", year, timeZone: "UTC" });
}

/** @type {Record<string, string>} */
const SAID = { D: "a move that only draws", L: "a move that loses", [HINT]: "a hint", [ANSWER]: "solved", [GIVEN_UP]: "the answer was shown" };

/**
 * @param {Choice} onward
 * @param {Choice} choice
 */
function nextText(onward, choice) {
	return onward.day < choice.day ? "The day before" : onward.level ? `Next: ${onward.level}` : TODAYS;
}

/** @param {string} key */
function nameOf(key) {
	const board = /** @type {import("./position.js").Entry} */ (boardOf(key));
	const { name, detail } = boardName(board);
	return `${name}, ${board.k} in a row${detail === "edges meet" ? ", edges meet" : ""}${board.lineWorth < 0 ? ", misère" : ""}`;
}

/** @param {Puzzle} puzzle */
function rulesOfBoard({ wins, mover, rules: { board } }) {
	const [size] = boardName(board).name.split(" ");
	const ends = board.lineWorth < 0 ? `misère, whoever makes ${board.k} in a row loses` : `${board.k} in a row wins`;
	return `${size}: ${ends}${board.round ? "; the edges meet" : ""}.${wins ? ` Count ${MARKS[mover]}’s moves only.` : ""}`;
}

