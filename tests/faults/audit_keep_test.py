#!/usr/bin/env python3
"""The real daemon removes the oldest files of its log, as the options say: what
stays verifies and proves, and says what is gone.
"""

import json
import re

from answerboxd import StartFailure
from audit_case import TEXT, AuditCase, run_tests

KEEP = ("--audit-file-bytes", "65536", "--audit-keep-bytes", "131072",
        "--energy-sensor", "none")


class AuditKeepTest(AuditCase):
    def log_of_which_files_were_removed(self):
        """The daemon, and what was kept before the first record went: a head,
        the public key, and the number of that record's answer."""
        daemon = self.start(*KEEP)
        daemon.call("documents.add", name="measles.md", text=TEXT)
        first = daemon.call("ask", question="when is measles reported?")["run"]
        head = daemon.call("audit.head")["head"]
        number, = (record["seq"] for record in self.records("answer")
                   if record["run"] == first)
        key = self.folder / "box.pub"
        key.write_bytes((self.audit / "signing.pub").read_bytes())
        daemon.call("audit.rotate_key")
        with daemon.connect() as connection:
            # Until the file with that change of keys is gone.
            while (self.audit / "000000000000.jsonl").exists():
                connection.call("ask", question="when is measles reported?")
        return daemon, head, str(key), number

    def test_what_stays_verifies_and_says_what_is_gone(self):
        daemon, old_head, key, number = self.log_of_which_files_were_removed()
        head = daemon.call("audit.head")["head"]
        removed = self.records("removed")
        self.assertEqual(removed[0]["file"], "000000000000.jsonl")
        self.assertEqual(removed[0]["why"], "bytes")
        self.assertEqual(removed[0]["keys"][0]["record"], number + 2)
        self.assertIn("removed 000000000000.jsonl of the audit log",
                      daemon.messages())
        self.assertEqual(daemon.stop(), 0)
        files = sorted(map(str, self.audit.glob("*.jsonl")))
        begin = int(re.search("([0-9]+).jsonl", files[0])[1])
        told = f"the daemon removed 0 to {begin - 1}."
        # The kept head beside the folder; then a copy, by the first key alone.
        for arguments in (("--dir", str(self.audit)),
                          ("--key", key, "--head", head, *files)):
            verified = self.client("verify", *arguments)
            self.assertEqual(verified.returncode, 0, verified.stdout)
            self.assertIn(told, " ".join(verified.stdout.split()))
        as_json = self.client("verify", "--json", "--dir", str(self.audit))
        self.assertEqual(json.loads(as_json.stdout)["removed"],
                         [{"first": 0, "last": begin - 1}])
        behind = self.client("verify", "--key", key, "--head", old_head, *files)
        self.assertEqual(behind.returncode, 1)
        self.assertIn("take a newer head", " ".join(behind.stdout.split()))
        # It starts with what stays, and goes on.
        daemon = self.start(*KEEP)
        while not daemon.call("status")["audit"]["checked"]:
            pass
        self.assertEqual(daemon.call("status")["audit"]["set_aside"], [])

    def test_a_record_that_stays_is_proven_and_one_that_is_gone_is_not(self):
        daemon, _, _, number = self.log_of_which_files_were_removed()
        run = daemon.call("ask", question="when is measles reported?")["run"]
        daemon.call("audit.head")
        proof = self.client("prove", "--dir", str(self.audit), run)
        self.assertEqual(proof.returncode, 0, proof.stderr)
        path = self.folder / "proof"
        path.write_text(proof.stdout)
        checked = self.client("check-proof", "--key",
                              str(self.audit / "signing.pub"), str(path))
        self.assertEqual(checked.returncode, 0, checked.stdout)
        gone = self.client("prove", "--dir", str(self.audit), str(number))
        self.assertEqual(gone.returncode, 4)
        self.assertIn("the daemon removed 000000000000.jsonl",
                      " ".join(gone.stderr.split()))
        unknown = self.client("prove", "--dir", str(self.audit), "0" * 16)
        self.assertIn("earlier ones were removed or moved away",
                      " ".join(unknown.stderr.split()))

    def test_a_bound_that_would_leave_nothing_is_refused(self):
        with self.assertRaises(StartFailure) as caught:
            self.start("--audit-keep-bytes", "131072")
        self.assertEqual(caught.exception.exit_code, 2)
        self.assertIn("at least twice audit_file_bytes, 16777216",
                      caught.exception.message)


if __name__ == "__main__":
    run_tests(__doc__)
