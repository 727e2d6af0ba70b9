#!/usr/bin/env python3
"""kill -9 at random moments of adding, replacing, removing and merging. Every
restart must serve exactly the acknowledged documents, and the audit log must
verify.

Half of the kills come after a random time, half before a random file operation.
A document whose last change was not acknowledged may have the old or the new
state.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

import campaign
import kill_phases
from answerboxd import PATIENCE_S, Answerboxd, StartFailure
from expected_documents import ExpectedDocuments
from io_control import CHANGING, IoControl, IoKind
from kill_workload import WARD, Workload
from stored_documents import problems_with

# Kinds of operations before which to kill, and the highest number of such an
# operation, from 1. Collections are made and dropped rarely.
KINDS = ((CHANGING, 40), (IoKind.WRITE, 40), (IoKind.SYNC_FILE, 40),
         (IoKind.SYNC_FOLDER, 40), (IoKind.RENAME, 20), (IoKind.UNLINK, 30),
         (IoKind.MAKE_FOLDER, 2), (IoKind.REMOVE_FOLDER, 2))
CLEARING_UP = IoKind.UNLINK | IoKind.REMOVE_FOLDER | IoKind.CREATE
# After this time a kill comes in any case.
LATEST_KILL_S = 3.0


class KillTest:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self._options = options
        self._state_dir = folder / "state"
        self._control = IoControl(options.library, self._state_dir, folder)
        self._choice = random.Random(options.seed)
        self._expected = ExpectedDocuments()
        self._version = 0
        self.table = kill_phases.PhaseTable()

    def run(self) -> None:
        with self._start() as daemon:
            daemon.call("collections.create", name=WARD)
        while self._wants_more():
            daemon = self._start_or_be_killed()
            if daemon is not None:
                with daemon:
                    self._check(daemon)
                    self._kill_at_work(daemon)
        with self._start() as daemon:
            self._check(daemon)
            daemon.stop()
        self._verify_audit_log()

    def _verify_audit_log(self) -> None:
        verified = subprocess.run(
            [self._options.client, "audit", "verify",
             "--dir", str(self._state_dir / "audit")],
            capture_output=True, text=True, check=False)
        if verified.returncode != 0:
            raise AssertionError(verified.stdout + verified.stderr)

    def _wants_more(self) -> bool:
        """Kills may miss a phase by chance. Then up to as many kills follow."""
        kills = self.table.kills
        return kills < self._options.kills or (
            bool(self.never_hit()) and kills < 2 * self._options.kills)

    def never_hit(self) -> list[str]:
        """The phases that a run of this length must have hit."""
        if self._options.kills < 40:
            return []
        return self.table.never_hit(
            kill_phases.REQUIRED if self._options.kills < 200
            else kill_phases.ALL)

    def _start(self) -> Answerboxd:
        return Answerboxd(self._options.daemon, self._state_dir,
                          environment=self._control.environment(False))

    def _start_or_be_killed(self) -> Answerboxd | None:
        """Kills some daemons while they clear up after the last kill."""
        kill_at = 0
        if self._choice.random() < 0.15:
            kill_at = self._choice.randint(1, 4)
            self._control.kill_at(kill_at, CLEARING_UP)
        try:
            daemon = self._start()
        except StartFailure as failure:
            if failure.exit_code != -9:
                raise
            self.table.add({kill_phases.STARTING})
            return None
        finally:
            self._control.lift()
        if kill_at != 0 and self._control.get("count") >= kill_at:
            # The daemon still clears up after a merge when it has said that it
            # is ready.
            daemon.process.wait(PATIENCE_S)
            daemon.close()
            self.table.add({kill_phases.STARTING})
            return None
        return daemon

    def _check(self, daemon: Answerboxd) -> None:
        problems = problems_with(daemon, self._expected)
        if problems:
            raise AssertionError(
                f"after {self.table.kills} kills:\n" + "\n".join(problems))

    def _kill_at_work(self, daemon: Answerboxd) -> None:
        after_s = LATEST_KILL_S
        if self.table.kills % 2 == 0:
            after_s = self._choice.uniform(0, 0.4)
        else:
            kind, most = self._choice.choice(KINDS)
            self._control.kill_at(self._choice.randint(1, most), kind)
        workload = Workload(daemon, self._expected, self._choice,
                            self._version)
        timer = threading.Timer(after_s, daemon.process.kill)
        timer.start()
        try:
            workload.run_until_killed()
        finally:
            timer.cancel()
            timer.join()
            workload.close()
        daemon.process.wait()
        self._control.lift()
        if daemon.process.returncode != -9:
            raise AssertionError(f"the daemon ended by itself: "
                                 f"{daemon.messages()}")
        self._version = workload.version
        self.table.add(workload.in_flight() | kill_phases.phases_left(
            self._state_dir, workload.pending_markers()))


def main() -> int:
    options = campaign.parse_kill_options(__doc__, [40, 200])
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="answerbox-kill-") as folder:
        test = KillTest(options, pathlib.Path(folder))
        test.run()
    print(test.table)
    print(f"every restart served the acknowledged documents, and the audit "
          f"log is whole; "
          f"{time.monotonic() - began:.1f} s")
    if test.never_hit():
        print("never hit: " + "; ".join(test.never_hit()))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
