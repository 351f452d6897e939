#!/bin/sh
# Checks the page's sources with tools of Node.js: `check.sh lint` by ESLint, `check.sh types` by the
# TypeScript compiler, which reads their JSDoc. Where npm or its registry is missing it says so and lets
# the rest go on; where NOUGHTS_NEED names npm, it fails.
set -eu
cd "${0%/*}"

skip() {
  case " ${NOUGHTS_NEED:-} " in
    *" npm "*) echo "npm must be here (NOUGHTS_NEED): $1" >&2; exit 1 ;;
  esac
  echo "$1: $2 of JavaScript is skipped"
  exit 0
}

command -v npm >/dev/null || skip "no npm on this machine" "$1"
# What was installed is kept until another version is asked for.
if ! cmp -s package-lock.json node_modules/installed.json; then
  echo "Installing what checks the page's sources, once."
  npm ci --silent --no-audit --no-fund || skip "npm cannot install the checks" "$1"
  cp package-lock.json node_modules/installed.json
fi
exec npm run --silent "$1"
