#!/bin/sh
# Checks the page's sources with tools of Node.js: `check.sh lint` by ESLint, `check.sh types` by the
# TypeScript compiler, which reads their JSDoc. Where npm is missing it says so and lets the rest go on;
# where NOUGHTS_NEED names npm, as CI does, it fails.
set -eu
cd "${0%/*}"
if ! command -v npm >/dev/null; then
  case " ${NOUGHTS_NEED:-} " in
    *" npm "*) echo "npm must be here (NOUGHTS_NEED), and is not" >&2; exit 1 ;;
  esac
  echo "no npm on this machine: $1 of src/noughts/web/page is skipped"
  exit 0
fi
# What was installed is kept until another version is asked for.
if ! cmp -s package-lock.json node_modules/installed.json; then
  echo "Installing what checks the page's sources, once."
  npm ci --silent --no-audit --no-fund
  cp package-lock.json node_modules/installed.json
fi
exec npm run --silent "$1"
