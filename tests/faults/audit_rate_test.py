#!/usr/bin/env python3
"""Who may only ask, or only add, can't fill the disk with records: a caller has a
rate.
"""

import argparse
import os
import pathlib
import sys
import tempfile
import unittest

from answerboxd import Answerboxd
from connection import RequestError
from sample_documents import make_document

OPTIONS = argparse.Namespace()
USER = 65534
# As long as patterns may be: they stand in each record.
PATTERNS = ["1" + "*" * 1023] * 4
RATE = 2048
# The burst and what comes meanwhile; each short record's line takes up to half
# as much again.
MOST = RATE * 64 * 2


class AuditRateTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-audit-rate-")
        self.addCleanup(folder.cleanup)
        self.state = pathlib.Path(folder.name) / "state"

    def start(self, *options: str) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, self.state,
                            ["--energy-sensor", "none", *options])
        self.addCleanup(daemon.close)
        document = make_document("a.txt", 1)
        daemon.call("documents.add", name=document.name, text=document.text)
        return daemon

    def log_bytes(self) -> int:
        return sum(file.stat().st_size
                   for file in (self.state / "audit").glob("*.jsonl"))

    def connect_as_user(self, right: str):
        if os.getuid() != 0:
            self.skipTest("needs root, to be two users")
        self.daemon = self.start("--socket-mode", "0666",
                                 "--audit-caller-bytes-per-s", str(RATE))
        self.daemon.socket_path.parent.chmod(0o755)
        self.daemon.call("users.add", name=f"unix:{USER}",
                         grants=[{"collections": "*", "rights": [right]}])
        os.seteuid(USER)
        try:
            return self.daemon.connect()
        finally:
            os.seteuid(0)

    def check_waits(self, error: RequestError):
        self.assertEqual(error.kind, "busy")
        self.assertIn("audit_caller_bytes_per_s", str(error))
        self.assertLess(self.log_bytes(), MOST)
        # Others ask and change, and so does who may manage all.
        self.daemon.call("ask", question="Where?")
        document = make_document("b.txt", 2)
        self.daemon.call("documents.add", name=document.name,
                         text=document.text)

    def test_who_asks_too_much_waits_and_others_do_not(self):
        with self.connect_as_user("ask") as greedy, \
                self.assertRaises(RequestError) as caught:
            for _ in range(200):
                greedy.call("ask", question="Where?", documents=PATTERNS)
        self.check_waits(caught.exception)

    def test_who_changes_too_much_waits_too(self):
        with self.connect_as_user("add") as greedy, \
                self.assertRaises(RequestError) as caught:
            for _ in range(2000):
                greedy.call("collections.set", name="default", synonyms="")
        self.check_waits(caught.exception)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], "-v", *rest])


if __name__ == "__main__":
    main()
