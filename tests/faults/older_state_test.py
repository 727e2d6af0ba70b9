#!/usr/bin/env python3
"""Users or a manifest that are missing, or older than the audit log tells: nobody
gets a right back, nothing is deleted, and root decides. And what a power cut or a
log that was off leaves is no doubt. docs/operations.md, "What is older than the
log".
"""

import errno
import json
import pathlib
import resource
import shutil
import subprocess

from box_case import (BoxCase, COLD, COLD_QUESTION, DOOR, HANDS, OPTIONS,
                      run_tests)
from answerboxd import Answerboxd, free_address
from io_control import IoControl, IoKind

ALL = [{"rights": ["ask", "manage"], "collections": "*"}]


class OlderStateTest(BoxCase):
    def setUp(self):
        self.copy(self.made)
        self.users = self.state_dir / "users.json"
        self.manifest = self.state_dir / "collections/ward/manifest"

    def change(self, *calls: tuple, options: tuple = ()) -> None:
        """Makes changes, in a run of their own."""
        with self.start(*options) as daemon:
            for method, params in calls:
                daemon.call(method, **params)
            self.assertEqual(daemon.stop(), 0)

    def each_start(self, *options: str, starts: int = 2):
        """Doubt is not forgotten, nor does it come later."""
        for number in range(starts):
            with self.subTest(start=number), self.start(*options) as daemon:
                yield daemon
                self.assertEqual(daemon.stop(), 0)

    def records(self, kind: str) -> list[dict]:
        return [record for path in sorted(self.state_dir.glob("audit/*.jsonl"))
                for record in map(json.loads, path.read_text().splitlines())
                if record["kind"] == kind]

    def put_back(self, name: str, made: pathlib.Path | None = None) -> None:
        shutil.copy((made or self.made) / name, self.state_dir / name)

    def io_control(self) -> IoControl:
        return IoControl(OPTIONS.library, self.state_dir,
                         pathlib.Path(self.folder.name))

    # --- Users

    def assert_users_in_doubt(self, starts: int = 2) -> None:
        address = free_address()
        before = self.users.read_bytes() if self.users.exists() else None
        for daemon in self.each_start("--mqtt", address, starts=starts):
            outage, mqtt = daemon.call("status")["out_of_service"]
            self.assertEqual((outage["what"], mqtt["what"]), ("users", "mqtt"))
            self.assertIn("answerbox user accept", outage["message"])
            self.assertIn(outage["message"], daemon.messages())
            self.assertFalse(self.can_connect(address))
            self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)
            for uid in (4711, 4712):
                self.assertFalse(self.call_as(daemon, uid))
            self.fails(daemon, "users.add", name="unix:5", grants=[])
            self.reload(daemon)
            self.assertFalse(self.call_as(daemon, 4711))
        self.assertEqual(
            self.users.read_bytes() if self.users.exists() else None, before)

    def assert_served(self, starts: int = 2) -> None:
        for daemon in self.each_start(starts=starts):
            self.assertEqual(daemon.call("status")["out_of_service"], [])

    def test_lost_users_lift_no_restriction(self):
        self.users.unlink()
        self.assert_users_in_doubt()
        with self.start() as daemon:
            self.put_back("users.json")
            self.reload(daemon)
            self.assertTrue(self.call_as(daemon, 4711))
            self.assertEqual(daemon.call("status")["out_of_service"], [])
            self.assertEqual(daemon.stop(), 0)
        self.assert_served()

    def test_older_users_bring_no_right_back_until_root_accepts_them(self):
        self.change(("users.set", {"name": "unix:4711", "grants": []}))
        newest = self.users.read_bytes()
        self.put_back("users.json")
        self.assert_users_in_doubt()
        with self.start() as daemon:
            self.users.write_bytes(newest)
            self.reload(daemon)
            self.assertEqual(daemon.call("status")["out_of_service"], [])
            self.assertFalse(self.call_as(daemon, 4711))
            self.assertTrue(self.call_as(daemon, 4712))
            self.assertEqual(daemon.stop(), 0)
        self.put_back("users.json")
        with self.start() as daemon:
            subprocess.run([OPTIONS.client, "user", "accept", "--socket",
                            daemon.socket_path], check=True,
                           stdout=subprocess.DEVNULL)
            self.assertTrue(self.call_as(daemon, 4711))
            self.fails(daemon, "users.accept")
            self.assertEqual(daemon.stop(), 0)
        for daemon in self.each_start():
            self.assertTrue(self.call_as(daemon, 4711))
            self.assertEqual(daemon.call("status")["out_of_service"], [])
        accepted, = (change for change in self.records("change")
                     if change["action"] == "user_accept")
        self.assertEqual(accepted["users"][0], 3)

    def test_only_root_accepts(self):
        with self.start() as daemon:
            self.assertIn("in doubt", self.fails(daemon, "users.accept"))
            daemon.call("users.add", name="unix:4713", grants=ALL)
            self.assertEqual(daemon.stop(), 0)
        self.put_back("users.json")
        with self.start() as daemon:
            self.assertFalse(self.call_as(daemon, 4713, "users.accept"))

    def test_without_a_file_the_last_manager_gets_back_in(self):
        self.users.unlink()
        with self.start() as daemon:
            self.assertEqual(daemon.call("users.accept")["entries"], 0)
            self.assertTrue(self.call_as(daemon, 4712))
            daemon.call("users.add", name="unix:4712", grants=[])
            self.assertEqual(daemon.stop(), 0)
        for daemon in self.each_start():
            self.assertFalse(self.call_as(daemon, 4712))
            self.assertTrue(self.call_as(daemon, 4711))

    def test_what_could_not_be_stored_is_not_accepted(self):
        self.users.unlink()
        control = self.io_control()
        with self.start(environment=control.environment(False)) as daemon:
            control.fail(1, errno.EIO, IoKind.SYNC_FOLDER, lasting=True)
            self.fails(daemon, "users.accept")
            control.lift()
            self.assertFalse(self.call_as(daemon, 4712))
            self.assertEqual(len(daemon.call("status")["out_of_service"]), 1)
            self.assertEqual(daemon.call("users.accept")["entries"], 0)
            self.assertTrue(self.call_as(daemon, 4712))

    def test_another_file_of_the_same_revision_is_doubted(self):
        self.change(("users.set", {"name": "unix:4711", "grants": ALL}))
        other = self.users.read_bytes()
        self.copy(self.made)
        self.change(("users.set", {"name": "unix:4711", "grants": []}))
        self.users.write_bytes(other)
        self.assert_users_in_doubt()

    def test_a_new_file_of_the_log_tells_what_the_one_before_told(self):
        self.change(("users.set", {"name": "unix:4711", "grants": []}))
        with self.start("--audit-file-bytes", "65536") as daemon, \
                daemon.connect() as connection:
            while len(list(self.state_dir.glob("audit/*.jsonl"))) < 3:
                connection.call("ask", collection="sound",
                                question=COLD_QUESTION)
            self.assertEqual(daemon.stop(), 0)
        subprocess.run([OPTIONS.client, "audit", "verify", "--dir",
                        self.state_dir / "audit"], check=True, stdout=subprocess.DEVNULL)
        *older, last = sorted(self.state_dir.glob("audit/*.jsonl"))
        # They may be moved away.
        for path in older:
            path.unlink()
        state = json.loads(last.read_text().splitlines()[1])
        self.assertEqual(state["kind"], "state")
        self.assertEqual(state["collections"], [["sound", 1], ["ward", 3]])
        self.put_back("users.json")
        self.assert_users_in_doubt()

    def test_a_log_that_cannot_be_written_is_believed_too(self):
        self.users.unlink()
        disk = pathlib.Path(self.folder.name) / "disk"
        disk.mkdir()
        self.require_root()
        subprocess.run(["mount", "--bind", self.state_dir, disk], check=True)
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        subprocess.run(["mount", "-o", "remount,bind,ro", disk], check=True)
        with Answerboxd(OPTIONS.daemon, disk) as daemon:
            outage, = daemon.call("status")["out_of_service"]
            self.assertEqual(outage["what"], "users")
            self.assertFalse(self.call_as(daemon, 4712))

    def test_a_log_that_cannot_be_read_is_not_taken_for_silent(self):
        old = {path.name for path in self.manifest.parent.iterdir()}
        self.change(("documents.add", {"collection": "ward", "name": "door.txt",
                                       "text": DOOR}))
        newer = {path for path in self.manifest.parent.glob("*.segment")
                 if path.name not in old}
        self.put_back("collections/ward/manifest")
        self.users.unlink()
        log, = self.state_dir.glob("audit/*.jsonl")
        kept = log.rename(self.state_dir / "kept")
        # Leads nowhere.
        log.symlink_to(log)
        for daemon in self.each_start():
            told = {outage["what"]: outage["message"]
                    for outage in daemon.call("status")["out_of_service"]}
            self.assertIn("can't be read", told["users"])
            self.assertFalse(self.call_as(daemon, 4712))
            self.assertTrue(newer)
            self.assertTrue(all(path.exists() for path in newer))
        kept.rename(log)
        with self.start() as daemon:
            self.assertEqual([outage["what"] for outage in
                              daemon.call("status")["out_of_service"]],
                             ["collection", "users"])

    # --- Collections

    def assert_ward_in_doubt(self, why: str = "audit log tells") -> None:
        before = self.content()
        for daemon in self.each_start():
            outage, = daemon.call("status")["out_of_service"]
            self.assertEqual(outage["name"], "ward")
            for told in (outage["message"], daemon.messages(),
                         self.fails(daemon, "documents.add", name="new",
                                    collection="ward", text=DOOR)):
                self.assertIn(why, told)
                self.assertIn("answerbox collections repair ward", told)
            self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)
            self.assertEqual(self.content(), before)

    def test_an_older_manifest_loses_no_newer_document(self):
        self.change(("documents.add", {"collection": "ward", "name": "door.txt",
                                       "text": DOOR}))
        newest = self.manifest.read_bytes()
        segments = {path.name: path.read_bytes()
                    for path in self.manifest.parent.glob("*.segment")}
        self.put_back("collections/ward/manifest")
        self.assert_ward_in_doubt()
        shutil.copytree(self.state_dir, self.folder.name + "/doubted")
        # The newest one is put back.
        self.manifest.write_bytes(newest)
        with self.start() as daemon:
            self.assertEqual(len(self.names(daemon)), 3)
            self.assertEqual(daemon.stop(), 0)
        # What is there is taken.
        self.copy(pathlib.Path(self.folder.name) / "doubted")
        with self.start() as daemon:
            reply = daemon.call("collections.repair", name="ward")
            self.assertEqual(self.names(daemon), ["cold.txt", "hands.txt"])
            self.assertEqual(reply["snapshot"], 5)
            for lost in reply["given_up"]:
                kept = self.manifest.parent / lost["kept"]
                self.assertEqual(kept.read_bytes(), segments[lost["file"]])
            self.assertEqual(len(reply["given_up"]), 1)
            self.assertEqual(daemon.stop(), 0)
        for daemon in self.each_start():
            self.assertEqual(daemon.call("status")["out_of_service"], [])
            self.assertEqual(self.names(daemon), ["cold.txt", "hands.txt"])
            self.assertTrue(kept.exists())

    def test_an_older_manifest_brings_no_removed_document_back(self):
        self.change(("documents.remove", {"collection": "ward",
                                          "name": "hands.txt"}),
                    options=("--erase-hours", "100"))
        newest = self.manifest.read_bytes()
        self.put_back("collections/ward/manifest")
        self.assert_ward_in_doubt()
        with self.start() as daemon:
            self.manifest.write_bytes(newest)
            reply = daemon.call("collections.repair", name="ward")
            self.assertEqual(reply["given_up"], [])
            self.assertEqual(self.names(daemon), ["cold.txt"])
            self.assertEqual(daemon.stop(), 0)
        self.put_back("collections/ward/manifest")
        with self.start() as daemon:
            daemon.call("collections.remove", name="ward")
            daemon.call("documents.add", collection="ward", name="door.txt",
                        text=DOOR)
            self.assertEqual(daemon.stop(), 0)
        for daemon in self.each_start():
            self.assertEqual(daemon.call("status")["out_of_service"], [])
            self.assertEqual(self.names(daemon), ["door.txt"])

    def test_the_manifest_of_a_removed_collection_of_the_same_name(self):
        self.change(("collections.remove", {"name": "ward"}))
        self.change(("documents.add", {"collection": "ward", "name": "door.txt",
                                       "text": DOOR}))
        self.put_back("collections/ward/manifest")
        self.assert_ward_in_doubt()

    def test_a_collection_that_is_gone_is_told_and_blocks_nothing(self):
        shutil.rmtree(self.manifest.parent)
        for daemon in self.each_start():
            outage, = daemon.call("status")["out_of_service"]
            self.assertEqual(outage["name"], "ward")
            self.assertIn(outage["message"], daemon.messages())
            self.assertEqual(len(daemon.call("collections.list")["collections"]),
                             1)
        gone = pathlib.Path(self.folder.name) / "gone"
        shutil.copytree(self.state_dir, gone)
        # If it comes back, it must not be older.
        shutil.copytree(self.made / "collections/ward", self.manifest.parent)
        self.assert_served()
        self.copy(gone)
        self.change(("collections.remove", {"name": "ward"}))
        self.assert_served()
        self.copy(gone)
        self.change(("documents.add", {"collection": "ward", "name": "door.txt",
                                       "text": DOOR}))
        self.assert_served()
        self.put_back("collections/ward/manifest")
        self.assert_ward_in_doubt()

    def assert_removed_ward_stays_out(self) -> None:
        self.assert_ward_in_doubt("audit log does not list the collection")
        with self.start() as daemon:
            doctor = subprocess.run(
                [OPTIONS.client, "doctor", "--socket", daemon.socket_path],
                capture_output=True, text=True, check=False)
            self.assertIn("answerbox collections repair ward", doctor.stdout)
            self.assertEqual(doctor.returncode, 1)
            self.assertEqual(daemon.stop(), 0)

    def put_ward_back(self) -> None:
        shutil.copytree(self.made / "collections/ward", self.manifest.parent)

    def test_a_removed_collection_does_not_come_back(self):
        self.change(("collections.remove", {"name": "ward"}))
        self.put_ward_back()
        self.assert_removed_ward_stays_out()
        doubted = pathlib.Path(self.folder.name) / "removed"
        shutil.copytree(self.state_dir, doubted)
        # Somebody wants it back: it is newer than what was removed.
        with self.start() as daemon:
            self.assertEqual(
                daemon.call("collections.repair", name="ward")["snapshot"], 5)
            self.assertEqual(self.names(daemon), ["cold.txt", "hands.txt"])
            self.assertEqual(daemon.stop(), 0)
        self.assert_served()
        self.put_back("collections/ward/manifest")
        self.assert_ward_in_doubt()
        self.copy(doubted)
        self.change(("collections.remove", {"name": "ward"}))
        self.assert_served()
        # Without it, nothing is missing.
        self.copy(doubted)
        shutil.rmtree(self.manifest.parent)
        self.assert_served()

    def test_a_collection_given_up_as_gone_does_not_come_back(self):
        shutil.rmtree(self.manifest.parent)
        self.change(("collections.remove", {"name": "ward"}))
        self.put_ward_back()
        self.assert_removed_ward_stays_out()

    def test_what_was_out_of_service_before_the_log_knew_it(self):
        add = lambda name: ("documents.add", {"collection": "other",
                                              "name": name, "text": DOOR})
        self.change(*map(add, "abcdefgh"),
                    ("collections.remove", {"name": "other"}),
                    options=("--audit", "off"))
        shutil.rmtree(self.state_dir / "audit")
        (self.state_dir / "audit-head").unlink()
        segment = next(self.manifest.parent.glob("*.segment"))
        sound = segment.read_bytes()
        segment.write_bytes(sound[:-1])
        self.assert_ward_in_doubt("is damaged")
        damaged = pathlib.Path(self.folder.name) / "unknown"
        shutil.copytree(self.state_dir, damaged)
        # It was not removed.
        segment.write_bytes(sound)
        self.assert_served()
        # If it is removed, that is known.
        self.copy(damaged)
        self.change(("collections.remove", {"name": "ward"}))
        self.put_ward_back()
        self.assert_removed_ward_stays_out()

    def test_what_a_full_disk_kept_from_the_record_is_told_later(self):
        def limit(size: int) -> None:
            resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE,
                             (size, resource.RLIM_INFINITY))
        for made in ("created", "removed"):
            self.copy(self.made)
            with self.subTest(made), self.start(
                    "--audit", "each", "--audit-when-full", "refuse") as daemon:
                daemon.call("audit.head")
                log, = self.state_dir.glob("audit/*.jsonl")
                limit(log.stat().st_size + 10)
                told = (self.fails(daemon, "collections.create", name="new")
                        if made == "created" else
                        self.fails(daemon, "collections.remove", name="ward"))
                self.assertIn("not on record", told)
                limit(resource.RLIM_INFINITY)
                daemon.call("audit.head")
                if made == "created":
                    daemon.call("collections.remove", name="ward")
                self.assertEqual(daemon.stop(), 0)
            self.assert_served()
            self.put_ward_back()
            self.assert_removed_ward_stays_out()

    def test_a_removed_collection_comes_back_while_the_log_is_off(self):
        self.change(("collections.remove", {"name": "ward"}))
        self.put_ward_back()
        with self.start("--audit", "off") as daemon:
            self.assertEqual(daemon.call("status")["out_of_service"], [])
            self.assertEqual(len(self.names(daemon)), 2)

    def test_what_a_removed_collection_held_is_gone_for_good(self):
        control = self.io_control()
        with self.start(environment=control.environment(True)) as daemon:
            daemon.call("collections.remove", name="ward")
            log = control.log()
        last = max(at for at, one in enumerate(log)
                   if one.kind == IoKind.UNLINK and "/.dropped-" in one.path)
        folder = str(pathlib.PurePath(log[last].path).parent)
        opened = {one.fd for one in log[last:]
                  if one.kind == IoKind.OPEN and one.path == folder}
        self.assertTrue(any(one.kind == IoKind.SYNC_FOLDER and one.fd in opened
                            for one in log[last:]))

    def test_a_folder_without_a_manifest_is_not_taken_for_gone(self):
        self.manifest.unlink()
        for path in self.manifest.parent.glob("*.segment"):
            path.rename(f"{path}.aside-1")
        for path in self.manifest.parent.glob("*.synonyms"):
            path.unlink()
        before = self.content()
        for daemon in self.each_start():
            outage, = daemon.call("status")["out_of_service"]
            self.assertIn("manifest is missing", outage["message"])
            self.assertIn(".segment.aside-1", outage["message"])
            self.assertNotIn("is no collection", daemon.messages())
            self.fails(daemon, "documents.add", name="new", collection="ward",
                       text=DOOR)
            self.assertEqual(self.content(), before)

    # --- What is no doubt

    CHANGES = (
        ("users.set", {"name": "unix:4711", "grants": []}),
        ("documents.add", {"collection": "sound", "name": "door.txt",
                           "text": DOOR}),
        ("collections.remove", {"name": "ward"}),
        ("documents.add", {"collection": "ward", "name": "hands.txt",
                           "text": HANDS}),
        ("collections.create", {"name": "new"}))

    def assert_changes_are_served(self) -> None:
        for daemon in self.each_start():
            self.assertEqual(daemon.call("status")["out_of_service"], [])
            self.assertFalse(self.call_as(daemon, 4711))
            self.assertEqual(self.names(daemon), ["hands.txt"])
            found = daemon.call("collections.list")["collections"]
            self.assertEqual([one["name"] for one in found],
                             ["new", "sound", "ward"])

    def test_what_changed_while_the_log_was_off_counts(self):
        self.change(*self.CHANGES, options=("--audit", "off"))
        with self.start("--audit", "off") as daemon:
            self.assertEqual(daemon.stop(), 0)
        self.assert_changes_are_served()
        state = self.records("state")[-1]
        self.assertEqual(state["users"][0], 2)
        self.assertEqual(state["collections"],
                         [["new", 4], ["sound", 2], ["ward", 4]])
        self.assertEqual(state["dropped"], 3)
        # Now the log tells it.
        self.put_back("users.json")
        with self.start() as daemon:
            self.assertEqual(
                daemon.call("status")["out_of_service"][0]["what"], "users")

    def test_what_is_made_anew_while_the_log_is_off_counts(self):
        self.change(("users.set", {"name": "unix:4711", "grants": ALL}))
        self.users.unlink()
        self.manifest.unlink()
        self.change(
            ("collections.remove", {"name": "ward"}),
            ("documents.add", {"collection": "ward", "name": "hands.txt",
                               "text": HANDS}),
            ("collections.create", {"name": "new"}),
            ("users.add", {"name": "unix:4711", "grants": []}),
            options=("--audit", "off"))
        self.assert_changes_are_served()

    def test_a_power_cut_before_the_records_is_no_doubt(self):
        self.change(*self.CHANGES)
        shutil.rmtree(self.state_dir / "audit")
        shutil.copytree(self.made / "audit", self.state_dir / "audit")
        self.put_back("audit-head")
        self.assert_changes_are_served()

    def test_a_whole_backup_is_no_doubt(self):
        self.change(*self.CHANGES)
        self.copy(self.made)
        self.assert_served()


if __name__ == "__main__":
    run_tests(__doc__)
