// Games won, drawn and lost against each opponent.
//
// The game on the board is counted when it ends, and taken back when its end is undone, until the next
// game begins. Its address tells it apart, so that a reload counts nothing twice.

export class Scores {
	constructor(store) {
		this.store = store;
		this.tally = store.get("scores", {});
		this.onBoard = store.get("onBoard", null);
	}

	of(opponent) {
		return { won: 0, drawn: 0, lost: 0, ...this.tally[opponent] };
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
		this.tally = {};
		this.keep();
	}

	add({ opponent, result }, by) {
		const score = this.of(opponent);
		score[result] += by;
		this.tally[opponent] = score;
	}

	save() {
		this.store.set("scores", this.tally);
		this.store.set("onBoard", this.onBoard);
	}
}
