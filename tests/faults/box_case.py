"""What the tests of a box's files share: a state directory that is made once, and
copied for each case.
"""

import argparse
import json
import os
import pathlib
import shutil
import signal
import socket
import sys
import tempfile
import unittest

from answerboxd import Answerboxd
from connection import RequestError

OPTIONS = argparse.Namespace()
# Runs the daemon of a file that can't be read: root reads everything.
NOBODY = 65534
IS_ROOT = os.getuid() == 0

COLD = "Vaccines are stored between 2 and 8 degrees Celsius."
HANDS = "Hands are washed for at least 20 seconds."
DOOR = "The door of the pharmacy is locked at nine in the evening."
BANK = json.dumps({"id": "v1", "topic": "vaccines", "key": "2 and 8",
                   "question": "Between which degrees are vaccines stored?"})
COLD_QUESTION = "Between which degrees are vaccines stored?"
HANDS_QUESTION = "How long are hands washed?"


class BoxCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="answerbox-damage-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.made = pathlib.Path(cls.folder.name) / "made"
        cls.state_dir = pathlib.Path(cls.folder.name) / "state"
        with Answerboxd(OPTIONS.daemon, cls.made) as daemon, \
                daemon.connect() as connection:
            add = lambda collection, name, text: connection.call(
                "documents.add", collection=collection, name=name, text=text)
            add("sound", "cold.txt", COLD)
            add("ward", "cold.txt", COLD)
            # Merging would make one segment of the two.
            add("ward", "hands.txt", HANDS)
            connection.call("collections.set", name="ward",
                            synonyms="fridge, refrigerator\n",
                            exam={"bank": BANK})
            connection.call("users.add", name="unix:4711", grants=[
                {"rights": ["ask"], "collections": "sound"}])
            connection.call("audit.head")
            daemon.stop()

    def copy(self, made: pathlib.Path) -> None:
        shutil.rmtree(self.state_dir, ignore_errors=True)
        shutil.copytree(made, self.state_dir)

    user: int | None = None

    def start(self, *options: str,
              environment: dict[str, str] | None = None) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, self.state_dir, list(options),
                            environment, as_user=self.user)
        self.addCleanup(daemon.close)
        return daemon

    def assert_answers(self, daemon: Answerboxd, collection: str,
                       question: str, text: str) -> None:
        answer = daemon.call("ask", collection=collection, question=question)
        self.assertIn(text, json.dumps(answer))

    def fails(self, daemon: Answerboxd, method: str, **params) -> str:
        with self.assertRaises(RequestError) as caught:
            daemon.call(method, **params)
        return str(caught.exception)

    def names(self, daemon: Answerboxd) -> list[str]:
        return [document["name"] for document in daemon.call(
            "documents.list", collection="ward")["documents"]]

    def content(self) -> dict:
        """What a start or a repair that refuses must leave as it was."""
        return {path: path.stat().st_ino
                for path in self.state_dir.glob("collections/ward/*")}

    def require_root(self) -> None:
        if not IS_ROOT:
            self.skipTest("needs root, to mount or to be another user")

    def call_as(self, daemon: Answerboxd, uid: int,
                method: str = "ask", **params) -> bool:
        """Returns whether that user of the machine may ask, or call `method`."""
        if method == "ask":
            params = {"collection": "sound", "question": "vaccines?"}
        self.require_root()
        self.socket_for_all(daemon)
        # The kernel tells the daemon who connected.
        os.setegid(uid)
        os.seteuid(uid)
        try:
            connection = daemon.connect()
        finally:
            os.seteuid(0)
            os.setegid(0)
        with connection:
            try:
                connection.call(method, **params)
            except RequestError as error:
                self.assertEqual(error.kind, "forbidden")
                return False
            return True

    def socket_for_all(self, daemon: Answerboxd) -> None:
        daemon.socket_path.parent.chmod(0o711)
        daemon.socket_path.chmod(0o666)

    def reload(self, daemon: Answerboxd) -> None:
        count = daemon.messages().count("options were read again")
        daemon.process.send_signal(signal.SIGHUP)
        while daemon.messages().count("options were read again") == count:
            pass

    def can_connect(self, address: str) -> bool:
        host, port = address.split(":")
        with socket.socket() as client:
            return client.connect_ex((host, int(port))) == 0


def run_tests(description: str) -> None:
    """Runs the tests of the script that calls it."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--library")
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], "-v"])
