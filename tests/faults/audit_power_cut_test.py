#!/usr/bin/env python3
"""Cuts the power at every file operation of the audit log and of its kept head:
makes the states in which a disk may be left, opens each as the daemon would,
and verifies it. No state may count as tampering.

With `--audit each`, every reply that had left must be on record, the log must
go on, and its chain must verify. Old files are removed meanwhile: records that
a record calls removed may be gone.
"""

import itertools
import pathlib
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator

from answerboxd import Answerboxd
from crash_states import Disk, Files, crash_states
from io_control import IoControl, IoKind, LoggedOperation
from power_cut_program import parse_options, report
from state_inspector import inspect_all

_RUN = re.compile(rb'"run":"([0-9a-f]{16})","recorded":true')
_RECORD = re.compile(rb'\{"seq":([0-9]+),"prev":[^\n]*?"run":"([0-9a-f]{16})"')
QUESTIONS = 70  # In each run of the daemon.
RUNS = 3
BATCH = 400
# For each write, besides those at the ends of blocks.
FURTHER_CUTS = 40
# If there are fewer, the recording is wrong.
LEAST_STATES = 10_000
OPTIONS = ["--audit", "each", "--audit-file-bytes", "65536",
           "--audit-questions", "plain", "--audit-head-records", "25",
           "--audit-keep-bytes", "131072"]


def record(binary: str, library: str, folder: pathlib.Path
           ) -> tuple[list[LoggedOperation], str]:
    state_dir = folder / "state"
    state_dir.mkdir()
    control = IoControl(library, state_dir, folder)
    control.set("skip_syncs", 1)  # Syncs are only recorded.
    environment = control.environment(with_log=True)
    for run in range(RUNS):
        daemon = Answerboxd(binary, state_dir, OPTIONS, environment)
        with daemon, daemon.connect() as connection:
            ask_and_change(connection, run)
            if run == 0:
                daemon.stop()
            else:  # Killed while this record was on its way.
                connection.send("ask", question="who comes last?")
    return of_audit(control.log(), str(state_dir)), str(state_dir)


def of_audit(operations: list[LoggedOperation], root: str
             ) -> list[LoggedOperation]:
    """Operations on the audit folder, on the kept head, and on the folder of
    both."""
    def is_of_audit(path: str) -> bool:
        name = path.removeprefix(root).strip("/").split("/")[0]
        return name in ("", "audit", "audit-head", "audit-head.new")

    handles: dict[tuple[int, int], bool] = {}
    kept = []
    for operation in operations:
        handle = (operation.process, operation.fd)
        if operation.kind in (IoKind.OPEN, IoKind.CREATE):
            handles[handle] = is_of_audit(operation.path)
            is_kept = handles[handle]
        elif operation.kind in (IoKind.WRITE, IoKind.TRUNCATE,
                                IoKind.SYNC_FILE, IoKind.SYNC_FOLDER):
            is_kept = handles.get(handle, False)
        else:
            is_kept = (operation.kind == IoKind.SEND
                       or is_of_audit(operation.path))
        if is_kept:
            kept.append(operation)
    return kept


def ask_and_change(connection, run: int) -> None:
    connection.call("documents.add", name=f"pump-{run}",
                    text=f"Pump {run} is blue. It stands in the hall.")
    for number in range(QUESTIONS):
        connection.call("ask", question=f"what is pump {number} like?")
        if number % 20 == 7:
            together = {connection.send("ask", question=f"where is {other}?")
                        for other in range(6)}
            while together:  # Replies come in any order.
                together.discard(connection.receive()["id"])
    connection.call("audit.head")
    connection.call("audit.rotate_key")
    connection.call("documents.remove", name=f"pump-{run}")


def moments(operations: list[LoggedOperation], root: str, seed: int
            ) -> Iterator[tuple[str, Files, int]]:
    """Every state once, with the number of replies that had left by then at
    most. If a state arises twice, the later moment counts."""
    choice = random.Random(seed)
    disk = Disk()
    acknowledged = 0
    seen: dict[int, int] = {}
    for number, operation in enumerate(operations):
        if operation.kind == IoKind.SEND:
            acknowledged += len(_RUN.findall(operation.data))
        else:
            disk.replay(operation, root)
            if operation.kind == IoKind.OPEN:
                continue
        moment = f"operation {number}: {operation.kind.name} {operation.path}"
        for kind, files in crash_states(disk, choice, FURTHER_CUTS):
            key = hash(files)
            if seen.get(key) != acknowledged:
                seen[key] = acknowledged
                yield f"{moment}; {kind}", files, acknowledged


def acknowledged_runs(operations: list[LoggedOperation]) -> list[str]:
    return [run.decode() for operation in operations
            if operation.kind == IoKind.SEND
            for run in _RUN.findall(operation.data)]


def numbers_of_records(operations: list[LoggedOperation]) -> dict[str, int]:
    """By their runs."""
    return {run.decode(): int(number) for operation in operations
            if operation.kind == IoKind.WRITE
            for number, run in _RECORD.findall(operation.data)}


def judge(inspector: str, states: Iterator[tuple[str, Files, int]],
          runs: list[str], numbers: dict[str, int]
          ) -> tuple[int, list[tuple[str, Files]], int]:
    """The number of states, the states that fail, and the longest opening in
    microseconds."""
    count = 0
    slowest = 0
    failures = []
    while batch := list(itertools.islice(states, BATCH)):
        results = inspect_all(inspector, [files for _, files, _ in batch])
        for (what, files, acknowledged), (_, result) in zip(batch, results):
            count += 1
            slowest = max(slowest, result.get("microseconds", 0))
            lost = {run for run in runs[:acknowledged]
                    if numbers[run] >= result.get("begin", 0)}
            lost -= set(result.get("runs", []))
            if "error" in result or lost:
                reason = result.get("error") or f"{len(lost)} records lost"
                failures.append((f"{what}: {reason}", files))
    return count, failures, slowest


def thinned(states, limit: int, total: int, seed: int):
    choice = random.Random(seed)
    return (state for state in states
            if limit == 0 or choice.random() < limit / total)


def main() -> int:
    options = parse_options(__doc__)

    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="answerbox-audit-") as folder:
        operations, root = record(options.daemon, options.library,
                                  pathlib.Path(folder))
    runs = acknowledged_runs(operations)
    numbers = numbers_of_records(operations)
    total = sum(1 for _ in moments(operations, root, options.seed))
    print(f"{len(operations)} operations recorded, {len(runs)} replies, "
          f"{total} states, seed {options.seed}", flush=True)
    states = thinned(moments(operations, root, options.seed), options.states,
                     total, options.seed)
    count, failures, slowest = judge(options.inspector, states, runs, numbers)
    report(failures, options.keep)
    print(f"{count} opened, {len(failures)} failed, opening took {slowest} us "
          f"at most, {time.monotonic() - began:.1f} s", flush=True)
    if failures or total < LEAST_STATES:
        return 1
    if not any(operation.kind == IoKind.RENAME
               and operation.second_path.endswith("/audit-head")
               for operation in operations):
        print("the kept head was never replaced")
        return 1
    if not any(operation.kind == IoKind.UNLINK
               and operation.path.endswith(".jsonl")
               for operation in operations):
        print("no file was removed")
        return 1
    # A daemon that forgot to sync must fail this test.
    forgetful = [operation for operation in operations
                 if operation.kind != IoKind.SYNC_FILE]
    _, found, _ = judge(options.inspector,
                        itertools.islice(moments(forgetful, root, options.seed),
                                         400), runs, numbers)
    print(f"had syncs been forgotten: {len(found)} of 400 states found damaged")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
