// The bits: every representation of the position, live, each digit tied to its cell.

import { byId, make, makeSvg, rove, setText } from "./dom.js";
import { LINES } from "./rules.js";
import { MARKS, O, Refusal, X, cellName, count, markAt, withMark } from "./position.js";
import { hex, parseNumber } from "./numbers.js";
import { digit, sections } from "./representations.js";

export class Panel {
  /** `edit({ start, moves, word })` puts a game on the board; `say(text)` tells what was refused. */
  constructor(container, table, { edit, say }) {
    this.edit = edit;
    this.say = say;
    this.rows = [];
    this.mini = makeMini();
    byId("lens").prepend(this.mini);
    for (const section of sections(table)) {
      container.append(make(
        "section",
        {},
        make("h3", {}, section.title),
        make("p", { class: "how" }, section.how),
        ...section.rows.map((row) => this.makeRow(row)),
        ...(section.lines ? [this.makeLines()] : []),
      ));
    }
  }

  makeRow(row) {
    const input = make("input", {
      id: `number-${row.id}`, type: "text", autocomplete: "off", spellcheck: "false",
      "aria-describedby": `why-${row.id}`,
    });
    const parts = {
      row,
      input,
      hex: make("output", { class: "hex", for: input.id }),
      why: make("p", { class: "refused", id: `why-${row.id}` }),
      sum: make("p", { class: "sum" }),
      digits: [],
    };
    const element = make(
      "div",
      { class: `number-row ${row.id}`, id: `row-${row.id}` },
      make("label", { for: input.id }, row.name),
      make("div", { class: "value" }, input, parts.hex),
    );
    if (row.groups) element.append(this.makeDigits(parts));
    element.append(parts.sum, parts.why);
    input.addEventListener("change", () => this.typed(parts));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.drawNumber(parts);
    });
    this.rows.push(parts);
    return element;
  }

  makeDigits(parts) {
    const { row } = parts;
    const groups = row.groups.map((group) => {
      if (!group) return make("span", { class: "break" });
      const { label, digits } = group;
      const name = label ? [make("span", { class: "group-name", "aria-hidden": "true" }, label)] : [];
      const run = make("div", { class: "run" }, ...digits.map((spec) => this.makeDigit(parts, spec)));
      return make("div", { class: "group" }, run, ...name);
    });
    const buttons = parts.digits.map(({ button }) => button);
    const field = make(
      "div",
      { class: "digits", role: "group", "aria-label": `digits of ${row.name}` },
      ...groups,
    );
    rove(field, buttons, (index, key) => {
      const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: buttons.length - 1 };
      return buttons[to[key]] ? to[key] : undefined;
    });
    return field;
  }

  makeDigit(parts, spec) {
    const value = make("b");
    const labels = spec.labels.map((label) => make("small", {}, `${label}`));
    const button = make("button", { type: "button", class: "digit" }, value, ...labels);
    if (spec.cell !== undefined) button.dataset.cell = spec.cell;
    if (spec.mark) button.dataset.mark = spec.mark;
    button.dataset.about = spec.about;
    button.addEventListener("click", () => this.clicked(parts.row, spec));
    parts.digits.push({ spec, button, value });
    return button;
  }

  /** The eight masks, and what is left of each: a line is won when x & mask == mask. */
  makeLines() {
    this.lines = LINES.map((mask) => {
      const text = make("span");
      const item = make(
        "li",
        { "data-mask": mask },
        makeSvg("svg", { viewBox: "0 0 30 30", "aria-hidden": "true" },
          ...Array.from({ length: 9 }, (_, cell) =>
            makeSvg("rect", {
              x: 10 * (cell % 3) + 1, y: 10 * Math.floor(cell / 3) + 1, width: 8, height: 8, rx: 2,
              class: (mask >> cell) & 1 ? "in" : "out",
            }))),
        make("b", {}, `${mask}`),
        text,
      );
      return { mask, item, text };
    });
    return make(
      "div",
      {},
      make("p", { class: "how" },
        "A line is such a number too, a mask. A player has won when stones & mask == mask for one of "
        + "these eight: the AND keeps the stones on the line and drops the rest."),
      make("ul", { class: "masks" }, ...this.lines.map(({ item }) => item)),
    );
  }

  draw(game) {
    this.game = game;
    for (const cell of this.mini.children) {
      const mark = markAt(game.position, Number(cell.dataset.cell));
      cell.dataset.mark = mark;
      setText(cell.lastChild, mark ? MARKS[mark] : "");
    }
    for (const parts of this.rows) {
      parts.number = parts.row.encode(game);
      this.drawNumber(parts);
      for (const { spec, button, value } of parts.digits) {
        const now = parts.number === null ? 0 : digit(parts.number, spec);
        setText(value, parts.number === null ? "–" : `${now}`);
        button.classList.toggle("set", now !== 0);
        if (spec.base === 3) button.dataset.mark = now;
        if (spec.base === 2 && spec.mark) {
          button.setAttribute("aria-label", spec.about);
          button.setAttribute("aria-pressed", now === 1);
        } else {
          button.setAttribute("aria-label", `${spec.about}: ${now}`);
        }
      }
    }
    for (const { mask, item, text } of this.lines) {
      const { x, o } = game.position;
      const [mine, theirs] = [x & mask, o & mask];
      const full = mine === mask ? X : theirs === mask ? O : 0;
      item.classList.toggle("full", full !== 0);
      setText(text, full ? `${MARKS[full]}: ${full === X ? x : o} & ${mask} = ${mask}`
        : mine && theirs ? "blocked" : `${count(mine || theirs)} of 3${mine ? " X" : theirs ? " O" : ""}`);
    }
  }

  drawNumber({ row, input, number, why, hex: output, sum }) {
    const none = number === null;
    const text = none ? "" : `${number}`;
    if (input.value !== text) input.value = text;
    input.placeholder = none ? "none" : "";
    input.removeAttribute("aria-invalid");
    setText(output, none ? "" : hex(number));
    setText(sum, none ? `none: ${row.missing}` : row.sum?.(number, this.game) ?? row.about ?? "");
    setText(why, "");
  }

  typed(parts) {
    const { row, input, why } = parts;
    try {
      this.edit(row.decode(parseNumber(input.value, row), this.game), `${row.name} = ${input.value}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      input.setAttribute("aria-invalid", "true");
      setText(why, `${error.message}.`);
      this.say(`${row.name}: ${error.message}.`);
    }
  }

  clicked(row, { cell, mark, base, about, at }) {
    const { position } = this.game;
    if (cell === undefined) {
      this.say(`${about}. It follows from play, so it has no value of its own to set.`);
      return;
    }
    const now = markAt(position, cell);
    const next = base === 3 ? (now + 1) % 3 : now === mark ? 0 : mark;
    const bit = base === 3 ? `Digit ${at} is ${next}` : `Bit ${at} is ${now === mark ? 0 : 1}`;
    const taken = base === 2 && now && now !== mark ? `, and ${MARKS[now]}’s goes to 0` : "";
    const what = next ? `${cellName(cell)} holds ${MARKS[next]}` : `${cellName(cell)} is empty`;
    this.edit({ start: withMark(position, cell, next) }, `${bit}${taken}: ${what}.`);
  }
}

/** A small board that stays in view on a screen too narrow for the large one beside the bits. */
function makeMini() {
  return makeSvg("svg", { class: "mini", viewBox: "0 0 30 30", "aria-hidden": "true" },
    ...Array.from({ length: 9 }, (_, cell) => {
      const [x, y] = [10 * (cell % 3), 10 * Math.floor(cell / 3)];
      return makeSvg("g", { "data-cell": cell },
        makeSvg("rect", { x: x + 0.5, y: y + 0.5, width: 9, height: 9, rx: 1.5 }),
        makeSvg("text", { x: x + 5, y: y + 7.6 }));
    }));
}
