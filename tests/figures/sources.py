#!/usr/bin/env python3
"""Measures what the reader's words are worth, for docs/lab/quality.md, "The reader's
words": the thesaurus, spelling, synonyms and abbreviations, alone and together.

usage: sources.py BUILD

Starts the daemon of a build folder and adds clinical-pdf and medquad with its
client. Asks every fourth question of medquad and all of clinical-questions, always
answering, in the form that fits best: as they stand, with a slip in each, and (of
medquad) with a layman's word in place of a term of medicine. Of all questions of
medquad it then asks those with a form of an abbreviation whose section has only
the other form ("the other form in the section"), and those whose form the section
has and not the other, with the other in its place ("in the other form"). The data
are looked for in $ANSWERBOX_DATA, else in ../shared/data beside the project. Ends with code
77 when they are not at hand.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data")
sys.path.insert(0, str(ROOT / "lab/training"))

from units import create, daemon  # noqa: E402

STEP = 4
# Written without a look at the questions. Rules that undo the words of LAY below:
# what is measured is whether a rule is followed, not how many a person would need.
LAY_WORDS = """
kidney, renal
heart attack => myocardial infarction
high blood pressure => hypertension
liver => hepatic
lung => pulmonary
throwing up => vomiting
belly => abdominal
sugar => glucose
blood clot => thrombosis
tiredness => fatigue
drug => medication
shot => vaccine
rash => eruption
swelling => edema
bleeding => hemorrhage
inherited => genetic
child => pediatric
tumor => neoplasm
fits => seizures
stroke => cerebrovascular accident
"""
# What an asker without training says for a word of the questions.
LAY = {"hypertension": "high blood pressure", "renal": "kidney", "hepatic": "liver",
       "pulmonary": "lung", "vomiting": "throwing up", "thrombosis": "blood clot",
       "fatigue": "tiredness", "edema": "swelling", "hemorrhage": "bleeding",
       "genetic": "inherited", "seizures": "fits", "abdominal": "belly",
       "neoplasm": "tumor", "medication": "drug", "pediatric": "child"}

SOURCES = {
    "none": {"thesaurus": False, "spelling": False, "abbreviations": False},
    "thesaurus": {"spelling": False, "abbreviations": False},
    "spelling": {"thesaurus": False, "abbreviations": False},
    "synonyms": {"thesaurus": False, "spelling": False, "abbreviations": False},
    "abbreviations": {"thesaurus": False, "spelling": False},
    "all": {},
}
WITH_SYNONYMS = ("synonyms", "all")


class Connection:
    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._lines = self._socket.makefile("rw", encoding="utf-8", newline="\n")

    def call(self, method, **params):
        self._lines.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method,
                                      "params": params}) + "\n")
        self._lines.flush()
        reply = json.loads(self._lines.readline())
        if "error" in reply:
            raise SystemExit(reply["error"]["message"])
        return reply["result"]


def misspelt(question):
    """The question with one slip in its longest word; itself if it has none of six
    letters."""
    words = re.findall(r"[A-Za-z]{6,}", question)
    if not words:
        return question
    word = max(words, key=len)
    chance = zlib.crc32(question.encode())
    at = 1 + chance % (len(word) - 3)
    slips = [word[:at] + word[at + 1:],  # A letter left out, or doubled.
             word[:at] + word[at] + word[at:]]
    if word[at] != word[at + 1]:
        slips.append(word[:at] + word[at + 1] + word[at] + word[at + 2:])
    return question.replace(word, slips[chance // 1000 % len(slips)], 1)


def in_lay_words(question):
    for term, lay in LAY.items():
        question = re.sub(rf"\b{term}\b", lay, question, flags=re.IGNORECASE)
    return question


def long_form(short, text):
    """The long form of `short` at the end of `text`, as Schwartz and Hearst (2003)
    find it: none of the engine's own rules is repeated here."""
    at = len(text) - 1
    for place in range(len(short) - 1, -1, -1):
        if not short[place].isalnum():
            continue
        while at >= 0 and (text[at].lower() != short[place].lower() or
                           place == 0 and at > 0 and text[at - 1].isalnum()):
            at -= 1
        if at < 0:
            return None
        at -= 1
    return text[text.rfind(" ", 0, at + 1) + 1:]


def definitions(text):
    """Pairs of a short form and its long form in lower case."""
    for match in re.finditer(r"\(([A-Z][A-Za-z0-9-]{1,9})\)", text):
        short = match.group(1)
        if sum(letter.isupper() for letter in short) < 2:
            continue
        most = min(len(short) + 5, 2 * len(short))
        before = text[:match.start()].split("\n")[-1].split()[-most:]
        found = long_form(short, " ".join(before))
        if found and len(found) > len(short) and short not in found.split():
            yield short, found.strip(' "').lower()


