// Asks the worker, which is started when it is first wanted.

export class Thinker {
	constructor() {
		this.worker = null;
		this.waiting = new Map(); // by id: what to do with the answer
		this.asked = 0;
	}

	/** A promise of the answer; see `worker.js`. Never settled where `stop` comes first. */
	ask(question) {
		this.worker ??= this.start();
		const id = (this.asked += 1);
		this.worker.postMessage({ id, ...question });
		return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
	}

	start() {
		const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
		worker.addEventListener("message", ({ data: { id, error, ...answer } }) => {
			const { resolve, reject } = this.waiting.get(id);
			this.waiting.delete(id);
			if (error) reject(new Error(error));
			else resolve(answer);
		});
		worker.addEventListener("error", (event) => {
			for (const { reject } of this.waiting.values()) reject(new Error(event.message || "it could not be started"));
			this.waiting.clear();
			this.worker = null;
		});
		return worker;
	}

	/** Give up whatever it thinks about. */
	stop() {
		if (!this.waiting.size) return;
		this.worker.terminate();
		this.worker = null;
		this.waiting.clear();
	}
}
