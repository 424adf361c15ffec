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

# Errors that a schema knows: of Kubernetes, and of custom resources.
BY_SCHEMA = [
    ("replicaz", change(("spec", "replicaz"), 3, "Deployment")),
    ("unknown to Kubernetes", change(("apiVersion",), "autoscaling/v2beta2", "HorizontalPodAutoscaler")),
    ("intervall", change(("spec", "endpoints", 0, "intervall"), "15s", "ServiceMonitor")),
    ("no published type", change(("apiVersion",), "keda.sh/v2", "ScaledObject")),
]  # fmt: skip

# One for each function that checks the objects together.
BETWEEN_OBJECTS = [
    ("missing ConfigMap", change(("metadata", "name"), "other", "ConfigMap")),
    ("selects no pod", change(("spec", "selector"), {"app": "other"}, "Service")),
    ("no port web", change(("spec", "ports", 0, "targetPort"), "web", "Service")),
    ("has host bits set", change(("spec", "egress", 0, "to", 1, "ipBlock", "cidr"), "169.254.20.10/24", "NetworkPolicy")),
    ("PUBLIC_URL is", change(("spec", "rules", 0, "host"), "other.example", "Ingress")),
    ("sets the number of pods", change(("spec", "replicas"), 2, "Deployment")),
    ("capabilities", change((*CONTAINER, "securityContext", "capabilities"), {"add": ["NET_ADMIN"]}, "Deployment")),
    ("unknown setting LOG_LEVLE", change(("data", "LOG_LEVLE"), "info", "ConfigMap")),
    ("does not create the Secret", change((*POD, "imagePullSecrets", 0, "name"), "other", "Deployment")),
]  # fmt: skip

OBJECTS = [*BY_SCHEMA, *BETWEEN_OBJECTS]


def missed_in_objects(found, kubectl):
    """Yields each mutation of the manifests that their checks do not report."""

    def rendering_with(kind):
        of_kind = (objects for objects in found.values() if any(one["kind"] == kind for one in objects))
        return max(of_kind, key=lambda objects: len(str(objects)))

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
    retries = found["gateway, gateway-retries"]
    if not any("retry is not" in error for error in manifests.errors_of_channels("gateway", retries)):
        yield "mutation not reported: retry is not in the standard channel"
