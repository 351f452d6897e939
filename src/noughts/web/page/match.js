// Game after game between a person and a player, or two people: who moves when.

import { Game } from "./game.js";
import { PLAYERS } from "./players.js";
import { Refusal, X, legal, outcome, refusal, toMove } from "./position.js";

export class Match {
	constructor(table, opponent, side, random = Math.random) {
		Object.assign(this, { table, opponent, side, random });
		this.game = new Game();
		this.waits = false; // the opponent, to be asked for its move
		this.played = true; // the game on the board, here
	}

	get position() {
		return this.game.position;
	}

	get outcome() {
		return refusal(this.position) ? null : outcome(this.position);
	}

	get twoPeople() {
		return this.opponent === "person";
	}

	get opponentToMove() {
		return !this.twoPeople && legal(this.position) !== 0 && toMove(this.position) !== this.side;
	}

	/** Whether the game on the board goes into the scores: not one edited, nor opened from a link. */
	get counts() {
		return this.game.fromEmpty && this.played;
	}

	/** The person takes a cell, the opponent's place too while the opponent waits. */
	play(cell) {
		this.game.push(cell);
		this.game.next = null;
		this.waits = false;
		this.played = true;
		return this.reply();
	}

	/** Let the opponent move if it is its turn. Returns the cell, or null. */
	reply() {
		this.waits = false;
		if (!this.opponentToMove) return null;
		const cell = PLAYERS[this.opponent].choose(this.position, this.table, this.random);
		this.game.push(cell);
		return cell;
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
		this.waits = this.opponentToMove;
	}

	/** On to a person's next choice, or to the last undone move; then over edits. */
	redo() {
		const { game } = this;
		if (game.undone) {
			do game.ply += 1;
			while (game.undone && this.opponentToMove);
		} else if (game.next) this.game = game.next;
		else throw new Refusal("There is no undone move to play again.");
		this.waits = this.opponentToMove;
	}

	get canUndo() {
		return Boolean(this.game.before) || this.game.moves.some((_, ply) => this.personChose(ply));
	}

	get canRedo() {
		return this.game.undone > 0 || Boolean(this.game.next);
	}

	personChose(ply) {
		return this.twoPeople || toMove(this.game.positions[ply]) === this.side;
	}

	newGame() {
		this.begin(new Game(), true);
		return this.reply();
	}

	begin(game, played) {
		this.game = game;
		this.played = played;
		this.waits = this.opponentToMove;
	}

	/** Put any grid on the board. The opponent waits, since the person may not be through. */
	edit(start, moves = []) {
		const before = this.game;
		this.begin(new Game(start, moves), false);
		this.game.before = before;
	}

	/** Go to a game by its address: within the known line, an undo or a redo. */
	goTo(start, moves) {
		const known = this.game.knows(start, moves);
		if (known) this.game.ply = moves.length;
		this.begin(known ? this.game : new Game(start, moves), known && this.played);
	}

	/** Change the opponent or the side, within a game too; after one, begin the next. */
	change({ opponent = this.opponent, side = this.side }) {
		const over = this.outcome !== null;
		this.opponent = opponent;
		this.side = side;
		return over ? this.newGame() : this.reply();
	}

	/** What the person made of the game (of two, X); null while it goes on. */
	get result() {
		if (!this.outcome) return null;
		const { winner } = this.outcome;
		if (!winner) return "drawn";
		return winner === (this.twoPeople ? X : this.side) ? "won" : "lost";
	}

	who(mark) {
		if (this.twoPeople) return mark === X ? "player 1" : "player 2";
		return mark === this.side ? "you" : PLAYERS[this.opponent].name;
	}
}
