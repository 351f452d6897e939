// The two buttons that share a link to the game.

import { because, headline, say, tell } from "./announcements.js";
import { byId } from "./dom.js";
import { IS_SERVED } from "./worker_client.js";

const COMMAND = document.documentElement.dataset.live ? "serve" : "web";
/** Of a link that nobody else can open: how to change that. Else empty. */
export const ALONE = IS_SERVED ? `Only this machine can open it. Start “noughts ${COMMAND} --host”, and open the page where it says.` : "";

/**
 * Let the buttons work; the link is asked for when one is pressed.
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
		headline("The link is copied.", ALONE && `Others need “noughts ${COMMAND} --host” to open it.`); // beside two buttons, too
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
