// Proves wins by fours. A four is a line that lacks one cell, wherever its stones stand. It leaves the opponent only
// one reply, until a move makes two fours at once.

/** @import { Clock } from "./search_clock.js" */
/** @import { Lines } from "./line_weights.js" */

/**
 * The first move of such a win for the side to move, with at most `depth` fours; -1 if there is none.
 * @param {Lines} lines
 * @param {number} side
 * @param {Clock} clock
 * @param {number} depth
 * @returns {number}
 */
export function winByFours(lines, side, clock, depth) {
	clock.spend();
	if (lines.completing(side)) return lines.completion(side);
	const threatened = lines.completing(1 - side);
	if (threatened > 1 || depth === 0 || !lines.near[side][2]) return -1;
	const moves = threatened ? [lines.completion(1 - side)] : lines.cellsLacking(side, 2);
	for (const cell of moves) if (winsWith(lines, side, cell, clock, depth)) return cell;
	return -1;
}

/**
 * @param {Lines} lines
 * @param {number} side
 * @param {number} cell
 * @param {Clock} clock
 * @param {number} depth
 */
function winsWith(lines, side, cell, clock, depth) {
	if (!lines.lacking[side][2][cell]) return false;
	lines.place(cell, side);
	try {
		if (lines.completing(side) > 1) return true;
		const reply = lines.completion(side);
		lines.place(reply, 1 - side);
		try {
			return winByFours(lines, side, clock, depth - 1) >= 0;
		} finally {
			lines.remove(reply, 1 - side);
		}
	} finally {
		lines.remove(cell, side);
	}
}
