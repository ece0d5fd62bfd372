#!/usr/bin/env bash
# kaggle-environments, from the package index, with the environment of apps/mcp/kaggle. Needs the build.
# Skipped with a message where there is no Python 3.11, no module venv, or no network. Usage: .ci/kaggle.sh [EPISODES] [CYCLES] [FIRST_SEED]
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "The test with kaggle-environments is skipped: $1"
  exit 0
}

python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || skip "Python 3.11 or later is needed."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv" >/dev/null 2>&1 || skip "the module venv is not installed."
"$work/venv/bin/python" -m pip install --quiet kaggle-environments==1.33.2 || skip "the package index cannot be reached."
export RCSS_MCP="node $PWD/apps/mcp/bin/rcss-mcp.js" PYTHONPATH="$PWD/apps/mcp/kaggle" PYTHONDONTWRITEBYTECODE=1
"$work/venv/bin/python" apps/mcp/test/kaggle_client.py "$@"
