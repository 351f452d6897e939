// What the page makes of whatever the browser remembers. The argument is a list of texts; each is
// remembered, the page begins, and one game against it is played to its end. Prints what was found.

import { Match } from "./match.js";
import { PLAYERS } from "./players.js";
import { chooser } from "./playing.mjs";
import { O, X } from "./position.js";
import { Scores } from "./scores.js";
import { PageStorage } from "./storage.js";
import { TICTACTOE, legalMoves } from "./tictactoe.js";

const choose = await chooser("3,3,3", 0.5);
let remembered;
globalThis.localStorage = {
  getItem: () => remembered,
  setItem: (_, text) => (remembered = text),
};

const tally = (scores) => Object.fromEntries(Object.keys(PLAYERS).map((name) => [name, { ...scores.of(name) }]));

function visit(text) {
  remembered = text;
  const store = new PageStorage();
  const scores = new Scores(store);
  const opponent = store.get("opponent", Object.keys(PLAYERS), "perfect");
  const side = store.get("side", [X, O, "turns"], "turns");
  const letters = store.get("letters", [true, false], true);
  const match = new Match(TICTACTOE, { opponent, side: side === "turns" ? X : side }, choose);
  scores.show("", opponent, null);
  const before = tally(scores);
  match.reply();
  while (!match.outcome) match.play(legalMoves(match.position)[0]);
  scores.show("over", opponent, match.result);
  const after = tally(scores);
  const again = tally(new Scores(new PageStorage()));
  return { opponent, side, letters, before, result: match.result, after, again };
}

const deep = (open, close) => open.repeat(100_000) + "0" + close.repeat(100_000);
const texts = [
  ...JSON.parse(process.argv[2]),
  deep("[", "]"), deep('{"a":', "}"), "[".repeat(1_000_000),
  `{"junk":${deep("[", "]")}}`, `{"scores":${deep('{"perfect":', "}")}}`, `"${"a".repeat(5_000_000)}"`,
];
console.log(JSON.stringify(texts.map(visit)));
