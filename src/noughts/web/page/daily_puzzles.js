// The daily puzzles: the puzzle of each day, the result of a try, and the puzzles that a person has solved. A test
// compares the days with the library's puzzles/daily_collection.py. This module uses no document.

import { Clock } from "./search_clock.js";
import { Exact } from "./exact_search.js";
import { Lines } from "./line_weights.js";
import { MARKS, other } from "./position.js";
import { EPOCH, LEVELS, PUZZLES, WEEK } from "./puzzles.js";
import { rulesOf } from "./rules_by_board.js";

/** @import { PageStorage } from "./storage.js" */
/** @import { Position, Rules } from "./position.js" */
/** @typedef {{ board: string, level: string, code: string, line: number[] }} Kept a puzzle as the library stores it: `line` begins with the answer and, if that wins, goes on to the end */
/** @typedef {{ day: number, level: string, board: string }} Choice a day, or 0 for practice, and the chosen level and board, or "" */
/** @typedef {{ cell: number, value: number, reply: number | null }} Try */
/** @typedef {{ last: number, days: number, most: number, results: { [fragment: string]: string } }} Memory what the browser stores: the last day solved on the day itself, the length of the streak, the longest streak, and the result of each puzzle */

const DAY = 24 * 60 * 60 * 1000;
const BASE = 36;
const KEPT_RESULTS = 100;
const SHOWN = 40; // characters of a link
const NOTHING = { last: 0, days: 0, most: 0, results: {} };
export const HINT = "h", ANSWER = "+", GIVEN_UP = "x"; // signs of a result; a wrong try is D or L
/** @type {Record<string, string>} */
const SQUARES = { D: "🟨", L: "🟥", [HINT]: "💡", [ANSWER]: "🟩", [GIVEN_UP]: "🟥" };
const SIGNS = /^[DLh]*[+x]?$/;

export const PRACTICE = Object.freeze({ day: 0, level: "easy", board: "3,3,3" }); // for a person who has never tried a puzzle

const [head, ...rows] = PUZZLES.trimEnd().split("\n");
export const BOARDS = head.split(" ");
const EVERY = rows.map((row) => {
	const [kind, code, moves] = row.split(" ");
	const level = /** @type {string} */ (LEVELS.find((name) => name[0] === kind[0]));
	return { board: BOARDS[parseInt(kind.slice(1), BASE)], level, code, line: [...moves].map((digit) => parseInt(digit, BASE)) };
});

/**
 * The number of a date, as Python's `toordinal` counts the days from the year 1.
 * @param {Date} date
 */
export function dayOf(date) {
	return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY + EPOCH;
}

/** @param {number} day */
export function dateOf(day) {
	return new Date((day - EPOCH) * DAY);
}

/**
 * 2026-11-24
 * @param {number} day
 */
export function isoOf(day) {
	return dateOf(day).toISOString().slice(0, 10);
}

/**
 * The level of a day's puzzle, unless a person chooses one.
 * @param {number} day
 */
export function levelOf(day) {
	return WEEK[(day + 6) % 7]; // the first day of the year 1 was a Monday
}

/**
 * The puzzles with this board and this level; "" means any.
 * @param {string} board
 * @param {string} level
 */
function among(board, level) {
	return EVERY.filter((one) => (!board || one.board === board) && (!level || one.level === level));
}

/** @param {string} board */
export function levelsOn(board) {
	return LEVELS.filter((level) => among(board, level).length > 0);
}

/**
 * @param {Choice} choice
 * @returns {Kept}
 */
export function daily({ day, level, board }) {
	const found = among(board, board || level ? level : levelOf(day));
	return found[day % found.length];
}

/**
 * The choice in a fragment: puzzle=2026-11-24;hard;4,4,4, or puzzle=practice. Null for any other, and for future days.
 * @param {string} fragment
 * @param {number} today
 * @returns {Choice | null}
 */
