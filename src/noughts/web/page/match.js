// A series of games between a person and a player, two people, or two watched players, and who moves when.

import { Game } from "./game.js";
import { PLAYERS, about, canPlay } from "./players.js";
import { Refusal, X, other } from "./position.js";

/** @import { Position, Rules } from "./position.js" */
/** @typedef {"resigned" | "drawn"} End how the players ended a game before a line did */
/** @typedef {{ opponent: string, side: number, takesTurns?: boolean, first?: string, agentBoard?: string }} Settings */

export const NOBODY = 0; // the side of a person who watches

export class Match {
	/**
	 * `choose(match)` is the cell of the player who moves, or a promise of it. A person who watches has the side
	 * `NOBODY`; then `first` plays X, and the opponent O.
	 * @param {Rules} rules
	 * @param {Partial<Settings>} settings
	 * @param {(match: Match) => number | Promise<number>} choose
	 */
	constructor(rules, settings, choose) {
		this.opponent = "perfect";
		this.chosen = "perfect"; // the chosen opponent, on every board on which it can play
		this.usual = "perfect"; // the opponent on other boards
		this.first = "perfect";
		this.agentBoard = ""; // the board that the agent of a file has learnt
		this.side = X;
		this.takesTurns = true;
		this.take(settings);
		this.choose = choose;
		this.game = new Game(rules);
		this.paused = false; // whether a move waits until a person asks for it
		/** @type {Promise<number> | null} the opponent's move */
		this.thinking = null;
		this.played = true; // whether the game on the board was played here
		this.swapped = false; // whether the sides were swapped, until the person moves
	}

	/**
	 * Take settings. Nobody watches a person: a person as the opponent ends watching, and `perfect` replaces a person
	 * if the settings ask to watch.
	 * @param {Partial<Settings>} settings
	 */
	take(settings) {
		let { opponent = this.opponent, first = this.first, agentBoard = this.agentBoard, side, takesTurns = side === undefined && this.takesTurns } = settings;
		if (opponent === "person" && side === NOBODY) opponent = "perfect";
		else if (opponent === "person" && side === undefined && this.watching) [side, takesTurns] = [X, true];
		if (settings.opponent || opponent !== this.opponent) this.chosen = opponent;
		if ("slips" in PLAYERS[opponent]) this.usual = opponent;
		Object.assign(this, { opponent, first, agentBoard, side: side ?? this.side, takesTurns });
	}

	get rules() {
		return this.game.rules;
	}

	get position() {
		return this.game.position;
	}

	get outcome() {
		const { rules, position, game: { endedAt, ply, winner } } = this;
		if (rules.refusal(position)) return null;
		return rules.outcome(position) ?? (endedAt === ply ? { winner, line: rules.START.x, lines: rules.START.x } : null);
	}

	/** Whether the game goes on although neither side can make a line any more. */
	get isDead() {
		const { rules, position } = this;
		return !rules.refusal(position) && !this.outcome && rules.isDead(position);
	}

	/** End a game in which nobody can make a line any more. */
	takeDraw() {
		if (!this.isDead) throw new Refusal("Somebody can still make a line.");
		this.played = true;
		this.end(NOBODY);
	}

	/** Whether the person (of two, the person to move) can give the game up. */
	get canResign() {
		return this.game.ply > 0 && !this.outcome && !this.watching && Boolean(this.rules.legal(this.position));
	}

	resign() {
		if (!this.canResign) throw new Refusal("There is no game to resign.");
		this.played = true;
		this.end(other(this.twoPeople ? this.rules.toMove(this.position) : this.side));
	}

	/** End a game from an address as its players did, if they could. @param {End} [agreed] */
	endAs(agreed) {
		const { played } = this;
		if (agreed === "resigned" && this.canResign) this.resign();
		if (agreed === "drawn" && this.isDead) this.takeDraw();
		this.played = played; // the end was not made here
	}

	/** How the players ended the game themselves. @returns {End | ""} */
	get agreed() {
		const { endedAt, ply, winner } = this.game;
		return endedAt !== ply ? "" : winner ? "resigned" : "drawn";
	}

	/** @param {number} winner */
	end(winner) {
		this.thinking = null;
		this.paused = false;
		Object.assign(this.game, { endedAt: this.game.ply, winner });
	}

	get watching() {
		return this.side === NOBODY;
	}

	get twoPeople() {
		return this.opponent === "person" && !this.watching;
	}

	get opponentName() {
		return about(this.opponent, this.rules).name;
	}

	/**
	 * The player of a mark, if no person plays it.
	 * @param {number} mark
	 */
	player(mark) {
		return this.watching && mark === X ? this.first : this.opponent;
	}

	/** @param {number} mark */
	playerName(mark) {
		return about(this.player(mark), this.rules).name;
	}

	/** The player to move, if it is not a person. */
	get mover() {
		return this.player(this.rules.toMove(this.position));
	}

	get moverName() {
		return about(this.mover, this.rules).name;
	}

	/** Whether a watched game is running. */
	get runs() {
		return this.watching && !this.paused && this.machineToMove;
	}

	get machineToMove() {
		const { rules, position } = this;
		return !this.twoPeople && !this.outcome && Boolean(rules.legal(position)) && rules.toMove(position) !== this.side;
	}

	/** Whether the game counts for the scores: an edited, watched or linked game does not. */
	get counts() {
		return this.game.fromEmpty && this.played && !this.watching;
	}

