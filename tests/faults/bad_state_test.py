#!/usr/bin/env python3
"""State directories that can't be used: another daemon has them, a folder is in
the place of a file, or files are damaged. Each must give an error that names
the fault, without a crash, and must stay unchanged.
"""

import argparse
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from answerboxd import Answerboxd, StartFailure, free_address
from connection import RequestError
from io_control import CHANGING, IoControl
from sample_documents import make_document

OPTIONS = argparse.Namespace()
FAILED_TO_START = 1


class BadStateTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-state-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.state_dir = self.folder / "state"

    def start(self, state_dir: pathlib.Path | None = None,
              *options: str) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, state_dir or self.state_dir,
                            list(options))
        self.addCleanup(daemon.close)
        return daemon

    def fails_to_start(self, state_dir: pathlib.Path | None = None,
                       *options: str) -> str:
        """Returns the message."""
        with self.assertRaises(StartFailure) as caught:
            self.start(state_dir, *options)
        self.assertEqual(caught.exception.exit_code, FAILED_TO_START,
                         caught.exception.message)
        return caught.exception.message

    def out_of_service(self) -> str:
        """Returns why the only collection is not served."""
        with self.start() as daemon:
            outage, = daemon.call("status")["out_of_service"]
            self.assertIn(outage["message"], daemon.messages())
            return outage["message"]

    def collection_folder(self) -> pathlib.Path:
        """The state directory of a collection with one segment. Its daemon has
        stopped."""
        daemon = self.start()
        with daemon.connect() as connection:
            for number in range(3):
                document = make_document(f"{number}.txt", 1, 2_000)
                connection.call("documents.add", collection="ward",
                                name=document.name, text=document.text)
            connection.call("collections.compact", collection="ward")
        self.assertEqual(daemon.stop(), 0)
        return self.state_dir / "collections" / "ward"

    def test_a_second_daemon_is_turned_away_and_the_first_unharmed(self):
        first = self.start()
        first.call("documents.add", name="a", text="The pump is blue.")
        message = self.fails_to_start()
        self.assertIn(str(self.state_dir), message)
        self.assertIn(str(first.process.pid), message)
        first.call("documents.add", name="b", text="The valve is red.")
        self.assertEqual(len(first.call("documents.list")["documents"]), 2)

    def test_a_state_directory_below_a_file_is_named(self):
        (self.folder / "file").write_text("not a folder")
        below = self.folder / "file" / "state"
        self.assertIn(str(below), self.fails_to_start(below))

    def test_a_file_as_state_directory_is_named(self):
        (self.folder / "file").write_text("not a folder")
        path = self.folder / "file"
        self.assertIn(str(path), self.fails_to_start(path))

    def test_another_directory_that_others_may_write_is_refused(self):
        for mode in (0o777, 0o770, 0o1777, 0o702):
            self.state_dir.mkdir(exist_ok=True)
            self.state_dir.chmod(mode)
            self.assertIn(f"&& chmod -R go= {self.state_dir}`",
                          self.fails_to_start())
            self.assertEqual(list(self.state_dir.iterdir()), [])
            self.assertEqual(self.state_dir.stat().st_mode & 0o7777, mode)

    def mended(self) -> list[str]:
        """Returns what a start tells that it mended."""
        with self.start() as daemon:
            told = daemon.call("status")["damaged"]
            for line in told:
                self.assertIn(line, daemon.messages())
            self.assertEqual(daemon.stop(), 0)
        with self.start() as daemon:
            self.assertEqual(daemon.call("status")["damaged"], [])
            self.assertEqual(daemon.stop(), 0)
        return told

    def test_what_others_may_write_is_closed_and_told(self):
        ward = self.collection_folder()
        audit = self.state_dir / "audit"
        energy = self.state_dir / "energy"
        energy.mkdir(mode=0o700, exist_ok=True)
        for path in (self.state_dir, ward.parent, self.state_dir / "incoming",
                     audit, energy, self.state_dir / "lock",
                     ward, ward / "manifest", next(ward.glob("*.segment")),
                     next(audit.glob("*.jsonl")), audit / "signing.pub",
                     self.state_dir / "audit-head"):
            before = path.stat().st_mode
            for bits in (0o020, 0o002):
                path.chmod(before | bits)
                told, = self.mended()
                self.assertIn(f"could write to {path}, and now can't", told)
                self.assertEqual(path.stat().st_mode, before)

    def test_a_key_that_others_may_read_is_closed_and_told(self):
        self.collection_folder()
        for name, remedy in (("signing.key", "answerbox audit rotate-key"),
                             ("question.key", "move it away")):
            key = self.state_dir / "audit" / name
            for mode in (0o666, 0o640, 0o604):
                key.chmod(mode)
                told = self.mended()
                self.assertIn(f"could read the secret {key}, and now", told[-1])
                self.assertIn(remedy, told[-1])
                self.assertEqual(len(told), 2 if mode == 0o666 else 1, told)
                self.assertEqual(key.stat().st_mode & 0o777, 0o600)

    def test_a_directory_that_was_open_to_all_is_closed_and_served(self):
        self.collection_folder()
        with self.start() as daemon:
            daemon.call("users.add", name="unix:5", grants=[])
            daemon.stop()
        run("chmod", "-R", "777", self.state_dir)
        told = " ".join(self.mended())
        self.assertRegex(told, f"write to {self.state_dir} and [0-9]+ more")
        for name in ("audit/signing.key", "audit/question.key", "users.json"):
            self.assertIn(f"the secret {self.state_dir / name}, ", told)
        self.assertIn("new passwords", told)
        with self.start() as daemon:
            self.assertEqual(len(daemon.call(
                "documents.list", collection="ward")["documents"]), 3)

    def test_one_command_closes_what_the_daemon_can_not(self):
        self.collection_folder()
        run("chmod", "-R", "777", self.state_dir)
        # A link may lead to a file of somebody else.
        (self.state_dir / "audit-head").rename(self.folder / "name")
        (self.state_dir / "audit-head").symlink_to(self.folder / "name")
        message = self.fails_to_start()
        self.assertIn(f"write to {self.state_dir / 'audit-head'},", message)
        # The next start does not know any more.
        self.assertIn(f"{self.state_dir / 'audit/signing.key'}, and now can't",
                      message)
        subprocess.run(["sh", "-c", message.split("`")[1]], check=True)
        self.assertEqual(self.mended(), [])

    def test_a_file_with_a_second_name_becomes_a_copy(self):
        ward = self.collection_folder()
        with self.start() as daemon:
            daemon.call("users.add", name="unix:5", grants=[])
            daemon.stop()
        audit = self.state_dir / "audit"
        for path, right in (
                (audit / "signing.key", 0o644), (audit / "question.key", 0o666),
                (self.state_dir / "users.json", 0o640),
                (self.state_dir / "audit-head", 0o620),
                (ward / "manifest", 0o602), (next(ward.glob("*.segment")), 0o620),
                (next(audit.glob("*.jsonl")), 0o622)):
            other = self.folder / "other"
            os.link(path, other)
            path.chmod(right)
            before = other.read_bytes()
            told = " ".join(self.mended())
            self.assertIn(f"{path} had a second name (hard link)", told)
            self.assertEqual((path.stat().st_nlink, path.stat().st_mode & 0o7777),
                             (1, 0o600), path)
            # The other name may be somebody's, who finds it as it was.
            self.assertEqual((other.stat().st_mode & 0o7777, other.read_bytes()),
                             (right, before), path)
            other.unlink()
        with self.start() as daemon:
            self.assertEqual(len(daemon.call(
                "documents.list", collection="ward")["documents"]), 3)
            self.assertEqual(daemon.call("users.list")["users"][0]["name"],
                             "unix:5")

    def test_a_start_that_is_killed_while_it_copies_loses_nothing(self):
        self.collection_folder()
        key = self.state_dir / "audit/signing.key"
        content = key.read_bytes()
        control = IoControl(OPTIONS.library, self.state_dir, self.folder)
        copied = 0
        for moment in itertools.count(1):
            other = self.folder / "other"
            os.link(key, other)
            key.chmod(0o644)
            control.kill_at(moment, CHANGING)
            try:
                with Answerboxd(OPTIONS.daemon, self.state_dir,
                                environment=control.environment(False)):
                    pass
            except StartFailure:
                pass
            control.lift()
            self.assertEqual(key.read_bytes(), content, moment)
            copied += key.stat().st_nlink == 1
            with self.start() as daemon:
                self.assertEqual(daemon.stop(), 0)
            self.assertEqual((key.read_bytes(), key.stat().st_nlink,
                              key.stat().st_mode & 0o7777), (content, 1, 0o600))
            other.unlink()
            if copied == 3:  # All that comes after the copy is no part of it.
                break
        self.assertGreater(moment, 6)

    def test_a_lock_with_a_second_name_is_made_anew(self):
        self.collection_folder()
        lock = self.state_dir / "lock"
        other = self.folder / "other"
        lock.write_text("of somebody")
        os.link(lock, other)
        lock.chmod(0o602)
        self.assertEqual(self.mended(), [])
        self.assertEqual((lock.stat().st_nlink, lock.stat().st_mode & 0o7777),
                         (1, 0o600))
        self.assertEqual(other.read_text(), "of somebody")

    def test_a_link_in_the_place_of_a_backup_goes_without_what_it_leads_to(self):
        self.collection_folder()
        theirs = self.folder / "theirs"
        theirs.mkdir()
        (theirs / "lock").write_text("of somebody")
        (self.state_dir / "backup").symlink_to(theirs)
        self.assertEqual(self.mended(), [])
        self.assertFalse((self.state_dir / "backup").is_symlink())
        self.assertEqual((theirs / "lock").read_text(), "of somebody")

    def test_a_killed_backup_leaves_no_second_names(self):
        self.collection_folder()
        state = self.state_dir / "backup/state"
        state.mkdir(parents=True)
        os.link(self.state_dir / "audit/signing.key", state / "signing.key")
        run("chmod", "-R", "777", self.state_dir)
        told = " ".join(self.mended())
        self.assertIn("the secret", told)
        self.assertNotIn("second name", told)
        self.assertFalse(state.parent.exists())

    def test_what_could_be_changed_is_told(self):
        ward = self.collection_folder()
        for path, right, what in (
                (self.state_dir, 0o777, "what is answered, the log of answers "
                 "and its keys, users and their rights, MQTT messages, "
                 "figures of energy"),
                (ward, 0o770, "what is answered"),
                (self.state_dir / "audit/signing.key", 0o660,
                 "the log of answers and its keys"),
                (self.state_dir / "lock", 0o660, "what the daemon writes")):
            path.chmod(right)
            self.assertIn(f"don't trust {what}: restore a backup",
                          " ".join(self.mended()))

    def test_a_link_to_what_others_may_read_is_no_lost_key(self):
        self.collection_folder()
        key = self.state_dir / "audit" / "signing.key"
        key.rename(self.folder / "key")
        (self.folder / "key").chmod(0o644)
        key.symlink_to(self.folder / "key")
        message = self.fails_to_start()
        self.assertIn(f"chmod go= {self.folder / 'key'}", message)
        self.assertTrue(key.is_symlink())
        subprocess.run(["sh", "-c", message.split("`")[1]], check=True)
        self.assertEqual(self.mended(), [])

    def test_what_is_in_the_place_of_the_lock_is_set_aside(self):
        self.collection_folder()
        file = self.state_dir / "audit-head"
        makes = (lambda path: path.mkdir(), lambda path: path.symlink_to("x"),
                 lambda path: path.symlink_to(file),
                 lambda path: os.mkfifo(path, 0o600), self.make_full_folder)
        for make in makes:
            for name in ("lock", "incoming"):
                path = self.state_dir / name
                if path.is_dir():
                    path.rmdir()
                else:
                    path.unlink()
                make(path)
                if name == "incoming" and path.is_dir():
                    continue
                told, = self.mended()
                self.assertRegex(told, rf"{path} was no .*aside as {name}\.dam")

    def make_full_folder(self, path: pathlib.Path) -> None:
        path.mkdir()
        (path / "file").write_text("mine")

    def test_no_lock_lets_a_second_daemon_in(self):
        self.start()
        lock = self.state_dir / "lock"
        lock.unlink()
        lock.mkdir()
        self.assertIn("is in use by", self.fails_to_start())
        lock.rmdir()
        self.assertIn("is in use by", self.fails_to_start())

    def test_a_directory_that_others_may_only_read_is_used(self):
        self.collection_folder()
        run("chmod", "-R", "g+rX,o+rX", self.state_dir)
        run("chmod", "-R", "go-r", self.state_dir / "audit")
        self.start()

    def test_a_state_directory_of_another_user_is_refused(self):
        if os.getuid() != 0:
            self.skipTest("needs root, to give a folder away")
        self.start().close()
        os.chown(self.state_dir, 65534, 65534)
        self.assertIn(f"chown -R 0 {self.state_dir}", self.fails_to_start())

    def test_a_link_in_place_of_a_file_is_not_followed(self):
        victim = self.folder / "victim"
        self.start().close()
        for name in ("lock", "audit/000000000000.jsonl"):
            path = self.state_dir / name
            path.unlink()
            victim.write_text("precious")
            path.symlink_to(victim)
            try:
                self.start().close()
            except StartFailure as failure:
                self.assertEqual(failure.exit_code, FAILED_TO_START)
                self.assertIn(str(path), failure.message)
            self.assertEqual(victim.read_text(), "precious", name)
            path.unlink()

    def test_a_pipe_in_place_of_a_file_is_named_and_not_waited_for(self):
        ward = self.collection_folder()
        audit = self.state_dir / "audit"
        for path in (self.state_dir / "users.json",
                     ward / "manifest", next(ward.glob("*.segment")),
                     self.state_dir / "audit-head",
                     self.state_dir / "audit-head.new", audit / "signing.key",
                     audit / "signing.pub", next(audit.glob("*.jsonl"))):
            kept = self.folder / "kept"
            if path.exists():
                path.rename(kept)
            os.mkfifo(path, 0o600)
            # Without a log to write to, the daemon starts and tells it.
            try:
                with self.start() as daemon:
                    message = daemon.messages()
                    daemon.stop()
            except StartFailure as failure:
                self.assertEqual(failure.exit_code, FAILED_TO_START)
                message = failure.message
            self.assertIn(f"{path}: it is no regular file", message)
            path.unlink()
            if kept.exists():
                kept.rename(path)
        self.start()

    def check_named_and_unchanged(self, path: pathlib.Path) -> None:
        def content() -> dict:
            return {file: file.read_bytes()
                    for file in (path, *self.state_dir.glob("audit/*.key"))}
        before = content()
        with self.start(None, "--mqtt", free_address()) as daemon:
            self.assertIn(f"{path} has an unsupported format. Another version",
                          daemon.messages())
            daemon.call("documents.list", collection="ward")
            self.assertEqual(daemon.stop(), 0)
        self.assertEqual(content(), before)

    def test_another_versions_file_is_named_and_stays_as_it_is(self):
        self.collection_folder()
        audit = self.state_dir / "audit"
        sessions = self.state_dir / "mqtt-sessions"
        sessions.write_bytes(b"ABMQTTS4" + bytes(8))
        self.check_named_and_unchanged(sessions)
        sessions.unlink()
        question = audit / "question.key"
        question.write_text(64 * "7" + "\n")
        self.check_named_and_unchanged(question)
        # Not made beside a key that can't be used.
        question.unlink()
        signing = audit / "signing.key"
        signing.write_text(signing.read_text().split("\n", 1)[1])
        self.check_named_and_unchanged(signing)

    def test_what_is_no_collection_is_named_and_left_alone(self):
        self.collection_folder()
        collections = self.state_dir / "collections"
        (collections / "readme").write_text("not a collection")
        (collections / "Notes of mine.txt").write_text("nor this")
        (collections / "empty").mkdir()
        (collections / "papers").mkdir()
        (collections / "papers" / "a.pdf").write_text("%PDF")
        daemon = self.start()
        for name in ("readme", "Notes of mine.txt", "empty", "papers"):
            self.assertIn(f"{collections / name} is no collection",
                          daemon.messages())
        self.assertNotIn(f"{collections / 'ward'} is no",
                         daemon.messages())
        names = [collection["name"] for collection in
                 daemon.call("collections.list")["collections"]]
        self.assertEqual(names, ["ward"])
        daemon.close()
        self.assertEqual((collections / "readme").read_text(),
                         "not a collection")
        self.assertTrue((collections / "papers" / "a.pdf").exists())

    def test_each_damaged_byte_of_a_manifest_is_named_with_its_place(self):
        manifest = self.collection_folder() / "manifest"
        whole = manifest.read_bytes()
        for at in range(0, len(whole), OPTIONS.manifest_step):
            manifest.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) +
                                 whole[at + 1:])
            self.assertRegex(self.out_of_service(),
                             rf"{manifest}, byte \d+")
        manifest.write_bytes(whole)
        self.start()

    def test_a_manifest_cut_short_is_named_with_its_place(self):
        manifest = self.collection_folder() / "manifest"
        whole = manifest.read_bytes()
        for size in (0, 1, len(whole) // 2, len(whole) - 1):
            manifest.write_bytes(whole[:size])
            message = self.out_of_service()
            self.assertRegex(message, rf"{manifest}, byte \d+: manifest is")
            self.assertNotIn("segment", message)

    def test_a_time_after_2262_is_told_as_it_is(self):
        self.state_dir.mkdir(mode=0o700)
        damaged = self.state_dir / "mqtt-sessions.damaged"
        damaged.touch()
        os.utime(damaged, (13569465600, 13569465600))
        with self.start(None, "--mqtt", free_address()) as daemon:
            self.assertEqual(
                daemon.call("status")["mqtt"]["damaged"]["found"],
                "2400-01-01T00:00:00Z")

    def test_a_missing_manifest_is_named(self):
        manifest = self.collection_folder() / "manifest"
        manifest.unlink()
        self.assertIn(str(manifest), self.out_of_service())

    def test_a_missing_segment_is_named(self):
        segment = next(self.collection_folder().glob("*.segment"))
        segment.unlink()
        self.assertIn(str(segment), self.out_of_service())

    def test_a_segment_cut_short_is_named_with_its_place(self):
        segment = next(self.collection_folder().glob("*.segment"))
        whole = segment.read_bytes()
        for size in (0, 1, 63, len(whole) // 2, len(whole) - 1):
            segment.write_bytes(whole[:size])
            self.assertRegex(self.out_of_service(), rf"{segment}, byte \d+")

    def test_damage_anywhere_in_a_segment_is_found_and_named(self):
        segment = next(self.collection_folder().glob("*.segment"))
        whole = segment.read_bytes()
        found_at_start = found_by_verify = 0
        step = max(1, len(whole) // OPTIONS.damaged_places)
        for count, at in enumerate(range(0, len(whole), step)):
            # 0x20 makes other letters; 0x80 makes bytes that are not UTF-8.
            bit = 0x80 if count % 2 else 0x20
            segment.write_bytes(whole[:at] + bytes([whole[at] ^ bit]) +
                                whole[at + 1:])
            with self.start() as daemon:
                outages = daemon.call("status")["out_of_service"]
                if outages:
                    self.assertRegex(outages[0]["message"],
                                     rf"{segment}, byte \d+")
                    found_at_start += 1
                    continue
                self.check_verify_finds(daemon, segment)
                found_by_verify += 1
        print(f"  {found_at_start} places found at start, {found_by_verify} "
              f"by collections.verify", flush=True)

    def check_verify_finds(self, daemon: Answerboxd, segment: pathlib.Path):
        with daemon.connect() as connection:
            with self.assertRaises(RequestError) as caught:
                connection.call("collections.verify", collection="ward")
            self.assertEqual(caught.exception.kind, "corrupt")
            data = caught.exception.error["data"]
            self.assertEqual(data["file"], str(segment))
            self.assertIsInstance(data["offset"], int)
            self.assertTrue(data["field"])
            # The daemon must answer, return an error, or not meet the damage.
            # It must never end.
            for method, params in (("ask", {"question": "Where is the pump?"}),
                                   ("documents.list", {}),
                                   ("documents.text", {"name": "0.txt"})):
                try:
                    connection.call(method, collection="ward", **params)
                except RequestError as error:
                    self.assertEqual(error.kind, "corrupt")
            self.assertTrue(connection.call("status"))


def run(*command) -> None:
    subprocess.run(command, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--manifest-step", type=int, default=7,
                        help="damage every n-th byte of a manifest")
    parser.add_argument("--damaged-places", type=int, default=60,
                        help="of a segment")
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], "-v"])


if __name__ == "__main__":
    main()
