// The levels of the library: how often a move is made at a glance, and how many moves
// look best at one. How long `strong` thinks, with the parts of that, and how its
// judgement weighs and looks ahead. Written by `make page`.

export const GLANCED = 8;
export const MILLISECONDS = 1000;
export const FOR_WINS = 0.2;
export const FOR_DEFENCE = 0.35;
export const FOR_VALUE = 0.5;
export const GROWTH = 5;
export const WON = 1e+15;
export const WIDTH = 10;
export const ROOT_WIDTH = 16;
export const DEEPEST = 40;
export const TEMPO = 1.5;
export const LEVELS = Object.freeze({
	easy: { oneSlipIn: 2, milliseconds: 100 },
	medium: { oneSlipIn: 5, milliseconds: 200 },
	hard: { oneSlipIn: 20, milliseconds: 500 },
});
