// The part of the tab that writes an agent to a file, reads an agent from a file, and starts a new agent.

import { bytesOf, writeAgent } from "./agent_file.js";
import { because } from "./announcements.js";
import { make, setText } from "./dom.js";
import { Menace } from "./menace.js";
import { PLAYERS } from "./players.js";
import { boardName } from "./wording.js";

/** @import { Machine } from "./agents.js" */
/** @import { By } from "./learn_tab.js" */

/** @type {Record<string, string>} */
export const METHOD_NAMES = { q: "Q-learning", sarsa: "SARSA", td: "TD(0)", mc: "Monte Carlo" };
const LIVES = 60_000; // ms for which the object URL of a saved file lives

export class AgentFilePanel {
	/**
	 * @param {By} by
	 * @param {() => void} changed
	 */
	constructor(by, changed) {
		this.by = by;
		this.changed = changed;
		/** @type {Machine | null} */
		this.machine = null;
		this.said = ""; // about the last action, until the machine changes
		this.then = ""; // the machine's state at that time
		this.isSure = false; // the first press of the button asks, and the second one forgets
		const { agentBoard } = by.match;
		/** @type {{ player: string, board: string } | null} what was read from a file */
		this.loaded = agentBoard ? { player: "agent", board: agentBoard } : null;
		this.told = make("p", { class: "told" });
		this.save = make("button", {}, "Save as a file");
		this.save.addEventListener("click", () => this.machine && save(this.machine));
		this.input = make("input", { type: "file", accept: ".npz" });
		this.input.addEventListener("change", () => this.read());
		this.forget = make("button");
		this.forget.addEventListener("click", () => this.forgets());
		this.forget.addEventListener("blur", () => {
			this.isSure = false;
			this.changed();
		});
		this.play = make("button", { class: "primary" });
		this.play.addEventListener("click", () => this.loaded && by.oppose(this.loaded.player, this.loaded.board));
		this.element = make(
			"div", { class: "part" },
			make("p", { class: "how" }, "This browser remembers the boxes. In the terminal, noughts learn and noughts play take the same file."),
			make("div", { class: "onward" }, this.save, make("label", { class: "file" }, this.input, "Load a file"), this.forget),
			this.told, this.play,
		);
	}

	/** @param {Machine} machine */
	draw(machine) {
		const { match: { opponent, rules } } = this.by;
		const { loaded } = this;
		this.machine = machine;
		const now = `${rules.board.key} ${machine.menace.games}`;
		if (this.then && this.then !== now) this.said = "";
		this.then = now;
		setText(this.forget, this.isSure ? `Forget ${gamesOf(machine.menace)}?` : "Forget all");
		setText(this.told, this.said || `MENACE has learnt from ${gamesOf(machine.menace)}.`);
		this.play.hidden = !loaded || (opponent === loaded.player && rules.board.key === loaded.board);
		if (loaded) setText(this.play, `Play against ${PLAYERS[loaded.player].name}`);
	}

	forgets() {
		const { match, agents } = this.by;
		if (this.isSure) agents.forget(match.rules);
		this.tell(this.isSure ? "All boxes are as they were at first." : "");
		this.isSure = !this.isSure;
		this.changed();
	}

	async read() {
		const { agents, kept } = this.by;
		const file = this.input.files?.[0];
		if (!file) return;
		try {
			const agent = await agents.load(await bytesOf(file));
			const { board } = agent.graph.rules;
			const player = agent instanceof Menace ? "menace" : "agent";
			this.loaded = { player, board: board.key };
			if (player === "agent") kept(board.key);
			const how = player === "agent" ? ` by ${METHOD_NAMES[agent.kind]}` : "";
			this.tell(`${PLAYERS[player].name} has learnt from ${gamesOf(agent)} on ${boardName(board).name}${board.key === board.plain ? "" : " misère"}${how}.`);
		} catch (error) {
			this.tell(because(error));
		}
		this.input.value = ""; // so that the same file can be chosen again
		this.changed();
	}

	/** @param {string} text */
	tell(text) {
		this.said = text;
		this.then = "";
		if (text) this.by.say(text);
	}
}

/** @param {{ games: number }} agent */
export function gamesOf({ games }) {
	return `${games.toLocaleString("en")} ${games === 1 ? "game" : "games"}`;
}

/** @param {Machine} machine */
function save({ menace }) {
	const url = URL.createObjectURL(new Blob([writeAgent(menace)]));
	make("a", { href: url, download: "menace.npz" }).click();
	setTimeout(() => URL.revokeObjectURL(url), LIVES);
}
