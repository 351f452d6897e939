// The page: ties the game to the board, the bits, the keys, the address and the browser's memory.

import { format, parse } from "./address.js";
import { Board } from "./board.js";
import { byId, make, setText } from "./dom.js";
import { meaning } from "./keys.js";
import { Match } from "./match.js";
import { Panel } from "./panel.js";
import { PLAYERS } from "./players.js";
import { MARKS, O, Refusal, START, X, after, cellName, legal, names, other, refusal, toMove, unreachable }
	from "./position.js";
import { Scores } from "./scores.js";
import { Store } from "./store.js";
import { Table } from "./table.js";
import { capital, claim, hintList, resultText } from "./words.js";

const store = new Store();
const scores = new Scores(store);
const table = await Table.load().catch((error) => {
	byId("status").textContent = `The table of positions could not be read: ${error.message}`;
	throw error;
});
const opponent = store.get("opponent", Object.keys(PLAYERS), "perfect");
const match = new Match(table, opponent, store.get("side", [X, O], X));
const board = new Board(byId("grid"), (cell) => perform(() => play(cell)));
let panel = null;
let hinting = false;
let pointed = null; // the cell whose move the "why" line explains

// What a person can do. Each answers what happened, to be said.

function play(cell) {
	const { waits, position } = match;
	const mark = toMove(position);
	const reply = match.play(cell);
	const mover = waits ? `${MARKS[mark]}, in ${match.who(mark)}’s place` : capital(match.who(mark));
	return `${mover}: ${cellName(cell)}.${replied(reply)}`;
}

function opponentName() {
	return PLAYERS[match.opponent].name;
}

function replied(cell) {
	return cell === null ? "" : ` ${opponentName()}: ${cellName(cell)}.`;
}

const ACTIONS = {
	undo() {
		match.undo();
		return "Taken back.";
	},
	redo() {
		match.redo();
		return "Played again.";
	},
	newGame() {
		scores.keep();
		return `New game.${replied(match.newGame())}`;
	},
	reply() {
		if (!match.waits) throw new Refusal("The opponent is not waiting.");
		return replied(match.reply()).trim();
	},
	hint() {
		hinting = !hinting;
		return hinting ? "" : "Hints off.";
	},
};

/** Do what was asked, make it a step for the back button, draw it and say it; or say why not. */
function perform(action, replace = false) {
	try {
		const said = action();
		remember(replace);
		draw();
		say(`${said} ${hintList(hints())} ${statusText()}`);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		say(error.message);
	}
}

function edit({ start, moves, word }, said) {
	perform(() => {
		scores.keep();
		match.edit(start, moves);
		match.game.word = word;
		return said;
	});
}

function change(settings) {
	perform(() => {
		if (match.outcome) scores.keep();
		const reply = match.change(settings);
		store.set("opponent", match.opponent);
		store.set("side", match.side);
		return match.twoPeople ? "Two people at this screen."
			: `You are ${MARKS[match.side]} against ${opponentName()}.${replied(reply)}`;
	});
}

let address = "";

function remember(replace) {
	const now = format(match.game);
	const url = location.href.split("#")[0] + (now && `#${now}`);
	if (replace) history.replaceState(null, "", url);
	else if (now !== address) history.pushState(null, "", url);
	address = now;
	if (match.counts) scores.show(address, match.opponent, match.result);
}

/** Show the game that the address names: at the start, after a link, and for back and forward. */
function arrive() {
	let said = "";
	let game = { start: START, moves: [] };
	try {
		game = parse(location.hash);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		said = error.message;
	}
	match.goTo(game.start, game.moves);
	address = format(match.game);
	if (scores.onBoard?.address === address) match.played = true; // it was counted, so it is ours
	if (match.counts) scores.show(address, match.opponent, match.result);
	else scores.keep();
	draw();
	say(`${said} ${statusText()}`);
}

// What is shown

function hints() {
	return hinting && legal(match.position) ? table.moves(match.position) : [];
}

function statusText() {
	const { position } = match;
	if (refusal(position)) return `Not yet a valid position: ${refusal(position)}.`;
	const note = unreachable(position) ? ` Play cannot reach this: ${unreachable(position)}.` : "";
	if (match.outcome) return resultText(match) + note;
	const mark = MARKS[toMove(position)];
	if (match.waits) return `${mark} to move. ${opponentName()} waits: let it move, or place ${mark} yourself.`;
	return match.twoPeople ? `${mark} to move.` : `Your move, ${mark}.`;
}

/** Say it in the one live region. The same words again are still news. */
function say(text) {
	const said = text.replace(/\s+/g, " ").trim();
	const status = byId("status");
	status.textContent = status.textContent === said ? `${said}\u00a0` : said;
}

