#!/usr/bin/env python3
"""Sensors that hang, a disk that stalls, a clock that is wrong, damaged sums:
the daemon goes on answering with one question thread, says what is wrong, and
stops when it is told to.
"""

import argparse
import os
import pathlib
import signal
import struct
import sys
import tempfile
import time
import unittest

from answerboxd import Answerboxd
from connection import RequestError
from fake_board import FakeBoard, INA226
from gate import Gate
from polling import Polling

OPTIONS = argparse.Namespace()
TEXT = ("Vaccines are kept between 2 and 8 degrees in the fridge. "
        "The nurse on duty checks it twice a day and writes it down.\n") * 20
QUESTION = "At how many degrees are vaccines kept?"
QUICK = ("--energy-min-interval-ms", "10", "--question-threads", "1")
# Stopping must wait for no hanging call. Far below the time that requests in
# flight get.
PROMPT_S = 20
POWER = "sys/class/hwmon/hwmon0/power1_input"
DAY_S = 24 * 3600


class WrongClock:
    """The wall clock of a daemon, which a test can set."""

    def __init__(self, folder: pathlib.Path):
        self._seconds = folder / "clock"
        self._seconds.write_bytes(bytes(8))
        sanitizer = os.environ.get("ASAN_OPTIONS", "")
        self.environment = {
            "LD_PRELOAD": OPTIONS.clock_library,
            # This library is preloaded before the sanitizer's own.
            "ASAN_OPTIONS": f"{sanitizer}:verify_asan_link_order=0",
            "ANSWERBOX_CLOCK": str(self._seconds)}

    def set_wrong_by(self, seconds: int) -> None:
        with open(self._seconds, "r+b") as file:
            file.write(struct.pack("=q", seconds))


