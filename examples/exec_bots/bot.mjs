// A player in JavaScript, for every game: any of the moves that it is given.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const [board, position, mark, ...moves] = line.split(" ");
  console.log(moves[Math.floor(Math.random() * moves.length)]);
}
