#!/usr/bin/env python3
"""Too few descriptors, too little memory, too few threads: the daemon starts,
or says what is missing and ends with exit code 1. A running daemon goes on.
"""

import argparse
import os
import pathlib
import resource
import socket
import sys
import tempfile
import unittest

from answerboxd import Answerboxd, StartFailure
from connection import RequestError
from sample_documents import make_document

OPTIONS = argparse.Namespace()
FAILED_TO_START = 1
MEBIBYTE = 1 << 20
NOBODY = 65534


class TightLimitsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-limits-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.state_dir = self.folder / "state"

    def start(self, *options: str, **keywords) -> Answerboxd:
        daemon = Answerboxd(
            OPTIONS.daemon, self.state_dir,
            ["--energy-sensor", "none", *options], **keywords)
        self.addCleanup(daemon.close)
        return daemon

    def starts_or_says_why(self, limits: dict[int, int], **keywords) -> bool:
        try:
            daemon = self.start(limits=limits, **keywords)
        except StartFailure as failure:
            self.assertEqual(failure.exit_code, FAILED_TO_START,
                             f"{limits}: {failure.message}")
            self.assertIn("<3>", failure.message, limits)
            self.assertGreater(len(failure.message), 20, limits)
            return False
        try:
            self.assertTrue(daemon.call("status"))
        except RequestError as error:
            self.assertIn("no memory left", str(error), limits)
            return False
        finally:
            daemon.close()
        return True

    def test_few_descriptors_are_enough_or_named(self):
        if not OPTIONS.is_bare:
            self.skipTest("a sanitizer needs memory and descriptors itself")
        outcomes = [self.starts_or_says_why({resource.RLIMIT_NOFILE: count})
                    for count in range(6, 48)]
        self.assertIn(False, outcomes)
        self.assertIn(True, outcomes)

    def test_little_memory_is_enough_or_named(self):
        if not OPTIONS.is_bare:
            self.skipTest("a sanitizer needs memory and descriptors itself")
        outcomes = [self.starts_or_says_why(
            {resource.RLIMIT_AS: mebibytes * MEBIBYTE})
            for mebibytes in (16, 24, 32, 40, 50, 60, 70, 80, 100, 400)]
        self.assertIn(False, outcomes)
        self.assertIn(True, outcomes)

    def test_too_few_threads_are_named(self):
        if os.getuid() != 0:
            self.skipTest("threads are counted by user: needs root")
        os.chmod(self.folder, 0o777)
        for count in range(1, 6):
            self.assertFalse(self.starts_or_says_why(
                {resource.RLIMIT_NPROC: count}, as_user=NOBODY))

    def test_connections_are_accepted_again_when_descriptors_are_free(self):
        if not OPTIONS.is_bare:
            self.skipTest("a sanitizer opens pipes to look at objects")
        daemon = self.start("--min-idle-ms", "600000",
                            limits={resource.RLIMIT_NOFILE: 40})
        with daemon.connect() as first:
            first.call("status")
            crowd = []
            for _ in range(80):
                client = socket.socket(socket.AF_UNIX)
                client.connect(str(daemon.socket_path))
                crowd.append(client)
            # The first connection is served although no other one is accepted.
            self.assertTrue(first.call("status"))
            for client in crowd:
                client.close()
        self.assertTrue(daemon.call("status"))
        told = daemon.messages().count("can't accept a connection")
        self.assertLessEqual(told, 3, daemon.messages())
        self.assertEqual(daemon.stop(), 0)

    def test_a_request_that_finds_no_memory_fails_alone(self):
        if not OPTIONS.is_bare:
            self.skipTest("a sanitizer needs memory and descriptors itself")
        # Large blocks come from the system, not from freed memory.
        daemon = self.start(environment={"MALLOC_MMAP_THRESHOLD_": "131072"})
        document = make_document("a.txt", 1)
        daemon.call("documents.add", name=document.name, text=document.text)
        _, hard = resource.prlimit(daemon.process.pid, resource.RLIMIT_AS)
        resource.prlimit(daemon.process.pid, resource.RLIMIT_AS,
                         (address_space(daemon) + MEBIBYTE, hard))
        failures = 0
        for number in range(5):
            try:
                self.add_many_words(daemon, f"{number}.txt")
            except (RequestError, ConnectionError):
                failures += 1
        self.assertGreater(failures, 0)
        self.assertTrue(daemon.is_running(), daemon.messages())
        resource.prlimit(daemon.process.pid, resource.RLIMIT_AS, (hard, hard))
        self.assertTrue(daemon.call("ask", question=document.question,
                                    theta=0)["answered"])
        daemon.call("documents.add", name="after", text="The pump is blue.")
        self.assertEqual(daemon.stop(), 0)

    def add_many_words(self, daemon: Answerboxd, name: str) -> None:
        words = " ".join(f"w{number:x}." for number in range(60_000))
        with daemon.connect() as connection:
            connection.call("documents.add", name=name, text=words)


def address_space(daemon: Answerboxd) -> int:
    pages = pathlib.Path(f"/proc/{daemon.process.pid}/statm").read_text()
    return int(pages.split()[0]) * resource.getpagesize()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--bare", dest="is_bare", action="store_true",
                        help="for builds without sanitizers")
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], "-v"])


if __name__ == "__main__":
    main()
