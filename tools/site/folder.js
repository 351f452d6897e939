// The page of the game where a browser has it from a folder: there it refuses to fetch modules, so
// they are here as texts, each behind those that it imports, and become addresses of their own.
/* global folder */
"use strict";

{
	/** Makes addresses of the texts and of the table, and loads a module; in the page, and again in its worker. */
	const begin = (texts, table, first) => {
		const addresses = {};
		const keep = (name, part, type) => {
			addresses[name] = URL.createObjectURL(new Blob([part], { type }));
		};
		globalThis.folder = {
			load: (name) => import(addresses[name.slice("./".length)]),
			locate: (name) => addresses[name] ?? new URL(name, document.baseURI),
		};
		keep("table.bin", Uint8Array.from(atob(table), (letter) => letter.charCodeAt(0)), "application/octet-stream");
		for (const [name, text] of Object.entries(texts)) {
			const here = text
				.replace(/\b(from|import) "\.\/([\w.-]+)"/g, (_, word, other) => `${word} "${addresses[other]}"`)
				.replaceAll("import(", "folder.load(")
				.replace(', { type: "module" })', ")") // a worker that is one refuses this address, too
				.replace(/new URL\((.+?), import\.meta\.url\)/g, "folder.locate($1)");
			keep(name, here, "text/javascript");
		}
		return { keep, loaded: folder.load(first) };
	};

	/** A worker has to be one script, and what it is told while it loads modules would be lost. */
	const beginWorker = (started) => {
		const early = [];
		const wait = (event) => early.push(event.data);
		addEventListener("message", wait);
		started().loaded.then(() => {
			removeEventListener("message", wait);
			for (const data of early) dispatchEvent(new MessageEvent("message", { data }));
		});
	};

	const texts = "TEXTS";
	const table = "TABLE";
	const { keep } = begin(texts, table, "./main.js");
	const again = `(${begin})(${JSON.stringify(texts)}, "", "./worker.js")`;
	keep("worker.js", `(${beginWorker})(() => ${again})`, "text/javascript");
}