export function chosenBy(fragment, today) {
	if (fragment === fragmentOf(PRACTICE)) return PRACTICE;
	const found = /^puzzle(?:=(\d{4}-\d\d-\d\d)?((?:;[\w,]+)*))?$/.exec(fragment);
	if (!found) return null;
	const date = new Date(found[1] ?? NaN), words = (found[2] ?? "").split(";");
	const day = Number.isNaN(date.getTime()) ? today : Math.min(today, date.getTime() / DAY + EPOCH);
	const board = words.find((word) => BOARDS.includes(word)) ?? "";
	return { day, board, level: words.find((word) => levelsOn(board).includes(word)) ?? "" };
}

/**
 * The first part of a fragment that is missing from its choice; undefined if the choice has every part.
 * @param {string} fragment
 * @param {Choice} choice
 */
export function oddIn(fragment, choice) {
	const taken = fragmentOf(choice).split(/[=;]/);
	return fragment.split(/[=;]/).find((part) => part && !taken.includes(part))?.slice(0, SHOWN);
}

/** @param {Choice} choice */
export function fragmentOf({ day, level, board }) {
	return `puzzle=${day ? [isoOf(day), level, board].filter(Boolean).join(";") : "practice"}`;
}

export class Puzzle {
	/** @type {Map<number, number> | null} the value of each move, once a hint needs it */
	worths = null;

	/** @param {Choice} choice */
	static async of(choice) {
		const kept = daily(choice);
		return new Puzzle(choice, kept, await rulesOf(kept.board));
	}

	/**
	 * @param {Choice} choice
	 * @param {Kept} kept
	 * @param {Rules} rules
	 */
	constructor(choice, { line, level, code }, rules) {
		this.choice = choice;
		this.rules = rules;
		this.level = level;
		this.line = line;
		this.answer = line[0];
		this.wins = line.length > 1;
		this.position = positionOf(code, rules);
		this.mover = rules.toMove(this.position);
		this.fragment = fragmentOf(choice);
		const lines = new Lines(rules);
		for (const cell of rules.cellsOf(this.position.x)) lines.place(cell, 0);
		for (const cell of rules.cellsOf(this.position.o)) lines.place(cell, 1);
		this.exact = new Exact(rules, lines);
		this.exact.begin();
		this.moves = rules.legalMoves(this.position);
	}

	/** X to move and win in 3. This counts the moves of X alone, while hints count the moves of both sides. */
	get task() {
		const what = this.wins ? `win in ${Math.ceil(this.line.length / 2)}` : "draw";
		return `${MARKS[this.mover]} to move and ${what}`;
	}

	/**
	 * The value of a wrong move, and the reply that refutes it; the reply is null if the move ends the game.
	 * @param {number} cell
	 * @returns {Try}
	 */
	attempt(cell) {
		const { exact, exact: { lines, hashing }, mover } = this;
		const side = mover - 1, clock = new Clock({});
		const value = exact.valueOf(cell, side, clock);
		const after = this.rules.after(this.position, cell);
		if (this.rules.outcome(after)) return { cell, value, reply: null };
		lines.place(cell, side);
		hashing.flip(cell, side);
		const replies = this.rules.legalMoves(after);
		const ends = replies.find((reply) => lines.lacking[1 - side][1][reply] > 0 && exact.lineWorth > 0);
		const reply = ends ?? replies.find((one) => exact.valueOf(one, 1 - side, clock) === -value);
		hashing.flip(cell, side);
		lines.remove(cell, side);
		return { cell, value, reply: /** @type {number} */ (reply) };
	}

	/**
	 * The moves left after a number of hints. Each hint removes half of them, losing moves first, and the tried moves.
	 * @param {number} hints
	 * @param {number[]} tried
	 */
	remaining(hints, tried) {
		const worths = this.worths ??= new Map(this.moves.map((cell) => [cell, this.exact.valueOf(cell, this.mover - 1, new Clock({}))]));
		const worth = (/** @type {number} */ cell) => worths.get(cell) ?? 0;
		const wrong = this.moves.filter((cell) => cell !== this.answer && !tried.includes(cell)).sort((a, b) => worth(b) - worth(a));
		const left = Math.max(1, Math.ceil(this.moves.length / 2 ** hints) - 1);
		return [this.answer, ...wrong.slice(0, left)].sort((a, b) => a - b);
	}

