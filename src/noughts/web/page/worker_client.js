// Sends questions to the worker, which is started when first needed.

/** Whether `noughts web` may have served the page, and so can prove moves: it serves under these names alone. */
export const IS_SERVED = ["127.0.0.1", "localhost", "[::1]"].includes(globalThis.location?.hostname);

export class Thinker {
	constructor() {
		/** @type {Worker | null} */
		this.worker = null;
		/** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} what to do with each answer, by id */
		this.waiting = new Map();
		this.asked = 0;
	}

	/**
	 * A promise of the answer (see `worker.js`), which is never settled if `stop` is called first.
	 * @param {import("./players.js").Question} question
	 * @returns {Promise<any>}
	 */
	ask(question) {
		this.worker ??= this.start();
		const id = (this.asked += 1);
		this.worker.postMessage({ id, ...question });
		return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
	}

	start() {
		const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
		worker.addEventListener("message", ({ data: { id, error, ...answer } }) => {
			const asked = this.waiting.get(id);
			if (!asked) return;
			this.waiting.delete(id);
			if (error) asked.reject(new Error(error));
			else asked.resolve(answer);
		});
		worker.addEventListener("error", (event) => {
			for (const { reject } of this.waiting.values()) reject(new Error(event.message || "it could not be started"));
			this.waiting.clear();
			this.worker = null;
		});
		return worker;
	}

	/** Drop all questions, and end the worker if it has any. */
	stop() {
		if (!this.waiting.size) return;
		this.worker?.terminate();
		this.worker = null;
		this.waiting.clear();
	}
}