def by_abbreviation(rows):
    """Questions with one form of an abbreviation: (row, question) where the section
    has only the other form, and where it has only this form, with the other form in
    its place."""
    texts = {file.name: file.read_text(encoding="utf-8")
             for file in (DATA / "medquad/docs").iterdir()}
    pairs = sorted({pair for text in texts.values() for pair in definitions(text)})
    forms = [(re.compile(rf"\b{re.escape(short)}s?\b"),
              re.compile(rf"\b{re.escape(full)}s?\b", re.IGNORECASE), short, full)
             for short, full in pairs]
    other, swapped = {}, {}
    for row in rows:
        question = row["question"]
        gold = texts[row["doc"]][int(row["start"]):int(row["end"])]
        lower = question.lower()
        for short_form, full_form, short, full in forms:
            if short not in question and full not in lower:
                continue
            has_short = bool(short_form.search(question))
            if has_short == bool(full_form.search(question)):
                continue
            asked, unasked = (short_form, full_form)[::1 if has_short else -1]
            in_place = full if has_short else short
            if unasked.search(gold) and not asked.search(gold):
                other.setdefault(row["qid"], (row, question))
            elif asked.search(gold) and not unasked.search(gold):
                swapped.setdefault(row["qid"], (row, asked.sub(in_place, question)))
    return list(other.values()), list(swapped.values())


def words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def squeezed(text):
    return re.sub(r"\W+", "", text.lower())


def section_shown(connection, row, question, params):
    """Whether the answer is of the right document, and of the right section."""
    reply = connection.call("ask", question=question, theta=0, runners_up=0,
                            context=False, **params)
    if not reply["answered"]:
        return False, False
    answer = reply["answer"]
    text = (DATA / "medquad/docs" / row["doc"]).read_text(encoding="utf-8")
    gold = text[int(row["start"]):int(row["end"])]
    shown = words(answer["text"])
    of_gold = set(words(gold))
    held = sum(word in of_gold for word in shown)
    document = answer["document"] == row["doc"]
    return document, (squeezed(answer["sentence"]) in squeezed(gold) or
                      document and held >= .9 * len(shown))


def clinical_right(build, path, questions, source, folder):
    file = folder / "questions.jsonl"
    file.write_text("".join(json.dumps(question) + "\n" for question in questions))
    options = [f"--no-{name}" for name, on in SOURCES[source].items() if not on]
    run = subprocess.run(
        [build / "client/answerbox", "evaluate", "questions", "--socket", path,
         "--collection", "clinical", "--theta", "0", "--json", *options, file],
        check=True, capture_output=True, text=True)
    return 100 * json.loads(run.stdout)["answerable"]["right"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    build = parser.parse_args().build
    if not (DATA / "clinical-pdf").is_dir():
        print("no data: nothing is measured")
        return 77
    with open(DATA / "medquad/questions-dev.tsv", encoding="utf-8") as file:
        every_row = list(csv.DictReader(file, delimiter="\t"))
    rows = every_row[::STEP]
    other_form, swapped_form = by_abbreviation(every_row)
    clinical = [json.loads(line)
                for file in sorted((DATA / "clinical-questions").glob("*.jsonl"))
                for line in file.read_text(encoding="utf-8").splitlines()]
    changes = {"as they stand": str, "with a slip": misspelt, "in lay words": in_lay_words}
    asked = {name: [(row, change(row["question"])) for row in rows
                    if change is str or change(row["question"]) != row["question"]]
             for name, change in changes.items()}
    asked["the other form in the section"] = other_form
    asked["in the other form"] = swapped_form
    with tempfile.TemporaryDirectory() as folder, \
            daemon(build, pathlib.Path(folder)) as path:
        connection = Connection(path)
        for collection, files in (("clinical", sorted((DATA / "clinical-pdf").glob("*.pdf"))),
                                  ("medquad", [DATA / "medquad/docs"])):
            create(path, collection)
            subprocess.run([build / "client/answerbox", "add", "--socket", path,
                            "--collection", collection, *files],
                           check=True, capture_output=True)
        print("| questions | sources | clinical right | medquad document | section |")
        print("|---|---|---|---|---|")
        for name, questions in asked.items():
            for source, params in SOURCES.items():
                for collection in ("clinical", "medquad"):
                    connection.call("collections.set", name=collection, synonyms=(
                        LAY_WORDS if source in WITH_SYNONYMS else ""))
                right = ""
                if name in ("as they stand", "with a slip"):
                    change = changes[name]
                    right = "%.0f" % clinical_right(
                        build, path, [{**question, "question": change(question["question"])}
                                      for question in clinical], source,
                        pathlib.Path(folder))
                found = [section_shown(connection, row, question,
                                       {"collection": "medquad", **params})
                         for row, question in questions]
                document, section = (100 * sum(column) / len(found)
                                     for column in zip(*found))
                print(f"| {name} ({len(found)}) | {source} | {right} | {document:.1f} "
                      f"| {section:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
