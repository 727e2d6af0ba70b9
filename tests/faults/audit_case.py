"""What the tests of the audit log share: a daemon that writes one, its records,
and `answerbox audit`.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile
import unittest

from answerboxd import Answerboxd

OPTIONS = argparse.Namespace()
TEXT = "# Measles\n\nMeasles is reported within 24 hours. Isolate the patient."


class AuditCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-audit-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.state_dir = self.folder / "state"
        self.audit = self.state_dir / "audit"

    def start(self, *options: str,
              environment: dict[str, str] | None = None) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, self.state_dir,
                            ["--audit", "group", "--log-level", "debug",
                             *options], environment)
        self.addCleanup(daemon.close)
        return daemon

    def client(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([OPTIONS.client, "audit", *arguments],
                              capture_output=True, text=True, check=False)

    def records(self, kind: str) -> list[dict]:
        return [record for path in sorted(self.audit.glob("*.jsonl"))
                for record in map(json.loads, path.read_text().splitlines())
                if record["kind"] == kind]

    def stopped_log(self) -> pathlib.Path:
        """The file of a log whose daemon was stopped. Its last line is a head.
        """
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="measles.md", text=TEXT)
        for _ in range(3):
            daemon.call("ask", question="when is measles reported?")
        self.assertEqual(daemon.stop(), 0)
        return self.audit / "000000000000.jsonl"


def run_tests(description: str) -> None:
    """Runs the tests of the script that calls it."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--library")
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=["audit", "-v"])
