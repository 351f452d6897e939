// Hints: what the moves of the position on the board are worth, by the table or the worker, and the line that says why.

import { because, say } from "./announcements.js";
import { byId, closest, make, setText } from "./dom.js";
import { MARKS, other } from "./position.js";
import { TICTACTOE } from "./tictactoe.js";
import { claim, legend } from "./wording.js";
import { IS_SERVED } from "./worker_client.js";

/** @import { Match } from "./match.js" */
/** @import { Position, Rules } from "./position.js" */
/** @import { Table } from "./table.js" */
/** @import { Thinker } from "./worker_client.js" */
/** @import { Judged } from "./move_worths.js" */

const TIME = 1000; // ms, where they have to be worked out
const TIME_OF_SERVER = 3000; // ms, where it is asked for proofs
const SHOWN = 6; // judged moves, at most

/**
 * What the moves of a position of 3x3 are worth.
 * @param {Table} table
 * @param {Position} position
 * @returns {Judged[]}
 */
export function tableMoves(table, position) {
	return table.moves(position).map((move) => ({ ...move, proved: true }));
}

export class Hints {
	isOn = false;
	/** @type {{ moves: Judged[], position?: Position }} what was worked out, and for which position */
	worked = { moves: [] };
	/** @type {number | null} the cell whose move is explained */
	pointed = null;

	/**
	 * @param {Match} match
	 * @param {Table} table
	 * @param {Thinker} thinker
	 * @param {() => void} found is called when hints were worked out
	 */
	constructor(match, table, thinker, found) {
		this.match = match;
		this.table = table;
		this.thinker = thinker;
		this.found = found;
		for (const type of ["pointerover", "focusin"]) document.addEventListener(type, (event) => this.pointAt(event));
	}

	get areWanted() {
		const { rules, position, thinking } = this.match;
		return this.isOn && !thinking && Boolean(rules.legal(position));
	}

	/** Those for the position on the board, as far as they are known. */
	get moves() {
		const { rules, position } = this.match;
		if (!this.areWanted) return [];
		if (rules === TICTACTOE) return tableMoves(this.table, position);
		return this.worked.position === position ? this.worked.moves : [];
	}

	/** Ask the worker, where no table says it. */
	workOut() {
		const { rules, position } = this.match;
		if (!this.areWanted || rules === TICTACTOE || this.worked.position === position) return;
		this.worked = { position, moves: [] };
		/** @type {Promise<Judged[]>} */
		const judged = this.thinker.ask({ board: rules.board.key, position, milliseconds: TIME }).then(({ moves }) => moves);
		judged.then((moves) => this.show(position, moves)).catch((error) => say(`There are no hints: ${because(error)}`));
		if (IS_SERVED && !rules.board.settles) this.askServer(rules, position, judged);
	}

	/**
	 * Show what the server proves, too.
	 * @param {Rules} rules
	 * @param {Position} position
	 * @param {Promise<Judged[]>} judged
	 */
	async askServer(rules, position, judged) {
		const { proofs, proved } = await import("./proofs.js");
		const [moves, settled] = await Promise.all([judged.catch(() => []), proofs(rules, position, TIME_OF_SERVER)]);
		if (settled.size) this.show(position, proved(moves, settled));
	}

	/**
	 * Show what moves are worth, if their position is still on the board.
	 * @param {Position} position
	 * @param {Judged[]} moves
	 */
	show(position, moves) {
		if (this.worked.position !== position || this.match.position !== position) return;
		const likely = moves.filter(({ proved }) => !proved).sort((a, b) => b.value - a.value).slice(0, SHOWN);
		this.worked = { position, moves: moves.filter((move) => move.proved || likely.includes(move)) };
		this.found();
	}

	/** The worker has to think about something else: what it was asked is to be asked again. */
	interrupt() {
		this.thinker.stop();
		if (!this.worked.moves.length) this.worked = { moves: [] };
	}

	/** Whether there is a line to show, and then show it: the best play, or what the hints mean. */
	drawWhy() {
		const { rules, position } = this.match;
		const line = byId("why");
		const { moves } = this;
		line.hidden = !moves.length;
		if (line.hidden) return false;
		if (rules !== TICTACTOE) {
			setText(line, legend(moves));
			return true;
		}
		const move = moves.find(({ cell }) => cell === this.pointed);
		const best = move ? [move.cell, ...this.table.bestLine(rules.after(position, move.cell))] : this.table.bestLine(position);
		let mark = other(rules.toMove(position));
		line.replaceChildren(`${claim(this.table, rules, position, move)}: `, ...best.flatMap((cell) => {
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
		if (now === this.pointed || this.match.rules !== TICTACTOE) return;
		this.pointed = now;
		this.drawWhy();
	}
}
