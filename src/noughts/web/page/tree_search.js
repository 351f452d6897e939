// The values of moves in any game, by a Monte Carlo tree search that also proves values. The library's
// players/strong/tree_search.py explains the method and names its sources. Late in a game, a search to the end gets
// half of the time, and the tree chooses only among moves that are still open, or have the same value.

import { OutOfTime, within } from "./search_clock.js";
import { FOR_VALUE } from "./levels.js";
import { Lines } from "./line_weights.js";
import { ToTheEnd } from "./family_exact_search.js";

/** @import { Clock } from "./search_clock.js" */
/** @import { Field } from "./search_position.js" */
/** @import { Judged } from "./move_worths.js" */
/** @import { Position, Rules } from "./position.js" */

const CURIOSITY = 0.9; // the exploration constant: the bonus of moves with few visits
const FREE = 18, FREE_IN_COLUMNS = 30; // search to the end with up to this many free cells; if stones fall, moves are fewer
const FOR_CHOICE = 2000; // playouts to choose among moves of the same value
const LARGE = 64, HEAVIEST = 2; // on a board with more than 64 cells, only the 2 heaviest moves are tried
const TRIED_ENOUGH = 8, ERRORS = 2; // a best move has at least 1/8 of the most visits; standard errors of a mean

class Node {
	visits = 0;
	total = 0;
	/** @type {Map<number, Node>} the successors, by move */
	after = new Map();

	/** A position and its moves, for the player to move. @param {Field} field */
	constructor(field) {
		const { going, lined, stops } = field.moves();
		const { lineWorth } = field;
		this.sign = field.sign;
		this.lower = -1;
		this.upper = 1;
		if (!going.length && !lined.length) this.lower = this.upper = field.fullWorth;
		else if (lined.length && lineWorth === 1) this.lower = 1;
		else if (!going.length || stops.length > 1) this.upper = -1;
		this.waiting = !this.isOpen ? [] : stops.length ? stops : going;
		this.stops = stops;
		this.ends = lined;
		this.lineWorth = lineWorth;
	}

	get isOpen() {
		return this.lower !== this.upper;
	}

	/** The proved lower bound of a move, for the player who makes it. @param {Node} after */
	least(after) {
		return this.sign > 0 ? after.lower : 0 - after.upper;
	}

	/** The proved upper bound of a move. @param {Node} after */
	most(after) {
		return this.sign > 0 ? after.upper : 0 - after.lower;
	}

	/** Update the bounds from the bounds of the moves. Returns whether they have changed. */
	prove() {
		let lower = -1, upper = this.waiting.length ? 1 : -1;
		for (const after of this.after.values()) {
			lower = Math.max(lower, this.least(after));
			upper = Math.max(upper, this.most(after));
		}
		const before = this.upper - this.lower;
		this.lower = Math.max(lower, this.lower);
		this.upper = Math.min(upper, this.upper);
		return this.upper - this.lower !== before;
	}
}

export class TreeSearch {
	/** @type {Map<number, Node>} */
	nodes = new Map();
	every = false;
	games = 0; // the number of playouts since the last question began

	/**
	 * @param {Rules} rules
	 * @param {Field} field
	 * @param {() => number} random
	 */
	constructor(rules, field, random = Math.random) {
		this.rules = rules;
		this.random = random;
		this.field = field;
		const { facts } = rules;
		this.weighs = rules.cells > LARGE && facts?.owned && facts.anyOrder ? new Lines(rules) : null;
		this.root = new Node(this.field);
		this.end = new ToTheEnd(this.field);
		this.free = facts?.byColumn ? FREE_IN_COLUMNS : FREE;
		/** @type {Map<number, number>} the values of moves that the search to the end has proved */
		this.proved = new Map();
		const { cells, hands } = this.field;
		this.open = new Int16Array(cells);
		this.placeOf = new Int16Array(cells);
		this.kept = [0, 1].map(() => new Uint8Array(this.field.members.length));
		this.keptOwner = new Int8Array(cells);
		this.hands = hands;
	}

	/**
	 * @param {Position} position
	 * @param {Clock} clock
	 * @param {boolean} every whether to prove every move, rather than the value of the position
	 * @returns {Judged[]}
	 */
	moves(position, clock, every) {
		const { rules, field } = this;
		field.set(rules, position);
		this.nodes.clear(); // the nodes of earlier questions would fill the memory
		this.every = every;
		this.games = 0;
		const root = (this.root = this.node());
		const ends = new Set(root.ends);
		root.waiting = rules.legalMoves(position).filter((move) => !ends.has(move)); // including moves that the value does not need
		if (root.upper < 0 && root.waiting.length) root.upper = 1; // the position is lost, but the moves still have to be ranked
		this.proved.clear();
		if (field.free <= this.free && (every || root.isOpen)) this.searchToTheEnd(clock);
		if (this.weighs && root.waiting.length) {
			this.weighs.set(rules, position);
			const heaviest = this.weighs.best(rules.cells, rules.board.lineWorth).filter((cell) => root.waiting.includes(cell));
			root.waiting = heaviest.slice(0, HEAVIEST);
		}
		const isSettled = !every && root.waiting.length > 0 && root.waiting.every((move) => this.proved.has(move));
		const last = isSettled ? clock.share(1, FOR_CHOICE) : clock;
		try {
			while (this.goesOn) {
				last.spend();
				this.grow();
			}
		} catch (error) {
			if (!(error instanceof OutOfTime)) throw error;
		}
		return rules.legalMoves(position).map((move) => this.judged(move));
	}

