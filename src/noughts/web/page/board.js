// The board: a WAI-ARIA grid of nine cells with one tab stop.

import { byId, make, makeSvg, rove } from "./dom.js";
import { cellName, cellsOf, markAt } from "./position.js";
import { WORTH } from "./words.js";

const MARK_NAMES = ["free", "X", "O"];
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function neighbour(cell, key) {
	if (key === "Home") return cell - (cell % 3);
	if (key === "End") return cell - (cell % 3) + 2;
	if (!(key in ARROWS)) return undefined;
	const [down, right] = ARROWS[key];
	const row = Math.min(2, Math.max(0, Math.floor(cell / 3) + down));
	const col = Math.min(2, Math.max(0, (cell % 3) + right));
	return 3 * row + col;
}

export class Board {
	/** `play(cell)` is called for a click, Enter or the space bar. */
	constructor(grid, play) {
		this.cells = Array.from({ length: 9 }, (_, cell) => makeCell(cell));
		for (const start of [0, 3, 6]) {
			grid.append(make("div", { role: "row" }, ...this.cells.slice(start, start + 3)));
		}
		rove(grid, this.cells, neighbour);
		grid.addEventListener("click", ({ target }) => {
			const cell = this.cells.indexOf(target.closest("[role=gridcell]"));
			if (cell >= 0) play(cell);
		});
		grid.addEventListener("keydown", (event) => {
			const cell = this.cells.indexOf(event.target);
			if (cell < 0 || (event.key !== "Enter" && event.key !== " ") || event.repeat) return;
			event.preventDefault();
			play(cell);
		});
	}

	focus() {
		this.cells.find((cell) => cell.tabIndex === 0).focus();
	}

	draw({ position, end, hints, last, canPlay }) {
		const value = Math.max(...hints.map((hint) => hint.value));
		const allEqual = hints.every((hint) => hint.value === value); // then none is worth a star
		this.cells.forEach((element, cell) => {
			const mark = markAt(position, cell);
			const hint = hints.find((one) => one.cell === cell);
			const best = !allEqual && hint?.value === value;
			element.dataset.mark = mark;
			element.classList.toggle("free", canPlay && mark === 0);
			element.classList.toggle("last", cell === last);
			element.classList.toggle("won", Boolean(end && (end.lines >> cell) & 1));
			element.classList.toggle("best", best);
			drawHint(element.querySelector(".hint"), hint);
			element.setAttribute("aria-label", label(cell, mark, hint, best));
		});
		strike(end?.line ?? 0);
	}
}

function makeCell(cell) {
	const span = (name, text) => make("span", { class: name, "aria-hidden": "true" }, text);
	return make(
		"div", { role: "gridcell", class: "cell", "data-cell": cell },
		span("number", `${cell + 1}`), span("bit-number", `bit ${cell}`),
		makeSvg(
			"svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
			makeSvg("path", { class: "stroke x", d: "M26 26L74 74", pathLength: 1 }),
			makeSvg("path", { class: "stroke x second", d: "M74 26L26 74", pathLength: 1 }),
			makeSvg("circle", { class: "stroke o", cx: 50, cy: 50, r: 27, pathLength: 1 }),
		),
		span("hint", ""),
	);
}

function drawHint(element, hint) {
	element.className = hint ? `hint ${WORTH[hint.value].name.toLowerCase()}` : "hint";
	if (!hint) return element.replaceChildren();
	const { name, sign } = WORTH[hint.value];
	return element.replaceChildren(make("b", {}, `${sign} ${name}`), make("span", {}, `in ${hint.remoteness}`));
}

/** b2, 5: free, draw in 7, best */
function label(cell, mark, hint, best) {
	const worth = hint ? `, ${WORTH[hint.value].name.toLowerCase()} in ${hint.remoteness}` : "";
	return `${cellName(cell)}, ${cell + 1}: ${MARK_NAMES[mark]}${worth}${best ? ", best" : ""}`;
}

/** Draw the stroke along a line's mask, from its first cell to its last and a little further. */
function strike(line) {
	const path = byId("strike");
	path.classList.toggle("drawn", line !== 0);
	if (!line) return;
	const cells = cellsOf(line);
	const [from, to] = [cells[0], cells[2]].map((cell) => [cell % 3, Math.floor(cell / 3)]);
	const [right, down] = [to[0] - from[0], to[1] - from[1]];
	const at = ([col, row], side) =>
		`${50 + 100 * col + side * 17 * right} ${50 + 100 * row + side * 17 * down}`;
	path.setAttribute("d", `M${at(from, -1)}L${at(to, 1)}`);
}

