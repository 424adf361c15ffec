"""Checks of deploy/ that need no cluster.

    python check.py --kustomize PATH --kubectl PATH [--all]
    python check.py --write-rules

manifests.py checks combinations of the Kubernetes manifests; the rest of this file
checks rules and dashboard. Last, mutation tests: the checks must report errors that are
injected.
"""

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path

import yaml

import manifests
from mutations import OBJECTS, change, missed, missed_in_objects

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
RULES = DEPLOY / "prometheus" / "rules.yaml"
RULE_OBJECT = DEPLOY / "kustomize" / "components" / "monitoring" / "prometheus-rule.yaml"
SCALED_OBJECT = DEPLOY / "kustomize" / "components" / "autoscaling-keda" / "scaled-object.yaml"

# Metrics of Prometheus itself and of kube-state-metrics.
ELSEWHERE = {"up", "kube_deployment_spec_replicas"}


def yaml_of(path):
    return yaml.safe_load(path.read_text())


# Rules and dashboard.


def metrics_in(expression):
    """Returns the names of all metrics in a PromQL expression."""
    text = re.sub(r'"(?:\\.|[^"\\])*"', "", expression)
    text = re.sub(r"\{[^}]*\}|\[[^]]*\]", "", text)
    grouping = r"\b(?:by|without|on|ignoring|group_left|group_right)\b\s*(?:\([^)]*\))?"
    text = re.sub(grouping, "", text)
    words = re.findall(r"(?<![\w.:$])[a-zA-Z_:][\w:]*(?!\w*\s*\()", text)
    return set(words) - {"and", "or", "unless", "bool", "offset"}


def known_metrics(groups):
    listed = (DEPLOY / "prometheus" / "metrics.txt").read_text().splitlines()
    if listed != sorted(set(listed)):
        sys.exit("deploy/prometheus/metrics.txt: must have sorted, unique names, one per line")
    recorded = {rule["record"] for group in groups for rule in group["rules"] if "record" in rule}
    return set(listed) | recorded | ELSEWHERE


def errors_of_expression(where, expression, known):
    for name in sorted(metrics_in(expression)):
        if name not in known and re.sub("_(bucket|count|sum)$", "", name) not in known:
            yield f"{where}: unknown metric {name}"


def errors_of_rules(groups, written, tested, headings):
    known = known_metrics(groups)
    if written != groups:
        yield "the PrometheusRule differs from rules.yaml; run `make rules`"
    for rule in (rule for group in groups for rule in group["rules"]):
        name = rule.get("alert") or rule["record"]
        yield from errors_of_expression(name, rule["expr"], known)
        if "alert" not in rule:
            continue
        if not re.search("critical|warning", rule.get("labels", {}).get("severity", "")):
            yield f"{name}: no severity"
        for text in ("summary", "description"):
            if not rule.get("annotations", {}).get(text):
                yield f"{name}: no {text}"
        runbook = f"deploy/prometheus/runbooks.md#{name.lower()}"
        url = rule.get("annotations", {}).get("runbook_url", "")
        if not (url.startswith("https://") and url.endswith(f"/{runbook}")):
            yield f"{name}: its runbook_url is not https:// and a path that ends with {runbook}"
        if name not in headings:
            yield f"{name}: no runbook in runbooks.md"
        if name not in tested:
            yield f"{name}: rules.test.yaml does not test that it fires"


def fired_in(tests):
    """Yields the alerts that the tests expect to fire."""
    for test in tests["tests"]:
        for query in test.get("promql_expr_test", []):
            for sample in query.get("exp_samples") or []:
                yield from re.findall(r'alertname="(\w+)"', sample["labels"])


def panels_of(dashboard):
    for panel in dashboard["panels"]:
        yield panel
        yield from panel.get("panels", [])


