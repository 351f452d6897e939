// 3x3, three in a row: the board whose bits the page shows.

import { BOARDS } from "./boards.js";
import { makeRules } from "./position.js";
import * as made from "./rules.js";

export const TICTACTOE = makeRules(BOARDS[0], made);
export const {
	START, after, cellName, cellsOf, count, legal, legalMoves, markAt, names, outcome, parsePosition, positionText,
	refusal, toMove, unreachable, withMark,
} = TICTACTOE;
