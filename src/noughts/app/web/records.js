// Finished games as numbers: every move in order, in the lexicographic order of the moves.
//
// A game's number is how many games come before it. Those are counted move by move: all games that
// agree so far and then take a lower cell.

import { encodePair } from "./rules.js";
import { START, after, cellsOf, legal } from "./position.js";
import { SYMMETRIES } from "./symmetry.js";

export const RECORDS = 255168, RECORD_CLASSES = 31896;

const IDENTITY_ALONE = SYMMETRIES.slice(0, 1);
const counted = new Map();

/**
 * How many ways a game can go on to its end. With symmetries that fix every move so far, only the
 * ways that are the least of their images under them.
 */
function games(position, fixing) {
  // Once the identity alone is left the position decides, and nearly every game soon gets there.
  const decided = fixing.length === 1;
  const key = encodePair(position.x, position.o);
  if (decided && counted.has(key)) return counted.get(key);
  const cells = choices(position, fixing);
  let number = cells.length ? 0 : 1;
  for (const cell of cells) number += games(after(position, cell), stillFixing(fixing, cell));
  if (decided) counted.set(key, number);
  return number;
}

/** The moves that no symmetry which fixes all moves before would make lower. */
function choices(position, fixing) {
  return cellsOf(legal(position)).filter((cell) => fixing.every((image) => image[cell] >= cell));
}

function stillFixing(fixing, cell) {
  return fixing.filter((image) => image[cell] === cell);
}

function rank(moves, fixing) {
  let position = START;
  let number = 0;
  for (const move of moves) {
    for (const cell of choices(position, fixing)) {
      if (cell < move) number += games(after(position, cell), stillFixing(fixing, cell));
    }
    fixing = stillFixing(fixing, move);
    position = after(position, move);
  }
  return number;
}

function unrank(number, fixing) {
  let position = START;
  const moves = [];
  for (let cells; (cells = choices(position, fixing)).length; ) {
    for (const cell of cells) {
      const here = games(after(position, cell), stillFixing(fixing, cell));
      if (number < here) {
        moves.push(cell);
        position = after(position, cell);
        fixing = stillFixing(fixing, cell);
        break;
      }
      number -= here;
    }
  }
  return moves;
}

export function record(moves) {
  return rank(moves, IDENTITY_ALONE);
}

export function fromRecord(number) {
  return unrank(number, IDENTITY_ALONE);
}

/** The number of the class: that of its least image among all least images. */
export function recordClass(moves) {
  const images = SYMMETRIES.map((image) => moves.map((cell) => image[cell]));
  // Cells are single digits, so sequences of one length compare as text.
  const least = images.reduce((best, one) => (one.join("") < best.join("") ? one : best));
  return rank(least, SYMMETRIES);
}

export function fromRecordClass(number) {
  return unrank(number, SYMMETRIES);
}
