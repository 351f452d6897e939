// A link as a QR code, in a dialog, for a phone across the table.

import { make, makeSvg } from "./dom.js";
import { pathOf, qr } from "./qr.js";
import { IS_SERVED } from "./worker_client.js";

const QUIET = 4; // modules without anything, around a code
/** @type {HTMLDialogElement | null} */
let dialog = null;

/**
 * Show a link as a code; what was shown before goes.
 * @param {string} link
 */
export function showCode(link) {
	dialog ??= makeDialog();
	const modules = qr(link);
	const side = modules.length + 2 * QUIET;
	const code = makeSvg(
		"svg", { class: "code", viewBox: `${-QUIET} ${-QUIET} ${side} ${side}`, role: "img", "aria-label": "QR code of the link" },
		makeSvg("path", { d: pathOf(modules), "shape-rendering": "crispEdges" }),
	);
	const text = make("a", { href: link }, link);
	const alone = IS_SERVED ? [make("p", {}, "Only this machine can open it. “noughts web --host” lets a phone in your network open it, too.")] : [];
	/** @type {Element} */ (dialog.lastElementChild).replaceChildren(code, make("p", {}, text), ...alone);
	if (!dialog.open) dialog.showModal();
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
