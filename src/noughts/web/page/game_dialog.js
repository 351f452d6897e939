// The sheet in which a person chooses board, opponent, side and the names of the cells.

import { readBoard } from "./board_text.js";
import { LISTED } from "./boards.js";
import { byId, inputById, make, setText } from "./dom.js";
import { MACHINES, PLAYERS, about, canPlay } from "./players.js";
import { MARKS, Refusal, X } from "./position.js";
import { PACES } from "./timers.js";
import { LABELS, boardName, capital } from "./wording.js";

/** @import { Choice, Options } from "./controller.js" */

export const SIDES = { x: "X, first", o: "O", turns: "By turns", watch: "Watch" };
const PLAIN = LISTED.map(readBoard);

export class Sheet {
	/**
	 * `chosen({ board, opponent, side, first, pace, labels, sound, goesOn })` gets what was changed, one at a time.
	 * @param {(choice: Choice) => void} chosen
	 */
	constructor(chosen) {
		this.sheet = /** @type {HTMLDialogElement} */ (byId("sheet"));
		this.plain = LISTED[0]; // the board of the game, without misère
		this.fill("boards", "board", PLAIN.map((board) => [board.plain, boardName(board)]));
		this.fill("opponents", "opponent", Object.entries(PLAYERS));
		this.fill("firsts", "first", MACHINES.map((player) => [player, PLAYERS[player]]));
		this.fill("sides", "side", Object.entries(SIDES).map(([side, name]) => [side, { name }]));
		this.fill("paces", "pace", Object.keys(PACES).map((pace) => [pace, { name: capital(pace) }]));
		this.fill("labels", "labels", Object.entries(LABELS).map(([label, name]) => [label, { name }]));
		this.sheet.addEventListener("change", ({ target }) => {
			const { name, value, id, checked } = /** @type {HTMLInputElement} */ (target);
			if (name === "board") chosen({ board: value });
			else if (id === "misere") chosen({ board: checked ? `${this.plain},misere` : this.plain });
			else if (id === "typed") this.type(value, chosen);
			else if (id) chosen({ [id]: checked });
			else chosen({ [name]: value });
		});
		byId("setup").addEventListener("click", () => this.sheet.showModal());
		byId("done").addEventListener("click", () => this.close());
		this.sheet.addEventListener("click", ({ target }) => target === this.sheet && this.close()); // beside it
	}

	close() {
		this.sheet.close();
	}

	/**
	 * Say why what was typed is not a board, or nothing.
	 * @param {string} why
	 */
	refuse(why) {
		inputById("typed").ariaInvalid = `${why !== ""}`;
		setText(byId("not-typed"), why);
	}

	/**
	 * @param {string} id
	 * @param {string} name
	 * @param {[value: string, about: { name: string, detail?: string }][]} choices
	 */
	fill(id, name, choices) {
		byId(id).append(...choices.map(([value, { name: title, detail }]) => make(
			"label", { class: "choice" },
			make("input", { type: "radio", name, value }),
			make("b", {}, title),
			...(detail ? [make("small", {}, detail)] : []),
		)));
	}

	/**
	 * @param {string} name
	 * @param {string} value
	 */
	input(name, value) {
		return /** @type {HTMLInputElement} */ (this.sheet.querySelector(`[name="${name}"][value="${value}"]`));
	}

	/**
	 * @param {string} name
	 * @param {string} value
	 * @param {boolean} isShown
	 */
	show(name, value, isShown) {
		/** @type {HTMLElement} */ (this.input(name, value).parentElement).hidden = !isShown;
	}

	/**
	 * Take the board that somebody typed, or say why not.
	 * @param {string} text
	 * @param {(choice: Choice) => void} chosen
	 */
	type(text, chosen) {
		let why = "";
		try {
			chosen({ board: readBoard(text.toLowerCase().replaceAll("è", "e").replace(/\s/g, "")).key });
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			why = error.message;
		}
		this.refuse(why);
	}

	/**
	 * Show what is chosen, here and in the button that opens it.
	 * @param {import("./match.js").Match} match
	 * @param {Options} options
	 */
	draw({ rules, opponent, side, takesTurns, twoPeople, watching, first, agentBoard }, { labels, pace, sound, goesOn }) {
		const { board } = rules;
		this.plain = board.plain;
		const isListed = LISTED.includes(board.plain), typed = inputById("typed");
		for (const plain of LISTED) this.input("board", plain).checked = plain === board.plain;
		if (document.activeElement !== typed) {
			typed.value = isListed ? "" : board.plain;
			this.refuse("");
		}
		inputById("misere").checked = board.key !== board.plain;
		this.input("opponent", opponent).checked = true;
		this.input("side", watching ? "watch" : takesTurns ? "turns" : side === X ? "x" : "o").checked = true;
		for (const one of ["x", "o", "turns"]) this.input("side", one).disabled = twoPeople;
		for (const player of Object.keys(PLAYERS)) {
			const isHere = canPlay(player, rules, agentBoard);
			this.show("opponent", player, isHere && !(watching && player === "person")); // nobody watches one
			if (MACHINES.includes(player)) this.show("first", player, isHere);
		}
		this.input("first", first).checked = true;
		this.input("pace", pace).checked = true;
		for (const id of ["firsts", "paces"]) byId(id).hidden = !watching;
		setText(byId("opponents").children[0], watching ? "O is played by" : "Opponent");
		this.input("labels", labels).checked = true;
		inputById("sound").checked = sound;
		inputById("goesOn").checked = goesOn;
		for (const name of ["opponent", "first"]) {
			const [, title, detail] = /** @type {Element} */ (this.input(name, "perfect").parentElement).children;
			setText(title, about("perfect", rules).name);
			setText(detail, about("perfect", rules).detail);
		}
		const alike = PLAIN.filter(({ sizes, edgesMeet }) => `${sizes}` === `${board.sizes}` && edgesMeet === board.edgesMeet);
		const saysK = alike.length !== 1 || !isListed; // else there is one of these sides
		byId("chosen-board").textContent = boardName(board).name + (saysK ? `, ${board.k}` : "");
		byId("chosen-k").textContent = (saysK ? "in a row" : "");
		byId("chosen-misere").hidden = board.key === board.plain;
		const name = about(opponent, rules).name;
		byId("chosen-opponent").textContent = watching ? `${about(first, rules).name} – ${name}` : name;
		byId("chosen-side").textContent = MARKS[side];
		for (const part of byId("setup").querySelectorAll(".unseen, #chosen-side")) {
			part.toggleAttribute("hidden", twoPeople || watching);
		}
	}
}
