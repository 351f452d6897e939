// Play through a link: the whole window shows a live game, which a person makes or joins, and plays or watches.

import { because } from "./announcements.js";
import { Board } from "./board.js";
import { boardOf } from "./board_text.js";
import { make, setText, style } from "./dom.js";
import { LiveGame, OTHER, lobby, nameOf, played, statusOf } from "./live_game.js";
import { MARKS, X } from "./position.js";
import { rulesNow, rulesOf } from "./rules_by_board.js";
import { boardName } from "./wording.js";

/** @import { Kept, Side } from "./live_game.js" */
/** @typedef {{ board: () => string, show(fragment: string | null): void, closed(): void }} World `board` is the page's board; `show` sets the fragment to the live game's or, with null, to the page's own game */

/** @type {Record<string, [number, number]>} the seconds of each side, and the seconds that a move adds */
const CLOCKS = { "No clock": [0, 0], "1 minute": [60, 0], "3 minutes + 2 s": [180, 2], "10 minutes + 5 s": [600, 5] };
const OPPONENTS = ["", "easy", "medium", "hard", "strong"]; // a person, or a player of the library
const TICK = 250, LISTING = 3000; // ms

export class LiveDialog {
	/** @type {Promise<LiveDialog> | null} */
	static made = null;

	/**
	 * The only dialog of its kind, once its style sheet is loaded.
	 * @param {World} world
	 */
	static begin(world) {
		return (LiveDialog.made ??= style("live.css").then(() => new LiveDialog(world)));
	}

	/** @param {World} world */
	constructor(world) {
		this.world = world;
		this.live = new LiveGame(() => this.changed());
		/** @type {import("./position.js").Rules | null} */
		this.rules = null;
		/** @type {import("./ultimate_view.js").NestedView | null} */
		this.nested = null;
		this.hand = 0; // which of the player's marks to place, if there are several
		this.error = "";

		/** @type {(text: string, act: () => unknown, attributes?: import("./dom.js").Attributes) => HTMLButtonElement} */
		const button = (text, act, attributes = {}) => {
			const made = make("button", attributes, text);
			made.addEventListener("click", () => this.attempt(act));
			return made;
		};
		/** @type {(name: string, ...options: string[]) => HTMLSelectElement} */
		const select = (name, ...options) => make("select", { "aria-label": name }, ...options.map((text) => make("option", {}, text)));
		/** @type {(action: string, fields?: () => Record<string, unknown>) => () => unknown} */
		const asks = (action, fields) => () => this.live.ask(action, fields?.());
		const ply = () => ({ ply: this.live.told?.game.ply });

		this.name = make("input", { maxlength: 40, placeholder: "Your name", "aria-label": "Your name", autocomplete: "nickname" });
		this.side = select("Your side", "You are X", "You are O");
		this.clock = select("Clock", ...Object.keys(CLOCKS));
		this.against = select("Against", ...OPPONENTS.map((name) => (name ? `Against ${name}` : "Against whoever has the link")));
		this.sitName = make("input", { maxlength: 40, placeholder: "Your name", "aria-label": "Your name", autocomplete: "nickname" });
		this.chosen = make("p", { class: "chosen" });
		this.setup = make("div", { class: "live-setup" }, this.chosen, this.name, this.against, this.side, this.clock, button("Make a game", () => this.begin(), { class: "primary" }), this.lobby = make("div", { class: "lobby", role: "group", "aria-label": "Games that await a player" }));
		this.status = make("p", { class: "told", role: "status" });
		/** @type {Record<Side, HTMLElement>} */
		this.players = { x: make("p"), o: make("p") };
		this.grid = make("div", { class: "grid", role: "grid", "aria-label": "Board of the live game" });
		/** @type {Record<string, HTMLElement>} */
		this.acts = {
			mark: button("", () => (this.hand = 1 - this.hand)),
			sit: button("Sit down", () => this.live.ask("sit", { name: this.sitName.value }), { class: "primary" }),
			copy: button("Copy the link", () => this.copy(), { class: "primary" }),
			code: button("QR code", async () => (await import("./qr_dialog.js")).showCode(this.link)),
			draw: button("", asks("draw", ply)),
			back: button("", asks("back", ply)),
			rematch: button("", asks("rematch"), { class: "primary" }),
			decline: button("Decline", asks("decline")),
			resign: button("Give up", asks("resign")),
			another: button("New game", () => this.open("")),
		};
		this.game = make(
			"div", { class: "live-game" },
			make("div", { class: "players" }, this.players.x, this.players.o),
			make("div", { class: "frame" }, this.grid),
			make("div", { class: "acts" }, this.sitName, ...Object.values(this.acts)),
		);
		const close = make("button", {}, "Close");
		this.dialog = make(
			"dialog", { id: "live", "aria-labelledby": "live-title" },
			make("div", { class: "live-head" }, make("h2", { id: "live-title" }, "Play by link"), close),
			this.status, this.setup, this.game,
		);
		document.body.append(this.dialog);
		close.addEventListener("click", () => this.dialog.close());
		this.board = new Board(this.grid, (cell) => this.attempt(() => this.play(cell)), (cell) => this.tell(`${this.rules?.cellName(cell)}: tap it again to play there.`));
		this.dialog.addEventListener("close", () => {
			this.live.leave();
			clearInterval(this.ticking);
			clearTimeout(this.listing);
			world.show(null);
			world.closed();
		});
	}

