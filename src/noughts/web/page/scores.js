// Games won, drawn and lost against each opponent, on each board.
//
// The game on the board is counted when it ends, and taken back when its end is undone, until the next
// game begins. Its address tells it apart, so that a reload counts nothing twice.

import { BOARDS } from "./boards.js";
import { PLAYERS } from "./players.js";

const RESULTS = ["won", "drawn", "lost"];
const [{ key: FIRST }] = BOARDS;

/** What a score is stored under: the opponent's name alone on the first board. */
export function contest(board, opponent) {
	return board === FIRST ? opponent : `${board} ${opponent}`;
}

/** Whatever is stored as a score, as one. */
function score(stored) {
	const count = (number) => (Number.isSafeInteger(number) && number > 0 ? number : 0);
	return Object.fromEntries(RESULTS.map((result) => [result, count(stored?.[result])]));
}

export class Scores {
	constructor(store) {
		this.store = store;
		const { scores, onBoard } = store.stored ?? {};
		const names = BOARDS.flatMap(({ key }) => Object.keys(PLAYERS).map((player) => contest(key, player)));
		this.tally = new Map(names.map((name) => [name, score(scores?.[name])]));
		const known = this.tally.has(onBoard?.opponent) && RESULTS.includes(onBoard.result);
		this.onBoard = known && this.of(onBoard.opponent)[onBoard.result] ? onBoard : null;
	}

	of(name) {
		return this.tally.get(name);
	}

	/** What is on the board now; `result` is null while the game goes on. */
	show(address, opponent, result) {
		if (this.onBoard?.address === address && result) return;
		if (this.onBoard) this.add(this.onBoard, -1);
		this.onBoard = result && { address, opponent, result };
		if (this.onBoard) this.add(this.onBoard, 1);
		this.save();
	}

	/** The next game begins: what was counted stays. */
	keep() {
		this.onBoard = null;
		this.save();
	}

	clear() {
		for (const name of this.tally.keys()) this.tally.set(name, score());
		this.keep();
	}

	add({ opponent, result }, by) {
		this.of(opponent)[result] += by;
	}

	save() {
		const played = [...this.tally].filter(([, { won, drawn, lost }]) => won + drawn + lost);
		this.store.set("scores", Object.fromEntries(played));
		this.store.set("onBoard", this.onBoard);
	}
}
