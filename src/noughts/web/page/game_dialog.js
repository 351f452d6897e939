// The sheet in which a person chooses the game: board, opponent and side, or two players to watch. It shows one page at
// a time, with at most a dozen choices. Further choices are folded.

import { ABOUT } from "./answers.js";
import { boardPicture } from "./board_pictures.js";
import { boardOf, readBoard } from "./board_text.js";
import { whyNot } from "./board_words.js";
import { KNOWN_AS } from "./boards.js";
import { attribute, byId, inputById, make, setText, style } from "./dom.js";
import { GROUPS } from "./groups.js";
import { LEVELS } from "./ladder.js";
import { MACHINES, PLAYERS, about, canPlay } from "./players.js";
import { Refusal, X } from "./position.js";
import { PACES } from "./timers.js";
import { aboutTurns } from "./turns.js";
import { LABELS, boardName, capital } from "./wording.js";

/** @import { Choice, Options } from "./controller.js" */
/** @import { Match } from "./match.js" */
/** @import { Entry } from "./position.js" */
/** @typedef {"play" | "watch" | "boards"} Page of the sheet */
/** @typedef {{ chosen: (choice: Choice) => void, erase: () => void, resign: () => void, showWorths: () => void }} To */

const SIDES = { x: "X, first", o: "O", turns: "Take turns" };
const TITLES = { play: "The game", watch: "Watch two", boards: "The board" };
const USUAL = [...LEVELS, "person"];

/**
 * The name of a board below its picture, and a remark on the board.
 * @param {Entry} board
 */
function called(board) {
	const { name, detail } = boardName({ ...board, relative: "" }), loses = board.lineWorth < 0;
	const known = KNOWN_AS.get(board.key), words = board.words.split(",").filter((word) => word && word !== "misere");
	const rules = [...words.map((word) => ABOUT[word] ?? aboutTurns(word)), ...(board.relative && loses ? [ABOUT.misere] : [])];
	if (known) return { name: known, detail: [name, ...rules].join(", ") };
	if (board.relative) return { name, detail: [`${board.k} in a row`, ...rules].join(", ") };
	return { name, detail: loses ? `${board.k} in a row loses` : detail };
}

export class Sheet {
	/**
	 * The sheet, once its style sheet is loaded.
	 * @param {To} to
	 */
	static async begin(to) {
		await style("dialog.css");
		return new Sheet(to);
	}

	/**
	 * `chosen({ board, opponent, side, first, pace, labels, sound, goesOn })` is called with each changed choice;
	 * `erase` deletes scores and levels, `resign` gives the game up, and `showWorths` shows the values of boards.
	 * @param {To} to
	 */
	constructor({ chosen, erase, resign, showWorths }) {
		this.chosen = chosen;
		this.plain = ""; // the board of the game, without misère
		/** @type {Page} */
		this.page = "play";
		/** @type {"play" | "watch"} the page to which the page of boards leads back */
		this.home = "play";
		this.resign = button("resign", "Resign ", () => {
			this.close();
			resign();
		});
		this.resign.append(make("kbd", {}, "g"));
		this.title = make("h2", { id: "sheet-title", tabindex: -1 });
		this.back = button("back", "Back", () => this.turn(this.home));
		this.done = button("done", "Play", () => this.close());
		this.done.className = "primary";
		this.picture = make("span");
		this.name = make("b");
		this.detail = make("small");
		const board = button("to-boards", "", () => this.turn("boards"));
		board.replaceChildren(this.picture, make("span", {}, this.name, " ", this.detail), make("span", { class: "other" }, "Other boards"));
		this.players = Object.fromEntries(["first", "second"].map((which) => [which, make("select", { name: which === "first" ? "first" : "opponent" })]));
		this.typed = make("input", {
			id: "typed", placeholder: "6,5,4 or 10,10,5,torus", "aria-describedby": "not-typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
		});
		/** @type {Record<Page, HTMLElement[]>} */
		this.pages = {
			play: [
				choicesOf("opponents", "Opponent", "opponent", USUAL.map((player) => [player, PLAYERS[player]])),
				choicesOf("sides", "You play", "side", Object.entries(SIDES).map(([side, name]) => [side, { name }])),
				button("watch", "Watch two players", () => this.chosen({ side: "watch" })),
			],
			watch: [
				make("label", { class: "asked-for" }, "X is played by", this.players.first),
				make("label", { class: "asked-for" }, "O is played by", this.players.second),
				choicesOf("paces", "Pace", "pace", Object.keys(PACES).map((pace) => [pace, { name: capital(pace) }])),
				button("play-oneself", "Play yourself", () => this.chosen({ side: "turns" })),
			],
			boards: GROUPS.map(([title, keys], at) => this.group(title, keys, at)),
		};
		const others = MACHINES.filter((player) => !USUAL.includes(player));
		this.others = choicesOf("others", "Other opponents", "opponent", others.map((player) => [player, PLAYERS[player]]));
		this.more = make(
			"details", { id: "more" }, make("summary", {}, "More"),
			this.others,
			make("label", { class: "typed" }, "Any board: rows, columns, in a row ", this.typed),
			make("p", { id: "not-typed" }),
			toggle("misere", " Misère: whoever makes a line loses"),
			button("worths", "What boards are worth", showWorths),
			choicesOf("labels", "Names on the board", "labels", Object.entries(LABELS).map(([label, name]) => [label, { name }])),
			toggle("sound", " Sound"),
			toggle("goesOn", " The next game begins by itself, after two seconds"),
			this.resign,
			button("clear", "Erase scores and levels", erase),
		);
		this.sheet = make(
			"dialog", { id: "sheet", "aria-labelledby": "sheet-title" },
			make("div", { class: "sheet-head" }, this.back, this.title, this.done),
			board, ...Object.values(this.pages).flat(), this.more,
		);
		this.board = board;
		document.body.append(this.sheet);
		byId("worths").setAttribute("aria-haspopup", "dialog");
		this.sheet.addEventListener("change", (event) => this.changed(event));
		this.sheet.addEventListener("click", ({ target }) => target === this.sheet && this.close()); // beside the sheet
	}

