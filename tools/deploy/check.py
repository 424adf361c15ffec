"""Checks of deploy/ that need no cluster.

    python check.py --kustomize PATH [--write-rules]

Renders each overlay and validates its objects against the schemas of the oldest
and newest supported Kubernetes version. For objects of the Prometheus operator,
schemas/ has small strict schemas, as the published ones allow unknown fields.
Further checks cover what no schema can: dangling references, inconsistent
durations, and unknown metrics.

Last, mutation tests: each check must report an error that is injected for it.
"""

import argparse
import copy
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import jsonschema
import kubernetes_validate
import yaml

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
RULES = DEPLOY / "prometheus" / "rules.yaml"
RULE_OBJECT = DEPLOY / "kustomize" / "base" / "prometheus-rule.yaml"
OVERLAYS = DEPLOY / "kustomize" / "overlays"
COMPONENTS = DEPLOY / "kustomize" / "components"
KUBERNETES = ("1.31", "1.37")

# Metrics of Prometheus itself and of kube-state-metrics.
ELSEWHERE = {"up", "kube_pod_container_resource_limits"}

OPERATOR_SCHEMAS = {
    "ServiceMonitor": "service-monitor.json",
    "PrometheusRule": "prometheus-rule.json",
}

# Memory of a V8 process outside of the engines' heaps.
REST_OF_PROCESS = 120 << 20


def yaml_of(path):
    return yaml.safe_load(path.read_text())


def rendered(kustomize, folder):
    run = subprocess.run(
        [kustomize, "build", str(folder)], capture_output=True, text=True, check=False
    )
    # Fails on warnings too, such as deprecations.
    if run.returncode != 0 or run.stderr:
        sys.exit(f"{folder}: {run.stderr}")
    return [found for found in yaml.safe_load_all(run.stdout) if found]


def renderings(kustomize):
    """Yields the objects of each overlay, and of production with each component."""
    for overlay in ("staging", "production"):
        yield overlay, rendered(kustomize, OVERLAYS / overlay)
    for component in sorted(COMPONENTS.iterdir()):
        # In target/, with relative paths.
        folder = ROOT / "target" / "deploy" / component.name
        folder.mkdir(parents=True, exist_ok=True)
        up = "../" * len(folder.relative_to(ROOT).parts)
        together = {
            "apiVersion": "kustomize.config.k8s.io/v1beta1",
            "kind": "Kustomization",
            "resources": [up + str((OVERLAYS / "production").relative_to(ROOT))],
            "components": [up + str(component.relative_to(ROOT))],
        }
        (folder / "kustomization.yaml").write_text(yaml.safe_dump(together))
        objects = rendered(kustomize, folder)
        if objects == rendered(kustomize, OVERLAYS / "production"):
            sys.exit(f"{component.name}: component has no effect")
        yield f"production with {component.name}", objects


# Objects.


def name_of(found):
    return f"{found.get('kind')} {found.get('metadata', {}).get('name')}"


def errors_by_schema(objects):
    for found in objects:
        if found.get("apiVersion", "").startswith("monitoring.coreos.com/"):
            yield from errors_by_own_schema(found)
        else:
            yield from errors_by_published_schema(found)


def errors_by_published_schema(found):
    for version in KUBERNETES:
        try:
            kubernetes_validate.validate(found, version, strict=True)
        except kubernetes_validate.ValidationError as error:
            where = ".".join(str(part) for part in error.path)
            yield f"{name_of(found)}: {where}: {error.message} (Kubernetes {version})"
        except (kubernetes_validate.InvalidSchemaError, kubernetes_validate.SchemaNotFoundError):
            yield f"{name_of(found)}: unknown to Kubernetes {version}"


def errors_by_own_schema(found):
    file = OPERATOR_SCHEMAS.get(found["kind"])
    if file is None:
        yield f"{name_of(found)}: no schema in tools/deploy/schemas"
        return
    schema = json.loads((Path(__file__).parent / "schemas" / file).read_text())
    for error in jsonschema.Draft202012Validator(schema).iter_errors(found):
        yield f"{name_of(found)}: {error.json_path}: {error.message}"


