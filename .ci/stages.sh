# Stages of .ci/run and .ci/nightly: each is printed with its time, and the first failure ends the run. Sourced in the root folder.

export CI=true DO_NOT_TRACK=1 TURBO_TELEMETRY_DISABLED=1 npm_config_update_notifier=false
# npx must not ask.
export npm_config_yes=true

current=""
started=0
passed=0
times=()
totals=()
at_exit=()
beside=()

stage() { # stage NAME COMMAND...
  current=$1
  started=$SECONDS
  printf '\n==> %s\n' "$current"
  "${@:2}"
  times+=("$(printf '%5d s  %s' $((SECONDS - started)) "$current")")
  passed=$((passed + 1))
  current=""
}

# Runs stages at the same time, which use one processor each. What they print follows when they have ended; the first failure ends the others.
together() { # together NAME FUNCTION NAME FUNCTION...
  local names=() pids=() logs=() i status=0
  while [ $# -gt 0 ]; do
    logs+=("$(mktemp)")
    printf '\n==> %s (beside the next)\n' "$1"
    # A process group of its own, which can be ended as a whole.
    set -m
    # Not joined by &&, which would let the function go on after an error.
    (
      started=$SECONDS
      "$2"
      printf '%d s\n' $((SECONDS - started))
    ) >"${logs[-1]}" 2>&1 </dev/null &
    set +m
    names+=("$1") pids+=($!) beside+=("-$!")
    shift 2
  done
  started=$SECONDS
  for i in "${!pids[@]}"; do
    current=${names[i]}
    wait "${pids[i]}" || status=$?
    printf '\n==> %s\n' "$current"
    cat "${logs[i]}"
    [ "$status" = 0 ] || return "$status"
    times+=("$(printf '%5d s  %s' "$(tail -1 "${logs[i]}" | cut -d' ' -f1)" "$current")")
    passed=$((passed + 1))
    rm "${logs[i]}"
  done
  current="" beside=()
}

report() {
  local status=$? failed=0 command
  [ ${#beside[@]} -eq 0 ] || kill -- "${beside[@]}" 2>/dev/null || true
  for command in ${at_exit[@]+"${at_exit[@]}"}; do "$command" || true; done
  printf '\nTimes of the stages:\n'
  [ ${#times[@]} -eq 0 ] || printf '%s\n' "${times[@]}"
  if [ -n "$current" ]; then
    failed=1
    printf '%5d s  %s: FAILED (exit code %s)\n' $((SECONDS - started)) "$current" "$status"
  fi
  printf '%5d s  all\n\n' "$SECONDS"
  [ ${#totals[@]} -eq 0 ] || printf '%s\n' "${totals[@]}"
  printf '%d stages passed, %d failed\n' "$passed" "$failed"
}
trap report EXIT

# turbo looks for pnpm on the PATH.
bin() { PATH="$PWD/node_modules/.bin:$PATH" "$@"; }

# Runs vitest; the report repeats its totals.
tests() { # tests NAME ARGUMENTS...
  local log status=0
  log=$(mktemp)
  bin vitest run "${@:2}" 2>&1 | tee "$log" || status=$?
  totals+=("$1:$(sed 's/\x1b\[[0-9;]*m//g' "$log" | grep -E '^ *Tests  ' | tail -1)")
  rm -f "$log"
  return "$status"
}

# Installs packages of Debian for missing programs, as root; else the tests that need them are skipped.
system_packages() { # system_packages "PROGRAM=PACKAGE..."...
  local entry missing=""
  for entry in "$@"; do
    command -v "${entry%%=*}" >/dev/null 2>&1 || missing+=" ${entry#*=}"
  done
  [ -n "$missing" ] || return 0
  if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086
    if apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing >/dev/null; then return 0; fi
  fi
  echo "Not installed:$missing. The tests that need them are skipped."
}

install() {
  local pnpm
  pnpm=$(node -p 'require("./package.json").packageManager')
  npx --yes "$pnpm" install --frozen-lockfile --prefer-offline
}

build() { bin turbo run build --output-logs=errors-only; }

# The quarter of .ci/nightly for this commit: four successive commits have all four. Without history, the hash chooses.
quarter_of_commit() {
  if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
    echo $((16#$(git rev-parse HEAD | cut -c1-6) % 4 + 1))
  else
    echo $(($(git rev-list --count HEAD) % 4 + 1))
  fi
}
