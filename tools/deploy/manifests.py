"""Checks of deploy/kustomize, with each of its components alone and each pair of them.

Objects of Kubernetes are validated by kubernetes-validate, against the schemas of the
oldest and the newest supported version; custom resources by custom-resources/. The
checks here cover what no schema knows: references between objects, the hosts, the
durations and sizes that belong together, and the names of settings and Secrets.
"""

import functools
import ipaddress
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kubernetes_validate
import yaml

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
KUSTOMIZE = DEPLOY / "kustomize"
COMPONENTS = KUSTOMIZE / "components"
OVERLAYS = ("production", "staging")
VALIDATOR = Path(__file__).parent / "custom-resources" / "validate.ts"
KUBERNETES = ("1.31", "1.37")

SWITCHES = ("monitoring", "tracing", "content-service", "ipv6", "private-registry", "apparmor")
# Of each row, a combination has one entry, in this order.
ALTERNATIVES = [
    [(), ("gateway",), ("gateway", "gateway-retries"), ("ingress-nginx",), ("ingress-nginx", "ingress-cache")],
    [(), ("autoscaling",), ("autoscaling-keda",)],
    *([(), (switch,)] for switch in SWITCHES),
]  # fmt: skip
# For short builds, the garbage collector and more threads cost more than they save.
GO = {"GOGC": "off", "GOMAXPROCS": "1"}

# Memory of a V8 process outside of the engines' heaps.
REST_OF_PROCESS = 120 << 20

# Fields of an HTTPRoute's rules in the standard channel of Gateway API 1.2.
STANDARD_CHANNEL = {"backendRefs", "filters", "matches", "timeouts"}


@functools.cache
def parse_document(text):
    return yaml.load(text, yaml.CSafeLoader)


def parse(text):
    """Returns the objects of a rendering. Most are the same in many, and parsed once."""
    return [parse_document(document) for document in text.split("\n---\n")]


# Rendering.


def pairs_in(chosen):
    return set(itertools.combinations(enumerate(chosen), 2))


def combinations(every=False):
    """Yields tuples of components: each entry of a row alone, then until each pair occurs; or `every` one."""
    product = list(itertools.product(*ALTERNATIVES))
    found = product if every else [chosen for chosen in product if sum(map(bool, chosen)) < 2]
    missing = set().union(*map(pairs_in, product)).difference(*map(pairs_in, found))
    while missing:
        # The last of equals has most components.
        found.append(max(reversed(product), key=lambda chosen: len(pairs_in(chosen) & missing)))
        missing -= pairs_in(found[-1])
    for chosen in found:
        yield tuple(itertools.chain.from_iterable(chosen))


def rendered(kustomize, folder):
    run = subprocess.run(
        [kustomize, "build", folder], capture_output=True, text=True, check=False, env=os.environ | GO
    )
    # Fails on warnings too, such as deprecations.
    if run.returncode != 0 or run.stderr:
        sys.exit(f"{folder}: {run.stderr}")
    return run.stdout


def renderings(kustomize, every=False):
    """Returns the objects of each overlay, and of production with each combination."""
    with tempfile.TemporaryDirectory() as scratch:
        tree = shutil.copytree(KUSTOMIZE, Path(scratch) / "kustomize")
        folders = {overlay: tree / "overlays" / overlay for overlay in OVERLAYS}
        production = folders["production"]
        written = yaml.safe_load((production / "kustomization.yaml").read_text())
        for number, combination in enumerate(combinations(every)):
            folder = tree / "overlays" / str(number)
            folder.mkdir()
            for resource in production.glob("*.yaml"):
                shutil.copy(resource, folder)
            written["components"] = [f"../../components/{name}" for name in combination]
            (folder / "kustomization.yaml").write_text(yaml.safe_dump(written))
            folders[", ".join(combination) or "no component"] = folder
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            texts = dict(zip(folders, pool.map(lambda f: rendered(kustomize, f), folders.values())))
    combined = [text for name, text in texts.items() if name not in OVERLAYS]
    if len(set(combined)) != len(combined):
        sys.exit("two combinations are equal: a component has no effect")
    return {name: parse(text) for name, text in texts.items()}


