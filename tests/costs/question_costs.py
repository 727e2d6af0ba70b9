#!/usr/bin/env python3
"""Counts what a question over the 1,716 pages of medquad costs, in instructions.

usage: question_costs.py BUILD STATE [--every N] [--profile FILE | --replies]
                         [OPTION...]

Fills STATE with the pages, as a person adds them, if it does not exist, and compacts the
collection. Then asks every 53rd question of medquad, or every N-th, under callgrind as
`ask` does by default, and prints the mean of engine::Ask. --profile keeps callgrind's
file. --replies counts nothing, and prints what each question is answered, so that two
builds can be compared. An OPTION is one of the program question_costs', such as
--sentences. The data are looked for in $ANSWERBOX_DATA, else in ../shared/data beside
the project.
"""

import argparse
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data")
sys.path[:0] = [str(ROOT / "lab/training"), str(ROOT / "tests/costs")]

from check_costs import SKIPPED, has_avx2, run_counted  # noqa: E402
from units import daemon  # noqa: E402


def fill(build, state):
    """Beside it until it is whole, as an interrupted one must not be measured."""
    filled = state.with_name(state.name + ".part")
    shutil.rmtree(filled, ignore_errors=True)
    filled.mkdir(parents=True)
    pages = sorted((DATA / "medquad/docs").glob("*.md"))
    with daemon(build, filled) as path:
        for command in (["add", "--socket", path, *pages],
                        ["collections", "--socket", path, "compact", "default"]):
            run = subprocess.run([build / "client/answerbox", *command],
                                 capture_output=True, text=True)
            if run.returncode != 0:
                raise SystemExit(run.stderr)
    filled.rename(state)


def questions():
    with open(DATA / "medquad/questions-dev.tsv", encoding="utf-8", newline="") as file:
        return [row["question"] for row in
                csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def instructions(profile):
    text = profile.read_text(encoding="utf-8")
    return int(re.search(r"^(?:totals|summary): (\d+)", text, re.MULTILINE).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("state", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=53, metavar="N")
    parser.add_argument("--profile", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--replies", action="store_true")
    arguments, options = parser.parse_known_args()
    if not arguments.replies and not has_avx2():
        print("The figures are for processors with AVX2; this one has none.")
        return SKIPPED
    build, state = arguments.build.resolve(), arguments.state.resolve()
    asked = questions()[::arguments.every]
    if not state.is_dir():
        fill(build, state)
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch) / "questions"
        file.write_text("".join(question + "\n" for question in asked),
                        encoding="utf-8")
        command = [build / "tests/costs/question_costs", state / "state", "default",
                   file, *options]
        if arguments.replies:
            return subprocess.run([*command, "--replies"], check=False).returncode
        profile = (arguments.profile or pathlib.Path(scratch) / "profile").resolve()
        run_counted("valgrind", profile, command)
        mean = instructions(profile) / len(asked)
    print(f"{len(asked)} questions: {mean:,.0f} instructions each")
    return 0


if __name__ == "__main__":
    sys.exit(main())
