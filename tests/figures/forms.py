#!/usr/bin/env python3
"""Measures the answers that a daemon shows, for docs/lab/quality.md, "Forms".

usage: forms.py BUILD [--form auto]

Starts the daemon of a build folder, adds the documents of each set with its
client, and runs the scorers beside the data (reference/documents/). The data are
looked for in $ANSWERBOX_DATA, else in ../shared/data beside the project. Takes
some minutes. Ends with code 77 when the data are not at hand.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data")
SCORERS = DATA.parent / "reference/documents"
sys.path.insert(0, str(ROOT / "lab/training"))

from units import create, daemon  # noqa: E402

FORMS = ("auto", "sentence", "list", "row", "passage", "section")
SHARED = ("covid-faq", "guideline-texts", "fetaqa-dev")
OWN = ("multispanqa", "conditionalqa-train")
MEDQUAD_STEP = 4  # Every fourth question.


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--form", choices=FORMS, default="auto")
    arguments = parser.parse_args()
    if not SCORERS.is_dir() or not (DATA / "clinical-pdf").is_dir():
        print("no data: nothing is measured")
        return 77
    client = arguments.build / "client/answerbox"
    form = ("--params", json.dumps({"form": arguments.form}))
    with tempfile.TemporaryDirectory() as folder, \
            daemon(arguments.build, pathlib.Path(folder)) as path:
        def add(collection, *files):
            if collection != "default":
                create(path, collection)
            subprocess.run([client, "add", "--socket", path, "--collection",
                            collection, *files], check=True, capture_output=True)

        add("clinical", *sorted((DATA / "clinical-pdf").glob("*.pdf")))
        questions = sorted((DATA / "clinical-questions").glob("*.jsonl"))
        for files in (questions, *([file] for file in questions)):
            score(path, "score.py", *files, "--collection", "clinical", *form)
        for name in SHARED:
            add(name, DATA / name / "docs")
            score(path, "structured.py", DATA / name / "questions.jsonl",
                  "--collection", name, *form)
        for name in OWN:
            score(path, "structured.py", DATA / name / "questions.jsonl", "--own",
                  "--client", client, *form)
        if arguments.form == "auto":  # This scorer passes no form.
            add("default", DATA / "medquad/docs")
            score(path, "medquad.py", DATA / "medquad/docs",
                  DATA / "medquad/questions-dev.tsv", str(MEDQUAD_STEP))
    return 0


def score(path, scorer, *options):
    print(" ".join(str(option) for option in (scorer, *options)), flush=True)
    subprocess.run([sys.executable, SCORERS / scorer, path, *options], check=True)


if __name__ == "__main__":
    sys.exit(main())
