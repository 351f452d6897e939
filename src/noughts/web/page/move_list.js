// The list of the game's moves. A click on a move leads to the position after it.

import { attribute, byId, closest, make } from "./dom.js";
import { MARKS } from "./position.js";

/** @import { Attributes } from "./dom.js" */
/** @import { Game } from "./game.js" */
/** @import { Position, Rules } from "./position.js" */

export class MoveList {
	/**
	 * `goTo(ply)` leads to the position after `ply` moves.
	 * @param {HTMLElement} list
	 * @param {(ply: number) => void} goTo
	 */
	constructor(list, goTo) {
		this.list = list;
		this.shown = "";
		list.addEventListener("click", (event) => {
			const button = closest(event, "button");
			if (button instanceof HTMLButtonElement) goTo(Number(button.value));
		});
	}

	/**
	 * Draw the list. While the moves are the same, the buttons stay, so that the focus stays as well.
	 * @param {Game} game
	 */
	draw(game) {
		const { rules, known, ply } = game;
		const text = `${rules.board.key} ${rules.positionText(game.start)} ${known}`;
		if (text !== this.shown) {
			this.shown = text;
			const moves = known.map((cell, at) => this.move(rules, game.positions[at + 1], cell, at + 1));
			this.list.replaceChildren(...(known.length ? [this.item(0, {}, "Start"), ...moves] : []));
		}
		byId("unplayed").hidden = known.length > 0;
		[...this.list.children].forEach((item, at) => {
			item.classList.toggle("undone", at > ply);
			attribute(item.children[0], "aria-current", at === ply ? "step" : null);
		});
	}

	/**
	 * @param {Rules} rules
	 * @param {Position} position after the move
	 * @param {number} cell
	 * @param {number} ply
	 */
	move(rules, position, cell, ply) {
		const mark = rules.markAt(position, cell % rules.cells), name = rules.moveName(cell);
		const text = rules.hands > 1 ? name : `${MARKS[mark]} ${name}`; // with two hands, the name includes the mark
		return this.item(ply, { "data-mark": mark }, make("small", {}, `${ply}`), ` ${text}`);
	}

	/**
	 * @param {number} ply
	 * @param {Attributes} attributes
	 * @param {(Node | string)[]} text
	 */
	item(ply, attributes, ...text) {
		return make("li", {}, make("button", { class: "move", value: ply, ...attributes }, ...text));
	}
}
