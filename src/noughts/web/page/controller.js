// The controller: what a person can do, and the effects on the game, the players, the hints, scores and the address.
//
// It uses no document. A `Screen` draws the game and says its messages, a `Place` holds the address, and timers wait.

import { boardKey, format, parse, settings } from "./address.js";
import { because } from "./announcements.js";
import { boardOf } from "./board_text.js";
import { Hints } from "./hints.js";
import { Ladder } from "./ladder.js";
import { Match, NOBODY } from "./match.js";
import { PLAYERS, choose } from "./players.js";
import { O, Refusal, X } from "./position.js";
import { rulesNow, rulesOf } from "./rules_by_board.js";
import { Scores, contest } from "./scores.js";
import { TICTACTOE } from "./tictactoe.js";
import { NEXT_GAME, PACES } from "./timers.js";
import { capital, detailText, headlineText, statusText } from "./wording.js";

/** @import { Position, Rules } from "./position.js" */
/** @import { Question } from "./players.js" */
/** @typedef {{ draw(): void, say(text: string): void, headline(text: string, detail?: string): void }} Screen draws the game; `say` is for screen readers, `headline` for the eye */
/** @typedef {{ readonly fragment: string, push(fragment: string): void, replace(fragment: string): void }} Place the fragment of the address */
/** @typedef {{ start(milliseconds: number, action: () => void): void, stop(): void }} Waiting runs one action after a time */
/** @typedef {{ labels: string, pace: keyof typeof PACES, sound: boolean, goesOn: boolean }} Options the choices that do not change a match */
/** @typedef {Partial<Options> & { board?: string, opponent?: string, first?: string, side?: string }} Choice */
/**
 * @typedef {{
 *   store: import("./storage.js").PageStorage, table: import("./table.js").Table, thinker: import("./worker_client.js").Thinker,
 *   timers: Waiting, screen: Screen, place: Place, isServed: boolean, random?: () => number, now?: () => number,
 *   wait?: (milliseconds: number) => Promise<void>,
 * }} World what a controller needs; `isServed` says whether a server may prove moves
 */

export const PAUSE = 500; // ms from a person's move to the reply: the move's stroke ends, and one sees who thinks
const HASTY = 700; // ms after the end in which a tap on the board was still meant for the game

export class Controller {
	/** @type {import("./agents.js").Agents | null} loaded when first needed */
	agents = null;
	/** @type {import("./sound.js").Sound | null} if sound is on */
	tones = null;
	address = "";
	beginsRun = false; // whether the next watched move adds a step for the back button
	arrivals = 0; // counts arrivals at games whose board is fetched first: only the last one is shown
	unsaid = ""; // a message from before the opponent began to think, to be said with its reply
	/** @type {number | null} the move that a person makes next, chosen while the opponent thinks */
	wanted = null;
	hand = 0; // the mark to place, if there is a choice: 0 for X, 1 for O
	keepsEnd = false; // a tap on the board does not begin the next game
	endedAt = -Infinity; // when the game on the board ended here
	hurry = () => {}; // ends the pause before the reply

	/** @param {World} world */
	constructor({ store, table, thinker, timers, screen, place, isServed, random = Math.random, now = Date.now, wait = later }) {
		this.store = store;
		this.table = table;
		this.thinker = thinker;
		this.timers = timers;
		this.screen = screen;
		this.place = place;
		this.isServed = isServed;
		this.random = random;
		this.now = now;
		this.wait = wait;
		this.ladder = new Ladder(store);
		this.scores = new Scores(store);
		const { agentBoard, opponent, first, side, labels, pace, sound, goesOn } = (this.settings = store.settings());
		this.match = new Match(TICTACTOE, { agentBoard, opponent, first, ...sideOf(side) }, (match) => this.choose(match));
		this.options = { labels, pace, sound, goesOn };
		this.hints = new Hints(this.match, { table, thinker, isServed }, {
			found: () => {
				screen.draw();
				screen.say(`${this.hints.list} ${statusText(this.match)}`);
			},
			failed: (error) => screen.say(noHints(error)),
		});
	}

	/** Say a text to screen readers, and show it. */
	tell(/** @type {string} */ text) {
		this.screen.say(text);
		this.screen.headline(text);
	}

	// The opponent

	/**
	 * The cell of the player who moves, or a promise of it. A person's opponent thinks during a pause.
	 * @param {Match} match
	 */
	choose({ mover, rules, position, watching }) {
		const { table, random } = this;
		const learnt = async () => (await this.withAgents()).choose(mover, rules, position, random);
		const chosen = choose(mover, rules, position, { table, random, ask: (question) => this.ask(question), learnt });
		if (watching) return chosen;
		const pause = Promise.race([this.wait(PAUSE), new Promise((over) => (this.hurry = () => over(undefined)))]);
		if (typeof chosen !== "number") pause.then(() => this.sayWhoThinks());
		return Promise.all([chosen, pause]).then(([cell]) => cell);
	}

