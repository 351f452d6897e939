// The page: ties the game to the board, the bits, the keys, the address and the browser's memory.

import { boardKey, format, parse, settings } from "./address.js";
import { because, headline, say, tell } from "./announcements.js";
import { Board } from "./board.js";
import { boardOf } from "./board_text.js";
import { byId, closest, inputById, setText } from "./dom.js";
import { LABELS, MACHINES, Sheet } from "./game_dialog.js";
import { Hints, tableMoves } from "./hints.js";
import { Match, NOBODY } from "./match.js";
import { PLAYERS, choose } from "./players.js";
import { MARKS, O, Refusal, X } from "./position.js";
import { rulesNow, rulesOf } from "./rules_by_board.js";
import { Scores, contest } from "./scores.js";
import { meaning } from "./shortcuts.js";
import { PageStorage } from "./storage.js";
import { Table } from "./table.js";
import { TABS, Tabs, isBeside } from "./tabs.js";
import { TICTACTOE } from "./tictactoe.js";
import { NEXT_GAME, PACES, Timers } from "./timers.js";
import { REPRESENTATIONS, capital, headlineText, hintList, statusText } from "./wording.js";
import { IS_SERVED, Thinker } from "./worker_client.js";

/** @import { Position, Rules } from "./position.js" */
/** @import { Judged } from "./move_worths.js" */

const ANY_OF_EIGHT = Array.from({ length: 2 ** 8 }, (_, steps) => steps); // steps of the lesson that are done, a bit each
const REVIEW_TIME = 300; // ms a move, of a game that is looked at again

const store = new PageStorage();
const scores = new Scores(store);
const table = await Table.load().catch((error) => {
	byId("grid").children[0].textContent = `The table of positions could not be read: ${error.message}`;
	throw error;
});
const thinker = new Thinker();
const reviewer = new Thinker(); // beside it, so that a game goes on while it is looked at
const board = new Board(byId("grid"), (cell) => perform(() => play(cell)));
const agentBoard = store.get("agentBoard", (key) => Boolean(boardOf(key)?.learns), "");
const match = new Match(TICTACTOE, {
	agentBoard,
	opponent: store.get("opponent", Object.keys(PLAYERS), "perfect"),
	first: store.get("first", MACHINES, "perfect"),
	...sideOf(store.get("side", [X, O, "turns", "watch"], "turns")),
}, ({ mover, rules, position }) => {
	const random = () => Math.random();
	const learnt = async () => (await withAgents()).choose(mover, rules, position, random);
	return choose(mover, rules, position, { table, random, ask, learnt });
});
const sheet = new Sheet(changed);
/** @type {import("./game_dialog.js").Options} */
const options = {
	labels: store.get("labels", Object.keys(LABELS), "none"),
	pace: store.get("pace", /** @type {(keyof typeof PACES)[]} */ (Object.keys(PACES)), "medium"),
	sound: store.get("sound", [true, false], false),
	goesOn: store.get("goesOn", [true, false], false),
};
const timers = new Timers();
/** @type {import("./sound.js").Sound | null} where sound is on */
let tones = null;
/** @type {import("./agents.js").Agents | null} once one of them is wanted */
let agents = null;
const tabs = new Tabs({ moves: makeMoves, bits: makeBits, lesson: makeLesson, learn: makeLearn }, {
	chosen(name) {
		remembered.tab = name;
		store.set("tab", name);
	},
	failed: (error) => tell(`The tab could not be fetched: ${because(error)}`),
});
// What a tab needs later is read now, since what nobody has read is not written again.
const remembered = {
	tab: store.get("tab", TABS, isBeside() ? "bits" : "moves"),
	representation: store.get("representation", Object.keys(REPRESENTATIONS), "bitboards"),
	lesson: store.get("lesson", ANY_OF_EIGHT, 0),
};
const hints = new Hints(match, table, thinker, () => {
	draw();
	say(`${hintList(hints.moves, match.rules)} ${statusText(match)}`);
});

