// Every line of play against a player, both sides, through the page's own match.
// Arguments: the player's name, and what chance says. Prints how the games ended, by the person's side.

import { readFileSync } from "node:fs";
import { Match } from "./match.js";
import { START, cellsOf, legal } from "./position.js";
import { Table } from "./table.js";

const [opponent, chance] = process.argv.slice(2).map(JSON.parse);
const table = new Table(new Uint8Array(readFileSync(new URL("table.bin", import.meta.url))));

function walk(side, moves, ends) {
  const match = new Match(table, opponent, side, () => chance);
  match.goTo(START, moves);
  match.reply();
  const played = match.game.moves;
  if (match.result) {
    ends[match.result] += 1;
    return;
  }
  for (const cell of cellsOf(legal(match.position))) walk(side, [...played, cell], ends);
}

const results = {};
for (const [name, side] of [["X", 1], ["O", 2]]) {
  results[name] = { won: 0, drawn: 0, lost: 0 };
  walk(side, [], results[name]);
}
console.log(JSON.stringify(results));
