// The page: ties the game to the board, the bits, the keys, the address and the browser's memory.

import { format, parse } from "./address.js";
import { Board } from "./board.js";
import { byId, make, setText } from "./dom.js";
import { meaning } from "./keys.js";
import { Match } from "./match.js";
import { Panel } from "./panel.js";
import { PLAYERS } from "./players.js";
import { MARKS, O, Refusal, START, X, after, cellName, names, refusal, toMove, unreachable }
  from "./position.js";
import { Scores } from "./scores.js";
import { Store } from "./store.js";
import { Table } from "./table.js";
import { capital, hintList, resultText, why } from "./words.js";

const store = new Store();
const scores = new Scores(store);
const table = await Table.load().catch((error) => {
  setText(byId("status"), `The table of positions could not be read (${error.message}). Reload to try again.`);
  throw error;
});
const match = new Match({ table, ...settings() });
const board = new Board(byId("grid"), (cell) => perform(() => play(cell)));
const panel = new Panel(byId("rows"), table, { edit, say });
let hinting = false;
let pointed = null; // the cell whose move the "why" line explains

function settings() {
  const opponent = store.get("opponent", "perfect");
  const side = store.get("side", X);
  return {
    opponent: Object.hasOwn(PLAYERS, opponent) ? opponent : "perfect",
    side: side === O ? O : X,
  };
}

// What a person can do. Each answers what happened, to be said.

function play(cell) {
  const { waits, position } = match;
  const mark = toMove(position);
  const reply = match.play(cell);
  const mover = waits ? `${MARKS[mark]}, in ${match.who(mark)}’s place` : capital(match.who(mark));
  return `${mover}: ${cellName(cell)}.${replied(reply)}`;
}

function replied(cell) {
  return cell === null ? "" : ` ${PLAYERS[match.opponent].name}: ${cellName(cell)}.`;
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

/**
 * Do what was asked, remember it in the address, draw it and say it; or say why not. The address
 * becomes a step for the back button, unless it is to replace the one before.
 */
function perform(action, { replace = false } = {}) {
  try {
    const said = action();
    remember(replace);
    draw();
    say(`${said} ${hinting && hints().length ? hintList(hints()) : ""} ${statusText()}`);
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
    return match.twoPeople
      ? "Two people at this screen."
      : `You are ${MARKS[match.side]} against ${PLAYERS[match.opponent].name}.${replied(reply)}`;
  });
}

// The address, and what is remembered

let address = "";

function remember(replace) {
  const now = format(match.game);
  const url = location.pathname + location.search + (now && `#${now}`);
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
  return hinting ? table.moves(match.position) : [];
}

function statusText() {
  const { position } = match;
  const reason = refusal(position);
  if (reason) return `Not a position yet: ${reason}.`;
  const note = unreachable(position) ? ` Play cannot reach this: ${unreachable(position)}.` : "";
  if (match.outcome) return resultText(match.outcome, (mark) => match.who(mark)) + note;
  const mover = toMove(position);
  const mark = MARKS[mover];
  if (match.waits) {
    return `${mark} to move. ${PLAYERS[match.opponent].name} waits: let it move, or place ${mark} yourself.`;
  }
  return match.twoPeople ? `${mark} to move.` : `Your move, ${mark}.`;
}

/** Say it in the one live region, which everybody sees. The same words again are still news. */
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
  if (byId("bits").open) panel.draw(game);
  drawWhy();
  drawControls();
  drawScores();
  document.title = match.outcome ? `${resultText(match.outcome, (m) => match.who(m))} – noughts` : "noughts";
}

