#!/usr/bin/env python3
"""MQTT clients as people have them ask, and get the cited answer: mosquitto's,
Python's paho-mqtt, Node's mqtt; 3.1.1 and 5; TCP and TLS; by password and by
certificate.

usage: clients_test.py --daemon ANSWERBOXD --client ANSWERBOX --handbook DIR
"""

import argparse
import itertools
import json
import os
import pathlib
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest

import paho.mqtt.client
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from box import CERTIFIED, PASSWORD, PATIENCE_S, USER, Box

OPTIONS = argparse.Namespace()
HERE = pathlib.Path(__file__).resolve().parent

QUESTION = "At what temperature are vaccines stored?"
DOCUMENT = "11-vaccine-storage.md"

VERSIONS = {"3.1.1": paho.mqtt.client.MQTTv311, "5": paho.mqtt.client.MQTTv5}
WAYS = ("TCP and password", "TLS and password", "TLS and certificate")
# mosquitto's clients have none of these.
WEB_WAYS = ("WebSocket and password", "TLS, WebSocket and password")


class ClientsTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-mqtt-")
        cls.addClassCleanup(folder.cleanup)
        cls.box = Box(OPTIONS.daemon, OPTIONS.client, OPTIONS.handbook,
                      pathlib.Path(folder.name), is_web=True)
        cls.addClassCleanup(cls.box.close)

    def each_way(self, ways: tuple[str, ...] = WAYS):
        """Every version and way in; a number makes client ids differ."""
        for number, (version, way) in enumerate(
                itertools.product(VERSIONS, ways)):
            with self.subTest(version=version, way=way):
                yield version, way, f"client-{number}"

    def name_of(self, way: str) -> str:
        return CERTIFIED if way == "TLS and certificate" else USER

    def port_of(self, way: str) -> int:
        if way in WEB_WAYS:
            return (self.box.https_port if way.startswith("TLS")
                    else self.box.http_port)
        return self.box.port if way.startswith("TCP") else self.box.tls_port

    def mosquitto(self, program: str, version: str, way: str,
                  *arguments: str) -> list[str]:
        command = [program, "-V", {"3.1.1": "311", "5": "5"}[version],
                   "-h", "127.0.0.1", "-p", str(self.port_of(way))]
        if way.endswith("password"):
            command += ["-u", USER, "-P", PASSWORD]
        if way.startswith("TLS"):
            command += ["--cafile", str(self.box.server_certificate)]
        if way.endswith("certificate"):
            command += ["--cert", str(self.box.client_certificate),
                        "--key", str(self.box.client_key)]
        return command + list(arguments)

    def check(self, payload: str | bytes, number: int | None = None) -> None:
        reply = json.loads(payload)
        self.assertEqual(reply["id"], number)
        answer = reply["result"]["answer"]
        self.assertEqual(answer["document"], DOCUMENT)
        self.assertIn("°C", answer["sentence"])
        self.assertIn("°C", answer["text"])
        if answer["form"] == "sentence":
            self.assertEqual(answer["text"], answer["sentence"])

    def test_mosquitto_rr(self):
        for version, way, client in self.each_way():
            # 3.1.1 has no response topics: it listens where answers go.
            topic = (f"answerbox/default/answer/{client}" if version == "3.1.1"
                     else f"clients/{self.name_of(way)}/reply")
            ended = subprocess.run(
                self.mosquitto("mosquitto_rr", version, way, "-i", client,
                               "-t", "answerbox/default/ask", "-e", topic,
                               "-m", QUESTION, "-q", "1"),
                capture_output=True, timeout=PATIENCE_S, check=False)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.check(ended.stdout)

    def request(self, topic: str, payload: dict) -> dict:
        ended = subprocess.run(
            self.mosquitto("mosquitto_rr", "5", "TCP and password",
                           "-t", topic, "-e", f"clients/{USER}/reply",
                           "-m", json.dumps(payload), "-q", "1"),
            capture_output=True, timeout=PATIENCE_S, check=False)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return json.loads(ended.stdout)["result"]

    def test_contexts_summaries_and_long_answers(self):
        answer = self.request("answerbox/default/ask",
                              {"question": QUESTION, "form": "long"})["answer"]
        self.assertEqual(answer["form"], "long")
        self.assertIn(DOCUMENT, [part["document"] for part in answer["parts"]])
        context = self.request("answerbox/rpc", {
            "jsonrpc": "2.0", "id": 1, "method": "select",
            "params": {"question": QUESTION, "tokens": 200}})
        self.assertLessEqual(context["tokens"], 200)
        self.assertIn(DOCUMENT, [unit["document"] for unit in context["units"]])
        summary = self.request("answerbox/rpc", {
            "jsonrpc": "2.0", "id": 1, "method": "summarize",
            "params": {"documents": [DOCUMENT], "words": 50}})
        self.assertTrue(summary["text"])

    def test_mosquitto_pub_and_sub(self):
        """A script publishes the question; a session of its own client id gets
        the answer, as it comes back for it."""
        for version, way, client in self.each_way():
            answers = f"answerbox/default/answer/{client}"
            kept = ["-i", client, "-q", "1", "-c"]
            if version == "5":
                kept += ["-x", "3600"]
            subscribe = self.mosquitto("mosquitto_sub", version, way, *kept,
                                       "-t", answers)
            subprocess.run([*subscribe, "-E"], timeout=PATIENCE_S, check=True)
            # mosquitto_pub has no persistent sessions in 3.1.1 but by -c.
            subprocess.run(
                self.mosquitto("mosquitto_pub", version, way, *kept,
                               "-t", "answerbox/default/ask", "-m",
                               json.dumps({"id": 7, "question": QUESTION,
                                            "form": "sentence"})),
                timeout=PATIENCE_S, check=True)
            ended = subprocess.run([*subscribe, "-C", "1"],
                                   capture_output=True, timeout=PATIENCE_S,
                                   check=True)
            self.check(ended.stdout, 7)

    def test_paho(self):
        for version, way, client in self.each_way(WAYS + WEB_WAYS):
            self.check(self.ask_with_paho(version, way, client), 3)

    def ask_with_paho(self, version: str, way: str, client_id: str) -> bytes:
        answered = threading.Event()
        payloads = []
        client = paho.mqtt.client.Client(
            client_id, protocol=VERSIONS[version],
            transport="websockets" if way in WEB_WAYS else "tcp")
        if way.endswith("password"):
            client.username_pw_set(USER, PASSWORD)
        if way.startswith("TLS"):
            certified = way.endswith("certificate")
            client.tls_set(
                str(self.box.server_certificate),
                str(self.box.client_certificate) if certified else None,
                str(self.box.client_key) if certified else None,
                cert_reqs=ssl.CERT_REQUIRED)
        answers = f"answerbox/default/answer/{client_id}"
        properties = None
        if version == "5":
            answers = f"clients/{self.name_of(way)}/{client_id}"
            properties = Properties(PacketTypes.PUBLISH)
            properties.ResponseTopic = answers
            properties.CorrelationData = b"\x00\xff"

        def on_subscribe(*_):
            client.publish("answerbox/default/ask",
                           json.dumps({"id": 3, "question": QUESTION}),
                           qos=2, properties=properties)

        def on_message(_client, _data, message):
            if version == "5":
                self.assertEqual(message.properties.CorrelationData,
                                 b"\x00\xff")
            payloads.append(message.payload)
            answered.set()

        client.on_connect = lambda *_: client.subscribe(answers, qos=2)
        client.on_subscribe = on_subscribe
        client.on_message = on_message
        client.connect("127.0.0.1", self.port_of(way))
        client.loop_start()
        try:
            self.assertTrue(answered.wait(PATIENCE_S))
        finally:
            client.disconnect()
            client.loop_stop()
        return payloads[0]

    def test_node(self):
        for version, way, client in self.each_way(WAYS + WEB_WAYS):
            options = {"version": version, "port": self.port_of(way),
                       "isWeb": way in WEB_WAYS,
                       "clientId": client, "question": QUESTION,
                       "answers": f"answerbox/default/answer/{client}"}
            if version == "5":
                options["answers"] = f"clients/{self.name_of(way)}/{client}"
            if way.endswith("password"):
                options |= {"username": USER, "password": PASSWORD}
            if way.startswith("TLS"):
                options["ca"] = str(self.box.server_certificate)
            if way.endswith("certificate"):
                options |= {"cert": str(self.box.client_certificate),
                            "key": str(self.box.client_key)}
            ended = subprocess.run(
                ["node", str(HERE / "ask.js"), json.dumps(options)],
                capture_output=True, timeout=PATIENCE_S, check=False,
                env={**os.environ, "NODE_PATH": "/usr/share/nodejs"})
            self.assertEqual(ended.returncode, 0, ended.stderr.decode())
            self.check(ended.stdout, 5)

    def test_who_is_nobody_is_refused(self):
        for arguments in (["-u", USER, "-P", "wrong"], ["-u", "nobody", "-P",
                                                        PASSWORD], []):
            ended = subprocess.run(
                ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(self.box.port),
                 "-t", "answerbox/default/ask", "-m", QUESTION, *arguments],
                capture_output=True, text=True, timeout=PATIENCE_S,
                check=False)
            self.assertNotEqual(ended.returncode, 0, arguments)
            self.assertRegex(ended.stderr.lower(), "not authori[sz]ed|refused")


def main() -> None:
    parser = argparse.ArgumentParser()
    for option in ("--daemon", "--client", "--handbook"):
        parser.add_argument(option, required=True)
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)


if __name__ == "__main__":
    main()
