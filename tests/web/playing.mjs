// What the tests in Node.js share: a player that answers at once, as the page's worker does later.

import { readFileSync } from "node:fs";
import { Clock } from "./search_clock.js";
import { MoveWorths } from "./move_worths.js";
import { choose } from "./players.js";
import { rulesOf } from "./rules_by_board.js";
import { Table } from "./table.js";

export const table = new Table(new Uint8Array(readFileSync(new URL("table.bin", import.meta.url))));

/** What chooses for the opponent of a match, with what chance says and so many nodes for a move. */
export async function chooser(board, chance, nodes = Infinity) {
  const rules = await rulesOf(board);
  const worths = new MoveWorths(rules);
  const random = typeof chance === "number" ? () => chance : chance;
  // Not a promise, but what a promise would do, now.
  const ask = ({ position, draw }) => {
    const best = worths.best(position, new Clock({ nodes }));
    return { then: (done) => done({ cell: best[Math.floor(draw * best.length)] }) };
  };
  const learnt = (position) => rules.legalMoves(position)[0]; // what it plays is told by other tests
  return ({ opponent, position }) => choose(opponent, rules, position, { table, random, ask, learnt: () => learnt(position) });
}
