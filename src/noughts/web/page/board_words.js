// Why a text is not a board of the page. If its words contradict each other, the message is the library's.

import { ENDS, FACTS, NEEDS, QUESTIONS, STONES, WRITTEN } from "./answers.js";
import { inOrder, isTooLarge, partsOf, turns } from "./board_text.js";
import { BOARDS, LOSES, SIDE } from "./boards.js";

/**
 * Why a refused text is not a board of the page.
 * @param {string} text
 */
export function whyNot(text) {
	const said = whyNotTogether(text), parts = partsOf(inOrder(text)), shown = text.slice(0, 40);
	if (said) return said;
	if (!parts) return `“${shown}” is not a board of this page; write ${WRITTEN}.`;
	const { sizes, k, longest, several } = parts;
	if (isTooLarge(parts)) return `${shown} is too large: rows, columns and how many in a row may be up to ${SIDE} here${several ? `, cells up to ${SIDE ** 2}, and boards up to ${BOARDS}` : ""}.`;
	return `No line of ${k} fits on ${sizes.slice(several ? 1 : 0).join("×")}; write up to ${longest} in a row.`;
}

/**
 * Why words contradict each other; empty if they do not, or if they are not words of a board.
 * @param {string} text
 */
export function whyNotTogether(text) {
	/** @type {Record<string, string>} */
	const said = {};
	for (const word of (/,[a-z].*/.exec(text)?.[0] ?? "").split(",").slice(1).map(turns)) {
		const isOfTurns = /^stones=\d+(\+\d+)?$/.exec(word);
		if (isOfTurns && !STONES.test(word)) return `'${word}' in '${text}' has a number that none has; write ${ENDS[isOfTurns[1] ? 1 : 0].join(" to ")}`;
		const field = isOfTurns ? "turns" : /^boards=\d+$/.test(word) ? "kind" : Object.keys(QUESTIONS).find((one) => QUESTIONS[one].words.includes(word));
		if (!field) return "";
		if (said[field] === word) return `${word} stands twice in '${text}'`;
		if (said[field]) return `${said[field]} and ${word} both say ${QUESTIONS[field].asks}`;
		said[field] = word;
	}
	const { kind = "", marks = "", line = "" } = said;
	if (line && LOSES.test(marks)) return `${marks} and ${line} both say ${QUESTIONS.line.asks}`;
	if (FACTS[line]?.worth.includes(null) && !FACTS[marks].owned) return `${marks} and ${line} contradict each other: whose line it is does not follow from its marks`;
	const against = kind === "ultimate" && Object.keys(NEEDS).find((field) => said[field] && (field === "turns" || !FACTS[said[field]].owned));
	if (against) return `${kind} and ${said[against]} contradict each other: ${kind} needs that ${NEEDS[against]}`;
	return /^boards=[01]$/.test(kind) ? `boards is ${kind.slice(-1)}; a whole number from 2 is needed` : "";
}
