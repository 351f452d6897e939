// Agents as the page has them. Each item of the one argument is [what, ...arguments], of which an answer is printed:
//
//    ["graph", board, shared]                     the positions, where cells lead, and which are alike
//    ["train", board, given, rounds]              a MENACE's results and beads after rounds of [games, against, side]
//    ["learn", board, given, games]               its beads after games of [moves, side], and after they are taken back
//    ["file", path]                               what is in a file, or { refused: why }
//    ["write", board, given, games]               a file of a MENACE that has played against itself, in base64
//    ["moves", path, positions]                   the cells that a MENACE of a file chooses from in each position
//    ["boxes", board]                             how many boxes there are, by side and move
//    ["remembered", board, path]                  what comes of each text of a file that is remembered as a MENACE
//    ["followed", board, side, steps]             a match against MENACE: how many games it has learnt after each step,
//                                                 its results, and whether another visit finds the same boxes

import { readFileSync } from "node:fs";
import { readAgent, writeAgent } from "./agent_file.js";
import { Agents } from "./agents.js";
import { Game } from "./game.js";
import { graphOf } from "./graph.js";
import { Match } from "./match.js";
import { Menace, weightsOf } from "./menace.js";
import { O, Refusal, X } from "./position.js";
import { RandomNumbers } from "./random_numbers.js";
import { rulesOf } from "./rules_by_board.js";
import { Tabular } from "./tabular.js";

const MARKS = { x: X, o: O };
const browser = new Map();
globalThis.localStorage = { getItem: (key) => browser.get(key) ?? null, setItem: (key, text) => browser.set(key, text) };

async function menaceOf(board, { stream, ...given }) {
  const graph = graphOf(await rulesOf(board), true);
  return new Menace(graph, { ...given, stream: new RandomNumbers(BigInt(stream)) });
}

const ANSWERS = {
  async graph(board, shared) {
    const { positions, after, alike, plies } = graphOf(await rulesOf(board), shared);
    return { x: positions.map(({ x }) => x), o: positions.map(({ o }) => o), after: [...after], alike: [...alike], plies };
  },
  async train(board, given, rounds) {
    const menace = await menaceOf(board, given);
    const results = rounds.map(([games, against, side]) =>
      menace.train(games, against === "itself" ? null : weightsOf(menace.graph, against), MARKS[side]));
    return { results, beads: [...menace.beads], games: menace.games, stream: `${menace.stream.state}` };
  },
  async learn(board, given, games) {
    const menace = await menaceOf(board, given);
    const before = [...menace.beads];
    const learnt = games.map(([moves, side]) => {
      const { rules, positions } = new Game(menace.graph.rules, undefined, moves);
      const { winner } = rules.outcome(positions.at(-1));
      const result = winner ? (winner === MARKS[side] ? 1 : -1) : 0;
      return menace.learn({ positions, moves }, MARKS[side], result);
    });
    const beads = [...menace.beads];
    const played = menace.games;
    for (const changes of learnt.reverse()) menace.unlearn(changes);
    return { beads, games: played, isTakenBack: menace.games === 0 && before.every((number, at) => number === menace.beads[at]) };
  },
  async file(path) {
    const agent = await readAgent(new Uint8Array(readFileSync(path)));
    const { graph, kind, settings, games } = agent;
    const told = { kind, board: graph.rules.board.key, settings, games };
    if (agent instanceof Tabular) return { ...told, moves: graph.positions.map((position) => agent.best(position)) };
    return { ...told, beads: [...agent.beads], stream: `${agent.stream.state}` };
  },
  async write(board, given, games) {
    const menace = await menaceOf(board, given);
    menace.train(games, null, X);
    return Buffer.from(writeAgent(menace)).toString("base64");
  },
  async remembered(board, path) {
    const rules = await rulesOf(board);
    const told = [];
    for (const text of JSON.parse(readFileSync(path))) {
      browser.set(`noughts menace ${board}`, text);
      const { menace: { games, beads }, results } = await new Agents(new Match(rules, {}, () => 0)).machine(rules);
      told.push({ games, results, beads: beads.reduce((sum, number) => sum + number, 0) });
    }
    return told;
  },
  async followed(board, side, steps) {
    browser.clear();
    const rules = await rulesOf(board);
    // The opponent plays what is asked for.
    let next = 0;
    const match = new Match(rules, { opponent: "menace", side: MARKS[side] ?? 0, takesTurns: false }, () => next);
    const agents = new Agents(match);
    const machine = await agents.machine(rules);
    const does = {
      play: (cell, reply) => {
        next = reply;
        match.play(cell);
      },
      undo: () => match.undo(),
      redo: () => match.redo(),
      reply: (cell) => {
        next = cell;
        match.reply();
      },
      new: () => match.newGame(),
      open: (...moves) => {
        match.goTo(rules, rules.START, moves);
        agents.arrived(match);
      },
      against: (opponent) => match.take({ opponent }),
      train: (games) => agents.train(agents.here.get(board), games, "random", X),
      forget: () => agents.forget(rules),
    };
    const games = steps.map(([what, ...given]) => {
      does[what](...given);
      if (what !== "open") agents.follow(match);
      return agents.here.get(board).menace.games;
    });
    const again = await new Agents(match).machine(rules);
    const now = agents.here.get(board);
    return { games, results: now.results, isKept: machine && `${again.menace.beads}` === `${now.menace.beads}` && again.results === now.results };
  },
  async moves(path, positions) {
    const menace = await readAgent(new Uint8Array(readFileSync(path)));
    const { rules } = menace.graph;
    const numbers = new RandomNumbers(1n);
    return positions.map((text) => {
      const cells = Array.from({ length: 500 }, () => menace.choose(rules.parsePosition(text), () => numbers.below(2 ** 20) / 2 ** 20));
      return [...new Set(cells)].sort();
    });
  },
  async boxes(board) {
    const menace = await menaceOf(board, { stream: 1 });
    return [X, O].map((mark) => [0, 1, 2, 3, 4].map((move) => menace.boxes(mark, move).length));
  },
};

const answers = [];
for (const [what, ...given] of JSON.parse(process.argv[2])) {
  answers.push(await ANSWERS[what](...given).catch((error) => {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }));
}
console.log(JSON.stringify(answers));
