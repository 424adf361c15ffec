"""Evaluates the dashboard and the rules in a Prometheus that scrapes two servers.

    python signals.py --prometheus PATH --marquee PATH

One server is healthy; renders, content service and collector of the other fail, so that the
series of errors exist too. Every query of the dashboard and every recording rule must
return data, and every selector must match a series, alerts included, most of which return
nothing while all is well. The labels in legends and descriptions must
exist. An exemplar must lead to a trace that the collector has received.

Requires the packages of requirements.txt and a built site in dist/. Run by
`make test-signals`.
"""

import argparse
import contextlib
import http.client
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import yaml

from dashboard import DASHBOARD, queries, targets_of

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "deploy" / "prometheus" / "rules.yaml"

SITE = json.loads((ROOT / "dist" / "site.json").read_text())
LINKS = SITE["contentService"]["path"]

# Time for all data to arrive. It takes seconds on an idle machine.
TIMEOUT = 55

# Ends with a status of its own for each.
PATHS = (
    *(route["path"] for route in SITE["routes"]),
    *(f"/?lang={locale['code']}" for locale in SITE["locales"] if not locale["isPseudo"]),
    "/nowhere",
    SITE["assets"]["app"],
    "/assets/missing.js",
    "/robots.txt",
    LINKS,
)

# What a browser reports of a visit.
VISIT = "path=/&lang=en&connection=4g&cls=0.02&fcp=700&inp=80&lcp=1900&ttfb=120"


