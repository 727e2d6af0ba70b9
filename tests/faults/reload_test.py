#!/usr/bin/env python3
"""SIGHUP: the daemon reads the options again, those that can change do, and a
file that can't be read changes nothing.
"""

import argparse
import os
import pathlib
import re
import signal
import sys
import tempfile
import unittest

from answerboxd import PATIENCE_S, Answerboxd
from connection import RequestError
from gate import Gate

OPTIONS = argparse.Namespace()


class ReloadTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-reload-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.config = self.folder / "options.toml"
        self.config.write_text("max_uploads = 2\n")
        self.gate = Gate(OPTIONS.stalling_library, self.folder,
                         self.folder / "state" / "collections")
        self.addCleanup(self.gate.remove)
        self.daemon = Answerboxd(
            OPTIONS.daemon, self.folder / "state",
            ["--config", str(self.config), "--energy-sensor", "none",
             "--max-in-flight", "7", "--shutdown-grace-ms", "0"],
            self.gate.environment)
        self.addCleanup(self.daemon.close)

    def reload(self, options: str) -> str:
        """Returns the messages in the journal meanwhile."""
        self.config.write_text(options)
        return self.signal()

    def signal(self) -> str:
        """Has the options read again; returns the messages meanwhile."""
        before = len(self.daemon.messages())
        self.daemon.process.send_signal(signal.SIGHUP)
        for state in ("RELOADING=1", "READY=1"):
            self.assertIn(state, self.daemon.next_notification())
        return self.daemon.messages()[before:]

    def check_is_refused(self, why: str) -> None:
        told = self.signal()
        self.assertIn(f"{self.config}: {why}", told)
        self.assertIn("nothing was changed", told)
        self.assertEqual(self.limits()["max_uploads"], 2)

    def limits(self) -> dict:
        return self.daemon.call("status")["limits"]

    def test_what_can_change_does_and_the_rest_is_named(self):
        self.assertEqual(self.limits()["max_uploads"], 2)
        told = self.reload('max_uploads = 1\nquestion_threads = 5\n'
                           'max_in_flight = 50\nexam_days = 1\n')
        self.assertIn("max_uploads 2 -> 1", told)
        self.assertIn("exam_days 7 -> 1", told)
        self.assertIn("anew for: question_threads 2 -> 5", told)
        self.assertEqual(self.limits()["max_uploads"], 1)
        with self.daemon.connect() as connection:
            connection.call("documents.begin", name="a")
            with self.assertRaises(RequestError) as caught:
                connection.call("documents.begin", name="b")
            self.assertEqual(caught.exception.kind, "busy")
        # The command line wins over the file.
        self.assertEqual(self.limits()["max_in_flight"], 7)

    def test_a_level_of_logging_counts_at_once(self):
        self.reload('log_level = "debug"\n')
        before = len(self.daemon.messages())
        self.daemon.call("status")
        self.assertIn("connection of user", self.daemon.messages()[before:])

    def test_a_file_that_can_not_be_read_changes_nothing(self):
        for options in ("max_uploads = many\n", "no_such_option = 1\n",
                        "max_uploads = 0\n"):
            told = self.reload(options)
            self.assertIn(f"{self.config}:1:", told)
            self.assertIn("nothing was changed", told)
            self.assertEqual(self.limits()["max_uploads"], 2)
        self.assertIn("max_uploads 2 -> 3", self.reload("max_uploads = 3\n"))

    def test_what_is_no_file_changes_nothing(self):
        self.config.unlink()
        self.check_is_refused("No such file or directory")
        self.config.mkdir()
        self.check_is_refused("it is a folder")
        self.config.rmdir()
        os.mkfifo(self.config)
        self.check_is_refused("it is a pipe")
        self.config.unlink()
        self.config.write_bytes(b"#" * ((1 << 20) + 1))
        self.check_is_refused("it has more than 1048576 bytes")
        self.assertIn("max_uploads 2 -> 3", self.reload("max_uploads = 3\n"))

    def test_the_null_device_has_no_options(self):
        self.config.unlink()
        self.config.symlink_to("/dev/null")
        self.assertIn("max_uploads 2 -> 4", self.signal())

    def test_a_reloaded_daemon_stops_as_told(self):
        self.reload("")
        self.assertEqual(self.daemon.stop(), 0)

    def test_a_daemon_that_is_stopping_ignores_the_order(self):
        self.daemon.call("collections.create", name="ward")
        # The next change hangs, so stopping waits for it.
        self.gate.close()
        client = self.daemon.connect()
        client.send("documents.add", collection="ward", name="a",
                    text="The pump is blue.")
        # Requests are answered in order, so the change was accepted before this
        # reply.
        client.call("documents.begin", collection="ward", name="b")
        process = self.daemon.process
        process.send_signal(signal.SIGTERM)
        while is_caught(signal.SIGHUP, process.pid):
            os.sched_yield()
        process.send_signal(signal.SIGHUP)
        self.gate.open()
        self.assertEqual(process.wait(PATIENCE_S), 0)
        client.close()


def is_caught(number: signal.Signals, process: int) -> bool:
    """Whether the process has a handler for that signal."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    caught = re.search(r"^SigCgt:\s*(\w+)$", status, re.MULTILINE)
    return bool(int(caught.group(1), 16) >> (number - 1) & 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--stalling-library", required=True)
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], "-v"])


if __name__ == "__main__":
    main()
