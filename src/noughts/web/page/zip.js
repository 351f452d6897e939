// Zip archives of members that are stored without compression, as NumPy writes them.
//
// The input may be anything: every size is checked before the bytes to which it refers are read.

const LOCAL = 0x04034b50, ENTRY = 0x02014b50, END = 0x06054b50; // the signatures of the parts
const LOCAL_BYTES = 30, ENTRY_BYTES = 46, END_BYTES = 22;
const VERSION = 20, NEWEST = 63; // of the format: the version written here, and the newest version
const UTF8 = 0x800; // a flag: names are in UTF-8
const MIDNIGHT = 0x21; // 1980-01-01, where zip begins to count

/** An error that says why bytes are not such an archive. */
export class Damaged extends Error {}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
	let sum = byte;
	for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
	return sum;
});

/** @param {Uint8Array} bytes */
export function crc32(bytes) {
	let sum = 0xffffffff;
	for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
	return (sum ^ 0xffffffff) >>> 0;
}

/** @param {Uint8Array} bytes */
function viewOf({ buffer, byteOffset, byteLength }) {
	return new DataView(buffer, byteOffset, byteLength);
}

/**
 * The members of an archive, by name. Throws `Damaged` for other bytes, and for an archive with a compressed member.
 * @param {Uint8Array} bytes
 */
export function unzip(bytes) {
	const view = viewOf(bytes);
	/** @type {(at: number, length: number, what: string) => void} */
	const need = (at, length, what) => {
		if (at + length > bytes.length) throw new Damaged(`its ${what} goes beyond its end`);
	};
	const end = bytes.length - END_BYTES; // NumPy writes no comment after it
	const isArchive = end >= 0 && view.getUint32(end, true) === END && !view.getUint16(end + 20, true);
	if (!isArchive || view.getUint32(end + 12, true) + view.getUint32(end + 16, true) !== end) throw new Damaged("it is not a zip archive");
	const [count, directory] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
	/** @type {Map<string, Uint8Array<ArrayBuffer>>} */
	const members = new Map();
	/** @type {(from: number, size: number) => string} */
	const text = (from, size) => new TextDecoder("latin1").decode(bytes.subarray(from, from + size));
	let [at, free] = [directory, 0]; // the next entry, and where the next member may begin
	for (let member = 0; member < count; member++) {
		need(at, ENTRY_BYTES, "list of members");
		if (view.getUint32(at, true) !== ENTRY) throw new Damaged("its list of members is damaged");
		/** @type {(place: number) => number} */
		const short = (place) => view.getUint16(at + place, true);
		/** @type {(place: number) => number} */
		const long = (place) => view.getUint32(at + place, true);
		const [nameBytes, skipped, size, from] = [short(28), short(30) + short(32), long(24), long(42)];
		need(at + ENTRY_BYTES, nameBytes, "list of members");
		const name = text(at + ENTRY_BYTES, nameBytes);
		if (short(10) !== 0) throw new Damaged("it is packed");
		if (short(8) & ~UTF8 || short(6) > NEWEST) throw new Damaged("its members are not simply stored");
		if (long(20) !== size) throw new Damaged(`the sizes of ${name.slice(0, 40)} differ`);
		if (members.has(name)) throw new Damaged(`it has ${name.slice(0, 40)} twice`);
		need(from, LOCAL_BYTES, "member");
		if (view.getUint32(from, true) !== LOCAL || text(from + LOCAL_BYTES, nameBytes) !== name) throw new Damaged("a member is not where it should be");
		const begin = from + LOCAL_BYTES + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
		if (from < free || begin + size > directory) throw new Damaged(`${name.slice(0, 40)} overlaps what is beside it`);
		free = begin + size;
		const content = bytes.slice(begin, begin + size);
		if (crc32(content) !== long(16)) throw new Damaged(`the checksum of ${name.slice(0, 40)} fails`);
		members.set(name, content);
		at += ENTRY_BYTES + nameBytes + skipped;
	}
	return members;
}

/**
 * An archive of members by name.
 * @param {[name: string, content: Uint8Array][]} members
 */
export function zip(members) {
	/** @type {Uint8Array<ArrayBuffer>[]} */
	const parts = [];
	/** @type {Uint8Array<ArrayBuffer>[]} */
	const entries = [];
	let at = 0;
	for (const [text, content] of members) {
		const name = new TextEncoder().encode(text);
		const shared = [VERSION, 0, 0, 0, MIDNIGHT]; // the version needed, no flags, stored, time and date
		const sizes = [crc32(content), content.length, content.length];
		entries.push(record([[4, ENTRY], [2, VERSION], ...shorts(shared), ...longs(sizes), ...shorts([name.length, 0, 0, 0, 0]), [4, 0], [4, at]]), name);
		const part = [record([[4, LOCAL], ...shorts(shared), ...longs(sizes), ...shorts([name.length, 0])]), name, new Uint8Array(content)];
		parts.push(...part);
		at += length(part);
	}
	const count = members.length;
	const end = record([[4, END], ...shorts([0, 0, count, count]), [4, length(entries)], [4, at], [2, 0]]);
	return join([...parts, ...entries, end]);
}

/** @type {(numbers: number[]) => [2, number][]} */
const shorts = (numbers) => numbers.map((number) => [2, number]);
/** @type {(numbers: number[]) => [4, number][]} */
const longs = (numbers) => numbers.map((number) => [4, number]);

/**
 * Numbers of the given size in bytes, in little-endian order.
 * @param {[bytes: 2 | 4, number: number][]} fields
 */
function record(fields) {
	const made = new Uint8Array(fields.reduce((sum, [bytes]) => sum + bytes, 0));
	const view = viewOf(made);
	let at = 0;
	for (const [bytes, number] of fields) {
		if (bytes === 2) view.setUint16(at, number, true);
		else view.setUint32(at, number, true);
		at += bytes;
	}
	return made;
}

/** @param {Uint8Array[]} parts */
function length(parts) {
	return parts.reduce((sum, part) => sum + part.length, 0);
}

/** @param {Uint8Array[]} parts */
export function join(parts) {
	const whole = new Uint8Array(length(parts));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}
