#!/usr/bin/env python3
"""Asks long documents about their own headings, and checks that the answer is
from the right section.

usage: headings.py ANSWERBOXD ANSWERBOX [--write FILE] [--before FILE]

Joins the 1,716 medquad pages (folder medquad of $ANSWERBOX_DATA, else of
../shared/data beside the project) by source into seven documents, and adds them
to a daemon. Asks one question about each section of each page, made from the
headings of the section and the page. An answer is right if its citation is in
that section of that page of that document. Prints the share of right answers by
source and by section, with a 95 % interval from a bootstrap over pages. Fails
if the share of all questions is below its floor.

--write FILE keeps the outcome of each question. --before FILE compares,
question by question, with the file of another version of the program. The
script only adds documents and asks, so it can measure any version. Without the
data it ends with code 77.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

from answerboxd import Answerboxd
import data_folder

FLOOR = 0.55
SAMPLES = 2000  # Samples of the bootstrap.

# The question that a section with this heading answers, about a page's title.
QUESTIONS = {
    "Information": "What is {}?",
    "Treatment": "What are the treatments for {}?",
    "Research": "What research is being done on {}?",
    "Symptoms": "What are the symptoms of {}?",
    "Exams and tests": "What exams and tests are there for {}?",
    "Outlook": "What is the outlook for {}?",
    "Susceptibility": "Who is susceptible to {}?",
    "Causes": "What causes {}?",
    "Considerations": "What should be considered about {}?",
    "Prevention": "How can {} be prevented?",
    "Stages": "What are the stages of {}?",
    "Complications": "What are the complications of {}?",
    "Frequency": "How frequent is {}?",
    "Inheritance": "Is {} inherited?",
    "Support groups": "What support groups are there for {}?",
    "Genetic changes": "What genetic changes are related to {}?",
}


class Question(NamedTuple):
    source: str
    title: str
    heading: str

    def text(self) -> str:
        return QUESTIONS[self.heading].format(self.title)


def pages_by_source(folder: pathlib.Path) -> dict[str, list[str]]:
    sources: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.md")):
        source = path.name.partition("-")[0]
        sources.setdefault(source, []).append(path.read_text(encoding="utf-8"))
    return sources


def questions_of(sources: dict[str, list[str]]) -> list[Question]:
    """One question for each section, in order. Pages with the same title count
    as one."""
    found: dict[Question, None] = {}
    for source, pages in sources.items():
        for page in pages:
            title = page.partition("\n")[0].removeprefix("#").strip()
            if not title:
                continue
            for heading in re.findall(r"^## (.+?) *$", page, re.MULTILINE):
                found[Question(source, title, heading)] = None
    return list(found)


def add(answerbox: str, daemon: Answerboxd, folder: pathlib.Path) -> None:
    subprocess.run([answerbox, "add", "--socket", str(daemon.socket_path),
                    str(folder)], check=True, stdout=subprocess.DEVNULL)


def is_right(citation: dict, question: Question) -> bool:
    """Whether the citation is in the section from which the question was made.
    """
    section = [" ".join(heading.split()) for heading in citation["section"]]
    wanted = [" ".join(question.title.split()), question.heading]
    return (citation["document"] == question.source + ".md"
            and section[:2] == wanted)


def ask(daemon: Answerboxd, questions: list[Question]) -> list[bool]:
    right = []
    with daemon.connect() as connection:
        for question in questions:
            reply = connection.call("ask", question=question.text(), theta=0,
                                    runners_up=0, context=False)
            right.append(is_right(reply["answer"], question)
                         if reply["answered"] else False)
    return right


def interval(questions: list[Question],
             values: list[float]) -> tuple[float, float, float]:
    """The mean, and the interval of 95 % of the means of as many randomly drawn
    pages."""
    pages: dict[tuple, tuple[float, int]] = {}
    for question, value in zip(questions, values):
        total, count = pages.get(question[:2], (0.0, 0))
        pages[question[:2]] = total + value, count + 1
    drawn_from = list(pages.values())
    chance = random.Random(1)
    means = []
    for _ in range(SAMPLES):
        drawn = chance.choices(drawn_from, k=len(drawn_from))
        means.append(sum(total for total, _ in drawn) /
                     sum(count for _, count in drawn))
    means.sort()
    return (sum(values) / len(values), means[SAMPLES // 40],
            means[-1 - SAMPLES // 40])


def print_table(questions: list[Question], right: list[bool],
                before: list[bool] | None) -> None:
    def row(name: str, chosen: list[int]) -> None:
        asked = [questions[i] for i in chosen]
        cells = []
        for outcomes in filter(None, (before, right)):
            share, low, high = interval(asked, [outcomes[i] for i in chosen])
            cells.append(f"{100 * share:.1f} [{100 * low:.1f}, "
                         f"{100 * high:.1f}]")
        if before:
            gain, low, high = interval(asked,
                                       [right[i] - before[i] for i in chosen])
            cells.append(f"{100 * gain:+.1f} [{100 * low:+.1f}, "
                         f"{100 * high:+.1f}]")
        print("| " + " | ".join([name, f"{len(chosen):,}"] + cells) + " |")

    columns = ["", "questions"] + (["before", "right section [95 %]", "gain"]
                                   if before else ["right section [95 %]"])
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    everything = range(len(questions))
    row("all", list(everything))
    for field in ("source", "heading"):
        for name in dict.fromkeys(getattr(q, field) for q in questions):
            row(name, [i for i in everything
                       if getattr(questions[i], field) == name])


def write_outcomes(path: str, questions: list[Question],
                   right: list[bool]) -> None:
    with open(path, "w", encoding="utf-8") as file:
        for question, is_one in zip(questions, right):
            file.write("\t".join(question) + f"\t{int(is_one)}\n")


def read_outcomes(path: str, questions: list[Question]) -> list[bool]:
    outcomes = {}
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        *question, right = line.split("\t")
        outcomes[Question(*question)] = right == "1"
    return [outcomes[question] for question in questions]


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("answerboxd")
    parser.add_argument("answerbox")
    parser.add_argument("--write")
    parser.add_argument("--before")
    arguments = parser.parse_args()
    sources = pages_by_source(data_folder.find("medquad") / "docs")
    questions = questions_of(sources)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "documents"
        folder.mkdir()
        for source, pages in sources.items():
            (folder / f"{source}.md").write_text("\n\n".join(pages),
                                                 encoding="utf-8")
        with Answerboxd(arguments.answerboxd,
                        pathlib.Path(scratch) / "state") as daemon:
            add(arguments.answerbox, daemon, folder)
            right = ask(daemon, questions)
    before = (read_outcomes(arguments.before, questions)
              if arguments.before else None)
    print_table(questions, right, before)
    if arguments.write:
        write_outcomes(arguments.write, questions, right)
    share = sum(right) / len(right)
    if share < FLOOR:
        print(f"right sections: {share:.4f} is below {FLOOR}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
