// What the page finds in games of 3x3 when it looks at them again: a list of moves for each.

import { Game } from "./game.js";
import { table } from "./playing.mjs";
import { reviewed } from "./review.js";
import { TICTACTOE } from "./tictactoe.js";

const judge = async (_, position) => table.moves(position).map((move) => ({ ...move, proved: true }));
const found = [];
for (const moves of JSON.parse(process.argv[2])) {
  const told = [];
  for await (const move of reviewed(new Game(TICTACTOE, TICTACTOE.START, moves), judge)) told.push(move);
  found.push(told);
}
console.log(JSON.stringify(found));
