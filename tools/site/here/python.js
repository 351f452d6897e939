// Python in a worker, so that a loop without an end does not take the page along. It is sent a text to
// run, or the answer to what `input` asks; it sends what is loaded, what is printed, and how it ended.

import "../files.js";

const { PYTHON, PYTHON_BYTES } = self;
const there = new URL(`../${PYTHON}`, import.meta.url);
const fetched = self.fetch;
let loaded = 0;

/** Fetches, and tells the page how far it is. */
self.fetch = async (...asked) => {
	const answer = await fetched(...asked);
	if (!answer.ok || !answer.body) return answer;
	const counted = new TransformStream({
		transform(part, out) {
			loaded += part.length;
			postMessage({ loaded, whole: PYTHON_BYTES });
			out.enqueue(part);
		},
	});
	return new Response(answer.body.pipeThrough(counted), answer);
};

async function begin() {
	const beside = (name) => fetched(new URL(name, import.meta.url));
	const [{ loadPyodide }, library, session] = await Promise.all([
		import(new URL("pyodide.mjs", there)),
		beside("noughts.zip").then((answer) => answer.arrayBuffer()),
		beside("session.py").then((answer) => answer.text()),
	]);
	const python = await loadPyodide({ indexURL: there.href, packageBaseUrl: there.href });
	python.unpackArchive(library, "zip", { extractDir: "/library" });
	python.runPython(session);
	const show = (text) => postMessage({ shown: text });
	const ask = (question) => new Promise((resolve) => {
		answered = resolve;
		postMessage({ asked: question });
	});
	return python.globals.get("in_the_page")(show, ask);
}

/** @type {(answer: string) => void} */
let answered;
const run = begin();

self.addEventListener("message", async ({ data: { answer, text } }) => {
	if (answer !== undefined) {
		answered(answer);
		return;
	}
	try {
		const running = await run;
		postMessage({ ended: await running.callPromising(text) });
	} catch (error) {
		postMessage({ failed: String(error) });
	}
});
