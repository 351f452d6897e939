// The worker that thinks for the opponent, in a thread of its own, so that the page never waits for it.
//
//    { id, board, position, milliseconds, draw }    asks for a move: the answer is { id, cell }
//    { id, board, position, milliseconds }          asks for the values of moves: the answer is { id, moves }
//
// If a board is always settled, the search has no time limit, so that it is exact on a slow machine as well.

import { Clock } from "./search_clock.js";
import { worthsOf } from "./which_search.js";
import { rulesOf } from "./rules_by_board.js";

/** @type {Map<string, import("./which_search.js").Worths>} */
const worths = new Map(); // by board, since a search keeps what it has proved

/** @param {import("./players.js").Question} question */
async function answer({ board, position, milliseconds, draw }) {
	const ours = worths.get(board) ?? await worthsOf(await rulesOf(board));
	worths.set(board, ours);
	const clock = new Clock(ours.rules.board.settles ? {} : { milliseconds });
	if (draw === undefined) return { moves: ours.judge(position, clock), games: ours.games };
	const best = ours.best(position, clock);
	return { cell: best[Math.floor(draw * best.length)] };
}

onmessage = async ({ data }) => {
	const { id } = data;
	try {
		postMessage({ id, ...await answer(data) });
	} catch (error) {
		postMessage({ id, error: `${error}` });
	}
};
