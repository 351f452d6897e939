// Games won, drawn and lost against each opponent.
//
// The game on the board is counted when it ends, and taken back when its end is undone, until the next
// game begins. Its address tells it apart, so that a reload counts nothing twice.

import { PLAYERS } from "./players.js";

const RESULTS = ["won", "drawn", "lost"];

/** Whatever is stored as a score, as one. */
function score(stored) {
	const count = (number) => (Number.isSafeInteger(number) && number > 0 ? number : 0);
	return Object.fromEntries(RESULTS.map((result) => [result, count(stored?.[result])]));
}

export class Scores {
	constructor(store) {
		this.store = store;
		const { scores, onBoard } = store.stored ?? {};
		this.tally = new Map(Object.keys(PLAYERS).map((name) => [name, score(scores?.[name])]));
		const known = this.tally.has(onBoard?.opponent) && RESULTS.includes(onBoard.result);
		this.onBoard = known && this.of(onBoard.opponent)[onBoard.result] ? onBoard : null;
	}

	of(opponent) {
		return this.tally.get(opponent);
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
		this.store.set("scores", Object.fromEntries(this.tally));
		this.store.set("onBoard", this.onBoard);
	}
}