	get link() {
		return `${location.href.split("#")[0]}#live=${this.live.told?.game.id}`;
	}

	/**
	 * Open the dialog with the game of an id or, without one, to make a game.
	 * @param {string} id
	 */
	async open(id) {
		clearInterval(this.ticking);
		this.ticking = setInterval(() => this.tick(), TICK);
		if (!this.dialog.open) this.dialog.showModal();
		this.error = "";
		this.live.leave();
		this.rules = null;
		this.setup.hidden = this.game.hidden = true; // until one of them can be used
		setText(this.status, "");
		if (id) await this.attempt(() => this.live.open(id));
		if (!this.live.told) {
			this.world.show("live");
			this.list();
		}
		this.draw();
		if (this.live.told) this.board.focus();
		else this.name.focus();
	}

	async begin() {
		const [seconds, increment] = CLOCKS[this.clock.value], side = this.side.selectedIndex ? "o" : "x";
		const player = OPPONENTS[this.against.selectedIndex];
		this.rules = null;
		await this.live.make({ rules: this.world.board(), side, name: this.name.value, seconds, increment, player });
		if (player) this.board.focus();
		else this.acts.copy.focus();
	}

	/** List the games of the lobby, and repeat this until the dialog has a game. */
	async list() {
		clearTimeout(this.listing);
		const games = await lobby().catch(() => null); // the lobby cannot be listed now
		if (this.live.told || !this.dialog.open) return;
		this.listing = setTimeout(() => this.list(), LISTING);
		const had = /** @type {HTMLElement} */ (document.activeElement)?.dataset.game, ids = games?.map(({ id }) => id).join(" ");
		if (!games || ids === this.lobby.dataset.games) return;
		this.lobby.dataset.games = ids;
		this.lobby.replaceChildren(...games.map((game) => {
			const item = make("button", { "data-game": game.id }, waitingText(game));
			item.addEventListener("click", () => this.open(game.id));
			return item;
		}));
		if (had) (/** @type {HTMLElement | null} */ (this.lobby.querySelector(`[data-game="${had}"]`)) ?? this.name).focus();
	}

	/**
	 * Perform an action, and show the error if it fails.
	 * @param {() => unknown} act
	 */
	async attempt(act) {
		this.error = "";
		try {
			await act();
		} catch (error) {
			this.error = `${because(error)}.`.replace("..", ".");
		}
		this.draw();
	}

	/** @param {string} text */
	tell(text) {
		this.error = text;
		this.draw();
	}

	/** @param {number} cell */
	play(cell) {
		const { live: { told }, rules, hand } = this;
		if (!told?.you || !rules) return undefined;
		return this.live.ask("move", { ply: told.game.ply, version: told.game.version, cell: rules.moveName(cell + hand * rules.cells) });
	}

	async copy() {
		try {
			await navigator.clipboard.writeText(this.link);
			this.error = "The link is copied.";
		} catch {
			this.error = `Copy this link: ${this.link}`;
		}
	}

