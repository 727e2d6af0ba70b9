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

    def run_example(self, name: str, question: str,
                    socket=None) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.examples / name, question], capture_output=True, text=True,
            timeout=PATIENCE_S, check=False,
            env={**os.environ, "ANSWERBOX_SOCKET":
                 str(socket or self.box.daemon.socket_path)})

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
        for members in re.findall(r'(?:reply|result)((?:\["\w+"\])+)', sketch):
            self.assertIn(members, (
                '["result"]', '["error"]["message"]', '["answered"]',
                '["answer"]["text"]', '["refusal"]["message"]'))

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
