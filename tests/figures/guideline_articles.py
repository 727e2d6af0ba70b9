"""Clinical guidelines as long documents in SQuAD's JSON format.

Each PDF is one article, a paragraph for each piece of its text. Its questions are
those whose answer is one short text that a paragraph holds. The answer's place is in
the first such paragraph.
"""

import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def write(answerbox, data, path):
    articles = [article(answerbox, pdf, questions)
                for pdf, questions in questions_by_pdf(data)]
    path.write_text(json.dumps({"version": "v2.0", "data": articles}),
                    encoding="utf-8")


def questions_by_pdf(data):
    pdfs = {pdf.name: pdf for folder in ("clinical-pdf", "guideline-pdfs/pdfs")
            for pdf in sorted((data / folder).glob("*.pdf"))}
    questions = {}
    for folder in (data / "clinical-questions", ROOT / "lab/training/guideline-questions"):
        for file in sorted(folder.glob("*.jsonl")):
            for line in file.read_text(encoding="utf-8").splitlines():
                question = json.loads(line)
                questions.setdefault(question["document"], []).append(question)
    return [(pdfs[name], questions[name]) for name in sorted(questions)]


def article(answerbox, pdf, questions):
    text = subprocess.run([answerbox, "convert", "--format", "text", pdf],
                          stdout=subprocess.PIPE, check=True, text=True).stdout
    paragraphs = [{"context": piece, "qas": []}
                  for piece in re.split(r"\n\s*\n", text) if piece.strip()]
    for question in questions:
        keys = question.get("key") or []
        # Words that stand for each other are alternatives.
        place = find(paragraphs, keys[0].split("|")) if len(keys) == 1 else None
        if place:
            paragraph, begin, end = place
            paragraph["qas"].append({
                "id": question["id"], "question": question["question"],
                "is_impossible": False,
                "answers": [{"text": paragraph["context"][begin:end],
                             "answer_start": begin}]})
    return {"title": pdf.name, "paragraphs": paragraphs}


def find(paragraphs, texts):
    for text in texts:
        for paragraph in paragraphs:
            found = re.search(re.escape(text), paragraph["context"], re.IGNORECASE)
            if found:
                return paragraph, *found.span()
    return None
