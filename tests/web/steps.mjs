// All that can be answered in each step of the lesson: { title, walked, first, done, broken }, of which `done` are the
// answers that the step takes for done, and `broken` those whose digits are not their number.

import { STEPS } from "./lesson_steps.js";

const BASES = { "base 4": 4, "base 3": 3 };

function* answers({ start, tap, most, choices }) {
  if (choices) yield* choices;
  if (most) yield* Array.from({ length: most + 1 }, (_, number) => number);
  if (!tap) return;
  const known = new Map([[JSON.stringify(start), start]]);
  for (const answer of known.values()) {
    yield answer;
    for (let cell = 0; cell < 9; cell++) {
      const next = tap(answer, cell);
      const key = JSON.stringify(next);
      if (!known.has(key)) known.set(key, next);
    }
  }
}

/** Whether the digits of a row, read from the highest, are its number. */
function isRight({ label, number, groups }) {
  if (number === undefined || !groups.length) return true;
  const digits = groups.flat().map(({ text }) => (text.length > 1 ? parseInt(text, 2) : Number(text)));
  return digits.reduce((sum, digit) => sum * (BASES[label] ?? 2) + digit, 0) === number;
}

console.log(JSON.stringify(STEPS.map((step) => {
  const told = { title: step.title, walked: 0, first: step.isDone(step.start), done: [], broken: [] };
  for (const answer of answers(step)) {
    told.walked += 1;
    const isDone = step.isDone(answer);
    const text = isDone ? step.done(answer) : step.told(answer);
    const { x, o } = step.position(answer);
    if (isDone) told.done.push(answer);
    if (!step.rows(answer).every(isRight) || !text || /undefined|NaN|null/.test(text) || x & o) told.broken.push([answer, text]);
  }
  return told;
})));
