// QR codes (ISO/IEC 18004) for any text, with error correction level M, in one byte segment and the smallest version.
//
//    text -> bits -> codewords -> blocks, each with error correction -> interleaved -> in zigzag -> masked
//
// A code is a list of rows of 0 and 1, from the top. 1 is dark.

const CORRECTION = [ // error correction codewords in each block, by version from 1
	10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
	26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS = [
	1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
	17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];
const LARGEST = BLOCKS.length;
const LEVEL_M = 0b00;
const BYTES = 0b0100; // the mode of the segment
const PADDING = [0xec, 0x11];

/** @typedef {(row: number, col: number, dark: boolean | number) => void} Set */

/** @type {((row: number, col: number) => number)[]} Each mask flips the modules for which it is 0. */
const FLIPS = [
	(row, col) => (row + col) % 2,
	(row) => row % 2,
	(_, col) => col % 3,
	(row, col) => (row + col) % 3,
	(row, col) => (Math.floor(row / 2) + Math.floor(col / 3)) % 2,
	(row, col) => ((row * col) % 2) + ((row * col) % 3),
	(row, col) => (((row * col) % 2) + ((row * col) % 3)) % 2,
	(row, col) => (((row + col) % 2) + ((row * col) % 3)) % 2,
];

/**
 * The code of a text.
 * @param {string} text
 * @returns {number[][]} rows of modules, without the quiet zone of four modules around them
 * @throws {RangeError} if the text is too long for the largest code
 */
export function qr(text) {
	const bytes = new TextEncoder().encode(text);
	const version = versionFor(bytes.length);
	const { modules, isFree } = frame(version);
	fill(modules, isFree, interleaved(codewords(bytes, version), version));
	const masked = FLIPS.map((_, mask) => finished(modules, isFree, version, mask));
	const penalties = masked.map(penalty);
	return masked[penalties.indexOf(Math.min(...penalties))];
}

/** @param {number} version */
const sizeOf = (version) => 4 * version + 17;
/** @param {number} version */
const lengthBits = (version) => (version < 10 ? 8 : 16);

/**
 * The number of codewords in a version: all modules outside its function patterns, divided by eight.
 * @param {number} version
 */
function capacity(version) {
	const { isFree } = frame(version);
	return Math.floor(isFree.flat().filter(Boolean).length / 8);
}

/** @param {number} version */
const dataCapacity = (version) => capacity(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

/** @param {number} length */
function versionFor(length) {
	for (let version = 1; version <= LARGEST; version++) {
		if (4 + lengthBits(version) + 8 * length <= 8 * dataCapacity(version)) return version;
	}
	throw new RangeError(`a text of ${length} bytes is too long for a QR code`);
}

// The data

/**
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function codewords(bytes, version) {
	/** @type {number[]} */
	const bits = [];
	/** @type {(number: number, length: number) => void} */
	const put = (number, length) => {
		for (let at = length - 1; at >= 0; at--) bits.push((number >> at) & 1);
	};
	put(BYTES, 4);
	put(bytes.length, lengthBits(version));
	for (const byte of bytes) put(byte, 8);
	const length = dataCapacity(version);
	put(0, Math.min(4, 8 * length - bits.length));
	put(0, -bits.length & 7);
	const words = Array.from({ length: bits.length / 8 }, (_, at) =>
		bits.slice(8 * at, 8 * at + 8).reduce((word, bit) => 2 * word + bit, 0));
	for (let at = 0; words.length < length; at++) words.push(PADDING[at % 2]);
	return words;
}

/**
 * The codewords of all blocks (shorter blocks come first), interleaved: the data, then the error correction.
 * @param {number[]} data
 * @param {number} version
 */
function interleaved(data, version) {
	const [count, extra] = [BLOCKS[version - 1], CORRECTION[version - 1]];
	const short = Math.floor(data.length / count);
	const longer = data.length % count;
	const blocks = Array.from({ length: count }, (_, at) => {
		const begin = at * short + Math.max(0, at - (count - longer));
		return data.slice(begin, begin + short + (at >= count - longer ? 1 : 0));
	});
	const divisor = generator(extra);
	const corrections = blocks.map((block) => remainder(block, divisor));
	/** @param {number[][]} lists */
	const inTurn = (lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) =>
		lists.flatMap((list) => (at < list.length ? [list[at]] : []))).flat();
	return [...inTurn(blocks), ...inTurn(corrections)];
}