	open() {
		this.turn(this.home);
		this.sheet.showModal();
	}

	close() {
		this.sheet.close();
	}

	/**
	 * Show a page of the sheet. Its title gets the focus, since the focused element is on another page.
	 * @param {Page} page
	 */
	turn(page) {
		this.page = page;
		for (const [name, parts] of Object.entries(this.pages)) for (const part of parts) part.toggleAttribute("hidden", name !== page);
		const isOfBoards = page === "boards";
		this.back.hidden = !isOfBoards;
		for (const part of [this.done, this.board, this.more]) part.hidden = isOfBoards;
		this.others.hidden = page !== "play";
		setText(this.title, TITLES[page]);
		setText(this.done, page === "watch" ? "Watch" : "Play");
		const chosen = this.sheet.querySelector(".pictured[aria-pressed=true]")?.closest("details");
		if (isOfBoards && chosen) chosen.open = true; // which closes the others
		this.sheet.scrollTo(0, 0);
		if (this.sheet.open) this.title.focus();
	}

	/**
	 * A group of boards as pictures, without boards that the page cannot play.
	 * @param {string} title
	 * @param {string[]} keys
	 * @param {number} at
	 */
	group(title, keys, at) {
		const boards = keys.map(boardOf).filter((board) => board !== undefined);
		const pictures = boards.map((board) => {
			const { name, detail } = called(board);
			const one = make("button", { class: "pictured", value: board.key }, boardPicture(board), make("b", {}, name), " ", make("small", {}, detail));
			one.addEventListener("click", () => {
				this.chosen({ board: board.key });
				this.turn(this.home);
			});
			return one;
		});
		const group = make("details", { class: "boards", name: "boards", ...(at ? {} : { open: "" }) }, make("summary", {}, title), make("div", {}, ...pictures));
		return boards.length ? group : make("div");
	}

	/** @param {Event} event */
	changed({ target }) {
		const { name, value, id, checked } = /** @type {HTMLInputElement} */ (target);
		if (id === "misere") this.chosen({ board: checked ? `${this.plain},misere` : this.plain });
		else if (id === "typed") this.type(value);
		else if (id) this.chosen({ [id]: checked });
		else this.chosen({ [name]: value });
	}

	/**
	 * Show why the typed text is not a board, or clear the message.
	 * @param {string} why
	 */
	refuse(why) {
		attribute(this.typed, "aria-invalid", why ? "true" : null);
		setText(byId("not-typed"), why);
	}

