// Functions that make and change elements.

/** @typedef {Record<string, string | number | URL>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export function make(tag, attributes = {}, ...children) {
	return fill(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export function makeSvg(tag, attributes = {}, ...children) {
	return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} Kind
 * @param {Kind} element
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
function fill(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
	element.append(...children);
	return element;
}

/**
 * An element of index.html, or one that the page made, by its id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
	return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * The same for an input.
 * @param {string} id
 */
export function inputById(id) {
	return /** @type {HTMLInputElement} */ (byId(id));
}

/**
 * The closest element around an event's target, which need not be an element.
 * @param {Event} event
 * @param {string} selector
 */
export function closest({ target }, selector) {
	return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;
}

/**
 * @param {Node} element
 * @param {string} text
 */
export function setText(element, text) {
	if (element.textContent !== text) element.textContent = text;
}

/**
 * Set an attribute, or remove it if the value is null: to a screen reader, an empty one says nothing.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
export function attribute(element, name, value) {
	if (value === null) element.removeAttribute(name);
	else element.setAttribute(name, value);
}

/**
 * Fetch a style sheet that only a part of the page needs. Resolves once it applies.
 * @param {string} name
 * @returns {Promise<Event>}
 */
export function style(name) {
	return new Promise((resolve, reject) => {
		const link = make("link", { rel: "stylesheet", href: new URL(name, import.meta.url) });
		link.addEventListener("load", resolve);
		link.addEventListener("error", () => reject(new Error(`${name} is missing`)));
		document.head.append(link);
	});
}

/**
 * One tab stop for many items (a roving tabindex). `neighbour(index, key)` is where a key leads, or undefined.
 * @param {HTMLElement} container
 * @param {HTMLElement[]} items
 * @param {(index: number, key: string) => number | undefined} neighbour
 * @param {AbortSignal} [signal]
 */
export function rove(container, items, neighbour, signal) {
	items.forEach((item, index) => (item.tabIndex = index ? -1 : 0));
	container.addEventListener("focusin", (event) => {
		const now = items.findIndex((item) => item === closest(event, "[tabindex]"));
		if (now >= 0) items.forEach((item, index) => (item.tabIndex = index === now ? 0 : -1));
	}, { signal });
	container.addEventListener("keydown", (event) => {
		// The numeric pad plays in cells, even if it sends arrows.
		if (event.ctrlKey || event.altKey || event.metaKey || event.code.startsWith("Numpad")) return;
		const now = items.findIndex((item) => item === event.target);
		const next = now < 0 ? undefined : neighbour(now, event.key);
		if (next === undefined) return;
		event.preventDefault();
		items[next].focus();
	}, { signal });
}

/** The address of the guide's lessons. The site has them beside the page, and says where. */
export function guidePlace() {
	return document.querySelector("meta[name=guide]")?.getAttribute("content");
}