// Reed-Solomon, over the field of 256 in which x ** 8 = x ** 4 + x ** 3 + x ** 2 + 1

/**
 * @param {number} a
 * @param {number} b
 */
function times(a, b) {
	let product = 0;
	for (let at = 7; at >= 0; at--) {
		product = (product << 1) ^ (product & 128 ? 0x11d : 0);
		if ((b >> at) & 1) product ^= a;
	}
	return product;
}

/**
 * The product of x - 2 ** i for each i below the degree, without its leading 1.
 * @param {number} degree
 */
function generator(degree) {
	let polynomial = [1];
	let root = 1;
	for (let i = 0; i < degree; i++) {
		const shiftedUp = [...polynomial, 0];
		polynomial = shiftedUp.map((factor, at) => factor ^ (at ? times(polynomial[at - 1], root) : 0));
		root = times(root, 2);
	}
	return polynomial.slice(1);
}

/**
 * @param {number[]} data
 * @param {number[]} divisor
 */
function remainder(data, divisor) {
	let rest = divisor.map(() => 0);
	for (const word of data) {
		const factor = word ^ rest[0];
		rest = [...rest.slice(1), 0].map((one, at) => one ^ times(divisor[at], factor));
	}
	return rest;
}

// The modules

/**
 * The function patterns of a version, which all of its codes share, and the modules that are free for data.
 * @param {number} version
 */
function frame(version) {
	const size = sizeOf(version);
	/** @type {number[][]} */
	const modules = Array.from({ length: size }, () => Array(size).fill(0));
	/** @type {boolean[][]} */
	const isFree = Array.from({ length: size }, () => Array(size).fill(true));
	/** @type {Set} */
	const set = (row, col, dark) => {
		if (row < 0 || col < 0 || row >= size || col >= size) return;
		modules[row][col] = Number(dark);
		isFree[row][col] = false;
	};
	/** @type {(row: number, col: number, radius: number, isDark: (distance: number) => boolean) => void} */
	const rings = (row, col, radius, isDark) => {
		for (let down = -radius; down <= radius; down++) {
			for (let right = -radius; right <= radius; right++) {
				set(row + down, col + right, isDark(Math.max(Math.abs(down), Math.abs(right))));
			}
		}
	};
	for (let at = 0; at < size; at++) {
		set(6, at, at % 2 === 0);
		set(at, 6, at % 2 === 0);
	}
	const places = alignments(version);
	const last = size - 7;
	for (const row of places) {
		for (const col of places) {
			const isCorner = (row === 6 && col === 6) || (row === 6 && col === last) || (row === last && col === 6);
			if (!isCorner) rings(row, col, 2, (distance) => distance !== 1);
		}
	}
	for (const [row, col] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
		rings(row, col, 4, (distance) => distance !== 2 && distance !== 4);
	}
	setFormat(set, size, 0);
	if (version > 6) setVersion(set, size, version);
	return { modules, isFree };
}

/**
 * The coordinates of the alignment patterns, on both axes: evenly spaced from the far end, except for the first.
 * @param {number} version
 */
function alignments(version) {
	if (version === 1) return [];
	const count = Math.floor(version / 7) + 2;
	const step = version === 32 ? 26 : 2 * Math.ceil((4 * version + 4) / (2 * count - 2));
	const last = sizeOf(version) - 7;
	return [6, ...Array.from({ length: count - 1 }, (_, at) => last - (count - 2 - at) * step)];
}

/**
 * The bits, followed by the remainder of their division by a polynomial of this degree over GF(2).
 * @param {number} bits
 * @param {number} degree
 * @param {number} polynomial
 */
