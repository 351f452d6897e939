// What the page makes of addresses: each as it would write it again, or null where it refuses it.
// Any other error is one of the page.

import { format, parse } from "./address.js";
import { Game } from "./game.js";
import { Refusal } from "./position.js";

function again(address) {
  try {
    const { start, moves } = parse(address);
    return format(new Game(start, moves));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.message.length > 500) throw new Error(`a refusal of ${error.message.length} letters`);
    return null;
  }
}

const long = ["1", "b2", "/", "a/", "%20", " ", ":", "é", "\u2028", "%"].map((part) => `#${part.repeat(500_000)}`);
long.forEach(again);
const written = JSON.parse(process.argv[2]).map(again);
console.log(JSON.stringify([written, written.map((one) => one && again(`#${one}`))]));
