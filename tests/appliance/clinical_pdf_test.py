#!/usr/bin/env python3
"""Asks a real guide in PDF, and checks each page number against pdftotext.

usage: clinical_pdf_test.py ANSWERBOXD ANSWERBOX

Needs the clinical PDFs of the data folder. Without them it says so and ends
with code 77.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import data_folder
from answerboxd import Answerboxd

GUIDE = "cdc-outpatient-infection-prevention-guide-2016.pdf"

# A question, and words that the answer must contain.
QUESTIONS = [
    ("What does personal protective equipment refer to?", "wearable equipment"),
    ("What is the final step after removing and disposing of PPE?",
     "Hand hygiene is always"),
    ("Do single-use devices have reprocessing instructions?",
     "do not have reprocessing instructions"),
    ("How is surveillance defined?", "ongoing, systematic"),
    ("What must always precede disinfection or sterilization?",
     "Cleaning to remove organic material"),
]


def squeezed(text: str) -> str:
    """Only letters and digits, because line breaks and hyphens differ."""
    return re.sub(r"\W+", "", text)


def page_text(guide: pathlib.Path, page: int) -> str:
    run = subprocess.run(
        ["pdftotext", "-f", str(page), "-l", str(page), str(guide), "-"],
        check=True, capture_output=True, text=True)
    return run.stdout


def ask(answerbox: str, socket: pathlib.Path, question: str) -> dict:
    run = subprocess.run(
        [answerbox, "ask", "--json", "--theta", "0", "--socket", str(socket),
         question], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)["answer"]


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    guide = data_folder.find("clinical-pdf") / GUIDE
    failures = 0
    with tempfile.TemporaryDirectory() as scratch, \
            Answerboxd(sys.argv[1], pathlib.Path(scratch) / "state") as daemon:
        subprocess.run([sys.argv[2], "add", "--socket",
                        str(daemon.socket_path), str(guide)], check=True)
        for question, words in QUESTIONS:
            answer = ask(sys.argv[2], daemon.socket_path, question)
            flat = re.sub(r"\s+", " ", answer["sentence"])
            beginning = squeezed(answer["sentence"])[:60]
            right = (words in flat and
                     beginning in squeezed(page_text(guide, answer["page"])))
            failures += not right
            print("ok  " if right else "FAIL", question, "-> page",
                  answer["page"], flat)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