class Handler(BaseHTTPRequestHandler):
    """Responds to every request with what `respond` returns: a media type and content."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        content = self.rfile.read(int(self.headers.get("content-length", 0)))
        media_type, body = self.respond(content)
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_):
        pass


def serve(respond):
    """Starts a server on a free port. Returns its address."""
    handler = type("", (Handler,), {"respond": lambda self, content: respond(self.path, content)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"127.0.0.1:{server.server_port}"


def content_service(path, _):
    fields = SITE["contentService"]["fields"].values()
    field = next(field for field in fields if path.endswith(f"={field}"))
    link = {"data": {"attributes": {field: f"https://{field.replace('_', '-')}.example/"}}}
    return "application/json", json.dumps(link).encode()


def kube_state_metrics(*_):
    """The one metric that the rules expect of kube-state-metrics."""
    labels = 'namespace="site",deployment="marquee"'
    return "text/plain", f"kube_deployment_spec_replicas{{{labels}}} 2\n".encode()


class Collector:
    """Stores what it receives: a trace id is 16 bytes in the protocol buffer."""

    def __init__(self):
        self.received = b""
        self.address = serve(self.receive)

    def receive(self, _, content):
        self.received += content
        return "application/x-protobuf", b""


@contextlib.contextmanager
def process(command, **options):
    """Runs a command, whose standard error yields lines."""
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **options)
    try:
        yield running
    finally:
        running.terminate()
        running.stderr.close()
        running.wait()


def wait_for_line(running, found):
    """Returns what `found` makes of the first line for which that is not None."""
    lines = []
    for line in running.stderr:
        lines.append(line)
        result = found(line)
        if result is not None:
            # A full pipe would block the process.
            threading.Thread(target=drain, args=(running.stderr,), daemon=True).start()
            return result
    sys.exit(f"{running.args[0]} ended:\n{''.join(lines)}")


def drain(lines):
    with contextlib.suppress(ValueError):
        for _ in lines:
            pass


@contextlib.contextmanager
def marquee(binary, settings):
    """Runs a server. Yields the addresses of its listeners."""
    environment = {
        "DIST_DIR": str(ROOT / "dist"),
        "LISTEN_ADDR": "127.0.0.1:0",
        "ADMIN_ADDR": "127.0.0.1:0",
        "LOG_FORMAT": "json",
        "WORKERS": "1",
        "RENDER_THREADS": "1",
        "DRAIN_DELAY": "0s",
        "PAGE_TTL": "1s",
        "OTEL_BSP_SCHEDULE_DELAY": "200",
    }

    def addresses(line):
        event = json.loads(line) if line.startswith("{") else {}
        return (event["address"], event["admin_address"]) if "admin_address" in event else None

    with process([binary], env=environment | settings) as running:
        yield wait_for_line(running, addresses)


@contextlib.contextmanager
def prometheus(binary, folder, targets):
    """Runs a Prometheus that scrapes every second. Yields its address."""
    config = {
        "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
        "rule_files": [str(RULES)],
        "scrape_configs": [
            # The label replaces the name of the job, which must be unique.
            {
                "job_name": "-".join([job, *labels.values()]),
                "static_configs": [{"targets": [address], "labels": {"job": job, **labels}}],
            }
            for job, address, labels in targets
        ],
    }
    file = Path(folder) / "prometheus.yml"
    file.write_text(yaml.safe_dump(config))
    command = [
        binary,
        f"--config.file={file}",
        f"--storage.tsdb.path={folder}/data",
        "--web.listen-address=127.0.0.1:0",
        "--enable-feature=exemplar-storage",
    ]

    def listening(line):
        found = re.search(r'msg="Listening on".* address=(\S+)', line)
        return found and found[1]

    with process(command, env=os.environ) as running:
        address = wait_for_line(running, listening)
        while status_of(address, "/-/ready") != 200:
            time.sleep(0.1)
        yield address


def status_of(address, path):
    connection = http.client.HTTPConnection(address, timeout=10)
    connection.request("GET", path)
    return connection.getresponse().status


def send_requests(addresses, stopped):
    """Requests every path of every server, and reports visits, until `stopped`."""
    connections = [http.client.HTTPConnection(address) for address in addresses]
    while not stopped.wait(0.1):
        for connection in connections:
            for path in PATHS:
                with contextlib.suppress(OSError, http.client.HTTPException):
                    connection.request("GET", path)
                    connection.getresponse().read()
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection.request("POST", f"/api/web-vitals?{VISIT}")
                connection.getresponse().read()


class Api:
    """Prometheus's HTTP API."""

    def __init__(self, address):
        self.address = address

    def get(self, path, **parameters):
        connection = http.client.HTTPConnection(self.address, timeout=10)
        connection.request("GET", f"/api/v1/{path}?{urlencode(parameters)}")
        response = json.load(connection.getresponse())
        if response["status"] != "success":
            raise ValueError(f"{parameters}: {response['error']}")
        return response["data"]

    def samples(self, expression):
        """Returns the labels of all values of a query that are numbers."""
        samples = self.get("query", query=expression)["result"]
        return [one["metric"] for one in samples if not math.isnan(float(one["value"][1]))]


def selectors_in(expression):
    """Returns the selectors in a PromQL expression: names of metrics, and their labels."""
    grouping = r"\b(?:by|without|on|ignoring|group_left|group_right)\b\s*\([^)]*\)"
    text = re.sub(grouping, "", re.sub(r"\[[^]]*\]", "", expression))
    return set(re.findall(r"[a-zA-Z_:][\w:]*\{[^}]*\}|\b[a-z_]+:[\w:]+", text))


def as_dashboard(expression):
    """Replaces the dashboard's variables."""
    for variable, value in (("job", "marquee"), ("namespace", ".*"), ("pod", ".*"), ("instance", ".*")):
        expression = expression.replace(f"${variable}", value)
    return expression.replace("$__rate_interval", "10s")


def without_threshold(expression):
    """Returns an alert's expression without a comparison at its end."""
    return re.sub(r"\s*(?:==|<|>)\s*[\d.* ]+$", "", expression.strip())


def missing_labels(samples, text):
    """Returns the labels that a template uses and none of the samples has."""
    used = re.findall(r"{{\s*(?:\$labels\.)?([a-z]\w*)\s*}}", text)
    return set(used) - {name for labels in samples for name in labels}