	/** Draw the news from the server, or its absence, and drop the last message. */
	async changed() {
		this.error = "";
		const game = this.live.told?.game;
		if (!game) return this.draw();
		if (game.next) return this.attempt(() => this.live.open(/** @type {string} */ (game.next)));
		this.world.show(`live=${game.id}`);
		this.rules = rulesNow(game.rules) ?? await rulesOf(game.rules);
		if (this.board.rules !== this.rules) this.board.build(this.rules);
		if (this.rules.facts?.nested) this.nested ??= await (await import("./ultimate_view.js")).NestedView.begin(this.board);
		return this.draw();
	}

	draw() {
		const { told, here, socket } = this.live, { rules } = this;
		this.setup.hidden = Boolean(told);
		this.game.hidden = !told || !rules;
		setText(this.chosen, `Board: ${boardText(this.world.board())}. Choose another on the page.`);
		if (!told || !rules) return setText(this.status, this.error || (told ? "" : "Make a game, and send its link to a friend."));
		const { game, you } = told, { offer, result } = game, isOn = Boolean(game.turn);
		const offline = !here && socket?.readyState !== WebSocket.CONNECTING && socket ? " The connection is lost; it comes back by itself." : "";
		setText(this.status, (this.error || statusOf(told, here)) + offline);
		const asked = offer && offer.by !== you ? offer.what : "", waits = offer && offer.by === you ? offer.what : "";
		setText(this.acts.draw, asked === "draw" ? "Agree to a draw" : waits === "draw" ? "You offered a draw" : "Offer a draw");
		setText(this.acts.back, asked === "back" ? "Let it be taken back" : waits === "back" ? "You asked to take back" : "Take back");
		setText(this.acts.rematch, asked === "rematch" ? "Play again" : waits === "rematch" ? "You asked for another game" : "Another game");
		setText(this.acts.mark, `Your mark: ${MARKS[X + this.hand]}`);
		const canPlay = isOn && game.turn === you, isFree = !(game.players.x.taken && game.players.o.taken);
		const shown = {
			mark: rules.hands > 1 && canPlay, sit: isFree && !you && !result, copy: isFree && !result, code: isFree && !result,
			draw: isOn && you, back: isOn && you && game.ply > 0, rematch: result && you, decline: asked && you, resign: you && !result && !isFree, another: result,
		};
		for (const [name, isShown] of Object.entries(shown)) {
			if (!isShown && document.activeElement === this.acts[name]) this.board.focus();
			this.acts[name].hidden = !isShown;
		}
		this.sitName.hidden = this.acts.sit.hidden;
		const { position, known } = played(game, rules), last = known.length ? known[known.length - 1] % rules.cells : null;
		const end = rules.outcome(position);
		this.board.draw({ rules, position, end, last, canPlay, wanted: null });
		if (rules.facts?.nested) this.nested?.draw({ rules, position, end, canPlay });
		return this.tick();
	}

	/** Draw the players and their clocks. */
	tick() {
		const { told, here } = this.live;
		if (!told) return;
		for (const side of /** @type {Side[]} */ (Object.keys(OTHER))) {
			const seconds = this.live.seconds(side), isHere = here?.[side] ? "here" : "away";
			const { taken } = told.game.players[side];
			setText(this.players[side], `${taken ? nameOf(told, side) : `free (${side.toUpperCase()})`}${seconds === null ? "" : ` ${timeText(seconds)}`}`);
			this.players[side].className = `${side} ${taken ? isHere : "free"}${told.game.turn === side ? " on-turn" : ""}`;
		}
	}
}

/** @param {number} seconds */
function timeText(seconds) {
	const whole = Math.ceil(seconds);
	return `${Math.floor(whole / 60)}:${`${whole % 60}`.padStart(2, "0")}`;
}

/** @param {string} key */
function boardText(key) {
	const board = boardOf(key), { name, detail } = board ? boardName(board) : { name: key, detail: "as chosen" };
	return `${name}, ${detail}`;
}

/**
 * Ann plays X on 3×3, 3 in a row; 3:00 + 2 s
 * @param {Kept} game
 */
function waitingText({ rules, players, clock }) {
	const side = players.x.taken ? "x" : "o";
	const time = clock ? `; ${timeText(clock.seconds)}${clock.increment ? ` + ${clock.increment} s` : ""}` : "";
	return `${players[side].name || "Somebody"} plays ${side.toUpperCase()} on ${boardText(rules)}${time}`;
}
