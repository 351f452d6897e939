// The tab in which a machine learns. It shows one part at a time: the opened box, games by the hundred, all boxes, or
// the file.

import { AgentFilePanel } from "./agent_file_panel.js";
import { AllBoxes } from "./all_boxes.js";
import { LEARNT_SIZES } from "./boards.js";
import { make, style } from "./dom.js";
import { OpenedBox } from "./opened_box.js";
import { Practice } from "./practice.js";

/** @import { Agents, Machine } from "./agents.js" */
/** @import { Match } from "./match.js" */
/**
 * @typedef {{
 *   match: Match, agents: Agents, oppose: (player: string, board: string) => Promise<void>, say: (text: string) => void,
 *   kept: (board: string) => void,
 * }} By what the tab needs: `oppose` begins a game against a player, `say` announces a text to screen readers, and
 *   `kept` gets the board of an agent that was read
 */
/** @typedef {{ draw(machine: Machine): void, element: HTMLElement }} Part */

const PARTS = { opened: "Open box", practice: "Practice", boxes: "All boxes", file: "File" };

export class LearnTab {
	/**
	 * @param {HTMLElement} element
	 * @param {By} by
	 */
	static async begin(element, by) {
		const { match: { rules }, agents } = by;
		await Promise.all([style("learn.css"), rules.board.learns && agents.machine(rules)]);
		return new LearnTab(element, by);
	}

	/**
	 * @param {HTMLElement} element
	 * @param {By} by
	 */
	constructor(element, by) {
		this.by = by;
		this.shown = "opened";
		const changed = () => this.draw();
		/** @type {Record<string, Part>} */
		this.parts = {
			opened: new OpenedBox(by),
			practice: new Practice(by, changed),
			boxes: new AllBoxes(),
			file: new AgentFilePanel(by, changed),
		};
		this.buttons = Object.entries(PARTS).map(([name, title]) => {
			const button = make("button", { value: name }, title);
			button.addEventListener("click", () => {
				this.shown = name;
				this.draw();
			});
			return button;
		});
		this.elsewhere = make("p", { class: "how" }, `MENACE plays on boards of ${LEARNT_SIZES.join("×")}. Choose one to see it.`);
		this.parting = make("div", { class: "parts", role: "group", "aria-label": "About MENACE" }, ...this.buttons);
		element.append(this.elsewhere, this.parting, ...Object.values(this.parts).map((part) => part.element));
	}

	draw() {
		const { match: { rules }, agents } = this.by;
		const { learns, key } = rules.board;
		this.elsewhere.hidden = learns;
		this.parting.hidden = !learns;
		for (const button of this.buttons) button.setAttribute("aria-pressed", `${button.value === this.shown}`);
		for (const [name, part] of Object.entries(this.parts)) part.element.hidden = !learns || name !== this.shown;
		const machine = agents.here.get(key);
		if (machine) this.parts[this.shown].draw(machine);
		else if (learns) agents.machine(rules).then(() => this.draw());
	}
}
