// The game on the screen: the board, the controls below it, the scores, and the button that opens the sheet.

import { because } from "./announcements.js";
import { Board } from "./board.js";
import { readBoard } from "./board_text.js";
import { KNOWN_AS, LISTED } from "./boards.js";
import { attribute, byId, make, setText } from "./dom.js";
import { LEVELS } from "./ladder.js";
import { about } from "./players.js";
import { MARKS, O, X } from "./position.js";
import { TICTACTOE } from "./tictactoe.js";
import { boardName, capital } from "./wording.js";

/** @import { Controller } from "./controller.js" */
/** @typedef {{ show(board: Board): void, tap(cell: number): void }} Stage shows itself on the board, and gets its taps */

const PLAIN = LISTED.map(readBoard);

export class GameView {
	/** @param {Controller} controller */
	constructor(controller) {
		this.controller = controller;
		/** @type {Stage | null} what uses the board in place of the game */
		this.stage = null;
		/** @type {import("./position.js").Rules | null} the rules of the game drawn last */
		this.rules = null;
		this.board = new Board(byId("grid"), (cell) => (this.stage ? this.stage.tap(cell) : controller.play(cell)), (cell) => {
			controller.tell(`${controller.match.rules.cellName(cell)}: tap it again to play there.`);
		});
		/** @type {Promise<{ draw(): void }> | null} what other games add to the screen */
		this.relative = null;
		/** @type {{ draw(): boolean } | null} the line about hints; `draw` says whether there is one */
		this.line = null;
		/** @type {import("./game_dialog.js").Sheet | null} the sheet of choices, once it is fetched */
		this.sheet = null;
		/** @type {Promise<import("./game_dialog.js").Sheet> | null} */
		this.making = null;
		this.showWorths = () => {};
		/** @type {Record<string, () => void>} */
		const buttons = {
			undo: () => controller.undo(),
			redo: () => controller.redo(),
			hint: () => controller.hint(),
			newGame: () => controller.newGame(),
			next: () => controller.goOn(),
			reply: () => controller.reply(),
			pause: () => controller.pause(),
			draw: () => controller.end("takeDraw"),
			setup: () => this.choose(),
		};
		for (const [id, act] of Object.entries(buttons)) byId(id).addEventListener("click", act);
		this.levels = LEVELS.map((opponent) => {
			const button = make("button", {}, make("span"), make("span", { class: "unseen" }));
			button.addEventListener("click", () => controller.choice({ opponent }));
			return button;
		});
		byId("ladder").append(...this.levels);
	}

	draw() {
		const { match, hints } = this.controller;
		const { game, rules, position, outcome } = match;
		this.rules = rules;
		if (this.stage) return this.stage.show(this.board);
		if (this.board.rules !== rules) this.board.build(rules);
		const canPlay = !rules.refusal(position) && !outcome && !match.thinking && !match.runs;
		/** @param {number | null} move */
		const cellOf = (move) => (move === null ? null : move % rules.cells);
		const last = game.ply ? cellOf(game.known[game.ply - 1]) : null;
		this.board.aim(null);
		this.board.draw({ rules, position, end: outcome, hints: hints.shown, hand: this.controller.hand, last, canPlay, wanted: cellOf(this.controller.wanted) });
		byId("scores").classList.toggle("blank", match.watching);
		const hasLine = this.line?.draw() ?? false;
		const isTop = !hasLine && !match.watching && match.opponent === "perfect" && rules === TICTACTOE;
		byId("top").hidden = !isTop;
		byId("tip").hidden = hasLine || isTop;
		this.drawLadder();
		this.drawControls();
		this.drawScores();
		this.drawSetup();
		this.sheet?.draw(match, this.controller.options);
		if (rules.facts || this.relative) this.drawRelative();
	}

	async drawRelative() {
		const { board, controller } = this;
		this.relative ??= import("./relative_view.js").then(({ RelativeView }) => RelativeView.begin(board, controller));
		(await this.relative).draw();
	}

	/**
	 * Let a stage use the board or, with null, give the board back to the game.
	 * @param {Stage | null} stage
	 */
	take(stage) {
		if (this.stage === stage) return;
		this.stage = stage;
		document.querySelector("main")?.classList.toggle("teaching", stage !== null);
		byId("leave").hidden = stage === null;
		this.board.build(this.controller.match.rules); // removes what the stage has drawn
		this.draw();
	}

