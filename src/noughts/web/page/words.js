// What the page says about moves, results and worth.

import { MARKS, cellName, names, toMove } from "./position.js";

export const WORTH = {
	1: { name: "Win", verb: "wins", sign: "+" },
	0: { name: "Draw", verb: "draws", sign: "=" },
	[-1]: { name: "Loss", verb: "loses", sign: "−" },
};

/** Win in 3: a1 b2. Draw in 5: c3. */
export function hintList(moves) {
	const groups = new Map();
	for (const { cell, value, remoteness } of [...moves].sort(byWorth)) {
		const title = `${WORTH[value].name} in ${remoteness}`;
		groups.set(title, [...(groups.get(title) ?? []), cellName(cell)]);
	}
	return [...groups].map(([title, cells]) => `${title}: ${cells.join(" ")}.`).join(" ");
}

function byWorth(a, b) {
	return b.value - a.value || (a.value > 0 ? 1 : -1) * (a.remoteness - b.remoteness);
}

/** What a position that goes on is worth, or a move in it. */
export function claim(table, position, move) {
	const { value, remoteness } = move ?? table.worth(position);
	const subject = `${MARKS[toMove(position)]} ${move ? `at ${cellName(move.cell)}` : "to move"}`;
	return `${subject} ${WORTH[value].verb} in ${remoteness} ${remoteness === 1 ? "move" : "moves"}`;
}

/** You (X) win with the line a1 b2 c3. */
export function resultText(match) {
	const { winner, line } = match.outcome;
	if (!winner) return "Draw: the board is full and has no line.";
	const name = match.who(winner);
	return `${capital(name)} (${MARKS[winner]}) ${name === "you" ? "win" : "wins"} with the line ${names(line)}.`;
}

export function capital(text) {
	return text[0].toUpperCase() + text.slice(1);
}