def missing_data(api, rules, dashboard, collector):
    """Yields what has no data yet."""
    for group in api.get("rules")["groups"]:
        for rule in group["rules"]:
            if rule["health"] != "ok":
                yield f"rule {rule['name']}: {rule['health']} {rule.get('lastError', '')}"
    for rule in rules:
        if "record" in rule:
            if not api.samples(rule["record"]):
                yield f"recording rule {rule['record']}: no data"
        elif samples := api.samples(without_threshold(rule["expr"])):
            for name in missing_labels(samples, rule["annotations"]["description"]):
                yield f"{rule['alert']}: its description uses {name}, which no series has"
    expressions = {(rule.get("alert") or rule["record"]): rule["expr"] for rule in rules}
    expressions |= {f"dashboard, {query}": as_dashboard(query) for query in queries(dashboard)}
    for where, expression in expressions.items():
        for selector in selectors_in(expression):
            if not api.get("query", query=selector)["result"]:
                yield f"{where}: nothing matches {selector}"
    for target in targets_of(dashboard):
        expression = as_dashboard(target["expr"])
        samples = api.samples(expression)
        if not samples:
            yield f"dashboard: no data for {expression}"
        for name in missing_labels(samples, target.get("legendFormat", "")) if samples else ():
            yield f"dashboard: no label {name} in {expression}"
    now = time.time()
    metric = 'http_server_request_duration_seconds_bucket{pod="healthy"}'
    series = api.get("query_exemplars", query=metric, start=now - 300, end=now + 60)
    traces = {found["labels"]["trace_id"] for one in series for found in one["exemplars"]}
    if not any(bytes.fromhex(trace) in collector.received for trace in traces):
        yield f"no exemplar of a trace that the collector has, in {len(traces)}"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--prometheus", required=True)
    arguments.add_argument("--marquee", required=True)
    arguments = arguments.parse_args()
    rules = [rule for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]]
    dashboard = json.loads(DASHBOARD.read_text())
    collector = Collector()
    healthy = {
        "CONTENT_API_URL": f"http://{serve(content_service)}",
        "CONTENT_API_TOKEN": "token",
        "CONTENT_API_REFRESH": "500ms",
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://{collector.address}",
    }
    # No process listens on port 9, and not even an app shell is rendered in a microsecond:
    # no request for a page succeeds.
    failing = {
        "CONTENT_API_URL": "http://127.0.0.1:9",
        "CONTENT_API_TOKEN": "token",
        "CONTENT_API_REFRESH": "500ms",
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9",
        "PAGE_CACHE": "off",
        "RENDER_TIMEOUT": "1us",
    }
    begun = time.monotonic()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        public, targets = [], [("kube-state-metrics", serve(kube_state_metrics), {})]
        for pod, settings in (("healthy", healthy), ("failing", failing)):
            address, admin = stack.enter_context(marquee(arguments.marquee, settings))
            public.append(address)
            targets.append(("marquee", admin, {"namespace": "site", "pod": pod}))
        api = Api(stack.enter_context(prometheus(arguments.prometheus, folder, targets)))
        stopped = threading.Event()
        stack.callback(stopped.set)
        threading.Thread(target=send_requests, args=(public, stopped), daemon=True).start()
        while missing := list(missing_data(api, rules, dashboard, collector)):
            if time.monotonic() - begun > TIMEOUT:
                sys.exit("\n".join(missing))
            time.sleep(1)
        alerts = {alert["labels"]["alertname"] for alert in api.get("alerts")["alerts"]}
    count = len(list(targets_of(dashboard)))
    print(
        f"signals ok: {len(rules)} rules and {count} queries have data after"
        f" {time.monotonic() - begun:.0f} s; alerts of the failing server: {', '.join(sorted(alerts))}"
    )


if __name__ == "__main__":
    main()
