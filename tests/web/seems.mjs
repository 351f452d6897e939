// What the page makes of positions that nothing proves: for each [board, text of a position], with so many nodes: what
// each move seems worth, by cell, and the moves at a glance.

import { AlphaBeta } from "./alpha_beta.js";
import { Clock } from "./search_clock.js";
import { Lines } from "./line_weights.js";
import { atAGlance } from "./players.js";
import { rulesOf } from "./rules_by_board.js";

const [asked, nodes] = process.argv.slice(2).map(JSON.parse);
const found = [];
for (const [board, text] of asked) {
  const rules = await rulesOf(board);
  const lines = new Lines(rules);
  const position = rules.parsePosition(text);
  const side = lines.set(rules, position);
  const seems = new AlphaBeta(rules, lines).judged(new Set(rules.legalMoves(position)), side, new Clock({ nodes }));
  found.push({ seems: [...seems], glanced: atAGlance(rules, position) });
}
console.log(JSON.stringify(found));
