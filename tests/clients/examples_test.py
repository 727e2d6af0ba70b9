#!/usr/bin/env python3
"""The examples with a real daemon. The ESP32 sketch is compiled nowhere: its
topics and payload are sent as it would send them, by MQTT 3.1.1 over TLS.

usage: examples_test.py --daemon ANSWERBOXD --client ANSWERBOX --caller C_CALLER
                        --root SOURCE_FOLDER
"""

import json
import os
import pathlib
import re
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest

import paho.mqtt.client

from answerboxd import Answerboxd
from box import PASSWORD, PATIENCE_S, USER, Box
from callers import OPTIONS, main

QUESTION = "At what temperature are vaccines stored?"
DOCUMENT = "11-vaccine-storage.md"


class ExamplesTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-examples-")
        cls.addClassCleanup(folder.cleanup)
        cls.examples = OPTIONS.root / "clients/examples"
        cls.box = Box(OPTIONS.daemon, OPTIONS.client,
                      str(OPTIONS.root / "deploy/sample-handbook"),
                      pathlib.Path(folder.name))
        cls.addClassCleanup(cls.box.close)
        cls.box.daemon.call("documents.add", collection="default",
                            name="alarm.txt", pages=[[0, 4]],
                            text="The \"blue\" alarm rings at 9:15.")
        cls.box.daemon.call("documents.add", collection="default",
                            name="scan.txt", pages=[[0, 7, 40]],
                            text="The generator stands behind the laundry.")
        for year, time in (("2023", "19:00"), ("2026", "20:30")):
            cls.box.daemon.call("documents.add", collection="default",
                                name=f"visits-{year}.txt",
                                text=f"Visitors leave the ward at {time}.")

    def run_example(self, name: str, question: str, socket=None,
                    **environment) -> subprocess.CompletedProcess:
        environment = environment or {
            "ANSWERBOX_SOCKET": str(socket or self.box.daemon.socket_path)}
        return subprocess.run(
            [self.examples / name, question], capture_output=True, text=True,
            timeout=PATIENCE_S, check=False,
            env={"PATH": os.environ["PATH"], **environment})

    def each_example(self):
        for name in ("ask.js", "ask.sh"):
            with self.subTest(name):
                yield name

    def test_an_answer_with_its_place(self):
        for name in self.each_example():
            ended = self.run_example(name, QUESTION)
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))
            self.assertIn("between 2 °C and 8 °C", ended.stdout)
            self.assertIn(f"\n  {DOCUMENT}\n", ended.stdout)

    def test_quotation_marks_and_pages(self):
        for name in self.each_example():
            ended = self.run_example(
                name, "When does the \"blue\" \\ alarm ring?")
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))
            self.assertIn('The "blue" alarm rings at 9:15.\n'
                          "  alarm.txt, page 4\n", ended.stdout)

    def test_what_an_answer_is_not_safe_without(self):
        for name in self.each_example():
            scan = self.run_example(name, "Where does the genertor stand?")
            self.assertIn('Read "genertor" as "generator"\n', scan.stdout)
            self.assertIn("  scan.txt, page 7\n  Read from a picture (confidence "
                          "0.4): check the page.\n", scan.stdout)
            differ = self.run_example(name, "When do visitors leave the ward?")
            self.assertEqual(
                differ.stdout, "The documents differ:\n"
                "Visitors leave the ward at 20:30.\n  visits-2026.txt\n"
                "Visitors leave the ward at 19:00.\n  visits-2023.txt\n")

    def test_sockets_of_every_name(self):
        with tempfile.TemporaryDirectory() as folder:
            for odd in ("a,b", "a:b!c'd\"e", "a [1](2){3} \\x é"):
                path = pathlib.Path(folder) / odd / "answerbox.sock"
                path.parent.mkdir()
                path.symlink_to(self.box.daemon.socket_path)
                for name in self.each_example():
                    for environment in ({"ANSWERBOX_SOCKET": str(path)},
                                        {"XDG_RUNTIME_DIR": str(path.parent)}):
                        ended = self.run_example(name, QUESTION, **environment)
                        self.assertIn(DOCUMENT, ended.stdout, ended.stderr)

    def test_a_refusal(self):
        for name in self.each_example():
            ended = self.run_example(name, "Who won the football game?")
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))
            self.assertIn("football", ended.stdout)

    def test_errors(self):
        for name in self.each_example():
            ended = self.run_example(name, "x" * 5000)
            self.assertEqual((ended.returncode, ended.stdout), (1, ""))
            self.assertIn("ask something shorter", ended.stderr)
            ended = self.run_example(name, QUESTION, "/nowhere/socket")
            self.assertEqual((ended.returncode, ended.stdout), (1, ""))
            self.assertIn("/nowhere/socket", ended.stderr)

    def test_the_example_of_the_documents(self):
        page = (OPTIONS.root / "docs/clients.md").read_text(encoding="utf-8")
        example = re.search(r"^```python\n(.*?)^```$", page,
                            re.MULTILINE | re.DOTALL)[1]
        with tempfile.TemporaryDirectory() as folder:
            with Answerboxd(OPTIONS.daemon, pathlib.Path(folder) / "state",
                            ["--energy-sensor", "none"]) as daemon:
                ended = subprocess.run(
                    [sys.executable, "-c", example], capture_output=True,
                    text=True, timeout=PATIENCE_S, check=False,
                    env={**os.environ,
                         "ANSWERBOX_SOCKET": str(daemon.socket_path)})
        self.assertEqual((ended.stdout, ended.stderr), (
            "Vaccines are kept between 2 and 8 °C. fridge.txt None\n", ""))

    def test_the_sketch(self):
        sketch = (self.examples / "ask.ino").read_text(encoding="utf-8")
        constants = {
            name: raw or text or number for name, raw, text, number in
            re.findall(r'\b(k\w+)(?:\[\])? = (?:R"\(([^)]*)\)"|"([^"]*)"|(\d+))',
                       sketch)}
        self.assertEqual(constants["kAnswerTopic"].split("/")[-1],
                         constants["kClientId"])
        topic, payload = self.ask_by_mqtt(
            constants["kClientId"], constants["kAnswerTopic"],
            constants["kAskTopic"], constants["kQuestion"])
        self.assertLess(len(topic) + len(payload) + 16,
                        int(constants["kMostBytes"]))
        result = json.loads(payload)["result"]
        self.assertTrue(result["answered"])
        self.assertIn("between 2 °C and 8 °C", result["answer"]["text"])
        protocol = (OPTIONS.root / "docs/socket-protocol.md").read_text(
            encoding="utf-8")
        members = set(re.findall(r'\["(\w+)"\]', sketch))
        self.assertLessEqual({"choices", "differ", "confidence"}, members)
        self.assertEqual({member for member in members
                          if not re.search(f'["`]{member}["`]', protocol)},
                         {"result"})

    def ask_by_mqtt(self, client_id: str, answers: str, topic: str,
                    question: str) -> tuple[str, bytes]:
        """As PubSubClient does: a clean session, questions of QoS 0."""
        messages = []
        answered = threading.Event()
        client = paho.mqtt.client.Client(client_id)
        client.username_pw_set(USER, PASSWORD)
        client.tls_set(str(self.box.server_certificate),
                       cert_reqs=ssl.CERT_REQUIRED)
        client.on_connect = lambda *_: client.subscribe(answers, qos=1)
        client.on_subscribe = lambda *_: client.publish(topic, question)

        def on_message(_client, _data, message):
            messages.append((message.topic, message.payload))
            answered.set()

        client.on_message = on_message
        client.connect("127.0.0.1", self.box.tls_port)
        client.loop_start()
        try:
            self.assertTrue(answered.wait(PATIENCE_S))
        finally:
            client.disconnect()
            client.loop_stop()
        return messages[0]


if __name__ == "__main__":
    main()
