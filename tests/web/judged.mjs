// What the page proves of positions, and plays there: for each [board, text of a position], with so many
// nodes: { proved: [[cell, value], ...], best: the cells that it chooses from }.

import { Clock } from "./search_clock.js";
import { MoveWorths } from "./move_worths.js";
import { rulesOf } from "./rules_by_board.js";

const [asked, nodes] = process.argv.slice(2).map(JSON.parse);
const known = new Map();
const found = [];
for (const [board, text] of asked) {
  const rules = await rulesOf(board);
  if (!known.has(board)) known.set(board, new MoveWorths(rules));
  const worths = known.get(board);
  const position = rules.parsePosition(text);
  const moves = worths.judge(position, new Clock({ nodes }));
  if (moves.some(({ value }) => !(value >= -1 && value <= 1))) throw new Error(`${board} ${text}: a value is none`);
  const proved = moves.filter((move) => move.proved).map(({ cell, value }) => [cell, value]);
  found.push({ proved, best: worths.best(position, new Clock({ nodes })) });
}
console.log(JSON.stringify(found));
