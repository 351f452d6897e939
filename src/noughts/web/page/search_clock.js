// The limits of a search: a time, or a number of nodes, which gives the same result on every machine.

const NODES_BETWEEN_LOOKS = 127; // nodes between two looks at the time, minus 1

/** The search has to end with the results that it has. */
export class OutOfTime extends Error {}

export class Clock {
	/**
	 * A limit in milliseconds from now, in nodes, or both.
	 * @param {{ milliseconds?: number, nodes?: number }} limits
	 */
	constructor({ milliseconds = Infinity, nodes = Infinity }) {
		this.end = performance.now() + milliseconds;
		this.most = nodes;
		this.used = 0;
	}

	/** Count a node. Throws `OutOfTime` if none is left. */
	spend() {
		if (this.used >= this.most) throw new OutOfTime();
		if ((this.used & NODES_BETWEEN_LOOKS) === 0 && performance.now() >= this.end) throw new OutOfTime();
		this.used += 1;
	}

	get isSpent() {
		return this.used >= this.most || performance.now() >= this.end;
	}

	/**
	 * A separate clock with a part of the remaining time and nodes, and up to `most` nodes. `take` counts its use.
	 * @param {number} part
	 * @param {number} most
	 */
	share(part, most = Infinity) {
		const milliseconds = (this.end - performance.now()) * part;
		const nodes = Math.min(most, (this.most - this.used) * part);
		return new Clock({ milliseconds: Math.max(0, milliseconds), nodes });
	}

	/** @param {Clock} share */
	take(share) {
		this.used += share.used;
	}
}

/**
 * The result of `search` within a part of a clock, or null if that was not enough.
 * @template T
 * @param {Clock} clock
 * @param {number} part
 * @param {(share: Clock) => T} search
 */
export function within(clock, part, search) {
	const share = clock.share(part);
	try {
		return search(share);
	} catch (error) {
		if (!(error instanceof OutOfTime)) throw error;
		return null;
	} finally {
		clock.take(share);
	}
}
