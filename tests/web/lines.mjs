// Every line of play against a player, both sides, through the page's own match.
// Arguments: the player's name, what chance says, and the board.
// Prints how the games ended, by the person's side.

import { Match } from "./match.js";
import { chooser } from "./playing.mjs";
import { rulesOf } from "./rules_by_board.js";

const [opponent, chance, board] = process.argv.slice(2).map(JSON.parse);
const rules = await rulesOf(board);
const choose = await chooser(board, chance);
const known = new Map(); // the choice at each position, which is the same each time
const once = (match) => {
  const key = rules.positionText(match.position);
  if (!known.has(key)) known.set(key, choose(match));
  return known.get(key);
};

function walk(side, moves, ends) {
  const match = new Match(rules, { opponent, side }, once);
  match.goTo(rules, rules.START, moves);
  match.reply();
  const played = match.game.moves;
  if (match.result) {
    ends[match.result] += 1;
    return;
  }
  for (const cell of rules.cellsOf(rules.legal(match.position))) walk(side, [...played, cell], ends);
}

const results = {};
for (const [name, side] of [["X", 1], ["O", 2]]) {
  results[name] = { won: 0, drawn: 0, lost: 0 };
  walk(side, [], results[name]);
}
console.log(JSON.stringify(results));
