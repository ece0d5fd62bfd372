#!/usr/bin/env bash
# The manifests of deploy/ with the schemas of their kinds: those of Kubernetes and KEDA by packages of PyPI, and those of Agones, with all others once more, by kubeconform. The last part is
# skipped with a message where there is no Go or the schemas cannot be reached.
# cspell:ignore yannh cloudcoil pyyaml isinstance getattr
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

# Models made from the schemas of KEDA: a field that they do not know is lost in them.
"$temporary/bin/python" -m pip install --quiet --disable-pip-version-check cloudcoil-models-keda==2.16.1.0 pyyaml==6.0.3
"$temporary/bin/python" - deploy/league/keda.yaml <<'PYTHON'
import sys

import yaml
from cloudcoil.models.keda import v1alpha1


def check(given, known, place):
    if isinstance(given, dict):
        for key, value in given.items():
            if key not in (known or {}):
                sys.exit(f"{place}: KEDA has no field {key}")
            check(value, known[key], f"{place}.{key}")
    elif isinstance(given, list):
        for number, (value, own) in enumerate(zip(given, known, strict=True)):
            check(value, own, f"{place}[{number}]")


for document in yaml.safe_load_all(open(sys.argv[1])):
    model = getattr(v1alpha1, document["kind"]).model_validate(document)
    check(document, model.model_dump(by_alias=True, exclude_none=True, mode="json"), document["kind"])
    print(f"{sys.argv[1]}: {document['kind']} has the fields of KEDA")
PYTHON

kubeconform=$(go_program github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0)
[ -n "$kubeconform" ] || { echo "The check of the kinds of Agones is skipped: kubeconform needs Go and a network."; exit 0; }
schemas='https://raw.githubusercontent.com/datreeio/CRDs-catalog/main/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json'
curl -fsS -o /dev/null --max-time 20 "${schemas%%\{*}README.md" || { echo "The check of the kinds of Agones is skipped: the schemas cannot be reached."; exit 0; }
"$kubeconform" -strict -summary -schema-location default -schema-location "$schemas" "${files[@]}"
