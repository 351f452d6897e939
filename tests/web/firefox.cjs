// Playwright's driver with this loaded takes a Firefox that emulates no media: that is asked for, but not insisted on.

const Module = require("node:module");

const ASKED = '.send("emulation.setMediaFeaturesOverride"';
const compile = Module.prototype._compile;
Module.prototype._compile = function (text, name, ...rest) {
  return compile.call(this, text.replaceAll(ASKED, ASKED.replace("send", "sendMayFail")), name, ...rest);
};
