// Hints: the values of the moves in the position on the board, from the table or the worker.

import { TICTACTOE } from "./tictactoe.js";

/** @import { Match } from "./match.js" */
/** @import { Position, Rules } from "./position.js" */
/** @import { Table } from "./table.js" */
/** @import { Thinker } from "./worker_client.js" */
/** @import { Judged } from "./move_worths.js" */

const TIME = 1000; // ms for the worker
const TIME_OF_SERVER = 3000; // ms for proofs by the server
const SHOWN = 6; // the most judged moves shown; of columns, all are shown

/**
 * The values of the moves in a position of 3x3.
 * @param {Table} table
 * @param {Position} position
 * @returns {Judged[]}
 */
export function tableMoves(table, position) {
	return table.moves(position).map((move) => ({ ...move, proved: true }));
}

export class Hints {
	isOn = false;
	/** @type {{ moves: Judged[], position?: Position }} the computed hints, and their position */
	worked = { moves: [] };
	/** @type {typeof import("./hint_words.js") | null} the words of hints, fetched when first needed */
	words = null;
	games = 0; // the number of playouts behind the hints, if any

	/**
	 * @param {Match} match
	 * @param {{ table: Table, thinker: Thinker, isServed: boolean }} by the sources of hints; `isServed` as in the controller's `World`
	 * @param {{ found: () => void, failed: (error: unknown) => void }} told are called when there are hints, or there can be none
	 */
	constructor(match, { table, thinker, isServed }, { found, failed }) {
		this.match = match;
		this.table = table;
		this.thinker = thinker;
		this.isServed = isServed;
		this.found = found;
		this.failed = failed;
	}

	get areWanted() {
		const { rules, position, thinking, outcome } = this.match;
		return this.isOn && !thinking && !outcome && Boolean(rules.legal(position));
	}

	/** The hints for the position on the board, as far as they are known. */
	get moves() {
		const { rules, position } = this.match;
		if (!this.areWanted) return [];
		if (rules === TICTACTOE) return tableMoves(this.table, position);
		return this.worked.position === position ? this.worked.moves : [];
	}

	/** The hints as the board shows them. */
	get shown() {
		return this.words?.shownHints(this.moves, this.match.rules);
	}

	/** The hints as a text for screen readers. */
	get list() {
		return this.words?.hintList(this.moves, this.match.rules) ?? "";
	}

	async fetch() {
		this.words ??= await import("./hint_words.js");
	}

	/** Ask the worker, if no table has the values. */
	workOut() {
		const { rules, position } = this.match;
		if (!this.areWanted || rules === TICTACTOE || this.worked.position === position) return;
		this.worked = { position, moves: [] };
		/** @type {Promise<Judged[]>} */
		const judged = this.thinker.ask({ board: rules.board.key, position, milliseconds: TIME }).then(({ moves, games = 0 }) => {
			this.games = games;
			return moves;
		});
		judged.then((moves) => this.show(position, moves)).catch(this.failed);
		if (this.isServed && !rules.board.settles && !rules.facts) this.askServer(rules, position, judged);
	}

	/**
	 * Also show the values that the server proves.
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
	 * Show the values of moves, if their position is still on the board.
	 * @param {Position} position
	 * @param {Judged[]} moves
	 */
	show(position, moves) {
		if (this.worked.position !== position || this.match.position !== position) return;
		const { facts, cols } = this.match.rules;
		const likely = moves.filter(({ proved }) => !proved).sort((a, b) => b.value - a.value).slice(0, facts?.byColumn ? cols : SHOWN);
		this.worked = { position, moves: moves.filter((move) => move.proved || likely.includes(move)) };
		this.found();
	}

	/** Let the worker do something else, and ask it for hints again later. */
	interrupt() {
		this.thinker.stop();
		if (!this.worked.moves.length) this.worked = { moves: [] };
	}
}
