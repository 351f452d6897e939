// Playwright's driver with this loaded emulates colour schemes, motion and touch in Debian's Firefox, which it does
// not do by itself: it asks the browser's own scripts, to which --remote-allow-system-access is the key.

const Module = require("node:module");

const FINGER = 1; // of ui.primaryPointerCapabilities
const MOUSE = 6;
const MEDIA = `await this._session.send("emulation.setMediaFeaturesOverride", {`;
const DEFAULT_MEDIA = `await this._browser._browserSession.send("emulation.setMediaFeaturesOverride", {`;
const CREATED = "const page = this._browser._bidiPages.get(context)._page;";
const NAMELESS = "if (!event.download && !event.navigation)"; // a file that the page made itself
const POINTER = `pointerType: Input.PointerType.Mouse`;
const TAP = /(RawTouchscreenImpl2 = class \{\s+constructor\(session\) \{\s+this\._session = session;\s+\}\s+async tap\(progress2, x, y, modifiers\) \{)(\s+\})/;

/** Emulate what Playwright was asked for: at once in this page, and by settings in whatever it leads to. */
globalThis.emulate = async ({ _session, _browserContext, _page }) => {
  const { colorScheme, reducedMotion } = _page.emulatedMedia();
  _session.touches = Boolean(_browserContext._options.hasTouch);
  const overrides = {
    prefersColorSchemeOverride: colorScheme,
    prefersReducedMotionOverride: reducedMotion,
    touchEventsOverride: _session.touches ? "enabled" : "none",
  };
  const pointer = _session.touches ? FINGER : MOUSE;
  const settings = {
    "layout.css.prefers-color-scheme.content-override": colorScheme === "dark" ? 0 : 1,
    "ui.prefersReducedMotion": reducedMotion === "reduce" ? 1 : 0,
    "ui.primaryPointerCapabilities": pointer,
    "ui.allPointerCapabilities": pointer,
  };
  const expression = `{
    const { NavigableManager } = ChromeUtils.importESModule("chrome://remote/content/shared/NavigableManager.sys.mjs");
    const page = NavigableManager.getBrowsingContextById("${_session.sessionId}");
    Object.assign(page, ${JSON.stringify(overrides)});
    for (const entry of Object.entries(${JSON.stringify(settings)})) Services.prefs.setIntPref(...entry);
  }`;
  const { contexts } = await _session.send("browsingContext.getTree", { "moz:scope": "chrome" });
  const target = { context: contexts[0].context };
  const done = await _session.send("script.evaluate", { expression, target, awaitPromise: false });
  if (done.type !== "success") throw new Error(done.exceptionDetails.text);
};

/** A finger is a pointer, too. */
globalThis.tap = async (session, x, y) => {
  const actions = [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
  const finger = { type: "pointer", id: "finger", parameters: { pointerType: "touch" }, actions };
  await session.send("input.performActions", { context: session.sessionId, actions: [finger] });
};

const compile = Module.prototype._compile;
Module.prototype._compile = function (text, name, ...rest) {
  const patched = text
    .replace(MEDIA, `return globalThis.emulate(this); ${MEDIA}`)
    .replace(DEFAULT_MEDIA, DEFAULT_MEDIA.replace(".send(", ".sendMayFail("))
    .replace(CREATED, `${CREATED} await page.delegate.updateEmulateMedia();`)
    .replaceAll(NAMELESS, `event.download ??= event.navigation ?? event.url; ${NAMELESS}`)
    .replace(POINTER, `pointerType: this._session.touches ? "touch" : "mouse"`)
    .replace(TAP, "$1 await globalThis.tap(this._session, x, y); $2");
  return compile.call(this, patched, name, ...rest);
};