def fits(selector, labels):
    return bool(selector) and selector.items() <= (labels or {}).items()


def seconds(time):
    number, unit = re.fullmatch(r"(\d+)(ms|s|m|h)", time).groups()
    return int(number) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[unit]


def size(text):
    number, unit = re.fullmatch(r"(\d+)(Mi|Gi|MiB|GiB)", text).groups()
    return int(number) << {"M": 20, "G": 30}[unit[0]]


def errors_between(objects, image_ports):
    """Yields inconsistencies between objects."""

    def of(kind):
        return [found for found in objects if found.get("kind") == kind]

    def names(kind):
        return {found["metadata"]["name"] for found in of(kind)}

    services = {found["metadata"]["name"]: found for found in of("Service")}
    if names("Secret"):
        yield "Secrets must not be in the repository"

    for kind in ("Deployment", "Service", "ConfigMap", "Ingress", "PrometheusRule"):
        if not of(kind):
            yield f"missing {kind}"
    namespaces = {f["metadata"].get("namespace") for f in objects if f["kind"] != "Namespace"}
    if namespaces != names("Namespace"):
        yield f"the namespaces of the objects are {namespaces}, the Namespace is {names('Namespace')}"

    for deployment in of("Deployment"):
        template = deployment["spec"]["template"]
        pod = template["spec"]
        (container,) = pod["containers"]
        labels = template["metadata"]["labels"]
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        yield from errors_of_safety(pod, container)

        if ports != image_ports:
            yield f"the pod's ports are {ports}, the image's are {image_ports}"
        for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
            if container.get(probe, {}).get("httpGet", {}).get("port") != "admin":
                yield f"{probe} does not use the admin port"
        if pod["serviceAccountName"] not in names("ServiceAccount"):
            yield f"missing ServiceAccount {pod['serviceAccountName']}"

        settings = {}
        for source in container.get("envFrom", []):
            wanted = source["configMapRef"]["name"]
            if wanted not in names("ConfigMap"):
                yield f"missing ConfigMap {wanted}"
            for config in of("ConfigMap"):
                if config["metadata"]["name"] == wanted:
                    settings |= config["data"]
        if settings:
            yield from errors_of_settings(settings, pod, container)
        has_token = any(found["name"] == "CONTENT_API_TOKEN" for found in container.get("env", []))
        if has_token != ("CONTENT_API_URL" in settings):
            yield "CONTENT_API_URL and CONTENT_API_TOKEN must both be set"

        selectors = [("Deployment", deployment["spec"]["selector"]["matchLabels"])]
        selectors += [(name_of(s), s["spec"]["selector"]) for s in services.values()]
        selectors += [
            (name_of(f), f["spec"]["selector"]["matchLabels"]) for f in of("PodDisruptionBudget")
        ]
        selectors += [
            (name_of(f), f["spec"]["podSelector"]["matchLabels"]) for f in of("NetworkPolicy")
        ]
        for constraint in pod["topologySpreadConstraints"]:
            selectors.append(("topologySpreadConstraints", constraint["labelSelector"]["matchLabels"]))
        for who, selector in selectors:
            if not fits(selector, labels):
                yield f"{who} selects no pod"

        wanted_ports = [
            (name_of(s), port["targetPort"]) for s in services.values() for port in s["spec"]["ports"]
        ]
        wanted_ports += [
            (name_of(policy), port["port"])
            for policy in of("NetworkPolicy")
            for rule in policy["spec"]["ingress"]
            for port in rule["ports"]
        ]
        for who, port in wanted_ports:
            if port not in ports:
                yield f"{who}: the pod has no port {port}"

    for scaler in of("HorizontalPodAutoscaler"):
        target = scaler["spec"]["scaleTargetRef"]
        if target["name"] not in names(target["kind"]):
            yield f"{name_of(scaler)}: missing {target['kind']} {target['name']}"
        if any("replicas" in found["spec"] for found in of("Deployment")):
            yield "the Deployment sets replicas, which conflicts with the autoscaler"

    for monitor in of("ServiceMonitor"):
        selector = monitor["spec"]["selector"]["matchLabels"]
        seen = [s for s in services.values() if fits(selector, s["metadata"].get("labels"))]
        if len(seen) != 1:
            yield f"{name_of(monitor)} selects {len(seen)} Services; it must select one, to scrape each pod once"
        for endpoint in monitor["spec"]["endpoints"]:
            for service in seen:
                if endpoint["port"] not in {port["name"] for port in service["spec"]["ports"]}:
                    yield f"{name_of(service)} has no port {endpoint['port']}"

    for ingress in of("Ingress"):
        hosts = {host for tls in ingress["spec"]["tls"] for host in tls["hosts"]}
        for rule in ingress["spec"]["rules"]:
            if rule["host"] not in hosts:
                yield f"{name_of(ingress)}: no certificate for {rule['host']}"
            for config in of("ConfigMap"):
                public = config["data"].get("PUBLIC_URL", "")
                if public != f"https://{rule['host']}":
                    yield f"{name_of(ingress)}: its host is {rule['host']}, PUBLIC_URL is {public}"
            for path in rule["http"]["paths"]:
                backend = path["backend"]["service"]
                service = services.get(backend["name"], {"spec": {"ports": []}})
                if backend["port"]["name"] not in {p["name"] for p in service["spec"]["ports"]}:
                    yield f"{name_of(ingress)}: no such Service or port: {backend}"
                if path["path"] == "/assets/":
                    retries = ingress["metadata"].get("annotations", {})
                    key = "nginx.ingress.kubernetes.io/proxy-next-upstream"
                    if "http_404" not in retries.get(key, ""):
                        yield f"{name_of(ingress)}: no retry on 404 for /assets/"


