// What the page says about moves, results and worth.

import { MARKS, cellName, names, outcome, toMove } from "./position.js";

export const WORTH = {
  1: { name: "Win", verb: "wins", sign: "+" },
  0: { name: "Draw", verb: "draws", sign: "=" },
  [-1]: { name: "Loss", verb: "loses", sign: "−" },
};

function plies(number) {
  return `${number} ${number === 1 ? "move" : "moves"}`;
}

/** Win in 3: a1 b2. Draw in 5: c3. */
export function hintList(moves) {
  const groups = new Map();
  for (const { cell, value, remoteness } of [...moves].sort(byWorth)) {
    const title = `${WORTH[value].name} in ${remoteness}`;
    groups.set(title, [...(groups.get(title) ?? []), cellName(cell)]);
  }
  return [...groups].map(([title, cells]) => `${title}: ${cells.join(" ")}.`).join(" ");
}

function byWorth(a, b) {
  return b.value - a.value || (a.value > 0 ? 1 : -1) * (a.remoteness - b.remoteness);
}

/** What a position is worth, or a move in it; null once the game is over. */
export function why(table, position, move) {
  if (outcome(position)) return null;
  const mover = MARKS[toMove(position)];
  const { value, remoteness } = move ?? table.worth(position);
  const subject = move ? `${mover} at ${cellName(move.cell)}` : `${mover} to move`;
  return `${subject} ${WORTH[value].verb} in ${plies(remoteness)}`;
}

/** X (you) wins with the line a1 b2 c3. */
export function resultText({ winner, line }, who) {
  if (!winner) return "Draw: the board is full and has no line.";
  const name = who(winner);
  const verb = name === "you" ? "win" : "wins";
  return `${capital(name)} (${MARKS[winner]}) ${verb} with the line ${names(line)}.`;
}

export function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}
