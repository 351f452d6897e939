// Agents in files, as the library's learn/agent_file.py reads and writes them: zip archives of arrays.
//
// A file is never trusted: the page decompresses nothing, checks sizes before it reads anything, and accepts only
// contents that learning can produce on the board that the file names.

import { boardOf } from "./board_text.js";
import { LEARNT_SIZES } from "./boards.js";
import { NO_MOVE, graphOf } from "./graph.js";
import { ABOUT_BYTES, FILE_BYTES, FORMAT, METHODS, MOST } from "./learning.js";
import { Menace } from "./menace.js";
import { DTYPES, readArray, writeArray } from "./npy.js";
import { Refusal } from "./position.js";
import { RandomNumbers } from "./random_numbers.js";
import { rulesOf } from "./rules_by_board.js";
import { Tabular } from "./tabular.js";
import { Damaged, unzip, zip } from "./zip.js";

/** @import { Graph } from "./graph.js" */
/** @import { Content, Dtype } from "./npy.js" */
/** @typedef {{ kind: string, board: string, settings: any, games: number, stream: bigint }} About */

const FIELDS = ["format", "kind", "board", "settings", "games", "stream"];
const LARGEST_STREAM = 2n ** 64n;

/**
 * The bytes of the file of a MENACE. The page writes no other agents, since they do not learn here.
 * @param {Menace} menace
 */
export function writeAgent({ graph, games, settings, stream, beads }) {
	const about = JSON.stringify({ format: FORMAT, kind: "menace", board: graph.rules.board.key, settings, games, stream: 0 });
	const text = new TextEncoder().encode(about.replace(/0\}$/, `${stream.state}}`)); // more digits than a number holds
	const items = new Uint8Array(BigInt64Array.from(beads, BigInt).buffer);
	return zip([
		["about.npy", writeArray("|u1", [text.length], text)],
		["beads.npy", writeArray("<i8", [graph.size, graph.cells], items)],
	]);
}

/**
 * The contents of a file that a person chose, after a check of its size.
 * @param {File} file
 */
export async function bytesOf(file) {
	if (file.size > FILE_BYTES) throw new Refusal(`The file does not hold an agent: it is larger than ${FILE_BYTES.toLocaleString("en")} bytes.`);
	return new Uint8Array(await file.arrayBuffer());
}

/**
 * The agent in a file. Rejects with a `Refusal` that says what is wrong with the file.
 * @param {Uint8Array} bytes
 * @returns {Promise<Menace | Tabular>}
 */
export async function readAgent(bytes) {
	try {
		const arrays = new Map([...unzip(bytes)].map(([name, content]) => [name.replace(/\.npy$/, ""), readArray(content)]));
		const about = readAbout(arrays.get("about"));
		arrays.delete("about");
		const board = boardOf(about.board);
		if (!board?.learns) throw new Refusal(`This agent has learnt ${about.board.slice(0, 40)}. The page takes agents only for boards of ${LEARNT_SIZES.join("×")}.`);
		const rules = await rulesOf(about.board);
		return about.kind === "menace" ? menaceOf(graphOf(rules, true), about, arrays) : tabularOf(graphOf(rules, about.settings.shared), about, arrays);
	} catch (error) {
		if (!(error instanceof Damaged)) throw error;
		throw new Refusal(`The file does not hold an agent, or is damaged: ${error.message}.`);
	}
}

/**
 * @param {Content | undefined} array
 * @returns {About}
 */
function readAbout(array) {
	if (!array || array.dtype !== "|u1" || array.data.length > ABOUT_BYTES) throw new Damaged("it does not say what it holds");
	/** @type {any} */
	let about;
	let text;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(array.data);
		about = JSON.parse(text);
	} catch {
		throw new Damaged("what it says of itself is not JSON");
	}
	const isOurs = about !== null && typeof about === "object" && Object.keys(about).sort().join() === [...FIELDS].sort().join();
	if (!isOurs || about.format !== FORMAT) throw new Damaged(`it is not of the format “${FORMAT}”`);
	const { kind, board, settings, games, stream } = about;
	if (!isWhole(games, 0, Number.MAX_SAFE_INTEGER)) throw new Damaged("the number of its games is not a whole number");
	const digits = /"stream"\s*:\s*(\d{1,20})\s*[,}]/.exec(text)?.[1]; // more digits than a number holds
	if (!digits || Number(digits) !== stream || BigInt(digits) >= LARGEST_STREAM) throw new Damaged("the state of its random numbers is not valid");
	if (typeof board !== "string") throw new Damaged("it does not name its board");
	if (settings === null || typeof settings !== "object") throw new Damaged("it has no settings");
	const isValid = kind === "menace" ? isOfMenace(settings) : METHODS.includes(kind) && isOfTabular(kind, settings);
	if (!isValid) throw new Damaged("its kind and settings are not those of an agent");
	return { kind, board, settings, games, stream: BigInt(digits) };
}

