"""Checks of deploy/kustomize: each overlay, and production with each pair of components.

Objects are validated against the published schemas; `errors_between` has what no schema knows.
"""

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
KUSTOMIZE = ROOT / "deploy" / "kustomize"
GUIDE = (ROOT / "deploy" / "kubernetes.md").read_text().replace("\\\n", " ")
# Names and defaults.
SETTINGS = dict(re.findall(r"^\| `(\w+)` \| `?([^`|]*)", (ROOT / "docs" / "settings.md").read_text(), re.MULTILINE))
KUBERNETES = ("1.31", "1.37")
# Of custom resources, by API group.
PACKAGES = {
    "gateway.networking.k8s.io": "gateway-api",
    "keda.sh": "keda",
    "monitoring.coreos.com": "prometheus-operator",
}
COMPONENTS = sorted(folder.name for folder in (KUSTOMIZE / "components").iterdir())
# Of each row, a combination has one entry.
ALTERNATIVES = [
    [(), ("gateway",), ("gateway", "gateway-retries")],
    [(), ("autoscaling",), ("autoscaling-keda",)],
    *([(), (name,)] for name in COMPONENTS if not name.startswith(("gateway", "autoscaling"))),
]


def combinations():
    """Yields tuples of components until each pair of entries has occurred."""
    product = list(itertools.product(*ALTERNATIVES))

    def pairs(chosen):
        return set(itertools.combinations(enumerate(chosen), 2))

    missing = set().union(*map(pairs, product))
    while missing:
        best = max(product, key=lambda chosen: len(pairs(chosen) & missing))
        missing -= pairs(best)
        yield tuple(itertools.chain.from_iterable(best))


def render(kustomize, folder):
    run = subprocess.run([kustomize, "build", folder], capture_output=True, text=True, check=False)
    if run.returncode != 0 or run.stderr:  # warnings too, such as deprecations
        sys.exit(f"{folder}: {run.stderr}")
    return list(yaml.load_all(run.stdout, yaml.CSafeLoader))


def renderings(kustomize):
    """Returns the objects of each overlay, of the guide's example, and of production with each combination."""
    with tempfile.TemporaryDirectory() as scratch:
        overlays = shutil.copytree(KUSTOMIZE, Path(scratch) / "kustomize") / "overlays"
        folders = {folder.name: folder for folder in overlays.iterdir()}
        example = re.search(r"^```yaml\n(.+?)^```", GUIDE, re.MULTILINE | re.DOTALL)[1]
        written = {"example": re.sub(r"https://\S+//deploy/kustomize/(\S+)\?ref=\S+", r"../../\1", example)}
        production = yaml.safe_load((folders["production"] / "kustomization.yaml").read_text())
        for combination in combinations():
            production["components"] = [f"../../components/{name}" for name in combination]
            written["+".join(combination) or "no component"] = yaml.safe_dump(production)
        for name, text in written.items():
            folders[name] = shutil.copytree(folders["production"], overlays / name)
            (folders[name] / "kustomization.yaml").write_text(text)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return dict(zip(folders, pool.map(lambda folder: render(kustomize, folder), folders.values())))


def errors_of_custom_resources(objects):
    """Yields what the types and the validators that their projects publish reject.

    Validators accept unknown fields, as the schemas of CRDs do; types reject them, as `kubectl apply` does.
    """
    lines = []
    for number, found in enumerate(objects):
        version, kind = found["apiVersion"], found["kind"]
        fields = json.dumps({key: value for key, value in found.items() if key not in ("apiVersion", "kind")})
        module = f"@kubernetes-models/{PACKAGES[version.split('/')[0]]}/{version}/{kind}"
        lines.append(f"import {{ {kind} as Kind{number} }} from '{module}'; new Kind{number}({fields}).validate();")
    file = Path(__file__).parent / "custom-resources" / "node_modules" / "objects.mjs"
    file.write_text("\n".join(lines))
    options = ("--checkJs", "--noEmit", "--strict", "--skipLibCheck", "--ignoreConfig", "--module", "nodenext")
    load = f"import('{file}').catch((error) => {{ console.error(error.message); process.exit(1); }})"
    for command in ([ROOT / "node_modules" / ".bin" / "tsc", *options, file], ["node", "--eval", load]):
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            yield run.stdout + run.stderr


