#!/usr/bin/env python3
"""A daemon that is asked and changed for a long time: an hour as a whole
(ANSWERBOX_CAMPAIGN=full), else some seconds.

It gets 50 questions a second about documents that it holds. Beside them documents
are added, replaced and removed, collections come and go, and users, too. What is
judged:
  - every question is answered from the document that holds the answer;
  - the daemon has as many descriptors at the end as early on, and as much memory
    of its own;
  - its log stays within what it may keep;
  - in the whole campaign, which needs a machine without other work, 99 of 100
    answers come within 50 ms.
"""

import argparse
import os
import pathlib
import random
import sys
import tempfile
import time
import unittest

import campaign
from answerboxd import Answerboxd
from sample_documents import make_document

OPTIONS = argparse.Namespace()
SECONDS = campaign.size([20, 3600])
QUESTIONS_A_SECOND = 50
DOCUMENTS = 60
LATE_MS = 50
AUDIT_FILE_BYTES = 1 << 20
AUDIT_KEEP_BYTES = 4 << 20
# From a fourth of the time to its end. The heap keeps what a merge has freed.
MOST_GROWTH_BYTES = 2 << 20
MOST_MORE_DESCRIPTORS = 8  # Segments of changes that are not merged yet.


class Holdings:
    """What the daemon holds, and the changes to it, one after another."""

    def __init__(self, daemon: Answerboxd, chance: random.Random):
        self._connection = daemon.connect()
        self._chance = chance
        self._changes = 0
        self.live = {}
        for number in range(DOCUMENTS):
            self._put(f"d{number}.txt")

    def close(self) -> None:
        self._connection.close()

    def _put(self, name: str) -> None:
        self._changes += 1
        document = make_document(name, self._changes)
        self._connection.call("documents.add", name=name, text=document.text)
        self.live[name] = document

    def _remove(self, name: str) -> None:
        del self.live[name]
        self._connection.call("documents.remove", name=name)

    def change(self) -> None:
        kind = self._chance.randrange(10)
        name = f"d{self._chance.randrange(DOCUMENTS)}.txt"
        if kind < 6 or name not in self.live:
            self._put(name)
        elif kind < 8 and len(self.live) > DOCUMENTS // 2:
            self._remove(name)
        elif kind == 8:
            self._connection.call("collections.create", name="brief")
            self._connection.call("documents.add", collection="brief",
                                  name="a.txt", text="The door is blue.")
            self._connection.call("collections.remove", name="brief")
        else:
            self._connection.call("users.add", name="unix:4711", grants=[])
            self._connection.call("users.remove", name="unix:4711")


class SoakTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-soak-")
        self.addCleanup(folder.cleanup)
        self.state = pathlib.Path(folder.name) / "state"
        self.daemon = Answerboxd(
            OPTIONS.daemon, self.state,
            ["--energy-sensor", "none", "--log-level", "error",
             "--audit-file-bytes", str(AUDIT_FILE_BYTES),
             "--audit-keep-bytes", str(AUDIT_KEEP_BYTES)])
        self.addCleanup(self.daemon.close)

    def taken(self) -> tuple[int, int]:
        descriptors = os.listdir(f"/proc/{self.daemon.process.pid}/fd")
        return self.daemon.anonymous_bytes(), len(descriptors)

    def log_bytes(self) -> int:
        return sum(file.stat().st_size for file in (self.state / "audit").glob("*.jsonl"))

    def test_memory_descriptors_and_log_stay(self):
        seed = random.SystemRandom().randrange(1 << 32)
        print(f"{SECONDS} s, seed {seed}", flush=True)
        chance = random.Random(seed)
        holdings = Holdings(self.daemon, chance)
        self.addCleanup(holdings.close)
        asker = self.daemon.connect()
        self.addCleanup(asker.close)
        began = time.monotonic()
        early = None
        times = []
        for number in range(SECONDS * QUESTIONS_A_SECOND):
            time.sleep(max(0., began + number / QUESTIONS_A_SECOND -
                           time.monotonic()))
            if number % QUESTIONS_A_SECOND == 0:
                holdings.change()
            if number % (60 * QUESTIONS_A_SECOND) == 0:
                print(f"  {number} questions: {self.taken()}", flush=True)
            if early is None and 4 * number > SECONDS * QUESTIONS_A_SECOND:
                early = self.taken()
            document = chance.choice(list(holdings.live.values()))
            asked = time.perf_counter()
            reply = asker.call("ask", question=document.question)
            times.append(time.perf_counter() - asked)
            self.assertTrue(reply["answered"], document)
            self.assertEqual(reply["answer"]["document"], document.name)
        late = self.taken()
        p99 = 1e3 * sorted(times)[99 * len(times) // 100]
        print(f"{len(times)} questions in {time.monotonic() - began:.0f} s, p99 "
              f"{p99:.1f} ms; bytes and descriptors {early}, {late}", flush=True)
        self.assertLessEqual(late[0], early[0] + MOST_GROWTH_BYTES)
        self.assertLessEqual(late[1], early[1] + MOST_MORE_DESCRIPTORS)
        # The oldest file goes when one begins.
        log = self.log_bytes()
        self.assertGreater(log, 0)
        self.assertLessEqual(log, AUDIT_KEEP_BYTES + AUDIT_FILE_BYTES)
        if campaign.is_whole():
            self.assertLessEqual(p99, LATE_MS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], "-v", *rest])


if __name__ == "__main__":
    main()
