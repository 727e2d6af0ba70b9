#!/usr/bin/env python3
"""A disk that is really full or read-only, in a mount namespace of the test.
Nothing is left after the test. It needs no privilege if the kernel lets users
make such namespaces. Otherwise a limit on file sizes stands for the full disk,
and a folder without write permission for the read-only disk.
"""

import argparse
import ctypes
import errno
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
import unittest

from answerboxd import PATIENCE_S, Answerboxd, StartFailure
from connection import Connection, RequestError
from expected_documents import ExpectedDocuments
from sample_documents import Document, make_document
from stored_documents import problems_with

OPTIONS = argparse.Namespace()
DISK_BYTES = 6 << 20
DOCUMENT_BYTES = 40_000
NOBODY = 65534
# Linux's numbers, from sched.h and sys/mount.h.
CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
MS_RDONLY, MS_REMOUNT, MS_REC, MS_PRIVATE = 1, 32, 16384, 1 << 18

_libc = ctypes.CDLL(None, use_errno=True)


def enter_mount_namespace() -> bool:
    """False if the kernel does not allow it."""
    user, group = os.getuid(), os.getgid()
    flags = CLONE_NEWNS if user == 0 else CLONE_NEWNS | CLONE_NEWUSER
    if _libc.unshare(flags) != 0:
        return False
    if user != 0:
        pathlib.Path("/proc/self/setgroups").write_text("deny")
        pathlib.Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        pathlib.Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    return mount("none", "/", None, MS_REC | MS_PRIVATE, None)


def mount(source: str, target: str, kind: str | None, flags: int,
          options: str | None) -> bool:
    def encode(text):
        return text.encode() if text else None
    return _libc.mount(encode(source), encode(target), encode(kind), flags,
                       encode(options)) == 0


class FullDiskTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-full-")
        self.addCleanup(folder.cleanup)
        self.disk = pathlib.Path(folder.name) / "disk"
        self.disk.mkdir()
        self.state_dir = self.disk / "state"
        if OPTIONS.has_mounts:
            self.assertTrue(mount("tmpfs", str(self.disk), "tmpfs", 0,
                                  f"size={DISK_BYTES}"))
            self.addCleanup(_libc.umount, str(self.disk).encode())
        self.expected = ExpectedDocuments()

    def start(self, *options: str, as_user: int | None = None) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, self.state_dir, list(options),
                            as_user=as_user)
        self.addCleanup(daemon.close)
        return daemon

    def add(self, connection: Connection, document: Document) -> None:
        change = self.expected.request("ward", document.name, document)
        try:
            connection.call("documents.add", collection="ward",
                            name=document.name, text=document.text)
            change.is_acknowledged = True
        except RequestError:
            self.expected.withdraw(change)
            raise

    def fill(self, daemon: Answerboxd, connection: Connection) -> RequestError:
        """Adds documents until there is no room. Returns the error."""
        for number in range(2 * DISK_BYTES // DOCUMENT_BYTES):
            if number == 5 and not OPTIONS.has_mounts:
                # A new segment does not fit any more.
                resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE,
                                 (DOCUMENT_BYTES // 2, resource.RLIM_INFINITY))
            try:
                self.add(connection, make_document(f"{number}.txt", 1,
                                                   DOCUMENT_BYTES))
            except RequestError as error:
                return error
        raise AssertionError("the disk does not become full")

    def fill_to_the_last_byte(self) -> None:
        with (self.disk / "filler").open("wb", buffering=0) as filler:
            for size in (1 << 16, 1 << 12, 1):
                try:
                    while True:
                        filler.write(b"x" * size)
                except OSError as error:
                    self.assertEqual(error.errno, errno.ENOSPC)

    def fill_audit_log(self, daemon: Answerboxd) -> None:
        """Leaves no room for records."""
        daemon.call("audit.head")
        if OPTIONS.has_mounts:
            self.fill_to_the_last_byte()
            return
        log, = (self.state_dir / "audit").glob("*.jsonl")
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE,
                         (log.stat().st_size, resource.RLIM_INFINITY))

    def make_room(self, daemon: Answerboxd) -> None:
        if OPTIONS.has_mounts:
            mount("tmpfs", str(self.disk), "tmpfs", MS_REMOUNT,
                  f"size={8 * DISK_BYTES}")
        else:
            resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE,
                             (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def test_a_full_disk_refuses_and_keeps_what_there_is(self):
        daemon = self.start()
        with daemon.connect() as connection:
            self.add(connection, make_document("before.txt", 1))
            error = self.fill(daemon, connection)
            self.assertEqual(error.kind, "storage")
            self.assertEqual(error.error["code"], -32014)
            print(f"  {error}", flush=True)
            self.assertTrue(daemon.is_running())
            self.assertEqual(problems_with(daemon, self.expected), [])
            self.make_room(daemon)
            self.add(connection, make_document("after.txt", 1))
            self.assertEqual(problems_with(daemon, self.expected), [])
        self.assertEqual(daemon.stop(), 0)

    def test_a_full_disk_at_start_serves_what_there_is(self):
        daemon = self.start()
        with daemon.connect() as connection:
            self.fill(daemon, connection)
        daemon.close()
        daemon = self.start()
        self.assertEqual(problems_with(daemon, self.expected), [])

    def test_a_disk_full_to_the_last_byte_at_start_answers_questions(self):
        if not OPTIONS.has_mounts:
            self.skipTest("needs a disk of its own")
        document = make_document("before.txt", 1)
        daemon = self.start()
        with daemon.connect() as connection:
            self.add(connection, document)
        daemon.close()
        # In this test the process id of a start takes a page of its own.
        (self.state_dir / "lock").write_bytes(b"")
        self.fill_to_the_last_byte()
        daemon = self.start()
        answer = daemon.call("ask", collection="ward",
                             question=document.question)
        self.assertIn(document.marker, str(answer))
        self.assertEqual(problems_with(daemon, self.expected), [])

    def test_every_answer_on_a_full_disk_is_on_record_or_in_the_gap(self):
        for durability in ("group", "each"):
            with self.subTest(durability):
                self.check_gap(durability)

    def check_gap(self, durability: str) -> None:
        daemon = self.start_with_question("--audit", durability)
        recorded = self.ask_ten(daemon)
        daemon.call("audit.head")
        before = sum(recorded)
        self.fill_audit_log(daemon)
        deadline = time.monotonic() + PATIENCE_S
        recorded = []
        while recorded.count(False) < 20:  # Until some are refused.
            recorded += self.ask_ten(daemon)
            self.assertLess(time.monotonic(), deadline)
        self.make_room(daemon)
        while not recorded[-1]:
            recorded += self.ask_ten(daemon)
            self.assertLess(time.monotonic(), deadline)
        self.assertEqual(daemon.stop(), 0)
        records = self.audit_records()
        self.assertEqual(len(records["answer"]), before + recorded.count(True))
        self.assertEqual(sum(gap["unrecorded"] for gap in records["gap"]),
                         recorded.count(False))
        self.assertIn("No space left on device" if OPTIONS.has_mounts
                      else "File too large", daemon.messages())
        self.assertIn("the audit log is written again", daemon.messages())

    def test_an_audit_log_that_lacks_inodes_says_so(self):
        if not OPTIONS.has_mounts:
            self.skipTest("needs a disk of its own")
        daemon = self.start_with_question("--audit-file-bytes", str(64 << 10))
        disk = os.statvfs(self.disk)
        self.assertTrue(mount("tmpfs", str(self.disk), "tmpfs", MS_REMOUNT,
                              f"nr_inodes={disk.f_files - disk.f_ffree}"))
        deadline = time.monotonic() + PATIENCE_S
        while all(self.ask_ten(daemon)):  # Until a new file must begin.
            self.assertLess(time.monotonic(), deadline)
        self.assertIn("but for no more files (inodes", daemon.messages())

    def start_with_question(self, *options: str) -> Answerboxd:
        """Starts with a new audit log, and adds a document."""
        for path in (self.state_dir / "audit").glob("*"):
            path.unlink()
        # Otherwise the daemon would miss the log that is gone.
        (self.state_dir / "audit-head").unlink(missing_ok=True)
        (self.disk / "filler").unlink(missing_ok=True)
        if OPTIONS.has_mounts:
            self.assertTrue(mount("tmpfs", str(self.disk), "tmpfs", MS_REMOUNT,
                                  f"size={DISK_BYTES}"))
        daemon = self.start(*options)
        daemon.call("documents.add", name="pump", text="The pump is blue.")
        return daemon

    def ask_ten(self, daemon: Answerboxd) -> list[bool]:
        with daemon.connect() as connection:
            return [connection.call("ask", question="What is the pump?",
                                    theta=0)["recorded"] for _ in range(10)]

    def audit_records(self) -> dict[str, list[dict]]:
        """The number of records by kind, in a log that verifies."""
        folder = self.state_dir / "audit"
        verified = subprocess.run(
            [OPTIONS.client, "audit", "verify", "--dir", str(folder)],
            capture_output=True, text=True, check=False)
        self.assertEqual(verified.returncode, 0, verified.stdout)
        records = {"answer": [], "gap": []}
        for path in sorted(folder.glob("*.jsonl")):
            for line in path.read_text().splitlines():
                record = json.loads(line)
                records.setdefault(record["kind"], []).append(record)
        return records

    def test_answers_on_a_full_disk_are_refused_when_told_so(self):
        for durability in ("group", "each"):
            with self.subTest(durability):
                self.check_refusal(durability)

    def check_refusal(self, durability: str) -> None:
        daemon = self.start_with_question("--audit", durability,
                                          "--audit-when-full", "refuse")
        self.fill_audit_log(daemon)
        deadline = time.monotonic() + PATIENCE_S
        given = 0
        with self.assertRaises(RequestError) as caught:
            while time.monotonic() < deadline:
                self.ask_on_record(daemon)
                given += 1
        self.assertEqual(caught.exception.kind, "storage")
        self.assertIn("The audit log can't", str(caught.exception))
        if durability == "each" and not OPTIONS.has_mounts:
            self.assertEqual(given, 0)  # The last page has no room.
        self.make_room(daemon)
        while True:
            try:
                self.ask_on_record(daemon)
                break
            except RequestError:
                self.assertLess(time.monotonic(), deadline)
        self.assertEqual(daemon.stop(), 0)
        records = self.audit_records()
        self.assertEqual(len(records["answer"]), given + 1)
        self.assertEqual(records["gap"], [])

    def ask_on_record(self, daemon: Answerboxd) -> None:
        self.assertTrue(daemon.call("ask", question="What is the pump?",
                                    theta=0)["recorded"])

    def test_a_collection_is_removed_from_a_full_disk(self):
        daemon = self.start()
        with daemon.connect() as connection:
            self.fill(daemon, connection)
            connection.call("collections.remove", name="ward")
            self.assertEqual(
                connection.call("collections.list")["collections"], [])
            if OPTIONS.has_mounts:
                connection.call("documents.add", name="after.txt",
                                text="The pump is blue.")

    def test_removing_and_compacting_give_the_room_back(self):
        daemon = self.start()
        with daemon.connect() as connection:
            self.fill(daemon, connection)
            self.make_room(daemon)
            for name in self.expected.present("ward")[:-1]:
                change = self.expected.request("ward", name, None)
                connection.call("documents.remove", collection="ward",
                                name=name)
                change.is_acknowledged = True
            connection.call("collections.compact", collection="ward")
            self.assertEqual(problems_with(daemon, self.expected), [])
            collection = connection.call("collections.list")["collections"][0]
            self.assertLess(collection["disk_bytes"], 4 * DOCUMENT_BYTES)

    def test_a_read_only_state_directory_is_served_or_named_at_start(self):
        daemon = self.start()
        daemon.call("documents.add", name="a", text="The pump is blue.")
        daemon.close()
        if OPTIONS.has_mounts:
            self.make_read_only()
            with self.start() as daemon:
                reply = daemon.call("ask", question="Which pump is blue?")
                self.assertFalse(reply["recorded"])
                with self.assertRaises(RequestError) as refused:
                    daemon.call("documents.add", name="b", text="No.")
                self.assertEqual(refused.exception.kind, "storage")
            return
        with self.assertRaises(StartFailure) as caught:
            self.start_read_only()
        self.assertEqual(caught.exception.exit_code, 1)
        self.assertIn(str(self.state_dir), caught.exception.message)
        print(f"  {caught.exception.message.strip()}", flush=True)

    def start_read_only(self) -> None:
        if os.getuid() == 0:
            for path in (self.state_dir, *self.state_dir.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        os.chmod(self.state_dir / "lock", 0o400)
        os.chmod(self.state_dir, 0o500)
        self.addCleanup(os.chmod, self.state_dir, 0o700)
        # Root may write in spite of permissions.
        self.start(as_user=NOBODY if os.getuid() == 0 else None)

    def make_read_only(self) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not mount("tmpfs", str(self.disk), "tmpfs",
                        MS_REMOUNT | MS_RDONLY, f"size={DISK_BYTES}"):
            # The daemon may still be closing a file that it has written.
            self.assertEqual(ctypes.get_errno(), errno.EBUSY)
            self.assertLess(time.monotonic(), deadline)
            os.sched_yield()

    def test_a_disk_that_turns_read_only_still_answers(self):
        if not OPTIONS.has_mounts:
            return  # Permissions do not stop a running daemon.
        # The kernel does not make a disk read-only while a file on it is open
        # for writing, as the audit log's is.
        daemon = self.start("--audit", "off")
        with daemon.connect() as connection:
            self.add(connection, make_document("before.txt", 1))
            self.make_read_only()
            with self.assertRaises(RequestError) as caught:
                self.add(connection, make_document("refused.txt", 1))
            self.assertEqual(caught.exception.kind, "storage")
            self.assertEqual(problems_with(daemon, self.expected), [])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--without-mounts", action="store_true",
                        help="use what takes their place")
    parser.parse_known_args(namespace=OPTIONS)
    OPTIONS.has_mounts = not OPTIONS.without_mounts and enter_mount_namespace()
    print("with mounts" if OPTIONS.has_mounts else "without mounts")
    unittest.main(argv=[sys.argv[0], "-v"])


if __name__ == "__main__":
    main()