function draw() {
	const { game, position } = match;
	const canPlay = !refusal(position) && !match.outcome;
	const last = game.ply ? game.known[game.ply - 1] : null;
	board.draw({ position, end: match.outcome, hints: hints(), last, canPlay });
	if (byId("bits").open) panel?.draw(game);
	drawWhy();
	drawControls();
	drawScores();
}

function drawControls() {
	byId("undo").setAttribute("aria-disabled", !match.canUndo);
	byId("redo").setAttribute("aria-disabled", !match.canRedo);
	byId("hint").setAttribute("aria-pressed", hinting);
	const letMove = byId("reply");
	if (!match.waits && document.activeElement === letMove) board.focus();
	letMove.hidden = !match.waits;
	setText(letMove.querySelector("span"), `Let ${opponentName()} move`);
	byId("opponent").value = match.opponent;
	byId("side").value = match.side;
	byId("side").parentNode.hidden = match.twoPeople;
}

function drawWhy() {
	const line = byId("why");
	const move = hints().find(({ cell }) => cell === pointed);
	line.hidden = !hints().length;
	if (line.hidden) return;
	const { position } = match;
	const moves = move ? [move.cell, ...table.bestLine(after(position, move.cell))] : table.bestLine(position);
	let mark = other(toMove(position));
	line.replaceChildren(`${claim(table, position, move)}: `, ...moves.flatMap((cell) => {
		mark = other(mark);
		const text = `${MARKS[mark]} ${cellName(cell)}`;
		return [make("span", { class: "move", "data-cell": cell, "data-mark": mark }, text), " "];
	}));
}

function drawScores() {
	for (const [result, games] of Object.entries(scores.of(match.opponent))) setText(byId(result), `${games}`);
	setText(byId("won-name"), match.twoPeople ? "X" : "You");
	setText(byId("lost-name"), match.twoPeople ? "O" : opponentName());
}

/** Light the cells of a mask wherever they stand. */
function light(mask, about) {
	for (const element of document.querySelectorAll("[data-cell]")) {
		element.classList.toggle("lit", Boolean((mask >> element.dataset.cell) & 1));
	}
	setText(byId("about"), about);
}

const LENS = byId("about").textContent;

function pointAt({ target }) {
	const known = "[data-cell], [data-about], [data-mask]";
	const element = target.closest?.(known) ?? document.querySelector(":focus-visible")?.closest(known);
	const { cell, about, mask } = element?.dataset ?? {};
	if (mask) light(Number(mask), `${mask} = the line ${names(Number(mask))}`);
	else if (cell) light(1 << cell, about ? `${about}.` : cellAbout(Number(cell)));
	else light(0, about ? `${about}.` : LENS);
	const now = element?.closest("[role=gridcell]") ? Number(cell) : null;
	if (now !== pointed) {
		pointed = now;
		drawWhy();
	}
}

function cellAbout(cell) {
	return `Cell ${cellName(cell)}: bit ${cell}, worth ${2 ** cell}; mirrored, ${2 ** (8 - cell)}; `
		+ `in base 4, bits ${2 * cell + 1} and ${2 * cell}.`;
}

document.addEventListener("pointerover", pointAt);
document.addEventListener("focusin", pointAt);

document.addEventListener("keydown", (event) => {
	const asked = meaning(event);
	if (!asked || event.repeat || !byId("letters").checked) return;
	event.preventDefault();
	perform(asked.act ? ACTIONS[asked.act] : () => play(asked.play));
});

for (const name of Object.keys(ACTIONS)) {
	byId(name).addEventListener("click", () => perform(ACTIONS[name]));
}

byId("opponent").append(...Object.entries(PLAYERS).map(([key, { name, detail }]) =>
	make("option", { value: key }, `${name} (${detail})`)));
byId("opponent").addEventListener("change", ({ target }) => change({ opponent: target.value }));
byId("side").addEventListener("change", ({ target }) => change({ side: Number(target.value) }));

byId("clear").addEventListener("click", () => {
	scores.clear();
	drawScores();
	say("Scores cleared.");
});

byId("letters").checked = store.get("letters", [true, false], true);
byId("letters").addEventListener("change", ({ target }) => store.set("letters", target.checked));

byId("bits").open = store.get("bits", [true, false], window.matchMedia("(min-width: 64rem)").matches);
byId("bits").addEventListener("toggle", ({ target }) => {
	store.set("bits", target.open);
	draw();
});

window.addEventListener("hashchange", arrive); // a link, or back and forward; never a move of ours

arrive();
if (match.waits && address === "") perform(ACTIONS.reply, true);
performance.mark("interactive");

// Nobody needs the bits for a move, so the board is on the screen first.
await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
panel = new Panel(byId("rows"), table, { edit, say });
draw();
performance.mark("complete");
