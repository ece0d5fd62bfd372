# Programs from the Go proxy. Sourced; needs the functions of .ci/stages.sh.
# cspell:ignore GOBIN GOFLAGS

# Prints the path of a program that Go builds, outside of the repository; nothing where there is no Go or no network.
go_program() { # go_program MODULE/PATH@VERSION
  local folder=${XDG_CACHE_HOME:-$HOME/.cache}/rcss-go name
  name=$(basename "${1%@*}")
  command -v go >/dev/null 2>&1 || system_packages go=golang >&2
  command -v go >/dev/null 2>&1 || return 0
  [ -x "$folder/$name" ] || GOBIN=$folder GOFLAGS=-mod=mod go install "$1" >&2 || return 0
  echo "$folder/$name"
}