def errors_of_lists():
    """Yields components that this file, the guide or an overlay does not list."""
    existing = {folder.name for folder in COMPONENTS.iterdir()}
    for name in existing.symmetric_difference(itertools.chain(*combinations())):
        yield f"component {name}: not in both of components/ and ALTERNATIVES"
    guide = (DEPLOY / "README.md").read_text().split("\n## Install on Kubernetes\n")[1].split("\n## ")[0]
    table = re.findall(r"^\| `([a-z0-9-]+)` \|", guide, re.MULTILINE)
    for name in existing.symmetric_difference(table):
        yield f"component {name}: not in both of components/ and deploy/README.md"
    for overlay in OVERLAYS:
        text = (KUSTOMIZE / "overlays" / overlay / "kustomization.yaml").read_text()
        listed = re.findall(r"^  (?:# )?- \.\./\.\./components/(\S+)", text, re.MULTILINE)
        for name in existing.symmetric_difference(listed):
            yield f"component {name}: not in both of components/ and overlay {overlay}"


# Schemas.


def name_of(found):
    return f"{found.get('kind')} {found.get('metadata', {}).get('name')}"


def is_custom(found):
    group = found["apiVersion"].rpartition("/")[0]
    return "." in group and (not group.endswith(".k8s.io") or group.startswith("gateway."))


def errors_of_kubernetes(found):
    for version in KUBERNETES:
        try:
            kubernetes_validate.validate(found, version, strict=True)
        except kubernetes_validate.ValidationError as error:
            where = ".".join(str(part) for part in error.path)
            yield f"{name_of(found)}: {where}: {error.message} (Kubernetes {version})"
        except (kubernetes_validate.InvalidSchemaError, kubernetes_validate.SchemaNotFoundError):
            yield f"{name_of(found)}: unknown to Kubernetes {version}"


