// The game on the screen: the board, the controls below it, the scores, and the choices of the sheet.

import { Board } from "./board.js";
import { byId, setText } from "./dom.js";
import { Sheet } from "./game_dialog.js";
import { HintLine } from "./hint_line.js";

/** @import { Controller } from "./controller.js" */

export class GameView {
	/** @param {Controller} controller */
	constructor(controller) {
		this.controller = controller;
		this.board = new Board(byId("grid"), (cell) => controller.play(cell));
		this.line = new HintLine(controller.hints);
		this.sheet = new Sheet((choice) => controller.choice(choice));
		/** @type {Record<string, () => void>} */
		const buttons = {
			undo: () => controller.undo(),
			redo: () => controller.redo(),
			hint: () => controller.hint(),
			newGame: () => controller.newGame(),
			next: () => controller.newGame(),
			reply: () => controller.reply(),
			pause: () => controller.pause(),
			clear: () => controller.clearScores(),
		};
		for (const [id, act] of Object.entries(buttons)) byId(id).addEventListener("click", act);
	}

	draw() {
		const { match, hints } = this.controller;
		const { game, rules, position, outcome } = match;
		if (this.board.rules !== rules) this.board.build(rules);
		const canPlay = !rules.refusal(position) && !outcome && !match.thinking && !match.runs;
		const last = game.ply ? game.known[game.ply - 1] : null;
		this.board.draw({ rules, position, end: outcome, hints: hints.moves, last, canPlay });
		byId("scores").hidden = this.line.draw() || match.watching;
		this.drawControls();
		this.drawScores();
		this.sheet.draw(match, this.controller.options);
	}

	drawControls() {
		const { match, hints, options } = this.controller;
		const { result, rules, position } = match;
		const game = /** @type {HTMLElement} */ (document.querySelector(".game"));
		const isOurs = !match.twoPeople && !match.watching;
		game.dataset.result = result && result !== "drawn" && !isOurs ? "over" : result ?? "";
		game.dataset.thinking = `${Boolean(match.thinking)}`;
		game.dataset.labels = options.labels;
		game.dataset.board = rules.board.key;
		byId("undo").setAttribute("aria-disabled", `${!match.canUndo}`);
		byId("redo").setAttribute("aria-disabled", `${!match.canRedo}`);
		byId("hint").setAttribute("aria-pressed", `${hints.isOn}`);
		byId("look").setAttribute("aria-disabled", `${!match.game.ply}`);
		const isWatched = match.watching && Boolean(rules.legal(position));
		setText(byId("reply").children[0], match.watching ? "Step" : "Let it move");
		setText(byId("pause").children[0], match.paused ? "Go on" : "Pause");
		for (const [id, shown] of Object.entries({ reply: match.paused, pause: isWatched, next: Boolean(result) })) {
			const button = byId(id);
			if (!shown && document.activeElement === button) this.board.focus();
			button.hidden = !shown;
		}
	}

	drawScores() {
		const { match, scores, contest } = this.controller;
		for (const [result, games] of Object.entries(scores.of(contest))) setText(byId(result), `${games}`);
		setText(byId("won-name"), match.twoPeople ? "X" : "You");
		setText(byId("lost-name"), match.twoPeople ? "O" : match.opponentName);
	}
}
