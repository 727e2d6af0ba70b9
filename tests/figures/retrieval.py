#!/usr/bin/env python3
"""Prints the tables of docs/lab/evaluation.md, "Retrieval", and checks the floors.

usage: retrieval.py ANSWERBOX-LAB [--choose]

Retrieves from the Cranfield collection, and from the pages of medquad (folders
cranfield and medquad of $ANSWERBOX_DATA, else of ../shared/data beside the
project) with `answerbox-lab evaluate retrieval`. A quarter of the pages of medquad
are asked for by their titles, so that one page is right.
With --choose, also chooses the parameters of feedback on the topics with even
numbers and tells what they give on those with odd numbers, and the other way
round; that takes some minutes. Without the data it ends with code 77.
"""

import itertools
import html
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ALL_DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA")
                        or ROOT.parent / "shared/data")
DATA = ALL_DATA / "cranfield"
PAGES = ALL_DATA / "medquad/docs"
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
    ("BM25, RM3", ("--feedback",), 0.340),
    ("BM25, RM3, lambda 0.8", ("--feedback-with", "8,30,80"), 0.345),
    ("BM25, bigrams, RM3", ("--bigrams", "--feedback"), 0.340),
    ("random indexing", ("--dense", "--dense-passes", "0"), 0.210),
    ("dense vectors", ("--dense",), 0.345),
    ("dense vectors, query likelihood (Dirichlet)",
     ("--dense", "--likelihood", "dirichlet"), 0.305),
    ("dense vectors, RM3", ("--dense", "--feedback"), 0.335),
)
CHOICES = tuple(itertools.product((3, 5, 8, 10, 15), (10, 20, 30, 40, 50),
                                  (40, 50, 60, 70, 80, 90)))


CRANFIELD = ("--qrels", str(DATA / "cranqrel.trec.txt"),
             "--documents", str(DATA / "cran.all.1400.xml"),
             "--topics", str(DATA / "cran.qry.xml"), "--topics-by-order")


def evaluate(lab: str, *options: str) -> dict:
    run = subprocess.run(
        [lab, "evaluate", "retrieval", "--json", "--all-measures",
         "--all-judged", *options],
        check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def write_pages(folder: pathlib.Path) -> tuple[str, ...]:
    """The pages of medquad in TREC's form, and a topic for every fourth."""
    documents, topics, qrels = [], [], []
    for number, page in enumerate(sorted(PAGES.glob("*.md"))):
        text = html.escape(page.read_text(encoding="utf-8"), quote=False)
        documents.append(f"<doc><docno>{page.stem}</docno>"
                         f"<text>{text}</text></doc>\n")
        if number % 4 != 0:
            continue
        title = text.split("\n")[0].lstrip("# ").strip()
        topics.append(f"<top><num>{number}</num><title>What are the treatments "
                      f"and causes of {title}?</title></top>\n")
        qrels.append(f"{number} 0 {page.stem} 1\n")
    options = []
    for name, lines in (("documents", documents), ("topics", topics),
                        ("qrels", qrels)):
        (folder / name).write_text("".join(lines), encoding="utf-8")
        options += [f"--{name}", str(folder / name)]
    return tuple(options)


def print_known_pages(lab: str) -> None:
    print("\n| | MRR of the page that is asked for |\n|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        pages = write_pages(pathlib.Path(folder))
        for name, options, _ in ROWS:
            measures = evaluate(lab, *pages, *options)["measures"]
            print(f"| {name} | {measures['recip_rank']:.3f} |")


def mean(by_topic: dict[int, float], remainder: int) -> float:
    values = [value for topic, value in by_topic.items()
              if topic % 2 == remainder]
    return sum(values) / len(values)


def choose_feedback(lab: str) -> None:
    found = {}
    for choice in CHOICES:
        report = evaluate(lab, *CRANFIELD, "--per-query", "--feedback-with",
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
    lab = sys.argv[1]
    failures = []
    print("| | MAP | P@10 | nDCG@10 | recall@100 |")
    print("|---|---|---|---|---|")
    for name, options, floor in ROWS:
        measures = evaluate(lab, *CRANFIELD, *options)["measures"]
        print(f"| {name} | "
              + " | ".join(f"{measures[each]:.3f}" for each in MEASURES)
              + " |")
        if measures["map"] < floor:
            failures.append(f"{name}: {measures['map']:.4f} is below {floor}")
    if PAGES.exists():
        print_known_pages(lab)
    if "--choose" in sys.argv:
        choose_feedback(lab)
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
