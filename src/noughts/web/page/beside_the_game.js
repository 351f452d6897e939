// The parts of the page that no move needs: the line about hints, the review, the values of boards, the room, links.

import { because } from "./announcements.js";
import { byId, guidePlace, make, style } from "./dom.js";
import { HintLine } from "./hint_line.js";
import { tableMoves } from "./hints.js";
import { enableSharing } from "./share_buttons.js";
import { isBeside } from "./tabs.js";
import { TICTACTOE } from "./tictactoe.js";
import { Thinker } from "./worker_client.js";

/** @import { Controller } from "./controller.js" */
/** @import { GameView } from "./game_view.js" */
/** @import { Judged } from "./move_worths.js" */
/** @import { Position, Rules } from "./position.js" */
/** @import { Table } from "./table.js" */
/** @import { Tabs } from "./tabs.js" */

const SPARKS = 16;
const SHOWN = 40; // characters of a link
const REVIEW_TIME = 300; // ms for each move of a game in a review

export class Beside {
	/** @type {import("./review.js").Review | null} */
	review = null;
	/** @type {import("./room_screen.js").Room | null} */
	room = null;
	/** @type {import("./puzzle_dialog.js").PuzzleDialog | null} */
	puzzle = null;
	/** @type {import("./live_dialog.js").LiveDialog | null} */
	live = null;
	reviewer = new Thinker(); // a second worker, so that a game goes on during its review

	/** @param {{ controller: Controller, tabs: Tabs, view: GameView, table: Table, place: import("./controller.js").Place }} page */
	constructor({ controller, tabs, view, table, place }) {
		this.place = place;
		this.controller = controller;
		this.tabs = tabs;
		this.view = view;
		view.showWorths = () => this.showWorths();
		view.line = new HintLine(controller.hints);
		this.table = table;
		if (document.documentElement.dataset.live) byId("puzzle-button").after(make("button", { id: "live-button", "aria-haspopup": "dialog" }, "Play by link"));
		/** @type {Record<string, () => void>} */
		const buttons = {
			look: () => this.look(),
			proof: () => this.showWorths(),
			"room-button": () => this.showRoom(),
			"puzzle-button": () => this.showPuzzle(""),
			"daily-puzzle": () => this.showPuzzle(""),
			"live-button": () => this.showLive(""),
		};
		for (const [id, act] of Object.entries(buttons)) byId(id)?.addEventListener("click", act);
		const guide = guidePlace();
		if (guide) byId("proof").after(" ", make("a", { href: `${guide}4-minimax.html` }, "Lesson"));
		byId("sparks").append(...Array.from({ length: SPARKS }, (_, at) => {
			const spark = make("i");
			spark.style.setProperty("--at", `${at}`);
			return spark;
		}));
		enableSharing(() => `${location.href.split("#")[0]}#${controller.link}`);
	}

	draw() {
		const { review, room, controller } = this;
		if (review && !review.isOf(controller.match.game)) review.close();
		room?.draw();
	}

	/** Show or hide the review of the game. */
	async look() {
		const { controller, tabs, reviewer } = this;
		const { game } = controller.match;
		if (this.review && !byId("review").hidden && tabs.shown === "moves") return this.review.close();
		if (!game.ply) return controller.tell("Play a move first: there is nothing to review.");
		try {
			const [{ Review }] = await Promise.all([import("./review.js"), tabs.show("moves"), this.review ?? style("review.css")]);
			this.review ??= new Review({
				judge: (rules, position) => this.judged(rules, position),
				stop: () => reviewer.stop(),
				goTo: (ply) => controller.goTo(ply),
			});
		} catch (error) {
			return controller.tell(`The review could not be fetched: ${because(error)}`);
		}
		const shown = this.review.show(controller.match.game);
		if (isBeside()) byId("review").scrollIntoView({ block: "nearest" }); // the moves of a long game push it down
		else tabs.comeIntoView();
		return shown;
	}

	/**
	 * The value of each move of a position, from the table or the worker.
	 * @param {Rules} rules
	 * @param {Position} position
	 * @returns {Promise<Judged[]>}
	 */
	async judged(rules, position) {
		if (rules === TICTACTOE) return tableMoves(this.table, position);
		return (await this.reviewer.ask({ board: rules.board.key, position, milliseconds: REVIEW_TIME })).moves;
	}

	async showWorths() {
		const { controller, view: { sheet } } = this;
		try {
			const { showValues } = await import("./values_dialog.js");
			await showValues(controller.match.rules.board, (key) => {
				sheet?.close();
				controller.choice({ board: key });
			});
		} catch (error) {
			sheet?.close();
			controller.tell(`The values could not be fetched: ${because(error)}`);
		}
	}

	/** @param {number} step */
	async showLesson(step) {
		await this.tabs.show("lesson");
		/** @type {import("./lesson.js").Lesson | null} */ (this.view.stage)?.begin(step, true);
		this.tabs.comeIntoView();
	}

	/**
	 * Show the puzzle, the live game or the step of the lesson that an address names, or leave a dialog.
	 * @param {string} hash
	 */
	arrive(hash) {
		const isPuzzle = hash.startsWith("#puzzle"), isLive = hash.startsWith("#live");
		if (isPuzzle) this.showPuzzle(hash.slice(1));
		else this.puzzle?.dialog.close();
		if (isLive) this.showLive(hash.slice("#live=".length));
		else this.live?.dialog.close();
		const isLesson = hash.startsWith("#lesson"), step = /^#lesson=([1-8])$/.exec(hash);
		if (step) this.showLesson(Number(step[1]) - 1);
		else if (isLesson) this.controller.tell(`“${hash.slice(1, SHOWN)}” is not a step of the lesson: write lesson=1 to lesson=8.`);
		return isPuzzle || isLive || isLesson;
	}

	/** @param {string} fragment that names the puzzle; if it names none, today's puzzle */
	async showPuzzle(fragment) {
		const { controller, place } = this;
		try {
			const { PuzzleDialog } = await import("./puzzle_dialog.js");
			this.puzzle = await PuzzleDialog.begin({
				store: controller.store,
				remembered: controller.settings.puzzles,
				address: {
					page: location.href.split("#")[0],
					show: (shown) => {
						if (shown || !place.fragment) place.replace(shown ?? controller.fragment); // unless a link to a game has come
					},
				},
			});
			await this.puzzle.open(fragment);
		} catch (error) {
			controller.tell(`The puzzle could not be fetched: ${because(error)}`);
		}
	}

	/** @param {string} id of a game; empty, to make a new game */
	async showLive(id) {
		const { controller, place } = this;
		if (!document.documentElement.dataset.live) return controller.tell("There are no games by a link here: “noughts serve” has them.");
		try {
			const { LiveDialog } = await import("./live_dialog.js");
			this.live = await LiveDialog.begin({
				board: () => controller.match.rules.board.key,
				show: (shown) => {
					if (shown || !place.fragment) place.replace(shown ?? controller.fragment); // unless a link to a game has come
				},
				closed: () => byId("live-button")?.focus(),
			});
			await this.live.open(id);
		} catch (error) {
			controller.tell(`Playing by a link could not be fetched: ${because(error)}`);
		}
	}

	async showRoom() {
		try {
			const { Room } = await import("./room_screen.js");
			this.room = await Room.begin(this.controller);
			this.room.open();
		} catch (error) {
			this.controller.tell(`The room could not be fetched: ${because(error)}`);
		}
	}
}
