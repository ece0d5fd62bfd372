#!/usr/bin/env bash
# A room server with the real sidecar of Agones in its local mode: ready, allocated, a match, shutdown. Skipped with a message where there is no Go
# or no network. Usage: .ci/agones.sh, after the build.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=/dev/null
. .ci/stages.sh
trap - EXIT
# shellcheck source=/dev/null
. .ci/go-program.sh

sidecar=$(go_program agones.dev/agones/cmd/sdk-server@v1.52.0)
[ -n "$sidecar" ] || { echo "The check with Agones is skipped: its sidecar needs Go and a network."; exit 0; }
work=$(mktemp -d)
pids=()
stop() {
  local pid
  for pid in ${pids[@]+"${pids[@]}"}; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap stop EXIT

free_port() { node -e 'const s=require("net").createServer();s.listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }
state() { curl -fsS "http://127.0.0.1:$port/gameserver" | node -e 'let t="";process.stdin.on("data",d=>t+=d).on("end",()=>console.log(JSON.parse(t).status?.state))'; }
until_state() { # until_state STATE
  local seen=""
  for _ in $(seq 1 300); do
    seen=$(state 2>/dev/null || true)
    [ "$seen" != "$1" ] || { echo "Agones: $1"; return 0; }
    sleep 0.2
  done
  echo "Agones: expected $1, is ${seen:-not reachable}"
  cat "$work/server.log" "$work/sidecar.log"
  return 1
}
call() { curl -fsS -X POST -H 'Content-Type: application/json' -d "$2" "http://127.0.0.1:$rooms$1" >/dev/null; }

# A server of a fleet: with one match it ends after it, with more it is ready again and ends with SIGTERM.
play() { # play MAX_ROOMS
  local grpc port rooms server
  grpc=$(free_port) port=$(free_port) rooms=$(free_port)
  "$sidecar" --local --address 127.0.0.1 --grpc-port "$grpc" --http-port "$port" >"$work/sidecar.log" 2>&1 &
  pids+=($!)
  printf 'version: 1\nhttp: { port: %s }\nfolder: %s/rooms\nworkers: 0\nmaxRooms: %s\nwarmup: 0\n' "$rooms" "$work" "$1" >"$work/rooms.yaml"
  AGONES_SDK_HTTP_PORT=$port node apps/server/dist/main.js --rooms "$work/rooms.yaml" --agones >"$work/server.log" 2>&1 &
  server=$!
  pids+=("$server")
  # The sidecar of a machine says that it is ready before it is asked.
  for _ in $(seq 1 300); do grep -q 'Ready request' "$work/sidecar.log" && break; sleep 0.2; done
  until_state Ready
  call /rooms '{"id":"final","document":{"version":1,"clock":"stepped"}}'
  call /rooms/final/step '{"cycles":10}'
  until_state Allocated
  call /rooms/final/stop '{}'
  [ "$1" -eq 1 ] || { until_state Ready; kill -TERM "$server"; }
  until_state Shutdown
  wait "$server"
  grep -h annotation "$work/sidecar.log" | head -3
}

play 1
play 4
