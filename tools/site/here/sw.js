// The pages that run examples, and their Python, without a network. A page comes from the network where
// there is one. Python, whose folder is named for its version, is fetched when it is first asked for.

/* global FILES, PYTHON, VERSION */
importScripts("files.js");

const OURS = `site ${self.registration.scope}`;
const PAGES_KEPT = `${OURS} ${VERSION}`;
const PYTHON_KEPT = `${OURS} ${PYTHON}`;

async function keep() {
	const cache = await caches.open(PAGES_KEPT);
	await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
	await self.skipWaiting();
}

async function begin() {
	const names = await caches.keys();
	const others = names.filter((name) => name.startsWith(`${OURS} `) && name !== PAGES_KEPT && name !== PYTHON_KEPT);
	await Promise.all(others.map((name) => caches.delete(name)));
	await self.clients.claim();
}

async function python(request) {
	const cache = await caches.open(PYTHON_KEPT);
	const kept = await cache.match(request);
	if (kept) return kept;
	const answer = await fetch(request);
	if (answer.ok) await cache.put(request, answer.clone());
	return answer;
}

async function page(request) {
	try {
		return await fetch(request);
	} catch (error) {
		const cache = await caches.open(PAGES_KEPT);
		const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
		if (kept) return kept;
		throw error;
	}
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("fetch", (event) => {
	const { method, url } = event.request;
	if (method !== "GET" || !url.startsWith(self.registration.scope)) return;
	event.respondWith(url.includes(`/${PYTHON}`) ? python(event.request) : page(event.request));
});
