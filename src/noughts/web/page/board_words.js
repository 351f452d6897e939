// Why the words behind a board are refused, as the library says it.

import { ENDS, FACTS, QUESTIONS, STONES } from "./answers.js";
import { turns } from "./board_text.js";
import { LOSES } from "./boards.js";

/**
 * Why words do not go together; nothing where they do, or are none of a board.
 * @param {string} text
 */
export function whyNot(text) {
	/** @type {Record<string, string>} */
	const said = {};
	for (const word of (/,[a-z].*/.exec(text)?.[0] ?? "").split(",").slice(1).map(turns)) {
		const isOfTurns = /^stones=\d+(\+\d+)?$/.exec(word);
		if (isOfTurns && !STONES.test(word)) return `'${word}' in '${text}' has a number that none has; write ${ENDS[isOfTurns[1] ? 1 : 0].join(" to ")}`;
		const field = isOfTurns ? "turns" : Object.keys(QUESTIONS).find((one) => QUESTIONS[one].words.includes(word));
		if (!field) return "";
		if (said[field] === word) return `${word} stands twice in '${text}'`;
		if (said[field]) return `${said[field]} and ${word} both say ${QUESTIONS[field].asks}`;
		said[field] = word;
	}
	const { marks = "", line = "" } = said;
	if (line && LOSES.test(marks)) return `${marks} and ${line} both say ${QUESTIONS.line.asks}`;
	if (FACTS[line]?.worth.includes(null) && !FACTS[marks].owned) return `${marks} and ${line} contradict each other: whose line it is does not follow from its marks`;
	return "";
}
