// The words of hints: in the cells of a board, in a list for screen readers, and in a sentence if all hints are alike.

import { make } from "./dom.js";
import { TICTACTOE } from "./tictactoe.js";

/** @import { Judged } from "./move_worths.js" */
/** @import { Rules } from "./position.js" */
/** @typedef {{ kind: string, parts: (Node | string)[], said: string, isBest: boolean }} ShownHint a hint: its parts in a cell, and its text for screen readers */

/** @type {Record<number, { name: string, verb: string, sign: string }>} by the value of a move */
export const WORTH = {
	1: { name: "Win", verb: "wins", sign: "+" },
	0: { name: "Draw", verb: "draws", sign: "=" },
	[-1]: { name: "Loss", verb: "loses", sign: "−" },
};

/**
 * A judged value, from -1 to 1, as the expected score in per cent.
 * @param {number} value
 */
export function percent(value) {
	return `${Math.round(50 + 50 * value)}%`;
}

const ALIKE = 1; // per cent of the score: no judgement is more precise
const MANY = 12; // cells; more than these are counted instead of named

/**
 * The hints that a board shows, by move. The moves of the best value have a star, unless all moves have it.
 * @param {Judged[]} moves
 * @param {Rules} rules
 * @returns {Map<number, ShownHint>}
 */
export function shownHints(moves, rules, best = Math.max(...moves.map(({ value }) => value))) {
	const allEqual = moves.every(({ value }) => value === best); // then no move has a star
	const areOne = allEqual && rules === TICTACTOE && isOneWorth(moves); // the line below the board says this
	return new Map(listed(moves).map((move) => {
		const isBest = !allEqual && move.value === best;
		return [move.cell, { ...areOne ? { kind: "", parts: [] } : drawn(move), said: `${said(move)}${isBest ? ", best" : ""}`, isBest }];
	}));
}

/** @param {Judged} move */
function drawn({ value, remoteness, proved }) {
	if (!proved) return { kind: "judged", parts: [make("b", {}, percent(value).slice(0, -1), make("small", { class: "percent" }, "%"))] };
	const { name, sign } = WORTH[value];
	const when = remoteness ? [" ", make("span", {}, `in ${remoteness}`)] : [];
	return { kind: name.toLowerCase(), parts: [make("b", {}, sign, make("i", {}, ` ${name}`)), ...when] };
}

/** @param {Judged} move */
function said({ value, remoteness, proved }) {
	if (!proved) return `, judged ${percent(value)}`;
	return `, ${WORTH[value].name.toLowerCase()}${remoteness ? ` in ${remoteness}` : ""}`;
}

/**
 * Win in 3: a1 b2. Draw in 5: c3. Judged moves come last, and only the best of them.
 * @param {Judged[]} moves
 * @param {Rules} rules
 */
export function hintList(moves, { moveName }) {
	/** @type {Map<string, string[]>} */
	const groups = new Map();
	const told = listed(moves);
	for (const { cell, value, remoteness, proved } of [...told].sort(byWorth)) {
		const title = proved ? WORTH[value].name + (remoteness ? ` in ${remoteness}` : "") : `Judged ${percent(value)}`;
		groups.set(title, [...(groups.get(title) ?? []), moveName(cell)]);
	}
	const each = [...groups].map(([title, cells]) => `${title}: ${cells.length > MANY ? `${cells.length} cells` : cells.join(" ")}.`);
	return [...each, ...(told === moves ? [] : [alike(moves)])].join(" ");
}

/**
 * The moves to name one by one: without the judged moves, if these are all alike.
 * @param {Judged[]} moves
 */
const listed = (moves) => (areAlike(moves) ? moves.filter(({ proved }) => proved) : moves);

/** @param {Judged[]} moves that are judged alike, beside those that are proved */
export function alike(moves) {
	const value = Math.max(...moves.filter(({ proved }) => !proved).map((move) => move.value));
	return `No ${moves.some(({ proved }) => proved) ? "other " : ""}move stands out: each is judged about ${percent(value)}, not proved; 50% is even.`;
}

/**
 * Whether there is more than one judged move, and all judged moves are alike.
 * @param {Judged[]} moves
 */
export function areAlike(moves) {
	const shares = moves.filter(({ proved }) => !proved).map(({ value }) => parseInt(percent(value), 10));
	return shares.length > 1 && Math.max(...shares) - Math.min(...shares) <= ALIKE;
}

/**
 * Whether there is more than one move, and all have the same result at the same time, so that one sentence can say it.
 * @param {Judged[]} moves
 */
export function isOneWorth(moves) {
	return moves.length > 1 && moves.every(({ proved, value, remoteness }) => proved && value === moves[0].value && remoteness === moves[0].remoteness);
}

/**
 * @param {Judged} a
 * @param {Judged} b
 */
function byWorth(a, b) {
	return Number(b.proved) - Number(a.proved) || b.value - a.value
		|| (a.value > 0 ? 1 : -1) * ((a.remoteness ?? 0) - (b.remoteness ?? 0));
}