def errors_by_schema(objects):
    """Returns the errors of each object, in one run of the validator for custom resources."""
    custom = [found for found in objects if is_custom(found)]
    run = subprocess.run(
        ["node", "--import", "tsx", VALIDATOR],
        cwd=ROOT,
        input=json.dumps(custom),
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        sys.exit(run.stderr)
    reports = iter(json.loads(run.stdout))
    for found in objects:
        if is_custom(found):
            yield [f"{name_of(found)}: {error}" for error in next(reports)]
        else:
            yield list(errors_of_kubernetes(found))


# References between objects.


class Objects:
    """The objects of one rendering, by kind."""

    def __init__(self, objects):
        self.all = objects
        (self.deployment,) = self.of("Deployment")
        self.template = self.deployment["spec"]["template"]
        self.pod = self.template["spec"]
        (self.container,) = self.pod["containers"]
        self.services = {found["metadata"]["name"]: found for found in self.of("Service")}

    def of(self, kind):
        return [found for found in self.all if found.get("kind") == kind]

    def names(self, kind):
        return {found["metadata"]["name"] for found in self.of(kind)}

    def settings(self):
        """Returns the variables that the pod gets from ConfigMaps."""
        wanted = [source["configMapRef"]["name"] for source in self.container["envFrom"]]
        found = {config["metadata"]["name"]: config["data"] for config in self.of("ConfigMap")}
        return {key: value for name in wanted for key, value in found.get(name, {}).items()}

    def secrets(self):
        """Yields the name of each Secret that the objects refer to, with a key that it must have."""
        for volume in self.pod.get("volumes", []):
            for item in volume["secret"]["items"]:
                yield volume["secret"]["secretName"], item["key"]
        for secret in self.pod.get("imagePullSecrets", []):
            yield secret["name"], ".dockerconfigjson"
        for ingress in self.of("Ingress"):
            for tls in ingress["spec"]["tls"]:
                yield tls["secretName"], "tls.crt"


def fits(selector, labels):
    return bool(selector) and selector.items() <= (labels or {}).items()


def seconds(time):
    number, unit = re.fullmatch(r"(\d+)(ms|s|m|h)", time).groups()
    return int(number) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[unit]


def size(text):
    number, unit = re.fullmatch(r"(\d+)(Mi|Gi|MiB|GiB)", text).groups()
    return int(number) << {"M": 20, "G": 30}[unit[0]]


def errors_of_names(objects):
    if objects.of("Secret"):
        yield "Secrets must not be in the repository"
    namespaces = {f["metadata"].get("namespace") for f in objects.all if f["kind"] != "Namespace"}
    if namespaces != objects.names("Namespace"):
        yield f"the namespaces of the objects are {namespaces}, the Namespace is {objects.names('Namespace')}"
    if objects.pod["serviceAccountName"] not in objects.names("ServiceAccount"):
        yield f"missing ServiceAccount {objects.pod['serviceAccountName']}"
    for source in objects.container["envFrom"]:
        if source["configMapRef"]["name"] not in objects.names("ConfigMap"):
            yield f"missing ConfigMap {source['configMapRef']['name']}"
    for text in (".invalid", '"NAMESPACE"'):
        if text in str(objects.all):
            yield f"the overlay does not replace {text}"


def errors_of_selectors(objects):
    selectors = [("Deployment", objects.deployment["spec"]["selector"]["matchLabels"])]
    selectors += [(name_of(s), s["spec"]["selector"]) for s in objects.services.values()]
    for found in objects.of("PodDisruptionBudget"):
        selectors.append((name_of(found), found["spec"]["selector"]["matchLabels"]))
    for found in objects.of("NetworkPolicy"):
        selectors.append((name_of(found), found["spec"]["podSelector"]["matchLabels"]))
    for constraint in objects.pod["topologySpreadConstraints"]:
        selectors.append(("topologySpreadConstraints", constraint["labelSelector"]["matchLabels"]))
    for who, selector in selectors:
        if not fits(selector, objects.template["metadata"]["labels"]):
            yield f"{who} selects no pod"
    for monitor in objects.of("ServiceMonitor"):
        selector = monitor["spec"]["selector"]["matchLabels"]
        seen = [s for s in objects.services.values() if fits(selector, s["metadata"].get("labels"))]
        if len(seen) != 1:
            yield f"{name_of(monitor)} selects {len(seen)} Services; it must select one, to scrape each pod once"
        for endpoint, service in itertools.product(monitor["spec"]["endpoints"], seen):
            if endpoint["port"] not in {port["name"] for port in service["spec"]["ports"]}:
                yield f"{name_of(service)} has no port {endpoint['port']}"


def errors_of_ports(objects, image_ports):
    ports = {port["name"]: port["containerPort"] for port in objects.container["ports"]}
    if ports != image_ports:
        yield f"the pod's ports are {ports}, the image's are {image_ports}"
    for name, variable in (("http", "LISTEN_ADDR"), ("admin", "ADMIN_ADDR")):
        listener = objects.settings().get(variable)
        if listener and not listener.endswith(f":{ports[name]}"):
            yield f"{variable} is {listener}, the port {name} is {ports[name]}"
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        if objects.container.get(probe, {}).get("httpGet", {}).get("port") != "admin":
            yield f"{probe} does not use the admin port"
    for service in objects.services.values():
        for port in service["spec"]["ports"]:
            if port["targetPort"] not in ports:
                yield f"{name_of(service)}: the pod has no port {port['targetPort']}"
    for policy in objects.of("NetworkPolicy"):
        for rule in policy["spec"].get("ingress", []):
            for port in rule["ports"]:
                if port["port"] not in ports:
                    yield f"{name_of(policy)}: the pod has no port {port['port']}"


def errors_of_networks(objects):
    """Checks CIDR blocks as the API server does."""
    for policy in objects.of("NetworkPolicy"):
        for rule in policy["spec"].get("egress", []):
            for block in (peer["ipBlock"] for peer in rule["to"] if "ipBlock" in peer):
                try:
                    network = ipaddress.ip_network(block["cidr"])
                    for part in map(ipaddress.ip_network, block.get("except", [])):
                        if not part.subnet_of(network):
                            yield f"{name_of(policy)}: {part} is not in {network}"
                except (TypeError, ValueError) as error:
                    yield f"{name_of(policy)}: {error}"


def errors_of_routes(objects):
    public = objects.settings().get("PUBLIC_URL", "")
    for route in objects.of("HTTPRoute"):
        for host in route["spec"]["hostnames"]:
            if public != f"https://{host}":
                yield f"{name_of(route)}: its host is {host}, PUBLIC_URL is {public}"
        for rule in route["spec"]["rules"]:
            for backend in rule.get("backendRefs", []):
                service = objects.services.get(backend["name"], {"spec": {"ports": []}})
                if backend["port"] not in {port["port"] for port in service["spec"]["ports"]}:
                    yield f"{name_of(route)}: no such Service or port: {backend}"
    for ingress in objects.of("Ingress"):
        hosts = {host for tls in ingress["spec"]["tls"] for host in tls["hosts"]}
        for rule in ingress["spec"]["rules"]:
            if rule["host"] not in hosts:
                yield f"{name_of(ingress)}: no certificate for {rule['host']}"
            if public != f"https://{rule['host']}":
                yield f"{name_of(ingress)}: its host is {rule['host']}, PUBLIC_URL is {public}"
            for path in rule["http"]["paths"]:
                backend = path["backend"]["service"]
                service = objects.services.get(backend["name"], {"spec": {"ports": []}})
                if backend["port"]["name"] not in {p["name"] for p in service["spec"]["ports"]}:
                    yield f"{name_of(ingress)}: no such Service or port: {backend}"


def errors_of_scaling(objects):
    scalers = objects.of("HorizontalPodAutoscaler") + objects.of("ScaledObject")
    for scaler in scalers:
        target = scaler["spec"]["scaleTargetRef"]
        if target["name"] not in objects.names(target.get("kind", "Deployment")):
            yield f"{name_of(scaler)}: missing Deployment {target['name']}"
    if bool(scalers) == ("replicas" in objects.deployment["spec"]):
        yield "either an autoscaler or the Deployment sets the number of pods"


def errors_of_safety(objects):
    """Checks the `restricted` pod security standard, and more."""
    pod = objects.pod.get("securityContext", {})
    container = objects.container.get("securityContext", {})
    expected = [
        (objects.pod.get("automountServiceAccountToken"), False, "automountServiceAccountToken"),
        (pod.get("runAsNonRoot"), True, "runAsNonRoot"),
        (pod.get("seccompProfile"), {"type": "RuntimeDefault"}, "seccompProfile"),
        (container.get("allowPrivilegeEscalation"), False, "allowPrivilegeEscalation"),
        (container.get("readOnlyRootFilesystem"), True, "readOnlyRootFilesystem"),
        (container.get("capabilities"), {"drop": ["ALL"]}, "capabilities"),
    ]
    for found, wanted, what in expected:
        if found != wanted:
            yield f"{what} is {found} and must be {wanted}"
    image = objects.container["image"]
    if image.endswith(":latest") or not re.search("[:@]", image):
        yield f"the image {image} is not pinned"


def errors_of_settings(objects, known):
    settings = objects.settings()
    for name in settings.keys() - known:
        yield f"unknown setting {name}"
    for name in settings:
        if re.search("TOKEN|SECRET|PASSWORD", name):
            yield f"{name} is a secret and must not be in a ConfigMap"
    variables = [variable["name"] for variable in objects.container.get("env", [])]
    if ("CONTENT_API_TOKEN_FILE" in variables) != ("CONTENT_API_URL" in settings):
        yield "CONTENT_API_URL and CONTENT_API_TOKEN_FILE must both be set"
    mounted = [
        f"{mount['mountPath']}/{item['path']}"
        for mount in objects.container.get("volumeMounts", [])
        for volume in objects.pod["volumes"]
        if volume["name"] == mount["name"]
        for item in volume["secret"]["items"]
    ]
    for variable in objects.container.get("env", []):
        if variable["name"].endswith("_FILE") and variable["value"] not in mounted:
            yield f"{variable['name']}: {variable['value']} is not mounted"
    for number, variable in enumerate(objects.container.get("env", [])):
        for name in re.findall(r"\$\((\w+)\)", variable.get("value", "")):
            if name not in variables[:number]:
                yield f"{variable['name']}: no variable {name} above it"
    if "lifecycle" in objects.container:
        yield "a preStop hook delays SIGTERM; DRAIN_DELAY is the delay"
    if not settings.keys() >= {"DRAIN_DELAY", "RENDER_HEAP_LIMIT", "RENDER_THREADS", "SHUTDOWN_TIMEOUT"}:
        return
    stop = seconds(settings["DRAIN_DELAY"]) + seconds(settings["SHUTDOWN_TIMEOUT"])
    grace = objects.pod["terminationGracePeriodSeconds"]
    if grace < stop + 5:
        yield f"terminationGracePeriodSeconds is {grace}, but shutdown can take {stop:.0f} s"
    heaps = int(settings["RENDER_THREADS"]) * size(settings["RENDER_HEAP_LIMIT"])
    limit = size(objects.container["resources"]["limits"]["memory"])
    if limit < heaps + REST_OF_PROCESS:
        yield f"the memory limit is {limit >> 20} MiB, but the heaps can take {heaps >> 20} MiB"


def secrets_of_guide(guide, kubectl):
    """Returns the Secrets that the commands of the guide create, by name."""
    commands = re.findall(r"^ *kubectl (.+ create secret .+)$", guide.replace("\\\n", " "), re.MULTILINE)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("token", "secret"), ("config.json", '{"auths": {}}')):
            (Path(folder) / name).write_text(content)
        certificate = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=site.example"
        openssl = ["openssl", *certificate.split(), "-keyout", "site.key", "-out", "site.crt"]
        subprocess.run(openssl, cwd=folder, check=True, capture_output=True)
        secrets = {}
        for command in commands:
            run = subprocess.run(
                [kubectl, *command.split(), "--dry-run=client", "--output=json"],
                cwd=folder,
                env=os.environ | {"KUBECONFIG": "/dev/null"},
                capture_output=True,
                text=True,
                check=False,
            )
            if run.returncode != 0:
                sys.exit(f"deploy/README.md: kubectl {command}: {run.stderr}")
            secret = json.loads(run.stdout)
            secrets[secret["metadata"]["name"]] = secret
    return secrets