	/** Open the sheet of choices, or say why not. */
	async choose() {
		try {
			(this.sheet ?? await this.makeSheet()).open();
		} catch (error) {
			this.controller.tell(`The choice could not be fetched: ${because(error)}`);
		}
	}

	/** The sheet of choices, fetched once. */
	makeSheet() {
		const { controller } = this;
		this.making ??= import("./game_dialog.js").then(({ Sheet }) => Sheet.begin({
			chosen: (choice) => controller.choice(choice),
			erase: () => controller.clearScores(),
			resign: () => controller.end("resign"),
			showWorths: () => this.showWorths(),
		})).then((sheet) => {
			sheet.draw(controller.match, controller.options);
			return (this.sheet = sheet);
		});
		this.making.catch(() => (this.making = null)); // the next attempt may succeed
		return this.making;
	}

	/** Write the choices on the button that opens the sheet. */
	drawSetup() {
		const { rules, first, opponent, side, twoPeople, watching } = this.controller.match;
		const { board } = rules;
		const alike = PLAIN.filter(({ sizes, round }) => `${sizes}` === `${board.sizes}` && round === board.round);
		const saysK = alike.length !== 1 || !LISTED.includes(board.plain); // else only one board has these sides
		const known = KNOWN_AS.get(board.key);
		setText(byId("chosen-board"), known ?? boardName(board).name + (saysK ? `, ${board.k}` : ""));
		setText(byId("chosen-k"), saysK && !known ? "in a row" : "");
		byId("chosen-misere").hidden = board.key === board.plain;
		const { name } = about(opponent, rules);
		setText(byId("chosen-opponent"), watching ? `${about(first, rules).name} – ${name}` : name);
		setText(byId("chosen-side"), MARKS[side]);
		for (const part of byId("setup").querySelectorAll(".unseen, #chosen-side")) part.toggleAttribute("hidden", twoPeople || watching);
	}

	drawLadder() {
		const { match, ladder } = this.controller;
		LEVELS.forEach((level, at) => {
			const button = this.levels[at];
			const isBeaten = at < ladder.on(match.rules.board.key);
			setText(button.children[0], about(level, match.rules).name);
			setText(button.children[1], isBeaten ? at === LEVELS.length - 1 ? " (held)" : " (beaten)" : "");
			button.classList.toggle("beaten", isBeaten);
			attribute(button, "aria-current", !match.watching && match.opponent === level ? "step" : null);
		});
	}

	drawControls() {
		const { match, hints, options } = this.controller;
		const { result, rules, position } = match;
		const game = /** @type {HTMLElement} */ (document.querySelector(".game"));
		const isOurs = !match.twoPeople && !match.watching;
		const isOffered = match.isDead && (match.twoPeople || isOurs && !match.paused && !match.thinking);
		game.dataset.result = result && result !== "drawn" && !isOurs ? "over" : result ?? (isOffered ? "dead" : "");
		game.dataset.thinking = `${Boolean(match.thinking)}`;
		game.dataset.labels = options.labels;
		game.toggleAttribute("data-hinted", hints.moves.length > 0); // so each cell shows its name
		game.dataset.board = rules.board.key;
		byId("undo").setAttribute("aria-disabled", `${!match.canUndo}`);
		byId("redo").setAttribute("aria-disabled", `${!match.canRedo}`);
		byId("hint").setAttribute("aria-pressed", `${hints.isOn}`);
		byId("look").setAttribute("aria-disabled", `${!match.game.ply}`);
		const isWatched = match.watching && Boolean(rules.legal(position));
		setText(byId("reply").children[0], match.watching ? "Step" : "Let it move");
		setText(byId("pause").children[0], match.paused ? "Go on" : "Pause");
		const { above } = this.controller;
		setText(byId("next"), above ? `Play ${about(above, rules).name}` : result === "lost" && isOurs ? "Try again" : "Play again");
		setText(byId("newGame").children[0], result ? "Again" : "New");
		for (const [id, shown] of Object.entries({ reply: match.paused, pause: isWatched, draw: isOffered, next: Boolean(result) || isOffered })) {
			const button = byId(id);
			if (!shown && document.activeElement === button) this.board.focus();
			button.hidden = !shown;
		}
	}

	drawScores() {
		const { match, scores, contest } = this.controller;
		for (const [result, games] of Object.entries(scores.of(contest))) setText(byId(result), `${games}`);
		const { sideName } = match.rules;
		setText(byId("won-name"), match.twoPeople ? capital(sideName(X)) : "You");
		setText(byId("lost-name"), match.twoPeople ? capital(sideName(O)) : match.opponentName);
	}
}
