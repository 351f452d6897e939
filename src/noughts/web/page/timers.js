// A timer for the next automatic action, which any other action cancels.

/** The milliseconds between two moves of a watched game. */
export const PACES = { slow: 2500, medium: 1200, fast: 400 };
export const NEXT_GAME = 2000; // ms from the end of a game to the next

export class Timers {
	/** @param {() => boolean} isBlocked whether actions have to wait now; `resume` runs a waiting action */
	constructor(isBlocked) {
		this.isBlocked = isBlocked;
		/** @type {ReturnType<typeof setTimeout> | undefined} */
		this.waiting = undefined;
		this.resume = () => {};
	}

	/**
	 * Run an action after a number of milliseconds, in place of any action that waited before.
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
