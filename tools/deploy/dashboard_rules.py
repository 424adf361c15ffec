"""Prints the dashboard's queries as recording rules, which promtool can parse.

    python dashboard_rules.py > rules.yaml && promtool check rules rules.yaml

Requires the packages of requirements.txt. Run by `make test-alerts`.
"""

import json
from pathlib import Path

import yaml

DASHBOARD = Path(__file__).resolve().parents[2] / "deploy" / "grafana" / "dashboard.json"


def targets_of(dashboard):
    for panel in dashboard["panels"]:
        yield from panel.get("targets", [])


def queries(dashboard):
    yield from (target["expr"] for target in targets_of(dashboard))
    for annotation in dashboard["annotations"]["list"]:
        yield annotation["expr"]


def main():
    rules = [
        # promtool accepts variables in quotes, but not in durations.
        {"record": f"dashboard:query{number}", "expr": query.replace("$__rate_interval", "1m")}
        for number, query in enumerate(queries(json.loads(DASHBOARD.read_text())))
    ]
    print(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))


if __name__ == "__main__":
    main()
