// Every way in which the page shows the position as a number.
//
// A row is { id, name, encode, decode, groups, ... }:
//
//    encode(game)            the number, or null where it has none (`missing` says why)
//    decode(number, game)    { start, moves?, word? }, the game that the number means; or a Refusal
//    sum(number, game)       the number taken apart, in words
//    groups                  the digits as a person reads them, the most significant first; a digit
//                            is { at, base, cell?, mark?, labels, about }: `at` is its place;
//                            null begins a new line
//
// The grids of base 4 and base 3 need not be positions: bit by bit, one has to pass through others.

import * as rules from "./rules.js";
import { MARKS, O, Refusal, START, X, cellName, cellsOf, count, names, outcome, refusal,
  toMove, unreachable } from "./position.js";
import { Numbering, balanced, fromBalanced, fromPair } from "./dense.js";
import { RECORDS, RECORD_CLASSES, fromRecord, fromRecordClass, record, recordClass }
  from "./records.js";
import { fields, step, wordOf } from "./word.js";

const ROWS_FROM_THE_END = [[8, 7, 6], [5, 4, 3], [2, 1, 0]];
const ROWS_FROM_THE_TOP = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];

/** One player's nine bits; `place` says where a cell's bit stands. */
function bitboard(id, mark, rows, place, name) {
  const own = (x, o) => (mark === X ? x : o);
  const moved = (stones) => cellsOf(stones).reduce((to, cell) => to | (1 << place(cell)), 0);
  return {
    id,
    name,
    most: 511,
    encode: ({ position: { x, o } }) => moved(own(x, o)),
    decode(number, { position: { x, o } }) {
      const stones = moved(number); // mirroring twice changes nothing
      const both = stones & own(o, x);
      if (both) {
        throw new Refusal(`X and O would both hold ${names(both)} (bit ${cellsOf(moved(both)).join(", ")})`);
      }
      return { start: mark === X ? { x: stones, o } : { x, o: stones } };
    },
    sum(number, { position: { x, o } }) {
      const cells = cellsOf(own(x, o));
      const weights = cells.map((cell) => 2 ** place(cell)).join(" + ");
      if (!cells.length) return "no stones: 0";
      return `${cells.map(cellName).join(" ")}: ${weights}${cells.length > 1 ? ` = ${number}` : ""}`;
    },
    groups: rows.map((cells) => ({
      digits: cells.map((cell) => ({
        at: place(cell),
        base: 2,
        cell,
        mark,
        labels: [2 ** place(cell), cellName(cell)],
        about: `Bit ${place(cell)} of ${MARKS[mark]}: ${cellName(cell)}, worth ${2 ** place(cell)}`,
      })),
    })),
  };
}

/** A group for each cell: O's bit, then X's. */
function pairsOfBits() {
  return ROWS_FROM_THE_END.flat().map((cell) => ({
    label: cellName(cell),
    digits: [O, X].map((mark) => {
      const at = 2 * cell + mark - 1;
      const which = mark === O ? "high" : "low";
      const about = `Bit ${at}: the ${which} bit of ${cellName(cell)}, set for ${MARKS[mark]}`;
      return { at, base: 2, cell, mark, labels: [MARKS[mark]], about };
    }),
  }));
}

function noPairIs11(grid) {
  const bad = rules.base4X(grid) & rules.base4O(grid);
  if (bad) {
    throw new Refusal(`the pair of ${names(bad)} is 11, which no mark is: 00 is empty, 01 X, 10 O`);
  }
}

const base4 = {
  id: "base4",
  name: "base 4",
  most: 2 ** 18 - 1,
  encode: ({ position: { x, o } }) => rules.encodeBase4(x, o),
  decode(grid) {
    noPairIs11(grid);
    return { start: { x: rules.base4X(grid), o: rules.base4O(grid) } };
  },
  groups: pairsOfBits(),
};

const base3 = {
  id: "base3",
  name: "base 3",
  most: 3 ** 9 - 1,
  encode: ({ position: { x, o } }) => rules.encodeBase3(x, o),
  decode: (code) => ({ start: { x: rules.base3X(code), o: rules.base3O(code) } }),
  groups: ROWS_FROM_THE_END.map((cells) => ({
    digits: cells.map((cell) => ({
      at: cell,
      base: 3,
      cell,
      labels: [3 ** cell, cellName(cell)],
      about: `Digit ${cell}: ${cellName(cell)}, worth ${3 ** cell}`,
    })),
  })),
};

const pair = {
  id: "pair",
  name: "pair",
  about: "both in one number, x | o << 9: 18 bits",
  most: 2 ** 18 - 1,
  encode: ({ position: { x, o } }) => rules.encodePair(x, o),
  decode(code) {
    const { x, o } = fromPair(code);
    if (x & o) throw new Refusal(`X and O would both hold ${names(x & o)}`);
    return { start: { x, o } };
  },
};

const RESULTS = ["in progress", "X won", "O won", "a tie"];
const FIELDS = [
  { name: "result", bits: [31, 30], about: "the result: 00 in progress, 01 X won, 10 O won, 11 tie" },
  { name: "error", bits: [29], about: "set when the last input was refused" },
  { name: "input", bits: [28, 27, 26, 25, 24, 23, 22, 21, 20, 19], about: "the last input less 1" },
  { name: "turn", bits: [18], about: "1 when X is to move, 0 when O is" },
];

