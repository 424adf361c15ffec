"""Writes dashboard.json of the component `monitoring` from deploy/prometheus/panels.yaml.

Requires the packages of requirements.txt. Run by `make dashboard`.
"""

import json
from pathlib import Path

import yaml

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
PANELS = DEPLOY / "prometheus" / "panels.yaml"
DASHBOARD = DEPLOY / "kustomize" / "components" / "monitoring" / "dashboard.json"

SOURCE = {"type": "prometheus", "uid": "${datasource}"}
# Instances are processes: pods where there are any.
VARIABLES = ("namespace", "pod", "instance")
ALL = ", ".join(['job="$job"', *(f'{name}=~"${name}"' for name in VARIABLES)])
COLUMNS = 24
HEIGHT = 8


def query_of(text):
    return text.replace("$all", ALL).replace("$rate", "$__rate_interval")


def variable(name, selected):
    query = f"label_values(marquee_ready{{{selected}}}, {name})"
    return {
        "name": name,
        "type": "query",
        "datasource": SOURCE,
        "definition": query,
        "query": {"qryType": 1, "query": query, "refId": "variable"},
        "refresh": 2,
        "sort": 1,
    }


def variables():
    yield {"name": "datasource", "type": "datasource", "query": "prometheus", "refresh": 1}
    marquee = {"selected": True, "text": "marquee", "value": "marquee"}
    yield variable("job", "") | {"current": marquee}
    for index, name in enumerate(VARIABLES):
        before = ", ".join(ALL.split(", ")[: index + 1])
        every = {"selected": True, "text": ["All"], "value": ["$__all"]}
        multiple = {"multi": True, "includeAll": True, "allValue": ".*", "current": every}
        yield variable(name, before) | multiple


def target(index, legend, query, panel):
    found = {"refId": chr(ord("A") + index), "datasource": SOURCE, "expr": query_of(query)}
    if panel.get("type") == "table":
        return found | {"format": "table", "instant": True}
    return found | {"legendFormat": legend, "exemplar": panel.get("exemplars", False)}


def options_of(panel):
    if panel.get("type") == "table":
        renamed = {"excludeByName": {"Time": True}, "renameByName": {"Value": "pods"}}
        return {"type": "table", "transformations": [{"id": "organize", "options": renamed}]}
    is_stacked = panel.get("stacked", False)
    custom = {
        "fillOpacity": 30 if is_stacked else 0,
        "showPoints": "never",
        "stacking": {"mode": "normal" if is_stacked else "none"},
    }
    defaults = {"unit": panel["unit"], "min": 0, "custom": custom}
    if "max" in panel:
        defaults["max"] = panel["max"]
    if "thresholds" in panel:
        colours = zip(("green", "orange", "red"), (None, *panel["thresholds"]), strict=True)
        steps = [{"color": colour, "value": value} for colour, value in colours]
        defaults["thresholds"] = {"mode": "absolute", "steps": steps}
        custom["thresholdsStyle"] = {"mode": "dashed"}
    tooltip = {"mode": "multi", "sort": "desc"}
    return {
        "type": "timeseries",
        "fieldConfig": {"defaults": defaults, "overrides": []},
        "options": {"tooltip": tooltip},
    }


def panels_of(rows):
    """Yields rows and their panels, three beside each other, or fewer that fill the line."""
    number, y = 0, 0
    for title, panels in rows.items():
        number += 1
        place = {"x": 0, "y": y, "w": COLUMNS, "h": 1}
        yield {"id": number, "type": "row", "title": title, "gridPos": place, "panels": []}
        y += 1
        for start in range(0, len(panels), 3):
            line = panels[start : start + 3]
            width = COLUMNS // len(line)
            for index, panel in enumerate(line):
                number += 1
                place = {"x": index * width, "y": y, "w": width, "h": HEIGHT}
                queries = enumerate(panel["queries"].items())
                yield {
                    "id": number,
                    "title": panel["title"],
                    "description": panel.get("description", ""),
                    "gridPos": place,
                    "datasource": SOURCE,
                    "targets": [target(index, *query, panel) for index, query in queries],
                    **options_of(panel),
                }
            y += HEIGHT


def dashboard():
    rows = yaml.safe_load(PANELS.read_text())
    restarts = query_of("changes(process_start_time_seconds{$all}[1m]) > 0")
    annotation = {"name": "Restarts", "datasource": SOURCE, "enable": True, "expr": restarts}
    return {
        "title": "Marquee",
        "uid": "marquee",
        "tags": ["marquee"],
        "schemaVersion": 41,
        "graphTooltip": 1,
        "time": {"from": "now-6h", "to": "now"},
        "refresh": "30s",
        "annotations": {"list": [annotation | {"titleFormat": "Restart", "iconColor": "orange"}]},
        "templating": {"list": list(variables())},
        "panels": list(panels_of(rows)),
    }


def text_of(found):
    """Formats a dashboard with a line for each panel, so that differences can be read."""
    panels = ",\n".join(f"    {json.dumps(panel)}" for panel in found["panels"])
    fields = {key: json.dumps(value) for key, value in found.items()} | {"panels": f"[\n{panels}\n  ]"}
    return "{\n" + ",\n".join(f'  "{key}": {value}' for key, value in fields.items()) + "\n}\n"


if __name__ == "__main__":
    DASHBOARD.write_text(text_of(dashboard()))
