// The agents that this browser stores: a MENACE for each board, and the agent of a file.
//
// Each agent is stored as the bytes of its file, so that one reader checks all stored data. Invalid data counts as
// missing.

import { readAgent, writeAgent } from "./agent_file.js";
import { graphOf } from "./graph.js";
import { Menace, weightsOf } from "./menace.js";
import { Refusal, other } from "./position.js";
import { Tabular } from "./tabular.js";

/** @import { Game } from "./game.js" */
/** @import { Match } from "./match.js" */
/** @import { Change } from "./menace.js" */
/** @import { Position, Rules } from "./position.js" */
/** @typedef {{ menace: Menace, results: string }} Machine with the results of its last games: + won, 0 drawn, - lost */
/** @typedef {{ game: Game, machine: Machine, result: number, changes: Change[] }} Learnt what a machine has learnt from a game */

const LONGEST = 1000; // stored results
const AT_ONCE = 8192; // bytes turned into characters in one call, which has a limit of arguments
const SIGNS = ["-", "0", "+"];
const AGENT = "noughts agent";

export class Agents {
	/** @type {Map<string, Promise<Machine>>} by board */
	machines = new Map();
	/** @type {Map<string, Machine>} the machines that are loaded, by board */
	here = new Map();
	/** @type {Tabular | null} */
	agent = null;
	/** @type {Learnt | null} learnt from the game on the board, until its end is undone */
	learnt = null;
	/** @type {Game | null} the game on the board, if it had already ended when it was opened */
	opened = null;
	/** @type {WeakSet<Game>} the games that were played here */
	seen = new WeakSet();

	/** @param {Match} match */
	constructor(match) {
		this.arrived(match);
	}

	/**
	 * The MENACE of a board.
	 * @param {Rules} rules
	 */
	async machine(rules) {
		const { key } = rules.board;
		this.machines.set(key, this.machines.get(key) ?? remembered(rules));
		const machine = /** @type {Machine} */ (await this.machines.get(key));
		this.here.set(key, machine);
		return machine;
	}

	/** The agent of the file that was read last. */
	async fromFile() {
		const bytes = bytesOf(stored(AGENT));
		const agent = this.agent ?? (bytes && await readAgent(bytes).catch(() => null));
		if (!(agent instanceof Tabular)) throw new Refusal("its file is not remembered here. Load it again in the tab MENACE.");
		return (this.agent = agent);
	}

	/**
	 * The cell of a move.
	 * @param {string} player
	 * @param {Rules} rules
	 * @param {Position} position
	 * @param {() => number} random
	 */
	async choose(player, rules, position, random) {
		const agent = player === "menace" ? (await this.machine(rules)).menace : await this.fromFile();
		return agent.choose(position, random);
	}

	/**
	 * Follow the game on the board: learn from its end once, and forget this if somebody undoes the end.
	 * @param {Match} match
	 */
	follow(match) {
		const { game, outcome, result, rules, side } = match;
		this.seen.add(game);
		if (this.opened !== game || !outcome) this.opened = null;
		if (this.learnt?.game === game) {
			if (!outcome) this.takeBack(this.learnt);
			return;
		}
		const machine = this.here.get(rules.board.key);
		const mark = other(side);
		if (this.opened || !machine || !result || !match.counts || match.opponent !== "menace" || !machine.menace.plays(mark)) return;
		const sign = { won: -1, drawn: 0, lost: 1 }[result]; // the result, seen by MENACE
		const changes = machine.menace.learn(game, mark, sign);
		this.learnt = { game, machine, result: sign, changes };
		this.note(machine, [sign]);
	}

	/**
	 * Note that an address led to the game on the board: to a move of a game played here, or to another game.
	 * @param {Match} match
	 */
	arrived(match) {
		if (this.seen.has(match.game)) this.follow(match);
		else if (match.outcome) this.opened = match.game;
	}

	/** @param {Learnt} learnt */
	takeBack({ machine, changes }) {
		machine.menace.unlearn(changes);
		machine.results = machine.results.slice(0, -1);
		this.learnt = null;
		this.keep(machine);
	}

	/**
	 * Let the MENACE of a board play games. Returns their results.
	 * @param {Machine} machine
	 * @param {number} games
	 * @param {"random" | "perfect" | "itself"} against
	 * @param {number} mark
	 */
	train(machine, games, against, mark) {
		const { menace } = machine;
		const results = menace.train(games, against === "itself" ? null : weightsOf(menace.graph, against), mark);
		this.opened = this.learnt?.game ?? this.opened; // what was learnt before these games stays
		this.learnt = null;
		this.note(machine, results);
		return results;
	}

	/**
	 * @param {Machine} machine
	 * @param {number[]} results
	 */
	note(machine, results) {
		machine.results = (machine.results + results.map((result) => SIGNS[1 + result]).join("")).slice(-LONGEST);
		this.keep(machine);
	}

	/** @param {Machine} machine */
	keep({ menace, results }) {
		store(keyOf(menace.graph.rules), JSON.stringify({ file: textOf(writeAgent(menace)), results }));
	}

	/**
	 * Take an agent from a file.
	 * @param {Uint8Array<ArrayBuffer>} bytes
	 */
	async load(bytes) {
		const agent = await readAgent(bytes);
		if (agent instanceof Tabular) {
			this.agent = agent;
			store(AGENT, textOf(bytes));
		} else this.take({ menace: agent, results: "" });
		return agent;
	}

	/**
	 * Replace the MENACE of a board by a new one.
	 * @param {Rules} rules
	 */
	forget(rules) {
		this.take({ menace: new Menace(graphOf(rules, true)), results: "" });
	}

	/** @param {Machine} machine */
	take(machine) {
		const { key } = machine.menace.graph.rules.board;
		this.opened = this.learnt?.game ?? this.opened;
		this.learnt = null;
		this.machines.set(key, Promise.resolve(machine));
		this.here.set(key, machine);
		this.keep(machine);
	}
}

/** @param {Rules} rules */
function keyOf(rules) {
	return `noughts menace ${rules.board.key}`;
}

/**
 * The MENACE that is stored for a board, or a new one.
 * @param {Rules} rules
 * @returns {Promise<Machine>}
 */
async function remembered(rules) {
	try {
		const { file, results } = JSON.parse(stored(keyOf(rules)) ?? "null") ?? {};
		const menace = await readAgent(bytesOf(file) ?? new Uint8Array());
		if (menace instanceof Menace && menace.graph.rules === rules) {
			return { menace, results: typeof results === "string" && /^[-0+]*$/.test(results) ? results.slice(-LONGEST) : "" };
		}
	} catch {
		// nothing is stored, or something else
	}
	return { menace: new Menace(graphOf(rules, true)), results: "" };
}

/** @param {string} key */
function stored(key) {
	try {
		return localStorage.getItem(key);
	} catch {
		return null; // storage is turned off
	}
}

/**
 * @param {string} key
 * @param {string} text
 */
function store(key, text) {
	try {
		localStorage.setItem(key, text);
	} catch {
		// Storage is turned off or full. The agent lasts as long as the page is open.
	}
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
	let letters = "";
	for (let at = 0; at < bytes.length; at += AT_ONCE) letters += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
	return btoa(letters);
}

/**
 * The bytes that a text encodes, or null if it encodes none.
 * @param {unknown} text
 */
function bytesOf(text) {
	try {
		return typeof text === "string" ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : null;
	} catch {
		return null;
	}
}
