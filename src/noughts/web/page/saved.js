// The file of an agent: written, read; and beginning anew.

import { bytesOf, writeAgent } from "./agent_file.js";
import { make, setText } from "./dom.js";
import { Menace } from "./menace.js";
import { because } from "./say.js";

/** @import { Machine } from "./agents.js" */
/** @import { By } from "./learn.js" */

/** @type {Record<string, string>} */
export const METHOD_NAMES = { q: "Q-learning", sarsa: "SARSA", td: "TD(0)", mc: "Monte Carlo" };
const LIVES = 60_000; // ms of the address of a file that is saved

export class Saved {
	/**
	 * @param {By} by
	 * @param {() => void} changed
	 */
	constructor(by, changed) {
		this.by = by;
		this.changed = changed;
		/** @type {Machine | null} */
		this.machine = null;
		this.said = ""; // of what was done last
		this.isSure = false; // once somebody asked to forget, the same button does it
		this.told = make("p", { class: "told" });
		this.save = make("button", {}, "Save as a file");
		this.save.addEventListener("click", () => this.machine && save(this.machine));
		this.input = make("input", { type: "file", accept: ".npz", id: "agent-file" });
		this.input.addEventListener("change", () => this.read());
		this.forget = make("button", {}, "");
		this.forget.addEventListener("click", () => this.forgets());
		this.forget.addEventListener("blur", () => {
			this.isSure = false;
			this.changed();
		});
		this.play = make("button", { class: "primary" }, "Play against Agent");
		this.play.addEventListener("click", () => by.oppose("agent", by.match.rules));
		this.element = make(
			"div", { class: "part" },
			make("p", { class: "how" }, "This browser remembers the boxes. In the terminal, noughts learn and noughts play take the same file."),
			make("div", { class: "onward" }, this.save, make("label", { class: "file" }, this.input, "Load a file"), this.forget),
			this.told, this.play,
		);
	}

	/** @param {Machine} machine */
	draw(machine) {
		const { match } = this.by;
		this.machine = machine;
		const games = machine.menace.games.toLocaleString("en");
		setText(this.forget, this.isSure ? `Forget ${games} games?` : "Forget all");
		setText(this.told, this.said || `MENACE has learnt from ${games} ${games === "1" ? "game" : "games"}.`);
		this.play.hidden = match.agentBoard !== match.rules.board.key || match.opponent === "agent";
	}

	forgets() {
		const { match, agents } = this.by;
		if (this.isSure) agents.forget(match.rules);
		this.tell(this.isSure ? "All boxes are as they were at first." : "");
		this.isSure = !this.isSure;
		this.changed();
	}

	async read() {
		const { agents, kept, oppose } = this.by;
		const file = this.input.files?.[0];
		this.input.value = ""; // so that the same file is a change again
		if (!file) return;
		try {
			const agent = await agents.load(await bytesOf(file));
			const { graph: { rules }, games } = agent;
			const from = `${games.toLocaleString("en")} ${games === 1 ? "game" : "games"}`;
			this.tell(agent instanceof Menace ? `This is MENACE after ${from}.` : `Agent has learnt from ${from} by ${METHOD_NAMES[agent.kind]}.`);
			if (!(agent instanceof Menace)) kept(rules.board.key);
			oppose(agent instanceof Menace ? "menace" : "agent", rules);
		} catch (error) {
			this.tell(because(error));
		}
		this.changed();
	}

	/** @param {string} text */
	tell(text) {
		this.said = text;
		if (text) this.by.say(text);
	}
}

/** @param {Machine} machine */
function save({ menace }) {
	const url = URL.createObjectURL(new Blob([writeAgent(menace)]));
	make("a", { href: url, download: "menace.npz" }).click();
	setTimeout(() => URL.revokeObjectURL(url), LIVES);
}
