// The game in the page's address, behind the #, so that a link shares it.
//
//    #b2a1c3                    the moves from the empty board of 3x3
//    #XO./.X./..O:a3            a position, and the moves from it
//    #5,5,4:b2c3                the same on another board
//    #5,5,4:b2c3;easy;O         and whom the reader of the link plays against, as O
//    #5,5,4:b2c3;hard-easy      or whom the reader watches, X first

import { boardOf } from "./board_text.js";
import { LISTED } from "./boards.js";
import { Game } from "./game.js";
import { NOBODY } from "./match.js";
import { MARKS, O, Refusal, X } from "./position.js";

/** @import { Match } from "./match.js" */
/** @import { Rules } from "./position.js" */

const LONGEST = 2000;
const [FIRST] = LISTED;

/**
 * @param {import("./game.js").Game} game
 * @param {Match} [settings]
 */
export function format({ rules, start, moves, fromEmpty }, settings) {
	const text = moves.map(rules.moveName).join("");
	const game = fromEmpty ? text : rules.positionText(start) + (moves.length ? `:${text}` : "");
	const board = rules.board.key === FIRST ? "" : `${rules.board.key}:`;
	return board + game + (settings ? `;${who(settings)}` : "");
}

/** @param {Match} match */
function who({ opponent, side, first, watching }) {
	if (watching) return `${first}-${opponent}`;
	return opponent === "person" ? opponent : `${opponent};${MARKS[side]}`;
}

/**
 * The text of the board that an address names: that of the page's first board where it names none.
 * @param {string} hash
 */
export function boardKey(hash) {
	return /^#?((?:\d[^:/;]*,|ultimate)[^:/;]*):/.exec(hash.slice(0, LONGEST))?.[1].replace(/%20|\s/g, "") ?? FIRST;
}

/**
 * What an address says of opponent and side, by the names of the opponents; nothing where it does not.
 * @param {string} hash
 * @param {string[]} opponents
 * @returns {{ first?: string, opponent?: string, side?: number }}
 */
export function settings(hash, opponents) {
	const [, opponent, side] = hash.split(";");
	const [first, second, ...more] = (opponent ?? "").split("-");
	const play = [first, second].every((name) => name !== "person" && opponents.includes(name));
	if (play && !more.length) return { first, opponent: second, side: NOBODY };
	const mark = MARKS.indexOf(side?.toUpperCase());
	return {
		...(opponents.includes(opponent) ? { opponent } : {}),
		...(mark === X || mark === O ? { side: mark } : {}),
	};
}

/**
 * The start and moves of an address, or a `Refusal`. Cells may be numbers from 1 on 3x3, with blanks between.
 * @param {string} hash
 * @param {Rules} rules
 */
export function parse(hash, rules) {
	if (hash.length > LONGEST) throw new Refusal("The link is too long for a game.");
	const key = boardKey(hash);
	if (boardOf(key)?.key !== rules.board.key) throw new Refusal(`The link is to a game on ${key}, which is not a board of this page.`);
	const text = hash.split(";")[0].replace(/%20|\s|(?<!=\d+)\+/g, "").replace(/^#/, "");
	const game = text.startsWith(key) ? text.slice(key.length).replace(/^:/, "") : text;
	const [, head, tail] = /** @type {RegExpExecArray} */ (/^(?:([^:]*\/[^:]*):?)?(.*)$/s.exec(game.replace(/,/g, "")));
	const start = head ? rules.parsePosition(head) : rules.START;
	const played = new Game(rules, start);
	const cells = cellsByName(rules);
	(rules.movesOf?.(tail) ?? words(tail, rules)).forEach((word, i) => {
		try {
			played.push(rules.moveOf?.(word, played.position) ?? cellOf(word, cells, rules));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			throw new Refusal(`Move ${i + 1} of the link, “${word.slice(0, 200)}”: ${error.message}`);
		}
	});
	return { start, moves: played.moves };
}

/**
 * The text in pieces that are the name of a cell, and what stands between.
 * @param {string} text
 * @param {Rules} rules
 * @returns {string[]}
 */
function words(text, { rows, cols, layers, cells }) {
	const last = String.fromCharCode(96 + cols);
	const name = `${layers > 1 ? `[1-${layers}]` : ""}[a-${last}]${rows > 9 ? "\\d{1,2}" : `[1-${rows}]`}`;
	const numbered = cells === 9 ? "|[1-9]" : "";
	const start = layers > 1 ? `1-${layers}` : `a-${last}${numbered && "1-9"}`;
	return text.match(new RegExp(`${name}${numbered}|.[^${start}]*`, "gis")) ?? [];
}

/** @param {Rules} rules */
function cellsByName(rules) {
	/** @type {Map<string, number>} */
	const cells = new Map();
	for (let cell = 0; cell < rules.cells; cell++) {
		cells.set(rules.cellName(cell), cell);
		if (rules.cells === 9) cells.set(`${cell + 1}`, cell);
	}
	return cells;
}

/**
 * @param {string} word
 * @param {Map<string, number>} cells
 * @param {Rules} rules
 */
function cellOf(word, cells, { cells: number, cellName }) {
	const cell = cells.get(word.toLowerCase());
	if (cell !== undefined) return cell;
	const numbers = number === 9 ? ", or 1 to 9" : "";
	throw new Refusal(`it is not a cell; write ${cellName(0)} to ${cellName(number - 1)}${numbers}.`);
}
