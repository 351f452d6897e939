// Games against a player by somebody who takes any free cell, on both sides in turn.
// Arguments: the player's name, the board, how many games, and how many nodes the player has for a move.
// Prints how many of them the somebody won, drew and lost on each side.

import { Match } from "./match.js";
import { chooser } from "./playing.mjs";
import { rulesOf } from "./rules_by_board.js";

const [opponent, board, games, nodes] = process.argv.slice(2).map(JSON.parse);
const rules = await rulesOf(board);
let state = 273;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // Numerical Recipes
  return state / 2 ** 32;
};
const choose = await chooser(board, random, nodes);
const none = () => ({ won: 0, drawn: 0, lost: 0 });
const results = { X: none(), O: none() };
for (let game = 0; game < games; game++) {
  const match = new Match(rules, { opponent, side: 1 + (game % 2) }, choose);
  match.reply();
  while (!match.outcome) {
    const cells = rules.legalMoves(match.position);
    match.play(cells[Math.floor(random() * cells.length)]);
  }
  results["XO"[game % 2]][match.result] += 1;
}
console.log(JSON.stringify(results));
