// Arrays in NumPy's format 1.0: a header with the type and the shape, and the items in little-endian order.

import { Damaged, join } from "./zip.js";

/** @typedef {"|u1" | "<i4" | "<i8" | "<f4"} Dtype */
/** @typedef {{ dtype: string, shape: number[], data: Uint8Array<ArrayBuffer> }} Content an array from a file, not yet checked */

const MAGIC = [0x93, ..."NUMPY"].map((one) => (typeof one === "string" ? one.charCodeAt(0) : one));
const BEGIN = 10; // bytes before the header: the magic string, the version, and the header's length
const ALIGNED = 64; // the items begin at a multiple of this
const HEADER = /^\{'descr': '([^']{1,8})', 'fortran_order': False, 'shape': \((|\d+,|\d+(?:, \d+)+)\), \} *\n$/;
/** @type {Record<Dtype, string>} NumPy's names of the types */
export const DTYPES = { "|u1": "uint8", "<i4": "int32", "<i8": "int64", "<f4": "float32" };

/**
 * Read an array of a file.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Content}
 */
export function readArray(bytes) {
	const isOurs = [...MAGIC, 1, 0].every((byte, at) => bytes[at] === byte);
	if (!isOurs || bytes.length < BEGIN) throw new Damaged("an array in it is not of NumPy's format 1.0");
	const end = BEGIN + bytes[8] + 256 * bytes[9];
	const header = HEADER.exec(new TextDecoder("latin1").decode(bytes.subarray(BEGIN, end)));
	if (!header) throw new Damaged("the header of an array in it is damaged");
	return { dtype: header[1], shape: header[2].split(",").filter((size) => size.trim()).map(Number), data: bytes.slice(end) };
}

/**
 * The bytes of an array in a file, from its items in memory.
 * @param {Dtype} dtype
 * @param {number[]} shape
 * @param {Uint8Array} data
 */
export function writeArray(dtype, shape, data) {
	const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
	const text = `{'descr': '${dtype}', 'fortran_order': False, 'shape': (${sizes}), }`;
	const padded = `${text}${" ".repeat((2 * ALIGNED - ((BEGIN + text.length + 1) % ALIGNED)) % ALIGNED)}\n`;
	const head = new Uint8Array([...MAGIC, 1, 0, padded.length & 255, padded.length >> 8]);
	return join([head, new TextEncoder().encode(padded), data]);
}
