// The page: makes the controller and its views, and connects them with the keys, the tabs, the address and the storage.

import { because, headline, say } from "./announcements.js";
import { Controller } from "./controller.js";
import { byId, closest, inputById, style } from "./dom.js";
import { GameView } from "./game_view.js";
import { meaning } from "./shortcuts.js";
import { PageStorage } from "./storage.js";
import { Table } from "./table.js";
import { Tabs, isBeside } from "./tabs.js";
import { TICTACTOE } from "./tictactoe.js";
import { Timers } from "./timers.js";
import { IS_SERVED, Thinker } from "./worker_client.js";

/** @import { Rules } from "./position.js" */

const begun = location.hash;

const store = new PageStorage();
const table = await Table.load().catch((error) => {
	byId("grid").children[0].textContent = `The table of positions could not be read: ${error.message}`;
	throw error;
});
const timers = new Timers(hasDialog);
document.addEventListener("close", () => timers.resume(), true); // a dialog's close event does not bubble
const place = {
	get fragment() {
		return location.hash.slice(1).replace(/^(puzzle|lesson|live).*/, "");
	},
	push: (/** @type {string} */ fragment) => history.pushState(null, "", addressOf(fragment)),
	replace: (/** @type {string} */ fragment) => history.replaceState(null, "", addressOf(fragment)),
};
const controller = new Controller({
	store, table, timers, place, thinker: new Thinker(), screen: { draw, say, headline }, isServed: IS_SERVED,
});
const { match, settings } = controller;
const view = new GameView(controller);
/** @type {import("./lesson.js").Lesson | null} */
let lesson = null;
const tabs = new Tabs({ moves: makeMoves, bits: makeBits, lesson: makeLesson, learn: makeLearn, daily: async () => ({ draw() {} }) }, {
	chosen(name) {
		settings.tab = name;
		store.set("tab", name);
	},
	changed() {
		const shown = tabs.shown === "lesson" ? lesson : null;
		if (shown) showStep(shown.fragment);
		else if (location.hash.startsWith("#lesson") && lesson) place.replace(controller.fragment);
		view.take(shown);
	},
	failed: (error) => controller.tell(`The tab could not be fetched: ${because(error)}`),
});
settings.tab ||= isBeside() ? "bits" : "moves";

/** @type {import("./beside_the_game.js").Beside | null} the parts of the page that no move needs */
let beside = null;

function hasDialog() {
	return Boolean(document.querySelector("dialog[open]"));
}

/** @param {string} fragment */
function addressOf(fragment) {
	return location.href.split("#")[0] + (fragment && `#${fragment}`);
}

function draw() {
	const isNew = view.rules !== match.rules;
	view.draw();
	if (isNew && tabs.shown) tabs.show(tabFor(match.rules));
	tabs.draw();
	beside?.draw();
}

// The contents of the tabs

function isBegun() {
	return match.game.ply > 0 || !match.game.fromEmpty;
}

/**
 * Let the address name a step of the lesson, unless the address has a game.
 * @param {string} fragment
 */
function showStep(fragment) {
	if (!isBegun()) place.replace(fragment);
}

/**
 * The tab for a board: the tab that was chosen last, if it has something to show there.
 * @param {Rules} rules
 */
function tabFor(rules) {
	if (settings.tab === "lesson" && (isBegun() || rules !== TICTACTOE)) return "moves"; // the person came for a game
	return settings.tab === "bits" && rules !== TICTACTOE && !rules.facts ? "moves" : settings.tab;
}

/** Give the board back to the game. */
function leaveLesson() {
	if (tabs.shown !== "lesson") return;
	settings.tab = isBeside() && match.rules === TICTACTOE ? "bits" : "moves";
	store.set("tab", settings.tab);
	tabs.show(settings.tab);
	view.board.focus();
}
byId("leave").addEventListener("click", leaveLesson);

