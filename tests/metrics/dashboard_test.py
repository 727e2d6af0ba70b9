#!/usr/bin/env python3
"""The dashboard for Grafana shows metrics that the daemon gives, by expressions
that Prometheus understands.

usage: dashboard_test.py --promtool PROMTOOL --source ROOT
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from metric_table import metric_names

OPTIONS = argparse.Namespace()
NAME = re.compile(r"\b(?:answerbox|process)_[a-z_]+(?=\{)")


def expressions(dashboard: dict) -> list[str]:
    return [target["expr"] for panel in dashboard["panels"]
            for target in panel["targets"]]


def without_variables(expression: str) -> str:
    """As Grafana sends it."""
    for variable, value in (("$__rate_interval", "5m"), ("$instance", ".*")):
        expression = expression.replace(variable, value)
    return expression


def check_rules(found: list[str]) -> subprocess.CompletedProcess:
    rules = [{"record": f"dashboard:{number}", "expr": expression}
             for number, expression in enumerate(found)]
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        # JSON is YAML.
        json.dump({"groups": [{"name": "dashboard", "rules": rules}]}, file)
        file.flush()
        return subprocess.run([OPTIONS.promtool, "check", "rules", file.name],
                              capture_output=True, text=True, timeout=60,
                              check=False)


class DashboardTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        root = pathlib.Path(OPTIONS.source)
        cls.dashboard = json.loads(
            (root / "deploy/grafana/answerbox.json").read_text())
        cls.expressions = [without_variables(one)
                           for one in expressions(cls.dashboard)]
        cls.known = metric_names(root)

    def test_shows_every_metric_and_no_other(self):
        shown = {name for one in self.expressions for name in NAME.findall(one)}
        self.assertEqual(shown - self.known, set())
        # A histogram is shown by its parts.
        bases = {re.sub("_(bucket|sum|count)$", "", name) for name in shown}
        documented = metric_names(pathlib.Path(OPTIONS.source), parts=False)
        self.assertEqual(documented - bases, set())

    def test_no_name_is_missed(self):
        for expression in self.expressions:
            self.assertNotIn("$", expression)
            self.assertTrue(NAME.findall(expression), expression)

    def test_boxes_are_found_by_a_metric(self):
        queries = [one["definition"]
                   for one in self.dashboard["templating"]["list"]
                   if one["type"] == "query"]
        self.assertEqual(queries, ["label_values(answerbox_build_info, instance)"])

    def test_prometheus_understands_the_expressions(self):
        ended = check_rules(self.expressions)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        self.assertIn(f"{len(self.expressions)} rules found", ended.stdout)

    def test_a_wrong_expression_would_be_found(self):
        self.assertNotEqual(check_rules(["sum(answerbox_documents"]).returncode,
                            0)

    def test_panels_do_not_overlap(self):
        taken: set[tuple[int, int]] = set()
        for panel in self.dashboard["panels"]:
            place = panel["gridPos"]
            self.assertLessEqual(place["x"] + place["w"], 24)
            cells = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                     for y in range(place["y"], place["y"] + place["h"])}
            self.assertEqual(cells & taken, set(), panel["title"])
            taken |= cells


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--promtool", required=True)
    parser.add_argument("--source", required=True)
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
    main()
