// The puzzles of days as the page has them, what tries in some of them come to, and what addresses mean.

import { Puzzle, chosenBy, daily, dayOf, fragmentOf, isoOf, levelOf, levelsOn, oddIn } from "./daily_puzzles.js";

const [days, choices, tried, addresses] = process.argv.slice(2).map(JSON.parse);
const first = dayOf(new Date(days[0], 0, 1));
const years = Array.from({ length: days[1] }, (_, at) => first + at);
const short = ({ board, level, code, line }) => [board, level, code, line];
const puzzles = years.map((day) => choices.map(([board, level]) => short(daily({ day, board, level }))));
const tries = [];
for (const choice of tried) {
  const puzzle = await Puzzle.of(choice);
  const wrong = puzzle.moves.filter((cell) => cell !== puzzle.answer);
  tries.push({
    position: puzzle.rules.positionText(puzzle.position), task: puzzle.task, solution: puzzle.solution, answer: puzzle.answer,
    tries: wrong.map((cell) => ({ ...puzzle.attempt(cell), said: puzzle.refutation(puzzle.attempt(cell)) })),
    left: [0, 1, 2, 3, 4].map((hints) => puzzle.remaining(hints, []).length),
  });
}
const meant = addresses.map((address) => chosenBy(address, first));
console.log(JSON.stringify({
  puzzles, tries, first, iso: isoOf(first), levels: years.slice(0, 7).map(levelOf), of: levelsOn("3,3,3"),
  odd: meant.map((choice, at) => oddIn(addresses[at], choice ?? { day: first, level: "", board: "" }) ?? null), meant, again: meant.map((choice) => choice && fragmentOf(choice)),
}));
