/*
 * Which pages a search finds first. Sphinx wants every word on a page, and ranks pages that have
 * them all by name. Here a word counts by how rare it is, so that a whole question may be typed.
 */
/* global Search, SearchResultKind */
"use strict";

if (typeof Search !== "undefined") {
  const ENOUGH = 0.5; // of what all words together count, before a page is found
  const IN_TITLE = 2;
  // What answers questions comes before what tells how and since when it is so.
  const READ_LAST = [
    [/^(source|_modules)\//, 0.25],
    [/^(CHANGELOG|CONTRIBUTING|architecture|genindex|performance|reference)$/, 0.6],
    [/^questions$/, 1.25],
  ];

  /** The pages that have a word, or without any such page those with a word that contains it. */
  const pagesWith = (word, index) => {
    const exact = Object.hasOwn(index, word);
    const words = exact || word.length < 3 ? [word] : Object.keys(index).filter((each) => each.includes(word));
    return new Set(words.flatMap((each) => (Object.hasOwn(index, each) ? index[each] : [])));
  };

  const without = (pages, words) => {
    for (const word of words) for (const page of pagesWith(word, Search._index.terms)) pages.delete(page);
    return pages;
  };

  // Numbers are not in the index, and whoever types a board, such as 7,7,5, asks what it is worth.
  const parse = Search._parseQuery;
  Search._parseQuery = (query) => {
    const board = /\b\d+,\d+,\d+\b/;
    return parse(board.test(query) ? `${query.replace(board, "")} what larger boards are worth` : query);
  };

  Search.performTermsSearch = (words, excluded) => {
    const { docnames, filenames, terms, titles, titleterms } = Search._index;
    const counts = new Map();
    let most = 0;
    for (const word of words) {
      const titled = pagesWith(word, titleterms);
      const pages = new Set([...pagesWith(word, terms), ...titled]);
      if (!pages.size) continue; // a word that no page has is no reason to find none
      const rarity = Math.log(1 + docnames.length / (1 + pages.size));
      most += rarity;
      for (const page of pages) {
        const count = counts.get(page) ?? { plain: 0, all: 0 };
        count.plain += rarity;
        count.all += titled.has(page) ? IN_TITLE * rarity : rarity;
        counts.set(page, count);
      }
    }
    return [...without(counts, excluded)]
      .filter(([, { plain }]) => plain >= ENOUGH * most)
      .map(([page, { all }]) => {
        const share = READ_LAST.find(([pattern]) => pattern.test(docnames[page]))?.[1] ?? 1;
        return [docnames[page], titles[page], "", null, all * share, filenames[page], SearchResultKind.text];
      });
  };
}
