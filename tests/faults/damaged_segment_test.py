#!/usr/bin/env python3
"""A byte of a stored document changes on the disk. The daemon must not serve it
as the document's own text: a request that needs it gets an error that names the
file and the place, other collections answer, and the daemon copies the damage
nowhere.
"""

import argparse
import os
import pathlib
import resource
import sys
import tempfile
import unittest

from answerboxd import Answerboxd
from connection import RequestError

OPTIONS = argparse.Namespace()
BLOCK_BYTES = 4096
STORED = "Vaccines are stored in the fridge between 2 and 8 degrees."
QUESTION = "At what temperature are vaccines stored?"


class SegmentCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-state-")
        self.addCleanup(folder.cleanup)
        self.state_dir = pathlib.Path(folder.name) / "state"
        daemon = self.start()
        with daemon.connect() as connection:
            for collection in ("damaged", "whole"):
                connection.call("documents.add", collection=collection,
                                name="first.txt", text="The key is red. " * 900)
                connection.call("documents.add", collection=collection,
                                name="fridge.txt", text=STORED)
                connection.call("collections.compact", collection=collection)
            self.sentence = self.ask(connection, "whole")
        self.assertEqual(daemon.stop(), 0)
        (self.segment,) = (self.state_dir / "collections/damaged").glob(
            "*.segment")

    def start(self) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, self.state_dir)
        self.addCleanup(daemon.close)
        return daemon

    @staticmethod
    def ask(connection, collection: str) -> str:
        reply = connection.call("ask", collection=collection,
                                question=QUESTION, theta=0)
        return reply["answer"]["sentence"]

    def flip_a_bit_of(self, text: bytes) -> int:
        """Returns the offset."""
        content = bytearray(self.segment.read_bytes())
        at = content.find(text)
        self.assertGreaterEqual(at, 0)
        content[at] ^= 4
        self.segment.write_bytes(content)
        return at

    def fails(self, at: int, connection, method: str, **params) -> None:
        """The error must name the file and the damaged block."""
        with self.assertRaises(RequestError) as caught:
            connection.call(method, collection="damaged", **params)
        self.assertEqual(caught.exception.kind, "corrupt")
        data = caught.exception.error["data"]
        self.assertEqual(data["file"], str(self.segment))
        self.assertEqual(data["offset"], at // BLOCK_BYTES * BLOCK_BYTES)
        self.assertIn(str(self.segment), caught.exception.error["message"])
        damaged, = connection.call("status")["damaged"]
        self.assertIn(str(self.segment), damaged)


class DamagedSegmentTest(SegmentCase):
    def test_a_changed_digit_is_not_served(self):
        at = self.flip_a_bit_of(b"2 and 8 degrees")
        daemon = self.start()
        with daemon.connect() as connection:
            self.fails(at, connection, "ask", question=QUESTION, theta=0)
            self.fails(at, connection, "documents.text", name="fridge.txt")
            self.fails(at, connection, "collections.verify")
            self.fails(at, connection, "ask", question=QUESTION, theta=0)
            self.assertEqual(self.ask(connection, "whole"), self.sentence)
        self.assertIn(self.segment.name, daemon.messages())
        self.assertEqual(daemon.stop(), 0)

    def test_damage_is_not_copied_by_compacting(self):
        daemon = self.start()
        with daemon.connect() as connection:
            connection.call("documents.add", collection="damaged",
                            name="more.txt", text="The door is blue.")
        self.assertEqual(daemon.stop(), 0)
        at = self.flip_a_bit_of(b"2 and 8 degrees")
        daemon = self.start()
        with daemon.connect() as connection:
            self.fails(at, connection, "collections.compact")
            self.fails(at, connection, "ask", question=QUESTION, theta=0)
        self.assertEqual(daemon.stop(), 0)

    def test_a_changed_name_is_not_listed(self):
        at = self.flip_a_bit_of(b"first.txtfridge.txt")
        daemon = self.start()
        with daemon.connect() as connection:
            self.fails(at, connection, "documents.list")
            self.assertEqual(self.ask(connection, "whole"), self.sentence)
        self.assertEqual(daemon.stop(), 0)

    def test_damage_that_a_paper_profile_finds_is_told(self):
        daemon = self.start()
        with daemon.connect() as connection:
            connection.call("collections.create", name="paper",
                            profile="paper")
            connection.call("documents.add", collection="paper",
                            name="fridge.txt", text=STORED * 900)
            self.segment, = (self.state_dir / "collections/paper").glob(
                "*.segment")
            content = bytearray(self.segment.read_bytes())
            for at in range(200, len(content) - 400, 97):
                content[at] ^= 0x55
            self.segment.write_bytes(content)
            with self.assertRaises(RequestError) as caught:
                connection.call("ask", collection="paper", question=QUESTION)
            self.assertEqual(caught.exception.kind, "corrupt")
            damaged, = connection.call("status")["damaged"]
            self.assertIn(str(self.segment), damaged)
        self.assertEqual(daemon.stop(), 0)


class DescriptorsTest(SegmentCase):
    def test_a_want_of_descriptors_is_no_damage(self):
        daemon = self.start()
        pid = daemon.process.pid
        with daemon.connect() as connection:
            connection.call("status")
            few = len(os.listdir(f"/proc/{pid}/fd"))
            _, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (few, hard))
            with self.assertRaises(RequestError) as caught:
                connection.call("collections.verify", collection="damaged")
            self.assertEqual(caught.exception.kind, "storage")
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (hard, hard))
            self.assertEqual(connection.call("status")["damaged"], [])
            # A file that is gone is.
            self.segment.unlink()
            with self.assertRaises(RequestError):
                connection.call("collections.verify", collection="damaged")
            damaged, = connection.call("status")["damaged"]
            self.assertIn(str(self.segment), damaged)
        self.assertEqual(daemon.stop(), 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    options, rest = parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0]] + rest, verbosity=2)


if __name__ == "__main__":
    main()
