#!/usr/bin/env bash
# Reads the exports of rcss-log with the programs for which they are made (socceraction, kloppy, databallpy, common-data-format-validator,
# pandas, polars, pyarrow, DuckDB), from the package index, in empty virtual environments, and compares rcss.read_log with them, and pitch control with
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
cp packages/wire/logs/testdata/{sample-v{1,2,3,4,5,6},sample-json,shootout-v6,one-team-v5}.rcg.gz packages/study/stats/testdata/{clips,shootout}/*.rcg.gz "$work/logs"
change() { # change NAME SED...: a log of another kind from a sample with halves of 3 s
  gunzip -c packages/wire/logs/testdata/sample-v6.rcg.gz | LC_ALL=C sed -E "${@:2}" | gzip >"$work/logs/$1.rcg.gz"
}
change extra-time 's/\((half_time|extra_half_time) [0-9]+\)/(\1 1)/g; s/\(nr_extra_halfs 0\)/(nr_extra_halfs 2)/'
change training 's/\(half_time 3\)/(half_time -1)/'
change one-team 's/(\(r [0-9]+\) [0-9]+) 0x[0-9a-f]+/\1 0/g; s/^(\(team [0-9]+ [^ ]+) [^ ]+/\1 null/'
packages/play/env/python/build.sh
PYTHONPATH="$PWD/packages/play/env/python/src" RCSS_LOG="node $PWD/apps/logplayer/bin/rcss-log.js" RCSS_READERS_LOGS="$work/logs" RCSS_READERS_OUT="$work/out" \
  "$work/venv/bin/python" -m pytest -q -p no:cacheprovider packages/study/stats/readers
# databallpy needs other versions of packages.
"$python" -m venv "$work/databallpy"
"$work/databallpy/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: databallpy==0.8.1 pytest==8.4.2
RCSS_READERS_OUT="$work/out" "$work/databallpy/bin/python" -m pytest -q -p no:cacheprovider packages/study/stats/readers/databallpy_reader.py
