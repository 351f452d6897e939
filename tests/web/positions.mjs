// What the page's modules say of every board whose counts alternate, as one JSON list.

import { readFileSync } from "node:fs";
import { numberings } from "./dense.js";
import { Game } from "./game.js";
import { perfect } from "./players.js";
import { sections } from "./representations.js";
import { Table } from "./table.js";
import { TICTACTOE, legal, outcome, positionText, refusal, unreachable } from "./tictactoe.js";
import { REPRESENTATIONS } from "./wording.js";

const table = new Table(new Uint8Array(readFileSync(new URL("table.bin", import.meta.url))));
const representations = sections(table);
const rows = representations.flatMap(({ rows = [] }) => rows);
if (`${representations.map(({ id }) => id)}` !== `${Object.keys(REPRESENTATIONS)}`) throw new Error("a representation has no name");
const found = [];
for (let o = 0; o < 512; o++) {
  for (let x = 0; x < 512; x++) {
    const position = { x, o };
    if (refusal(position)) continue;
    const beyond = unreachable(position);
    const inPlay = !beyond;
    const game = new Game(TICTACTOE, position);
    const numbers = {};
    for (const row of rows) {
      const number = row.encode(game);
      numbers[row.id] = number;
      if (number === null || row.id.startsWith("record")) continue;
      const { start } = row.decode(number, game);
      if (row.id !== "canonical" && (start.x !== x || start.o !== o)) {
        throw new Error(`${row.id} ${number} does not lead back to ${positionText(position)}`);
      }
    }
    found.push({
      x, o, numbers, inPlay, beyond,
      text: positionText(position),
      end: outcome(position),
      legal: legal(position),
      worth: inPlay ? table.worth(position) : null,
      moves: inPlay ? table.moves(position) : null,
      bestLine: inPlay ? table.bestLine(position) : null,
      perfect: inPlay && legal(position) ? perfect(position, table) : null,
    });
  }
}
const sizes = Object.values(numberings(table)).map(({ codes }) => codes.length);
console.log(JSON.stringify({ found, sizes }));
