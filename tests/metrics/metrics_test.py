#!/usr/bin/env python3
"""GET /metrics of the real daemon: promtool accepts it, it is what docs/metrics.md
says, no counter falls, and only who may see it does.

usage: metrics_test.py --daemon ANSWERBOXD --client ANSWERBOX --handbook DIR
                       --promtool PROMTOOL --source ROOT
"""

import argparse
import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

from answerboxd import Answerboxd, free_address
from fake_board import INA226, FakeBoard
from metric_table import metrics

OPTIONS = argparse.Namespace()
PATIENCE_S = 120  # A guard against what hangs.
SAMPLE = re.compile(r'^([a-z_]+)(?:\{(.*)\})? (\S+)$')
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')
QUESTION = "At what temperature are vaccines stored?"


def read_samples(text: str) -> dict[tuple[str, tuple], float]:
    samples = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        name, labels, value = SAMPLE.match(line).groups()
        key = (name, tuple(LABEL.findall(labels or "")))
        if key in samples:
            raise AssertionError(f"twice: {line}")
        samples[key] = float(value)
    return samples


class Box:
    """A daemon with a sensor, served over HTTP and MQTT."""

    def __init__(self, folder: pathlib.Path, *options: str):
        self.folder = folder
        if not (folder / "board").exists():
            FakeBoard(folder / "board")
        self.http, mqtt = free_address(), free_address()
        self.daemon = Answerboxd(OPTIONS.daemon, folder / "state", [
            "--energy-root", str(folder / "board"), "--energy-sensor", INA226,
            "--http", self.http, "--mqtt", mqtt, *options])

    def run(self, *arguments: str) -> None:
        subprocess.run([OPTIONS.client, *arguments, "--socket",
                        str(self.daemon.socket_path)],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       timeout=PATIENCE_S, check=True)

    def get(self, path: str, **headers: str) -> tuple[int, str, str]:
        connection = http.client.HTTPConnection(self.http, timeout=PATIENCE_S)
        try:
            connection.request("GET", path, headers=headers)
            reply = connection.getresponse()
            return (reply.status, reply.getheader("Content-Type"),
                    reply.read().decode())
        finally:
            connection.close()

    def scrape(self) -> dict[tuple[str, tuple], float]:
        status, _, text = self.get("/metrics")
        if status != 200:
            raise AssertionError(f"{status}: {text}")
        return read_samples(text)

    def wait_for(self, name: str) -> dict[tuple[str, tuple], float]:
        """Until there is such a sample above 0."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            samples = self.scrape()
            if any(key[0] == name and value > 0
                   for key, value in samples.items()):
                return samples
            time.sleep(0.1)
        raise AssertionError(f"{name} stays 0")

    def ask(self, question: str) -> None:
        self.daemon.call("ask", question=question)


class MetricsTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-metrics-")
        cls.addClassCleanup(folder.cleanup)
        cls.box = Box(pathlib.Path(folder.name), "--http-metrics", "loopback")
        cls.addClassCleanup(cls.box.daemon.close)
        cls.box.run("add", OPTIONS.handbook)
        cls.box.ask(QUESTION)
        cls.box.wait_for("answerbox_energy_joules_total")

    def test_promtool_finds_nothing(self):
        _, content_type, text = self.box.get("/metrics")
        self.assertEqual(content_type,
                         "text/plain; version=0.0.4; charset=utf-8")
        ended = subprocess.run([OPTIONS.promtool, "check", "metrics"],
                               input=text, capture_output=True, text=True,
                               timeout=PATIENCE_S, check=False)
        self.assertEqual((ended.returncode, ended.stdout + ended.stderr),
                         (0, ""))

    def test_metrics_are_documented_with_their_labels(self):
        known = {metric.name: metric
                 for metric in metrics(pathlib.Path(OPTIONS.source))}
        shown = set()
        for name, labels in self.box.scrape():
            base = re.sub("_(bucket|sum|count)$", "", name)
            name = name if name in known else base
            names = tuple(label for label, _ in labels if label != "le")
            self.assertEqual(names, known[name].labels, name)
            shown.add(name)
        # This box has no TLS, and no question's energy need be known yet.
        self.assertLessEqual(
            set(known) - shown,
            {"answerbox_certificate_expiry_timestamp_seconds",
             "answerbox_question_energy_mean_joules"})

    def test_figures_are_those_of_status(self):
        samples = self.box.scrape()
        status = self.box.daemon.call("status")
        self.assertEqual(
            samples["answerbox_documents", (("collection", "default"),)],
            status["documents"])
        for result in ("answered", "refused"):
            self.assertEqual(
                samples["answerbox_questions_total", (("result", result),)],
                status["questions"][result])
        self.assertAlmostEqual(samples["answerbox_power_watts",
                                       (("sensor", INA226),)], 2.7, places=3)
        self.assertEqual(samples["answerbox_sensor_good",
                                 (("sensor", INA226),)], 1)
        # The connection that asks.
        self.assertEqual(samples["answerbox_connections",
                                 (("listener", "http"),)], 1)
        self.assertEqual(samples["answerbox_connections",
                                 (("listener", "mqtt"),)], 0)
        log = self.box.folder / "state/audit"
        on_disk = sum(file.stat().st_size for file in log.glob("*.jsonl"))
        self.assertLessEqual(samples["answerbox_audit_bytes", ()], on_disk)
        self.assertGreater(samples["answerbox_audit_bytes", ()], 0)
        self.assertAlmostEqual(samples["process_start_time_seconds", ()],
                               time.time() - status["uptime_s"], delta=5)

    def test_no_counter_falls(self):
        counters = {metric.name
                    for metric in metrics(pathlib.Path(OPTIONS.source))
                    if metric.kind == "counter"}
        before = self.box.scrape()
        for question in (QUESTION, "Who won the world cup of 1966?"):
            self.box.ask(question)
            after = self.box.scrape()
            for key, value in before.items():
                is_counter = (key[0] in counters
                              or key[0].endswith(("_bucket", "_sum", "_count")))
                if is_counter:
                    self.assertGreaterEqual(after[key], value, key)
            count = "answerbox_question_duration_seconds_count", ()
            self.assertEqual(after[count], before[count] + 1)
            self.assertEqual(
                after[count],
                sum(value for (name, _), value in after.items()
                    if name == "answerbox_questions_total"))
            bound = "answerbox_question_duration_seconds_bucket", (
                ("le", "+Inf"),)
            self.assertEqual(after[bound], after[count])
            before = after


class ReadersTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-metrics-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *options: str) -> Box:
        box = Box(self.folder, *options)
        self.addCleanup(box.daemon.close)
        return box

    def log_in(self, box: Box, name: str, *rights: str) -> str:
        """Adds a user, and returns the cookie of a session."""
        password = self.folder / "password"
        password.write_text("correct horse battery staple\n")
        box.run("user", "add", name, "--password-file", str(password), *rights)
        connection = http.client.HTTPConnection(box.http, timeout=PATIENCE_S)
        try:
            connection.request(
                "POST", "/login",
                body=json.dumps({"user": name,
                                 "password": password.read_text().strip()}),
                headers={"Content-Type": "application/json"})
            reply = connection.getresponse()
            reply.read()
            self.assertLess(reply.status, 400)
            return reply.getheader("Set-Cookie").split(";")[0]
        finally:
            connection.close()

    def test_without_the_option_only_managers_of_all_collections_see_it(self):
        box = self.start()
        self.assertEqual(box.get("/metrics")[0], 404)
        asker = self.log_in(box, "alice", "--ask", "*")
        self.assertEqual(box.get("/metrics", Cookie=asker)[0], 404)
        manager = self.log_in(box, "boss", "--manage", "*")
        status, _, text = box.get("/metrics", Cookie=manager)
        self.assertEqual(status, 200)
        self.assertIn("answerbox_build_info", text)

    def test_turned_off_nobody_sees_it(self):
        box = self.start("--http-metrics", "off")
        manager = self.log_in(box, "boss", "--manage", "*")
        self.assertEqual(box.get("/metrics", Cookie=manager)[0], 404)

    def test_a_restart_begins_the_counters_anew(self):
        box = self.start("--http-metrics", "loopback")
        box.run("add", OPTIONS.handbook)
        box.ask(QUESTION)
        before = box.wait_for("answerbox_energy_joules_total")
        box.daemon.close()
        box = self.start("--http-metrics", "loopback")
        after = box.wait_for("answerbox_energy_joules_total")
        answered = "answerbox_questions_total", (("result", "answered"),)
        self.assertEqual((before[answered], after[answered]), (1, 0))
        documents = "answerbox_documents", (("collection", "default"),)
        self.assertEqual(after[documents], before[documents])
        self.assertGreater(after["answerbox_audit_records", ()],
                           before["answerbox_audit_records", ()])


def main() -> None:
    parser = argparse.ArgumentParser()
    for option in ("daemon", "client", "handbook", "promtool", "source"):
        parser.add_argument(f"--{option}", required=True)
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
    main()