	/** Settle moves, and leave the unsettled moves, or the best of the settled ones, to the tree. @param {Clock} clock */
	searchToTheEnd(clock) {
		const { root, proved, every } = this;
		within(clock, FOR_VALUE, (share) => {
			for (const move of root.waiting) {
				proved.set(move, this.end.valueOf(move, share));
				if (!every && proved.get(move) === 1) break;
			}
		});
		const open = root.waiting.filter((move) => !proved.has(move)), most = Math.max(...proved.values());
		const best = root.waiting.filter((move) => proved.get(move) === most);
		root.waiting = every ? open : most === 1 ? best : most === 0 || !open.length ? [...open, ...best] : open;
	}

	/** The value of each move. @type {(position: Position, clock: Clock) => Judged[]} */
	judge(position, clock) {
		return this.moves(position, clock, true);
	}

	/** The best moves: proved wins, else the highest values beyond chance; if these seem lost, proved draws; if all is lost, moves that stop a line. @type {(position: Position, clock: Clock) => number[]} */
	best(position, clock) {
		const moves = this.moves(position, clock, false);
		/** @param {number} value */
		const proved = (value) => moves.filter((move) => move.proved && move.value === value).map(({ cell }) => cell);
		const won = proved(1), drawn = proved(0);
		if (won.length) return won;
		const hopeful = moves.filter((move) => !(move.proved && move.value === -1));
		const stops = moves.filter(({ cell }) => this.root.stops.includes(cell));
		/** @param {Judged} move */
		const visits = ({ cell }) => this.root.after.get(cell)?.visits ?? 0;
		/** A lower confidence bound of a move's value. @param {Judged} move */
		const surely = (move) => move.value - (move.proved || !visits(move) ? 0 : ERRORS / Math.sqrt(visits(move)));
		const worth = hopeful.length ? surely : visits, all = hopeful.length ? hopeful : stops.length ? stops : moves;
		const most = Math.max(...all.map(visits)), among = all.filter((move) => visits(move) * TRIED_ENOUGH >= most);
		const highest = Math.max(...among.map(worth)), best = among.filter((move) => worth(move) === highest);
		if (drawn.length && best.every(({ value, proved: isSure }) => value <= 0 && !(isSure && value === 0))) return drawn;
		return best.map(({ cell }) => cell);
	}

	get goesOn() {
		const { root } = this;
		if (!this.every) return root.isOpen && root.waiting.length + root.after.size + root.ends.length > 1;
		return root.waiting.length > 0 || [...root.after.values()].some((after) => after.isOpen);
	}

	node() {
		const { key } = this.field;
		let node = this.nodes.get(key);
		if (!node) this.nodes.set(key, (node = new Node(this.field)));
		return node;
	}

	/** Add a leaf where play looks best, evaluate it, and back up the result. */
	grow() {
		const { field, root } = this;
		const path = [root];
		/** @type {[cell: number, mark: number][]} */
		const played = [];
		/** @param {number} move */
		const play = (move) => {
			const cell = move % field.cells, mark = field.markOf(move);
			field.place(cell, mark);
			played.push([cell, mark]);
		};
		let node = root;
		while (!node.waiting.length && (node.isOpen || node === root)) {
			const move = this.selected(node);
			play(move);
			node = /** @type {Node} */ (node.after.get(move));
			path.push(node);
		}
		if (node.waiting.length) {
			const at = Math.floor(this.random() * node.waiting.length);
			const move = node.waiting[at];
			node.waiting[at] = node.waiting[node.waiting.length - 1];
			node.waiting.pop();
			play(move);
			const leaf = this.node();
			node.after.set(move, leaf);
			path.push(leaf);
		}
		const leaf = /** @type {Node} */ (path.pop());
		let result = leaf.isOpen ? this.playedOut() : leaf.lower;
		for (const [cell, mark] of played.reverse()) field.remove(cell, mark);
		leaf.visits += 1;
		leaf.total += result;
		let proving = !leaf.isOpen;
		for (const each of path.reverse()) {
			proving &&= each.prove();
			result = Math.min(Math.max(each.sign * result, each.lower), each.upper);
			each.visits += 1;
			each.total += result;
		}
	}

	/** The move to try next: of the moves that matter, the best by mean plus a bonus for few visits. @param {Node} node */
	selected(node) {
		const asked = this.every && node === this.root;
		const spread = CURIOSITY * Math.sqrt(Math.log(node.visits + 1));
		let best = -Infinity, found = -1;
		for (const [move, after] of node.after) {
			const matters = after.isOpen && (asked || node.most(after) > node.lower);
			const promise = matters ? node.sign * after.total / after.visits + spread / Math.sqrt(after.visits) : -Number.MAX_VALUE;
			if (promise > best) [best, found] = [promise, move];
		}
		return found;
	}

