#!/usr/bin/env bash
# Plays with a team that was built outside the repository: the same match twice, its decisions again, a recorded goal again.
# RCSS_PUBLIC_TEAM is its start command or folder, as for `rcss match --left`. RCSS_PUBLIC_TEAM_CHANGED is the start command of the same
# programs with another configuration. No package registry has such a team: without the variable, nothing is played.
set -euo pipefail
cd "$(dirname "$0")/.."

team=${RCSS_PUBLIC_TEAM:-}
changed=${RCSS_PUBLIC_TEAM_CHANGED:-}
half_time=${RCSS_PUBLIC_TEAM_HALF_TIME:-30}
if [ -z "$team" ]; then
  echo "RCSS_PUBLIC_TEAM is not set: no team from outside was tried."
  exit 0
fi

rcss() { node "$PWD/apps/cli/bin/rcss.js" "$@"; }
field() { node -p "JSON.parse(require('node:fs').readFileSync(0, 'utf8')).$1"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for i in first second; do
  rcss match --synchronous --left "$team" --right chaser --seed 7 --half-time "$half_time" --record --logs "$folder/$i" --json >"$folder/$i.json"
done
first=$(field digest <"$folder/first.json")
second=$(field digest <"$folder/second.json")
[ "$first" != null ] && [ "$first" = "$second" ] || fail "two matches of one seed have the digests $first and $second"
echo "twice the same match: digest $first"

recording=$(echo "$folder"/first/*.rec.gz)
rcss decide "$recording" left --start "$team"
if [ -n "$changed" ]; then
  status=0
  rcss decide "$recording" left --start "$changed" >"$folder/changed.txt" || status=$?
  [ "$status" = 1 ] || fail "decide with another configuration: exit code $status, expected 1: $(cat "$folder/changed.txt")"
  head -1 "$folder/changed.txt"
fi

goal=$(rcss log index --json "$folder"/first/*.rcg* | node -e '
  const { goals } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
  console.log(goals[0]?.time ?? "")')
[ -n "$goal" ] || fail "no goal in $half_time s per half; RCSS_PUBLIC_TEAM_HALF_TIME makes the match longer"
from=$((goal > 40 ? goal - 40 : 1))
rcss log whatif "$recording" "$from" --left-start "$team" --right-start chaser --count 1 --cycles 60 --json >"$folder/future.json"
[ "$(field 'futures[0].differsFrom' <"$folder/future.json")" = null ] || fail "the future from cycle $from on is another match: $(cat "$folder/future.json")"
[ "$(field 'futures[0].goal' <"$folder/future.json")" != null ] || fail "the goal of cycle $goal is not in the future from cycle $from on"
echo "the goal of cycle $goal again, from cycle $from on"