function drawControls() {
  byId("undo").setAttribute("aria-disabled", !match.canUndo);
  byId("redo").setAttribute("aria-disabled", !match.canRedo);
  byId("hint").setAttribute("aria-pressed", hinting);
  const letMove = byId("reply");
  if (!match.waits && document.activeElement === letMove) board.focus();
  letMove.hidden = !match.waits;
  setText(letMove.querySelector("span"), `Let ${PLAYERS[match.opponent].name} move`);
  byId("opponent").value = match.opponent;
  byId("side").hidden = match.twoPeople;
  byId(match.side === X ? "side-x" : "side-o").checked = true;
}

function drawWhy() {
  const line = byId("why");
  const move = hints().find(({ cell }) => cell === pointed);
  const claim = hinting && !refusal(match.position) ? why(table, match.position, move) : null;
  line.hidden = claim === null;
  if (claim === null) return;
  const start = move ? [move.cell] : [];
  const from = move ? after(match.position, move.cell) : match.position;
  const moves = [...start, ...table.bestLine(from)];
  let mark = toMove(match.position);
  line.replaceChildren(`${claim}: `, ...moves.flatMap((cell) => {
    const item = make("span", { class: "move", "data-cell": cell, "data-mark": mark },
      `${MARKS[mark]} ${cellName(cell)}`);
    mark = X + O - mark;
    return [item, " "];
  }));
}

function drawScores() {
  const { won, drawn, lost } = scores.of(match.opponent);
  const [you, them] = match.twoPeople ? ["X", "O"] : ["You", PLAYERS[match.opponent].name];
  setText(byId("won-name"), you);
  setText(byId("lost-name"), them);
  setText(byId("won"), `${won}`);
  setText(byId("drawn"), `${drawn}`);
  setText(byId("lost"), `${lost}`);
}

// Pointing at a bit lights its cell, and the other way round

function light(mask, about) {
  for (const element of document.querySelectorAll("[data-cell]")) {
    element.classList.toggle("lit", Boolean((mask >> element.dataset.cell) & 1));
  }
  setText(byId("about"), about);
}

const LENS = byId("about").textContent;

function pointAt({ target }) {
  const element = target instanceof Element ? target.closest("[data-cell], [data-about], [data-mask]") : null;
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
  return `Cell ${cellName(cell)}: bit ${cell}, worth ${2 ** cell}; mirrored ${2 ** (8 - cell)}; `
    + `bits ${2 * cell + 1} and ${2 * cell} in base 4; digit ${cell} in base 3.`;
}

// What happens

document.addEventListener("pointerover", pointAt);
document.addEventListener("focusin", pointAt);

document.addEventListener("keydown", (event) => {
  const asked = event.defaultPrevented || event.repeat || !byId("letters").checked ? null : meaning(event);
  if (!asked) return;
  event.preventDefault();
  perform(asked.act ? ACTIONS[asked.act] : () => play(asked.play));
});

for (const name of Object.keys(ACTIONS)) {
  byId(name).addEventListener("click", () => perform(ACTIONS[name]));
}

byId("opponent").append(...Object.entries(PLAYERS).map(([key, { name, detail }]) =>
  make("option", { value: key }, `${name} (${detail})`)));
byId("opponent").addEventListener("change", ({ target }) => change({ opponent: target.value }));
for (const radio of document.querySelectorAll("[name=side]")) {
  radio.addEventListener("change", () => change({ side: Number(radio.value) }));
}

byId("clear").addEventListener("click", () => {
  scores.clear();
  drawScores();
  say("Scores cleared.");
});

byId("letters").checked = store.get("letters", true);
byId("letters").addEventListener("change", ({ target }) => store.set("letters", target.checked));

byId("bits").open = store.get("bits", window.matchMedia("(min-width: 64rem)").matches);
byId("bits").addEventListener("toggle", ({ target }) => {
  store.set("bits", target.open);
  panel.draw(match.game);
});

window.addEventListener("popstate", arrive);
window.addEventListener("hashchange", () => {
  if (location.hash.replace(/^#/, "") !== address) arrive();
});

arrive();
if (match.waits && address === "") perform(ACTIONS.reply, { replace: true });
performance.mark("interactive");
