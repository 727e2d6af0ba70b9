#!/usr/bin/env python3
"""Draws docs/lab/quality.md: its tables on standard output, its plots beside it.

usage: quality.py ANSWERBOX-LAB

Asks the reporting half of the SQuAD v2.0 dev set in both profiles, and breaks
the outcomes down by question type, by cause of unanswerability (SQuAD2-CR) and
by article. The data are in $ANSWERBOX_DATA, else in ../shared/data beside the
project. Plots need gnuplot (Debian package gnuplot-nox).
"""

import csv
import math
import os
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data")
SQUAD = DATA / "squad-dev"
PLOTS = ROOT / "docs/lab/plots"
PROFILES = ("paper", "default")
# Refusal is compared where both profiles still give this share of right
# answers.
CONTAINMENT = 0.614
CAUSES = {"E": "another name or thing", "A": "antonym", "N": "negation",
          "#": "another number", "X": "excludes what the text says",
          "I": "nothing said about it"}


@dataclass
class Outcome:
    id: str
    article: str
    type: str
    answerable: bool
    confidence: float
    right: bool


def outcomes(lab, profile, *options):
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(
            [lab, "evaluate", "squad", SQUAD / "squad-v2.0-dev.json",
             "--not-articles", SQUAD / "tuning-articles.txt", "--profile", profile,
             "--outcomes", file.name, *options], check=True, stdout=subprocess.DEVNULL)
        with open(file.name, encoding="utf-8", newline="") as lines:
            return [Outcome(row["id"], row["article"], row["type"],
                            row["answerable"] == "1", float(row["confidence"]),
                            row["sentence"] == "1")
                    for row in csv.DictReader(lines, delimiter="\t",
                                              quoting=csv.QUOTE_NONE)]


def threshold_at(containment, rows):
    """The highest theta that keeps so many right answers."""
    answerable = sum(row.answerable for row in rows)
    right = sorted((row.confidence for row in rows if row.answerable and row.right),
                   reverse=True)
    return right[math.ceil(containment * answerable) - 1]


def containment(rows):
    rows = [row for row in rows if row.answerable]
    return share(sum(row.right for row in rows), len(rows))


def refusal(rows, theta):
    rows = [row for row in rows if not row.answerable]
    return share(sum(row.confidence < theta for row in rows), len(rows))


def share(part, whole):
    return f"{100 * part / whole:.1f}" if whole else "-"


def table(title, found, groups):
    """groups: the name of each group, and a function that tells whether an
    outcome belongs to it."""
    thetas = {profile: threshold_at(CONTAINMENT, rows) for profile, rows in found.items()}
    print(f"\n| {title} | answerable | contained: paper | default "
          "| unanswerable | refused: paper | default |\n|---|---|---|---|---|---|---|")
    for name, belongs in groups:
        rows = {profile: [row for row in rows if belongs(row)]
                for profile, rows in found.items()}
        some = rows["default"]
        answerable = sum(row.answerable for row in some)
        cells = [name, answerable, *(containment(rows[p]) for p in PROFILES),
                 len(some) - answerable,
                 *(refusal(rows[p], thetas[p]) for p in PROFILES)]
        print("| " + " | ".join(map(str, cells)) + " |")


def by(field, found):
    names = sorted({getattr(row, field) for row in found["default"]})
    return [(name.replace("_", " "), lambda row, name=name: getattr(row, field) == name)
            for name in names]


def by_cause():
    with open(DATA / "squad2-cr/reason_gold_test.tsv", encoding="utf-8") as file:
        causes = {row["qid"]: row["reason"] for row in csv.DictReader(file, delimiter="\t")}
    return [(name, lambda row, sign=sign: causes.get(row.id) == sign)
            for sign, name in CAUSES.items()]


def refusal_curve(rows):
    """Containment against refusal, for every threshold that changes either."""
    answerable = sum(row.answerable for row in rows)
    right = sum(row.right for row in rows if row.answerable)
    refused = 0
    points = [(0.0, right / answerable)]
    for row in sorted(rows, key=lambda row: row.confidence):
        right -= row.answerable and row.right
        refused += not row.answerable
        points.append((refused / (len(rows) - answerable), right / answerable))
    return points[::25] + points[-1:]


def calibration_curve(rows):
    bins = [[] for _ in range(10)]
    for row in rows:
        bins[min(9, int(10 * row.confidence))].append(row)
    return [(sum(row.confidence for row in part) / len(part),
             sum(row.answerable and row.right for row in part) / len(part))
            for part in bins if part]


def plot(name, x_label, y_label, curves, diagonal=False):
    """An SVG of curves. Each has a title and its points."""
    blocks = [f"$curve{i} << end\n" + "".join(f"{x:.4f} {y:.4f}\n" for x, y in points)
              + "end\n" for i, (_, points) in enumerate(curves)]
    drawn = [f"$curve{i} with {'linespoints' if diagonal else 'lines'} lw 2 title '{title}'"
             for i, (title, _) in enumerate(curves)]
    if diagonal:
        drawn.append("x with lines dashtype 2 lc rgb 'gray' title 'as it should be'")
    script = "".join(blocks) + f"""
set terminal svg size 640,420 background rgb 'white'
set output '{PLOTS / (name + ".svg")}'
set xlabel '{x_label}'
set ylabel '{y_label}'
set xrange [0:1]
set yrange [0:1]
set grid
set key right {'bottom' if diagonal else 'top'}
plot {', '.join(drawn)}
"""
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    own = {profile: outcomes(sys.argv[1], profile) for profile in PROFILES}
    opened = outcomes(sys.argv[1], "default", "--open")
    table("all", own, [("reporting half", lambda row: True)])
    table("question", own, by("type", own))
    table("cause", own, by_cause())
    table("article", own, by("article", own))
    PLOTS.mkdir(exist_ok=True)
    plot("refusal", "unanswerable questions refused", "right sentences shown, of answerable",
         [(f"profile {profile}", refusal_curve(own[profile])) for profile in PROFILES])
    plot("calibration", "confidence", "share that is right",
         [("question of its own paragraph", calibration_curve(own["default"])),
          ("one collection of all paragraphs", calibration_curve(opened))], diagonal=True)


if __name__ == "__main__":
    main()
