// How the sources of the page, of the site and of the widget are written, as far as a program can tell.

import js from "@eslint/js";
import globals from "globals";

const rules = {
  "array-callback-return": "error",
  "consistent-this": "error",
  "curly": ["error", "multi-line"],
  "default-param-last": "off",
  "eqeqeq": "error",
  "no-array-constructor": "error",
  "no-else-return": "error",
  "no-eval": "error",
  "no-lonely-if": "error",
  "no-self-compare": "error",
  "no-sequences": "error",
  "no-shadow": ["error", { hoist: "never", allow: ["_"] }],
  "no-template-curly-in-string": "error",
  "no-throw-literal": "error",
  "no-unmodified-loop-condition": "error",
  "no-unneeded-ternary": "error",
  "no-unreachable-loop": "error",
  "no-unused-expressions": ["error", { allowShortCircuit: true }],
  "no-unused-vars": ["error", { args: "after-used", ignoreRestSiblings: true, argsIgnorePattern: "^_" }],
  "no-useless-concat": "error",
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": ["error", { destructuring: "all" }],
  "prefer-object-spread": "error",
  "require-atomic-updates": "error",
  "yoda": "error",
};
const page = "src/noughts/web/page";
const site = "tools/site";
const sources = [`${page}/*.js`, "src/noughts/notebook/*.js", `${site}/**/*.js`];

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  // `make page` writes these.
  { ignores: [`${page}/rules.js`, `${page}/rules_as_numbers.js`, `${page}/answers.js`, `${page}/boards.js`, `${page}/groups.js`, `${page}/codecs.js`, `${page}/levels.js`, `${page}/learning.js`, `${page}/files.js`] },
  { files: sources, ...js.configs.recommended, rules: { ...js.configs.recommended.rules, ...rules } },
  { files: sources, languageOptions: { globals: globals.browser } },
  { files: [`${site}/static/*.js`, `${site}/*.js`], languageOptions: { sourceType: "script" } },
  { files: [`${page}/sw.js`, `${site}/here/sw.js`], languageOptions: { sourceType: "script", globals: globals.serviceworker } },
  { files: ["tests/web/*.mjs"], ...js.configs.recommended, languageOptions: { globals: globals.node } },
];