/** @param {any} settings */
function isOfMenace({ beads, rewards, sides, ...others }) {
	/** @type {(list: any, least: number) => boolean} */
	const areNumbers = (list, least) => Array.isArray(list) && list.length > 0 && list.every((number) => isWhole(number, least, MOST));
	return areNumbers(beads, 1) && areNumbers(rewards, -MOST) && rewards.length === 3
		&& ["x", "o", "both"].includes(sides) && !Object.keys(others).length;
}

/**
 * @param {string} kind
 * @param {any} settings
 */
function isOfTabular(kind, { method, rate, shared, ...others }) {
	return method === kind && typeof rate === "number" && rate >= 0 && rate <= 1
		&& typeof shared === "boolean" && !Object.keys(others).length;
}

/**
 * @param {unknown} number
 * @param {number} least
 * @param {number} most
 */
function isWhole(number, least, most) {
	return typeof number === "number" && Number.isInteger(number) && number >= least && number <= most;
}

/**
 * @param {Graph} graph
 * @param {About} about
 * @param {Map<string, Content>} arrays
 */
function menaceOf(graph, { settings, games, stream }, arrays) {
	const menace = new Menace(graph, { ...settings, games, stream: new RandomNumbers(stream) });
	const { beads } = taken(arrays, { beads: { dtype: "<i8", shape: [graph.size, graph.cells] } });
	const given = new BigInt64Array(beads.data.buffer);
	menace.beads.forEach((first, at) => {
		const isHere = graph.after[at] !== NO_MOVE && graph.alike[at] === at % graph.cells;
		const can = menace.hasBox[Math.floor(at / graph.cells)] ? isHere || !given[at] : given[at] === BigInt(first);
		if (!can || given[at] < 0n || given[at] > BigInt(MOST)) throw new Damaged("it has numbers that learning never gives");
	});
	menace.beads.set(Array.from(given, Number));
	return menace;
}

/**
 * @param {Graph} graph
 * @param {About} about
 * @param {Map<string, Content>} arrays
 */
function tabularOf(graph, { settings, games }, arrays) {
	const shape = [graph.size, settings.method === "td" ? 1 : graph.cells];
	const { values, visits } = taken(arrays, { values: { dtype: "<f4", shape }, visits: { dtype: "<i4", shape } });
	const learnt = new Float32Array(values.data.buffer);
	const isLearnt = learnt.every((value) => Math.abs(value) <= 1) && new Int32Array(visits.data.buffer).every((number) => number >= 0);
	if (!isLearnt) throw new Damaged("it has numbers that learning never gives");
	return new Tabular(graph, { settings, games, values: learnt });
}

/**
 * The arrays of a file, checked to have the names, types and shapes that the agent's arrays have.
 * @template {string} Name
 * @param {Map<string, Content>} arrays
 * @param {Record<Name, { dtype: Dtype, shape: number[] }>} wanted
 * @returns {Record<Name, Content>}
 */
function taken(arrays, wanted) {
	const names = /** @type {Name[]} */ (Object.keys(wanted));
	const given = [...arrays.keys()];
	if (given.sort().join() !== [...names].sort().join()) {
		throw new Damaged(`it has ${given.slice(0, 8).map((name) => name.slice(0, 40)).join(", ") || "nothing"}, not ${names.join(", ")}`);
	}
	for (const name of names) {
		const { dtype, shape } = wanted[name];
		const array = /** @type {Content} */ (arrays.get(name));
		const bytes = shape.reduce((product, size) => product * size, Number(dtype[2]));
		if (array.dtype !== dtype || `${array.shape}` !== `${shape}` || array.data.length !== bytes) {
			throw new Damaged(`it has ${name} of ${DTYPES[/** @type {Dtype} */ (array.dtype)] ?? array.dtype} [${array.shape.slice(0, 8).join(", ")}], `
				+ `not ${DTYPES[dtype]} [${shape.join(", ")}]`);
		}
	}
	return /** @type {Record<Name, Content>} */ (Object.fromEntries(arrays));
}
