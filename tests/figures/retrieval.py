#!/usr/bin/env python3
"""Prints the table of docs/evaluation.md, "Retrieval", and checks its floors.

usage: retrieval.py ANSWERBOX [--choose]

Retrieves from the Cranfield collection (folder cranfield of $ANSWERBOX_DATA,
else of ../shared/data beside the project) with `answerbox evaluate retrieval`.
With --choose, also chooses the parameters of feedback on the topics with even
numbers and tells what they give on those with odd numbers, and the other way
round; that takes some minutes. Without the data it ends with code 77.
"""

import itertools
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA")
                    or ROOT.parent / "shared/data") / "cranfield"
SKIPPED = 77
MEASURES = ("map", "P_10", "ndcg_cut_10", "recall_100")

# What is printed, its options, and the least mean average precision.
ROWS = (
    ("BM25", (), 0.305),
    ("BM25, bigrams", ("--bigrams",), 0.300),
    ("BM25, query likelihood (Dirichlet, mu 200)",
     ("--likelihood", "dirichlet"), 0.290),
    ("BM25, query likelihood (Jelinek-Mercer, lambda 0.7)",
     ("--likelihood", "jelinek-mercer"), 0.285),
    ("BM25, RM3", ("--feedback",), 0.345),
    ("BM25, bigrams, RM3", ("--bigrams", "--feedback"), 0.350),
    ("random indexing", ("--dense", "--dense-passes", "0"), 0.210),
    ("dense vectors", ("--dense",), 0.345),
    ("dense vectors, query likelihood (Dirichlet)",
     ("--dense", "--likelihood", "dirichlet"), 0.305),
    ("dense vectors, RM3", ("--dense", "--feedback"), 0.335),
)
CHOICES = tuple(itertools.product((3, 5, 8, 10, 15), (10, 20, 30, 40, 50),
                                  (40, 50, 60, 70, 80, 90)))


def evaluate(answerbox: str, *options: str) -> dict:
    run = subprocess.run(
        [answerbox, "evaluate", "retrieval", "--json", "--all-measures",
         "--all-judged", "--qrels", str(DATA / "cranqrel.trec.txt"),
         "--documents", str(DATA / "cran.all.1400.xml"),
         "--topics", str(DATA / "cran.qry.xml"), "--topics-by-order",
         *options],
        check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def mean(by_topic: dict[int, float], remainder: int) -> float:
    values = [value for topic, value in by_topic.items()
              if topic % 2 == remainder]
    return sum(values) / len(values)


def choose_feedback(answerbox: str) -> None:
    found = {}
    for choice in CHOICES:
        report = evaluate(answerbox, "--per-query", "--feedback-with",
                          ",".join(map(str, choice)))
        found[choice] = {int(topic): values["map"] for topic, values
                         in report["by_query"].items()}
    for name, remainder in (("even", 0), ("odd", 1)):
        best = max(CHOICES, key=lambda each: mean(found[each], remainder))
        print(f"chosen on {name} topics: {best}, "
              f"{mean(found[best], remainder):.4f} there, "
              f"{mean(found[best], 1 - remainder):.4f} on the others")


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--choose"]):
        sys.exit(__doc__)
    if not DATA.exists():
        print(f"no {DATA}")
        return SKIPPED
    answerbox = sys.argv[1]
    failures = []
    print("| | MAP | P@10 | nDCG@10 | recall@100 |")
    print("|---|---|---|---|---|")
    for name, options, floor in ROWS:
        measures = evaluate(answerbox, *options)["measures"]
        print(f"| {name} | "
              + " | ".join(f"{measures[each]:.3f}" for each in MEASURES)
              + " |")
        if measures["map"] < floor:
            failures.append(f"{name}: {measures['map']:.4f} is below {floor}")
    if "--choose" in sys.argv:
        choose_feedback(answerbox)
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
