"""Prints KEDA's queries of Prometheus as recording rules, for keda.test.yaml.

    python keda_rules.py > rules.yaml

Requires the packages of requirements.txt. Run by `make check-deploy`.
"""

from pathlib import Path

import yaml

COMPONENTS = Path(__file__).resolve().parents[2] / "deploy" / "kustomize" / "components"
SCALED_OBJECT = COMPONENTS / "autoscaling-keda" / "scaled-object.yaml"

rules = [
    {"record": f"keda:{trigger['name'].replace('-', '_')}", "expr": trigger["metadata"]["query"]}
    for trigger in yaml.safe_load(SCALED_OBJECT.read_text())["spec"]["triggers"]
    if trigger["type"] == "prometheus"
]
print(yaml.safe_dump({"groups": [{"name": "keda", "rules": rules}]}))
