#!/usr/bin/env python3
"""kill -9 at random moments of staged changes. Every restart must serve the
state before the change or the state after it, and nothing between; what was
acknowledged must be there.

Half of the kills come after a random time, half before a random file operation.
Each change replaces all documents, removes one and adds one.
"""

import argparse
import hashlib
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

import campaign
from answerboxd import Answerboxd
from connection import Connection
from io_control import CHANGING, IoControl, IoKind

DOCUMENTS = 12
# Kinds of operations before which to kill, and the highest number of such an
# operation, from 1: those of some changes.
KINDS = ((CHANGING, 250), (IoKind.SYNC_FILE, 8), (IoKind.SYNC_FOLDER, 8),
         (IoKind.RENAME, 4), (IoKind.UNLINK, 40))
LATEST_KILL_S = 3.0


def text_of(name: str, generation: int) -> str:
    sentence = f"The {name} is of generation number {generation}. "
    # One document is too long for one request.
    return sentence * (9_000 if name == "long.md" else 40)


def state_of(generation: int) -> dict[str, str]:
    """The documents after the change of this number, with their hashes."""
    if generation == 0:
        return {}
    names = [f"page-{number}.md" for number in range(DOCUMENTS)]
    names += ["long.md", f"only-{generation}.md"]
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
    connection.call("changes.commit", change=change)


class StagedChangeTest:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self._options = options
        self._state_dir = folder / "state"
        self._control = IoControl(options.library, self._state_dir, folder)
        self._choice = random.Random(options.seed)
        self.acknowledged = 0
        self.was_old = 0
        self.was_new = 0

    def run(self) -> None:
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
        return Answerboxd(self._options.daemon, self._state_dir,
                          environment=self._control.environment(False))

    def _check(self, daemon: Answerboxd) -> None:
        collections = daemon.call("collections.list")["collections"]
        found, snapshot = {}, 0
        if collections:
            snapshot = collections[0]["snapshot"]
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
        assert snapshot == self.acknowledged, (snapshot, self.acknowledged)
        left = list((self._state_dir / "incoming").glob("*"))
        assert not left, left

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
          f"changes; {time.monotonic() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
