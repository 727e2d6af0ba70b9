#!/usr/bin/env python3
"""The messages by which Home Assistant finds the box, as mosquitto_sub gets them:
each field is one that Home Assistant documents (home_assistant.json).

usage: home_assistant_test.py --daemon ANSWERBOXD --client ANSWERBOX --handbook DIR
                              --source DIR
"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

import jsonschema

from answerboxd import Answerboxd, StartFailure, free_address
from fake_board import INA226, FakeBoard

OPTIONS = argparse.Namespace()
PATIENCE_S = 120  # A guard against what hangs.
SCHEMA = json.loads(
    (pathlib.Path(__file__).parent / "home_assistant.json").read_text())
STATE = "answerbox/device/state"
PASSWORD = "correct horse battery staple"
# What it subscribes to for each kind of entity before it does for devices, and
# how many kinds it has.
KINDS = 31
PLACES = ("+/config", "+/+/config")


def check(message: dict, what: str) -> None:
    jsonschema.validate(
        message, {"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{what}"},
        cls=jsonschema.Draft202012Validator)


class HomeAssistantTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-home-")
        cls.addClassCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        cls.board = FakeBoard(root / "board")
        cls.port = free_address().rsplit(":", 1)[1]
        cls.daemon = Answerboxd(OPTIONS.daemon, root / "state", [
            "--energy-root", str(root / "board"), "--energy-sensor", INA226,
            "--mqtt", f"127.0.0.1:{cls.port}", "--mqtt-anonymous", "loopback",
            "--mqtt-home-assistant", "homeassistant"])
        cls.addClassCleanup(cls.daemon.close)
        cls.run_client("add", OPTIONS.handbook)
        cls.root = root
        (root / "password").write_text(PASSWORD + "\n")
        cls.run_client("user", "add", "alice", "--ask", "default",
                       "--password-file", str(root / "password"))

    @classmethod
    def run_client(cls, *arguments: str) -> None:
        subprocess.run([OPTIONS.client, *arguments, "--socket",
                        str(cls.daemon.socket_path)],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       timeout=PATIENCE_S, check=True)

    def subscriber(self, topic: str, *options: str) -> subprocess.Popen:
        """Writes a line for each message: retained or not, topic, payload."""
        process = subprocess.Popen(
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", self.port, "-t", topic,
             "-F", "%r %t %p", "-W", str(PATIENCE_S), *options],
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.wait, PATIENCE_S)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        return process

    def first(self, topic: str, *options: str) -> tuple[str, str, str]:
        process = self.subscriber(topic, "-C", "1", *options)
        line = process.stdout.readline()
        self.assertTrue(line, f"no message of {topic}")
        retained, topic, payload = line.split(" ", 2)
        return retained, topic, payload

    def wait_for_state(self, is_wanted) -> dict:
        process = self.subscriber(STATE)
        for line in process.stdout:
            state = json.loads(line.split(" ", 2)[2])
            check(state, "state")
            if is_wanted(state):
                return state
        raise AssertionError("the state does not come")

    def test_the_box_is_announced_by_documented_fields(self):
        retained, topic, payload = self.first("homeassistant/#")
        self.assertEqual(retained, "1")
        message = json.loads(payload)
        check(message, "discovery")
        box = re.fullmatch(r"homeassistant/device/([a-zA-Z0-9_-]+)/config",
                           topic)
        self.assertTrue(box, topic)
        self.assertEqual(message["device"]["identifiers"], [box[1]])
        ids = [one["unique_id"] for one in message["components"].values()]
        self.assertEqual(len(set(ids)), len(ids))

    def test_the_schema_refuses_other_fields(self):
        message = json.loads(self.first("homeassistant/#")[2])
        for place in (message, message["device"], message["origin"],
                      message["components"]["questions"],
                      message["components"]["log_problem"]):
            place["color"] = "red"
            with self.assertRaises(jsonschema.ValidationError):
                check(message, "discovery")
            del place["color"]
        check(message, "discovery")

    def test_the_topics_that_it_names_are_there(self):
        message = json.loads(self.first("homeassistant/#")[2])
        retained, _, payload = self.first(message["availability_topic"])
        self.assertEqual((retained, payload.strip()), ("1", "online"))
        retained, _, payload = self.first(message["state_topic"])
        self.assertEqual(retained, "1")
        self.assertEqual(set(json.loads(payload)), set(message["components"]))

    def test_the_state_follows_questions_and_energy(self):
        before = self.wait_for_state(
            lambda state: state["energy_wh"] and state["power_w"] and
            state["documents"] > 10)
        self.assertAlmostEqual(before["power_w"], 2.7, places=3)
        self.assertEqual(before["log_problem"], "OFF")
        self.daemon.call("ask", question="At what temperature are vaccines "
                                         "stored?")
        self.daemon.call("ask", question="Who won the world cup of 1966?")
        after = self.wait_for_state(
            lambda state: state["questions"] == before["questions"] + 2)
        self.assertEqual(after["refused"], before["refused"] + 1)
        self.assertGreater(after["energy_wh"], before["energy_wh"])

    def test_who_may_not_ask_every_collection_gets_no_state(self):
        # Retained messages come in the order of their topics: the state would
        # be between these.
        self.wait_for_state(lambda state: state["documents"] > 10)
        process = self.subscriber("answerbox/#", "-C", "2", "-u", "alice", "-P",
                                  PASSWORD)
        topics = [line.split(" ", 2)[1] for line in process.stdout]
        self.assertEqual(topics, ["answerbox/default/documents",
                                  "answerbox/status"])

    def add_documented_user(self) -> str:
        """By the command of docs/metrics.md. Returns the name."""
        document = pathlib.Path(OPTIONS.source, "docs", "metrics.md")
        command = re.search("^    answerbox (user add .*)$",
                            document.read_text(), re.MULTILINE)
        arguments = shlex.split(command[1])
        self.run_client(*arguments, "--password-file",
                        str(self.root / "password"))
        return arguments[2]

    def test_its_client_gets_all_as_the_documented_user(self):
        """With the will of its client, in a session with all subscriptions."""
        name = self.add_documented_user()
        kinds = [f"kind_{number}" for number in range(KINDS)] + ["device"]
        filters = [f"homeassistant/{kind}/{place}" for kind in kinds
                   for place in PLACES] + [STATE, "answerbox/status"]
        for version in ("mqttv311", "mqttv5"):
            process = self.subscriber(
                filters[0], "-C", "3", "-u", name, "-P", PASSWORD, "-q", "1",
                "-V", version, "--will-topic", "homeassistant/status",
                "--will-payload", "offline",
                *(part for one in filters[1:] for part in ("-t", one)))
            topics = {line.split(" ", 2)[1] for line in process.stdout}
            found = {topic for topic in topics
                     if re.fullmatch("homeassistant/device/[^/]+/config",
                                     topic)}
            self.assertEqual(len(found), 1, (version, topics))
            self.assertEqual(topics - found, {STATE, "answerbox/status"})

    def test_a_prefix_that_is_no_topic_is_refused(self):
        with tempfile.TemporaryDirectory() as state:
            with self.assertRaises(StartFailure) as failure:
                Answerboxd(OPTIONS.daemon, pathlib.Path(state), [
                    "--energy-sensor", "none", "--mqtt", free_address(),
                    "--mqtt-home-assistant", "home/#"])
        self.assertEqual(failure.exception.exit_code, 2)
        self.assertIn("mqtt_home_assistant can't be \"home/#\"",
                      failure.exception.message)


def main() -> None:
    parser = argparse.ArgumentParser()
    for option in ("daemon", "client", "handbook", "source"):
        parser.add_argument(f"--{option}", required=True)
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
    main()
