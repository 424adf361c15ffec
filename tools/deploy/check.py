"""Checks of deploy/ that need no cluster.

    python check.py --kustomize PATH
    python check.py --write-rules
"""

import re
import sys
import textwrap

import yaml
from dashboard import DASHBOARD, dashboard, text_of
from manifests import KUSTOMIZE, ROOT, errors_of, renderings

PROMETHEUS = ROOT / "deploy" / "prometheus"
RULES = (PROMETHEUS / "rules.yaml").read_text()
RUNBOOKS = (PROMETHEUS / "runbooks.md").read_text()
RULE_OBJECT = KUSTOMIZE / "components" / "monitoring" / "prometheus-rule.yaml"
SCALED_OBJECT = KUSTOMIZE / "components" / "autoscaling-keda" / "scaled-object.yaml"
AUTOSCALER = KUSTOMIZE / "components" / "autoscaling" / "horizontal-pod-autoscaler.yaml"
GENERATED = """# Written from deploy/prometheus/rules.yaml by `make rules`; change that one.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: marquee
  labels:
    app.kubernetes.io/name: marquee
spec:
""" + textwrap.indent(RULES, "  ")


def errors_of_rules():
    """Yields what is not generated anew, and what an alert lacks for the person on call."""
    tests = (PROMETHEUS / "rules.test.yaml").read_text()
    if DASHBOARD.read_text() != text_of(dashboard()):
        yield "the dashboard differs from panels.yaml; run `make dashboard`"
    if yaml.safe_load(GENERATED) != yaml.safe_load(RULE_OBJECT.read_text()):
        yield "the PrometheusRule differs from rules.yaml; run `make rules`"
    for rule in (rule for group in yaml.safe_load(RULES)["groups"] for rule in group["rules"] if "alert" in rule):
        name, annotations = rule["alert"], rule["annotations"]
        for what, found in (
            ("severity", re.search("critical|warning", rule["labels"]["severity"])),
            ("summary and description", annotations.get("summary") and annotations.get("description")),
            ("runbook", f"\n## {name}\n" in RUNBOOKS),
            ("URL of the runbook", annotations["runbook_url"].endswith(f"/deploy/prometheus/runbooks.md#{name.lower()}")),
            ("test that it fires", f'alertname="{name}"' in tests),
        ):
            if not found:
                yield f"{name}: no {what}"


def errors_of_autoscalers():
    """Yields what KEDA's autoscaler has otherwise than that of Kubernetes."""
    keda, plain = (yaml.safe_load(file.read_text())["spec"] for file in (SCALED_OBJECT, AUTOSCALER))
    (cpu,) = [trigger["metadata"]["value"] for trigger in keda["triggers"] if trigger["type"] == "cpu"]
    (metric,) = plain["metrics"]
    for what, its, other in (
        ("minReplicaCount", keda["minReplicaCount"], plain["minReplicas"]),
        ("maxReplicaCount", keda["maxReplicaCount"], plain["maxReplicas"]),
        ("behavior", keda["advanced"]["horizontalPodAutoscalerConfig"]["behavior"], plain["behavior"]),
        ("CPU", int(cpu), metric["resource"]["target"]["averageUtilization"]),
    ):
        if its != other:
            yield f"ScaledObject: {what} differs from that of the HorizontalPodAutoscaler"


def write_query():
    """Writes KEDA's query as a rule, for keda.test.yaml. Yields metrics in it that the server does not export."""
    triggers = yaml.safe_load(SCALED_OBJECT.read_text())["spec"]["triggers"]
    (query,) = [trigger["metadata"]["query"] for trigger in triggers if trigger["type"] == "prometheus"]
    groups = [{"name": "keda", "rules": [{"record": "keda:render_queue_wait", "expr": query}]}]
    (ROOT / "target" / "deploy" / "keda.yaml").write_text(yaml.safe_dump({"groups": groups}))
    unknown = set(re.findall(r"(\w+)_(?:bucket|count){", query)) - set((PROMETHEUS / "metrics.txt").read_text().split())
    yield from (f"ScaledObject: unknown metric {metric}" for metric in unknown)


if sys.argv[1] == "--write-rules":
    RULE_OBJECT.write_text(GENERATED)
else:
    found = renderings(sys.argv[2])
    if errors := [*errors_of(found), *errors_of_rules(), *errors_of_autoscalers(), *write_query()]:
        sys.exit("\n".join(errors))
    print(f"deploy/ ok: {len(found)} renderings")