/**
 * Ask for a move, and for nothing else meanwhile.
 * @param {import("./players.js").Question} question
 */
async function ask(question) {
	hints.interrupt();
	const thought = thinker.ask(question);
	if (!IS_SERVED || !question.proves) return thought;
	const { bettered } = await import("./proofs.js");
	return bettered(question, thought);
}

/** What has learnt, fetched once it is wanted. */
async function withAgents() {
	const { Agents } = await import("./agents.js");
	return (agents ??= new Agents(match));
}

/** @param {number | string} stored */
function sideOf(stored) {
	if (typeof stored === "number") return { side: stored, takesTurns: false };
	return stored === "watch" ? { side: NOBODY, takesTurns: false } : { side: X, takesTurns: true };
}

// What a person can do. Each answers what happened, to be said.

/** @param {number} cell */
function play(cell) {
	const { paused, rules, position } = match;
	const mark = rules.toMove(position);
	const reply = match.play(cell);
	const mover = paused ? `${MARKS[mark]}, in ${match.who(mark)}’s place` : capital(match.who(mark));
	return `${mover}: ${rules.cellName(cell)}.${replied(reply)}`;
}

/**
 * What is said of a player's move, which is on the board now.
 * @param {number | null} cell
 */
function replied(cell) {
	if (cell === null) return "";
	const { rules, position } = match;
	return ` ${match.playerName(rules.markAt(position, cell))}: ${rules.cellName(cell)}.`;
}

/** @type {Record<string, () => string>} */
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
		if (!match.paused) throw new Refusal("The opponent is not waiting.");
		return replied(match.watching ? match.step() : match.reply()).trim();
	},
	pause() {
		if (!match.watching) throw new Refusal("There is nothing to pause: you play yourself.");
		if (match.paused) return replied(match.reply()).trim();
		match.pause();
		return "";
	},
	hint() {
		hints.isOn = !hints.isOn;
		return hints.isOn ? "" : "Hints off.";
	},
};

/**
 * Do what was asked, make it a step for the back button, draw it and say it; or say why not.
 * @param {() => string} action
 * @param {boolean} replace
 */
function perform(action, replace = false) {
	const { game, outcome } = match;
	const { made } = game;
	try {
		const said = action();
		remember(replace);
		agents?.follow(match);
		draw();
		const played = match.game === game && game.made > made;
		if (played) tones?.hear(match);
		say(`${said} ${hintList(hints.moves, match.rules)} ${statusText(match)}`);
		headline(headlineText(match));
		think();
		if (played && !outcome && match.outcome && options.goesOn) timers.start(NEXT_GAME, () => perform(ACTIONS.newGame));
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		tell(error.message);
	}
}

/** Wait for the opponent's move, if it is thinking; for nothing else that was asked. */
function think() {
	const { thinking } = match;
	timers.stop();
	if (!thinking) {
		if (!hints.areWanted) thinker.stop();
		hints.workOut();
		if (match.runs) timers.start(PACES[options.pace], () => perform(() => replied(match.step()).trim(), true));
		return;
	}
	thinking.then((cell) => {
		if (match.thinking === thinking) perform(() => replied(match.answer(cell)).trim(), true);
	}).catch((error) => {
		if (match.thinking !== thinking) return;
		match.pause();
		draw();
		tell(`The opponent cannot move: ${because(error)}`);
	});
}

/**
 * @param {import("./representations.js").Start} edited
 * @param {string} said
 */
function edit({ start, moves, word }, said) {
	perform(() => {
		scores.keep();
		match.edit(start, moves);
		match.game.word = word;
		return said;
	});
}

/**
 * What was chosen in the sheet.
 * @param {import("./game_dialog.js").Choice} choice
 */
