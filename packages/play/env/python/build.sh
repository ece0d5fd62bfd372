#!/usr/bin/env bash
# Makes what the Python package has from the TypeScript sources: the module of the wire, the schema for the tests, the engine with the teams that it knows and the reader
# of game logs, one JavaScript file each, and the list of scenarios: python/build.sh. A wheel is then built as usual: pip wheel .
# With FILE (python/build.sh FILE), the engine goes to this file, and reader and list are left out.
set -euo pipefail
out=$(realpath -m "${1:-$(dirname "$0")/src/rcss/engine.mjs}")
cd "$(dirname "$0")/.."
node --conditions=@rcss/source --import tsx scripts/python-files.ts
../../../node_modules/.bin/esbuild --bundle --platform=node --format=esm --target=node20 \
  --conditions=@rcss/source --log-level=warning --legal-comments=inline --outfile="$out" <<'ENTRY'
import createChasers from '@rcss/agent/chasers';
import createBaseTeam from '@rcss/base-team';
import { runEngine } from './src/node/main.ts';

await runEngine({ base: createBaseTeam, chasers: createChasers });
ENTRY
[ $# -eq 0 ] || exit 0
# CommonJS, because a dependency of the reader requires modules of Node at run time.
../../../node_modules/.bin/esbuild ../../../packages/serve/log-service/src/python/main.ts --bundle --platform=node --format=cjs --target=node20 \
  --conditions=@rcss/source --log-level=warning --legal-comments=inline --outfile=python/src/rcss/log-reader.cjs
# The first line of the answer of the engine is `D` and four bytes of its length.
echo '{"list": true}' | node "$out" | tail -c +6 >python/src/rcss/scenarios.json
