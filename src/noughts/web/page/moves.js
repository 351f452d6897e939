// The moves of the game, each of which leads to the position after it.

import { byId, make } from "./dom.js";
import { MARKS } from "./position.js";

export class Moves {
	/** `goTo(ply)` leads to the position after so many moves. */
	constructor(list, goTo) {
		this.list = list;
		this.shown = "";
		list.addEventListener("click", ({ target }) => {
			const button = target.closest("button");
			if (button) goTo(Number(button.value));
		});
	}

	/** The same buttons stay as long as the moves are the same, so that the focus does. */
	draw(game) {
		const { rules, known, ply } = game;
		const text = `${rules.board.key} ${rules.positionText(game.start)} ${known}`;
		if (text !== this.shown) {
			this.shown = text;
			const moves = known.map((cell, at) => this.move(rules, game.positions[at], cell, at + 1));
			this.list.replaceChildren(...(known.length ? [this.item(0, {}, "Start"), ...moves] : []));
		}
		byId("unplayed").hidden = known.length > 0;
		[...this.list.children].forEach((item, at) => {
			item.classList.toggle("undone", at > ply);
			item.firstChild.toggleAttribute("aria-current", at === ply);
		});
	}

	move(rules, position, cell, ply) {
		const mark = rules.toMove(position);
		return this.item(ply, { "data-mark": mark }, make("small", {}, `${ply}`), ` ${MARKS[mark]} ${rules.cellName(cell)}`);
	}

	item(ply, attributes, ...text) {
		return make("li", {}, make("button", { class: "move", value: ply, ...attributes }, ...text));
	}
}