	/**
	 * Take a cell for the person or, while the opponent waits, in the opponent's place.
	 * @param {number} cell
	 */
	play(cell) {
		if (this.runs) throw new Refusal("Pause first.");
		if (this.thinking) throw new Refusal(`${this.opponentName} is thinking.`);
		this.game.push(cell);
		this.game.next = null;
		this.swapped = false;
		this.paused = false;
		this.played = true;
		if (!this.watching) return this.reply();
		this.pause();
		return null;
	}

	/** Play one more move of a watched game. A paused game stays paused. */
	step() {
		const { paused } = this;
		const cell = this.reply();
		this.paused = paused && this.machineToMove;
		return cell;
	}

	/** Let the opponent move, if it is its turn. Returns the cell, or null if there is none yet. */
	reply() {
		this.paused = false;
		this.thinking = null;
		if (!this.machineToMove) return null;
		const choice = this.choose(this);
		if (typeof choice === "number") return this.answer(choice);
		this.thinking = choice;
		return null;
	}

	/**
	 * Play the opponent's move.
	 * @param {number} cell
	 */
	answer(cell) {
		this.thinking = null;
		this.game.push(cell);
		if (this.machineToMove && !this.watching) this.thinking = Promise.resolve(this.choose(this)); // the opponent's turn has a further stone
		return cell;
	}

	/** Let the opponent wait, if it is its turn. */
	pause() {
		this.thinking = null;
		this.paused = this.machineToMove;
	}

	/** Go back to the last move that a person chose, or else to the game before the last edit. */
	undo() {
		let ply = this.game.ply - 1;
		while (ply >= 0 && !this.personChose(ply)) ply -= 1;
		if (ply >= 0) this.game.ply = ply;
		else if (this.game.before) {
			this.game.before.next = this.game;
			this.game = this.game.before;
		} else throw new Refusal("There is no move of yours to take back.");
		this.pause();
	}

	/** Go on to a person's next move, or to the last undone move; else to the game after the next edit. */
	redo() {
		const { game } = this;
		if (game.undone) {
			do game.ply += 1;
			while (game.undone && this.machineToMove && !this.watching);
		} else if (game.next) this.game = game.next;
		else throw new Refusal("There is no undone move to play again.");
		this.pause();
	}

	get canUndo() {
		return Boolean(this.game.before) || this.game.moves.some((_, ply) => this.personChose(ply));
	}

	get canRedo() {
		return this.game.undone > 0 || Boolean(this.game.next);
	}

	/** @param {number} ply */
	personChose(ply) {
		return this.twoPeople || this.watching || this.rules.toMove(this.game.positions[ply]) === this.side;
	}

	/**
	 * Begin the next game, on this or another board. If sides alternate, they change after a complete game, and a person
	 * who has lost plays X.
	 * @param {Rules} rules
	 */
	newGame(rules = this.rules) {
		const { side } = this;
		if (this.takesTurns && this.outcome && rules === this.rules) this.side = this.result === "lost" ? X : other(side);
		this.begin(new Game(rules), true);
		this.swapped = !this.twoPeople && this.side !== side;
		return this.goOn();
	}

	/** Let the opponent move, if it is its turn. A watched game continues by `step`, at its pace. */
	goOn() {
		if (!this.watching) return this.reply();
		this.thinking = null;
		this.paused = false;
		return null;
	}

	/**
	 * Show a game. Players that cannot play on its board are replaced.
	 * @param {Game} game
	 * @param {boolean} played
	 */
	begin(game, played) {
		this.game = game;
		this.opponent = canPlay(this.chosen, game.rules, this.agentBoard) ? this.chosen : this.usual;
		if (!canPlay(this.first, game.rules, this.agentBoard)) this.first = "perfect";
		this.played = played;
		this.swapped = false;
		this.pause();
	}

	/**
	 * Put any grid on the board. The opponent waits, since the person may go on editing.
	 * @param {Position} start
	 * @param {number[]} moves
	 */
	edit(start, moves = []) {
		const before = this.game;
		this.begin(new Game(this.rules, start, moves), false);
		this.game.before = before;
	}

	/**
	 * Go to the game of an address: within the known moves, this is an undo or a redo.
	 * @param {Rules} rules
	 * @param {Position} start
	 * @param {number[]} moves
	 */
	goTo(rules, start, moves) {
		const known = this.game.knows(rules, start, moves);
		if (known) this.game.ply = moves.length;
		this.begin(known ? this.game : new Game(rules, start, moves), known && this.played);
	}

	/**
	 * Change the players or the side, even during a game. After the end, begin the next game.
	 * @param {Partial<Settings>} settings
	 */
	change(settings) {
		const over = this.outcome !== null;
		this.take(settings);
		if (over) this.begin(new Game(this.rules), true);
		return this.goOn();
	}

	/** The result for the person (of two people, for X); null while the game goes on. */
	get result() {
		if (!this.outcome) return null;
		const { winner } = this.outcome;
		if (!winner) return "drawn";
		return winner === (this.twoPeople || this.watching ? X : this.side) ? "won" : "lost";
	}

	/** @param {number} mark */
	who(mark) {
		if (this.watching) return this.playerName(mark);
		if (this.twoPeople) return mark === X ? "player 1" : "player 2";
		return mark === this.side ? "you" : this.opponentName;
	}
}
