// Integers as a person types them.

import { Refusal } from "./position.js";

/**
 * The number in a text: decimal, hexadecimal after 0x, or binary after 0b. Blanks and _ between digits are ignored.
 * @param {string} typed
 * @param {{ name: string, least?: number, most: number }} what
 */
export function parseNumber(typed, { name, least = 0, most }) {
	const text = typed.replace(/[\s_]/g, "");
	const match = /^([+-]?)(\d+|0x[\da-f]+|0b[01]+)$/i.exec(text);
	if (!match) {
		throw new Refusal(`“${typed}” is not a number; write decimal, 0x and hex, or 0b and bits`);
	}
	const number = Number(match[2]) * (match[1] === "-" ? -1 : 1);
	if (number < least || number > most) {
		throw new Refusal(`${typed.trim()} is out of range: ${name} is ${least} to ${most}`);
	}
	return number;
}

/** @param {number} number */
export function hex(number) {
	return `0x${(number >>> 0).toString(16).toUpperCase()}`;
}
