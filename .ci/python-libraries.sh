#!/usr/bin/env bash
# The Python package in the learning libraries from the package index: TorchRL, BenchMARL, SuperSuit, Stable-Baselines3, RLlib, Minari, pyarrow, polars, ONNX. Several GB of packages.
# Skipped with a message where the index cannot be reached. Usage: .ci/python-libraries.sh
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
python="$work/venv/bin/python"
"$python" -m pip install --quiet pytest torchrl benchmarl supersuit sb3-contrib moviepy "ray[rllib]" "minari[hdf5]" pyarrow polars onnx onnxscript || {
  echo "The tests with learning libraries are skipped: the package index cannot be reached."
  exit 0
}
"$python" -m pip install --quiet packages/play/env/python
OMP_NUM_THREADS=1 "$python" -m pytest -q -p no:cacheprovider packages/play/env/python/examples/libraries
