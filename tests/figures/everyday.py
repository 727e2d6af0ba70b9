#!/usr/bin/env python3
"""Asks folders as ordinary people have them, and counts what is answered and refused.

usage: everyday.py ANSWERBOXD ANSWERBOX [--theta T] [--show] [--floors]

everyday_folders.txt has 64 small folders, written without a look at the program: of a
household, a clinic, a club, a workshop. everyday_questions.tsv asks eight questions
of each: five that it answers, in which askers name what everybody there knows and no
document says ("When is the bin collected in Leeds?"), and three about another person,
firm, place or thing than those it tells about.

An answer is right if what is shown contains the expected text, and wrong otherwise. --show
prints each question that is not as expected. --floors fails past LEAST_RIGHT, MOST_WRONG
or MOST_ANSWERED.
"""

import argparse
import collections
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata

from answerboxd import Answerboxd

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = {"answer": "right", "refuse": "refused"}
LEAST_RIGHT = 195     # Of the questions that a folder answers,
MOST_WRONG = 10       # of these,
MOST_ANSWERED = 87    # and of those that it does not answer.


def folders() -> dict[str, dict[str, str]]:
    """The files of each folder, by name."""
    all_folders: dict[str, dict[str, str]] = {}
    text = (HERE / "everyday_folders.txt").read_text(encoding="utf-8")
    for part in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("\n")
        folder, _, file = name.partition("/")
        all_folders.setdefault(folder, {})[file] = body
    return all_folders


def plain(text: str) -> str:
    return re.sub(r"\W+", " ", unicodedata.normalize("NFKC", text).lower()).strip()


def shown(reply: dict) -> str:
    """All that a person is shown as an answer."""
    return " ".join(" ".join([answer["sentence"], answer.get("text") or "",
                              (answer.get("short") or {}).get("text", "")])
                    for answer in reply.get("answers") or [reply["answer"]])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("answerboxd")
    parser.add_argument("answerbox")
    parser.add_argument("--theta")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--floors", action="store_true")
    options = parser.parse_args()
    theta = ["--theta", options.theta] if options.theta else []
    with open(HERE / "everyday_questions.tsv", encoding="utf-8", newline="") as file:
        questions = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        base = pathlib.Path(scratch)
        with Answerboxd(options.answerboxd, base / "state") as running:
            def call(command: str, *arguments) -> subprocess.CompletedProcess:
                return subprocess.run(
                    [options.answerbox, command, "--socket", running.socket_path,
                     *arguments], capture_output=True, text=True, check=False)

            for name, files in folders().items():
                folder = base / name
                folder.mkdir()
                for file, body in files.items():
                    (folder / file).write_text(body, encoding="utf-8")
                added = call("add", "--collection", name, folder)
                if added.returncode != 0:
                    raise SystemExit(added.stderr)
            for row in questions:
                reply = json.loads(call("ask", "--collection", row["folder"], "--json",
                                        *theta, row["question"]).stdout)
                is_right = reply["answered"] and plain(row["text"]) in plain(shown(reply))
                outcome = ("refused" if not reply["answered"] else
                           "right" if is_right else "wrong")
                counts[row["expected"], outcome] += 1
                if options.show and outcome != EXPECTED[row["expected"]]:
                    print(row["folder"], row["question"],
                          reply["answer"]["sentence"] if reply["answered"] else "-",
                          sep=" | ")
    right, wrong, refused = (counts["answer", outcome]
                             for outcome in ("right", "wrong", "refused"))
    answered = counts["refuse", "right"] + counts["refuse", "wrong"]
    print(f"answered by a folder: right {right}, wrong {wrong}, refused {refused}")
    print(f"answered by none: answered {answered}, refused {counts['refuse', 'refused']}")
    is_worse = (right < LEAST_RIGHT or wrong > MOST_WRONG or answered > MOST_ANSWERED)
    return int(options.floors and is_worse)


if __name__ == "__main__":
    sys.exit(main())
