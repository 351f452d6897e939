// Every position's value for the player to move, +1, 0 or -1, and remoteness: the moves to the end when
// the winner hurries and the loser delays. The library's web/generated.py makes table.bin.

import { encodeBase3 } from "./rules.js";
import { after, legalMoves } from "./tictactoe.js";

export class Table {
	constructor(bytes) {
		this.bytes = bytes;
	}

	static async load(url = new URL("table.bin", import.meta.url)) {
		const answer = await fetch(url);
		if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
		return new Table(new Uint8Array(await answer.arrayBuffer()));
	}

	has({ x, o }) {
		return this.bytes[encodeBase3(x, o)] !== 255;
	}

	worth({ x, o }) {
		const byte = this.bytes[encodeBase3(x, o)];
		return { value: (byte >> 4) - 1, remoteness: byte & 15 };
	}

	/** What each legal move is worth to the player who makes it, by rising cell. */
	moves(position) {
		return legalMoves(position).map((cell) => {
			const { value, remoteness } = this.worth(after(position, cell));
			return { cell, value: 0 - value, remoteness: remoteness + 1 };
		});
	}

	/** The moves that keep the value. */
	bestMoves(position) {
		const moves = this.moves(position);
		const value = Math.max(...moves.map((move) => move.value));
		return moves.filter((move) => move.value === value);
	}

	/** The moves to the end where both play best; among equals the lowest cell. */
	bestLine(position) {
		const line = [];
		for (let moves; (moves = this.moves(position)).length; position = after(position, line.at(-1))) {
			line.push(moves.reduce((best, move) => (merit(move) > merit(best) ? move : best)).cell);
		}
		return line;
	}
}

/** Higher is better for the mover: the winner hurries and the loser delays. */
export function merit({ value, remoteness }) {
	return value * (10 - remoteness);
}