	sayWhoThinks() {
		if (!this.match.thinking || !this.unsaid) return;
		this.screen.say(`${this.unsaid} ${statusText(this.match)}`);
		this.unsaid = "";
	}

	/**
	 * Ask the worker for a move, in place of anything else.
	 * @param {Question} question
	 */
	async ask(question) {
		this.hints.interrupt();
		const thought = this.thinker.ask(question);
		if (!this.isServed || !question.proves) return thought;
		const { bettered } = await import("./proofs.js");
		return bettered(question, thought);
	}

	/** The agents, fetched when first needed. */
	async withAgents() {
		const { Agents } = await import("./agents.js");
		return (this.agents ??= new Agents(this.match));
	}

	/** Wait for the opponent's move, if it is thinking. If not, compute hints, or time the next watched move. */
	think() {
		const { match, hints, timers } = this;
		const { thinking } = match;
		timers.stop();
		if (!thinking) {
			if (!hints.areWanted) hints.interrupt();
			hints.workOut();
			if (match.runs) timers.start(PACES[this.options.pace], () => this.perform(() => this.replied(match.step()).trim(), true));
			return;
		}
		thinking.then((cell) => {
			if (match.thinking !== thinking) return;
			const { wanted } = this;
			this.perform(() => this.replied(match.answer(cell)).trim(), true);
			if (wanted !== null && !match.outcome) this.play(wanted % match.rules.cells, Math.floor(wanted / match.rules.cells));
		}).catch((error) => {
			if (match.thinking !== thinking) return;
			match.pause();
			this.screen.draw();
			this.tell(`The opponent cannot move: ${because(error)}`);
		});
	}

	/**
	 * The message about a player's move that is now on the board.
	 * @param {number | null} cell
	 */
	replied(cell) {
		if (cell === null) return "";
		const { match } = this;
		const { rules, game: { positions, ply } } = match;
		return ` ${match.playerName(rules.toMove(positions[ply - 1]))}: ${rules.moveName(cell)}.`;
	}

	// What a person can do

	/**
	 * Perform an action, add a step for the back button, draw the game, and say what the action returns; or say why it is
	 * refused.
	 * @param {() => string} action
	 */
	perform(action, replace = false) {
		const { match, hints, screen } = this;
		const { game, outcome } = match;
		const { made } = game;
		try {
			const said = action();
			this.wanted = null;
			this.remember(replace);
			this.agents?.follow(match);
			screen.draw();
			const played = match.game === game && game.made > made;
			if (played) this.tones?.hear(match);
			this.unsaid = `${this.unsaid} ${said}`;
			if (!match.thinking) {
				screen.say(`${this.unsaid} ${hints.list} ${statusText(match)}`);
				this.unsaid = "";
			}
			this.showHeadline();
			this.think();
			if (!played || outcome || !match.outcome) return;
			this.endedAt = this.now();
			if (this.options.goesOn) this.timers.start(NEXT_GAME, () => this.newGame());
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			this.tell(error.message);
		}
	}

	showHeadline() {
		this.screen.headline(headlineText(this.match), detailText(this.match, this.above));
	}

	/**
	 * Take a cell, at once or after the opponent's move, which then comes without a pause. After the end, go on.
	 * @param {number} at
	 */
	play(at, hand = this.hand) {
		const { match } = this;
		if (match.outcome) return this.keepsEnd || this.now() - this.endedAt < HASTY ? undefined : this.goOn();
		const cell = match.rules.moveAt?.(match.position, at, hand) ?? at;
		if (match.thinking) return this.want(cell);
		this.perform(() => {
			const { paused, rules, position } = match;
			const mark = rules.toMove(position);
			const reply = match.play(cell);
			const mover = paused ? `${rules.sideName(mark)}, in ${match.who(mark)}’s place` : capital(match.who(mark));
			const place = rules.moveName(cell);
			return `${mover}: ${place}.${this.replied(reply)}`;
		});
	}

	/**
	 * End the game before a line does: take the draw if nobody can make a line any more, or resign.
	 * @param {"takeDraw" | "resign"} how
	 */
	end(how) {
		this.perform(() => {
			this.match[how]();
			this.endedAt = this.now();
			return "";
		}, true);
	}

