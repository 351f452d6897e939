// The levels of the library: how often a move is made at a glance, and how many moves
// look best at one; and how long `strong` thinks. Written by `make page`.

export const GLANCED = 8;
export const MILLISECONDS = 1000;
export const LEVELS = Object.freeze({
	easy: { oneSlipIn: 2, milliseconds: 100 },
	medium: { oneSlipIn: 5, milliseconds: 200 },
	hard: { oneSlipIn: 20, milliseconds: 500 },
});
