#!/usr/bin/env python3
"""Changes a real daemon: documents are added, replaced and removed, segments
are merged and compacted, and the daemon is restarted. After every step each
question must get the same reply as from a daemon that got only the live
documents, in another order. At the end the audit log is replayed.
ANSWERBOX_CAMPAIGN=full takes 200 steps, otherwise a twentieth.
"""

import argparse
import json
import pathlib
import random
import shutil
import subprocess
import tempfile
import unittest

import campaign
from answerboxd import Answerboxd

OPTIONS = argparse.Namespace()
STEPS = campaign.size([10, 200])
MOST_DOCUMENTS = 20
# Members that differ between two runs of one question on one collection.
FORMS = ("auto", "sentence", "list", "row", "passage", "section")
CIRCUMSTANCES = ("run", "snapshot", "latency_us", "energy", "audit")
SENTENCES = (
    "Vaccines are kept between 2 and 8 degrees.",
    "Vaccines are kept between 2 and 5 degrees.",
    "The fridge is read twice a day.",
    "Insulin is stored in the door of the fridge.",
    "Nurse Lopez repaired the infusion pump in 2019.",
    "The clinic opens at 8:00 and closes at 17:00.",
    "On Wednesday the clinic closes at noon.",
    "Hands are rubbed for 30 seconds.",
    "Morphine is kept under lock and key.",
    "A cold box holds vaccines for four hours without power.",
)
QUESTIONS = (
    "Where are vaccines kept?", "vaccines vaccines",
    "Who repaired the pump in 2020?", "When does the clinic close?",
    "How often is the fridge read?", "Is there a rhinoceros?",
    "How long does a cold box hold vaccines without power?",
)


class Pair:
    """A collection that changes, and its expected documents."""

    def __init__(self, profile: str):
        self.name = profile
        self.profile = profile
        self.documents: dict[str, str] = {}


class LiveAnswersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-live-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.choice = random.Random(20261122)
        self.changed = self.start("changed", "--audit", "group",
                                  "--audit-questions", "plain")
        self.fresh = self.start("fresh")
        self.pairs = [Pair("default"), Pair("paper")]
        for pair in self.pairs:
            self.changed.call("collections.create", name=pair.name,
                              profile=pair.profile, window=24, overlap=8)

    def start(self, name: str, *options: str) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, self.folder / name, list(options))
        self.addCleanup(daemon.close)
        return daemon

    def restart(self) -> None:
        self.assertEqual(self.changed.stop(), 0)
        self.changed = self.start("changed", "--audit", "group",
                                  "--audit-questions", "plain")

    def text(self) -> str:
        return " ".join(self.choice.choices(
            SENTENCES, k=self.choice.choice((1, 2, 3, 5, 30))))

    def step(self, pair: Pair) -> None:
        kind = self.choice.randrange(10)
        if kind == 0:
            self.restart()
        elif kind == 1:
            self.changed.call("collections.compact", collection=pair.name)
        elif pair.documents and (kind < 5 or
                                 len(pair.documents) >= MOST_DOCUMENTS):
            name = self.choice.choice(sorted(pair.documents))
            self.changed.call("documents.remove", collection=pair.name,
                              name=name)
            del pair.documents[name]
        else:
            for _ in range(self.choice.randint(1, 4)):
                name = f"{self.choice.choice('zebra')}{kind}.txt"
                pair.documents[name] = self.text()
                self.changed.call("documents.add", collection=pair.name,
                                  name=name, text=pair.documents[name])

    def check(self, pair: Pair, step: int) -> None:
        name = pair.name
        self.fresh.call("collections.create", name=name, profile=pair.profile,
                        window=24, overlap=8)
        names = sorted(pair.documents)
        self.choice.shuffle(names)
        for document in names:
            self.fresh.call("documents.add", collection=name, name=document,
                            text=pair.documents[document])
        self.fresh.call("collections.compact", collection=name)
        for question in QUESTIONS:
            asked = {"collection": name, "question": question,
                     "arithmetic": self.choice.choice(("fixed", "float")),
                     "theta": self.choice.choice((0, 0.3, 1)),
                     "runners_up": self.choice.randrange(8),
                     "short": self.choice.choice((False, True)),
                     "form": self.choice.choice(FORMS),
                     "words": self.choice.choice((10, 60, 1000)),
                     "answers": self.choice.randrange(1, 4)}
            replies = [daemon.call("ask", **asked)
                       for daemon in (self.changed, self.fresh)]
            for reply in replies:
                for circumstance in CIRCUMSTANCES:
                    reply.pop(circumstance, None)
            self.assertEqual(*replies, f"step {step}: {asked}")
        self.fresh.call("collections.remove", name=name)

    def check_replay(self) -> None:
        self.changed.call("audit.head")
        log = self.folder / "log.jsonl"
        with open(log, "wb") as copy:
            for part in sorted((self.folder / "changed/audit").glob("*.jsonl")):
                with open(part, "rb") as source:
                    shutil.copyfileobj(source, copy)
        replayed = subprocess.run(
            [OPTIONS.client, "audit", "replay", "--json", "--socket",
             str(self.changed.socket_path), str(log)],
            capture_output=True, text=True, check=False)
        self.assertEqual(replayed.returncode, 0, replayed.stdout)
        self.assertGreater(json.loads(replayed.stdout)["same"], 0)

    def test_answers_are_those_of_the_live_documents_alone(self):
        for step in range(STEPS):
            pair = self.choice.choice(self.pairs)
            self.step(pair)
            self.check(pair, step)
        for pair in self.pairs:
            if pair.documents:
                self.changed.call("collections.compact", collection=pair.name)
        self.check_replay()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=["live_answers_test", "-v"])


if __name__ == "__main__":
    main()
