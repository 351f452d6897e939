// The page without a document: a controller whose screen, address and timers are lists.
//
// The first argument is what the browser remembers and the address ({ stored, fragment, chance }), the second what is
// then done: [method, ...arguments], ["pass"] for the time that something waits for, ["answer"] for the pause before the
// opponent's move, ["look", milliseconds] for a while in which nothing is done, or ["visit", fragment] for a link that is
// followed. Prints, for the start and after each, what there is to be seen and heard.

import { Controller } from "./controller.js";
import { Clock } from "./search_clock.js";
import { worthsOf } from "./which_search.js";
import { table } from "./playing.mjs";
import { rulesOf } from "./rules_by_board.js";
import { PageStorage } from "./storage.js";

const [{ stored = null, fragment = "", chance = 0 }, steps] = process.argv.slice(2).map(JSON.parse);
let remembered = JSON.stringify(stored);
globalThis.localStorage = {
  getItem: (key) => (key === "noughts" ? remembered : null),
  setItem: (key, text) => key === "noughts" && (remembered = text), // and not the boxes of MENACE
};

const seen = { drawn: 0, said: "", headline: "" };
const history = [fragment];
const place = {
  get fragment() {
    return history.at(-1);
  },
  push: (to) => history.push(to),
  replace: (to) => history.splice(-1, 1, to),
};
let waiting = null;
const timers = { start: (milliseconds, action) => (waiting = action), stop: () => (waiting = null) };
const thinker = {
  stop() {},
  async ask({ board, position, draw }) {
    const worths = await worthsOf(await rulesOf(board));
    if (draw === undefined) return { moves: worths.judge(position, new Clock({ nodes: 1000 })) };
    const best = worths.best(position, new Clock({ nodes: 1000 }));
    return { cell: best[Math.floor(draw * best.length)] };
  },
};
let clock = 0;
let pauses = [];
const wait = (milliseconds) => new Promise((done) => pauses.push([milliseconds, done]));
const screen = {
  draw: () => (seen.drawn += 1),
  say: (text) => (seen.said = text.replace(/\s+/g, " ").trim()),
  headline: (text, detail = "") => Object.assign(seen, { headline: text, detail }),
};
const controller = new Controller({
  store: new PageStorage(), table, thinker, timers, screen, place, isServed: false, random: () => chance, now: () => clock, wait,
});
const { match } = controller;
const settled = () => new Promise((done) => setTimeout(done));

function report() {
  const { rules, position, opponent, side, thinking } = match;
  return {
    position: rules.positionText(position), board: rules.board.key, opponent, side, history: [...history], ...seen,
    waits: waiting !== null, thinks: Boolean(thinking), stored: JSON.parse(remembered), scores: { ...controller.scores.of(controller.contest) },
    hints: controller.hints.moves.length, wanted: controller.wanted, above: controller.above, pauses: pauses.map(([time]) => time),
    beaten: controller.ladder.on(match.rules.board.key),
    taught: [...controller.agents?.here.values() ?? []].map(({ results }) => results).join(),
  };
}

await controller.begin();
const reports = [report()];
for (const [method, ...given] of steps) {
  if (method === "pass") {
    const action = waiting;
    waiting = null;
    action();
  } else if (method === "answer") {
    pauses.forEach(([, done]) => done());
    pauses = [];
    await settled();
  } else if (method === "look") clock += given[0];
  else if (method === "visit") {
    place.push(...given);
    await controller.arrive();
  } else await controller[method](...given);
  reports.push(report());
  await settled();
}
reports.push(report());
console.log(JSON.stringify(reports));
process.exit(); // whoever still thinks is not waited for
