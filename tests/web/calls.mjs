// Calls functions of the page's modules: each item of the one argument is [module, function,
// ...arguments], where "last" stands for the result before, and "rules KEY" for the rules of a board,
// as a module too. Prints a JSON list of the results; a refusal is { refused: its message }.

import { rulesOf } from "./rules_by_board.js";

const results = [];
const boardIn = (text) => /^rules (.*)$/.exec(text)?.[1];
for (const [module, name, ...args] of JSON.parse(process.argv[2])) {
  const functions = boardIn(module) ? await rulesOf(boardIn(module)) : await import(`./${module}`);
  const given = [];
  for (const arg of args) {
    const board = typeof arg === "string" && boardIn(arg);
    given.push(board ? await rulesOf(board) : arg === "last" ? results.at(-1) : arg);
  }
  try {
    results.push(functions[name](...given));
  } catch (error) {
    results.push({ refused: error.message });
  }
}
console.log(JSON.stringify(results));
