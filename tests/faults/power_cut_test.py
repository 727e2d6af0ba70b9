#!/usr/bin/env python3
"""Cuts the power at every file operation of a recorded session with the daemon:
makes the disk states that a file system may leave then, and opens them.

Acknowledged changes must be there. After an unacknowledged change, a document
may have the old or the new state. Opening must never fail, and nothing may be
damaged. No file may hold a document whose erasing was acknowledged. A pack is
there as a whole or not at all.
"""

import collections
import dataclasses
import pathlib
import random
import sys
import tempfile
import time

from crash_states import Disk, Files, crash_states
from io_control import IoKind
from power_cut_program import parse_options, report
from power_cut_scenario import Recording, acknowledged, record
from state_inspector import inspect_all

# SHA-256 by document. Several if a change is on its way; None: the document
# does not exist.
Expectation = dict[str, frozenset[str | None]]
# If there are fewer, the recording is wrong.
LEAST_STATES = 2000


def expectation_now(recording: Recording) -> Expectation:
    expected = recording.expected
    return {f"{collection}/{name}": frozenset(
                document.sha256 if document else None
                for document in expected.acceptable((collection, name)))
            for collection, name in expected.keys()}


class States:
    """Every state that may be left, once, with all expectations for it."""

    def __init__(self, recording: Recording, seed: int):
        self.expectations: list[Expectation] = []
        self.erased: list[frozenset[bytes]] = []  # At each of its moments.
        # Places in `expectations`. The same state may arise at many moments.
        self.found: dict[Files, set[int]] = {}
        self.kind_of: dict[Files, str] = {}
        self.moment_of: dict[Files, str] = {}
        self.moments = 0
        self.wholes = recording.wholes
        self._collect(recording, random.Random(seed))

    def _collect(self, recording: Recording, choice: random.Random) -> None:
        disk = Disk()
        sent: dict[tuple[int, int], bytes] = {}
        recording.forget_acknowledgements()
        self._expect(recording)
        for number, operation in enumerate(recording.operations):
            if operation.kind == IoKind.SEND:
                if acknowledged(recording, sent, operation):
                    self._expect(recording)
            else:
                disk.replay(operation, recording.root)
                if operation.kind == IoKind.OPEN:
                    continue
            self.moments += 1
            moment = (f"operation {number}: {operation.kind.name} "
                      f"{operation.path or operation.fd}")
            for kind, files in crash_states(disk, choice):
                if files not in self.found:
                    self.found[files] = set()
                    self.kind_of[files] = kind
                    self.moment_of[files] = moment
                self.found[files].add(len(self.expectations) - 1)

    def _expect(self, recording: Recording) -> None:
        self.expectations.append(expectation_now(recording))
        self.erased.append(frozenset(recording.erased))

    def text_that_came_back(self, files: Files) -> str | None:
        erased = frozenset().union(*[self.erased[number]
                                     for number in self.found[files]])
        for name, content in files:
            for marker in erased:
                if marker in content:
                    return f"{name} holds {marker.decode()}, which was erased"
        return None

    def problem(self, files: Files, result: dict) -> str | None:
        if "error" in result:
            return result["error"]
        documents = result["documents"]
        came_back = self.text_that_came_back(files)
        if came_back is not None:
            return came_back
        packed = frozenset((name, digest) for name, digest in documents.items()
                           if name.startswith("packed/"))
        if packed not in self.wholes:
            return f"a pack came or went in part: {sorted(packed)}"
        for number in self.found[files]:
            expectation = self.expectations[number]
            for name in documents.keys() | expectation.keys():
                acceptable = expectation.get(name, frozenset([None]))
                if documents.get(name) not in acceptable:
                    return (f"{name} is {documents.get(name)}, acceptable is "
                            f"{set(acceptable)}")
        return None


def choose(states: States, limit: int, seed: int) -> list[Files]:
    """All states, or `limit` of them, taken evenly from the kinds."""
    everything = list(states.found)
    if limit == 0 or len(everything) <= limit:
        return everything
    random.Random(seed).shuffle(everything)
    by_kind = collections.defaultdict(list)
    for files in everything:
        by_kind[kind_name(states, files)].append(files)
    chosen: list[Files] = []
    while len(chosen) < limit:
        for waiting in by_kind.values():
            if waiting and len(chosen) < limit:
                chosen.append(waiting.pop())
    return chosen


def kind_name(states: States, files: Files) -> str:
    kind = states.kind_of[files]
    return "last write cut" if kind.startswith("last write cut") else kind


def print_table(states: States, chosen: list[Files]) -> None:
    of_all = collections.Counter(kind_name(states, files)
                                 for files in states.found)
    of_chosen = collections.Counter(kind_name(states, files)
                                    for files in chosen)
    print(f"{'first arisen as':<36}{'states':>8}{'opened':>8}")
    for kind, count in of_all.most_common():
        print(f"{kind:<36}{count:>8}{of_chosen[kind]:>8}")
    print(f"{'together':<36}{len(states.found):>8}{len(chosen):>8}")


def open_states(inspector: str, states: States, chosen: list[Files]
                ) -> list[tuple[str, Files]]:
    """The states that are wrong: why, and since when."""
    failures = []
    for files, result in inspect_all(inspector, chosen):
        problem = states.problem(files, result)
        if problem is not None:
            failures.append((f"{states.moment_of[files]}; "
                             f"{states.kind_of[files]}: {problem}", files))
    return failures


def can_fail(inspector: str, recording: Recording, forgotten: IoKind,
             seed: int) -> bool:
    """Whether the test would notice a daemon that forgot these syncs."""
    states = States(dataclasses.replace(recording, operations=[
        operation for operation in recording.operations[:500]
        if operation.kind != forgotten]), seed)
    chosen = choose(states, 100, seed)
    failures = open_states(inspector, states, chosen)
    print(f"had {forgotten.name} been forgotten: {len(failures)} of "
          f"{len(chosen)} states found damaged", flush=True)
    return bool(failures)


def main() -> int:
    options = parse_options(__doc__)

    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="answerbox-power-") as folder:
        recording = record(options.daemon, options.library,
                           pathlib.Path(folder))
    states = States(recording, options.seed)
    print(f"{len(recording.operations)} operations recorded, power cut at "
          f"{states.moments} moments, {len(states.expectations)} "
          f"acknowledgements, seed {options.seed}", flush=True)
    chosen = choose(states, options.states, options.seed)
    failures = open_states(options.inspector, states, chosen)
    report(failures, options.keep)
    print_table(states, chosen)
    print(f"{len(failures)} failed, {time.monotonic() - began:.1f} s", flush=True)
    if failures or len(chosen) < LEAST_STATES:
        return 1
    for forgotten in (IoKind.SYNC_FILE, IoKind.SYNC_FOLDER):
        if not can_fail(options.inspector, recording, forgotten, options.seed):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
