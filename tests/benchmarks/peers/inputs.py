"""The inputs of the comparison: paragraphs with questions, as a SQuAD file.

If the data folder is there ($ANSWERBOX_DATA, else ../shared/data beside the
project), the tuning half of the SQuAD v2.0 dev set: 646 paragraphs, 6,078
questions. Otherwise the sections of the sample handbook, with the questions of
other tests about it; they are enough to see that everything runs.
"""

import dataclasses
import json
import os
import pathlib
import random
import re

ROOT = pathlib.Path(__file__).resolve().parents[3]
HANDBOOK = ROOT / "deploy/sample-handbook"
HANDBOOK_QUESTIONS = ROOT / "tests/determinism/handbook-questions.tsv"
SEED = 1


@dataclasses.dataclass
class Inputs:
    squad: dict  # In the form of SQuAD's files.
    is_handbook: bool

    @property
    def paragraphs(self) -> list:
        return [paragraph for article in self.squad["data"]
                for paragraph in article["paragraphs"]]

    def questions(self) -> list:
        """(number of the paragraph, question) of the answerable questions, in
        random order."""
        pairs = [(number, " ".join(qa["question"].split()))
                 for number, paragraph in enumerate(self.paragraphs)
                 for qa in paragraph["qas"] if qa["answers"]]
        random.Random(SEED).shuffle(pairs)
        return pairs


def squad_folder() -> pathlib.Path:
    data = os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data"
    return pathlib.Path(data) / "squad-dev"


def tuning_half(folder: pathlib.Path) -> Inputs:
    titles = (folder / "tuning-articles.txt").read_text("utf-8").split()
    whole = json.loads((folder / "squad-v2.0-dev.json").read_text("utf-8"))
    articles = [article for article in whole["data"]
                if article["title"] in titles]
    return Inputs({"data": articles}, is_handbook=False)


def sections(markdown: str) -> list:
    """The texts of a page from heading to heading, without marks."""
    text = re.sub(r"^([-*]|\d+\.) ", "", markdown, flags=re.MULTILINE)
    text = re.sub(r"[*_`|]", " ", text)
    return [part.strip() for part in re.split(r"^#+ ", text,
                                              flags=re.MULTILINE)
            if part.strip()]


def handbook() -> Inputs:
    questions: dict[str, list] = {}
    for row in HANDBOOK_QUESTIONS.read_text("utf-8").splitlines():
        question, page, answer = row.split("\t")
        if answer != "-":
            questions.setdefault(page, []).append((question, answer))
    articles = []
    number = 0
    for page in sorted(HANDBOOK.glob("*.md")):
        paragraphs = [{"context": text, "qas": []}
                      for text in sections(page.read_text("utf-8"))]
        for question, answer in questions.get(page.name, []):
            for paragraph in paragraphs:
                if answer in paragraph["context"]:
                    number += 1
                    paragraph["qas"].append({
                        "id": f"handbook-{number}", "question": question,
                        "is_impossible": False, "answers": [{"text": answer}]})
                    break
        articles.append({"title": page.name, "paragraphs": paragraphs})
    return Inputs({"data": articles}, is_handbook=True)


def find_inputs() -> Inputs:
    folder = squad_folder()
    return tuning_half(folder) if folder.exists() else handbook()
