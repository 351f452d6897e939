// The opponent's thinking, apart from the page, so that the page never waits for it.
//
//    { id, board, position, milliseconds, draw }    a move is asked for: answers { id, cell }
//    { id, board, position, milliseconds }          what each move is worth: answers { id, moves }

import { Clock } from "./clock.js";
import { rulesOf } from "./library.js";
import { Thinking } from "./thinking.js";

const thinking = new Map(); // by board, since a search remembers what it has proved

async function answer({ board, position, milliseconds, draw }) {
	if (!thinking.has(board)) thinking.set(board, new Thinking(await rulesOf(board)));
	const clock = new Clock({ milliseconds });
	if (draw === undefined) return { moves: thinking.get(board).judge(position, clock) };
	const best = thinking.get(board).best(position, clock);
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
