// What the page makes of addresses: each as it would write it again, or null where it refuses it.
// Any other error is one of the page.

import { format, parse } from "./address.js";
import { Game } from "./game.js";
import { Refusal } from "./position.js";
import { rulesOf } from "./rules_by_board.js";

const [addresses, board] = process.argv.slice(2).map(JSON.parse);
const rules = await rulesOf(board);

function again(address) {
  try {
    const { start, moves } = parse(address, rules);
    return format(new Game(rules, start, moves));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.message.length > 500) throw new Error(`a refusal of ${error.message.length} letters`, { cause: error });
    return null;
  }
}

const long = ["1", "b2", "/", "a/", "%20", " ", ":", "é", "\u2028", "%"].map((part) => `#${part.repeat(500_000)}`);
long.forEach(again);
const written = addresses.map(again);
console.log(JSON.stringify([written, written.map((one) => one && again(`#${one}`))]));
