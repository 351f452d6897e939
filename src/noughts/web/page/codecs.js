// How many codes the library's dense codecs have, the fields of its game word, each from
// its lowest bit on, and the results that one of them holds. Written by `make page`.

export const SIZES = Object.freeze({
	balanced: 6046,
	ordinal: 5478,
	canonical: 765,
	record: 255168,
	record_class: 31896,
});
export const FIELDS = Object.freeze({
	result: { at: 30, bits: 2 },
	error: { at: 29, bits: 1 },
	input: { at: 19, bits: 10 },
	turn: { at: 18, bits: 1 },
	cells: { at: 0, bits: 18 },
});
export const RESULTS = Object.freeze(["in progress", "X won", "O won", "tie"]);
