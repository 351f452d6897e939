// Game after game between a person and a player, or between two people: all that the page needs to
// know of who moves when. The page says what the person wants, and draws what came of it.

import { Game } from "./game.js";
import { PLAYERS } from "./players.js";
import { Refusal, X, legal, outcome, refusal, toMove } from "./position.js";

export class Match {
  constructor({ table, opponent = "perfect", side = X, random = Math.random }) {
    this.table = table;
    this.opponent = opponent;
    this.side = side;
    this.random = random;
    this.game = new Game();
    this.waits = false;
    this.played = true;
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

  /** Whether the opponent is to move; it may still be waiting to be asked. */
  get opponentToMove() {
    return !this.twoPeople && legal(this.position) !== 0 && toMove(this.position) !== this.side;
  }

  /**
   * Whether the result of the game on the board is the person's: it began from the empty board, and
   * was played here rather than opened from a link.
   */
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

  /** Back to the last choice that a person made, over the replies; then over the edits before. */
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

  /** On to the next choice of a person, or to the last move that was undone; then the edits after. */
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
    this.game = new Game();
    this.played = true;
    return this.reply();
  }

  /** Put any grid on the board. The opponent waits: the person may not be through. */
  edit(start, moves = []) {
    const before = this.game;
    this.game = new Game(start, moves);
    this.game.before = before;
    this.waits = this.opponentToMove;
    this.played = false;
  }

  /** Go to a game by its address. Within the line that is known, it is an undo or a redo. */
  goTo(start, moves) {
    if (this.game.knows(start, moves)) this.game.ply = moves.length;
    else {
      this.game = new Game(start, moves);
      this.played = false;
    }
    this.waits = this.opponentToMove;
  }

  /** Change the opponent or the side, in the middle of a game too; after one, begin the next. */
  change({ opponent = this.opponent, side = this.side }) {
    const over = this.outcome !== null;
    this.opponent = opponent;
    this.side = side;
    return over ? this.newGame() : this.reply();
  }

  /** What the person made of the game on the board: won, drawn or lost; null where it goes on. */
  get result() {
    if (!this.outcome) return null;
    const { winner } = this.outcome;
    if (!winner) return "drawn";
    return winner === (this.twoPeople ? X : this.side) ? "won" : "lost";
  }

  /** Whose mark this is, as the page calls them. */
  who(mark) {
    if (this.twoPeople) return mark === X ? "player 1" : "player 2";
    return mark === this.side ? "you" : PLAYERS[this.opponent].name;
  }
}
