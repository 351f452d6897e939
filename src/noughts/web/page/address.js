// The game in the fragment of the page's address, so that a link shares the game.
//
//    #b2a1c3                    the moves from the empty board of 3x3
//    #XO./.X./..O:a3            a position, and the moves from it
//    #5,5,4:b2c3                the same on another board
//    #5,5,4:b2c3;easy;O         the reader of the link plays against easy, as O
//    #5,5,4:b2c3;hard-easy      the reader watches hard, as X, against easy
//    #b2a1;easy;X;resigned      the players ended the game before a line did: resigned, or drawn

import { boardOf } from "./board_text.js";
import { LISTED } from "./boards.js";
import { Game } from "./game.js";
import { NOBODY } from "./match.js";
import { MARKS, O, Refusal, X } from "./position.js";

/** @import { End, Match } from "./match.js" */
/** @import { Rules } from "./position.js" */

const LONGEST = 2000, SHOWN = 32; // characters of a link, and of a part of it in a short message
const DIFFERENT_DIGITS = /^(?!.*(\d).*\1)[1-9,]+$/, LIKE_A_BOARD = /^\d+[x,]/;
const [FIRST] = LISTED;
/** @type {End[]} */
const ENDS = ["resigned", "drawn"];

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
function who({ opponent, side, first, watching, agreed }) {
	if (watching) return `${first}-${opponent}`;
	return [opponent, opponent === "person" ? "" : MARKS[side], agreed].filter(Boolean).join(";");
}

/**
 * The text of the board that an address names, or else of the page's first board. The colon after the board may be left
 * out, unless the text then reads as moves on 3x3.
 * @param {string} hash
 */
export function boardKey(hash) {
	const [, text, end] = /^#?((?:\d[^:/;]*,|ultimate)[^:/;]*)(:|;|$)/.exec(hash.slice(0, LONGEST)) ?? [];
	const key = text?.replace(/%20|\s/g, "");
	return key && (end === ":" || (boardOf(key) && !DIFFERENT_DIGITS.test(key))) ? key : FIRST;
}

/**
 * The opponent, the side and the end that an address names, and a message if some part of it is wrong.
 * @param {string} hash
 * @param {string[]} opponents
 * @returns {{ who: { first?: string, opponent?: string, side?: number }, agreed?: End, wrong: string }}
 */
export function settings(hash, opponents) {
	const [, named = "", ...words] = hash.slice(0, LONGEST).split(";");
	const players = named.toLowerCase().split("-"), [opponent, second] = players;
	const areKnown = players.every((name) => opponents.includes(name));
	if (areKnown && players.length === 2 && !players.includes("person")) return { who: { first: opponent, opponent: second, side: NOBODY }, wrong: "" };
	const isPlayer = areKnown && !second;
	const side = [X, O].find((mark) => MARKS[mark] === words[0]?.toUpperCase());
	if (side) words.shift();
	const agreed = ENDS.find((end) => end === words[0]);
	if (agreed) words.shift();
	const wrong = named && !isPlayer ? `“${named.slice(0, SHOWN)}” is not a player; easy, perfect, menace and person are.`
		: words[0] ? `“${words[0].slice(0, SHOWN)}” is not a side; write X or O, then resigned or drawn.` : "";
	return { who: { ...(isPlayer ? { opponent } : {}), ...(side ? { side } : {}) }, agreed, wrong };
}

/**
 * The start and moves of an address. On 3x3, cells may be numbers from 1, separated by blanks. Throws a `Refusal`.
 * @param {string} hash
 * @param {Rules} rules
 */
export function parse(hash, rules) {
	if (hash.length > LONGEST) throw new Refusal("The link is too long for a game.");
	const key = boardKey(hash);
	if (boardOf(key)?.key !== rules.board.key) throw noBoard(key);
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
			if (!text.includes(":") && LIKE_A_BOARD.test(text)) throw noBoard(text);
			if (game === text && !i && !cells.has(word.toLowerCase())) {
				throw new Refusal(`“${text.slice(0, SHOWN)}” is not a game; write moves, as in b2a1, or 4,4,4: and moves.`);
			}
			throw new Refusal(`Move ${i + 1} of the link, “${word.slice(0, 200)}”: ${error.message}`);
		}
	});
	return { start, moves: played.moves };
}

/**
 * Split the text into the names of cells, and the pieces between them.
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

/** @param {string} text */
const noBoard = (text) => new Refusal(`“${text.slice(0, SHOWN)}” is not a board of this page; 5,5,4 and ultimate are.`);
