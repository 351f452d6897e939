// What the page says about boards, moves, results and worth.

import { MARKS } from "./position.js";

export const WORTH = {
	1: { name: "Win", verb: "wins", sign: "+" },
	0: { name: "Draw", verb: "draws", sign: "=" },
	[-1]: { name: "Loss", verb: "loses", sign: "−" },
};

/** The representations of a position of 3x3, by what they are remembered as. */
export const REPRESENTATIONS = {
	bitboards: "Bitboards", lines: "Lines", mirrored: "Mirrored", base4: "Base 4", base3: "Base 3", word: "Word", dense: "Dense",
};

/** A judged value, from -1 to 1, as a share of the points. */
export function percent(value) {
	return `${Math.round(50 + 50 * value)}%`;
}

/** What a board is called, and what is said of it. */
export function boardName({ sizes, k, edgesMeet }) {
	if (edgesMeet) return { name: `${sizes.join("×")} torus`, detail: "edges meet" };
	const name = sizes.join("×");
	if (sizes.length > 2) return { name, detail: k === 4 ? "Qubic" : `${k} in a row` };
	return { name, detail: `${k} in a row` };
}

/** Win in 3: a1 b2. Draw in 5: c3. What is judged comes last, and only the best of it. */
export function hintList(moves, { cellName }) {
	const groups = new Map();
	for (const { cell, value, remoteness, proved } of [...moves].sort(byWorth)) {
		const title = proved ? WORTH[value].name + (remoteness ? ` in ${remoteness}` : "") : `Judged ${percent(value)}`;
		groups.set(title, [...(groups.get(title) ?? []), cellName(cell)]);
	}
	return [...groups].map(([title, cells]) => `${title}: ${cells.join(" ")}.`).join(" ");
}

function byWorth(a, b) {
	return b.proved - a.proved || b.value - a.value || (a.value > 0 ? 1 : -1) * (a.remoteness - b.remoteness);
}

/** What a position of 3x3 that goes on is worth, or a move in it. */
export function claim(table, { toMove, cellName }, position, move) {
	const { value, remoteness } = move ?? table.worth(position);
	const subject = `${MARKS[toMove(position)]} ${move ? `at ${cellName(move.cell)}` : "to move"}`;
	return `${subject} ${WORTH[value].verb} in ${remoteness} ${remoteness === 1 ? "move" : "moves"}`;
}

/** You (X) win with the line a1 b2 c3. In misère: Perfect (O) made the line a1 b2 c3, so you (X) win. */
export function resultText(match) {
	const { winner, line } = match.outcome;
	if (!winner) return "Draw: the board is full and has no line.";
	const { rules } = match;
	const name = match.who(winner);
	const wins = `(${MARKS[winner]}) ${name === "you" ? "win" : "wins"}`;
	if (rules.board.lineWorth > 0) return `${capital(name)} ${wins} with the line ${rules.names(line)}.`;
	const loser = 3 - winner;
	return `${capital(match.who(loser))} (${MARKS[loser]}) made the line ${rules.names(line)}, so ${name} ${wins}.`;
}

/** The same in two words. */
export function resultHeadline(match) {
	const { winner } = match.outcome;
	if (!winner) return "A draw.";
	if (match.watching && match.first !== match.opponent) return `${match.playerName(winner)} wins.`;
	if (match.twoPeople || match.watching) return `${MARKS[winner]} wins.`;
	return winner === match.side ? "You win." : `${match.opponentName} wins.`;
}

export function capital(text) {
	return text[0].toUpperCase() + text.slice(1);
}
