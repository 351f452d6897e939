// What the library's agents learn with, what their files hold, and the random numbers of
// their moves. Written by `make page`.

export const REWARDS = Object.freeze([3, 1, -1]);
export const MOST = 134217728;
export const METHODS = Object.freeze(["q", "sarsa", "td", "mc"]);
export const FORMAT = "noughts agent 1";
export const FILE_BYTES = 67108864;
export const ABOUT_BYTES = 65536;
export const STEP = 11400714819323198485n;
export const HALF = 32n;
export const SHIFTS = Object.freeze([30n, 27n, 31n]);
export const FACTORS = Object.freeze([13787848793156543929n, 10723151780598845931n]);
