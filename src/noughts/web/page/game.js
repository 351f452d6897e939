// A game: a start and the moves from it, some of which may be undone.

import { Refusal, START, after, cellName, legal, markAt, MARKS, names, outcome, refusal }
	from "./position.js";

export class Game {
	constructor(start = START, moves = []) {
		this.start = start;
		this.positions = [start];
		this.known = []; // the moves played and, after them, the undone ones
		this.ply = 0;
		for (const cell of moves) this.push(cell);
	}

	get position() {
		return this.positions[this.ply];
	}

	get moves() {
		return this.known.slice(0, this.ply);
	}

	get undone() {
		return this.known.length - this.ply;
	}

	get fromEmpty() {
		return (this.start.x | this.start.o) === 0;
	}

	/** Play a cell; what was undone before is forgotten. A refused move changes nothing. */
	push(cell) {
		const next = after(checked(this.position, cell), cell);
		this.known.length = this.ply;
		this.positions.length = this.ply + 1;
		this.known.push(cell);
		this.positions.push(next);
		this.ply += 1;
	}

	/** Whether these moves from this start lie on the line that this game knows. */
	knows(start, moves) {
		return start.x === this.start.x && start.o === this.start.o
			&& moves.length <= this.known.length
			&& moves.every((cell, ply) => cell === this.known[ply]);
	}
}

function checked(position, cell) {
	const mark = markAt(position, cell);
	if (refusal(position)) throw new Refusal(`This is not a valid position: ${refusal(position)}.`);
	if (outcome(position)) throw new Refusal("The game is over. Press n for a new one.");
	if (mark) throw new Refusal(`${cellName(cell)} is taken by ${MARKS[mark]}. Free: ${names(legal(position))}.`);
	return position;
}
