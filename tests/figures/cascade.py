#!/usr/bin/env python3
"""What a cascade costs and gives: writes the table of docs/lab/cascade.md.

usage: cascade.py ANSWERBOX-LAB

Asks the reporting half of the SQuAD v2.0 dev set, and then plays a language
model that is right on 80 of 100 answerable questions and refuses 60 of 100
unanswerable ones, at 2.4 J a token and 60 tokens an answer. Its being right is
independent of ours, so its share stands for it; nothing is drawn at random. The
thresholds are chosen on the tuning half. The data are in $ANSWERBOX_DATA, else
in ../shared/data beside the project.
"""

import csv
import os
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data")
SQUAD = DATA / "squad-dev"

RIGHT_ANSWERABLE, RIGHT_UNANSWERABLE = 0.8, 0.6
JOULES_OF_MODEL = 2.4 * 60
# A fifth of a millisecond at the 4 W of a Raspberry Pi 4 at work.
JOULES_OF_OURS = 0.0008


@dataclass
class Outcome:
    answerable: bool
    confidence: float
    right: bool

    def ours(self, refused):
        """1 if the documents' own reply is right."""
        return float(not self.answerable if refused else self.answerable and self.right)

    def model(self):
        return RIGHT_ANSWERABLE if self.answerable else RIGHT_UNANSWERABLE


def outcomes(lab, half):
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(
            [lab, "evaluate", "squad", SQUAD / "squad-v2.0-dev.json",
             half, SQUAD / "tuning-articles.txt", "--outcomes", file.name],
            check=True, stdout=subprocess.DEVNULL)
        with open(file.name, encoding="utf-8", newline="") as lines:
            return [Outcome(row["answerable"] == "1", float(row["confidence"]),
                            row["sentence"] == "1")
                    for row in csv.DictReader(lines, delimiter="\t",
                                              quoting=csv.QUOTE_NONE)]


@dataclass
class Result:
    right: float  # Of 100 questions, like the next.
    without: float
    joules: float  # Of one question.


def cascade(rows, low, high):
    """Answers from `high` on, refuses below `low`, and else asks the model."""
    right = asked = 0.0
    for row in rows:
        if row.confidence >= high:
            right += row.ours(refused=False)
        elif row.confidence < low:
            right += row.ours(refused=True)
        else:
            right += row.model()
            asked += 1
    count = len(rows)
    return Result(100 * right / count, 100 * (1 - asked / count),
                  JOULES_OF_OURS + JOULES_OF_MODEL * asked / count)


def choose(rows):
    """The thresholds with most right answers of those that leave 70 of 100
    questions without the model."""
    grid = [step / 20 for step in range(21)]
    return max(((low, high) for low in grid for high in grid
                if low <= high and cascade(rows, low, high).without >= 70),
               key=lambda pair: cascade(rows, *pair).right)


def line(title, result):
    print(f"| {title} | {result.right:.1f} | {result.without:.1f} | {result.joules:.1f} |")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tuning = outcomes(sys.argv[1], "--articles")
    rows = outcomes(sys.argv[1], "--not-articles")
    print(f"{len(rows)} questions\n")
    print("| | right of 100 | without the model | J a question |\n|---|---|---|---|")
    line("the model always", cascade(rows, 0, 2))
    for step in range(11):
        theta = step / 10
        line(f"the model below {theta:.1f}", cascade(rows, 0, theta))
    low, high = choose(tuning)
    line(f"refused below {low:.2f}, the model below {high:.2f}", cascade(rows, low, high))


if __name__ == "__main__":
    main()
