"""Reads the table of docs/metrics.md, which a unit test compares with the code."""

import pathlib
import re
from typing import NamedTuple

ROW = re.compile(r"^`(\w+)(?:\{([\w,]+)\})?` (counter|gauge|histogram) \| (.+)$",
                 re.MULTILINE)


class Metric(NamedTuple):
    name: str
    labels: tuple[str, ...]
    kind: str


def metrics(root: pathlib.Path) -> list[Metric]:
    text = (root / "docs/metrics.md").read_text()
    found = [Metric(name, tuple(filter(None, labels.split(","))), kind)
             for name, labels, kind, _help in ROW.findall(text)]
    if len(found) < 10:
        raise AssertionError("docs/metrics.md has no table of metrics")
    return found


def metric_names(root: pathlib.Path, parts: bool = True) -> set[str]:
    """With `parts`, a histogram has the names of its samples."""
    names = set()
    for metric in metrics(root):
        if metric.kind == "histogram" and parts:
            names |= {metric.name + end for end in ("_bucket", "_sum", "_count")}
        else:
            names.add(metric.name)
    return names
