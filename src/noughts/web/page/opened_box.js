// The box that MENACE opened for the position on the board, with its beads, and the boxes opened before in this game.

import { METHOD_NAMES, gamesOf } from "./agent_file_panel.js";
import { make, setText } from "./dom.js";
import { Matchbox, NTH, beadsIn, beadsOf, counted, worthsOf } from "./matchbox.js";
import { MARKS, X, other } from "./position.js";

/** @import { Machine } from "./agents.js" */
/** @import { Game } from "./game.js" */
/** @import { By } from "./learn_tab.js" */
/** @import { Menace } from "./menace.js" */
/** @import { Nest } from "./matchbox.js" */
/** @import { Position } from "./position.js" */
/** @typedef {{ state: number, bead: number, cell: number, position: Position, before?: number, after?: number }} Open */

const ABOUT = "MENACE learns with matchboxes: one for each board, with beads of a colour for each move. It draws a bead and "
	+ "plays there. A win puts beads in, a loss takes them out.";

export class OpenedBox {
	/** @param {By} by */
	constructor({ match, agents, oppose }) {
		this.match = match;
		this.agents = agents;
		/** @type {{ game: Game, at: number } | null} the box that a person chose */
		this.chosen = null;
		this.box = new Matchbox();
		this.told = make("p", { class: "told" });
		this.play = make("button", { class: "primary" }, "Play against MENACE");
		this.play.addEventListener("click", () => oppose("menace", match.rules.board.key));
		this.list = make("ol", { class: "opened" });
		this.list.addEventListener("click", ({ target }) => {
			const button = target instanceof Element ? target.closest("button") : null;
			if (!button) return;
			this.chosen = { game: match.game, at: Number(button.value) };
			this.draw(/** @type {Machine} */ (agents.here.get(match.rules.board.key)));
			/** @type {HTMLElement} */ (this.list.children[this.chosen.at].firstChild).focus(); // the new button in place of the old one
		});
		this.element = make("div", { class: "part with-box" }, this.box.element, make("div", { class: "by-box" }, this.told, this.play, this.list));
	}

	/**
	 * The mark that MENACE plays in the game on the board; 0 if it does not play.
	 * @returns {number}
	 */
	get mark() {
		const { match } = this;
		if (!match.watching) return match.opponent === "menace" ? other(match.side) : 0;
		return match.opponent === "menace" ? other(X) : match.first === "menace" ? X : 0;
	}

	/** @param {Machine} machine */
	draw({ menace }) {
		const { match, mark } = this;
		const { game, rules, position } = match;
		const goesOn = !match.outcome && Boolean(rules.legal(position));
		this.play.hidden = mark !== 0;
		if (match.opponent === "agent" && this.agents.agent) return this.drawAgent(goesOn);
		if (match.opponent === "agent") this.agents.fromFile().then(() => this.draw({ menace, results: "" }), () => {});
		const learnt = this.agents.learnt?.game === game ? this.agents.learnt : null;
		/** @type {Open[]} */
		const opened = mark ? learnt?.changes ?? menace.opened(game, mark) : [];
		const waits = goesOn && (!mark || rules.toMove(position) === mark);
		const at = this.chosen?.game === game && opened[this.chosen.at] ? this.chosen.at : waits ? opened.length : opened.length - 1;
		const open = opened[at];
		this.list.replaceChildren(...opened.map((one, place) => item(menace, one, place, place === at)));
		const nests = open ? changed(beadsOf(menace, open.position, open.cell), open) : goesOn ? beadsOf(menace, position) : beadsOf(menace, rules.START);
		this.box.draw(nests, rules.cellName);
		setText(this.told, !mark ? ABOUT : learnt ? this.lesson(menace, learnt.result) : this.caption(menace, open, at, goesOn));
	}

	/**
	 * @param {Menace} menace
	 * @param {Open | undefined} open
	 * @param {number} at
	 * @param {boolean} goesOn
	 */
	caption(menace, open, at, goesOn) {
		const { match: { rules }, mark } = this;
		if (!menace.plays(mark)) return `This MENACE has boxes only for ${MARKS[other(mark)]}. As ${MARKS[mark]} it plays any free cell.`;
		if (!open) return goesOn ? "It opens a box as soon as it is to move." : "It needs no box to fill the last cell.";
		const all = beadsIn(beadsOf(menace, open.position, open.cell));
		if (!all) return `The box of its ${NTH[at]} move is empty: MENACE gives up, and plays any free cell.`;
		return `The box of its ${NTH[at]} move has ${counted(all)}. It drew ${rules.cellName(open.cell)}.`;
	}

	/**
	 * A sentence on what MENACE has learnt from the game.
	 * @param {Menace} menace
	 * @param {number} result
	 */
	lesson(menace, result) {
		const how = result > 0 ? "MENACE won" : result < 0 ? "MENACE lost" : "A draw";
		const more = menace.settings.rewards[1 - result];
		if (!more) return `${how}: no bead comes or goes.`;
		const beads = counted(Math.abs(more));
		return more > 0 ? `${how}: it put ${beads} more of the drawn colour into each box that it opened.`
			: `${how}: it took ${beads} of the drawn colour out of each box that it opened.`;
	}

	/** @param {boolean} goesOn */
	drawAgent(goesOn) {
		const { agents: { agent }, match: { rules, position } } = this;
		if (!agent) return;
		this.list.replaceChildren();
		this.box.draw(worthsOf(agent, goesOn ? position : rules.START), rules.cellName);
		setText(this.told, `Agent has learnt from ${gamesOf(agent)} by ${METHOD_NAMES[agent.kind]}. Each number is what it expects a move to `
			+ "bring the player who makes it, from −1, lost, to +1, won. It plays the best.");
	}
}

/**
 * The contents of a box, with the number of beads added or removed.
 * @param {Nest[]} nests
 * @param {Open} open
 */
function changed(nests, { before, after }) {
	if (before === undefined || after === undefined) return nests;
	return nests.map((nest) => (nest.isChosen ? { ...nest, change: after - before } : nest));
}

/**
 * @param {Menace} menace
 * @param {Open} open
 * @param {number} place
 * @param {boolean} isShown
 */
function item({ graph, beads }, { state, bead, cell, before, after }, place, isShown) {
	const row = beads.subarray(state * graph.cells, (state + 1) * graph.cells);
	const all = row.reduce((sum, number) => sum + number, 0);
	const text = after !== undefined ? `${before} → ${after}` : all ? `${row[bead]} of ${all}` : "empty box";
	const button = make("button", { value: place, "aria-pressed": `${isShown}` }, `${place + 1}. ${graph.rules.cellName(cell)}`, " ", make("small", {}, text));
	return make("li", {}, button);
}
