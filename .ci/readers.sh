#!/usr/bin/env bash
# Reads the exports of rcss-log with the programs for which they are made (socceraction, kloppy, common-data-format-validator, pandas,
# polars, pyarrow), from the package index, in an empty virtual environment, and compares rcss.read_log with them, and pitch control with
# unravelsports and accessible-space. Needs the built apps/logplayer. Skipped with a message where there is no Python 3.10 to 3.12, no
# module venv, or no network. Usage: .ci/readers.sh
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "The tests of the readers of exports are skipped: $1"
  exit 0
}

python=""
for name in python3 python3.12 python3.11 python3.10; do
  if command -v "$name" >/dev/null 2>&1 && "$name" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 12))'; then
    python=$name
    break
  fi
done
[ -n "$python" ] || skip "Python 3.10, 3.11 or 3.12 is needed (socceraction does not support others)."
[ -f apps/logplayer/dist/main.js ] || { echo "apps/logplayer is not built: run npx turbo run build --filter=@rcss/logplayer" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv" >/dev/null 2>&1 || skip "the module venv is not installed."
"$work/venv/bin/python" -m pip download --quiet --no-deps --dest "$work/probe" multimethod==1.12 >/dev/null 2>&1 ||
  skip "the package index cannot be reached."
# A version that the index does not have is an error, not a reason to skip.
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: -r packages/study/stats/readers/requirements.txt
mkdir "$work/logs" "$work/out"
cp packages/wire/logs/testdata/{sample-v{1,2,3,4,5,6},sample-json,shootout-v6}.rcg.gz packages/study/stats/testdata/clips/*.rcg.gz "$work/logs"
packages/play/env/python/build.sh
PYTHONPATH="$PWD/packages/play/env/python/src" RCSS_LOG="node $PWD/apps/logplayer/bin/rcss-log.js" RCSS_READERS_LOGS="$work/logs" RCSS_READERS_OUT="$work/out" \
  "$work/venv/bin/python" -m pytest -q -p no:cacheprovider packages/study/stats/readers
