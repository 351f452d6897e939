// The stored settings and scores. If storage is turned off, they last as long as the page is open.
//
// Stored data may be anything. Only values that were found valid are written again.

import { boardOf } from "./board_text.js";
import { MACHINES, PLAYERS } from "./players.js";
import { O, X } from "./position.js";
import { TABS } from "./tabs.js";
import { TICTACTOE } from "./tictactoe.js";
import { PACES } from "./timers.js";
import { LABELS, REPRESENTATIONS } from "./wording.js";

export class PageStorage {
	constructor() {
		/** @type {Record<string, unknown>} */
		this.values = {};
		/** @type {any} */
		this.stored = null;
		try {
			this.stored = JSON.parse(localStorage.getItem("noughts") ?? "null");
		} catch {
			// turned off, or other data
		}
	}

	/** The settings, each with its values and its default. All are read, since only read values are written again. */
	settings() {
		return {
			board: this.get("board", (key) => Boolean(boardOf(key)), TICTACTOE.board.key),
			opponent: this.get("opponent", Object.keys(PLAYERS), "easy"),
			side: this.get("side", [X, O, "turns", "watch"], "turns"),
			first: this.get("first", MACHINES, "perfect"),
			agentBoard: this.get("agentBoard", (key) => Boolean(boardOf(key)?.learns), ""),
			labels: this.get("labels", Object.keys(LABELS), "none"),
			pace: this.get("pace", /** @type {(keyof typeof PACES)[]} */ (Object.keys(PACES)), "medium"),
			sound: this.get("sound", [true, false], false),
			goesOn: this.get("goesOn", [true, false], false),
			letters: this.get("letters", [true, false], true),
			tab: this.get("tab", TABS, ""), // moves or bits, if there is room
			representation: this.get("representation", Object.keys(REPRESENTATIONS), "bitboards"),
			lesson: this.get("lesson", (steps) => steps === (steps & 255), 0), // a bit for each finished step
			puzzles: this.get("puzzles", Boolean, null),
		};
	}

	/**
	 * The stored value if `values` has or accepts it, else `otherwise`.
	 * @template T
	 * @param {string} name
	 * @param {T[] | ((value: any) => boolean)} values
	 * @param {T} otherwise
	 * @returns {T}
	 */
	get(name, values, otherwise) {
		const value = this.stored?.[name];
		if (!(typeof values === "function" ? values(value) : values.includes(value))) return otherwise;
		return (this.values[name] = value);
	}

	/**
	 * @param {string} name
	 * @param {unknown} value
	 */
	set(name, value) {
		this.values[name] = value;
		try {
			localStorage.setItem("noughts", JSON.stringify(this.values));
		} catch {
			// Turned off or full; `values` still has the value.
		}
	}
}
