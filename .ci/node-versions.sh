#!/usr/bin/env bash
# Compilation, tests without the long ones, and one match with other versions of Node. The npm package `node` brings them.
# Usage: .ci/node-versions.sh [VERSION...]. Needs the installed packages of this clone.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- 22 24

for version in "$@"; do
  node=$(npx --yes -p "node@$version" -c 'node -p process.execPath')
  echo "-- Node $("$node" --version)"
  (
    PATH="$(dirname "$node"):$PWD/node_modules/.bin:$PATH"
    rm -f .rcss/compiled.json
    node scripts/compile.mjs
    vitest run
    node scripts/run.mjs match --seed 1 --half-time 10 --logs "$(mktemp -d)"
  )
done
