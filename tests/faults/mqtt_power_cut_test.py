#!/usr/bin/env python3
"""Cuts the power at every file operation on the file of MQTT sessions: makes the
states that a disk may be left in, and opens each as the daemon would. Every
message whose acknowledgement had left must wait for its subscriber then, and
none of QoS 2 twice.
"""

import itertools
import pathlib
import random
import sys
import tempfile
import time
from collections.abc import Iterator

from answerboxd import Answerboxd
from crash_states import Disk, Files, crash_states
from io_control import IoControl, IoKind, LoggedOperation
from power_cut_program import parse_options, report
from state_inspector import inspect_all

sys.path.append(str(pathlib.Path(__file__).parent.parent / "mqtt"))
# pylint: disable=wrong-import-position
from box import free_port  # noqa: E402
from lasting_client import PUBREC, LastingClient, pump  # noqa: E402
from wire import PUBACK  # noqa: E402

MESSAGES = 90  # In each run of the daemon.
RUNS = 2
BATCH = 400
FURTHER_CUTS = 10  # Of each write, besides those at the ends of blocks.
# Fewer would mean that the recording is not what it should be.
LEAST_STATES = 1_000
# The file is so small that it is made anew now and then.
OPTIONS = ["--energy-sensor", "none", "--mqtt-anonymous", "loopback",
           "--mqtt-session-bytes", "262144",
           "--mqtt-max-queued-messages", "1000"]
SESSIONS = "mqtt-sessions"


class Subscriber(LastingClient):
    """Is there to subscribe alone: then messages wait for it."""

    is_subscribed = False

    def on_session(self) -> None:
        self.subscribe("t")

    def on_subscribed(self) -> None:
        self.is_subscribed = True


class Publisher(LastingClient):
    """The number of its message is that of its packet."""

    def __init__(self, client_id: str):
        super().__init__(client_id)
        self.sent = 0

    def publish_one(self) -> None:
        self.sent += 1
        self.publish("t", b"%d " % self.sent + bytes(800), 1 + self.sent % 2)


def record(binary: str, library: str, folder: pathlib.Path
           ) -> tuple[list[LoggedOperation], str]:
    state_dir = folder / "state"
    state_dir.mkdir()
    control = IoControl(library, state_dir, folder)
    control.set("skip_syncs", 1)  # They are judged, not needed.
    environment = control.environment(with_log=True)
    subscriber, publisher = Subscriber("subscriber"), Publisher("publisher")
    for run in range(RUNS):
        port = free_port()
        options = ["--mqtt", f"127.0.0.1:{port}", *OPTIONS]
        with Answerboxd(binary, state_dir, options, environment) as daemon:
            if run == 0:
                subscriber.connect(port)
                while not subscriber.is_subscribed:
                    pump([subscriber], 1)
                subscriber.drop()
            publisher.connect(port)
            for number in range(MESSAGES):
                publisher.publish_one()
                while publisher.unacknowledged() > number % 6:
                    pump([publisher], 1)
            if run == 0:
                daemon.stop()
            else:
                daemon.kill()
        publisher.drop()
    return of_sessions(control.log(), str(state_dir)), str(state_dir)


def of_sessions(operations: list[LoggedOperation], root: str
                ) -> list[LoggedOperation]:
    """Those on the file of sessions and its folder, and what was sent."""
    def is_of_sessions(path: str) -> bool:
        name = path.removeprefix(root).strip("/")
        return name in ("", SESSIONS, f"{SESSIONS}.new")

    handles: dict[tuple[int, int], bool] = {}
    kept = []
    for operation in operations:
        handle = (operation.process, operation.fd)
        if operation.kind in (IoKind.OPEN, IoKind.CREATE):
            handles[handle] = is_of_sessions(operation.path)
            is_kept = handles[handle]
        elif operation.kind in (IoKind.WRITE, IoKind.TRUNCATE,
                                IoKind.SYNC_FILE, IoKind.SYNC_FOLDER):
            is_kept = handles.get(handle, False)
        else:
            is_kept = (operation.kind == IoKind.SEND
                       or is_of_sessions(operation.path))
        if is_kept:
            kept.append(operation)
    return kept


def acknowledged_by(data: bytes) -> list[str]:
    """Numbers of messages that PUBACK or PUBREC packets in `data` are of."""
    numbers = []
    while len(data) >= 4:
        size = 2 + data[1]
        if data[0] >> 4 in (PUBACK, PUBREC) and size == 4:
            numbers.append(str(int.from_bytes(data[2:4], "big")))
        data = data[size:]
    return numbers


def moments(operations: list[LoggedOperation], root: str, seed: int
            ) -> Iterator[tuple[str, Files, int]]:
    """Every state, once, with how many acknowledgements had left at the latest:
    a state that arises twice is judged by the later moment."""
    choice = random.Random(seed)
    disk = Disk()
    acknowledged = 0
    seen: dict[int, int] = {}
    for number, operation in enumerate(operations):
        if operation.kind == IoKind.SEND:
            acknowledged += len(acknowledged_by(operation.data))
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


def judge(inspector: str, states: Iterator[tuple[str, Files, int]],
          acknowledged: list[str]) -> tuple[int, list[tuple[str, Files]]]:
    """States, and those that fail."""
    count = 0
    failures = []
    while batch := list(itertools.islice(states, BATCH)):
        results = inspect_all(inspector, [files for _, files, _ in batch])
        for (what, files, number), (_, result) in zip(batch, results):
            count += 1
            waiting = result.get("messages", [])
            lost = set(acknowledged[:number]) - set(waiting)
            # Of odd numbers are those of QoS 2.
            once = [each for each in waiting if int(each) % 2]
            twice = len(once) - len(set(once))
            if "error" in result or lost or twice:
                reason = result.get("error") or (
                    f"{len(lost)} messages lost, {twice} of QoS 2 twice")
                failures.append((f"{what}: {reason}", files))
    return count, failures


def main() -> int:
    options = parse_options(__doc__)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="answerbox-mqtt-") as folder:
        operations, root = record(options.daemon, options.library,
                                  pathlib.Path(folder))
    acknowledged = [number for operation in operations
                    if operation.kind == IoKind.SEND
                    for number in acknowledged_by(operation.data)]
    total = sum(1 for _ in moments(operations, root, options.seed))
    choice = random.Random(options.seed)
    share = options.states / total if options.states else 1
    states = (state for state in moments(operations, root, options.seed)
              if choice.random() < share)
    count, failures = judge(options.inspector, states, acknowledged)
    report(failures, options.keep)
    print(f"{len(operations)} operations recorded, {len(acknowledged)} "
          f"messages acknowledged; {count} of {total} states opened, "
          f"{len(failures)} failed, {time.monotonic() - began:.1f} s",
          flush=True)
    if failures or total < LEAST_STATES:
        return 1
    if sum(operation.kind == IoKind.RENAME for operation in operations) <= RUNS:
        print("the file was never made anew but at a start")
        return 1
    # The test must be able to fail: a daemon that forgot to sync is found out.
    forgetful = [operation for operation in operations
                 if operation.kind != IoKind.SYNC_FILE]
    _, found = judge(options.inspector,
                     itertools.islice(moments(forgetful, root, options.seed),
                                      400), acknowledged)
    print(f"had syncs been forgotten: {len(found)} of 400 states found damaged")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
