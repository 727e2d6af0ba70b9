#!/usr/bin/env python3
"""Checks that questions get the same answers, to the bit, as those on record.

usage: same_answers.py ANSWERBOX EXPECTED [--update]

Asks the questions of handbook-questions.tsv of the pages of
deploy/sample-handbook, and, where the SQuAD v2.0 dev set is at hand (folder
$ANSWERBOX_DATA, else ../shared/data beside the project), all 11,873 questions
of it, in both profiles, on one and on four threads, and compares each
`answers_sha256` with EXPECTED. The record is the same for every compiler,
optimisation and architecture. --update rewrites it: do so only when answers are
meant to change, and say why in the commit.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RUNS = [(profile, scope) for profile in ("paper", "default")
        for scope in ("paragraph", "open")]


def plain(markdown: str) -> str:
    """Text of a page: marks dropped, one paragraph for each block."""
    text = re.sub(r"^(#+|[-*]|\d+\.) ", "", markdown, flags=re.MULTILINE)
    return re.sub(r"[*_`|]", " ", text)


def handbook(folder: pathlib.Path) -> pathlib.Path:
    """The handbook and its questions as a SQuAD file in `folder`."""
    questions: dict[str, list] = {}
    rows = (HERE / "handbook-questions.tsv").read_text(encoding="utf-8")
    for number, row in enumerate(rows.splitlines()):
        question, page, answer = row.split("\t")
        page = "01-opening-hours.md" if page == "-" else page
        questions.setdefault(page, []).append({
            "id": f"handbook-{number}", "question": question,
            "is_impossible": answer == "-",
            "answers": [] if answer == "-" else [{"text": answer}]})
    articles = []
    for page in sorted((ROOT / "deploy/sample-handbook").glob("*.md")):
        articles.append({"title": page.name, "paragraphs": [{
            "context": plain(page.read_text(encoding="utf-8")),
            "qas": questions.get(page.name, [])}]})
    path = folder / "handbook.json"
    path.write_text(json.dumps({"data": articles}), encoding="utf-8")
    return path


def squad() -> pathlib.Path | None:
    data = os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data"
    path = pathlib.Path(data) / "squad-dev/squad-v2.0-dev.json"
    return path if path.exists() else None


def evaluate(answerbox: str, file: pathlib.Path, profile: str, scope: str,
             threads: int) -> dict:
    command = [answerbox, "evaluate", "squad", str(file), "--json",
               "--profile", profile, "--threads", str(threads)]
    if scope == "open":
        command.append("--open")
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def main() -> int:
    update = sys.argv[3:] == ["--update"]
    if len(sys.argv) not in (3, 4) or (len(sys.argv) == 4 and not update):
        sys.exit(__doc__)
    answerbox, expected_path = sys.argv[1], pathlib.Path(sys.argv[2])
    expected = json.loads(expected_path.read_text()) if not update else {}
    found = {}
    failures = []
    with tempfile.TemporaryDirectory() as scratch:
        files = {"handbook": handbook(pathlib.Path(scratch))}
        if squad() is not None:
            files["squad-v2.0-dev"] = squad()
        else:
            print("The SQuAD dev set is not at hand: checked the handbook only.")
        for name, file in files.items():
            for profile, scope in RUNS:
                key = f"{name} {profile} {scope}"
                hashes = {evaluate(answerbox, file, profile, scope, threads)
                          ["answers_sha256"] for threads in (1, 4)}
                if len(hashes) != 1:
                    failures.append(f"{key}: depends on the number of threads")
                found[key] = hashes.pop()
                if not update and found[key] != expected.get(key):
                    failures.append(f"{key}: got {found[key]}, on record is "
                                    f"{expected.get(key)}")
                print(key, found[key])
    if update:
        expected_path.write_text(json.dumps(found, indent=2) + "\n")
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
