// Settings and scores. Where storage is turned off, they last as long as the page is open.

export class Store {
	constructor() {
		try {
			this.area = localStorage;
			this.values = { ...JSON.parse(this.area.getItem("noughts")) };
		} catch {
			this.values = {}; // turned off, or not ours
		}
	}

	get(name, otherwise) {
		return this.values[name] ?? otherwise;
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
