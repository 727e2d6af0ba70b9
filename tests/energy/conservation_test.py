#!/usr/bin/env python3
"""Conservation of energy in a live daemon: questions and other programs come
and go, and the board's power follows. At any time the parts must add up to the
measured energy. Also measures the cost of sampling.
"""

import argparse
import pathlib
import random
import sys
import tempfile
import threading
import time
import unittest

import campaign
from answerboxd import Answerboxd
from fake_board import FakeBoard

OPTIONS = argparse.Namespace()
TEXT = ("Vaccines are kept between 2 and 8 degrees in the fridge. "
        "The nurse on duty checks it twice a day and writes it down.\n") * 200
QUESTION = "At how many degrees are vaccines kept in the fridge?"
IDLE_W = 2.7
PROCESSOR_W = 1.1  # For each second of CPU time, of any program.
TICK_S = 0.01
UPDATE_S = 0.02


class Load(threading.Thread):
    """Asks in bursts until it is stopped."""

    def __init__(self, daemon: Answerboxd, seed: int):
        super().__init__()
        self.daemon_process = daemon
        self.random = random.Random(seed)
        self.stopping = threading.Event()
        self.asked = 0

    def run(self):
        with self.daemon_process.connect() as connection:
            while not self.stopping.wait(self.random.uniform(0, 1.5)):
                for _ in range(self.random.randint(1, 300)):
                    self.call(connection)
                    self.asked += 1

    def call(self, connection) -> None:
        """Every fourth one chooses no answer."""
        if self.random.randrange(4) == 0:
            connection.call("search", words=QUESTION)
        else:
            connection.call("ask", theta=0.0, question=QUESTION)


class Physics(threading.Thread):
    """Sets the board's power by the CPU time of the daemon and of a program
    that comes and goes."""

    def __init__(self, board: FakeBoard, process: int):
        super().__init__()
        self.board = board
        self.stat = pathlib.Path(f"/proc/{process}/stat")
        self.random = random.Random(1)
        self.stopping = threading.Event()
        self.is_loaded = False

    def cpu_seconds(self) -> float:
        fields = self.stat.read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * TICK_S

    def run(self):
        others_s = 0.0
        first = before = self.cpu_seconds()
        then = time.monotonic()
        while not self.stopping.wait(UPDATE_S):
            now = time.monotonic()
            spent = self.cpu_seconds()
            share = self.random.choice((0, 0, 0, 0.5)) if self.is_loaded else 0
            others_s += share * (now - then)
            busy = (spent - before) / (now - then) + share
            self.board.set_power(int((IDLE_W + PROCESSOR_W * busy) * 1e6) +
                                 self.random.randint(0, 20_000))
            if self.is_loaded:
                self.board.set_busy_ticks(
                    int((spent - first + others_s) / TICK_S))
            before, then = spent, now


class ConservationTest(unittest.TestCase):
    def test_what_is_measured_is_given_out(self):
        with tempfile.TemporaryDirectory(prefix="answerbox-energy-") as name:
            folder = pathlib.Path(name)
            board = FakeBoard(folder / "root")
            with Answerboxd(OPTIONS.daemon, folder / "state",
                            ["--energy-root", str(board.root)]) as daemon:
                daemon.call("documents.add", name="a.md", text=TEXT)
                self.run_load(daemon, board)

    def run_load(self, daemon: Answerboxd, board: FakeBoard) -> None:
        physics = Physics(board, daemon.process.pid)
        physics.start()
        loads = []
        try:
            # The daemon learns the power at rest before there is any load.
            while not daemon.call("energy.status")["idle"]:
                time.sleep(0.2)
            physics.is_loaded = True
            loads = [Load(daemon, seed) for seed in range(2)]
            for load in loads:
                load.start()
            self.watch(daemon)
        finally:
            for thread in (*loads, physics):
                thread.stopping.set()
                thread.join()
        time.sleep(3)  # Waits until the last windows close.
        self.check_run(daemon, sum(load.asked for load in loads))

    def watch(self, daemon: Answerboxd) -> None:
        """The parts must add up each time a window has closed."""
        before = None
        windows = 0
        end = time.monotonic() + OPTIONS.seconds
        while time.monotonic() < end:
            sums = daemon.call("energy.status")["since_start"]
            if before and sums["known_us"] > before["known_us"]:
                windows += 1
                measured, parts = (whole_and_parts(sums)[i] -
                                   whole_and_parts(before)[i] for i in (0, 1))
                self.assertAlmostEqual(parts, measured, delta=measured * 0.01)
            before = sums
            time.sleep(0.1)
        self.assertGreater(windows, OPTIONS.seconds / 3)
        print(f"  {windows} windows", flush=True)

    def check_run(self, daemon: Answerboxd, asked: int) -> None:
        status = daemon.call("energy.status")
        sums = status["since_start"]
        measured, parts = whole_and_parts(sums)
        self.assertAlmostEqual(parts, measured, delta=measured * 0.001)
        report = daemon.call("energy.report")
        account = report["accounts"][0]
        self.assertEqual(account["questions"], asked)
        print(f"  {asked} questions, {account['cpu_us'] / asked:.1f} us each; "
              f"{measured / 1e6:.1f} J = rest {sums['idle_uj'] / 1e6:.1f} J + "
              f"questions {sums['questions_uj'] / 1e6:.3f} J + other "
              f"{sums['other_uj'] / 1e6:.3f} J; unknown for "
              f"{sums['unknown_us'] / 1e6:.1f} s", flush=True)
        # The attributed energy must be that of all questions' records.
        unresolved_share = account["unresolved"] / asked
        self.assertLessEqual(account["uj"], sums["questions_uj"])
        if unresolved_share == 0:
            self.assertEqual(account["uj"], sums["questions_uj"])
        sampler = status["sampler"]
        share = sampler["cpu_ns"] / 1000 / sampler["time_us"]
        print(f"  sampling takes {share:.3%} of a processor", flush=True)
        if OPTIONS.sampler_limit > 0:
            self.assertLess(share, OPTIONS.sampler_limit)


def whole_and_parts(sums: dict) -> tuple[int, int]:
    return (sums["measured_uj"],
            sums["idle_uj"] + sums["questions_uj"] + sums["other_uj"] +
            sums["unsplit_uj"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--seconds", type=float,
                        default=campaign.size([20, 60]))
    parser.add_argument("--sampler-limit", type=float, default=0,
                        help="share of a processor; 0: only told")
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
