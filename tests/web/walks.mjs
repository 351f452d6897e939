// What the rules of a board say along games: for each [board, moves], what holds before each move and at
// the end. Bitboards are lists of cells, since JSON has no large numbers.

import { Game } from "./game.js";
import { rulesOf } from "./rules_by_board.js";

const told = [];
for (const [board, moves] of JSON.parse(process.argv[2])) {
  const rules = await rulesOf(board);
  const game = new Game(rules);
  const tell = () => {
    const { position } = game;
    const end = rules.outcome(position);
    return {
      text: rules.positionText(position),
      again: rules.positionText(rules.parsePosition(rules.positionText(position))),
      legal: rules.cellsOf(rules.legal(position)),
      toMove: rules.toMove(position),
      refusal: rules.refusal(position),
      unreachable: rules.unreachable(position),
      end: end && { winner: end.winner, line: rules.cellsOf(end.line), lines: rules.cellsOf(end.lines) },
    };
  };
  const plies = [tell()];
  for (const cell of moves) {
    game.push(cell);
    plies.push(tell());
  }
  const lines = rules.LINES.map(rules.cellsOf);
  told.push({ lines, names: Array.from({ length: rules.cells }, (_, cell) => rules.cellName(cell)), plies });
}
console.log(JSON.stringify(told));
