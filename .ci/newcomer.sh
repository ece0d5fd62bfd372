#!/usr/bin/env bash
# The commands of the README as on a new machine: a clean clone whose path has a blank and a letter outside ASCII, an
# empty home folder (no npm cache, no package store), Node and npm but no other package manager on the PATH. Then again
# without network, with other package managers on the PATH that all fail.
# Usage: .ci/newcomer.sh [--no-tests]. Only what is committed is tried.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
home="$work/home" clone="$work/a clone é" bare="$work/bin" failing="$work/failing"
mkdir "$home" "$bare" "$failing"

# All programs of this machine, but no package manager besides npm.
IFS=: read -r -a folders <<<"$PATH"
for folder in "${folders[@]}"; do
  case $folder in *node_modules*) continue ;; esac
  for program in "$folder"/*; do
    name=${program##*/}
    case $name in pnpm | pnpx | turbo | yarn | yarnpkg | corepack | bun) continue ;; esac
    [ -x "$program" ] && [ ! -e "$bare/$name" ] && ln -s "$program" "$bare/$name"
  done
done
for name in pnpm pnpx turbo yarn yarnpkg corepack; do
  printf '#!/bin/sh\necho "%s must not be used" >&2\nexit 99\n' "$name" >"$failing/$name"
  chmod +x "$failing/$name"
done

# What a machine needs to reach its registry, and the services that tests use.
variables=()
while IFS='=' read -r name value; do
  case $name in
    NODE_EXTRA_CA_CERTS | SSL_CERT_FILE | [hH][tT][tT][pP]*_[pP][rR][oO][xX][yY] | [nN][oO]_[pP][rR][oO][xX][yY] | RCSS_TEST_* | TMPDIR)
      variables+=("$name=$value")
      ;;
  esac
done < <(env)
for key in registry cafile proxy https-proxy noproxy strict-ssl; do
  value=$(npm config get "$key" 2>/dev/null)
  case $value in '' | null | undefined) ;; *) variables+=("npm_config_${key//-/_}=$value") ;; esac
done

fresh() { # fresh PATH [VARIABLE=VALUE...] COMMAND...: runs a command in the clone with nothing of this environment
  (cd "$clone" && env -i "HOME=$home" "PATH=$1" "${variables[@]}" "${@:2}")
}

# A newcomer takes such lines for a failure.
refuse_warnings() {
  if grep -inE 'warn|error|deprecat|ENOENT|ignored build scripts|npm notice' "$1"; then
    echo "The lines above look like a failure to a newcomer." >&2
    return 1
  fi
}

echo "-- clone, npm run match"
began=$SECONDS
git clone --quiet --no-hardlinks . "$clone"
fresh "$bare" npm run match -- --seed 1 --half-time 30 2>&1 | tee "$work/match.log"
echo "$((SECONDS - began)) s from the clone to the result"
refuse_warnings "$work/match.log"
grep -q '^Result: ' "$work/match.log"

if [ "${1:-}" != --no-tests ]; then
  echo "-- npm test"
  fresh "$bare" npm test
fi

echo "-- npm run match, with a registry that refuses"
dead=http://127.0.0.1:9/
fresh "$bare" "npm_config_registry=$dead" npm run match -- --seed 1 --half-time 1 2>&1 | tee "$work/offline.log"
refuse_warnings "$work/offline.log"
[ "$(grep -c 'up to date' "$work/offline.log")" = 2 ]

echo "-- packages installed again without network, with package managers on the PATH that fail"
rm -rf "$clone/node_modules"
for name in http_proxy https_proxy HTTP_PROXY HTTPS_PROXY npm_config_proxy npm_config_https_proxy; do
  variables+=("$name=$dead")
done
variables+=(no_proxy= NO_PROXY= npm_config_noproxy=)
fresh "$failing:$bare" npm run match -- --seed 1 --half-time 1