function withCheck(bits, degree, polynomial) {
	let rest = bits;
	for (let at = 0; at < degree; at++) rest = (rest << 1) ^ ((rest >> (degree - 1)) & 1 ? polynomial : 0);
	return (bits << degree) | rest;
}

/**
 * Set the format information (level and mask) twice: around the top left corner, and in halves at two other corners.
 * @param {Set} set
 * @param {number} size
 * @param {number} mask
 */
function setFormat(set, size, mask) {
	const format = withCheck((LEVEL_M << 3) | mask, 10, 0x537) ^ 0x5412;
	for (let at = 0; at < 15; at++) {
		const dark = (format >> at) & 1;
		const along = at < 6 ? at : at < 8 ? at + 1 : 14 - at; // skip the timing pattern at 6
		if (at < 8) set(along, 8, dark);
		else set(8, at === 8 ? 7 : along, dark);
		if (at < 8) set(8, size - 1 - at, dark);
		else set(size - 15 + at, 8, dark);
	}
	set(size - 8, 8, true);
}

/**
 * @param {Set} set
 * @param {number} size
 * @param {number} version
 */
function setVersion(set, size, version) {
	const bits = withCheck(version, 12, 0x1f25);
	for (let at = 0; at < 18; at++) {
		const [long, short] = [Math.floor(at / 3), size - 11 + (at % 3)];
		set(long, short, (bits >> at) & 1);
		set(short, long, (bits >> at) & 1);
	}
}

/**
 * Place the codewords, highest bit first, in zigzag: two columns at a time, up and down by turns, from the right.
 * @param {number[][]} modules
 * @param {boolean[][]} isFree
 * @param {number[]} words
 */
function fill(modules, isFree, words) {
	const size = modules.length;
	let at = 0;
	for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
		if (right === 6) right -= 1; // the timing pattern takes column 6
		for (let step = 0; step < size; step++) {
			const row = up ? size - 1 - step : step;
			for (const col of [right, right - 1]) {
				if (!isFree[row][col]) continue;
				modules[row][col] = at < 8 * words.length ? (words[at >> 3] >> (7 - (at & 7))) & 1 : 0;
				at += 1;
			}
		}
	}
}

/**
 * @param {number[][]} modules
 * @param {boolean[][]} isFree
 * @param {number} version
 * @param {number} mask
 */
function finished(modules, isFree, version, mask) {
	const made = modules.map((row, y) => row.map((module, x) => (isFree[y][x] ? module ^ Number(FLIPS[mask](y, x) === 0) : module)));
	setFormat((row, col, dark) => (made[row][col] = Number(dark)), sizeOf(version), mask);
	return made;
}

const LIKE_A_CORNER = /(?=10111010000|00001011101)/g;

/**
 * The penalty of a code for what makes it hard to read: long runs, blocks of one colour, patterns like finder
 * patterns, and too many modules of one colour.
 * @param {number[][]} modules
 */
function penalty(modules) {
	const size = modules.length;
	const cols = modules.map((_, x) => modules.map((row) => row[x]));
	let points = 0;
	for (const line of [...modules, ...cols]) {
		const text = line.join("");
		for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
		points += 40 * [...text.matchAll(LIKE_A_CORNER)].length;
	}
	for (let y = 1; y < size; y++) {
		for (let x = 1; x < size; x++) {
			const sum = modules[y][x] + modules[y - 1][x] + modules[y][x - 1] + modules[y - 1][x - 1];
			if (sum % 4 === 0) points += 3;
		}
	}
	const dark = modules.flat().reduce((sum, module) => sum + module, 0);
	return points + 10 * Math.floor(Math.abs((20 * dark) / size ** 2 - 10));
}

/**
 * The dark modules as an SVG path, one unit each, run by run.
 * @param {number[][]} modules
 */
export function pathOf(modules) {
	return modules.flatMap((row, y) => [...row.join("").matchAll(/1+/g)].map(({ index, 0: run }) =>
		`M${index} ${y}h${run.length}v1h-${run.length}z`)).join("");
}
