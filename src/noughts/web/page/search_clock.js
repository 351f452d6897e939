// When a search has to stop: at a time, or after so many nodes, which are the same on every machine.

const NODES_BETWEEN_LOOKS = 127; // at the time, less one

/** What a search found so far has to do. */
export class OutOfTime extends Error {}

export class Clock {
	/**
	 * Milliseconds from now on, or nodes; what is not given has no limit.
	 * @param {{ milliseconds?: number, nodes?: number }} limits
	 */
	constructor({ milliseconds = Infinity, nodes = Infinity }) {
		this.end = performance.now() + milliseconds;
		this.most = nodes;
		this.used = 0;
	}

	/** Count a node. Throws `OutOfTime` where there was none left. */
	spend() {
		if (this.used >= this.most) throw new OutOfTime();
		if ((this.used & NODES_BETWEEN_LOOKS) === 0 && performance.now() >= this.end) throw new OutOfTime();
		this.used += 1;
	}

	get isSpent() {
		return this.used >= this.most || performance.now() >= this.end;
	}

	/**
	 * A part of what is left, at `most` so many nodes, as a clock of its own; `take` counts what it used.
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
 * What `search` gives within a part of a clock, or null where that was not enough.
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
