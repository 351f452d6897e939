// Dense numbers of positions: as many numbers as there are things to number, none wasted.

import { base3O, base3X, encodePair, pairO, pairX } from "./rules.js";
import { cellsOf } from "./position.js";
import { TRANSFORMED } from "./symmetry.js";

/** C(n, k), the ways to choose k of n. */
function choose(n, k) {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - i + 1)) / i;
  return k > n ? 0 : ways;
}

/** The number of a rising list of k of the numbers 0 to n - 1 among all such, in their order. */
function rank(chosen, n) {
  let number = 0;
  let from = 0;
  chosen.forEach((item, i) => {
    for (; from < item; from++) number += choose(n - from - 1, chosen.length - i - 1);
    from = item + 1;
  });
  return number;
}

function unrank(number, n, k) {
  const chosen = [];
  for (let item = 0; chosen.length < k; item++) {
    const withItem = choose(n - item - 1, k - chosen.length - 1);
    if (number < withItem) chosen.push(item);
    else number -= withItem;
  }
  return chosen;
}

/** With k stones there are C(9, k) ways to place them, and C(k, k / 2) to say which are O. */
function boards(k) {
  return choose(9, k) * choose(k, k >> 1);
}

export function balanced({ x, o }) {
  const stones = cellsOf(x | o);
  const k = stones.length;
  let number = 0;
  for (let fewer = 0; fewer < k; fewer++) number += boards(fewer);
  const which = cellsOf(o).map((cell) => stones.indexOf(cell));
  return number + rank(stones, 9) * choose(k, k >> 1) + rank(which, k);
}

export function fromBalanced(number) {
  let k = 0;
  for (; number >= boards(k); k++) number -= boards(k);
  const ways = choose(k, k >> 1);
  const stones = unrank(Math.floor(number / ways), 9, k);
  const all = stones.reduce((mask, cell) => mask | (1 << cell), 0);
  const o = unrank(number % ways, k, k >> 1).reduce((mask, i) => mask | (1 << stones[i]), 0);
  return { x: all ^ o, o };
}

/** The least pair code of the eight images stands for them all. */
function canonicalPair({ x, o }) {
  return Math.min(...TRANSFORMED.map((image) => encodePair(image[x], image[o])));
}

/** The positions that play can reach, by rising pair code, and the representatives among them. */
export class Numbering {
  constructor(table) {
    this.reachable = [];
    for (let code = 0; code < 3 ** 9; code++) {
      const position = { x: base3X(code), o: base3O(code) };
      if (table.has(position)) this.reachable.push(encodePair(position.x, position.o));
    }
    this.reachable.sort((a, b) => a - b);
    this.representatives = this.reachable.filter((code) => canonicalPair(fromPair(code)) === code);
  }

  ordinal({ x, o }) {
    return search(this.reachable, encodePair(x, o));
  }

  canonical(position) {
    return search(this.representatives, canonicalPair(position));
  }

  fromOrdinal(number) {
    return fromPair(this.reachable[number]);
  }

  fromCanonical(number) {
    return fromPair(this.representatives[number]);
  }
}

export function fromPair(code) {
  return { x: pairX(code), o: pairO(code) };
}

/** Where a code stands in a rising list that contains it, by halving. */
function search(codes, code) {
  let [low, high] = [0, codes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (codes[middle] < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

