#!/usr/bin/env bash
# The manifests of deploy/ with the schemas of their kinds: those of Kubernetes by a package of PyPI, those of Agones and KEDA by kubeconform. The second part is
# skipped with a message where there is no Go or the schemas cannot be reached.
# cspell:ignore yannh
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=/dev/null
. .ci/stages.sh
trap - EXIT
# shellcheck source=/dev/null
. .ci/go-program.sh

# Every file with objects of Kubernetes: a new one cannot be missing here.
mapfile -t files < <(grep -lrE '^kind:' deploy | sort)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
python3 -m venv "$temporary"
"$temporary/bin/python" -m pip install --quiet --disable-pip-version-check kubernetes-validate==1.37.0
"$temporary/bin/kubernetes-validate" --strict --kubernetes-version 1.37 "${files[@]}"

kubeconform=$(go_program github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0)
[ -n "$kubeconform" ] || { echo "The check of the kinds of Agones and KEDA is skipped: kubeconform needs Go and a network."; exit 0; }
schemas='https://raw.githubusercontent.com/datreeio/CRDs-catalog/main/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json'
curl -fsS -o /dev/null --max-time 20 "${schemas%%\{*}README.md" || { echo "The check of the kinds of Agones and KEDA is skipped: the schemas cannot be reached."; exit 0; }
"$kubeconform" -strict -summary -schema-location default -schema-location "$schemas" "${files[@]}"
