#!/usr/bin/env python3
"""How many threads the daemon has: those of docs/operations.md, "Threads", when
it has started, and the same ones again some time after all kinds of requests.

usage: threads_test.py ANSWERBOXD ANSWERBOX
"""

import os
import pathlib
import sys
import tempfile
import time
import unittest

from answerboxd import Answerboxd
from fake_board import INA226, FakeBoard

ALWAYS = 8  # With two threads for questions, as the options have it by default.
PATIENCE_S = 60
TEXT = "Vaccines are kept between 2 and 8 degrees in the fridge.\n"
QUESTION = "At how many degrees are vaccines kept?"


def threads(daemon: Answerboxd) -> int:
    return len(os.listdir(f"/proc/{daemon.process.pid}/task"))


class ThreadsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-threads-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *options: str) -> Answerboxd:
        daemon = Answerboxd(sys.argv[1], self.folder / "state", list(options))
        self.addCleanup(daemon.close)
        return daemon

    def wait_for_rest(self, daemon: Answerboxd) -> None:
        """A thread that looked at something at the start may still be there."""
        end = time.monotonic() + PATIENCE_S
        while threads(daemon) > ALWAYS:
            self.assertLess(time.monotonic(), end, threads(daemon))
            time.sleep(0.05)
        self.assertEqual(threads(daemon), ALWAYS)

    def use(self, daemon: Answerboxd) -> None:
        daemon.call("documents.add", name="a.md", text=TEXT)
        self.assertTrue(daemon.call("ask", question=QUESTION,
                                    theta=0.0)["answered"])
        daemon.call("collections.compact", collection="default")
        daemon.call("users.add", name="user:nurse", password="a long password",
                    grants=[{"rights": ["ask"], "collections": "*"}])
        daemon.call("status")

    def test_a_started_daemon_has_eight(self):
        self.wait_for_rest(self.start())

    def test_a_used_daemon_has_eight_again(self):
        daemon = self.start()
        self.use(daemon)
        self.assertGreater(threads(daemon), ALWAYS)
        self.wait_for_rest(daemon)

    def test_a_sensor_takes_none_between_its_readings(self):
        board = FakeBoard(self.folder / "root")
        daemon = self.start("--energy-root", str(board.root))
        self.assertEqual(daemon.call("energy.sensors")["chosen"], INA226)
        self.use(daemon)
        self.wait_for_rest(daemon)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
