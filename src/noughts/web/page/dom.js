// Elements, made and changed.

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, attributes = {}, ...children) {
	return fill(document.createElement(tag), attributes, children);
}

export function makeSvg(tag, attributes = {}, ...children) {
	return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	element.append(...children);
	return element;
}

export function byId(id) {
	return document.getElementById(id);
}

export function setText(element, text) {
	if (element.textContent !== text) element.textContent = text;
}

/** Fetch a style sheet of the page that only a part of it needs; resolves once it applies. */
export function style(name) {
	return new Promise((resolve, reject) => {
		const link = make("link", { rel: "stylesheet", href: new URL(name, import.meta.url) });
		link.addEventListener("load", resolve);
		link.addEventListener("error", () => reject(new Error(`${name} is missing`)));
		document.head.append(link);
	});
}

/** One tab stop for many items; `neighbour(index, key)` is the index a key leads to, or undefined. */
export function rove(container, items, neighbour, signal) {
	items.forEach((item, index) => (item.tabIndex = index ? -1 : 0));
	container.addEventListener("focusin", ({ target }) => {
		const now = items.indexOf(target.closest("[tabindex]"));
		if (now >= 0) items.forEach((item, index) => (item.tabIndex = index === now ? 0 : -1));
	}, { signal });
	container.addEventListener("keydown", (event) => {
		// The numeric pad plays even where it sends arrows.
		if (event.ctrlKey || event.altKey || event.metaKey || event.code.startsWith("Numpad")) return;
		const now = items.indexOf(event.target);
		const next = now < 0 ? undefined : neighbour(now, event.key);
		if (next === undefined) return;
		event.preventDefault();
		items[next].focus();
	}, { signal });
}
