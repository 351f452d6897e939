// Every reply to a player, both sides, position by position, where each may be reached by several lines of play.
// Arguments: the player's name, what chance says, the board, and how many nodes the player has for a move.
// Prints, by the person's side, in how many positions games ended how, and how often the player was asked.

import { chooser } from "./playing.mjs";
import { rulesOf } from "./rules_by_board.js";

const [opponent, chance, board, nodes] = process.argv.slice(2).map(JSON.parse);
const rules = await rulesOf(board);
const choose = await chooser(board, chance, nodes);

function walk(side) {
  const ends = { won: 0, drawn: 0, lost: 0, asked: 0 };
  let layer = [rules.START];
  while (layer.length) {
    const next = new Map();
    for (const position of layer) {
      const end = rules.outcome(position);
      if (end) {
        ends[!end.winner ? "drawn" : end.winner === side ? "won" : "lost"] += 1;
        continue;
      }
      let cells = rules.legalMoves(position);
      if (rules.toMove(position) !== side) {
        ends.asked += 1;
        cells = [choose({ opponent, position })];
      }
      for (const cell of cells) {
        const after = rules.after(position, cell);
        next.set(after.x * 2 ** rules.cells + after.o, after);
      }
    }
    layer = [...next.values()];
  }
  return ends;
}

console.log(JSON.stringify({ X: walk(1), O: walk(2) }));
