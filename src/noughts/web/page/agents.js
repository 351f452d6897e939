// What has learnt, as this browser remembers it: a MENACE for each board, and the agent of a file.
//
// Each is remembered as the bytes of its file, so that one reader looks at whatever is found there. What is not
// good is as if it were not there.

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
/** @typedef {{ game: Game, machine: Machine, result: number, changes: Change[] }} Learnt what a game taught */

const LONGEST = 1000; // results that are remembered
const AT_ONCE = 8192; // bytes made into letters: a call takes so many arguments
const SIGNS = ["-", "0", "+"];
const AGENT = "noughts agent";

export class Agents {
	/** @type {Map<string, Promise<Machine>>} by board */
	machines = new Map();
	/** @type {Map<string, Machine>} those that are here */
	here = new Map();
	/** @type {Tabular | null} */
	agent = null;
	/** @type {Learnt | null} from the game on the board, which may be taken back */
	learnt = null;
	/** @type {Game | null} the game on the board, where it had ended when it was opened */
	opened = null;
	/** @type {WeakSet<Game>} those that were played here */
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
	 * What was done to the game on the board: its end is learnt once, and forgotten where somebody takes it back.
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
		const sign = { won: -1, drawn: 0, lost: 1 }[result]; // of the person
		const changes = machine.menace.learn(game, mark, sign);
		this.learnt = { game, machine, result: sign, changes };
		this.note(machine, [sign]);
	}

	/**
	 * An address led to the game on the board: back or on in one that was played here, or to another as it is.
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
		this.opened = this.learnt?.game ?? this.opened; // what came before these games stays
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
	 * A new MENACE in the place of the one of a board.
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
 * The MENACE that is remembered for a board, or a new one.
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
		// nothing, or not ours
	}
	return { menace: new Menace(graphOf(rules, true)), results: "" };
}

/** @param {string} key */
function stored(key) {
	try {
		return localStorage.getItem(key);
	} catch {
		return null; // turned off
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
		// Turned off or full; it lasts as long as the page is open.
	}
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
	let letters = "";
	for (let at = 0; at < bytes.length; at += AT_ONCE) letters += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
	return btoa(letters);
}

/**
 * The bytes of a text, or null where it is none of theirs.
 * @param {unknown} text
 */
function bytesOf(text) {
	try {
		return typeof text === "string" ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : null;
	} catch {
		return null;
	}
}
