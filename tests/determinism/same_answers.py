#!/usr/bin/env python3
"""Checks that questions get the same answers as recorded, to the bit.

usage: same_answers.py ANSWERBOX-LAB handbook|squad [--update]

Asks the questions of handbook-questions.tsv about the pages of
deploy/sample-handbook, or all 11,873 questions of the SQuAD v2.0 dev set. It
asks in both profiles, in profile default with short answers too, on one thread
and on four, and compares each `answers_sha256` and `confidences_sha256` with
expected.json. The record is the same for every compiler, optimisation and
architecture. --update rewrites it: do so only if answers are meant to change,
and say why in the commit. The SQuAD dev set is in $ANSWERBOX_DATA, else in
../shared/data beside the project; without it the script ends with code 77.
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
EXPECTED = HERE / "expected.json"
SKIPPED = 77  # ctest's SKIP_RETURN_CODE.
RUNS = [(profile, scope) for profile in ("paper", "default")
        for scope in ("paragraph", "open")] + [("default", "short")]


def plain(markdown: str) -> str:
    """The text of a page without marks, one paragraph for each block."""
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


def squad() -> pathlib.Path:
    data = os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data"
    path = pathlib.Path(data) / "squad-dev/squad-v2.0-dev.json"
    if not path.exists():
        print(f"Skipped: {path} is not there; set ANSWERBOX_DATA.")
        sys.exit(SKIPPED)
    return path


def evaluate(lab: str, file: pathlib.Path, profile: str, scope: str,
             threads: int) -> dict:
    command = [lab, "evaluate", "squad", str(file), "--json",
               "--profile", profile, "--threads", str(threads)]
    if scope == "open":
        command.append("--open")
    if scope == "short":
        command += ["--answer", "short"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def answers(lab: str, file: pathlib.Path, name: str,
            failures: list[str]) -> dict[str, str]:
    found = {}
    for profile, scope in RUNS:
        one, four = (evaluate(lab, file, profile, scope, threads)
                     for threads in (1, 4))
        for kind in ("answers", "confidences"):
            key = f"{name} {profile} {scope} {kind}"
            found[key] = one[f"{kind}_sha256"]
            if found[key] != four[f"{kind}_sha256"]:
                failures.append(f"{key}: depends on the number of threads")
            print(key, found[key], flush=True)
    return found


def main() -> int:
    update = sys.argv[3:] == ["--update"]
    if (len(sys.argv) != (4 if update else 3) or
            sys.argv[2] not in ("handbook", "squad")):
        sys.exit(__doc__)
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        if sys.argv[2] == "handbook":
            file, name = handbook(pathlib.Path(scratch)), "handbook"
        else:
            file, name = squad(), "squad-v2.0-dev"
        found = answers(sys.argv[1], file, name, failures)
    expected = json.loads(EXPECTED.read_text())
    if update:
        kept = {key: hash for key, hash in expected.items()
                if not key.startswith(f"{name} ")}
        EXPECTED.write_text(json.dumps({**kept, **found}, indent=2) + "\n")
    else:
        failures += [f"{key}: got {hash}, on record is {expected.get(key)}"
                     for key, hash in found.items()
                     if hash != expected.get(key)]
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
