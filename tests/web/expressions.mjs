// Whether what `any_board.js` makes of 3x3 is what the library writes for it, of any two of its bitboards: how many
// were compared, or an error.

import { rulesOfBoard } from "./any_board.js";
import * as rules from "./rules.js";
import * as numbers from "./rules_as_numbers.js";
import { TICTACTOE } from "./tictactoe.js";

const written = { ...rules, ...numbers };

const { CELLS, ROWS, COLS, BOARD, LINES, ...made } = rulesOfBoard(TICTACTOE.board);
for (const [name, constant] of Object.entries({ CELLS, ROWS, COLS, BOARD, LINES })) {
  if (`${constant}` !== `${written[name]}`) throw new Error(`${name} is ${constant}`);
}
const expressions = Object.entries(made).filter(([name]) => name in written); // the others are of any game
if (expressions.length !== 8) throw new Error(`only ${expressions.map(([name]) => name)}`);
let compared = 0;
for (let x = 0; x <= BOARD; x++) {
  for (let o = 0; o <= BOARD; o++) {
    const stone = 1 << (x + o) % CELLS;
    for (const [name, expression] of expressions) {
      if (expression.length === 1 && o) continue; // of one player's stones
      const given = [x, o, stone].slice(0, expression.length);
      if (expression(...given) !== written[name](...given)) throw new Error(`${name}(${given}) is ${expression(...given)}`);
    }
    compared += 1;
  }
}
console.log(JSON.stringify(compared));
