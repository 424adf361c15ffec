"""Mutation tests: errors to inject, each with a part of the message that must report it."""

import copy

import manifests


def change(path, value, kind=None):
    """Sets one value; `path` is a sequence of keys and indexes, `kind` selects an object."""

    def apply(data):
        if kind:
            data = next(found for found in data if found["kind"] == kind)
        *way, last = path
        for step in way:
            data = data[step]
        data[last] = value

    apply.kind = kind
    return apply


def missed(planted, data, check):
    """Yields each mutation that `check` does not report."""
    for expected, plant in planted:
        spoilt = copy.deepcopy(data)
        plant(spoilt)
        if not any(expected in error for error in check(spoilt)):
            yield f"mutation not reported: {expected}"


POD = ("spec", "template", "spec")
CONTAINER = (*POD, "containers", 0)

BY_SCHEMA = [
    ("replicaz", change(("spec", "replicaz"), 3, "Deployment")),
    ("readOnlyRootFileSystem", change((*CONTAINER, "securityContext", "readOnlyRootFileSystem"), True, "Deployment")),
    ("maxUnavailable", change(("spec", "maxUnavailable"), [1], "PodDisruptionBudget")),
    ("averageUtilisation", change(("spec", "metrics", 0, "resource", "target", "averageUtilisation"), 7, "HorizontalPodAutoscaler")),
    ("unknown to Kubernetes", change(("apiVersion",), "autoscaling/v2beta2", "HorizontalPodAutoscaler")),
    ("pathTyp", change(("spec", "rules", 0, "http", "paths", 0, "pathTyp"), "Prefix", "Ingress")),
    ("intervall", change(("spec", "endpoints", 0, "intervall"), "15s", "ServiceMonitor")),
    ("interval must match", change(("spec", "endpoints", 0, "interval"), "often", "ServiceMonitor")),
    ("allert", change(("spec", "groups", 0, "rules", 0, "allert"), "X", "PrometheusRule")),
    ("backoffs", change(("spec", "rules", 0, "retry", "backoffs"), "1s", "HTTPRoute")),
    ("request must match", change(("spec", "rules", 0, "timeouts", "request"), "15", "HTTPRoute")),
    ("codes/0 must be", change(("spec", "rules", 0, "retry", "codes"), [304], "HTTPRoute")),
    ("minReplicas", change(("spec", "minReplicas"), 2, "ScaledObject")),
    ("no published type", change(("apiVersion",), "keda.sh/v2", "ScaledObject")),
]  # fmt: skip