	/** @param {number} cell */
	want(cell) {
		const { match } = this;
		if (match.rules.facts?.nested) { // the reply decides where one may play
			this.screen.say(statusText(match));
			return this.hurry();
		}
		try {
			match.game.check(cell);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return this.tell(error.message);
		}
		this.wanted = this.wanted === cell ? null : cell;
		this.screen.draw();
		this.screen.say(this.wanted === null ? statusText(match) : `${statusText(match)} Then you: ${match.rules.moveName(cell)}.`);
		this.hurry();
	}

	/** The level to which a win leads; null if there is none. */
	get above() {
		const { match, ladder } = this;
		return match.result === "won" && !match.twoPeople && !match.watching ? ladder.above(match.opponent) : null;
	}

	/** After the end, or if nobody can make a line any more: go to the next level, if there is one, or the next game. */
	goOn() {
		const { match, above } = this;
		if (match.isDead) this.end("takeDraw");
		if (!above) return this.newGame();
		this.scores.keep();
		return this.change({ opponent: above, ...(match.takesTurns ? { side: X, takesTurns: true } : {}) });
	}

	undo() {
		this.perform(() => {
			this.match.undo();
			return "Taken back.";
		});
	}

	redo() {
		this.perform(() => {
			this.match.redo();
			return "Played again.";
		});
	}

	/** @param {Rules} [rules] */
	newGame(rules) {
		this.perform(() => {
			this.scores.keep();
			return `New game.${this.replied(this.match.newGame(rules))}`;
		});
	}

	/** Let the waiting opponent move. */
	reply(replace = false) {
		const { match } = this;
		this.perform(() => {
			if (!match.paused) throw new Refusal("The opponent is not waiting.");
			return this.replied(match.watching ? match.step() : match.reply()).trim();
		}, replace);
	}

	/** Pause a watched game, or resume it. */
	pause() {
		const { match } = this;
		this.perform(() => {
			if (!match.watching) throw new Refusal("There is nothing to pause: you play yourself.");
			if (match.paused) return this.replied(match.reply()).trim();
			match.pause();
			return "";
		});
	}

	async hint() {
		try {
			await this.hints.fetch();
		} catch (error) {
			return this.tell(noHints(error));
		}
		this.perform(() => {
			this.hints.isOn = !this.hints.isOn;
			return this.hints.isOn ? "" : "Hints off.";
		});
	}

	/**
	 * Go back or forward to the position after `ply` moves.
	 * @param {number} ply
	 */
	goTo(ply) {
		const { match } = this;
		this.perform(() => {
			match.game.ply = ply;
			match.pause();
			return ply < match.game.known.length ? `Back before move ${ply + 1}.` : `After move ${ply}.`;
		});
	}

	/**
	 * Put any grid on the board.
	 * @param {import("./representations.js").Start} edited
	 * @param {string} said
	 */
	edit({ start, moves, word }, said) {
		this.perform(() => {
			this.scores.keep();
			this.match.edit(start, moves);
			this.match.game.word = word;
			return said;
		});
	}

	clearScores() {
		this.scores.clear();
		this.ladder.erase();
		this.screen.draw();
		this.screen.say("Scores and levels erased.");
	}

	// Choices

	/**
	 * Apply one choice. Resolves once it has taken effect.
	 * @param {Choice} choice
	 */
	async choice({ board: key, opponent, first, side, ...option }) {
		const [[name, value] = []] = Object.entries(option);
		if (name) {
			Object.assign(this.options, { [name]: value });
			this.store.set(name, value);
			if (name === "sound") await this.makeTones();
			this.screen.draw();
			if (name === "pace" && this.match.runs) this.think();
		} else if (key) {
			const arrival = (this.arrivals += 1);
			const rules = await rulesOf(key).catch((error) => this.tell(`The board could not be read: ${error.message}`));
			if (!rules || arrival !== this.arrivals) return;
			this.store.set("board", rules.board.key);
			this.newGame(rules);
		} else {
			this.change(opponent ? { opponent } : first ? { first } : sideOf(side === "x" ? X : side === "o" ? O : String(side)));
		}
	}

	/** @param {Partial<import("./match.js").Settings>} wanted */
	change(wanted) {
		const { match, store } = this;
		this.perform(() => {
			if (match.outcome) this.scores.keep();
			const reply = match.change(wanted);
			this.beginsRun = match.watching;
			store.set("first", match.first);
			this.keepPlayers();
			if (match.watching) return `${match.playerName(X)} plays against ${match.playerName(O)}.${this.replied(reply)}`;
			return match.twoPeople ? "Two people at this screen."
				: `You are ${match.rules.sideName(match.side)} against ${match.opponentName}.${this.replied(reply)}`;
		});
	}

