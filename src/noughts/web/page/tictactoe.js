// The rules of 3x3 with three in a row, the board whose bits the page shows.

import { readBoard } from "./board_text.js";
import { LISTED } from "./boards.js";
import { makeRules } from "./position.js";
import * as made from "./rules.js";

export const TICTACTOE = makeRules(readBoard(LISTED[0]), made);
export const {
	START, after, cellName, cellsOf, count, legal, legalMoves, markAt, names, outcome, parsePosition, positionText,
	refusal, toMove, unreachable, withMark,
} = TICTACTOE;
