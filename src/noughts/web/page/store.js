// Settings and scores. Where storage is turned off, they last as long as the page is open.
//
// What is stored may be anything. Only what was found good is written again.

export class Store {
	constructor() {
		this.values = {};
		try {
			this.area = localStorage;
			this.stored = JSON.parse(this.area.getItem("noughts"));
		} catch {
			// turned off, or not ours
		}
	}

	/** What is stored, if it is one of these values. */
	get(name, values, otherwise) {
		const value = this.stored?.[name];
		if (!values.includes(value)) return otherwise;
		return (this.values[name] = value);
	}

	set(name, value) {
		this.values[name] = value;
		try {
			this.area.setItem("noughts", JSON.stringify(this.values));
		} catch {
			// Turned off or full; `values` still has it.
		}
	}
}
