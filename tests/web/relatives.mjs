// What the page says of games of the family: for each [board, moves], what holds before each move and at the end, and
// the link to the game with the moves that are read from it.

import { format, parse } from "./address.js";
import { fieldOf } from "./search_position.js";
import { Game } from "./game.js";
import { rulesOf } from "./rules_by_board.js";

/** Whether a search plays as the rules do: the same moves, of which the same make a line. */
function checkField(rules, field, position) {
  field.set(rules, position);
  const { going, lined } = field.moves();
  const ends = rules.legalMoves(position).filter((move) => rules.outcome(rules.after(position, move))?.line);
  const wrong = `${lined.sort()}` !== `${ends.sort()}` || `${[...going, ...lined].sort()}` !== `${rules.legalMoves(position).sort()}`;
  if (wrong || field.mover !== rules.toMove(position) - 1) throw new Error(`${rules.board.key} ${rules.positionText(position)}: ${going}; ${lined}`);
}

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
      legal: rules.legalMoves(position).sort((a, b) => a - b),
      cells: rules.cellsOf(rules.legal(position)),
      names: rules.legalMoves(position).sort((a, b) => a - b).map(rules.moveName),
      toMove: rules.toMove(position),
      refusal: rules.refusal(position),
      isDead: !end && rules.isDead(position),
      end: end && { winner: end.winner, line: rules.cellsOf(end.line), lines: rules.cellsOf(end.lines) },
      stones: end ? "" : rules.stoneOfTurn?.(position) ?? "",
    };
  };
  const plies = [tell()];
  const field = rules.facts && await fieldOf(rules); // misère alone has a search of its own
  for (const move of moves) {
    const { position } = game;
    if (field) checkField(rules, field, position);
    for (const one of rules.legalMoves(position)) {
      const hand = Math.floor(one / rules.cells);
      if (rules.moveAt && rules.moveAt(position, one % rules.cells, hand) !== one) throw new Error(`${board}: ${one} is not where it falls`);
    }
    game.push(move);
    plies.push(tell());
  }
  const link = format(game);
  told.push({ plies, link, read: parse(`#${link}`, rules).moves, lines: rules.LINES.map(rules.cellsOf) });
}
console.log(JSON.stringify(told));
