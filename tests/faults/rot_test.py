#!/usr/bin/env python3
"""Stored files change while the daemon runs: a bit, a page, the end of the file,
by a write that the kernel keeps or by one past it. Every reply must be that of
the intact files, or an error that names the damage. A file that is whole again
answers again.

--damages: how many changes are made, in part and as a whole.
"""

import argparse
import json
import mmap
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import campaign
from answerboxd import Answerboxd
from connection import RequestError

OPTIONS = argparse.Namespace()
BLOCK_BYTES = 4096
NOBODY = 65534
ITEMS = ("fridge", "freezer", "cabinet", "stretcher", "monitor", "pump", "lamp",
         "scale", "drawer", "trolley", "printer", "kettle", "radio", "ladder",
         "bicycle", "wheelchair", "microscope", "centrifuge", "oven", "tent")


def text_of(item: str, seed: int) -> str:
    words = random.Random(seed)
    filler = " ".join(
        f"Shelf {words.randrange(100)} of the {words.choice(ITEMS)} room holds "
        f"{words.randrange(2, 90)} boxes." for _ in range(120))
    return (f"The {item} is kept at {words.randrange(2, 40)} degrees. {filler}")


class Card:
    """A file system on a loop device, whose image can change underneath. Needs
    the rights to mount and to make a control group; without them the test is
    skipped."""

    def __init__(self, test: unittest.TestCase):
        scratch = tempfile.TemporaryDirectory(prefix="answerbox-card-")
        test.addCleanup(scratch.cleanup)
        self.image = pathlib.Path(scratch.name) / "image"
        self.folder = pathlib.Path(scratch.name) / "card"
        self.folder.mkdir()
        self.image.write_bytes(b"")
        os.truncate(self.image, 32 << 20)
        for command in (["mkfs.ext4", "-q", "-F", self.image],
                        ["mount", "-o", "loop", self.image, self.folder]):
            if subprocess.run(command, capture_output=True).returncode != 0:
                test.skipTest("no right to mount a loop device")
        test.addCleanup(subprocess.run, ["umount", "-l", self.folder])
        for root, drop, word in (
                ("/sys/fs/cgroup/memory", "memory.force_empty", "0"),
                ("/sys/fs/cgroup", "memory.reclaim", "64M")):
            self.group = pathlib.Path(root) / f"answerbox-rot-{os.getpid()}"
            try:
                self.group.mkdir()
            except OSError:
                continue
            test.addCleanup(self.leave)
            if (self.group / drop).exists():
                self.drop, self.word = self.group / drop, word
                return
        test.skipTest("no right to make a control group")

    def leave(self) -> None:
        # A group goes when its last process has.
        for _ in range(100):
            try:
                return self.group.rmdir()
            except OSError:
                time.sleep(.05)

    def charge(self, process: int) -> None:
        (self.group / "cgroup.procs").write_text(str(process))

    def flip_a_bit_after(self, text: bytes) -> None:
        with open(self.image, "r+b") as image:
            content = image.read()
            at = content.find(text)
            while at >= 0:
                image.seek(at + len(text))
                image.write(bytes([content[at + len(text)] ^ 4]))
                at = content.find(text, at + 1)
            os.fsync(image.fileno())

    def drop_pages(self) -> None:
        for _ in range(5):
            try:
                self.drop.write_text(self.word)
            except OSError:
                pass  # Less could be dropped than was asked for.
        pathlib.Path("/proc/sys/vm/drop_caches").write_text("1")


class RotTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-state-")
        self.addCleanup(folder.cleanup)
        self.state_dir = pathlib.Path(folder.name) / "state"
        os.chmod(folder.name, 0o755)

    def start(self, **how) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, self.state_dir,
                            ["--energy-sensor", "none"], **how)
        self.addCleanup(daemon.close)
        return daemon

    def fill(self, daemon: Answerboxd) -> None:
        with daemon.connect() as connection:
            for seed, item in enumerate(ITEMS):
                connection.call("documents.add", name=f"{item}.txt",
                                text=text_of(item, seed))
            connection.call("documents.add", collection="other",
                            name="one.txt", text="The key is in the red box.")
            connection.call("collections.compact", collection="default")
        (self.segment,) = (self.state_dir / "collections/default").glob(
            "*.segment")
        self.whole = self.segment.read_bytes()

    def replies(self, connection) -> list[str]:
        """What the daemon says to each question, or "damaged"."""
        found = []
        for item in ITEMS:
            try:
                reply = connection.call(
                    "ask", theta=0, question=f"At how many degrees is the {item} kept?")
                found.append(json.dumps([reply["answer"], reply["answered"]],
                                        sort_keys=True))
            except RequestError as error:
                self.assertEqual(error.kind, "corrupt", error)
                found.append("damaged")
        return found

    def write(self, at: int, content: bytes, past_the_kernel: bool) -> None:
        """Changes bytes in place, as no program of ours does."""
        if not past_the_kernel:
            with open(self.segment, "r+b", buffering=0) as file:
                os.pwrite(file.fileno(), content, at)
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            return
        # Whole blocks from memory that is aligned to them.
        begin = at // BLOCK_BYTES * BLOCK_BYTES
        size = -(-(at + len(content) - begin) // BLOCK_BYTES) * BLOCK_BYTES
        with mmap.mmap(-1, size) as blocks:
            blocks[:] = self.segment.read_bytes()[begin:begin + size].ljust(
                size, b"\0")
            blocks[at - begin:at - begin + len(content)] = content
            file = os.open(self.segment, os.O_WRONLY | os.O_DIRECT)
            try:
                os.pwritev(file, [blocks], begin)
            finally:
                os.close(file)

    def test_no_reply_is_silently_different(self):
        for keeps_pages in (True, False):
            with self.subTest(keeps_pages=keeps_pages):
                self.damage_while_running(keeps_pages)

    def damage_while_running(self, keeps_pages: bool) -> None:
        damages = campaign.size(OPTIONS.damages) // 2
        if keeps_pages:
            daemon = self.start()
        else:
            # Without the right to keep pages in memory.
            self.state_dir = self.state_dir.with_name("nobody")
            self.state_dir.mkdir(mode=0o700)
            os.chown(self.state_dir, NOBODY, NOBODY)
            daemon = self.start(as_user=NOBODY,
                                limits={resource.RLIMIT_MEMLOCK: 0})
        self.fill(daemon)
        status = pathlib.Path(f"/proc/{daemon.process.pid}/status").read_text()
        locked = int(re.search(r"VmLck:\s+(\d+)", status)[1])
        self.assertEqual(locked > 0, keeps_pages)
        places = random.Random(OPTIONS.seed)
        seen_damage = 0
        with daemon.connect() as connection:
            expected = self.replies(connection)
            self.assertNotIn("damaged", expected)
            for number in range(damages):
                at = places.randrange(len(self.whole) - BLOCK_BYTES)
                content = bytes([self.whole[at] ^ 1 << places.randrange(8)])
                if number % 5 == 0:
                    content = bytes(BLOCK_BYTES)
                    at = at // BLOCK_BYTES * BLOCK_BYTES
                past_the_kernel = number % 2 == 1 and self.can_write_past()
                self.write(at, content, past_the_kernel)
                for reply, right in zip(self.replies(connection), expected):
                    self.assertIn(reply, (right, "damaged"),
                                  f"damage {number} at byte {at}")
                    seen_damage += reply == "damaged"
                self.write(at, self.whole[at:at + len(content)],
                           past_the_kernel)
            self.assertEqual(self.replies(connection), expected)
        self.assertGreater(seen_damage, damages)
        self.assertEqual(daemon.stop(), 0)

    def can_write_past(self) -> bool:
        try:
            os.close(os.open(self.segment, os.O_WRONLY | os.O_DIRECT))
        except OSError:
            return False  # As on tmpfs.
        return True

    def test_what_changes_while_it_is_read_is_not_served(self):
        daemon = self.start()
        self.fill(daemon)
        with daemon.connect() as connection:
            expected = self.replies(connection)
        wrong: list[str] = []
        done = threading.Event()

        def ask() -> None:
            with daemon.connect() as connection:
                while not done.is_set():
                    wrong.extend(
                        reply for reply, right
                        in zip(self.replies(connection), expected)
                        if reply not in (right, "damaged"))

        askers = [threading.Thread(target=ask) for _ in range(2)]
        for asker in askers:
            asker.start()
        places = random.Random(OPTIONS.seed)
        for _ in range(campaign.size(OPTIONS.damages)):
            at = places.randrange(len(self.whole) - BLOCK_BYTES)
            self.write(at, bytes([self.whole[at] ^ 4]), False)
            self.write(at, self.whole[at:at + 1], False)
        done.set()
        for asker in askers:
            asker.join()
        self.assertEqual(wrong, [])
        self.assertEqual(daemon.stop(), 0)

    def test_a_cut_file_costs_its_own_questions(self):
        daemon = self.start()
        self.fill(daemon)
        daemon.stop()
        daemon = self.start()
        with daemon.connect() as connection:
            os.truncate(self.segment, BLOCK_BYTES)
            self.assertIn("damaged", self.replies(connection))
            reply = connection.call("ask", collection="other", theta=0,
                                    question="Where is the key?")
            self.assertIn("red box", reply["answer"]["sentence"])
            with self.assertRaises(RequestError) as caught:
                connection.call("collections.verify", collection="default")
            self.assertEqual(caught.exception.kind, "corrupt")
            with open(self.segment, "r+b") as file:
                file.write(self.whole)
            self.assertNotIn("damaged", self.replies(connection))
            connection.call("collections.verify", collection="default")
        self.assertTrue(daemon.is_running())
        daemon.stop()

    def test_own_writes_are_no_damage(self):
        """Questions go on while documents come, go, and are merged."""
        daemon = self.start()
        self.fill(daemon)
        done = threading.Event()
        refused: list[RequestError] = []

        def ask() -> None:
            with daemon.connect() as connection:
                while not done.is_set():
                    try:
                        connection.call("ask", theta=0, question="Where is the fridge?")
                    except RequestError as error:
                        refused.append(error)

        asker = threading.Thread(target=ask)
        asker.start()
        with daemon.connect() as connection:
            for number in range(campaign.size(OPTIONS.damages)):
                for collection in ("default", "other"):
                    connection.call("documents.add", collection=collection,
                                    name=f"{number % 7}.txt",
                                    text=text_of("lamp", number))
                if number % 10 == 9:
                    connection.call("documents.remove", name="3.txt")
                    connection.call("collections.compact", collection="default")
        done.set()
        asker.join()
        self.assertEqual(refused, [])
        self.assertEqual(daemon.stop(), 0)

    def test_a_page_is_not_read_again_from_a_rotted_card(self):
        """The card is an image behind a loop device. Its kernel is made to drop
        all pages that the daemon does not keep."""
        card = Card(self)
        self.state_dir = card.folder / "state"
        daemon = self.start()
        card.charge(daemon.process.pid)
        self.fill(daemon)
        os.sync()
        with daemon.connect() as connection:
            expected = self.replies(connection)
            card.flip_a_bit_after(b"The fridge is kept at ")
            card.drop_pages()
            for reply, right in zip(self.replies(connection), expected):
                self.assertIn(reply, (right, "damaged"))
            with self.assertRaises(RequestError) as caught:
                connection.call("collections.verify", collection="default")
            self.assertEqual(caught.exception.kind, "corrupt")
        self.assertEqual(daemon.stop(), 0)

    def test_verify_reads_the_disk(self):
        daemon = self.start()
        self.fill(daemon)
        with daemon.connect() as connection:
            connection.call("collections.verify", collection="default")
            places = random.Random(OPTIONS.seed)
            for number in range(campaign.size(OPTIONS.damages)):
                at = places.randrange(len(self.whole))
                self.write(at, bytes([self.whole[at] ^ 16]), False)
                with self.assertRaises(RequestError) as caught:
                    connection.call("collections.verify", collection="default")
                data = caught.exception.error["data"]
                self.assertEqual(data["file"], str(self.segment), number)
                # Of a checksum, it is the block that no longer agrees with it.
                self.assertLessEqual(data["offset"], at)
                damaged, = connection.call("status")["damaged"]
                self.assertIn(str(self.segment), damaged)
                self.write(at, self.whole[at:at + 1], False)
            connection.call("collections.verify", collection="default")
            self.assertEqual(connection.call("status")["damaged"], [])
        self.assertEqual(daemon.stop(), 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--damages", type=int, nargs="+", default=[40, 2000])
    parser.add_argument("--seed", type=int,
                        default=random.SystemRandom().randrange(1 << 32))
    options, rest = parser.parse_known_args(namespace=OPTIONS)
    print(f"seed {options.seed}", flush=True)
    unittest.main(argv=[sys.argv[0]] + rest, verbosity=2)


if __name__ == "__main__":
    main()
