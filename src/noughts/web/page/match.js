// Game after game between a person and a player, two people, or two players that are watched: who moves when.

import { Game } from "./game.js";
import { PLAYERS, about, canPlay } from "./players.js";
import { Refusal, X, other } from "./position.js";

/** @import { Position, Rules } from "./position.js" */
/** @typedef {"resigned" | "drawn"} End of a game that no line has ended */
/** @typedef {{ opponent: string, side: number, takesTurns?: boolean, first?: string, agentBoard?: string }} Settings */

export const NOBODY = 0; // the side of a person who watches

export class Match {
	/**
	 * `choose(match)` is the cell of the player who moves, or a promise of it. Who watches has the side `NOBODY`:
	 * then `first` plays X, and the opponent O.
	 * @param {Rules} rules
	 * @param {Partial<Settings>} settings
	 * @param {(match: Match) => number | Promise<number>} choose
	 */
	constructor(rules, settings, choose) {
		this.opponent = "perfect";
		this.chosen = "perfect"; // who is the opponent wherever it can play
		this.usual = "perfect"; // who plays in its place elsewhere
		this.first = "perfect";
		this.agentBoard = ""; // which the agent of a file has learnt
		this.side = X;
		this.takesTurns = true;
		this.take(settings);
		this.choose = choose;
		this.game = new Game(rules);
		this.paused = false; // before a move of the machine, to be asked for it
		/** @type {Promise<number> | null} of the opponent's move */
		this.thinking = null;
		this.played = true; // the game on the board, here
		this.swapped = false; // the sides, before a game in which the person has not moved yet
	}

	/**
	 * Take who plays, and which side. Nobody watches a person: who only says that a person plays watches no more,
	 * and for who says that nobody does, `perfect` plays in a person's place.
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

	/** Whether neither side can make a line any more in a game that goes on. */
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

	/** Whether the person, or who moves of two, can give the game up. */
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
		this.played = played; // it was not done here
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
	 * Who plays a mark where no person does.
	 * @param {number} mark
	 */
	player(mark) {
		return this.watching && mark === X ? this.first : this.opponent;
	}

	/** @param {number} mark */
	playerName(mark) {
		return about(this.player(mark), this.rules).name;
	}

	/** The player who moves, where no person does. */
	get mover() {
		return this.player(this.rules.toMove(this.position));
	}

	get moverName() {
		return about(this.mover, this.rules).name;
	}

	/** Whether moves that are watched follow each other. */
	get runs() {
		return this.watching && !this.paused && this.machineToMove;
	}

	get machineToMove() {
		const { rules, position } = this;
		return !this.twoPeople && !this.outcome && Boolean(rules.legal(position)) && rules.toMove(position) !== this.side;
	}

	/** Whether the game on the board goes into the scores: not one edited, watched, nor opened from a link. */
	get counts() {
		return this.game.fromEmpty && this.played && !this.watching;
	}

	/**
	 * The person takes a cell, the opponent's place too while the opponent waits.
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

	/** One more move of a game that is watched, which stays paused if it was. */
	step() {
		const { paused } = this;
		const cell = this.reply();
		this.paused = paused && this.machineToMove;
		return cell;
	}

	/** Let the opponent move if it is its turn. Returns the cell, or null where there is none yet. */
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
	 * The opponent's move.
	 * @param {number} cell
	 */
	answer(cell) {
		this.thinking = null;
		this.game.push(cell);
		if (this.machineToMove && !this.watching) this.thinking = Promise.resolve(this.choose(this)); // its turn has another stone
		return cell;
	}

	/** Let the opponent wait, if it is its turn. */
	pause() {
		this.thinking = null;
		this.paused = this.machineToMove;
	}

	/** Back to the last choice that a person made, over replies; then over edits. */
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

	/** On to a person's next choice, or to the last undone move; then over edits. */
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
	 * The next game, on this board or another; after a whole game the other side begins, if they take turns, and a
	 * person who has lost.
	 * @param {Rules} rules
	 */
	newGame(rules = this.rules) {
		const { side } = this;
		if (this.takesTurns && this.outcome && rules === this.rules) this.side = this.result === "lost" ? X : other(side);
		this.begin(new Game(rules), true);
		this.swapped = !this.twoPeople && this.side !== side;
		return this.goOn();
	}

	/** Let the opponent move if it is its turn; a game that is watched goes on by `step`, at its pace. */
	goOn() {
		if (!this.watching) return this.reply();
		this.thinking = null;
		this.paused = false;
		return null;
	}

	/**
	 * Show a game. Others play in the place of those who cannot play on its board.
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
	 * Put any grid on the board. The opponent waits, since the person may not be through.
	 * @param {Position} start
	 * @param {number[]} moves
	 */
	edit(start, moves = []) {
		const before = this.game;
		this.begin(new Game(this.rules, start, moves), false);
		this.game.before = before;
	}

	/**
	 * Go to a game by its address: within the known line, an undo or a redo.
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
	 * Change who plays or the side, within a game too; after one, begin the next.
	 * @param {Partial<Settings>} settings
	 */
	change(settings) {
		const over = this.outcome !== null;
		this.take(settings);
		if (over) this.begin(new Game(this.rules), true);
		return this.goOn();
	}

	/** What the person made of the game (of two, X); null while it goes on. */
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