	/**
	 * Choose the board that a person typed, or say why it is refused.
	 * @param {string} text
	 */
	type(text) {
		const plain = text.toLowerCase().replaceAll("è", "e").replace(/\s/g, "");
		let why = "";
		try {
			this.chosen({ board: readBoard(plain).key });
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			why = whyNot(plain);
		}
		this.refuse(why);
	}

	/**
	 * @param {string} name
	 * @param {string} value
	 */
	input(name, value) {
		return /** @type {HTMLInputElement} */ (this.sheet.querySelector(`input[name="${name}"][value="${value}"]`));
	}

	/**
	 * Show the current choices.
	 * @param {Match} match
	 * @param {Options} options
	 */
	draw(match, { labels, pace, sound, goesOn }) {
		const { rules: { board }, opponent, side, takesTurns, twoPeople, watching } = match;
		this.plain = board.plain;
		const { name, detail } = called(board);
		if (this.board.dataset.board !== board.key) this.picture.replaceChildren(boardPicture(board));
		this.board.dataset.board = board.key;
		setText(this.name, name);
		setText(this.detail, detail);
		let isPictured = false;
		for (const one of this.sheet.querySelectorAll(".pictured")) {
			const isChosen = one.getAttribute("value") === board.key;
			one.setAttribute("aria-pressed", `${isChosen}`);
			isPictured ||= isChosen;
		}
		if (document.activeElement !== this.typed) {
			this.typed.value = isPictured ? "" : board.key;
			this.refuse("");
		}
		inputById("misere").checked = board.key !== board.plain;
		inputById("misere").disabled = !boardOf(`${board.plain},misere`);
		this.drawPlayers(match);
		this.input("opponent", opponent).checked = !watching;
		if (!USUAL.includes(opponent) && !watching) this.more.open = true; // the chosen opponent is there
		if (!watching) this.input("side", takesTurns ? "turns" : side === X ? "x" : "o").checked = true;
		for (const one of Object.keys(SIDES)) this.input("side", one).disabled = twoPeople;
		this.input("pace", pace).checked = true;
		this.input("labels", labels).checked = true;
		this.resign.disabled = !match.canResign;
		inputById("sound").checked = sound;
		inputById("goesOn").checked = goesOn;
		const home = watching ? "watch" : "play";
		if (this.home === home) return;
		const isThere = this.page === this.home;
		this.home = home;
		if (isThere) this.turn(home);
	}

	/**
	 * Show the players that can play on the board, by their names there.
	 * @param {Match} match
	 */
	drawPlayers({ rules, agentBoard, first, opponent }) {
		const here = MACHINES.filter((player) => canPlay(player, rules, agentBoard));
		for (const player of Object.keys(PLAYERS)) {
			const element = /** @type {HTMLElement} */ (this.input("opponent", player).parentElement);
			element.hidden = player !== "person" && !here.includes(player);
			const { name, detail } = about(player, rules);
			setText(element.children[1], name);
			setText(element.children[2], detail);
		}
		for (const [which, player] of Object.entries({ first, second: opponent })) {
			const select = /** @type {HTMLSelectElement} */ (this.players[which]);
			const options = here.map((one) => new Option(about(one, rules).name, one, false, one === player));
			if ([...select.options].map(({ value, text }) => value + text).join() !== options.map(({ value, text }) => value + text).join()) select.replaceChildren(...options);
			select.value = player;
		}
	}
}

/**
 * @param {string} id
 * @param {string} text
 * @param {() => void} act
 */
function button(id, text, act) {
	const element = make("button", { id }, text);
	element.addEventListener("click", act);
	return element;
}

/**
 * @param {string} id
 * @param {string} text
 */
function toggle(id, text) {
	return make("label", { class: "switch" }, make("input", { type: "checkbox", id }), text);
}

/**
 * @param {string} id
 * @param {string} legend
 * @param {string} name
 * @param {[value: string, about: { name: string, detail?: string }][]} choices
 */
function choicesOf(id, legend, name, choices) {
	return make("fieldset", { id }, make("legend", {}, legend), ...choices.map(([value, { name: title, detail }]) => make(
		"label", { class: "choice" },
		make("input", { type: "radio", name, value }),
		make("b", {}, title),
		...(detail ? [make("small", {}, detail)] : []),
	)));
}
