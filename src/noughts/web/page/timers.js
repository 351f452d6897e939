// What happens by itself after some time, unless something else happens first; never behind an open dialog.

/** How long a move that is watched stays alone on the board, in milliseconds. */
export const PACES = { slow: 2500, medium: 1200, fast: 400 };
export const NEXT_GAME = 2000; // ms from the end of a game to the next

export class Timers {
	constructor() {
		/** @type {number | undefined} */
		this.waiting = undefined;
		/** @type {() => void} */
		this.again = () => {};
		document.addEventListener("close", () => this.again(), true); // of a dialog: it does not bubble
	}

	/**
	 * Do this after so many milliseconds, and forget what waited before.
	 * @param {number} milliseconds
	 * @param {() => void} action
	 */
	start(milliseconds, action) {
		this.stop();
		this.again = () => this.start(milliseconds, action);
		this.waiting = setTimeout(() => {
			if (document.querySelector("dialog[open]")) return;
			this.stop();
			action();
		}, milliseconds);
	}

	stop() {
		clearTimeout(this.waiting);
		this.again = () => {};
	}
}
