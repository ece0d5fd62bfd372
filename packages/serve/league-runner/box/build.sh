#!/usr/bin/env bash
# cspell:ignore Wextra Werror
# Compiles the box for the four systems with one cross compiler, the package `ziglang` of PyPI. The same source gives the same bytes on every
# machine. Without arguments it writes the libraries and SHA256SUMS into this folder; with --check it compares them with those in this folder.
# Needs python3 with venv; PYTHON names one that has ziglang already.
set -euo pipefail
cd "$(dirname "$0")"
ZIG_VERSION=0.17.1
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

python=${PYTHON:-}
if [ -z "$python" ]; then
  python3 -m venv "$temporary/python"
  python=$temporary/python/bin/python
  "$python" -m pip install --quiet --disable-pip-version-check --only-binary :all: "ziglang==$ZIG_VERSION"
fi
[ "$("$python" -m ziglang version)" = "$ZIG_VERSION" ] || { echo "ziglang $ZIG_VERSION is needed" >&2; exit 1; }

compile() { # compile NAME TARGET
  "$python" -m ziglang cc -target "$2" -O2 -fPIC -shared -s -Wall -Wextra -Werror -o "$temporary/$1" rcssbox.c -ldl -pthread
}
compile rcssbox-x64-gnu.so x86_64-linux-gnu.2.17
compile rcssbox-arm64-gnu.so aarch64-linux-gnu.2.17
compile rcssbox-x64-musl.so x86_64-linux-musl
compile rcssbox-arm64-musl.so aarch64-linux-musl
chmod 644 "$temporary"/*.so

if [ "${1:-}" = --check ]; then
  sha256sum --check SHA256SUMS
  for library in rcssbox-*.so; do cmp "$library" "$temporary/$library"; done
else
  cp "$temporary"/*.so .
  sha256sum rcssbox.c ./*.so | sed 's|\./||' >SHA256SUMS
fi