async function changed({ board: key, opponent, first, side, ...option }) {
	const [[name, value] = []] = Object.entries(option);
	if (name) {
		Object.assign(options, { [name]: value });
		store.set(name, value);
		if (name === "sound") await makeTones();
		draw();
		if (name === "pace" && match.runs) think();
	} else if (key) {
		const arrival = (arrivals += 1);
		const rules = await rulesOf(key).catch((error) => tell(`The board could not be read: ${error.message}`));
		if (!rules || arrival !== arrivals) return;
		store.set("board", key);
		perform(() => {
			scores.keep();
			const reply = match.newGame(rules);
			return `New game.${replied(reply)}`;
		});
	} else {
		change(opponent ? { opponent } : first ? { first } : sideOf(side === "x" ? X : side === "o" ? O : String(side)));
	}
}

/** @param {Partial<import("./match.js").Settings>} wanted */
function change(wanted) {
	perform(() => {
		if (match.outcome) scores.keep();
		const reply = match.change(wanted);
		beginsRun = match.watching;
		store.set("opponent", match.opponent);
		store.set("first", match.first);
		store.set("side", match.watching ? "watch" : match.takesTurns ? "turns" : match.side);
		if (match.watching) return `${match.playerName(X)} plays against ${match.playerName(O)}.${replied(reply)}`;
		return match.twoPeople ? "Two people at this screen."
			: `You are ${MARKS[match.side]} against ${match.opponentName}.${replied(reply)}`;
	});
}

let address = "";
let beginsRun = false; // of moves that are watched: the first is a step for the back button, and the others take its place
let arrivals = 0; // of games on boards that had to be fetched first: the last one counts

/** @param {boolean} replace */
function remember(replace) {
	const now = format(match.game);
	const url = location.href.split("#")[0] + (now && `#${now}`);
	if (replace && !beginsRun) history.replaceState(null, "", url);
	else if (now !== address) {
		history.pushState(null, "", url);
		beginsRun = false;
	}
	address = now;
	count();
}

function count() {
	if (match.counts) scores.show(address, contestNow(), match.result);
}

function contestNow() {
	return contest(match.rules.board.key, match.opponent);
}

/** Show the game that the address names: at the start, after a link, and for back and forward. */
async function arrive() {
	const arrival = (arrivals += 1);
	const { hash } = location;
	const key = boardKey(hash);
	let rules = rulesNow(key);
	if (!rules && boardOf(key)) {
		rules = await rulesOf(key).catch(() => undefined);
		if (arrival !== arrivals) return;
	}
	let said = "";
	/** @type {{ start: Position, moves: number[] }} */
	let game = { start: TICTACTOE.START, moves: [] };
	try {
		game = parse(hash, rules ?? TICTACTOE);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		said = error.message;
		rules = TICTACTOE;
	}
	match.take(settings(hash, Object.keys(PLAYERS)));
	match.goTo(rules ?? TICTACTOE, game.start, game.moves);
	address = format(match.game);
	if (scores.onBoard?.address === address) match.played = true; // it was counted, so it is ours
	if (match.counts) count();
	else scores.keep();
	agents?.arrived(match);
	draw();
	say(`${said} ${statusText(match)}`);
	headline(said || headlineText(match));
	think();
}

/** @param {number} ply */
function goTo(ply) {
	perform(() => {
		match.game.ply = ply;
		match.pause();
		return ply < match.game.known.length ? `Back before move ${ply + 1}.` : `After move ${ply}.`;
	});
}

// What the tabs are made of

/**
 * The tab for a board: what was chosen last, where it has something to show.
 * @param {Rules} rules
 */
function tabFor(rules) {
	return remembered.tab === "bits" && rules !== TICTACTOE ? "moves" : remembered.tab;
}

async function makeMoves() {
	const { MoveList } = await import("./move_list.js");
	const moves = new MoveList(byId("played"), goTo);
	return { draw: () => moves.draw(match.game) };
}