	/**
	 * @param {Try} tried
	 */
	refutation({ cell, value, reply }) {
		const { cellName } = this.rules;
		const said = `${cellName(cell)} ${value < 0 ? "loses" : "only draws"}`;
		return reply === null ? `${said}: it makes a line.` : `${said}: ${MARKS[other(this.mover)]} answers ${cellName(reply)}.`;
	}

	get solution() {
		const { cellName } = this.rules;
		const name = cellName(this.answer);
		return this.wins ? `${name} wins: ${this.line.map(cellName).join(" ")}, if both play best.` : `${name} draws, and every other move loses.`;
	}

	/** The position at the end of the line. */
	get end() {
		return this.line.reduce((position, cell) => this.rules.after(position, cell), this.position);
	}
}

/**
 * @param {string} code
 * @param {Rules} rules
 * @returns {Position}
 */
function positionOf(code, { cells, START }) {
	const number = [...code].reduce((sum, digit) => sum * BigInt(BASE) + BigInt(parseInt(digit, BASE)), 0n);
	const of = typeof START.x === "bigint" ? BigInt : Number;
	return { x: of(number & ((1n << BigInt(cells)) - 1n)), o: of(number >> BigInt(cells)) };
}

/**
 * Whether a stored value is a record.
 * @param {any} value
 */
export function isRecord(value) {
	return [value?.last, value?.days, value?.most].every((number) => Number.isSafeInteger(number) && number >= 0)
		&& typeof value.results === "object" && Object.values(value.results ?? 0).every((signs) => typeof signs === "string" && SIGNS.test(signs));
}

/** The solved puzzles: the streak of days, and the result of each puzzle. */
export class Solved {
	/**
	 * @param {PageStorage} store
	 * @param {unknown} remembered the stored value at the start of the page
	 */
	constructor(store, remembered) {
		this.store = store;
		/** @type {Memory} */
		this.record = isRecord(remembered) ? /** @type {Memory} */ (remembered) : NOTHING;
	}

	/** @param {Puzzle} puzzle */
	signs({ fragment }) {
		return this.record.results[fragment] ?? "";
	}

	/**
	 * Note a sign of a try. A day counts for the streak if one of its puzzles is solved on that day.
	 * @param {Puzzle} puzzle
	 * @param {string} sign
	 * @param {number} today
	 */
	add(puzzle, sign, today) {
		const { results, ...rest } = this.record;
		const signs = this.signs(puzzle) + sign;
		const entries = Object.entries(results).filter(([fragment]) => fragment !== puzzle.fragment);
		const kept = Object.fromEntries([...entries, [puzzle.fragment, signs]].slice(-KEPT_RESULTS));
		const counts = sign === ANSWER && puzzle.choice.day === today && rest.last !== today;
		const days = counts ? (rest.last === today - 1 ? rest.days : 0) + 1 : rest.days;
		this.set({ last: counts ? today : rest.last, days, most: Math.max(days, rest.most), results: kept });
	}

	/**
	 * The number of successive days that were solved, up to today or yesterday.
	 * @param {number} today
	 */
	streak(today) {
		return this.record.last >= today - 1 ? this.record.days : 0;
	}

	erase() {
		this.set(NOTHING);
	}

	/** @param {Memory} record */
	set(record) {
		this.record = record;
		this.store.set("puzzles", record);
	}
}

/** @param {string} signs */
export function isOver(signs) {
	return signs.endsWith(ANSWER) || signs.endsWith(GIVEN_UP);
}

/** @param {string} signs */
export function squares(signs) {
	return [...signs].map((sign) => SQUARES[sign]).join("");
}

/**
 * The text to share. It shows how the tries went, but does not reveal the answer.
 * @param {Puzzle} puzzle
 * @param {string} signs
 * @param {string} address of the page
 */
export function shared({ choice, level, rules, fragment }, signs, address) {
	return `Puzzle ${choice.day ? isoOf(choice.day) : "for practice"}, ${level}, on ${rules.board.key} ${squares(signs)}\n${address}#${fragment}`;
}
