#!/usr/bin/env bash
# Unit tests under load: all cores busy, and random pauses of the test processes. Runs random fifths of the suite, property tests with random
# seeds, until the time is over, and lists the tests that failed, with the number of failures; it is a report and no condition, so its exit code
# is 0. Usage: .ci/stress.sh [MINUTES]
set -euo pipefail
cd "$(dirname "$0")/.."

end=$((SECONDS + ${1:-8} * 60))
work=$(mktemp -d)
load=() tests=""
cleanup() {
  [ -z "$tests" ] || kill -KILL -- "-$tests" || true
  kill "${load[@]}" || true
  rm -rf "$work"
} 2>/dev/null
trap cleanup EXIT

for _ in $(seq "$(nproc)"); do
  while :; do :; done &
  load+=($!)
done

# The tests are a process group of their own.
set -m
runs=0
while [ $SECONDS -lt $end ]; do
  fifth=$((RANDOM % 5 + 1))
  seed=$((RANDOM + 1))
  echo "Fifth $fifth, RCSS_TEST_SEED=$seed"
  RCSS_TEST_SEED=$seed node node_modules/vitest/vitest.mjs run --shard "$fifth/5" --exclude '**/house.test.mjs' --reporter=json \
    --outputFile="$work/$runs.json" >"$work/log" 2>&1 &
  tests=$!
  while kill -0 "$tests" 2>/dev/null && [ $SECONDS -lt $end ]; do
    sleep "0.$((RANDOM % 900 + 100))"
    paused=$(pgrep -g "$tests" | shuf -n 1) || break
    kill -STOP "$paused" 2>/dev/null || continue
    sleep "$((RANDOM % 2)).$((RANDOM % 900 + 100))"
    kill -CONT "$paused" 2>/dev/null || true
  done
  [ $SECONDS -ge $end ] || wait "$tests" || true
  runs=$((runs + 1))
  [ -f "$work/$((runs - 1)).json" ] || [ $SECONDS -ge $end ] || { echo "A run ended without a report:" && tail -20 "$work/log"; }
done

node - "$work" <<'LIST'
const fs = require('node:fs');
const files = fs.readdirSync(process.argv[2]).filter((name) => name.endsWith('.json'));
const failed = new Map();
let count = 0;
for (const file of files)
  for (const { name, assertionResults } of JSON.parse(fs.readFileSync(`${process.argv[2]}/${file}`, 'utf8')).testResults)
    for (const { status, fullName } of assertionResults) {
      count += status === 'passed' || status === 'failed' ? 1 : 0;
      const test = `${require('node:path').relative('.', name)}: ${fullName}`;
      if (status === 'failed') failed.set(test, (failed.get(test) ?? 0) + 1);
    }
for (const [test, times] of failed) console.log(`FAILED ${times} times under load: ${test}`);
console.log(`Stress: ${count} tests in ${files.length} fifths of the suite, ${failed.size} tests failed under load`);
LIST
