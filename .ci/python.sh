#!/usr/bin/env bash
# The Python package of the environments, with numpy, Gymnasium and PettingZoo from the package index, in an empty virtual environment.
# Skipped with a message where there is no Python, no module venv, or no network. Usage: .ci/python.sh
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "The tests of the Python package are skipped: $1"
  exit 0
}

command -v python3 >/dev/null 2>&1 || skip "python3 is not installed."
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || skip "Python 3.9 or later is needed."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv" >/dev/null 2>&1 || skip "the module venv is not installed."
python="$work/venv/bin/python"
"$python" -m pip install --quiet pytest mypy==2.4.1 numpy gymnasium pettingzoo pygame hatchling || skip "the package index cannot be reached."
"$python" -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$work/wheels" packages/play/env/python
"$python" -m pip install --quiet --no-deps "$work"/wheels/rcss-*.whl
"$python" -m mypy --strict --package rcss
"$python" -m mypy --strict --exclude examples/libraries packages/play/env/python/examples
# The networks of the learner are small: more threads only wait for each other.
export OPENBLAS_NUM_THREADS=1
"$python" -m pytest -q -p no:cacheprovider packages/play/env/python/tests
"$python" packages/play/env/python/scripts/write_gallery.py --check
"$python" packages/play/env/python/scripts/run_tutorial.py
