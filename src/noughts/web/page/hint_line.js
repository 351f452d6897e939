// The line below the board that says what the hints mean, or the best play after the move at which somebody points.

import { byId, closest, make, setText } from "./dom.js";
import { MARKS, other } from "./position.js";
import { TICTACTOE } from "./tictactoe.js";
import { claim, legend } from "./wording.js";

/** @import { Hints } from "./hints.js" */

export class HintLine {
	/** @type {number | null} the cell whose move is explained */
	pointed = null;

	/** @param {Hints} hints */
	constructor(hints) {
		this.hints = hints;
		for (const type of ["pointerover", "focusin"]) document.addEventListener(type, (event) => this.pointAt(event));
	}

	/** Whether there is a line to show, and then show it. */
	draw() {
		const { moves, table, match: { rules, position } } = this.hints;
		const line = byId("why");
		line.hidden = !moves.length;
		if (line.hidden) return false;
		if (rules !== TICTACTOE) {
			setText(line, legend(moves));
			return true;
		}
		const move = moves.find(({ cell }) => cell === this.pointed);
		const best = move ? [move.cell, ...table.bestLine(rules.after(position, move.cell))] : table.bestLine(position);
		let mark = other(rules.toMove(position));
		line.replaceChildren(`${claim(moves, rules, position, table.worth(position), move)}: `, ...best.flatMap((cell) => {
			mark = other(mark);
			const text = `${MARKS[mark]} ${rules.cellName(cell)}`;
			return [make("span", { class: "move", "data-cell": cell, "data-mark": mark }, text), " "];
		}));
		return true;
	}

	/**
	 * Explain the move at which somebody points, or that has the focus.
	 * @param {Event} event
	 */
	pointAt(event) {
		const selector = "#grid [role=gridcell]";
		const cell = closest(event, selector) ?? document.querySelector(`${selector}:focus-visible`);
		const now = cell ? Number(cell.getAttribute("data-cell")) : null;
		if (now === this.pointed || this.hints.match.rules !== TICTACTOE) return;
		this.pointed = now;
		this.draw();
	}
}
