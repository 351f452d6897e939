// The service worker, by which the page works offline: it caches all files of one version together.
//
// It fetches a new version completely beside the old one. The new version takes over once no tab shows the old one.

/* global FILES, VERSION */
importScripts("files.js");

const KEPT = `noughts ${self.registration.scope}`;
const NAME = `${KEPT} ${VERSION}`;

async function keep() {
	const cache = await caches.open(NAME);
	await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

// A browser with static routing takes the files from the cache itself, and starts this script only for other requests.
async function lead(event) {
	if (!event.addRoutes) return; // such a browser may also lack URLPattern
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
	return fetch(request).catch(() => Response.json({ moves: null })); // offline, no server can prove anything
}

self.addEventListener("install", (event) => event.waitUntil(Promise.all([keep(), lead(event)])));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
	if (event.request.method === "GET") event.respondWith(answer(event.request));
});