def errors_by_schema(objects):
    """Yields the errors of each object by itself."""
    custom = []
    for found in {json.dumps(found): found for found in objects}.values():
        if found["apiVersion"].split("/")[0] in PACKAGES:
            custom.append(found)
            continue
        for version in KUBERNETES:
            try:
                kubernetes_validate.validate(found, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                where = ".".join(map(str, error.path))
                yield f"{found['kind']} {found['metadata']['name']}: {where}: {error.message} (Kubernetes {version})"
            except kubernetes_validate.SchemaNotFoundError as error:
                yield error.message
    yield from errors_of_custom_resources(custom)


def errors_between(objects):
    """Yields the inconsistencies between the objects of a rendering."""

    def of(kind):
        return [found for found in objects if found["kind"] == kind]

    (deployment,) = of("Deployment")
    pod = deployment["spec"]["template"]["spec"]
    pod_labels = deployment["spec"]["template"]["metadata"]["labels"]
    (container,) = pod["containers"]
    services = of("Service")
    ports = [port["name"] for port in container["ports"]]
    maps = {found["metadata"]["name"]: found["data"] for found in of("ConfigMap")}
    sources = [source["configMapRef"]["name"] for source in container["envFrom"]]
    given = {key: value for name in sources for key, value in maps.get(name, {}).items()}
    variables = {variable["name"]: variable.get("value", "") for variable in container.get("env", [])}
    settings = SETTINGS | given | variables
    mounts = {mount["name"]: mount["mountPath"] for mount in container.get("volumeMounts", [])}
    stop = sum(int(settings[name].removesuffix("s")) for name in ("DRAIN_DELAY", "SHUTDOWN_TIMEOUT"))
    hosts = [f"https://{host}" for route in of("HTTPRoute") for host in route["spec"]["hostnames"]]
    probed = {probe["spec"]["module"]: probe["spec"]["targets"]["staticConfig"]["static"] for probe in of("Probe")}
    security = container.get("securityContext", {})

    # What the guide creates: Secrets, and labels of namespaces.
    secrets = [volume["secret"] for volume in pod.get("volumes", []) if "secret" in volume]
    commands = [rf"secret generic {secret['secretName']} .*={secret['items'][0]['key']}=" for secret in secrets]
    commands += [f"secret docker-registry {secret['name']} " for secret in pod.get("imagePullSecrets", [])]
    labels = re.findall(r'"(marquee\.example/\w+)": "true"', json.dumps(of("NetworkPolicy")))
    commands += [rf"label namespace \S+ {label}=true" for label in labels]

    checks = [
        *((f"no {p} of the admin port", container.get(p, {}).get("httpGet", {}).get("port") == "admin")
          for p in ("startupProbe", "livenessProbe", "readinessProbe")),
        ("a preStop hook in place of DRAIN_DELAY", "lifecycle" not in container),
        ("a token of the service account", pod.get("automountServiceAccountToken") is False),
        ("root", pod.get("securityContext", {}).get("runAsNonRoot") is True),
        ("privilege escalation", security.get("allowPrivilegeEscalation") is False),
        ("a writable root", security.get("readOnlyRootFilesystem") is True),
        ("capabilities", security.get("capabilities") == {"drop": ["ALL"]}),
        *((f"the guide has no command: {c}", re.search(c, GUIDE)) for c in commands),
        *(("a Service without pods", s["spec"]["selector"].items() <= pod_labels.items()) for s in services),
        *((f"no port {p['targetPort']}", p["targetPort"] in ports) for s in services for p in s["spec"]["ports"]),
        *((f"no ConfigMap {name}", name in maps) for name in sources),
        *((f"unknown setting {name}", name in SETTINGS) for name in given),
        *((f"{volume['name']} has no folder of {settings['OTHER_DIST_DIRS']}",
           settings["OTHER_DIST_DIRS"].startswith(mounts[volume["name"]] + "/"))
          for volume in pod.get("volumes", []) if "image" in volume),
        *((f"{n} in a ConfigMap", not re.search("TOKEN|PASSWORD|HEADERS", n)) for n in given),
        *((f"{host} is not PUBLIC_URL", host == settings["PUBLIC_URL"]) for host in hosts),
        ("not each language is probed", not probed or probed == {
            f"marquee-{code}": [f"{settings['PUBLIC_URL']}/", f"{settings['PUBLIC_URL']}/?lang={code}"]
            for code in (file.stem for file in (ROOT / "locales").glob("*.json"))}),
        (f"shutdown can take {stop} s", pod["terminationGracePeriodSeconds"] >= stop + 5),
        (".invalid is not replaced", ".invalid" not in str(objects)),
        *((f"KEDA queries the namespace {name}", name == deployment["metadata"]["namespace"])
          for name in re.findall(r'namespace="(\w+)"', str(of("ScaledObject")))),
    ]
    yield from (message for message, holds in checks if not holds)


def errors_of(found):
    """Returns the errors of all renderings, each once."""
    errors = list(dict.fromkeys(errors_by_schema(itertools.chain(*found.values()))))
    if not errors:  # which the other checks rely on
        pairs = [(error, name) for name, objects in found.items() for error in errors_between(objects)]
        errors = [f"{name}: {error}" for error, name in dict(reversed(pairs)).items()]
    production = (KUSTOMIZE / "overlays" / "production" / "kustomization.yaml").read_text()
    for name in COMPONENTS:
        if f"   | `{name}` |" not in GUIDE or f"../../components/{name}" not in production:
            errors.append(f"component {name}: not in both of deploy/kubernetes.md and overlays/production")
    return errors