class FaultTest(Polling, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-energy-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.board = FakeBoard(self.folder / "root")

    def gate(self, root: pathlib.Path) -> Gate:
        gate = Gate(OPTIONS.library, self.folder, root)
        self.addCleanup(gate.remove)
        return gate

    def start(self, *options: str, faulty: Gate | WrongClock | None = None,
              window_ms: int = 100) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, self.folder / "state",
                            ["--energy-root", str(self.board.root), *QUICK,
                             "--energy-window-ms", str(window_ms), *options],
                            faulty.environment if faulty else None)
        self.addCleanup(daemon.close)
        return daemon

    def wait_for_state(self, daemon: Answerboxd, *states: str) -> dict:
        return self.wait_for(daemon, "energy.sensors",
                             lambda result: result["state"] in states)

    def check_service(self, daemon: Answerboxd) -> None:
        """Questions and uploads must go on, and energy methods must reply."""
        for number in range(3):
            daemon.call("documents.add", name=f"{number}.md", text=TEXT)
            self.assertTrue(daemon.call("ask", question=QUESTION,
                                        theta=0.0)["answered"])
        for method in ("energy.sensors", "energy.status", "energy.report",
                       "status"):
            daemon.call(method)

    def check_stop(self, daemon: Answerboxd) -> None:
        daemon.process.send_signal(signal.SIGTERM)
        self.assertEqual(daemon.process.wait(PROMPT_S), 0)

    def put_pipe(self) -> None:
        pipe = self.board.root / "pipe"
        os.mkfifo(pipe)
        os.replace(pipe, self.board.root / POWER)

    def test_a_pipe_in_place_of_the_sensor_is_told_and_left_alone(self):
        daemon = self.start()
        self.wait_for_state(daemon, "good")
        self.put_pipe()
        told = self.wait_for_state(daemon, "unreadable")
        self.assertIn("a regular file was expected", told["problem"])
        self.assertIn("power1_input", told["problem"])
        self.check_service(daemon)
        # Works whether or not a process has opened it.
        writer = os.open(self.board.root / POWER, os.O_RDWR)
        self.check_service(daemon)
        os.close(writer)
        self.board.set_power(2_700_000)
        self.wait_for_state(daemon, "good")
        self.check_stop(daemon)

    def test_a_pipe_at_the_start_is_found_as_a_sensor_when_it_is_one(self):
        self.put_pipe()
        daemon = self.start("--energy-sensor", INA226)
        told = daemon.call("energy.sensors")
        self.assertEqual(told["chosen"], INA226)
        self.assertIn("a regular file was expected",
                      told["sensors"][0]["reason"])
        self.check_service(daemon)
        self.board.set_power(2_700_000)
        self.wait_for_state(daemon, "good")
        self.check_stop(daemon)

    def test_a_read_that_hangs_holds_up_nothing(self):
        gate = self.gate(self.board.root / "sys/class/hwmon/hwmon0")
        daemon = self.start(faulty=gate)
        self.wait_for_state(daemon, "good")
        gate.close()
        told = self.wait_for_state(daemon, "silent")
        self.assertIn("wait for an answer of", told["problem"])
        self.check_service(daemon)
        asked = daemon.call("ask", question=QUESTION, theta=0.0)["energy"]
        self.wait_for(daemon, "energy.question",
                      lambda record: record["complete"] and
                      record["state"] == "unresolved",
                      question=asked["question"])
        gate.open()
        self.wait_for_state(daemon, "good")
        gate.close()
        self.wait_for_state(daemon, "silent")
        self.check_stop(daemon)
        gate.open()

    def test_a_sensor_that_hangs_at_the_start_stops_no_other(self):
        self.board.add_sensor("hwmon1")
        gate = self.gate(self.board.root / "sys/class/hwmon/hwmon0")
        gate.close()
        daemon = self.start(faulty=gate)
        self.assertEqual(daemon.call("energy.sensors")["chosen"], INA226)
        self.wait_for_state(daemon, "good")
        self.check_service(daemon)
        self.check_stop(daemon)
        gate.open()

    def test_all_goes_on_while_the_logs_disk_stalls(self):
        gate = self.gate(self.folder / "state/audit")
        daemon = self.start("--audit-buffer-bytes", "65536",
                            "--question-threads", "1", faulty=gate,
                            window_ms=1000)
        daemon.call("documents.add", name="a.md", text=TEXT)
        self.wait_for(daemon, "energy.status", lambda status: status["idle"])
        gate.close()
        # More than the buffer of the log takes.
        recorded = [daemon.call("ask", question=QUESTION, theta=0.0)["recorded"]
                    for _ in range(300)]
        self.assertIn(False, recorded)
        self.check_service(daemon)
        self.wait_for_metering(daemon, 2_000_000)
        gate.open()
        self.wait_for(daemon, "status",
                      lambda status: status["audit"]["unrecorded"] > 0 and
                      "failure" not in status["audit"])
        self.wait_until_recorded(daemon)
        self.check_stop(daemon)

    def wait_until_recorded(self, daemon: Answerboxd) -> None:
        self.wait_for(daemon, "ask", lambda reply: reply["recorded"],
                      question=QUESTION, theta=0.0)

    def wait_for_metering(self, daemon: Answerboxd, microseconds: int) -> None:
        before = daemon.call("energy.status")["since_start"]["known_us"]
        self.wait_for(daemon, "energy.status",
                      lambda status: status["since_start"]["known_us"] >=
                      before + microseconds)

    def test_a_clock_that_is_wrong_for_a_while_costs_no_history(self):
        clock = WrongClock(self.folder)
        daemon = self.start(faulty=clock)
        for wrong_by in (0, 400 * DAY_S, 3000 * DAY_S, -10 * 365 * DAY_S, 0):
            clock.set_wrong_by(wrong_by)
            now = time.time() + wrong_by
            periods = self.wait_for(
                daemon, "energy.report",
                lambda report, now=now: any(
                    period["begin"] <= now < period["begin"] + 3660 and
                    period["machine"]["measured_uj"] > 0
                    for period in report["periods"]),
                periods=True)["periods"]
            self.assertLessEqual(periods[-1]["begin"], now + 60)
        begun = {period["begin"] // DAY_S for period in periods}
        today = int(time.time()) // DAY_S
        self.assertTrue({today, today - 1} & begun)
        self.assertIn(today - 3650, begun)
        measured = sum(p["machine"]["measured_uj"] for p in periods)
        self.check_stop(daemon)
        # The same after a restart, with the later periods too.
        clock.set_wrong_by(3001 * DAY_S)
        daemon = self.start(faulty=clock)
        report = daemon.call("energy.report", periods=True)
        self.assertGreaterEqual(len(report["periods"]), 4)
        self.assertGreater(report["machine"]["measured_uj"], measured)
        self.check_stop(daemon)

    def test_damaged_books_are_named_set_aside_and_not_served(self):
        daemon = self.start()
        daemon.call("documents.add", name="a.md", text=TEXT)
        daemon.call("ask", question=QUESTION, theta=0.0)
        self.check_stop(daemon)
        usage = self.folder / "state/energy/usage"
        whole = usage.read_bytes()
        for name in ("usage.damaged", "usage.damaged.2"):
            at = whole.index(b"period")
            usage.write_bytes(whole[:at] + b"P" + whole[at + 1:])
            damaged = usage.read_bytes()
            daemon = self.start()
            self.assertEqual(daemon.call("energy.report")["accounts"], [])
            told = daemon.call("energy.status")["damaged"]
            self.assertEqual(len(told), 1)
            self.assertIn(f"{usage} is damaged in line 2, at byte {at}",
                          told[0])
            self.assertIn(told[0], daemon.messages())
            self.assertEqual(daemon.call("status")["energy"]["damaged"], told)
            self.assertEqual(usage.with_name(name).read_bytes(), damaged)
            self.check_stop(daemon)

    def test_a_calibration_is_refused_while_the_sensor_is_silent(self):
        gate = self.gate(self.board.root / "sys/class/hwmon/hwmon0")
        daemon = self.start(faulty=gate)
        daemon.call("documents.add", name="a.md", text=TEXT)
        self.wait_for_state(daemon, "good")
        gate.close()
        self.wait_for_state(daemon, "silent")
        with self.assertRaises(RequestError) as refused:
            daemon.call("energy.calibrate", questions=[QUESTION], rounds=2,
                        seconds=0.1)
        self.assertEqual(refused.exception.kind, "busy")
        self.check_stop(daemon)
        gate.open()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--clock-library", required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
