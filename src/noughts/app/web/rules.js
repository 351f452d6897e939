// A stand-in, written by hand, for what the code generator writes from noughts.bits.
// It is to be replaced whole; nothing that the generator will not write may be added here.

export const ROWS = 3, COLS = 3, K = 3, CELLS = 9, BOARD = 511;
export const LINES = [7, 56, 448, 73, 146, 292, 273, 84];
const DIRECTIONS = [[1, 73], [3, 7], [4, 1], [2, 4]];

export function freeCells(x, o) {
  return (x | o) ^ BOARD;
}

export function legalCells(x, o) {
  return lineStarts(x) | lineStarts(o) ? 0 : freeCells(x, o);
}

export function lineStarts(stones) {
  let found = 0;
  for (const [shift, starts] of DIRECTIONS) {
    found |= stones & (stones >> shift) & (stones >> (2 * shift)) & starts;
  }
  return found;
}

export function lineCells(stones) {
  return LINES.reduce((found, line) => ((stones & line) === line ? found | line : found), 0);
}

export function firstLine(stones) {
  return LINES.find((line) => (stones & line) === line) ?? 0;
}

export function completions(stones) {
  let found = 0;
  for (const line of LINES) {
    for (let cell = 0; cell < CELLS; cell++) {
      const stone = 1 << cell;
      if (line & stone && ((stones | stone) & line) === line) found |= stone;
    }
  }
  return found;
}

export function isFull(x, o) {
  return (x | o) === BOARD;
}

export function turn(x, o) {
  return count(x) === count(o) ? 1 : 2;
}

export function encodePair(x, o) {
  return x | (o << CELLS);
}

export function pairX(code) {
  return code & BOARD;
}

export function pairO(code) {
  return (code >> CELLS) & BOARD;
}

export function encodeBase4(x, o) {
  let grid = 0;
  for (let cell = 0; cell < CELLS; cell++) grid |= mark(x, o, cell) << (2 * cell);
  return grid;
}

export function base4X(grid) {
  let x = 0;
  for (let cell = 0; cell < CELLS; cell++) x |= ((grid >> (2 * cell)) & 1) << cell;
  return x;
}

export function base4O(grid) {
  return base4X(grid >> 1);
}

export function encodeBase3(x, o) {
  let code = 0;
  for (let cell = CELLS - 1; cell >= 0; cell--) code = 3 * code + mark(x, o, cell);
  return code;
}

export function base3X(code) {
  return digits(code, 1);
}

export function base3O(code) {
  return digits(code, 2);
}

export function draw(x, o) {
  const marks = Array.from({ length: CELLS }, (_, cell) => " xo"[mark(x, o, cell)]);
  return [0, 3, 6].map((start) => marks.slice(start, start + COLS).join("|")).join("\n-+-+-\n");
}

function mark(x, o, cell) {
  return ((x >> cell) & 1) | (((o >> cell) & 1) << 1);
}

function digits(code, wanted) {
  let stones = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    if (Math.floor(code / 3 ** cell) % 3 === wanted) stones |= 1 << cell;
  }
  return stones;
}

function count(stones) {
  let number = 0;
  for (; stones; stones &= stones - 1) number++;
  return number;
}
