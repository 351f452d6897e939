// The value of every position for the player to move (+1, 0 or -1), and its remoteness: the number of moves to the end
// if the winner hurries and the loser delays. The library's web/generated.py makes table.bin.

import { encodeBase3 } from "./rules.js";
import { after, legalMoves } from "./tictactoe.js";

/** @import { Position } from "./position.js" */
/** @typedef {{ cell: number, value: number, remoteness: number }} Move the value of a move for the player who makes it */

export class Table {
	/** @param {Uint8Array} bytes */
	constructor(bytes) {
		this.bytes = bytes;
	}

	static async load(url = new URL("table.bin", import.meta.url)) {
		const answer = await fetch(url);
		if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
		return new Table(new Uint8Array(await answer.arrayBuffer()));
	}

	/** @param {Position} position */
	has({ x, o }) {
		return this.bytes[encodeBase3(x, o)] !== 255;
	}

	/** @param {Position} position */
	worth({ x, o }) {
		const byte = this.bytes[encodeBase3(x, o)];
		return { value: (byte >> 4) - 1, remoteness: byte & 15 };
	}

	/**
	 * The value of each legal move for the player who makes it, in order of cell.
	 * @param {Position} position
	 */
	moves(position) {
		return legalMoves(position).map((cell) => {
			const { value, remoteness } = this.worth(after(position, cell));
			return { cell, value: 0 - value, remoteness: remoteness + 1 };
		});
	}

	/**
	 * The moves that keep the value.
	 * @param {Position} position
	 */
	bestMoves(position) {
		const moves = this.moves(position);
		const value = Math.max(...moves.map((move) => move.value));
		return moves.filter((move) => move.value === value);
	}

	/**
	 * The moves to the end if both play best. Ties go to the lowest cell.
	 * @param {Position} position
	 */
	bestLine(position) {
		/** @type {number[]} */
		const line = [];
		for (let moves; (moves = this.moves(position)).length; ) {
			const { cell } = moves.reduce((best, move) => (merit(move) > merit(best) ? move : best));
			line.push(cell);
			position = after(position, cell);
		}
		return line;
	}
}

/**
 * A number to compare moves: higher is better for the mover, where the winner hurries and the loser delays.
 * @param {{ value: number, remoteness: number }} worth
 */
export function merit({ value, remoteness }) {
	return value * (10 - remoteness);
}
