#!/usr/bin/env python3
"""kill -9 at random moments of staged changes. Every restart must serve the
state before the change or the state after it, and nothing between; what was
acknowledged must be there.

Half of the kills come after a random time, half before a random file operation.
Each change replaces all documents, removes one and adds one. The collection has
an exam, which examines each change. Every second change loses the question that
must be answered, and so it is forced. The exam must be in force after every
kill. A forced change that was made must be on record. As its record is written
before it is made, a kill may leave a record without its change.
"""

import argparse
import hashlib
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

import campaign
from answerboxd import Answerboxd
from connection import Connection, RequestError
from io_control import CHANGING, IoControl, IoKind

DOCUMENTS = 12
# Kinds of operations before which to kill, and the highest number of such an
# operation, from 1: those of some changes.
KINDS = ((CHANGING, 250), (IoKind.SYNC_FILE, 8), (IoKind.SYNC_FOLDER, 8),
         (IoKind.RENAME, 4), (IoKind.UNLINK, 40))
LATEST_KILL_S = 3.0
ANSWER = "answer.md"
ANSWER_TEXT = "# Fridge\n\nVaccines are stored between 2 and 8 degrees.\n"
BANK = json.dumps({"id": "v1", "topic": "vaccines", "must": True,
                   "question": "Between which degrees are vaccines stored?",
                   "key": "between 2 and 8 degrees"}) + "\n"


def is_answered(generation: int) -> bool:
    """Whether the documents of this number answer the exam's question."""
    return generation % 2 == 1


def is_forced(generation: int) -> bool:
    return is_answered(generation - 1) and not is_answered(generation)


def text_of(name: str, generation: int) -> str:
    if name == ANSWER:
        return ANSWER_TEXT
    sentence = f"The {name} is of generation number {generation}. "
    # One document is too long for one request.
    return sentence * (9_000 if name == "long.md" else 40)


def state_of(generation: int) -> dict[str, str]:
    """The documents after the change of this number, with their hashes."""
    if generation == 0:
        return {}
    names = [f"page-{number}.md" for number in range(DOCUMENTS)]
    names += ["long.md", f"only-{generation}.md"]
    names += [ANSWER] if is_answered(generation) else []
    return {name: hashlib.sha256(text_of(name, generation).encode())
            .hexdigest() for name in names}


def make_change(connection: Connection, generation: int) -> None:
    change = connection.call("changes.begin")["change"]
    for name in state_of(generation):
        text = text_of(name, generation)
        if name != "long.md":
            connection.call("documents.add", change=change, name=name,
                            text=text)
            continue
        upload = connection.call("documents.begin", change=change,
                                 name=name)["upload"]
        for at in range(0, len(text), 90_000):
            connection.call("documents.part", upload=upload,
                            text=text[at:at + 90_000])
        connection.call("documents.commit", upload=upload)
    for name in state_of(generation - 1).keys() - state_of(generation).keys():
        connection.call("documents.remove", change=change, name=name)
    how = {"force": True} if is_forced(generation) else {}
    connection.call("changes.commit", change=change, **how)


class StagedChangeTest:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self._options = options
        self._state_dir = folder / "state"
        self._control = IoControl(options.library, self._state_dir, folder)
        self._choice = random.Random(options.seed)
        self.acknowledged = 0
        self._first_snapshot = 0
        self.forced_tries = 0
        self.refusals = 0
        self.was_old = 0
        self.was_new = 0

    def run(self) -> None:
        with self._start() as daemon:
            daemon.call("collections.create", name="default")
            daemon.call("collections.set", name="default",
                        exam={"bank": BANK, "must_pass": 1})
            self._first_snapshot = self._collection(daemon)["snapshot"]
            daemon.stop()
        for number in range(self._options.kills):
            with self._start() as daemon:
                self._check(daemon)
                self._kill_at_work(daemon, number)
        with self._start() as daemon:
            self._check(daemon)
            daemon.stop()
        verified = subprocess.run(
            [self._options.client, "audit", "verify",
             "--dir", str(self._state_dir / "audit")],
            capture_output=True, text=True, check=False)
        assert verified.returncode == 0, verified.stdout + verified.stderr

    def _start(self) -> Answerboxd:
        # With --audit group, a kill may take the records of the last 50 ms
        # (docs/audit-format.md, "Durability"), but not that of a forced change.
        return Answerboxd(self._options.daemon, self._state_dir,
                          ["--audit", "group"],
                          environment=self._control.environment(False))

    def _check(self, daemon: Answerboxd) -> None:
        collection = self._collection(daemon)
        found = {document["name"]: document["sha256"] for document in
                 daemon.call("documents.list")["documents"]}
        if found == state_of(self.acknowledged):
            self.was_old += 1
        elif found == state_of(self.acknowledged + 1):
            self.was_new += 1
            self.acknowledged += 1
        else:
            raise AssertionError(
                f"neither generation {self.acknowledged} nor the next: "
                f"{sorted(found)}")
        # A change is one snapshot.
        assert (collection["snapshot"] ==
                self._first_snapshot + self.acknowledged), (
            collection, self.acknowledged)
        left = list((self._state_dir / "incoming").glob("*"))
        assert not left, left
        self._check_guard(daemon)
        self._check_forced_records()

    @staticmethod
    def _collection(daemon: Answerboxd) -> dict:
        return daemon.call("collections.list")["collections"][0]

    def _check_guard(self, daemon: Answerboxd) -> None:
        before = self._collection(daemon)
        assert before["exam"]["questions"] == 1, before
        if not is_answered(self.acknowledged):
            return
        try:
            daemon.call("documents.remove", name=ANSWER)
        except RequestError as error:
            data = error.error["data"]
            assert data["kind"] == "exam_failed", error.error
            assert [lost["id"] for lost in data["exam"]["lost"]] == ["v1"], data
        else:
            raise AssertionError("the exam is not in force")
        assert self._collection(daemon) == before
        self.refusals += 1

    def _check_forced_records(self) -> None:
        lines = [line for path in (self._state_dir / "audit").glob("*.jsonl")
                 for line in path.read_text().splitlines()
                 if '"action":"forced"' in line]
        assert all(json.loads(line)["lost"] == ["v1"] for line in lines), lines
        made = sum(is_forced(generation)
                   for generation in range(1, self.acknowledged + 1))
        assert made <= len(lines) <= self.forced_tries, (
            made, len(lines), self.forced_tries)

    def _kill_at_work(self, daemon: Answerboxd, number: int) -> None:
        after_s = LATEST_KILL_S
        if number % 2 == 0:
            after_s = self._choice.uniform(0, 0.5)
        else:
            kind, most = self._choice.choice(KINDS)
            self._control.kill_at(self._choice.randint(1, most), kind)
        timer = threading.Timer(after_s, daemon.process.kill)
        timer.start()
        try:
            with daemon.connect() as connection:
                while True:
                    self.forced_tries += is_forced(self.acknowledged + 1)
                    make_change(connection, self.acknowledged + 1)
                    self.acknowledged += 1
        except ConnectionError:
            pass
        finally:
            timer.cancel()
            timer.join()
        daemon.process.wait()
        self._control.lift()
        assert daemon.process.returncode == -9, daemon.messages()


def main() -> int:
    options = campaign.parse_kill_options(__doc__, [8, 50])
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="answerbox-staged-") as folder:
        test = StagedChangeTest(options, pathlib.Path(folder))
        test.run()
    print(f"{test.was_old} restarts had the old state, {test.was_new} the new "
          f"one, none anything between; {test.acknowledged} "
          f"changes; the exam refused {test.refusals} losses; {time.monotonic() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
