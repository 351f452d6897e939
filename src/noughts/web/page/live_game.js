// A game on the live server: the state that the server sends, the requests to it, and the words for both.

import { parse } from "./address.js";
import { Game } from "./game.js";

/** @typedef {"x" | "o"} Side */
/** @typedef {{ name: string, taken: boolean, seconds: number | null }} Seat */
/** @typedef {{ id: string, version: number, rules: string, moves: string[], ply: number, turn: Side | null, players: Record<Side, Seat>, clock: { seconds: number, increment: number } | null, offer: { what: "draw" | "back" | "rematch", by: Side } | null, result: { winner: Side | "draw", why: string } | null, next: string | null }} Kept a game as the server sends it */
/** @typedef {{ game: Kept, you: Side | null }} Told */

/** @type {Record<Side, Side>} */
export const OTHER = { x: "o", o: "x" };
const SOON = 500, LATEST = 10_000; // ms before the next attempt to reach the server

export class LiveGame {
	/** @type {Told | null} */
	told = null;
	/** @type {Record<Side, boolean> | null} which sides have this game open */
	here = null;
	at = 0; // the time at which `told` arrived
	wait = SOON;
	/** @type {WebSocket | null} */
	socket = null;

	/** @param {() => void} changed */
	constructor(changed) {
		this.changed = changed;
	}

	/** @param {Record<string, unknown>} asked the board, the side, the name and the clock */
	async make(asked) {
		this.leave();
		this.take(await send("api/games", asked));
		this.connect();
	}

	/** @param {string} id */
	async open(id) {
		this.leave();
		this.take(await send(`api/games/${encodeURIComponent(id)}`));
		this.connect();
	}

	/**
	 * Send an action on the game. Rejects with the server's reason if it refuses.
	 * @param {string} action
	 * @param {Record<string, unknown>} fields
	 */
	async ask(action, fields = {}) {
		const { told } = this;
		if (!told) return;
		const answer = await send(`api/games/${told.game.id}/${action}`, fields).catch((error) => {
			this.connect(); // the socket tells the state of the game, once the server can be reached
			throw error;
		});
		this.take(answer);
		if (action === "sit") this.connect(); // connect again, with the new cookie
		if (answer.error) throw new Error(answer.error);
	}

	/** @param {Partial<Told> & { here?: Record<Side, boolean>, error?: string }} news */
	take({ game, you = null, here, error }) {
		if (!game) throw new Error(error);
		if (here) this.here = here;
		const known = this.told?.game;
		if (known?.id !== game.id || known.version <= game.version) {
			this.told = { game, you };
			this.at = performance.now();
		}
		this.changed();
	}

	connect() {
		this.socket?.close();
		const { told } = this;
		if (!told) return;
		const address = new URL(`api/games/${told.game.id}/socket`, location.href);
		address.protocol = address.protocol.replace("http", "ws");
		const socket = this.socket = new WebSocket(address);
		socket.addEventListener("message", ({ data }) => {
			this.wait = SOON;
			if (socket === this.socket) this.take(JSON.parse(data));
		});
		socket.addEventListener("close", () => {
			if (socket !== this.socket) return;
			this.here = null;
			this.changed();
			setTimeout(() => socket === this.socket && this.connect(), this.wait);
			this.wait = Math.min(2 * this.wait, LATEST);
		});
	}

	leave() {
		const { socket } = this;
		this.socket = this.told = this.here = null;
		socket?.close();
	}

	/**
	 * The seconds that a side has left now; null if the game has no clock.
	 * @param {Side} side
	 */
	seconds(side) {
		const game = this.told?.game, left = game?.players[side].seconds ?? null;
		const runs = game?.turn === side;
		return left === null ? null : Math.max(0, left - (runs ? (performance.now() - this.at) / 1000 : 0));
	}
}

/**
 * The server's answer to a request. A refusal has an `error`.
 * @param {string} path
 * @param {Record<string, unknown>} [asked]
 */
async function send(path, asked) {
	const headers = { "Content-Type": "application/json" };
	try {
		const answer = await fetch(new URL(path, location.href), asked && { method: "POST", headers, body: JSON.stringify(asked) });
		return await answer.json();
	} catch (error) {
		throw new Error("The server cannot be reached; try again in a moment", { cause: error });
	}
}

/**
 * The games that await a player, if the server has a lobby.
 * @returns {Promise<Kept[]>}
 */
export async function lobby() {
	return document.documentElement.dataset.live === "lobby" ? (await send("api/games")).games ?? [] : [];
}

/**
 * The page's `Game` with the moves of a live game.
 * @param {Kept} kept
 * @param {import("./position.js").Rules} rules
 */
export function played({ rules: key, moves }, rules) {
	const { start, moves: numbers } = parse(`${key}:${moves.join("")}`, rules);
	const game = new Game(rules, start);
	for (const move of numbers) game.push(move);
	return game;
}

/** @type {Record<string, string>} */
const ASKS = { draw: "offers a draw", back: "asks to take a move back", rematch: "asks for another game" };
/** @type {Record<string, (loser: string) => string>} */
const REASONS = { board: () => "", resigned: (loser) => `: ${loser} gave up`, time: (loser) => `: ${loser} ran out of time`, agreed: () => ", as agreed" };

/**
 * Ann (X)
 * @param {Told} told
 * @param {Side} side
 */
export function nameOf({ game, you }, side) {
	return `${side === you ? "you" : game.players[side].name || "somebody"} (${side.toUpperCase()})`;
}

/**
 * The state of the game, in one or two sentences.
 * @param {Told} told
 * @param {Record<Side, boolean> | null} here
 */
export function statusOf(told, here) {
	const { game, you } = told, { offer, result, turn } = game;
	const asks = offer && offer.by !== you ? ` ${capital(nameOf(told, offer.by))} ${ASKS[offer.what]}.` : "";
	if (result) {
		const { winner, why } = result;
		if (winner === "draw") return `A draw${REASONS[why]("")}.${asks}`;
		return `${capital(nameOf(told, winner))} ${winner === you ? "win" : "wins"}${REASONS[why](nameOf(told, OTHER[winner]))}.${asks}`;
	}
	if (!turn) return you ? "Send the link to the person you want to play with." : "A seat is free: sit down, or watch.";
	const other = you && here && !here[OTHER[you]] ? ` ${capital(nameOf(told, OTHER[you]))} is away.` : "";
	return `${turn === you ? `Your move, ${turn.toUpperCase()}` : `${capital(nameOf(told, turn))} to move`}.${asks}${other}`;
}

/** @param {string} text */
function capital(text) {
	return text[0].toUpperCase() + text.slice(1);
}
