#!/usr/bin/env python3
"""The real daemon removes the oldest files of its log above audit_keep_bytes:
what stays verifies and proves, and a failing disk loses nothing.
"""

import contextlib
import errno
import http.client
import re
import subprocess
import time
import urllib.parse

import audit_case
from answerboxd import StartFailure, free_address
from audit_case import TEXT, AuditCase, run_tests
from io_control import GROWING, IoControl, IoKind

FILE = 65536
KEEP = 3 * FILE
BOUND = ("--audit-keep-bytes", str(KEEP))
OPTIONS = ("--audit-file-bytes", str(FILE), "--energy-sensor", "none")
QUESTION = "when is measles reported?"
MOST_QUESTIONS = 20_000


class AuditKeepTest(AuditCase):
    def setUp(self):
        super().setUp()
        self.first = self.audit / "000000000000.jsonl"

    def files(self):
        return sorted(self.audit.glob("*.jsonl"))

    def bytes(self) -> int:
        total = 0
        for path in self.files():
            with contextlib.suppress(FileNotFoundError):  # Removed meanwhile.
                total += path.stat().st_size
        return total

    def ask_until(self, daemon, holds) -> None:
        with daemon.connect() as connection:
            for _ in range(MOST_QUESTIONS):
                if holds():
                    return
                connection.call("ask", question=QUESTION)
        self.fail("too many questions")

    def wait_until(self, holds) -> None:
        for _ in range(12_000):
            if holds():
                return
            time.sleep(0.01)
        self.fail("waited in vain")

    def verify(self, *arguments: str):
        verified = self.client("verify", *arguments)
        self.assertEqual(verified.returncode, 0, verified.stdout)

    def start_with_document(self, *options: str, environment=None):
        daemon = self.start(*OPTIONS, *options, environment=environment)
        daemon.call("documents.add", name="measles.md", text=TEXT)
        return daemon

    def test_what_stays_verifies_and_proves(self):
        daemon = self.start_with_document(*BOUND)
        daemon.call("audit.rotate_key")
        self.ask_until(daemon, lambda: not self.first.exists())
        old = self.files()[0]
        self.ask_until(daemon, lambda: not old.exists())
        # A file begins, and the oldest goes.
        self.ask_until(daemon, lambda: self.bytes() < KEEP + FILE)
        removed = self.records("removed")
        self.assertGreaterEqual(len(removed), 1)
        self.assertIn(f"removed {self.first}", daemon.messages())
        run = daemon.call("ask", question=QUESTION)["run"]
        head = daemon.call("audit.head")["head"]
        self.assertEqual(daemon.stop(), 0)
        key = str(self.audit / "signing.pub")
        self.verify("--dir", str(self.audit))
        self.verify("--key", key, "--head", head, *map(str, self.files()))
        proof = self.client("prove", "--dir", str(self.audit), run)
        self.assertEqual(proof.returncode, 0, proof.stderr)
        path = self.folder / "proof"
        path.write_text(proof.stdout)
        checked = self.client("check-proof", "--key", key, str(path))
        self.assertEqual(checked.returncode, 0, checked.stdout)
        for gone in ("2", "0" * 16):
            proof = self.client("prove", "--dir", str(self.audit), gone)
            self.assertEqual(proof.returncode, 4)
            self.assertIn("earlier ones were removed or moved away",
                          " ".join(proof.stderr.split()))

    def test_what_was_removed_has_no_code_and_an_old_head_is_no_fault(self):
        address = free_address()
        daemon = self.start_with_document(
            *BOUND, "--http", address, "--http-kiosk", "default")
        old = daemon.call("audit.head")["head"]
        site = http.client.HTTPConnection(address)

        def get(target: str) -> tuple[int, str]:
            site.request("GET", target)
            reply = site.getresponse()
            return reply.status, reply.read().decode()

        def link() -> str:
            page = get("/?q=" + urllib.parse.quote(QUESTION))[1]
            return re.search(r'src="(/record-code\?t=[\w-]+)"', page)[1]

        old_link = link()
        self.assertEqual(get(old_link)[0], 200)
        self.ask_until(daemon, lambda: not self.first.exists())
        self.wait_until(lambda: f"removed {self.first}" in daemon.messages())
        self.assertEqual(get(old_link)[0], 404)
        self.wait_until(lambda: get(link())[0] == 200)
        site.close()
        self.assertEqual(daemon.stop(), 0)
        verified = self.client("verify", "--head", old, "--dir",
                               str(self.audit))
        self.assertEqual(verified.returncode, 0, verified.stdout)
        self.assertIn("compared with nothing",
                      " ".join(verified.stdout.split()))
        # What somebody moves away is another matter.
        kept = self.files()[0].rename(self.folder / "kept")
        verified = self.client("verify", "--head", old, "--dir",
                               str(self.audit))
        self.assertEqual(verified.returncode, 1, verified.stdout)
        self.assertIn("removed:", verified.stdout)
        kept.rename(self.first)

    def test_several_files_go_after_the_start(self):
        daemon = self.start_with_document()
        self.ask_until(daemon, lambda: self.bytes() > KEEP + 8 * FILE)
        self.assertEqual(daemon.stop(), 0)
        before = self.files()
        daemon = self.start(*OPTIONS, *BOUND)
        self.wait_until(lambda: self.bytes() <= KEEP)
        gone = [path.name for path in before if not path.exists()]
        self.assertGreaterEqual(len(gone), 2)
        self.assertEqual([record["file"] for record in self.records("removed")],
                         gone)
        self.assertEqual(daemon.call("status")["audit"]["set_aside"], [])
        self.assertEqual(daemon.stop(), 0)
        self.verify("--dir", str(self.audit))

    def test_a_failing_disk_loses_nothing_and_removing_goes_on_later(self):
        # Folders are synced as a file begins, for kept heads and in removals.
        for mask, first in ((IoKind.UNLINK, 0), (GROWING, 0),
                            *((IoKind.SYNC_FOLDER, n) for n in range(1, 5))):
            with self.subTest(mask=mask, first=first):
                self.setUp()
                self.fail_while_removing(mask, first)

    def fail_while_removing(self, mask: IoKind, first: int) -> None:
        """Operation `first` fails; 0: all do for a while."""
        self.state_dir.mkdir()
        control = IoControl(audit_case.OPTIONS.library, self.state_dir,
                            self.folder)
        daemon = self.start_with_document(
            *BOUND, environment=control.environment(with_log=False))
        # A fourth file begins next, and the first one is then to go.
        self.ask_until(daemon, lambda: self.bytes() > KEEP - FILE // 8)
        self.assertTrue(self.first.exists())
        control.fail(max(first, 1), errno.ENOSPC if mask == GROWING
                     else errno.EIO, mask, lasting=first == 0)
        self.ask_until(daemon, lambda: control.get("failed") > 0)
        control.lift()
        newest = self.files()[-1]
        self.ask_until(daemon, lambda: self.files()[-1] != newest
                       and not self.first.exists())
        self.assertEqual(daemon.call("status")["audit"]["set_aside"], [])
        self.assertEqual(daemon.stop(), 0)
        self.verify("--dir", str(self.audit))

    def test_a_changed_file_is_told_at_once(self):
        daemon = self.start_with_document(*BOUND)
        self.ask_until(daemon, lambda: self.bytes() > KEEP - FILE // 8)
        with open(self.first, "r+b") as file:
            file.seek(self.first.read_bytes().index(b"measles.md", FILE // 2))
            file.write(b"Measles.md")
        self.assertNotIn("problem", daemon.call("status")["audit"])
        told = "an old file of the audit log is not removed"
        self.ask_until(daemon, lambda: told in daemon.messages())
        self.wait_until(lambda: "problem" in daemon.call("status")["audit"])
        self.assertIn(f"{told}: {self.first.name}",
                      daemon.call("status")["audit"]["problem"])
        for command, code in (("status", 0), ("doctor", 1)):
            seen = subprocess.run(
                [audit_case.OPTIONS.client, command, "--socket",
                 daemon.socket_path], capture_output=True, text=True, check=False)
            self.assertIn(told, " ".join(seen.stdout.split()))
            self.assertEqual(seen.returncode, code)
        self.assertEqual(daemon.stop(), 0)
        # The start makes it evidence.
        daemon = self.start(*OPTIONS, *BOUND)
        self.wait_until(lambda: daemon.call("status")["audit"]["set_aside"])
        self.assertNotIn("problem", daemon.call("status")["audit"])

    def test_a_bound_below_two_files_is_refused(self):
        with self.assertRaises(StartFailure) as caught:
            self.start(*BOUND)
        self.assertEqual(caught.exception.exit_code, 2)
        self.assertIn("at least twice audit_file_bytes, 16777216",
                      caught.exception.message)


if __name__ == "__main__":
    run_tests(__doc__)
