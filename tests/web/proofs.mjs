// What the page makes of proofs: for each [cell, settled, legal, draw], the move that is played; and for each
// [moves, settled], the hints that are shown.

import { better, proved } from "./proofs.js";

const [choices, hints] = process.argv.slice(2).map(JSON.parse);
console.log(JSON.stringify({
  choices: choices.map(([cell, settled, legal, draw]) => better(cell, new Map(settled), legal, draw)),
  hints: hints.map(([moves, settled]) => proved(moves, new Map(settled))),
}));
