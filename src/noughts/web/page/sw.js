// The page without a network: all of its files, kept together as they were at one time.
//
// A new version is fetched whole beside the old one, and takes its place once no tab shows the old one.

/* global FILES, VERSION */
importScripts("files.js");

const KEPT = `noughts ${self.registration.scope}`;
const NAME = `${KEPT} ${VERSION}`;

async function keep() {
	const cache = await caches.open(NAME);
	await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

// A browser that can be told so goes to the files by itself, and starts this script for nothing but the rest.
async function lead(event) {
	if (!event.addRoutes) return; // nor is there, perhaps, a URLPattern
	const here = new URL("./", self.location).pathname;
	const kept = [here, `${here}:name.:ending`].map((pathname) => new URLPattern({ pathname }));
	await event.addRoutes(kept.map((urlPattern) => ({ condition: { urlPattern }, source: { cacheName: NAME } })));
}

async function forgetOthers() {
	const names = await caches.keys();
	const others = names.filter((name) => name.startsWith(`${KEPT} `) && name !== NAME);
	await Promise.all(others.map((name) => caches.delete(name)));
}

async function answer(request) {
	const cache = await caches.open(NAME);
	const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
	if (kept || !new URL(request.url).pathname.endsWith("/proofs")) return kept ?? fetch(request);
	return fetch(request).catch(() => Response.json({ moves: null })); // there is nobody who could prove anything
}

self.addEventListener("install", (event) => event.waitUntil(Promise.all([keep(), lead(event)])));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
	if (event.request.method === "GET") event.respondWith(answer(event.request));
});
