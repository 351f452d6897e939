// The two buttons that share the link to the game.

import { because, headline, say, tell } from "./announcements.js";
import { byId } from "./dom.js";
import { IS_SERVED } from "./worker_client.js";

const COMMAND = document.documentElement.dataset.live ? "serve" : "web";
/** If nobody else can open the link, how to change that; otherwise empty. */
export const ALONE = IS_SERVED ? `Only this machine can open it. Start “noughts ${COMMAND} --host”, and open the page where it says.` : "";

/**
 * Enable the buttons. `link()` is called when a button is pressed.
 * @param {() => string} link
 */
export function enableSharing(link) {
	byId("share").addEventListener("click", () => copy(link()));
	byId("code").addEventListener("click", () => show(link()));
}

/** @param {string} link */
async function copy(link) {
	try {
		await navigator.clipboard.writeText(link);
		say(`The link is copied. ${ALONE}`);
		headline("The link is copied.", ALONE && `Others need “noughts ${COMMAND} --host” to open it.`); // short enough to stand beside two buttons
	} catch {
		say(`Copy this link: ${link}`);
		headline(link);
	}
}

/** @param {string} link */
async function show(link) {
	try {
		const { showCode } = await import("./qr_dialog.js");
		showCode(link);
	} catch (error) {
		tell(error instanceof RangeError ? "This link is too long for a QR code. Copy it instead."
			: `The QR code could not be fetched: ${because(error)}`);
	}
}