BETWEEN_OBJECTS = [
    ("Secrets must not", change(("kind",), "Secret", "ConfigMap")),
    ("the Namespace is", change(("metadata", "namespace"), "default", "Service")),
    ("missing ServiceAccount", change((*POD, "serviceAccountName"), "other", "Deployment")),
    ("missing ConfigMap", change(("metadata", "name"), "other", "ConfigMap")),
    ("does not replace .invalid", change(("spec", "hostnames", 0), "host.invalid", "HTTPRoute")),
    ("selects no pod", change(("spec", "selector"), {"app": "other"}, "Service")),
    ("selects 0 Services", change(("spec", "selector", "matchLabels"), {"app": "other"}, "ServiceMonitor")),
    ("has no port metrics", change(("spec", "endpoints", 0, "port"), "metrics", "ServiceMonitor")),
    ("no port web", change(("spec", "ports", 0, "targetPort"), "web", "Service")),
    ("the image's", change((*CONTAINER, "ports", 0, "containerPort"), 80, "Deployment")),
    ("ADMIN_ADDR is", change(("data", "ADMIN_ADDR"), "[::]:9091", "ConfigMap")),
    ("livenessProbe", change((*CONTAINER, "livenessProbe", "httpGet", "port"), "http", "Deployment")),
    ("the pod has no port web", change(("spec", "ingress", 0, "ports", 0, "port"), "web", "NetworkPolicy")),
    ("has host bits set", change(("spec", "egress", 0, "to", 1, "ipBlock", "cidr"), "169.254.20.10/24", "NetworkPolicy")),
    ("is not in", change(("spec", "egress", 0, "to", 1, "ipBlock", "except"), ["10.0.0.0/8"], "NetworkPolicy")),
    ("PUBLIC_URL is", change(("spec", "hostnames", 0), "other.example", "HTTPRoute")),
    ("no such Service", change(("spec", "rules", 0, "backendRefs", 0, "port"), 9090, "HTTPRoute")),
    ("PUBLIC_URL is", change(("spec", "rules", 0, "host"), "other.example", "Ingress")),
    ("no certificate", change(("spec", "tls", 0, "hosts"), ["other.example"], "Ingress")),
    ("no such Service", change(("spec", "rules", 0, "http", "paths", 0, "backend", "service", "name"), "marquee-admin", "Ingress")),
    ("sets the number of pods", change(("spec", "replicas"), 2, "Deployment")),
    ("missing Deployment other", change(("spec", "scaleTargetRef", "name"), "other", "ScaledObject")),
    ("automountServiceAccountToken", change((*POD, "automountServiceAccountToken"), True, "Deployment")),
    ("runAsNonRoot", change((*POD, "securityContext", "runAsNonRoot"), False, "Deployment")),
    ("seccompProfile", change((*POD, "securityContext", "seccompProfile"), {"type": "Unconfined"}, "Deployment")),
    ("allowPrivilegeEscalation", change((*CONTAINER, "securityContext", "allowPrivilegeEscalation"), True, "Deployment")),
    ("readOnlyRootFilesystem", change((*CONTAINER, "securityContext", "readOnlyRootFilesystem"), False, "Deployment")),
    ("capabilities", change((*CONTAINER, "securityContext", "capabilities"), {"add": ["NET_ADMIN"]}, "Deployment")),
    ("is not pinned", change((*CONTAINER, "image"), "registry.example/marquee:latest", "Deployment")),
    ("unknown setting LOG_LEVLE", change(("data", "LOG_LEVLE"), "info", "ConfigMap")),
    ("is a secret", change(("data", "CONTENT_API_TOKEN"), "x", "ConfigMap")),
    ("must both be set", change((*CONTAINER, "env"), [], "Deployment")),
    ("no variable POD_ID", change((*CONTAINER, "env", -1, "value"), "id=$(POD_ID)", "Deployment")),
    ("preStop", change((*CONTAINER, "lifecycle"), {"preStop": {"sleep": {"seconds": 5}}}, "Deployment")),
    ("terminationGracePeriodSeconds", change((*POD, "terminationGracePeriodSeconds"), 30, "Deployment")),
    ("the memory limit", change((*CONTAINER, "resources", "limits", "memory"), "128Mi", "Deployment")),
    ("with the key password", change((*POD, "volumes", 0, "secret", "items", 0, "key"), "password", "Deployment")),
    ("is not mounted", change((*CONTAINER, "volumeMounts", 0, "mountPath"), "/run/other", "Deployment")),
    ("does not set the label", change(("spec", "ingress", 0, "from", 0, "namespaceSelector", "matchLabels"), {"marquee.example/other": "true"}, "NetworkPolicy")),
    ("does not create the Secret", change((*POD, "imagePullSecrets", 0, "name"), "other", "Deployment")),
]  # fmt: skip

OBJECTS = [*BY_SCHEMA, *BETWEEN_OBJECTS]


def missed_in_objects(found, kubectl):
    """Yields each mutation of the manifests that their checks do not report."""
    # Both have all the components that do not exclude each other.
    largest = max(map(len, manifests.combinations()))
    full = [found[", ".join(chosen)] for chosen in manifests.combinations() if len(chosen) == largest]

    def rendering_with(kind):
        return next(objects for objects in full if any(one["kind"] == kind for one in objects))

    spoilt = []
    for _, plant in BY_SCHEMA:
        objects = copy.deepcopy(rendering_with(plant.kind))
        plant(objects)
        spoilt.append(next(one for one in objects if one["kind"] == plant.kind))
    for (expected, _), errors in zip(BY_SCHEMA, manifests.errors_by_schema(spoilt)):
        if not any(expected in error for error in errors):
            yield f"mutation not reported: {expected}"
    check = manifests.checker(kubectl)
    for planted in BETWEEN_OBJECTS:
        yield from missed([planted], rendering_with(planted[1].kind), check)
    standard = rendering_with("HTTPRoute")
    if not any("retry is not" in error for error in manifests.errors_of_channels("gateway", standard)):
        yield "mutation not reported: retry is not in the standard channel"
