/*
 * Examples and exercises that run where they are read. Each becomes a cell; the cells of a page share one
 * Python, which a worker has (here/python.js) and which is fetched when a reader first runs something.
 */
"use strict";

{
  const ROOT = new URL("../", document.currentScript.src);
  const KEPT = "noughts written ";
  const HERE = `${KEPT}${location.pathname}`;
  const SHOWN_MOST = 200_000; // letters
  const KEPT_SOON = 3000; // ms

  /** What was written, by the text that it replaced; a browser may refuse to keep anything. */
  const written = {
    all() {
      try {
        return JSON.parse(localStorage.getItem(HERE) ?? "{}");
      } catch {
        return {};
      }
    },
    keep(original, text) {
      const all = written.all();
      delete all[original];
      if (text !== original) all[original] = text;
      try {
        localStorage.setItem(HERE, JSON.stringify(all));
      } catch {
        // it stays on the page
      }
    },
    erase() {
      try {
        for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT)) localStorage.removeItem(key);
      } catch {
        // nothing was kept
      }
    },
  };

  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  const button = (text, act) => {
    const made = element("button", { type: "button", textContent: text });
    made.addEventListener("click", act);
    return made;
  };

  /** Python in its worker, or none; `heard` takes what it says of the cell that is running. */
  const python = {
    worker: null,
    heard: null,
    /** What the worker fetches is kept once the service worker is there, which takes a moment at first. */
    start() {
      const soon = new Promise((resolve) => {
        setTimeout(resolve, KEPT_SOON);
      });
      return Promise.race([kept, soon]).then(() => {
        if (python.worker) return;
        python.worker = new Worker(new URL("here/python.js", ROOT), { type: "module" });
        python.worker.addEventListener("message", ({ data }) => python.heard?.(data));
        python.worker.addEventListener("error", () => python.heard?.({ failed: "Python cannot be loaded" }));
      });
    },
    end() {
      python.worker?.terminate();
      python.worker = null;
      for (const cell of cells) cell.ran = false;
    },
  };

  /** What an example says without its prompts and answers: what somebody would type. */
  const typed = (example) =>
    example
      .split("\n")
      .filter((line) => /^(>>>|\.\.\.)( |$)/.test(line))
      .map((line) => line.slice(4))
      .join("\n");

  const makeCell = (block) => {
    const shown = block.textContent.trimEnd();
    const open = block.classList.contains("answer");
    const original = open ? shown : typed(shown);
    const output = element("pre", { className: "output", hidden: true });
    output.setAttribute("aria-live", "polite");
    const editor = element("textarea", { spellcheck: false, autocapitalize: "off", hidden: true });
    editor.setAttribute("aria-label", open ? "Your answer, in Python" : "The example, in Python");
    const run = button("Run", () => runWithThoseAbove(cell));
    const change = button("Change", () => edit(true));
    const undo = button("Undo changes", () => {
      editor.value = original;
      keep();
      if (!open) close();
    });
    const stop = button("Stop", () => {
      python.heard?.({ failed: "Stopped. Python has forgotten all names; what you wrote is still here." });
    });
    stop.hidden = true;
    const bar = element("div", { className: "bar" }, run, stop, change, undo);
    const cell = { open, output, run, stop, ran: false, text: () => (editor.hidden ? original : editor.value) };

    const fit = () => {
      editor.rows = Math.max(2, editor.value.split("\n").length);
    };
    const keep = () => {
      undo.hidden = editor.value === original;
      cell.ran = false;
      written.keep(original, editor.value);
      fit();
    };
    const edit = (focus) => {
      block.hidden = change.hidden = true;
      editor.hidden = false;
      fit();
      if (focus) editor.focus();
    };
    const close = () => {
      block.hidden = change.hidden = false;
      editor.hidden = true;
    };

    editor.addEventListener("input", keep);
    editor.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      if (event.shiftKey || event.ctrlKey || event.metaKey) {
        event.preventDefault();
        run.click();
      } else if (editor.selectionStart === editor.selectionEnd) {
        // The next line begins where this one does, or further in behind a colon.
        event.preventDefault();
        const line = editor.value.slice(0, editor.selectionStart).split("\n").at(-1);
        const more = line.trimEnd().endsWith(":") ? "    " : "";
        editor.setRangeText(`\n${line.match(/^ */)[0]}${more}`, editor.selectionStart, editor.selectionEnd, "end");
        keep();
      }
    });

    const before = written.all()[original];
    editor.value = before ?? original;
    undo.hidden = editor.value === original;
    if (open || before !== undefined) edit(false);
    block.after(editor, bar, output);
    return cell;
  };

  const tell = (cell, text, asError) => {
    cell.output.hidden = false;
    const shown = cell.output.textContent.length;
    if (shown < SHOWN_MOST) cell.output.append(asError ? element("em", { textContent: text }) : text);
  };

  /** Where `input` waits: a line to type, whose text stays as what was answered. */
  const ask = (cell, question) => {
    const line = element("input", { autocomplete: "off", spellcheck: false });
    line.setAttribute("aria-label", question || "What Python asks for");
    tell(cell, question);
    cell.output.append(line);
    line.focus();
    line.addEventListener("keydown", ({ key }) => {
      if (key !== "Enter") return;
      line.replaceWith(`${line.value}\n`);
      python.worker?.postMessage({ answer: line.value });
    });
  };

  /** Run one cell; resolves to what ended it. */
  const runOne = (cell) =>
    new Promise((resolve) => {
      const text = cell.text();
      cell.output.textContent = "";
      cell.output.classList.remove("right");
      cell.output.hidden = true;
      cell.run.hidden = true;
      const progress = element("progress");
      const loading = element("span", {}, "Loading Python ", progress);
      const end = (how) => {
        loading.remove();
        python.heard = null;
        cell.run.hidden = false;
        cell.stop.hidden = true;
        cell.ran = how === "";
        cell.output.classList.toggle("right", cell.output.textContent.endsWith("Right.\n"));
        cell.output.hidden = cell.output.textContent === "";
        resolve(how);
      };
      python.heard = ({ loaded, whole, shown, asked, ended, failed }) => {
        if (loaded !== undefined) {
          progress.max = whole;
          progress.value = loaded;
        } else if (shown !== undefined) {
          loading.remove();
          tell(cell, shown);
        } else if (asked !== undefined) ask(cell, asked);
        else if (ended !== undefined) end(ended);
        else {
          python.end();
          tell(cell, `${failed}\n`, true);
          end("failed");
        }
      };
      if (!python.worker) {
        cell.output.hidden = false;
        cell.output.append(loading);
      }
      python.start().then(() => {
        cell.stop.hidden = false;
        python.worker.postMessage({ text });
      });
    });

  let busy = Promise.resolve("");

  /** An example rests on those above it. An answer may: they run once it names what it does not have. */
  const runWithThoseAbove = (cell) => {
    const above = async () => {
      for (const before of cells.slice(0, cells.indexOf(cell))) {
        if (!before.open && !before.ran && (await runOne(before)) === "failed") return "failed";
      }
      return "";
    };
    const act = async () => {
      if (!cell.open && (await above()) === "failed") return;
      if ((await runOne(cell)) !== "name" || !cell.open) return;
      if (cells.slice(0, cells.indexOf(cell)).some((before) => !before.open && !before.ran)) {
        if ((await above()) !== "failed") await runOne(cell);
      }
    };
    busy = busy.then(act);
  };

  const blocks = [...document.querySelectorAll("article .highlight-python")].filter(
    (block) => block.classList.contains("answer") || block.textContent.startsWith(">>>"),
  );
  const served = location.protocol !== "file:";
  const kept = served && blocks.length && navigator.serviceWorker
    ? navigator.serviceWorker.register(new URL("sw.js", ROOT)).then(() => navigator.serviceWorker.ready, () => null)
    : null;
  const cells = served ? blocks.map(makeCell) : [];
  if (blocks.length) {
    const about = element("p", { className: "runs-here" });
    if (served) {
      const erase = button("Erase what I wrote", () => {
        written.erase();
        location.reload();
      });
      about.append(
        "The examples run here, in your browser. You may change them; what you write stays in this browser. ",
        erase,
      );
    } else {
      about.append("The examples run where these pages are served: noughts web --site FOLDER.");
    }
    blocks[0].before(about);
  }
}
