#!/usr/bin/env python3
"""`answerbox inbox` with the real daemon: each file that people put into the folder is
added once, or refused in words beside it, whatever it is. docs/operations.md, "Inbox".
"""

import fcntl
import os
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time

import campaign
from answerboxd import PATIENCE_S
from box_case import (BANK, COLD, COLD_QUESTION, DOOR, HANDS, NOBODY, OPTIONS, BoxCase,
                      run_tests)
from connection import RequestError

sys.path.append(str(pathlib.Path(__file__).parents[1] / "reading"))
from pdf_writer import Page, Pdf

KILLS = campaign.size([15, 100])


class InboxTest(BoxCase):
    def setUp(self):
        self.copy(self.made)
        folder = tempfile.TemporaryDirectory(prefix="answerbox-inbox-")
        self.addCleanup(folder.cleanup)
        self.inbox = pathlib.Path(folder.name) / "inbox"
        self.inbox.mkdir()
        self.daemon = self.start()

    def run_inbox(self, *options: str, code: int = 0, settle: int = 0) -> str:
        done = subprocess.run(
            [OPTIONS.client, "inbox", self.inbox, "--settle", str(settle), "--socket",
             self.daemon.socket_path, *options], capture_output=True, timeout=PATIENCE_S,
            user=self.user, group=self.user, extra_groups=None if self.user is None else [])
        self.assertEqual(done.returncode, code, done.stderr.decode())
        return (done.stdout + done.stderr).decode()

    def put(self, name: str, text: str, folder: str = "") -> None:
        (self.inbox / folder).mkdir(exist_ok=True)
        (self.inbox / folder / name).write_text(text)

    def report(self, name: str, what: str = "refused") -> str:
        return (self.inbox / what / f"{name}.report.txt").read_text()

    def stored(self, collection: str = "default") -> list[str]:
        return [document["name"] for document in self.daemon.call(
            "documents.list", collection=collection, limit=1000)["documents"]]

    def waiting(self) -> list[str]:
        return sorted(str(path.relative_to(self.inbox)) for path in self.inbox.rglob("*")
                      if path.relative_to(self.inbox).parts[0] not in ("added", "refused")
                      and not path.is_dir())

    # --- What is taken in

    def test_files_are_added_and_their_account_stands_beside(self):
        self.put("cold.txt", COLD)
        self.put("hands.txt", HANDS, "sound")
        self.assertIn("Added 2 files, refused 0.", self.run_inbox())
        self.assertEqual(self.stored(), ["cold.txt"])
        self.assertIn("hands.txt", self.stored("sound"))
        self.assertIn("Added 1, replaced 0", self.report("cold.txt", "added"))
        self.assertIn('collection "sound"', self.report("sound/hands.txt", "added"))
        self.assertEqual(self.waiting(), [])
        self.assertFalse((self.inbox / "added/cold.txt").exists())

    def test_a_second_file_of_a_name_replaces_the_document(self):
        for text in (COLD, "Vaccines are stored in the blue fridge."):
            self.put("cold.txt", text)
            self.run_inbox()
        self.assertIn("replaced 1", self.report("cold.txt", "added"))
        self.assertEqual(self.stored(), ["cold.txt"])
        self.assert_answers(self.daemon, "default", "Where are vaccines stored?", "blue")

    def test_originals_are_kept_if_asked(self):
        self.put("cold.txt", COLD)
        self.run_inbox("--keep", "--collection", "letters")
        self.assertEqual((self.inbox / "added/cold.txt").read_text(), COLD)
        self.assertEqual(self.stored("letters"), ["cold.txt"])

    def test_a_pdf_is_answered_from(self):
        page = Page()
        page.text(72, 700, COLD)
        (self.inbox / "cold.pdf").write_bytes(Pdf(page).bytes())
        self.run_inbox()
        self.assert_answers(self.daemon, "default", "Between which degrees are vaccines "
                            "stored?", "cold.pdf")

    # --- What waits

    def test_a_file_that_grows_waits_until_it_is_whole(self):
        text = "".join(f"Shelf {number} holds bandages.\n" for number in range(40))

        def write():
            with (self.inbox / "slow.txt").open("w") as slow:
                for line in text.splitlines(True):
                    slow.write(line)
                    slow.flush()
                    time.sleep(0.05)

        writer = threading.Thread(target=write)
        writer.start()
        while not (self.inbox / "slow.txt").exists():
            pass
        self.run_inbox(settle=1)
        writer.join()
        self.assertEqual(self.daemon.call("documents.text", name="slow.txt",
                                          begin=0, end=99999)["text"].strip(),
                         text.strip())

    def test_without_a_daemon_everything_waits(self):
        self.put("cold.txt", COLD)
        self.daemon.stop()
        self.run_inbox(code=3)
        self.assertEqual(self.waiting(), ["cold.txt"])

    def test_a_run_without_work_needs_no_daemon_and_writes_nothing(self):
        self.run_inbox()
        before = [(path, path.stat().st_ctime_ns) for path in self.inbox.rglob("*")]
        self.daemon.stop()
        self.run_inbox()
        self.assertEqual(before, [(path, path.stat().st_ctime_ns)
                                  for path in self.inbox.rglob("*")])

    def test_hidden_files_are_left_alone(self):
        self.put(".cold.txt.Xa31", COLD)
        self.assertIn("Added 0", self.run_inbox())
        self.assertEqual(self.waiting(), [".cold.txt.Xa31"])

    # --- What is refused

    def test_a_folder_that_is_no_collection_waits_with_the_command_that_makes_it(self):
        self.put("cold.txt", COLD, "wards")
        self.run_inbox(code=4)
        self.assertIn("answerbox collections create wards", self.report("wards"))
        self.assertEqual(self.waiting(), ["wards/cold.txt"])
        self.daemon.call("collections.create", name="wards")
        self.run_inbox()
        self.assertEqual(self.stored("wards"), ["cold.txt"])
        self.assertEqual(os.listdir(self.inbox / "refused"), [])

    def test_the_advised_name_is_one_that_a_collection_may_have(self):
        for folder, name in (("Bad Name", "bad-name"), ("_2 \u00c9t\u00e9", "2-t-"),
                             ("\u00c9", "letters"), ("Added", "added-files")):
            self.put("cold.txt", COLD, folder)
            self.run_inbox(code=4)
            told = self.report(folder)
            self.assertIn("Rename the folder", told)
            self.assertTrue(told.split("\n\nPut")[0].endswith(
                f"answerbox collections create {name}"), told)
            self.daemon.call("collections.create", name=name)
            (self.inbox / "refused" / f"{folder}.report.txt").unlink()
            self.run_inbox(code=4)
            self.assertIn(f"belong into folder {name}.", self.report(folder))
            (self.inbox / folder).rename(self.inbox / name)
            self.run_inbox()
            self.assertEqual(self.stored(name), ["cold.txt"])

    def allocate(self, path: str, bytes_: int) -> None:
        (self.inbox / path).parent.mkdir(parents=True, exist_ok=True)
        with (self.inbox / path).open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, bytes_)

    def test_a_file_refused_for_its_size_stays_and_others_too(self):
        self.put("first.txt", "")
        self.run_inbox(code=4)
        self.allocate("huge.txt", (512 << 20) + 4096)
        self.put("last.txt", "")
        self.run_inbox(code=4)
        self.assertEqual(self.refused(), ["first.txt", "huge.txt", "last.txt"])

    def test_nothing_refused_goes_and_further_files_wait(self):
        self.put("first.txt", "", "sound")
        self.run_inbox(code=4)
        for number in range(999):
            (self.inbox / f"refused/sound/{number}").touch()
        self.allocate("refused/film", 2 << 30)
        self.put("last.txt", COLD, "sound")
        self.put("cold.txt", COLD)
        self.put("hands.txt", HANDS, "ward")
        told = self.run_inbox(code=4)
        self.assertEqual(len(self.refused()), 1001)
        self.assertEqual(self.waiting(), ["cold.txt", "sound/last.txt"])
        self.assertIn("hands.txt", self.stored("ward"))
        for name in ("inbox.full", "sound.full"):
            self.assertIn("wait", self.report(name))
            self.assertIn(name, told)
        (self.inbox / "refused/film").unlink()
        (self.inbox / "refused/sound/0").unlink()
        self.run_inbox()
        self.assertEqual(self.waiting(), [])
        self.assertEqual([path for path in (self.inbox / "refused").glob("*.full*")], [])

    def test_reports_of_files_that_are_gone_are_bounded(self):
        self.put("first.txt", "")
        self.run_inbox(code=4)
        for number in range(1001):
            (self.inbox / f"refused/{number}.report.txt").touch()
        self.put("last.txt", "")
        self.run_inbox(code=4)
        self.assertFalse((self.inbox / "refused/0.report.txt").exists())
        self.assertEqual(len(list((self.inbox / "refused").glob("*.report.txt"))), 1002)
        self.assertIn("Not added", self.report("first.txt"))

    def test_a_folder_in_a_folder_is_told_of(self):
        (self.inbox / "sound/inner").mkdir(parents=True)
        self.run_inbox(code=4)
        self.assertIn("not read", self.report("sound/inner"))

    def test_what_is_mended_is_no_longer_refused(self):
        (self.inbox / "cold.txt").write_bytes(b"\0\1\2" * 100)
        self.run_inbox(code=4)
        self.assertIn("Put it into the inbox again", self.report("cold.txt"))
        self.put("cold.txt", COLD)
        self.run_inbox()
        self.assertEqual(os.listdir(self.inbox / "refused"), ["cold.txt"])

    def refused(self) -> list[str]:
        return sorted(str(path.relative_to(self.inbox / "refused"))
                      for path in (self.inbox / "refused").rglob("*") if not path.is_dir()
                      and not path.name.endswith(".report.txt"))

    def test_a_refused_file_replaces_none(self):
        for content in (b"\0one", b"\0two"):
            (self.inbox / "cold.txt").write_bytes(content * 100)
            self.run_inbox(code=4)
        self.assertEqual(self.refused(), ["cold-2.txt", "cold.txt"])
        self.assertTrue((self.inbox / "refused/cold.txt").read_bytes().startswith(b"\0one"))
        self.assertIn("Not added", self.report("cold-2.txt"))

    def test_what_the_guard_says_of_a_file_has_no_question(self):
        # Who may only add reads the report.
        self.daemon.call("collections.set", name="ward",
                         exam={"bank": BANK.replace("2 and 8", "between 2 and 8 degrees Celsius"),
                               "must_pass": 1})
        self.put("cold.txt", DOOR, "ward")
        self.run_inbox(code=4)
        report = self.report("ward/cold.txt")
        self.assertIn("1 question would be lost", report)
        for told in (COLD_QUESTION, COLD):
            self.assertNotIn(told, report)

    def test_whatever_lies_in_refused_every_file_gets_there(self):
        self.put("bad.txt", "", "sound")
        self.run_inbox(code=4)
        (self.inbox / "sound").rmdir()
        self.put("sound", COLD)  # Meets the folder refused/sound.
        self.put("link.txt", "")
        os.link(self.inbox / "link.txt", self.inbox / "refused/link.txt")
        (self.inbox / "refused/told.txt.report.txt").mkdir()
        self.put("told.txt", "")
        self.put("cold.txt.report.txt", "")
        (self.inbox / "refused/ward").touch()
        self.put("bad.txt", "", "ward")
        self.put("cold.txt", COLD)
        self.run_inbox(code=4)
        self.assertEqual(self.refused(), [
            "cold.txt.report-2.txt", "link-2.txt", "link.txt", "sound-2",
            "sound/bad.txt", "told-2.txt", "ward", "ward-2/bad.txt"])
        self.assertEqual(self.stored(), ["cold.txt"])
        self.assertEqual(self.waiting(), [])

    def test_nothing_is_followed_and_everything_odd_is_refused_in_words(self):
        secret = self.inbox.parent / "secret.txt"
        secret.write_text("The code of the safe is 4711.")
        (self.inbox / "link.txt").symlink_to(secret)
        (self.inbox / "dangling.txt").symlink_to("/nowhere")
        os.mkfifo(self.inbox / "pipe.txt")
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(self.inbox / "socket.txt"))
        (self.inbox / "program.exe").write_bytes(b"MZ" + bytes(1000))
        (self.inbox / "empty.txt").touch()
        (self.inbox / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing")
        strange = os.fsencode(self.inbox) + b"/bad\xff\x1b[2J.txt"
        with open(strange, "w", encoding="ascii") as file:
            file.write(COLD)
        long = "l" * 251 + ".txt"
        self.put(long, COLD)
        with (self.inbox / "huge.txt").open("wb") as huge:
            huge.truncate(40 << 30)  # A file of holes.
        self.put("sound.txt", HANDS)
        told = self.run_inbox(code=4)
        self.assertNotIn("\x1b", told)
        self.assertEqual(sorted(self.stored()), [long, "sound.txt"])
        self.assertEqual(self.waiting(), [])
        for name, why in {"link.txt": "is a link", "dangling.txt": "is a link",
                          "pipe.txt": "is no file", "socket.txt": "is no file",
                          "program.exe": "unknown format", "empty.txt": "is empty",
                          "broken.pdf": "cut short", "huge.txt": "limit"}.items():
            self.assertIn(why, self.report(name), name)
            print(name, "|", self.report(name).splitlines()[2], flush=True)
            self.assertTrue(os.path.lexists(self.inbox / "refused" / name))
        self.assertTrue(os.path.lexists(
            os.fsencode(self.inbox) + b"/refused/bad\xff\x1b[2J.txt"))
        # The next run has nothing to do.
        self.assertIn("Added 0 files, refused 0.", self.run_inbox())

    def test_a_file_that_ended_the_program_twice_is_refused_and_the_next_go_on(self):
        self.put("deadly.txt", COLD, "wards")
        self.run_inbox(code=4)
        taking = self.inbox / ".taking/wards"
        taking.mkdir()
        for _ in range(2):  # As a kill leaves it.
            (self.inbox / "wards/deadly.txt").rename(taking / "deadly.txt")
            self.run_inbox(code=4)
        self.assertIn("was ended twice", self.report("wards/deadly.txt"))
        self.put("next.txt", HANDS)
        self.run_inbox(code=4)
        self.assertEqual(self.stored(), ["next.txt"])
        self.assertEqual(self.waiting(), [])

    def test_a_file_that_a_power_cut_left_is_added(self):
        self.run_inbox()
        (self.inbox / ".taking/.inbox").mkdir()
        (self.inbox / ".taking/.inbox/cold.txt").write_text(COLD)
        # Of another that was done already.
        (self.inbox / ".taking/.notes").mkdir(exist_ok=True)
        (self.inbox / ".taking/.notes/1").touch()
        self.run_inbox()
        self.assertEqual(self.stored(), ["cold.txt"])
        self.assertEqual(self.waiting(), [])

    def test_no_file_is_lost_by_a_kill(self):
        names = {f"{number}.txt" for number in range(200)}
        for name in names:
            self.put(name, f"Shelf {name} holds bandages. " * 200)
        choice = random.Random(47)
        for _ in range(KILLS):
            with subprocess.Popen(
                    [OPTIONS.client, "inbox", self.inbox, "--settle", "0", "--socket",
                     self.daemon.socket_path], stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL) as process:
                time.sleep(choice.uniform(0.005, 0.15))
                process.kill()
            refused = {path.name for path in (self.inbox / "refused").glob("*.txt")
                       if not path.name.endswith(".report.txt")}
            waiting = {pathlib.PurePath(name).name for name in self.waiting()}
            try:
                stored = set(self.stored())
            except RequestError:  # No document made the collection yet.
                stored = set()
            self.assertEqual(names - stored - refused - waiting, set())
        process = subprocess.run([OPTIONS.client, "inbox", self.inbox, "--settle", "0",
                                  "--socket", self.daemon.socket_path], check=False,
                                 capture_output=True)
        self.assertIn(process.returncode, (0, 4))
        self.assertEqual(self.waiting(), [])
        self.assertLessEqual(len(refused), KILLS)

    def test_folders_that_others_made_are_not_used(self):
        self.run_inbox()
        for name in (".taking", "added", "refused"):
            (self.inbox / name).rmdir()
            (self.inbox / name).symlink_to("/tmp")
            self.assertIn("made by another user", self.run_inbox(code=4))
            (self.inbox / name).unlink()

    def test_two_runs_do_not_meet(self):
        self.run_inbox()
        lock = os.open(self.inbox / ".taking", os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_EX)
        self.assertIn("another process", self.run_inbox(code=4))
        os.close(lock)

    def test_root_reads_no_folder_of_others(self):
        self.require_root()
        self.inbox.chmod(0o777)
        self.put("cold.txt", COLD)
        self.assertIn("others than root may write", self.run_inbox(code=4))
        os.chown(self.inbox, NOBODY, NOBODY)
        self.assertIn(f"sudo -u '#{NOBODY}'", self.run_inbox(code=4))
        self.assertEqual(self.waiting(), ["cold.txt"])

    def test_its_owner_reads_what_he_may_read(self):
        self.require_root()
        self.inbox.parent.chmod(0o755)
        os.chown(self.inbox, NOBODY, NOBODY)
        self.user = NOBODY
        self.socket_for_all(self.daemon)
        self.put("mine.txt", COLD)
        (self.inbox / "mine.txt").chmod(0o600)
        self.put("theirs.txt", HANDS)
        self.run_inbox(code=4)
        self.assertIn("Permission denied", self.report("mine.txt"))
        self.put("cold.txt", COLD, "sound")
        self.run_inbox(code=4)
        self.assertIn("chmod g+w", self.report("sound/cold.txt"))
        self.assertEqual(self.waiting(), ["sound/cold.txt"])
        self.assertEqual((self.inbox / "added").stat().st_uid, NOBODY)
        self.assertEqual(self.stored(), ["theirs.txt"])


if __name__ == "__main__":
    run_tests(__doc__)
