// What happens by itself after some time, unless something else happens first.

/** How long a move that is watched stays alone on the board, in milliseconds. */
export const PACES = { slow: 2500, medium: 1200, fast: 400 };
export const NEXT_GAME = 2000; // ms from the end of a game to the next

export class Timers {
	/** @param {() => boolean} isBlocked whether nothing may happen now; `resume` says that it may again */
	constructor(isBlocked) {
		this.isBlocked = isBlocked;
		/** @type {ReturnType<typeof setTimeout> | undefined} */
		this.waiting = undefined;
		this.resume = () => {};
	}

	/**
	 * Do this after so many milliseconds, and forget what waited before.
	 * @param {number} milliseconds
	 * @param {() => void} action
	 */
	start(milliseconds, action) {
		this.stop();
		this.resume = () => this.start(milliseconds, action);
		this.waiting = setTimeout(() => {
			if (this.isBlocked()) return;
			this.stop();
			action();
		}, milliseconds);
	}

	stop() {
		clearTimeout(this.waiting);
		this.resume = () => {};
	}
}
