// The game in the page's address, behind the #, so that a link shares it.
//
//    #b2a1c3                    the moves from the empty board
//    #XO./.X./..O:a3            a position, and the moves from it

import { Game } from "./game.js";
import { Refusal, START, cellName, parsePosition, positionText } from "./position.js";

export function format({ start, moves, fromEmpty }) {
	const text = moves.map(cellName).join("");
	return fromEmpty ? text : positionText(start) + (moves.length ? `:${text}` : "");
}

/** The start and moves of an address, or a `Refusal`. Cells may be numbers from 1, with blanks between. */
export function parse(hash) {
	if (hash.length > 200) throw new Refusal("The link is too long for a game.");
	const board = /^#?(\d[^:/]*,[^:/]*):/.exec(hash);
	if (board && board[1] !== "3,3,3") throw new Refusal(`The link is to a game on ${board[1]}; this page plays 3,3,3.`);
	const text = hash.replace(/^#?3,3,3:|^#|%20|[\s,+]/g, "");
	const [, head, tail] = /^(?:([^:]*\/[^:]*):?)?(.*)$/.exec(text);
	const words = tail.match(/[a-c][1-3]|[1-9]|.[^a-c1-9]*/gi) ?? [];
	const start = head ? parsePosition(head) : START;
	const game = new Game(start);
	words.forEach((word, i) => {
		try {
			game.push(parseCell(word));
		} catch (error) {
			throw new Refusal(`Move ${i + 1} of the link, “${word}”: ${error.message}`);
		}
	});
	return { start, moves: game.moves };
}

function parseCell(word) {
	if (/^[1-9]$/.test(word)) return word - 1;
	if (/^[a-c][1-3]$/i.test(word)) return "abc".indexOf(word[0].toLowerCase()) + 3 * (word[1] - 1);
	throw new Refusal("it is not a cell; write a1 to c3, or 1 to 9.");
}
