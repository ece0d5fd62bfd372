#!/usr/bin/env bash
# The manifests of deploy/ with the schemas of their kinds, those of Agones and KEDA included. Skipped with a message where there is no Go or no network.
# cspell:ignore yannh
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=/dev/null
. .ci/stages.sh
trap - EXIT
# shellcheck source=/dev/null
. .ci/go-program.sh

kubeconform=$(go_program github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0)
[ -n "$kubeconform" ] || { echo "The check of the manifests is skipped: kubeconform needs Go and a network."; exit 0; }
schemas='https://raw.githubusercontent.com/datreeio/CRDs-catalog/main/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json'
curl -fsS -o /dev/null --max-time 20 "${schemas%%\{*}README.md" || { echo "The check of the manifests is skipped: the schemas cannot be reached."; exit 0; }
# Every file with objects of Kubernetes: a new one cannot be missing here.
grep -lrE '^kind:' deploy | sort | xargs "$kubeconform" -strict -summary -schema-location default -schema-location "$schemas"
