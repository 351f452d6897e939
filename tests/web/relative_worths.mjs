// What the page says that the moves of games of the family are worth: for each [board, text of a position], with so many
// nodes: each move as [move, value, remoteness or null, whether it is proved], the moves that it chooses from, and which
// search it is.

import { Clock } from "./search_clock.js";
import { rulesOf } from "./rules_by_board.js";
import { worthsOf } from "./which_search.js";

const [asked, nodes] = process.argv.slice(2).map(JSON.parse);
const known = new Map();
const found = [];
for (const [board, text] of asked) {
  const rules = await rulesOf(board);
  if (!known.has(board)) known.set(board, await worthsOf(rules));
  const worths = known.get(board);
  const position = rules.parsePosition(text);
  const moves = worths.judge(position, new Clock({ nodes })).sort((a, b) => a.cell - b.cell);
  if (moves.some(({ value }) => !(value >= -1 && value <= 1))) throw new Error(`${board} ${text}: a value is none`);
  found.push({
    moves: moves.map(({ cell, value, remoteness, proved }) => [cell, value, remoteness ?? null, proved]),
    best: worths.best(position, new Clock({ nodes })),
    by: worths.constructor.name,
  });
}
console.log(JSON.stringify(found));