	/** The result of a playout from the position on the field, for the player to move there. */
	playedOut() {
		const { field, open, placeOf, random, hands } = this;
		const { cells, counts, owner, through, over, movers, marks, k, members, ply, key } = field;
		this.games += 1;
		this.kept.forEach((kept, mark) => kept.set(counts[mark]));
		this.keptOwner.set(owner);
		const keptShut = field.shut.slice();
		let size = 0;
		for (let cell = 0; cell < cells; cell++) {
			if (!field.isOpen(cell)) continue;
			placeOf[cell] = size;
			open[size++] = cell;
		}
		/** @type {number[][]} free cells that may complete a line of a mark */
		const hot = [[], []];
		for (let line = 0; line < members.length; line++) this.heat(line, hot);
		/** @type {number[]} moves */
		const lined = [], /** @type {number[]} */ stops = [];
		/** Find the moves by which a mark makes a line. @type {(mark: number, hand: number, found: number[]) => void} */
		const find = (mark, hand, found) => {
			const cellsOfMark = hot[mark];
			for (let at = cellsOfMark.length - 1; at >= 0; at--) {
				const cell = cellsOfMark[at], move = cell + hand * cells;
				if (owner[cell] >= 0) {
					cellsOfMark[at] = cellsOfMark[cellsOfMark.length - 1];
					cellsOfMark.pop();
				} else if (field.isOpen(cell) && field.completes(cell, mark) && !found.includes(move)) found.push(move);
			}
		};
		let sign = 1, result;
		for (;;) {
			const mover = movers[field.ply], worth = field.worth[mover] ?? 0, choices = worth ? hands : 0;
			if (!size) {
				result = sign * (mover ? 0 - field.full : field.full);
				break;
			}
			lined.length = 0;
			for (let hand = 0; hand < choices; hand++) find(marks[mover][hand], hand, lined);
			if (lined.length && (worth > 0 || lined.length === size * hands)) {
				result = sign * worth;
				break;
			}
			stops.length = 0;
			if (field.stops) find(marks[1 - mover][0], 0, stops);
			if (stops.length > 1) {
				result = -sign;
				break;
			}
			let cell = stops[0] ?? -1, hand = 0;
			while (cell < 0 || lined.includes(cell + hand * cells)) {
				cell = open[Math.floor(random() * size)];
				hand = hands > 1 ? Math.floor(random() * hands) : 0;
			}
			const mark = marks[mover][hand], shuts = field.closes && field.makesLine(cell, mark);
			for (const line of through[cell]) if (++counts[mark][line] >= k - 1) this.heat(line, hot);
			owner[cell] = mark;
			open[placeOf[cell]] = open[--size];
			placeOf[open[size]] = placeOf[cell];
			for (const held of over[cell]) {
				if (!field.isOpen(held)) continue;
				placeOf[held] = size;
				open[size++] = held;
			}
			if (shuts) {
				field.shut[field.boardOf(cell)] = 1;
				const every = open.slice(0, size);
				size = 0;
				for (const one of every) {
					if (!field.isOpen(one)) continue;
					placeOf[one] = size;
					open[size++] = one;
				}
			}
			field.ply += 1;
			if (movers[field.ply] !== mover) sign = -sign;
		}
		this.kept.forEach((kept, mark) => counts[mark].set(kept));
		owner.set(this.keptOwner);
		field.shut.set(keptShut);
		field.ply = ply;
		field.key = key;
		return result;
	}

	/**
	 * Note the cell that a line lacks, if it lacks only one.
	 * @param {number} line
	 * @param {number[][]} hot
	 */
	heat(line, hot) {
		const { field } = this;
		for (let mark = 0; mark < 2; mark++) {
			if (field.counts[mark][line] !== field.k - 1 || field.counts[1 - mark][line]) continue;
			for (const cell of field.members[line]) if (field.owner[cell] < 0) hot[mark].push(cell);
		}
	}

	/** @type {(move: number) => Judged} */
	judged(move) {
		const { root } = this;
		if (root.ends.includes(move)) return { cell: move, value: root.lineWorth, proved: true, remoteness: 1 };
		const value = this.proved.get(move);
		if (value !== undefined) return { cell: move, value, proved: true };
		const after = root.after.get(move);
		/** @param {Node} one */
		const seems = (one) => root.sign * one.total / Math.max(1, one.visits);
		if (!after) { // the move was not tried, since it seemed worse than the tried moves
			const worst = Math.min(...[...root.after.values()].map(seems));
			return { cell: move, value: Number.isFinite(worst) ? worst : 0, proved: false };
		}
		const low = root.least(after), high = root.most(after);
		if (low === high) return { cell: move, value: low, proved: true };
		return { cell: move, value: Math.min(Math.max(seems(after), low), high), proved: false };
	}
}