def errors_of_safety(pod, container):
    """Checks the `restricted` pod security standard, and more."""
    context = container.get("securityContext", {})
    expected = [
        (pod.get("automountServiceAccountToken"), False, "automountServiceAccountToken"),
        (pod.get("securityContext", {}).get("runAsNonRoot"), True, "runAsNonRoot"),
        (
            pod.get("securityContext", {}).get("seccompProfile"),
            {"type": "RuntimeDefault"},
            "seccompProfile",
        ),
        (context.get("allowPrivilegeEscalation"), False, "allowPrivilegeEscalation"),
        (context.get("readOnlyRootFilesystem"), True, "readOnlyRootFilesystem"),
        (context.get("capabilities"), {"drop": ["ALL"]}, "capabilities"),
    ]
    for found, wanted, what in expected:
        if found != wanted:
            yield f"{what} is {found} and must be {wanted}"
    if container["image"].endswith(":latest") or not re.search("[:@]", container["image"]):
        yield f"the image {container['image']} is not pinned"


def errors_of_settings(settings, pod, container):
    stop = seconds(settings["DRAIN_DELAY"]) + seconds(settings["SHUTDOWN_TIMEOUT"])
    grace = pod["terminationGracePeriodSeconds"]
    if grace < stop + 5:
        yield f"terminationGracePeriodSeconds is {grace}, but shutdown can take {stop:.0f} s"
    heaps = int(settings["RENDER_THREADS"]) * size(settings["RENDER_HEAP_LIMIT"])
    limit = size(container["resources"]["limits"]["memory"])
    if limit < heaps + REST_OF_PROCESS:
        yield f"the memory limit is {limit >> 20} MiB, but the heaps can take {heaps >> 20} MiB"
    for name in settings:
        if re.search("TOKEN|SECRET|PASSWORD", name):
            yield f"{name} is a secret and must not be in a ConfigMap"


