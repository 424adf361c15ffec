"""Prints the queries of the dashboard and of KEDA as recording rules, which promtool can parse.

    python dashboard_rules.py > rules.yaml && promtool check rules rules.yaml

Requires the packages of requirements.txt. Run by `make test-alerts`.
"""

import json
from pathlib import Path

import yaml

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
DASHBOARD = DEPLOY / "grafana" / "dashboard.json"
SCALED_OBJECT = DEPLOY / "kustomize" / "components" / "autoscaling-keda" / "scaled-object.yaml"


def queries(dashboard):
    for panel in dashboard["panels"]:
        yield from (target["expr"] for target in panel.get("targets", []))
    for annotation in dashboard["annotations"]["list"]:
        yield annotation["expr"]


def queries_of_keda(scaled_object):
    """Yields the name and query of each trigger that asks Prometheus."""
    for trigger in scaled_object["spec"]["triggers"]:
        if trigger["type"] == "prometheus":
            yield trigger["name"].replace("-", "_"), trigger["metadata"]["query"]


rules = [
    # promtool accepts variables in quotes, but not in durations.
    {"record": f"dashboard:query{number}", "expr": query.replace("$__rate_interval", "1m")}
    for number, query in enumerate(queries(json.loads(DASHBOARD.read_text())))
]
rules += [
    {"record": f"keda:{name}", "expr": query}
    for name, query in queries_of_keda(yaml.safe_load(SCALED_OBJECT.read_text()))
]
print(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