async function makeBits() {
	const needed = ["representations", "dense", "records", "word", "typed_numbers", "pictures"].map((name) => import(`./${name}.js`));
	const [{ BitsPanel }] = await Promise.all([import("./bits_panel.js"), ...needed]); // at once, rather than one after the other
	const bits = new BitsPanel(byId("rows"), table, {
		edit,
		say,
		chosen: (id) => store.set("representation", id),
		shown: remembered.representation,
	});
	return { draw: () => bits.draw(match.game) };
}

async function makeLesson() {
	const { Lesson } = await import("./lesson.js");
	const lesson = await Lesson.begin(byId("lesson"), {
		done: remembered.lesson,
		keep: (done) => store.set("lesson", done),
		lead: (element) => tabs.comeIntoView(element),
		say,
	});
	return { draw: () => lesson.draw() };
}

async function makeLearn() {
	const [{ LearnTab }, ours] = await Promise.all([import("./learn_tab.js"), withAgents()]);
	const learn = await LearnTab.begin(byId("learn"), { match, agents: ours, oppose, say, kept });
	return { draw: () => learn.draw() };
}

/**
 * Begin a game against a player on a board.
 * @param {string} opponent
 * @param {string} key
 */
async function oppose(opponent, key) {
	const rules = await rulesOf(key);
	perform(() => {
		scores.keep();
		match.take({ opponent, ...(match.watching ? { side: X, takesTurns: true } : {}) });
		store.set("opponent", opponent);
		store.set("side", match.takesTurns ? "turns" : match.side);
		store.set("board", key);
		return `New game.${replied(match.newGame(rules))}`;
	});
	board.focus();
	tabs.comeIntoView(board.grid);
}

/**
 * The agent of a file is remembered now.
 * @param {string} key of the board that it has learnt
 */
function kept(key) {
	match.agentBoard = key;
	store.set("agentBoard", key);
	draw();
}

/** @type {import("./review.js").Review | null} */
let review = null;

/** Show or hide what the moves of the game were worth. */
async function look() {
	if (review && !byId("review").hidden && tabs.shown === "moves") return review.close();
	if (!match.game.ply) return tell("Play a move first: there is nothing to review.");
	try {
		const [{ Review }] = await Promise.all([import("./review.js"), tabs.show("moves")]);
		review ??= new Review({ judge: judged, stop: () => reviewer.stop(), goTo });
	} catch (error) {
		return tell(`The review could not be fetched: ${because(error)}`);
	}
	const shown = review.show(match.game);
	tabs.comeIntoView();
	return shown;
}

/**
 * What each move of a position is worth, by the table or the worker.
 * @param {Rules} rules
 * @param {Position} position
 * @returns {Promise<Judged[]>}
 */
async function judged(rules, position) {
	if (rules === TICTACTOE) return tableMoves(table, position);
	return (await reviewer.ask({ board: rules.board.key, position, milliseconds: REVIEW_TIME })).moves;
}

// What is shown

function draw() {
	const { game, rules, position, outcome } = match;
	if (board.rules !== rules) {
		board.build(rules);
		if (tabs.shown) tabs.show(tabFor(rules));
	}
	if (review && !review.isOf(game)) review.close();
	const canPlay = !rules.refusal(position) && !outcome && !match.thinking && !match.runs;
	const last = game.ply ? game.known[game.ply - 1] : null;
	board.draw({ rules, position, end: outcome, hints: hints.moves, last, canPlay });
	tabs.draw();
	const whyIsShown = hints.drawWhy();
	byId("scores").hidden = whyIsShown || match.watching;
	drawControls();
	drawScores();
}