def image_ports():
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    return {
        port: int(re.search(rf"{variable}=\S+:(\d+)", dockerfile)[1])
        for port, variable in (("http", "LISTEN_ADDR"), ("admin", "ADMIN_ADDR"))
    }


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
        if rule.get("labels", {}).get("severity") not in ("critical", "warning"):
            yield f"{name}: no severity"
        for text in ("summary", "description"):
            if not rule.get("annotations", {}).get(text):
                yield f"{name}: no {text}"
        runbook = f"deploy/README.md#{name.lower()}"
        if rule.get("annotations", {}).get("runbook_url") != runbook:
            yield f"{name}: its runbook_url is not {runbook}"
        if name not in headings:
            yield f"{name}: no runbook in deploy/README.md"
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


def change(path, value, kind=None):
    """Sets one value; `path` is a sequence of keys and indexes, `kind` selects an object."""

    def apply(data):
        if kind:
            data = next(found for found in data if found["kind"] == kind)
        *way, last = path
        for step in way:
            data = data[step]
        data[last] = value

    return apply


POD = ("spec", "template", "spec")
CONTAINER = (*POD, "containers", 0)

PLANTED_IN_OBJECTS = [
    ("replicaz", change(("spec", "replicaz"), 3, "Deployment")),
    ("readOnlyRootFileSystem", change((*CONTAINER, "securityContext", "readOnlyRootFileSystem"), True, "Deployment")),
    ("maxUnavailable", change(("spec", "maxUnavailable"), [1], "PodDisruptionBudget")),
    ("averageUtilisation", change(("spec", "metrics", 0, "resource", "target", "averageUtilisation"), 7, "HorizontalPodAutoscaler")),
    ("unknown to Kubernetes", change(("apiVersion",), "autoscaling/v2beta2", "HorizontalPodAutoscaler")),
    ("pathTyp", change(("spec", "rules", 0, "http", "paths", 0, "pathTyp"), "Prefix", "Ingress")),
    ("intervall", change(("spec", "endpoints", 0, "intervall"), "15s", "ServiceMonitor")),
    ("allert", change(("spec", "groups", 0, "rules", 0, "allert"), "X", "PrometheusRule")),
    ("selects no pod", change(("spec", "selector"), {"app": "other"}, "Service")),
    ("no port web", change(("spec", "ports", 0, "targetPort"), "web", "Service")),
    ("selects 0 Services", change(("spec", "selector", "matchLabels"), {"app": "other"}, "ServiceMonitor")),
    ("has no port metrics", change(("spec", "endpoints", 0, "port"), "metrics", "ServiceMonitor")),
    ("missing ConfigMap", change(("metadata", "name"), "other", "ConfigMap")),
    ("PUBLIC_URL", change(("data", "PUBLIC_URL"), "https://other.example", "ConfigMap")),
    ("terminationGracePeriodSeconds", change(("data", "SHUTDOWN_TIMEOUT"), "1m", "ConfigMap")),
    ("the memory limit", change(("data", "RENDER_THREADS"), "8", "ConfigMap")),
    ("must both be set", change((*CONTAINER, "env"), [], "Deployment")),
    ("is a secret", change(("data", "CONTENT_API_TOKEN"), "x", "ConfigMap")),
    ("Secrets must not", change(("kind",), "Secret", "ConfigMap")),
    ("capabilities", change((*CONTAINER, "securityContext", "capabilities"), {"add": ["NET_ADMIN"]}, "Deployment")),
    ("automountServiceAccountToken", change((*POD, "automountServiceAccountToken"), True, "Deployment")),
    ("is not pinned", change((*CONTAINER, "image"), "registry.example/marquee:latest", "Deployment")),
    ("the image's", change((*CONTAINER, "ports", 0, "containerPort"), 80, "Deployment")),
    ("livenessProbe", change((*CONTAINER, "livenessProbe", "httpGet", "port"), "http", "Deployment")),
    ("conflicts with the autoscaler", change(("spec", "replicas"), 2, "Deployment")),
    ("missing Deployment other", change(("spec", "scaleTargetRef", "name"), "other", "HorizontalPodAutoscaler")),
    ("the Namespace is", change(("metadata", "namespace"), "default", "Service")),
    ("no certificate", change(("spec", "tls", 0, "hosts"), ["other.example"], "Ingress")),
    ("no such Service", change(("spec", "rules", 0, "http", "paths", 0, "backend", "service", "name"), "marquee-admin", "Ingress")),
    ("no retry on 404", change(("spec", "rules", 0, "http", "paths", 0, "path"), "/assets/", "Ingress")),
]  # fmt: skip