	/**
	 * Begin a game against a player on a board.
	 * @param {string} opponent
	 * @param {string} key
	 */
	async oppose(opponent, key) {
		const { match } = this;
		const rules = await rulesOf(key);
		match.take({ opponent, ...(match.watching ? { side: X, takesTurns: true } : {}) });
		this.keepPlayers();
		this.store.set("board", key);
		this.newGame(rules);
	}

	keepPlayers() {
		const { chosen, watching, takesTurns, side } = this.match;
		this.store.set("opponent", chosen);
		this.store.set("side", watching ? "watch" : takesTurns ? "turns" : side);
	}

	/**
	 * Note that the agent of a file is stored now.
	 * @param {string} key of the board that the agent has learnt
	 */
	keptAgent(key) {
		this.match.agentBoard = key;
		this.store.set("agentBoard", key);
		this.screen.draw();
	}

	async makeTones() {
		this.tones = null;
		if (!this.options.sound) return;
		try {
			const { Sound } = await import("./sound.js");
			this.tones = new Sound();
		} catch (error) {
			this.tell(`There is no sound: ${because(error)}`);
		}
	}

	// The address

	/** @param {boolean} replace */
	remember(replace) {
		const now = format(this.match.game);
		if (now !== this.address && (!replace || this.beginsRun)) {
			this.place.push(this.fragment);
			this.beginsRun = false;
		} else this.place.replace(this.fragment);
		this.address = now;
		this.count();
	}

	/** The game and its players; before the first move, the board alone, unless two people play. */
	get fragment() {
		const { game, twoPeople } = this.match;
		return twoPeople || game.ply || !game.fromEmpty ? this.link : format(game);
	}

	count() {
		const { match } = this;
		if (!match.counts) return;
		this.scores.show(this.address, this.contest, match.result);
		if (match.result && !match.twoPeople) this.ladder.ended(match.rules.board.key, match.opponent, match.result);
	}

	get contest() {
		return contest(this.match.rules.board.key, this.match.opponent);
	}

	/** The link to the game, with its players. */
	get link() {
		return format(this.match.game, this.match);
	}

	/** Begin with the game that the address names, or with the board that was chosen last. */
	async begin() {
		const { match, place } = this;
		const { board } = this.settings;
		if (place.fragment === "" && board !== TICTACTOE.board.key) place.replace(`${board}:`);
		await this.arrive();
		if (match.paused && match.game.fromEmpty && !match.game.ply && !match.watching) this.reply(true);
	}

	/** Show the game that the address names: at the start, after a link, and for back and forward. */
	async arrive() {
		const { match, place, scores, screen } = this;
		const arrival = (this.arrivals += 1);
		const { fragment } = place;
		const key = boardKey(fragment);
		let rules = rulesNow(key);
		if (!rules && boardOf(key)) {
			rules = await rulesOf(key).catch(() => undefined);
			if (arrival !== this.arrivals) return;
		}
		let said = "";
		/** @type {{ start: Position, moves: number[] }} */
		let game = { start: TICTACTOE.START, moves: [] };
		try {
			game = parse(fragment, rules ?? TICTACTOE);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			said = error.message;
			rules = TICTACTOE;
		}
		const { who, agreed, wrong } = settings(fragment, Object.keys(PLAYERS));
		match.take({ ...who, takesTurns: who.side === undefined ? undefined : match.takesTurns && who.side !== NOBODY });
		match.goTo(rules ?? TICTACTOE, game.start, game.moves);
		match.endAs(agreed);
		const { opponent = match.opponent } = who;
		said ||= wrong || (opponent === match.opponent ? "" : `${PLAYERS[opponent].name} does not play on ${match.rules.board.key}; ${match.opponentName} does.`);
		this.address = format(match.game);
		if (scores.onBoard?.address === this.address) match.played = true; // a counted game was played here
		if (match.counts) this.count();
		else scores.keep();
		this.agents?.arrived(match);
		screen.draw();
		screen.say(`${said} ${statusText(match)}`);
		this.endedAt = -Infinity;
		if (said) screen.headline(said);
		else this.showHeadline();
		this.think();
	}
}

/** @param {unknown} error */
const noHints = (error) => `There are no hints: ${because(error)}`;

/**
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function later(milliseconds) {
	return new Promise((done) => setTimeout(done, milliseconds));
}

/** @param {number | string} stored */
function sideOf(stored) {
	if (typeof stored === "number") return { side: stored, takesTurns: false };
	return stored === "watch" ? { side: NOBODY, takesTurns: false } : { side: X, takesTurns: true };
}
