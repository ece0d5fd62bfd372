#!/usr/bin/env bash
# The Python package in the learning libraries from the package index: TorchRL, BenchMARL, SuperSuit, Stable-Baselines3, RLlib, Minari, pyarrow, pandas, polars, DuckDB, ONNX. Several GB
# of packages. Tables, offline data, Stable-Baselines3 and TorchRL are also tested with the oldest versions that pyproject.toml allows.
# Skipped with a message where the index cannot be reached. Usage: .ci/python-libraries.sh
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
package=packages/play/env/python
python3 -m venv "$work/uv"
"$work/uv/bin/python" -m pip install --quiet uv || {
  echo "The tests with learning libraries are skipped: the package index cannot be reached."
  exit 0
}

"$work/uv/bin/uv" build --quiet --wheel --out-dir "$work/wheels" "$package"
wheel=$(echo "$work"/wheels/rcss-*.whl)
install() { # install VENV ARGUMENTS...
  [ -d "$work/$1" ] || "$work/uv/bin/uv" venv --quiet "$work/$1"
  "$work/uv/bin/uv" pip install --quiet --python "$work/$1/bin/python" "${@:2}"
}

install oldest --resolution lowest-direct --only-binary :all: -r "$package/pyproject.toml" --extra human --extra minari --extra tables --extra sb3 --extra torchrl --extra test
install oldest --no-deps "$wheel"
OMP_NUM_THREADS=1 "$work/oldest/bin/python" -m pytest -q -p no:cacheprovider -k "not test_libraries.py or many_matches or maskable" \
  "$package"/examples/libraries/test_{dataset,libraries}.py "$package/tests/test_read_log.py::test_libraries_have_the_values_of_numpy"
install newest "$wheel[human,minari,tables,sb3,torchrl,bench,test]" supersuit moviepy "ray[rllib]" hydra-submitit-launcher onnx onnxscript
OMP_NUM_THREADS=1 "$work/newest/bin/python" -m pytest -q -p no:cacheprovider "$package/examples/libraries" --ignore-glob "*test_statistics.py" --ignore-glob "*test_tianshou.py"
# rliable needs pandas before 3, and tianshou other versions of PyTorch than TorchRL.
install others "$wheel" rliable "pandas<3" tianshou pytest
OMP_NUM_THREADS=1 "$work/others/bin/python" -m pytest -q -p no:cacheprovider "$package/examples/libraries/test_statistics.py" "$package/examples/libraries/test_tianshou.py"