PLANTED_IN_RULES = [
    ("unknown metric marquee_redy", change((1, "rules", 0, "expr"), "sum(marquee_redy == 0)")),
    ("no severity", change((1, "rules", 0, "labels"), {})),
    ("no summary", change((1, "rules", 0, "annotations", "summary"), "")),
    ("runbook_url", change((1, "rules", 0, "annotations", "runbook_url"), "elsewhere")),
    ("no runbook", change((1, "rules", 0, "alert"), "Other")),
    ("does not test that it fires", change((1, "rules", 0, "alert"), "Other")),
    ("make rules", change((1, "name"), "other")),
]

PLANTED_IN_DASHBOARD = [
    ("unknown metric marquee_redy", change(("panels", 1, "targets", 0, "expr"), 'marquee_redy{job="$job"}')),
    ("no filter by job", change(("panels", 1, "targets", 0, "expr"), "marquee_ready")),
    ("have the id", change(("panels", 1, "id"), 1)),
    ("wider", change(("panels", 1, "gridPos", "x"), 23)),
    ("overlaps", change(("panels", 2, "gridPos"), {"x": 0, "y": 0, "w": 24, "h": 9})),
    ("data source", change(("panels", 1, "datasource"), {"uid": "mine"})),
    ("no targets", change(("panels", 1, "targets"), [])),
    ("unknown variable", change(("panels", 1, "title"), "$other")),
]  # fmt: skip


def missed(planted, data, check):
    """Yields each mutation that `check` does not report."""
    for expected, plant in planted:
        spoilt = copy.deepcopy(data)
        plant(spoilt)
        if not any(expected in error for error in check(spoilt)):
            yield f"mutation not reported: {expected}"


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
    arguments.add_argument("--write-rules", action="store_true")
    arguments = arguments.parse_args()
    if arguments.write_rules:
        write_rules()
        return

    ports = image_ports()

    def errors_of_objects(objects):
        # Checks between objects rely on valid ones.
        errors = list(errors_by_schema(objects))
        return errors or list(errors_between(objects, ports))

    groups = yaml_of(RULES)["groups"]
    written = yaml_of(RULE_OBJECT)["spec"]["groups"]
    tested = set(fired_in(yaml_of(DEPLOY / "prometheus" / "rules.test.yaml")))
    headings = set(re.findall(r"^### (\w+)$", (DEPLOY / "README.md").read_text(), re.MULTILINE))
    dashboard = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text())
    known = known_metrics(groups)

    def check_rules(found):
        return list(errors_of_rules(found, written, tested, headings))

    def check_dashboard(found):
        return list(errors_of_dashboard(found, known))

    errors = []
    count = 0
    for overlay, objects in renderings(arguments.kustomize):
        count += len(objects)
        errors += [f"{overlay}: {error}" for error in errors_of_objects(objects)]
    errors += check_rules(groups)
    errors += check_dashboard(dashboard)
    if not errors:
        errors += missed(PLANTED_IN_OBJECTS, objects, errors_of_objects)
        errors += missed(PLANTED_IN_RULES, groups, check_rules)
        errors += missed(PLANTED_IN_DASHBOARD, dashboard, check_dashboard)
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        sys.exit(1)
    plants = (PLANTED_IN_OBJECTS, PLANTED_IN_RULES, PLANTED_IN_DASHBOARD)
    planted = sum(len(plant) for plant in plants)
    print(f"deploy/ ok: {count} objects, {planted} mutations detected")


main()
