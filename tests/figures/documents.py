#!/usr/bin/env python3
"""Measures reading, finding and choosing on documents with questions; lab/README.md.

usage: documents.py BUILD DOCS QUESTIONS [--state DIR] [--hide-half SEED]
                    [--thesaurus FILE] [--rows FILE]

DOCS is a folder of documents, QUESTIONS one of *.jsonl files. All documents become one
collection, as a person adds them (--ocr eng). Every question with an answer is asked
with the thesaurus and without it; with --hide-half also with one that is made from a
random half of the lexicon. --thesaurus takes a file in place of the program's own. With
--state the collection is kept there and used again.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "lab/training"))

from answer_keys import is_right  # noqa: E402
from units import daemon  # noqa: E402

MEASURES = ("right", "of three", "listed", "page in 5", "page in 20")
KINDS = ("all", "sentence", "list", "table", "passage")
# Normal quantile of a two-sided interval of 95 %.
Z = 1.96


def read_questions(folder):
    return [row for file in sorted(folder.glob("*.jsonl"))
            for row in map(json.loads, file.read_text("utf-8").splitlines())
            if row["kind"] != "unanswerable"]


def fill(build, docs, state):
    """Adds all documents to the collection "default"."""
    state.mkdir(parents=True, exist_ok=True)
    files = [file for file in sorted(docs.iterdir()) if file.name != "ORIGIN.md"]
    with daemon(build, state) as path:
        run = subprocess.run([build / "client/answerbox", "add", "--socket", path,
                              "--ocr", "eng", *files], capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(run.stderr)


def ask(build, state, rows, options):
    """What list_answers writes for each row."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        for row in rows:
            file.write(row["id"] + "\t" + " ".join(row["question"].split()) + "\n")
        file.flush()
        run = subprocess.run([build / "tests/figures/list_answers", state / "state",
                              "default", file.name, *options],
                             check=True, capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def gold_places(row):
    """The pages that hold the answer; none in a document without pages."""
    return set(row["pages"]) | {gold["page"] for gold in row.get("alt_gold", [])
                                if "page" in gold}


def is_there(row, document, page):
    pages = gold_places(row)
    return document == row["document"] and (not pages or page in pages)


def judge(row, shown):
    """By measure, whether it is met."""
    rights = [is_there(row, document, page) and is_right(row, text)
              for document, page, text in shown["answers"]]
    pages = [is_there(row, document, page) for document, page, _ in shown["passages"]]
    return dict(zip(MEASURES, (any(rights[:1]), any(rights), is_listed(row, shown),
                               any(pages[:5]), any(pages))))


def is_listed(row, shown):
    leaves = shown["leaves"]
    there = [is_there(row, document, page) for document, page, _ in leaves]
    return any(any(there[begin:end]) and
               is_right(row, "\n".join(text for _, _, text in leaves[begin:end]))
               for begin, end in shown["units"])


def interval(part, whole):
    """Wilson's interval of a share."""
    share = part / whole
    middle = share + Z * Z / (2 * whole)
    reach = Z * math.sqrt(share * (1 - share) / whole + Z * Z / (4 * whole * whole))
    scale = 1 + Z * Z / whole
    return 100 * (middle - reach) / scale, 100 * (middle + reach) / scale


def print_table(name, rows, judged):
    print(f"\n| {name} | n | " + " | ".join(MEASURES) + " |")
    print("|" + "---|" * (len(MEASURES) + 2))
    for kind in KINDS:
        some = [met for row, met in zip(rows, judged) if kind in ("all", row["kind"])]
        if not some:
            continue
        cells = []
        for measure in MEASURES:
            part = sum(met[measure] for met in some)
            low, high = interval(part, len(some))
            cells.append(f"{100 * part / len(some):.1f} [{low:.0f}, {high:.0f}]")
        print(f"| {kind} | {len(some)} | " + " | ".join(cells) + " |", flush=True)


def half_thesaurus(build, seed, path):
    subprocess.run([sys.executable, ROOT / "lab/training/thesaurus.py", "--hide-half",
                    str(seed), "--out", path, build / "lab/training/stem_words"],
                   check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("build", "docs", "questions"):
        parser.add_argument(name, type=pathlib.Path, metavar=name.upper())
    parser.add_argument("--state", type=pathlib.Path)
    parser.add_argument("--hide-half", type=int, metavar="SEED")
    parser.add_argument("--thesaurus", type=pathlib.Path)
    parser.add_argument("--rows", type=pathlib.Path,
                        help="write which measures each question met, by setting")
    arguments = parser.parse_args()
    rows = read_questions(arguments.questions)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        state = arguments.state or scratch / "collection"
        if not (state / "state").is_dir():
            fill(arguments.build, arguments.docs, state)
        own = ["--thesaurus", arguments.thesaurus] if arguments.thesaurus else []
        settings = {"with thesaurus": own, "without": ["--no-thesaurus"]}
        if arguments.hide_half is not None:
            half_thesaurus(arguments.build, arguments.hide_half, scratch / "half.bin")
            settings["half of the lexicon"] = ["--thesaurus", scratch / "half.bin"]
        found = {}
        for name, options in settings.items():
            listed = ask(arguments.build, state, rows, options)
            found[name] = [judge(row, shown) for row, shown in zip(rows, listed)]
            print_table(name, rows, found[name])
    if arguments.rows:
        arguments.rows.write_text(json.dumps(
            {name: {row["id"]: met for row, met in zip(rows, judged)}
             for name, judged in found.items()}, indent=1) + "\n")


if __name__ == "__main__":
    main()
