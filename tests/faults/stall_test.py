#!/usr/bin/env python3
"""A thread that hangs on the disk: questions go on, and after stall_seconds the
daemon stops telling the service manager that all is well.
"""

import argparse
import os
import pathlib
import select
import sys
import tempfile
import unittest

from answerboxd import PATIENCE_S, Answerboxd
from gate import Gate
from sample_documents import make_document

OPTIONS = argparse.Namespace()
WATCHDOG_US = 200_000
TOLD = "reads and stores has been at one request"
TOLD_OF_WRITER = "writes documents has been at one request"


class StallTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-stall-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, stalling: str) -> None:
        """With a gate for the files in this folder of the state directory."""
        state_dir = self.folder / "state"
        self.gate = Gate(OPTIONS.stalling_library, self.folder,
                         state_dir / stalling)
        self.addCleanup(self.gate.remove)
        self.daemon = Answerboxd(
            OPTIONS.daemon, state_dir,
            ["--energy-sensor", "none", "--question-threads", "1",
             "--held-upload-bytes", "0", "--stall-seconds", "1",
             "--shutdown-grace-ms", "500"],
            {"WATCHDOG_USEC": str(WATCHDOG_US), **self.gate.environment})
        self.addCleanup(self.daemon.close)

    def is_fed(self, seconds: float) -> bool:
        """Whether the daemon notifies the watchdog within this time."""
        ready = self.daemon.notifications()
        while select.select([ready], [], [], seconds)[0]:
            if b"WATCHDOG=1" in ready.recv(4096):
                return True
        return False

    def drain(self) -> None:
        while self.is_fed(0):
            pass

    def add_document(self):
        document = make_document("a.txt", 1, 200)
        self.daemon.call("documents.add", name=document.name,
                         text=document.text)
        self.assertTrue(self.is_fed(PATIENCE_S))
        return document

    def check_watchdog_starves(self, told: str) -> None:
        self.drain()
        self.assertFalse(self.is_fed(10 * WATCHDOG_US / 1e6))
        self.assertEqual(self.daemon.messages().count(told), 1)

    def check_stopping_ends(self, told: str) -> None:
        """Must hold although a thread hangs."""
        self.assertEqual(self.daemon.stop(), 1)
        self.assertIn("ending without having stopped: a thread that " + told,
                      self.daemon.messages())

    def begin_upload_that_hangs(self) -> None:
        self.gate.close()
        stuck = self.daemon.connect()
        self.addCleanup(stuck.close)
        upload = stuck.call("documents.begin", name="b")["upload"]
        stuck.send("documents.part", upload=upload, text="The pump")

    def begin_change_that_hangs(self) -> None:
        self.gate.close()
        stuck = self.daemon.connect()
        self.addCleanup(stuck.close)
        stuck.send("documents.add", name="b", text="The pump is blue.")

    def test_a_lane_that_does_not_move_is_noticed_and_questions_go_on(self):
        self.start(stalling="incoming")
        document = self.add_document()
        self.begin_upload_that_hangs()
        with self.daemon.connect() as other:
            while TOLD not in self.daemon.messages():
                self.assertTrue(other.call("ask", question=document.question,
                                           theta=0)["answered"])
        self.check_watchdog_starves(TOLD)
        # When the thread goes on, notifications go on.
        self.gate.open()
        self.assertTrue(self.is_fed(PATIENCE_S))
        self.assertEqual(self.daemon.stop(), 0)

    def test_a_writer_that_does_not_move_is_noticed_and_uploads_go_on(self):
        self.start(stalling="collections")
        document = self.add_document()
        self.begin_change_that_hangs()
        with self.daemon.connect() as other:
            while TOLD_OF_WRITER not in self.daemon.messages():
                self.assertTrue(other.call("ask", question=document.question,
                                           theta=0)["answered"])
                upload = other.call("documents.begin", name="c")["upload"]
                other.call("documents.part", upload=upload, text="The valve")
                other.call("documents.abort", upload=upload)
        self.check_watchdog_starves(TOLD_OF_WRITER)
        self.gate.open()
        self.assertTrue(self.is_fed(PATIENCE_S))
        self.assertEqual(self.daemon.stop(), 0)

    def test_stopping_ends_while_a_lane_does_not_move(self):
        self.start(stalling="incoming")
        self.begin_upload_that_hangs()
        while TOLD not in self.daemon.messages():
            os.sched_yield()
        self.check_stopping_ends(TOLD)

    def test_stopping_ends_while_the_writer_does_not_move(self):
        self.start(stalling="collections")
        self.add_document()
        self.begin_change_that_hangs()
        while TOLD_OF_WRITER not in self.daemon.messages():
            os.sched_yield()
        self.check_stopping_ends(TOLD_OF_WRITER)

    def test_stopping_ends_while_something_that_is_not_watched_hangs(self):
        self.start(stalling="audit")
        self.add_document()
        self.gate.close()  # The log ends with a signed head.
        self.assertEqual(self.daemon.stop(), 1)
        self.assertIn("ending without having stopped: nothing has moved for "
                      "1 s", self.daemon.messages())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--stalling-library", required=True)
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], "-v"])


if __name__ == "__main__":
    main()