def errors_of_guide(objects, secrets, guide):
    for name, key in objects.secrets():
        if key not in secrets.get(name, {}).get("data", {}):
            yield f"deploy/README.md does not create the Secret {name} with the key {key}"
    labels = set(re.findall(r"^ *kubectl label namespace \S+ (\S+)=true", guide, re.MULTILINE))
    for label in set(re.findall(r"'(marquee\.example/[^']+)': 'true'", str(objects.of("NetworkPolicy")))):
        if label not in labels:
            yield f"deploy/README.md does not set the label {label}"


def image_ports():
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    return {
        port: int(re.search(rf"{variable}=\S+:(\d+)", dockerfile)[1])
        for port, variable in (("http", "LISTEN_ADDR"), ("admin", "ADMIN_ADDR"))
    }


@functools.cache
def checker(kubectl):
    """Returns a function that yields the inconsistencies between the objects of a rendering."""
    ports = image_ports()
    guide = (DEPLOY / "README.md").read_text()
    secrets = secrets_of_guide(guide, kubectl)
    known = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "settings.md").read_text(), re.MULTILINE))

    def check(found):
        objects = Objects(found)
        yield from errors_of_names(objects)
        yield from errors_of_selectors(objects)
        yield from errors_of_ports(objects, ports)
        yield from errors_of_networks(objects)
        yield from errors_of_routes(objects)
        yield from errors_of_scaling(objects)
        yield from errors_of_safety(objects)
        yield from errors_of_settings(objects, known)
        yield from errors_of_guide(objects, secrets, guide)

    return check