def errors_of_dashboard(dashboard, known):
    panels = list(panels_of(dashboard))
    for number, times in Counter(panel["id"] for panel in panels).items():
        if times > 1:
            yield f"dashboard: {times} panels have the id {number}"
    taken = {}
    for panel in panels:
        title = panel["title"]
        place = panel["gridPos"]
        if place["x"] + place["w"] > 24:
            yield f"{title}: wider than the dashboard"
        for x in range(place["x"], place["x"] + place["w"]):
            for y in range(place["y"], place["y"] + place["h"]):
                if taken.setdefault((x, y), title) != title:
                    yield f"{title}: overlaps {taken[x, y]}"
        if panel["type"] == "row":
            continue
        if panel.get("datasource", {}).get("uid") != "${datasource}":
            yield f"{title}: data source is not the dashboard's variable"
        if not panel.get("targets"):
            yield f"{title}: no targets"
        for target in panel.get("targets", []):
            yield from errors_of_expression(title, target["expr"], known)
            if 'job="$job"' not in target["expr"]:
                yield f"{title}: no filter by job"
    variables = {variable["name"] for variable in dashboard["templating"]["list"]}
    for used in set(re.findall(r"\$\{?([a-z]\w*)", json.dumps(dashboard))) - variables:
        yield f"dashboard: unknown variable {used}"


# Mutation tests.


PLANTED_IN_RULES = [
    ("unknown metric marquee_redy", change((0, "rules", 1, "expr"), "sum(marquee_redy == 0)")),
    ("does not test that it fires", change((0, "rules", 1, "alert"), "Other")),
]

PLANTED_IN_DASHBOARD = [
    ("no filter by job", change(("panels", 1, "targets", 0, "expr"), "marquee_ready")),
    ("overlaps", change(("panels", 2, "gridPos"), {"x": 0, "y": 0, "w": 24, "h": 9})),
]


class Readable(yaml.SafeDumper):
    """Writes multi-line strings as block scalars."""


def text_node(dumper, text):
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Readable.add_representer(str, text_node)


def write_rules():
    header = "# Written from deploy/prometheus/rules.yaml by `make rules`; change that one.\n"
    found = {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PrometheusRule",
        "metadata": {"name": "marquee", "labels": {"app.kubernetes.io/name": "marquee"}},
        "spec": yaml_of(RULES),
    }
    text = yaml.dump(found, Dumper=Readable, sort_keys=False, allow_unicode=True, width=100)
    RULE_OBJECT.write_text(header + text)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--kustomize", default="kustomize")
    arguments.add_argument("--kubectl", default="kubectl")
    arguments.add_argument("--all", action="store_true")
    arguments.add_argument("--write-rules", action="store_true")
    arguments = arguments.parse_args()
    if arguments.write_rules:
        write_rules()
        return

    groups = yaml_of(RULES)["groups"]
    written = yaml_of(RULE_OBJECT)["spec"]["groups"]
    tested = set(fired_in(yaml_of(DEPLOY / "prometheus" / "rules.test.yaml")))
    runbooks = (DEPLOY / "prometheus" / "runbooks.md").read_text()
    headings = set(re.findall(r"^## (\w+)$", runbooks, re.MULTILINE))
    dashboard = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text())
    known = known_metrics(groups)

    def check_rules(found):
        return list(errors_of_rules(found, written, tested, headings))

    def check_dashboard(found):
        return list(errors_of_dashboard(found, known))

    found = manifests.renderings(arguments.kustomize, arguments.all)
    errors = list(manifests.errors_of_all(found, arguments.kubectl))
    for trigger in yaml_of(SCALED_OBJECT)["spec"]["triggers"]:
        query = trigger["metadata"].get("query", "")
        errors += errors_of_expression("ScaledObject", query, known)
    errors += check_rules(groups)
    errors += check_dashboard(dashboard)
    if not errors:
        errors += missed_in_objects(found, arguments.kubectl)
        errors += missed(PLANTED_IN_RULES, groups, check_rules)
        errors += missed(PLANTED_IN_DASHBOARD, dashboard, check_dashboard)
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        sys.exit(1)
    plants = (OBJECTS, PLANTED_IN_RULES, PLANTED_IN_DASHBOARD)
    planted = sum(len(plant) for plant in plants)
    print(f"deploy/ ok: {len(found)} combinations, {planted} mutations detected")


main()
