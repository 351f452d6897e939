// What happens by itself after some time, unless something else happens first.

/** How long a move that is watched stays alone on the board, in milliseconds. */
export const PACES = { slow: 2500, medium: 1200, fast: 400 };
export const NEXT_GAME = 2000; // ms from the end of a game to the next

export class Later {
	constructor() {
		/** @type {number | undefined} */
		this.waiting = undefined;
	}

	/**
	 * Do this after so many milliseconds, and forget what waited before.
	 * @param {number} milliseconds
	 * @param {() => void} action
	 */
	start(milliseconds, action) {
		this.stop();
		this.waiting = setTimeout(action, milliseconds);
	}

	stop() {
		clearTimeout(this.waiting);
	}
}