def errors_of_channels(name, objects):
    """Yields what the standard channel of Gateway API 1.2 does not have, but in the component for it."""
    if "gateway-retries" not in name:
        for route in (found for found in objects if found["kind"] == "HTTPRoute"):
            for rule in route["spec"]["rules"]:
                for field in rule.keys() - STANDARD_CHANNEL:
                    yield f"{name_of(route)}: {field} is not in the standard channel"


def errors_of_autoscalers():
    """Both autoscalers must differ in nothing but the second trigger."""
    file = COMPONENTS / "autoscaling" / "horizontal-pod-autoscaler.yaml"
    by_cpu = yaml.safe_load(file.read_text())["spec"]
    keda = yaml.safe_load((COMPONENTS / "autoscaling-keda" / "scaled-object.yaml").read_text())["spec"]
    cpu = by_cpu["metrics"][0]["resource"]["target"]
    pairs = [
        (by_cpu["minReplicas"], keda["minReplicaCount"], "minimum"),
        (by_cpu["maxReplicas"], keda["maxReplicaCount"], "maximum"),
        (by_cpu["behavior"], keda["advanced"]["horizontalPodAutoscalerConfig"]["behavior"], "behavior"),
        (str(cpu["averageUtilization"]), keda["triggers"][0]["metadata"]["value"], "CPU usage"),
    ]
    for one, other, what in pairs:
        if one != other:
            yield f"autoscaling and autoscaling-keda: the {what} is not the same"


def errors_of_all(found, kubectl):
    """Yields the errors of all renderings, each once, with the first rendering that has it."""
    errors = {}
    distinct = {}
    check = checker(kubectl)
    for name, objects in found.items():
        for one in objects:
            # The parser returns the same object for the same text.
            distinct.setdefault(id(one), (name, one))
    reports = errors_by_schema([one for _, one in distinct.values()])
    for (name, _), report in zip(distinct.values(), reports):
        for error in report:
            errors.setdefault(error, name)
    # Checks between objects rely on valid ones.
    if not errors:
        for name, objects in found.items():
            for error in itertools.chain(check(objects), errors_of_channels(name, objects)):
                errors.setdefault(error, name)
    yield from errors_of_lists()
    yield from errors_of_autoscalers()
    for error, name in errors.items():
        yield f"{name}: {error}"