function drawControls() {
	const { result, rules, position } = match;
	const game = /** @type {HTMLElement} */ (document.querySelector(".game"));
	const isOurs = !match.twoPeople && !match.watching;
	game.dataset.result = result && result !== "drawn" && !isOurs ? "over" : result ?? "";
	game.dataset.thinking = `${Boolean(match.thinking)}`;
	game.dataset.labels = options.labels;
	game.dataset.board = match.rules.board.key;
	byId("undo").setAttribute("aria-disabled", `${!match.canUndo}`);
	byId("redo").setAttribute("aria-disabled", `${!match.canRedo}`);
	byId("hint").setAttribute("aria-pressed", `${hints.isOn}`);
	byId("look").setAttribute("aria-disabled", `${!match.game.ply}`);
	const isWatched = match.watching && Boolean(rules.legal(position));
	setText(byId("reply").children[0], match.watching ? "Step" : "Let it move");
	setText(byId("pause").children[0], match.paused ? "Go on" : "Pause");
	for (const [id, shown] of Object.entries({ reply: match.paused, pause: isWatched, next: Boolean(result) })) {
		const button = byId(id);
		if (!shown && document.activeElement === button) board.focus();
		button.hidden = !shown;
	}
	sheet.draw(match, options);
}

function drawScores() {
	for (const [result, games] of Object.entries(scores.of(contestNow()))) setText(byId(result), `${games}`);
	setText(byId("won-name"), match.twoPeople ? "X" : "You");
	setText(byId("lost-name"), match.twoPeople ? "O" : match.opponentName);
}

document.addEventListener("keydown", (event) => {
	const asked = meaning(event);
	if (!asked || event.repeat || !inputById("letters").checked || document.querySelector("dialog[open]")) return;
	if (closest(event, "#lesson")) return; // it has a board of its own
	const { act, play: cell } = asked;
	if (!act && match.rules.cells !== 9) return; // digits name the cells of 3x3 alone
	event.preventDefault();
	perform(act ? ACTIONS[act] : () => play(Number(cell)));
});

for (const name of Object.keys(ACTIONS)) {
	byId(name).addEventListener("click", () => perform(ACTIONS[name]));
}
byId("next").addEventListener("click", () => perform(ACTIONS.newGame));

byId("look").addEventListener("click", look);

byId("worths").addEventListener("click", async () => {
	try {
		const { showValues } = await import("./values_dialog.js");
		await showValues(match.rules.board, (key) => {
			sheet.close();
			changed({ board: key });
		});
	} catch (error) {
		sheet.close();
		tell(`The values could not be fetched: ${because(error)}`);
	}
});

byId("clear").addEventListener("click", () => {
	scores.clear();
	drawScores();
	say("Scores cleared.");
});

const letters = inputById("letters");
letters.checked = store.get("letters", [true, false], true);
letters.addEventListener("change", () => store.set("letters", letters.checked));

async function makeTones() {
	tones = null;
	if (!options.sound) return;
	try {
		const { Sound } = await import("./sound.js");
		tones = new Sound();
	} catch (error) {
		tell(`There is no sound: ${because(error)}`);
	}
}

// Whoever does something at the end of a game may want to look at it for longer.
for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => match.outcome && timers.stop(), true);

window.addEventListener("hashchange", arrive); // a link, or back and forward; never a move of ours

const last = store.get("board", (key) => Boolean(boardOf(key)), TICTACTOE.board.key);
if (location.hash === "" && last !== TICTACTOE.board.key) history.replaceState(null, "", `#${last}:`);
await arrive();
if (match.paused && match.game.fromEmpty && !match.game.ply && !match.watching) perform(ACTIONS.reply, true);
document.querySelector("main")?.classList.remove("loading");
performance.mark("interactive");

async function makeShared() {
	try {
		const { enableSharing } = await import("./share_buttons.js");
		enableSharing(() => `${location.href.split("#")[0]}#${format(match.game, match)}`);
	} catch (error) {
		tell(`Nothing can be shared: ${because(error)}`);
	}
}

// Nobody needs a tab for a move, so the board is on the screen first.
await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
await Promise.all([tabs.show(tabFor(match.rules)), makeTones(), makeShared()]);
performance.mark("complete");

// From now on the page is here without a network, where the browser lets it keep files. A newer page is
// told by files.js, which must not come from the cache of HTTP.
navigator.serviceWorker?.register(new URL("sw.js", import.meta.url), { updateViaCache: "none" }).catch(() => {});
