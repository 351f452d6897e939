// The sheet in which a person chooses board, opponent, side and the names of the cells.

import { BOARDS } from "./boards.js";
import { byId, make } from "./dom.js";
import { PLAYERS, about } from "./players.js";
import { MARKS, X } from "./position.js";
import { boardName } from "./words.js";

export const SIDES = { x: "X, first", o: "O", turns: "By turns" };
export const LABELS = { none: "None", names: "a1", numbers: "1", bits: "Bit 0" };
const PLAIN = BOARDS.filter(({ key, plain }) => key === plain);

export function misereOf(plain) {
	return BOARDS.find((board) => board.plain === plain && board.key !== plain);
}

export class Sheet {
	/** `chosen({ board, opponent, side, labels })` gets what was changed, one at a time. */
	constructor(chosen) {
		this.sheet = byId("sheet");
		this.fill("boards", "board", PLAIN.map((board) => [board.plain, boardName(board)]));
		this.fill("opponents", "opponent", Object.entries(PLAYERS));
		this.fill("sides", "side", Object.entries(SIDES).map(([side, name]) => [side, { name }]));
		this.fill("labels", "labels", Object.entries(LABELS).map(([label, name]) => [label, { name }]));
		this.sheet.addEventListener("change", ({ target }) => {
			const { name, value } = target;
			if (name === "board") chosen({ board: value });
			else if (target.id === "misere") chosen({ board: this.board(target.checked) });
			else chosen({ [name]: value });
		});
		byId("setup").addEventListener("click", () => this.sheet.showModal());
		byId("done").addEventListener("click", () => this.sheet.close());
		this.sheet.addEventListener("click", ({ target }) => target === this.sheet && this.sheet.close()); // beside it
	}

	fill(id, name, choices) {
		byId(id).append(...choices.map(([value, { name: title, detail }]) => make(
			"label", { class: "choice" },
			make("input", { type: "radio", name, value }),
			make("b", {}, title),
			...(detail ? [make("small", {}, detail)] : []),
		)));
	}

	input(name, value) {
		return this.sheet.querySelector(`[name="${name}"][value="${value}"]`);
	}

	/** The board that is marked, misère or not. */
	board(misere) {
		const plain = this.sheet.querySelector("[name=board]:checked").value;
		return (misere && misereOf(plain)?.key) || plain;
	}

	/** Show what is chosen, here and in the button that opens it. */
	draw({ rules, opponent, side, takesTurns, twoPeople }, labels) {
		const { board } = rules;
		this.input("board", board.plain).checked = true;
		byId("misere").checked = board.key !== board.plain;
		byId("misere").disabled = !misereOf(board.plain);
		this.input("opponent", opponent).checked = true;
		this.input("side", takesTurns ? "turns" : side === X ? "x" : "o").checked = true;
		byId("sides").disabled = twoPeople;
		this.input("labels", labels).checked = true;
		const [title, detail] = this.input("opponent", "perfect").parentNode.querySelectorAll("b, small");
		title.textContent = about("perfect", rules).name;
		detail.textContent = about("perfect", rules).detail;
		const ambiguous = PLAIN.filter(({ sizes }) => `${sizes}` === `${board.sizes}`).length > 1 && !board.edgesMeet;
		byId("chosen-board").textContent = boardName(board).name + (ambiguous && rules.cells > 9 ? `, ${board.k}` : "");
		byId("chosen-k").textContent = (ambiguous && rules.cells > 9 ? "in a row" : "");
		byId("chosen-misere").hidden = board.key === board.plain;
		byId("chosen-opponent").textContent = about(opponent, rules).name;
		byId("chosen-side").textContent = MARKS[side];
		for (const part of byId("setup").querySelectorAll(".unseen, #chosen-side")) part.hidden = twoPeople;
	}
}
