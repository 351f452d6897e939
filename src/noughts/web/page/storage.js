// Settings and scores. Where storage is turned off, they last as long as the page is open.
//
// What is stored may be anything. Only what was found good is written again.

export class PageStorage {
	constructor() {
		/** @type {Record<string, unknown>} */
		this.values = {};
		/** @type {any} */
		this.stored = null;
		try {
			this.stored = JSON.parse(localStorage.getItem("noughts") ?? "null");
		} catch {
			// turned off, or not ours
		}
	}

	/**
	 * What is stored, if it is one of these values, or one of which they say so.
	 * @template T
	 * @param {string} name
	 * @param {T[] | ((value: any) => boolean)} values
	 * @param {T} otherwise
	 * @returns {T}
	 */
	get(name, values, otherwise) {
		const value = this.stored?.[name];
		if (!(typeof values === "function" ? values(value) : values.includes(value))) return otherwise;
		return (this.values[name] = value);
	}

	/**
	 * @param {string} name
	 * @param {unknown} value
	 */
	set(name, value) {
		this.values[name] = value;
		try {
			localStorage.setItem("noughts", JSON.stringify(this.values));
		} catch {
			// Turned off or full; `values` still has it.
		}
	}
}
