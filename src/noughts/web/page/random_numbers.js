// The library's random numbers, SplitMix64: a state grows by equal steps, and each number is a mix of the state's bits.

import { FACTORS, HALF, SHIFTS, STEP } from "./learning.js";

/** @param {bigint} state */
function mixed(state) {
	let number = state;
	FACTORS.forEach((factor, i) => {
		number = BigInt.asUintN(64, (number ^ (number >> SHIFTS[i])) * factor);
	});
	return number ^ (number >> SHIFTS[FACTORS.length]);
}

export class RandomNumbers {
	/** @param {bigint} state */
	constructor(state = crypto.getRandomValues(new BigUint64Array(1))[0]) {
		this.state = state;
	}

	/**
	 * The next random number, as an integer from 0 to `count` - 1.
	 * @param {number} count
	 */
	below(count) {
		this.state = BigInt.asUintN(64, this.state + STEP);
		return Number(((mixed(this.state) >> HALF) * BigInt(count)) >> HALF);
	}
}
