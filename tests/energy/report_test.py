#!/usr/bin/env python3
"""Ten thousand questions and queries on a board whose energy is known to the microjoule:
the client's report must show the energy that they used.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from answerboxd import Answerboxd
from fake_board import FakeBoard

OPTIONS = argparse.Namespace()
# Collections, and the length of their documents. Questions about long documents
# cost more.
COLLECTIONS = {"handbook": 40, "archive": 800}
TEXT = ("Vaccines are kept between 2 and 8 degrees in the fridge. "
        "The nurse on duty checks it twice a day and writes it down.\n")
QUESTION = "At how many degrees are vaccines kept in the fridge?"
# Most calls are questions.
CALLS = [*[("ask", {"question": QUESTION, "theta": 0.0})] * 7,
         ("search", {"words": QUESTION}),
         ("select", {"question": QUESTION, "tokens": 100}),
         ("ground", {"context": [TEXT], "answer": TEXT})]
REST_W = 2.7
# For each second of CPU time, of any program. It is so much that questions
# stand out of the sensor's noise, even on a slow machine.
PROCESSOR_W = 20.0
UPDATE_S = 0.01
SPREAD_S = 0.05
WITHIN = 0.05


class KnownBoard(threading.Thread):
    """A board that rests, and uses exactly the energy of the questions and
    other programs. It spreads new energy over a while, like a board's
    capacitors and a chip's averaging. A power that jumped with every late
    update would test this machine and not the report."""

    def __init__(self, board: FakeBoard):
        super().__init__()
        self.board = board
        self.random = random.Random(1)
        self.stopping = threading.Event()
        self.has_others = False
        self.cpu_s = 0.0  # Of questions; their thread writes it.
        self.others_s = 0.0

    def run(self):
        shown_j = 0.0  # Energy above rest.
        power_w = 0.0
        then = time.monotonic()
        while not self.stopping.wait(UPDATE_S):
            now = time.monotonic()
            if self.has_others:
                self.others_s += self.random.choice((0, 0, 0.2)) * (now - then)
            shown_j += power_w * (now - then)
            used_s = self.cpu_s + self.others_s
            power_w = max(0.0, (used_s * PROCESSOR_W - shown_j) /
                          max(SPREAD_S, 2 * (now - then)))
            self.board.set_power(int((REST_W + power_w) * 1e6) +
                                 self.random.randint(-2_000, 2_000))
            self.board.set_busy_ns(int(used_s * 1e9))
            then = now


class ReportTest(unittest.TestCase):
    def test_the_report_is_what_questions_used(self):
        with tempfile.TemporaryDirectory(prefix="answerbox-energy-") as name:
            folder = pathlib.Path(name)
            board = FakeBoard(folder / "root")
            with Answerboxd(OPTIONS.daemon, folder / "state",
                            ["--energy-root", str(board.root),
                             "--energy-min-interval-ms", "10"]) as daemon:
                physics = KnownBoard(board)
                physics.start()
                try:
                    used_j = self.ask_all(daemon, physics)
                    time.sleep(3)  # Waits until the last windows close.
                finally:
                    physics.stopping.set()
                    physics.join()
                self.check(daemon, used_j)

    def ask_all(self, daemon: Answerboxd, physics: KnownBoard) -> dict:
        """The true energy of each collection's questions."""
        for name, lines in COLLECTIONS.items():
            daemon.call("collections.create", name=name)
            daemon.call("documents.add", collection=name, name="a.md",
                        text=TEXT * lines)
        while not daemon.call("energy.status")["idle"]:
            time.sleep(0.2)
        physics.has_others = True
        used_j = dict.fromkeys(COLLECTIONS, 0.0)
        choice = random.Random(2)
        with daemon.connect() as connection:
            for _ in range(OPTIONS.questions):
                name = choice.choice(tuple(COLLECTIONS))
                method, params = choice.choice(CALLS)
                energy = connection.call(method, collection=name,
                                         **params)["energy"]
                physics.cpu_s += energy["cpu_us"] / 1e6
                used_j[name] += energy["cpu_us"] / 1e6 * PROCESSOR_W
        return used_j

    def check(self, daemon: Answerboxd, used_j: dict) -> None:
        said = subprocess.run(
            [OPTIONS.client, "energy", "report", "--json",
             "--socket", str(daemon.socket_path)],
            capture_output=True, text=True, timeout=60, check=True).stdout
        report = json.loads(said)
        self.assertEqual(report["questions"]["questions"], OPTIONS.questions)
        self.assertEqual(report["questions"]["unresolved"], 0)
        accounts = {account["collection"]: account
                    for account in report["accounts"]}
        for name, true_j in used_j.items():
            account = accounts[name]
            error = account["uj"] / 1e6 / true_j - 1
            print(f"  {name}: {account['questions']} questions, "
                  f"{true_j / account['questions'] * 1e6:.1f} uJ each, "
                  f"reported {error:+.2%}", flush=True)
            self.assertLess(abs(error), WITHIN)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--questions", type=int, default=10_000)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
