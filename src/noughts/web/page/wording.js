// The page's texts about boards, moves, results and values.

import { about } from "./players.js";

/** @import { Match } from "./match.js" */
/** @import { Entry, Position, Rules } from "./position.js" */

/** The representations of a position of 3x3, by the names under which they are stored. */
export const REPRESENTATIONS = {
	bitboards: "Bitboards", lines: "Lines", mirrored: "Mirrored", base4: "Base 4", base3: "Base 3", word: "Word", dense: "Dense",
};

/** The labels of cells, by the names under which they are stored. */
export const LABELS = { none: "None", names: "a1", numbers: "1", bits: "Bit 0" };

/**
 * The name of a board, and a remark on it.
 * @param {Pick<Entry, "sizes" | "k" | "round"> & { several?: boolean, relative?: string }} board
 */
export function boardName({ sizes, k, round, several, relative }) {
	const name = [several ? `${sizes[0]} boards of ${sizes.slice(1).join("×")}` : sizes.join("×"), ...(round ? [round > 1 ? "torus" : "cylinder"] : []), ...(relative ? [relative.replace(/stones=(\d+)[^,]*/, "$1 stones a turn").replaceAll(",", " ")] : [])].join(" ");
	if (round) return { name, detail: round > 1 ? "edges meet" : "left and right meet" };
	if (sizes.length > 2 && !several) return { name, detail: k === 4 ? "Qubic" : `${k} in a row` };
	return { name, detail: `${k} in a row` };
}

/**
 * A text on who moves, or on how the game ended.
 * @param {Match} match
 */
export function statusText(match) {
	const { position, rules } = match;
	const reason = rules.refusal(position);
	if (reason) return `Not yet a valid position: ${reason}.`;
	const beyond = rules.unreachable(position);
	const note = beyond ? ` Play cannot reach this: ${beyond}.` : "";
	if (match.outcome) return resultText(match) + note;
	const mark = rules.sideName(rules.toMove(position)), stone = rules.stoneOfTurn?.(position), which = stone ? `: ${stone}` : "";
	if (match.thinking) return `${match.moverName} is thinking.`;
	if (match.watching) return `${match.paused ? "Paused: " : ""}${match.moverName} (${mark}) to move${which}.`;
	if (match.paused) return `${capital(mark)} to move${which}. ${match.opponentName} waits: let it move, or ${places(rules, mark)} yourself.`;
	const dead = match.isDead ? "Nobody can make a line any more. " : "";
	return match.twoPeople ? `${dead}${capital(mark)} to move${which}.` : `${dead}Your move, ${mark}${which}.`;
}

/** @type {(rules: Rules, side: string) => string} what a person does who moves in a player's place */
const places = ({ facts }, side) => (facts?.owned === false ? "move" : `place ${side}`);

/**
 * The same for the eye, beside a button.
 * @param {Match} match
 */
export function headlineText(match) {
	const { position, rules } = match;
	const mover = rules.sideName(rules.toMove(position));
	if (rules.refusal(position)) return statusText(match);
	if (match.outcome) return resultHeadline(match) + (rules.unreachable(position) ? " Play cannot reach this." : "");
	if (match.watching) return match.paused ? "Paused." : `${capital(mover)} to move.`;
	if (match.isDead) return "Nobody can make a line any more.";
	if (match.swapped && !isFresh(match)) return `Now you are ${rules.sideName(match.side)}.`;
	if (match.thinking) return `${match.opponentName} is thinking…`;
	if (isFresh(match)) return `${match.swapped ? "Now you" : "You"} are ${mover}. Tap a ${rules.facts?.byColumn ? "column" : "square"}.`;
	if (match.paused) return `${match.opponentName} waits. Let it move, or ${places(rules, mover)} yourself.`;
	return statusText(match);
}

/**
 * Further information at the start and at the end, for a person who plays alone.
 * @param {Match} match
 * @param {string | null} above the level to which a win leads
 */
export function detailText(match, above) {
	const { rules, result, side, game, opponent, opponentName } = match;
	if (isFresh(match)) {
		return capital(`${number(rules.board.k)} in a row ${rules.board.lineWorth > 0 ? "wins" : "loses"}.`);
	}
	if (match.swapped) return match.thinking ? `${opponentName} begins.` : "Your move.";
	if (!result || match.watching) return "";
	if (match.agreed === "resigned") return `${capital(match.who(3 - ended(match).winner))} resigned.`;
	if (result === "drawn") {
		if (opponent === "perfect" && rules.board.settles && !match.twoPeople) return `Nobody does better against ${opponentName}.`;
		return rules.board.lineWorth > 0 ? "Neither side let the other make a line." : "Neither side had to make a line.";
	}
	if (match.twoPeople) return "";
	if (result === "lost") return "Hints say what each move is worth.";
	const moves = game.positions.slice(0, game.ply).filter((position) => rules.toMove(position) === side).length;
	const each = rules.facts?.alternates === false ? "stone" : "move";
	return `In ${number(moves)} ${each}${moves === 1 ? "" : "s"}.${above ? ` ${about(above, rules).name} is next.` : ""}`;
}

/**
 * Whether a game begins with a move of a person who plays alone.
 * @param {Match} match
 */
function isFresh({ game, twoPeople, watching, side, rules }) {
	return game.fromEmpty && !game.ply && !twoPeople && !watching && side === rules.toMove(game.position);
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** @param {number} count */
function number(count) {
	return NUMBERS[count] ?? `${count}`;
}

/**
 * You (X) win with the line a1 b2 c3. In misère: Perfect (O) made the line a1 b2 c3, so you (X) win.
 * @param {Match} match
 */
function resultText(match) {
	const { winner, line } = ended(match);
	if (!winner) return match.rules.outcome(match.position) ? `Draw: ${match.rules.full ?? "the board is full and has no line"}.` : "Draw: no line can be made any more.";
	const { rules } = match;
	const name = match.who(winner);
	/** @param {number} mark */
	const called = (mark) => (match.who(mark) === rules.sideName(mark) ? "" : ` (${rules.sideName(mark)})`);
	const wins = `${called(winner)} ${name === "you" ? "win" : "wins"}`, loser = 3 - winner, other = match.who(loser);
	if (!rules.outcome(match.position)) return `${capital(other)}${called(loser)} ${other === "you" ? "resign" : "resigns"}, so ${name}${wins}.`;
	if (!line) return `${capital(name)}${wins}: the board is full without a line of X.`;
	if (rules.board.lineWorth > 0) return `${capital(name)}${wins} with the line ${(rules.lineName ?? rules.names)(line)}.`;
	return `${capital(other)}${called(loser)} made the line ${(rules.lineName ?? rules.names)(line)}, so ${name}${wins}.`;
}

/**
 * The result in two words.
 * @param {Match} match
 */
function resultHeadline(match) {
	const { winner } = ended(match);
	if (!winner) return "A draw.";
	if (match.watching && match.first !== match.opponent) return `${match.playerName(winner)} wins.`;
	if (match.twoPeople || match.watching) return `${capital(match.rules.sideName(winner))} wins.`;
	return winner === match.side ? `You beat ${match.opponentName}!` : `${match.opponentName} wins.`;
}

/** @param {Match} match */
function ended({ outcome }) {
	if (!outcome) throw new Error("the game is not over");
	return outcome;
}

/** @param {string} text */
export function capital(text) {
	return text[0].toUpperCase() + text.slice(1);
}