async function makeMoves() {
	const { MoveList } = await import("./move_list.js");
	const moves = new MoveList(byId("played"), (ply) => controller.goTo(ply));
	return { draw: () => moves.draw(match.game) };
}

async function makeBits() {
	const needed = ["representations", "dense", "records", "game_word", "typed_numbers", "board_pictures"].map((name) => import(`./${name}.js`));
	const [{ BitsPanel }] = await Promise.all([import("./bits_panel.js"), style("bits.css"), ...needed]); // at once, rather than one after the other
	const bits = new BitsPanel(byId("rows"), table, {
		edit: (edited, said) => controller.edit(edited, said),
		say,
		chosen: (id) => store.set("representation", id),
		shown: settings.representation,
	});
	return { draw: () => bits.draw(match.game) };
}

async function makeLesson() {
	const { Lesson } = await import("./lesson.js");
	if (match.runs) controller.pause(); // the lesson hides the game
	lesson = await Lesson.begin(byId("lesson"), {
		done: settings.lesson,
		keep: (done) => store.set("lesson", done),
		draw: () => view.draw(),
		say,
		begun: (fragment) => tabs.shown === "lesson" && lesson && showStep(fragment),
	});
	return { draw: () => {} }; // the lesson draws its own changes
}

async function makeLearn() {
	const [{ LearnTab }, agents] = await Promise.all([import("./learn_tab.js"), controller.withAgents()]);
	const kept = (/** @type {string} */ key) => controller.keptAgent(key);
	const learn = await LearnTab.begin(byId("learn"), { match, agents, oppose, say, kept });
	return { draw: () => learn.draw() };
}

/**
 * Begin a game against a player on a board, and look at it.
 * @param {string} opponent
 * @param {string} key
 */
async function oppose(opponent, key) {
	await controller.oppose(opponent, key);
	view.board.focus();
	tabs.comeIntoView(view.board.grid);
}

// Keys

const letters = inputById("letters");
letters.checked = settings.letters;
letters.addEventListener("change", () => store.set("letters", letters.checked));

document.addEventListener("keydown", (event) => {
	const asked = meaning(event);
	if (!asked || event.repeat || !letters.checked || hasDialog()) return;
	const { act, play: cell } = asked;
	if (view.stage) {
		if (cell === undefined) return; // not a key for the game
		event.preventDefault();
		return view.stage.tap(cell);
	}
	if (!act && match.rules.cells !== 9) return; // only the cells of 3x3 have digits as names
	event.preventDefault();
	if (act) byId(act)?.click(); // the sheet with the button to resign may not be loaded
	else controller.play(Number(cell));
});

// A person who does something at the end of a game may want to look at it for longer.
for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => match.outcome && timers.stop(), true);

// The message about the last action disappears with the next one.
document.addEventListener("click", (event) => closest(event, "#words") ?? controller.showHeadline(), true);

// A link, or the back and forward buttons; the page's own moves do not cause this event.
window.addEventListener("hashchange", () => {
	const { hash } = location;
	leaveLesson();
	if (!beside?.arrive(hash)) controller.arrive();
});

await controller.begin();
document.querySelector("main")?.classList.remove("loading");
performance.mark("interactive");

async function makeBeside() {
	try {
		const [{ Beside }] = await Promise.all([import("./beside_the_game.js"), style("beside.css"), style("hints.css"), controller.hints.fetch(), view.makeSheet()]);
		beside = new Beside({ controller, tabs, view, table, place });
		beside.arrive(begun);
	} catch (error) {
		controller.tell(`A part of the page could not be fetched: ${because(error)}`);
	}
}

// A move needs no tab, so the board is drawn first.
await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
await Promise.all([tabs.show(tabFor(match.rules)), controller.makeTones(), makeBeside()]);
performance.mark("complete");

// From now on the page works offline, if the browser lets it store files. files.js announces a newer page, so it must
// not come from the HTTP cache.
navigator.serviceWorker?.register(new URL("sw.js", import.meta.url), { updateViaCache: "none" }).catch(() => {});
