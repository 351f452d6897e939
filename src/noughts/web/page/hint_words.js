// What hints say: in the cells of a board, in a list for those who listen, and in a sentence where they are all alike.

import { make } from "./dom.js";
import { TICTACTOE } from "./tictactoe.js";

/** @import { Judged } from "./move_worths.js" */
/** @import { Rules } from "./position.js" */
/** @typedef {{ kind: string, parts: (Node | string)[], said: string, isBest: boolean }} ShownHint in its cell, and as it is said */

/** @type {Record<number, { name: string, verb: string, sign: string }>} by the value of a move */
export const WORTH = {
	1: { name: "Win", verb: "wins", sign: "+" },
	0: { name: "Draw", verb: "draws", sign: "=" },
	[-1]: { name: "Loss", verb: "loses", sign: "−" },
};

/**
 * A judged value, from -1 to 1, as a share of the points.
 * @param {number} value
 */
export function percent(value) {
	return `${Math.round(50 + 50 * value)}%`;
}

const ALIKE = 1; // per cent of the points, as no judgement is surer
const MANY = 12; // cells, more of which are counted rather than named

/**
 * What a board shows, by moves. A star stands at those of the best value, where not all have it.
 * @param {Judged[]} moves
 * @param {Rules} rules
 * @returns {Map<number, ShownHint>}
 */
export function shownHints(moves, rules, best = Math.max(...moves.map(({ value }) => value))) {
	const allEqual = moves.every(({ value }) => value === best); // then none is worth a star
	const areOne = allEqual && rules === TICTACTOE && isOneWorth(moves); // which the line below the board says
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
 * Win in 3: a1 b2. Draw in 5: c3. What is judged comes last, and only the best of it.
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
 * Those that are told one by one: not what is judged, where all of it is alike.
 * @param {Judged[]} moves
 */
const listed = (moves) => (areAlike(moves) ? moves.filter(({ proved }) => proved) : moves);

/** @param {Judged[]} moves that are judged alike, beside those that are proved */
export function alike(moves) {
	const value = Math.max(...moves.filter(({ proved }) => !proved).map((move) => move.value));
	return `No ${moves.some(({ proved }) => proved) ? "other " : ""}move stands out: each is judged about ${percent(value)}, not proved; 50% is even.`;
}

/**
 * Whether there is more than one move that is judged, and all of them alike.
 * @param {Judged[]} moves
 */
export function areAlike(moves) {
	const shares = moves.filter(({ proved }) => !proved).map(({ value }) => parseInt(percent(value), 10));
	return shares.length > 1 && Math.max(...shares) - Math.min(...shares) <= ALIKE;
}

/**
 * Whether there is more than one move, and all end alike at the same time: a sentence says so.
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
