/*
 * The board of the front, with its bits: X is the reader's, and O answers by the table of the game's page.
 * Where a browser has the site from a folder it refuses that page's modules, and the front has no board.
 */
"use strict";

{
  const PLAY = new URL("../play/", document.currentScript.src);
  const picture = document.querySelector('article img[src*="board-and-bits"]')?.closest("p");

  const load = async () => {
    const [game, { Table }] = await Promise.all([import(new URL("tictactoe.js", PLAY)), import(new URL("table.js", PLAY))]);
    return { game, table: await Table.load() };
  };

  const show = ({ game, table }) => {
    let position = game.START;
    const cells = document.createElement("div");
    cells.className = "cells";
    const buttons = game.legalMoves(position).map((cell) => {
      const button = document.createElement("button");
      button.type = "button";
      button.addEventListener("click", () => play(cell));
      cells.append(button);
      return { button, name: game.cellName(cell) };
    });
    const bits = document.createElement("dl");
    const said = document.createElement("p");
    said.setAttribute("role", "status");
    const again = document.createElement("button");
    again.type = "button";
    again.className = "again";
    again.textContent = "New game";
    again.addEventListener("click", () => {
      position = game.START;
      draw();
    });

    const play = (cell) => {
      position = game.after(position, cell);
      if (!game.outcome(position)) {
        const best = table.bestMoves(position);
        position = game.after(position, best[Math.floor(Math.random() * best.length)].cell);
      }
      draw();
    };

    const draw = () => {
      const outcome = game.outcome(position);
      for (const [cell, { button, name }] of buttons.entries()) {
        const mark = position.x >> cell & 1 ? "X" : position.o >> cell & 1 ? "O" : "";
        button.textContent = mark;
        button.setAttribute("aria-label", `${name}: ${mark || "empty"}`);
        button.disabled = Boolean(mark || outcome);
        button.classList.toggle("line", Boolean(outcome && outcome.lines >> cell & 1));
      }
      bits.innerHTML = ["x", "o"].map((player) => {
        const digits = position[player].toString(2).padStart(9, "0").match(/.../g).join(" ");
        return `<dt>${player.toUpperCase()}</dt><dd>${digits} = ${position[player]}</dd>`;
      }).join("");
      said.textContent = !outcome ? "You are X." : outcome.winner ? "O wins." : "A draw. O never loses.";
    };

    const beside = document.createElement("div");
    beside.append(bits, said, again);
    const front = document.createElement("div");
    front.className = "front";
    front.append(cells, beside);
    draw();
    picture.before(front);
  };

  if (picture) load().then(show, () => {});
}
