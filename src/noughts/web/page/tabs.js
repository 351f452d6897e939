// The panel beside the board. It shows one tab at a time, and fetches a tab's modules when the tab is first needed.

import { byId, rove } from "./dom.js";

export const TABS = ["moves", "bits", "lesson", "learn", "daily"];
const BESIDE = "(min-width: 64rem)"; // on a narrower screen the panel is below the board

/** @returns {boolean} whether there is room for the panel beside the board */
export function isBeside() {
	return window.matchMedia(BESIDE).matches;
}

export class Tabs {
	/**
	 * @param {Record<string, () => Promise<{ draw(): void }>>} makers make the content of each tab, which
	 *   then draws itself
	 * @param {{ chosen(name: string): void, changed(): void, failed(error: Error): void }} told are called after a
	 *   person's choice, when a tab is shown or made, and when something cannot be fetched
	 */
	constructor(makers, { chosen, changed, failed }) {
		this.makers = makers;
		this.changed = changed;
		this.failed = failed;
		/** @type {string | null} */
		this.shown = null;
		/** @type {Record<string, Promise<{ draw(): void }>>} */
		this.making = {};
		/** @type {Record<string, { draw(): void }>} */
		this.contents = {};
		this.buttons = TABS.map((name) => byId(`tab-${name}`));
		rove(byId("tabs"), this.buttons, (now, key) => {
			const to = new Map([["ArrowLeft", now - 1], ["ArrowRight", now + 1], ["Home", 0], ["End", TABS.length - 1]]).get(key);
			return to === undefined ? undefined : (to + TABS.length) % TABS.length;
		});
		this.buttons.forEach((button, at) => button.addEventListener("click", async () => {
			chosen(TABS[at]);
			await this.show(TABS[at]);
			this.comeIntoView();
		}));
	}

	/**
	 * Show a tab, once its content is made.
	 * @param {string} name
	 */
	async show(name) {
		this.shown = name;
		this.buttons.forEach((button, at) => {
			button.setAttribute("aria-selected", `${TABS[at] === name}`);
			button.tabIndex = TABS[at] === name ? 0 : -1;
			byId(TABS[at]).hidden = TABS[at] !== name;
		});
		this.changed();
		try {
			this.making[name] ??= this.makers[name]();
			this.contents[name] = await this.making[name];
		} catch (error) {
			delete this.making[name]; // the next attempt may succeed
			this.failed(/** @type {Error} */ (error));
		}
		this.changed();
		this.draw();
	}

	/** Draw the shown tab, if its content is made. */
	draw() {
		if (this.shown) this.contents[this.shown]?.draw();
	}

	/** If the panel is below the board, scroll as far as needed to see it, or to its top if it is too tall. */
	comeIntoView(element = byId("panel")) {
		if (isBeside()) return;
		if (document.querySelector(".teaching")) return window.scrollTo(0, 0); // a lesson begins above its board
		const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
		const block = element.offsetHeight > window.innerHeight ? "start" : "nearest";
		element.scrollIntoView({ block, behavior: still ? "auto" : "smooth" });
	}
}
