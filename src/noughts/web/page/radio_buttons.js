// A choice by radio buttons, each shown as a label to press.

import { make, setText } from "./dom.js";

/**
 * A choice among values. `first` is chosen at the start.
 * @param {string} title
 * @param {string} name
 * @param {Record<string, string>} values with the name of each
 * @param {string} first
 */
export function choices(title, name, values, first) {
	const inputs = new Map(Object.keys(values).map((value) => [value, make("input", { type: "radio", name, value })]));
	const details = new Map(Object.keys(values).map((value) => [value, make("small")]));
	/** @type {<Kind>(from: Map<string, Kind>, value: string) => Kind} */
	const of = (from, value) => /** @type {any} */ (from.get(value));
	of(inputs, first).checked = true;
	const element = make("fieldset", {}, make("legend", {}, title), ...Object.entries(values).map(([value, text]) => make(
		"label", { class: "choice" }, of(inputs, value), make("b", {}, text), of(details, value),
	)));
	return {
		element,
		get value() {
			return [...inputs].find(([, input]) => input.checked)?.[0] ?? first;
		},
		set value(value) {
			of(inputs, value).checked = true;
		},
		/** @type {(value: string, can: boolean) => void} */
		enable: (value, can) => (of(inputs, value).disabled = !can),
		/** @type {(value: string, text: string) => void} */
		detail: (value, text) => setText(of(details, value), text),
	};
}