const word = {
  id: "word",
  name: "word",
  least: -(2 ** 31),
  most: 2 ** 32 - 1,
  encode(game) {
    if (refusal(game.start)) return null;
    return game.moves.reduce((now, cell) => step(now, cell + 1), game.word ?? wordOf(game.start));
  },
  missing: "a word holds a game, and this grid is no position of one",
  decode(typed) {
    const number = typed | 0; // a number from 2 ** 31 is the same 32 bits as a negative one
    const { cells, turn, result } = fields(number);
    const { start } = base4.decode(cells);
    const reason = refusal(start);
    if (reason) throw new Refusal(`its cells are no position: ${reason}`);
    const { result: reached } = fields(wordOf(start));
    if (result !== reached) {
      throw new Refusal(`bits 31 and 30 say ${RESULTS[result]}, but the cells say ${RESULTS[reached]}`);
    }
    if ((turn === 1) !== (toMove(start) === X)) {
      const { x, o } = start;
      throw new Refusal(`bit 18 says ${turn ? "X" : "O"} is to move, but with ${count(x)} X `
        + `and ${count(o)} O it is ${MARKS[toMove(start)]}`);
    }
    return { start, word: number };
  },
  groups: [
    ...FIELDS.map(({ name, bits, about }) => ({
      label: name,
      digits: bits.map((at) => ({ at, base: 2, labels: [at], about: `Bit ${at}: ${about}` })),
    })),
    null,
    ...pairsOfBits(),
  ],
  sum(number) {
    const { result, error, input, turn } = fields(number);
    return `${RESULTS[result]}; ${turn ? "X" : "O"} ${result ? "would be" : "is"} to move; `
      + `last input ${input + 1} (stored as ${input})${error ? ", refused" : ""}`;
  },
};

function dense(id, size, bits, holds, encode, decode) {
  const about = `${bits} bits for ${size.toLocaleString("en")} ${holds}`;
  return { id, name: id.replace("_", " "), most: size - 1, about, encode, decode };
}

/** The panel: sections of rows, with a plain sentence on how to read each. */
export function sections(table) {
  let numbering = null;
  const numbers = () => (numbering ??= new Numbering(table));
  const isPosition = ({ position }) => !refusal(position);
  const inPlay = (game) => isPosition(game) && !unreachable(game.position);
  const finished = ({ fromEmpty, position }) => fromEmpty && inPlay({ position }) && outcome(position);
  return [
    {
      title: "Two bitboards",
      how: "One number for each player. Bit i is 1 where that player has a stone in cell i, counted "
        + "from 0 at the top left; the highest bit is written first, so the board reads backwards. "
        + "A move is one OR, and no search is needed to know who holds what.",
      rows: [
        bitboard("x", X, ROWS_FROM_THE_END, (cell) => cell, "X"),
        bitboard("o", O, ROWS_FROM_THE_END, (cell) => cell, "O"),
        pair,
      ],
      lines: true,
    },
    {
      title: "The same bits, mirrored",
      how: "Give the top left the highest bit instead, and the number reads like the board, from the "
        + "left. The two orders hold the same; programs must only agree on one.",
      rows: [
        bitboard("flags-x", X, ROWS_FROM_THE_TOP, (cell) => 8 - cell, "X mirrored"),
        bitboard("flags-o", O, ROWS_FROM_THE_TOP, (cell) => 8 - cell, "O mirrored"),
      ],
    },
    {
      title: "Base 4: the grid in one number",
      how: "Two bits a cell: 00 is empty, 01 is X, 10 is O, and 11 is never used. The low bits are "
        + "X’s bitboard pulled apart, the high bits O’s.",
      rows: [base4],
    },
    {
      title: "Base 3: nothing wasted on 11",
      how: "One digit a cell, 0, 1 or 2, worth 1, 3, 9, 27 and so on. Base 4 takes 18 bits; this "
        + "takes 15.",
      rows: [base3],
    },
    {
      title: "The 32-bit game word",
      how: "A whole game machine in one signed int: the cells as in base 4, and above them whose turn "
        + "it is, what was typed last, whether that was refused, and the result. Playing a move is "
        + "arithmetic on this one number.",
      rows: [word],
    },
    {
      title: "Dense numbers",
      how: "Most grids can never come up. Number only those that can, and fewer bits are enough. A "
        + "finished game with its whole history takes 18 bits: as many as one bare grid in base 4.",
      rows: [
        {
          ...dense("balanced", 6046, 13, "boards with as many X as O, or one more",
            (game) => (isPosition(game) ? balanced(game.position) : null),
            (number) => ({ start: fromBalanced(number) })),
          missing: "this grid is no position",
        },
        {
          ...dense("ordinal", 5478, 13, "positions that play can reach",
            (game) => (inPlay(game) ? numbers().ordinal(game.position) : null),
            (number) => ({ start: numbers().fromOrdinal(number) })),
          missing: "play cannot reach this",
        },
        {
          ...dense("canonical", 765, 10, "of them, mirrored and turned ones counted once",
            (game) => (inPlay(game) ? numbers().canonical(game.position) : null),
            (number) => ({ start: numbers().fromCanonical(number) })),
          missing: "play cannot reach this",
        },
        {
          ...dense("record", RECORDS, 18, "finished games, every move in order",
            (game) => (finished(game) ? record(game.moves) : null),
            (number) => ({ start: START, moves: fromRecord(number) })),
          missing: "finish a game from the empty board to see its number",
        },
        {
          ...dense("record_class", RECORD_CLASSES, 15, "of them, mirrored and turned ones counted once",
            (game) => (finished(game) ? recordClass(game.moves) : null),
            (number) => ({ start: START, moves: fromRecordClass(number) })),
          missing: "finish a game from the empty board to see its number",
        },
      ],
    },
  ];
}

/** What a digit of a number is. */
export function digit(number, { at, base }) {
  return base === 2 ? (number >>> at) & 1 : Math.floor(number / 3 ** at) % 3;
}

