#!/usr/bin/env python3
"""Measures what a daemon answers to SQuAD's questions, for docs/lab/quality.md, "Forms".

usage: squad_forms.py BUILD

Adds each paragraph of SQuAD v2.0's dev set as a document to the daemon of a build
folder, and asks each question of the reporting half of its own paragraph, in form
auto and in form sentence. An answer is right if its text holds an answer that
people marked. The data are looked for in $ANSWERBOX_DATA, else in ../shared/data
beside the project. Takes half a minute. Ends with code 77 when they are not at hand.
"""

import itertools
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data")
SQUAD = DATA / "squad-dev"
sys.path.insert(0, str(ROOT / "lab/training"))

from calibration import calibration_error  # noqa: E402
from units import daemon  # noqa: E402

FORMS = ("auto", "sentence")
THETA = .2  # The program's default.


@dataclass
class Outcome:
    answerable: bool
    confidence: float
    right: bool  # False for a question without an answer.
    words: int


class Asking:
    """A connection to a daemon's socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.lines = self.socket.makefile("rw", encoding="utf-8")

    def ask(self, question, document, form):
        """The answer, however unsure it is; {} if there is no evidence."""
        request = {"jsonrpc": "2.0", "id": 1, "method": "ask",
                   "params": {"question": question, "documents": [document],
                              "form": form, "theta": 0, "context": False}}
        self.lines.write(json.dumps(request) + "\n")
        self.lines.flush()
        reply = json.loads(self.lines.readline())
        if "error" in reply:
            raise SystemExit(f"{question}: {reply['error']['message']}")
        return reply["result"].get("answer") or {}

    def close(self):
        self.lines.close()
        self.socket.close()


def one_line(text):
    return " ".join(text.split())


def read_paragraphs():
    """Of the reporting half: {document's name: paragraph}."""
    tuning = set((SQUAD / "tuning-articles.txt").read_text("utf-8").splitlines())
    articles = json.loads((SQUAD / "squad-v2.0-dev.json").read_text("utf-8"))["data"]
    return {f"{number:02}-{place:03}.txt": paragraph
            for number, article in enumerate(articles) if article["title"] not in tuning
            for place, paragraph in enumerate(article["paragraphs"])}


def outcome_of(answer, question):
    text = one_line(answer.get("text") or answer.get("sentence") or "")
    return Outcome(not question["is_impossible"], answer.get("confidence", 0.),
                   any(one_line(gold["text"]) in text for gold in question["answers"]),
                   len(text.split()))


def ask_all(asking, paragraphs, form):
    return [outcome_of(asking.ask(question["question"], name, form), question)
            for name, paragraph in paragraphs.items() for question in paragraph["qas"]]


def area_under_curve(answerable, others):
    """The share of pairs in which the question with an answer is the surer one."""
    rows = sorted(answerable + others, key=lambda row: row.confidence)
    won = seen = 0.
    for _, same in itertools.groupby(rows, key=lambda row: row.confidence):
        same = [row.answerable for row in same]
        won += same.count(True) * (seen + same.count(False) / 2)
        seen += same.count(False)
    return won / len(answerable) / len(others)


def line(form, rows):
    answerable = [row for row in rows if row.answerable]
    others = [row for row in rows if not row.answerable]

    def percent(part, whole):
        return f"{100 * sum(part) / len(whole):.1f}"

    error = calibration_error([row.confidence for row in rows],
                              [int(row.right) for row in rows])
    return " | ".join((
        f"| `{form}`", percent((row.right for row in answerable), answerable),
        f"{sum(row.words for row in rows) / len(rows):.0f}",
        percent((row.confidence >= THETA for row in answerable), answerable),
        percent((row.right and row.confidence >= THETA for row in answerable), answerable),
        percent((row.confidence < THETA for row in others), others),
        f"{area_under_curve(answerable, others):.3f}", f"{error:.3f} |"))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not SQUAD.is_dir():
        print("no data: nothing is measured")
        return 77
    build = pathlib.Path(sys.argv[1])
    paragraphs = read_paragraphs()
    with tempfile.TemporaryDirectory() as folder, \
            daemon(build, pathlib.Path(folder)) as path:
        documents = pathlib.Path(folder) / "documents"
        documents.mkdir()
        for name, paragraph in paragraphs.items():
            (documents / name).write_text(paragraph["context"], encoding="utf-8")
        subprocess.run([build / "client/answerbox", "add", "--socket", path, documents],
                       check=True, capture_output=True)
        asking = Asking(path)
        print("| form | right | words | answered | right and answered | refused "
              "| area under the curve | calibration error |")
        print("|---|---|---|---|---|---|---|---|")
        for form in FORMS:
            print(line(form, ask_all(asking, paragraphs, form)), flush=True)
        asking.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
