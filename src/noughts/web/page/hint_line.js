// The line below the board: the meaning of the hints, or the best play after the move at which somebody points.

import { byId, closest, make, setText } from "./dom.js";
import { MARKS, X, other } from "./position.js";
import { TICTACTOE } from "./tictactoe.js";
import { WORTH, alike, areAlike, isOneWorth, percent } from "./hint_words.js";

/** @import { Hints } from "./hints.js" */
/** @import { Judged } from "./move_worths.js" */
/** @import { Position, Rules } from "./position.js" */

const LOOKED_AT = 2; // cells

export class HintLine {
	/** @type {number | null} the cell whose move is explained */
	pointed = null;

	/** @param {Hints} hints */
	constructor(hints) {
		this.hints = hints;
		for (const type of ["pointerover", "focusin"]) document.addEventListener(type, (event) => this.pointAt(event));
	}

	/** Show the line, if there is one. Returns whether there is. */
	draw() {
		const { moves, table, match: { rules, position } } = this.hints;
		const line = byId("why");
		line.hidden = !moves.length;
		if (line.hidden) return false;
		if (rules !== TICTACTOE) {
			setText(line, legend(moves, rules, this.hints.games, position));
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
	 * Explain the move that has the focus, or at which somebody points.
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

/**
 * The meaning of the hints in the cells: of their signs, and of their numbers.
 * @param {Judged[]} moves
 * @param {Rules} rules
 * @param {number} games that were played out
 * @param {Position} position
 */
function legend(moves, rules, games, position) {
	const { hands, cells } = rules;
	const signs = Object.keys(WORTH).map(Number).sort((a, b) => b - a)
		.filter((value) => moves.some((move) => move.proved && move.value === value))
		.map((value) => `${WORTH[value].sign} ${WORTH[value].verb}`);
	const judged = moves.every(({ proved }) => proved) ? "" : areAlike(moves) ? `${alike(moves)}${rules.facts ? "" : lookAt(rules, position)}` : `A number is judged${games ? ` from ${games.toLocaleString("en")} games` : ""}, not proved: 50 is even.`;
	const best = percent(Math.max(...moves.map(({ value }) => value)));
	const marks = hands > 1 ? [0, 1].filter((hand) => moves.some(({ cell, value }) => percent(value) === best && cell >= hand * cells && cell < (hand + 1) * cells)) : [];
	const mark = marks.length === 1 ? `The best moves place ${MARKS[X + marks[0]]}.` : "";
	return [signs.length ? `${signs.join(", ")}: proved.` : "", judged, mark].filter(Boolean).join(" ");
}

/**
 * The cells to look at, if there is no other hint: those on the most lines that a side can still make. Each stone of a
 * line quadruples its weight.
 * @param {Rules} rules
 * @param {Position} position
 */
function lookAt({ LINES, cells, cellsOf, cellName, markAt }, position) {
	const crossing = new Array(cells).fill(0);
	for (const line of LINES) {
		const on = cellsOf(line), marks = on.map((/** @type {number} */ cell) => markAt(position, cell)).filter(Boolean);
		if (new Set(marks).size < 2) for (const cell of on) crossing[cell] += 4 ** marks.length;
	}
	const free = crossing.map((weight, cell) => (markAt(position, cell) ? 0 : weight)), most = Math.max(...free);
	const names = free.flatMap((weight, cell) => (weight === most ? [cellName(cell)] : [])).slice(0, LOOKED_AT);
	return most ? ` The most open lines cross at ${names.join(" and ")}.` : "";
}

/**
 * A sentence on the value of an unfinished position of 3x3, or of a move in it.
 * @param {Judged[]} moves all that there are
 * @param {Rules} rules
 * @param {Position} position
 * @param {{ value: number, remoteness: number }} worth of the position
 * @param {Judged} [move]
 */
function claim(moves, { toMove, cellName }, position, worth, move) {
	const { value, remoteness } = move ?? worth;
	const isAny = isOneWorth(moves);
	const mark = MARKS[toMove(position)];
	const subject = move ? `${mark} at ${cellName(move.cell)}` : isAny ? `Every move of ${mark}` : `${mark} to move`;
	return `${subject} ${WORTH[value].verb} in ${remoteness} ${remoteness === 1 ? "move" : "moves"}`;
}
