// The QR codes of texts, as rows of 0 and 1; null where a text is too long.

import { pathOf, qr } from "./qr.js";

const told = JSON.parse(process.argv[2]).map((text) => {
  try {
    const modules = qr(text);
    return { rows: modules.map((row) => row.join("")), path: pathOf(modules) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
});
console.log(JSON.stringify(told));
