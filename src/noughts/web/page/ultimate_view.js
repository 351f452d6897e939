// Ultimate on the screen: the board on which to play, and the winner of each board.

import { makeMarks } from "./board.js";
import { make, style } from "./dom.js";
import { MARKS, O, X } from "./position.js";

/** @import { Board } from "./board.js" */
/** @import { Position, Rules } from "./position.js" */

export class NestedView {
	/**
	 * Resolves once it can be drawn.
	 * @param {Board} board
	 */
	static async begin(board) {
		await style("ultimate.css");
		return new NestedView(board);
	}

	/** @param {Board} board */
	constructor(board) {
		this.board = board;
	}

	/** @param {{ rules: Rules, position: Position, end: ReturnType<Rules["outcome"]>, canPlay: boolean }} shown */
	draw({ rules, position, end, canPlay }) {
		const { cells, grid } = this.board;
		const isGoing = !end && !rules.refusal(position), each = rules.cells / rules.layers;
		const [ofX, ofO] = rules.made.wonCells(position.x, position.o);
		grid.querySelectorAll(".layer").forEach((layer, at) => {
			const first = at * each, winner = rules.has(ofX, first) ? X : rules.has(ofO, first) ? O : 0;
			const isHere = isGoing && !rules.isClosed?.(position, first);
			const isFull = cells.slice(first, first + each).every(({ dataset }) => dataset.mark !== "0");
			if (!layer.querySelector(".whose")) layer.querySelector(".cells")?.append(make("div", { class: "whose", "aria-hidden": "true" }, makeMarks()));
			/** @type {HTMLElement} */ (layer.querySelector(".whose")).dataset.mark = `${winner}`;
			layer.classList.toggle("here", isHere);
			layer.classList.toggle("settled", winner > 0);
			layer.classList.toggle("ends", cells.slice(first, first + each).some((cell) => cell.classList.contains("won")));
			const state = winner ? `, won by ${MARKS[winner]}` : isFull ? ", full" : isHere ? ", play here" : "";
			layer.setAttribute("aria-label", `Board ${at + 1}${state}`);
			for (const cell of cells.slice(first, first + each)) {
				const said = (cell.ariaLabel ?? "").replace(/^(board \d+, |\d+)/, "").replace(": free", isHere ? ": free" : winner || !isGoing ? ": closed" : ": not now");
				cell.ariaLabel = `board ${at + 1}, ${said}`;
			}
		});
		if (canPlay) this.lead(rules.legalMoves(position));
	}

	/** Let the keys begin in a playable cell: move the focus from the board, or else the tab stop. @param {number[]} cells */
	lead(cells) {
		const stops = this.board.cells, at = stops.findIndex(({ tabIndex }) => tabIndex === 0);
		if (!cells.length || cells.includes(at)) return;
		if (stops[at] === document.activeElement) return stops[cells[0]].focus();
		stops[at].tabIndex = -1;
		stops[cells[0]].tabIndex = 0;
	}
}
