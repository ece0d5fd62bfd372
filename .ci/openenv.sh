#!/usr/bin/env bash
# The client of OpenEnv, from the package index, against the environment of `rcss mcp --openenv`. Needs the build.
# Skipped with a message where there is no Python 3.10, no module venv, or no network. Usage: .ci/openenv.sh
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "The test with the client of OpenEnv is skipped: $1"
  exit 0
}

python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip "Python 3.10 or later is needed."
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
python3 -m venv "$work/venv" >/dev/null 2>&1 || skip "the module venv is not installed."
"$work/venv/bin/python" -m pip install --quiet openenv-core==0.3.0 || skip "the package index cannot be reached."
node apps/mcp/bin/rcss-mcp.js --openenv 0 2>"$work/address" &
server=$!
until grep -q '^Address: ' "$work/address"; do
  kill -0 "$server" || { cat "$work/address"; exit 1; }
  sleep 0.2
done
"$work/venv/bin/python" apps/mcp/test/openenv_client.py "$(sed -n 's/^Address: //p' "$work/address")" "$@"
