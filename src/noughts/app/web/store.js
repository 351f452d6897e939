// What the browser remembers: settings and scores. Where storage is turned off, the page remembers
// them as long as it is open.

export class Store {
  constructor(open = () => window.localStorage) {
    this.values = {};
    try {
      this.area = open();
      this.values = { ...JSON.parse(this.area.getItem("noughts")) };
    } catch {
      this.values = {}; // turned off, or not ours: begin afresh
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
