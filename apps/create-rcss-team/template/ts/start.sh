#!/bin/sh
# Starts the team on a server: start.sh HOST PORT OLCOACH_PORT TEAM
cd "$(dirname "$0")" && exec node --import tsx src/main.ts "$@"
