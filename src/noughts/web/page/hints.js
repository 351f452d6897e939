// Hints: what the moves of the position on the board are worth, by the table or the worker.

import { TICTACTOE } from "./tictactoe.js";

/** @import { Match } from "./match.js" */
/** @import { Position, Rules } from "./position.js" */
/** @import { Table } from "./table.js" */
/** @import { Thinker } from "./worker_client.js" */
/** @import { Judged } from "./move_worths.js" */

const TIME = 1000; // ms, where they have to be worked out
const TIME_OF_SERVER = 3000; // ms, where it is asked for proofs
const SHOWN = 6; // judged moves, at most, but of columns all

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
	/** @type {typeof import("./hint_words.js") | null} what says them, fetched once they are wanted */
	words = null;
	games = 0; // that were played out to judge moves, where they were

	/**
	 * @param {Match} match
	 * @param {{ table: Table, thinker: Thinker, isServed: boolean }} by who knows; `isServed` as in a controller's world
	 * @param {{ found: () => void, failed: (error: unknown) => void }} told is called when hints were worked out, or cannot be
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

	/** Those for the position on the board, as far as they are known. */
	get moves() {
		const { rules, position } = this.match;
		if (!this.areWanted) return [];
		if (rules === TICTACTOE) return tableMoves(this.table, position);
		return this.worked.position === position ? this.worked.moves : [];
	}

	/** What the board shows of them. */
	get shown() {
		return this.words?.shownHints(this.moves, this.match.rules);
	}

	/** The same for those who listen. */
	get list() {
		return this.words?.hintList(this.moves, this.match.rules) ?? "";
	}

	async fetch() {
		this.words ??= await import("./hint_words.js");
	}

	/** Ask the worker, where no table says it. */
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
		const { facts, cols } = this.match.rules;
		const likely = moves.filter(({ proved }) => !proved).sort((a, b) => b.value - a.value).slice(0, facts?.byColumn ? cols : SHOWN);
		this.worked = { position, moves: moves.filter((move) => move.proved || likely.includes(move)) };
		this.found();
	}

	/** The worker has to think about something else: what it was asked is to be asked again. */
	interrupt() {
		this.thinker.stop();
		if (!this.worked.moves.length) this.worked = { moves: [] };
	}
}
