// A dialog with a link as a QR code, for a phone across the table.

import { make, makeSvg } from "./dom.js";
import { pathOf, qr } from "./qr.js";
import { ALONE } from "./share_buttons.js";

const QUIET = 4; // blank modules around a code (the quiet zone)
/** @type {HTMLDialogElement | null} */
let dialog = null;

/**
 * Show a link, with its QR code if another device can open it, in place of the last one.
 * @param {string} link
 */
export function showCode(link) {
	const shown = ALONE ? make("p", {}, `There is no QR code of this link. ${ALONE}`) : codeOf(link);
	dialog ??= makeDialog();
	/** @type {Element} */ (dialog.lastElementChild).replaceChildren(shown, make("p", {}, make("a", { href: link }, link)));
	if (!dialog.open) dialog.showModal();
}

/** @param {string} link */
function codeOf(link) {
	const modules = qr(link);
	const side = modules.length + 2 * QUIET;
	return makeSvg(
		"svg", { class: "code", viewBox: `${-QUIET} ${-QUIET} ${side} ${side}`, role: "img", "aria-label": "QR code of the link" },
		makeSvg("path", { d: pathOf(modules), "shape-rendering": "crispEdges" }),
	);
}

function makeDialog() {
	const close = make("button", { class: "primary", autofocus: "" }, "Close");
	const made = make(
		"dialog", { id: "shared", "aria-labelledby": "shared-title" },
		make("div", { class: "sheet-head" }, make("h2", { id: "shared-title" }, "This game"), close),
		make("div"),
	);
	close.addEventListener("click", () => made.close());
	made.addEventListener("click", ({ target }) => target === made && made.close()); // beside it
	document.body.append(made);
	return made;
}
