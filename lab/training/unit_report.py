"""Measures units on questions about subjects that no weight was fitted to."""

from dataclasses import dataclass

import numpy as np

from calibration import calibration_error
from unit_judge import documents_of, judge_odds, judged, train

THETA = .2  # The program's default.


@dataclass
class Measured:
    set: str
    kind: str
    document: str
    has_answer: bool
    hit: float
    share: float
    words: float
    in_document: bool
    holds: bool
    confidence: float


def measure(questions, weights):
    measured = [Measured(question.set, question.kind, question.document,
                         question.has_answer, 0, 0., 0., False, False, 0.)
                for question in questions if len(question.units) == 0]
    rows = judged([question for question in questions if len(question.units) > 0],
                  weights.leaf, weights.trees)
    for row, odds in zip(rows, judge_odds(rows, weights.judge)):
        question, labels = row.question, row.question.labels
        there = bool(labels and labels.in_document[row.unit])
        measured.append(Measured(
            question.set, question.kind, question.document, question.has_answer,
            there and labels.hit[row.unit], labels.share[row.unit] if there else 0.,
            question.words[row.unit], there, row.holds, 1 / (1 + np.exp(-odds))))
    return measured


def measure_held_out(questions):
    """All questions, each by weights that were fitted without its document."""
    measured = []
    clinical = [question for question in questions if question.is_clinical]
    others = [question for question in questions if not question.is_clinical]
    # Within the training half, halves by another bit serve calibration.
    for half in (0, 1):
        held = [question for question in others if question.half(1) == half]
        rest = [question for question in others if question.half(1) != half]
        measured += measure(held, train(rest + clinical, bit=2))
    for document in documents_of(clinical):
        held = [question for question in clinical if question.document == document]
        rest = [question for question in clinical if question.document != document]
        measured += measure(held, train(others + rest))
    return measured


COLUMNS = ("questions", "hit", "share", "words", "document", "answered",
           "hit and answered", "refused", "calibration error")


def figures(measured):
    """Strings by COLUMNS; "" where there is no such question."""
    asked = [row for row in measured if row.has_answer]
    refusable = [row for row in measured if not row.has_answer]

    def percent(values):
        values = list(values)
        return f"{100 * sum(values) / len(values):.1f}" if values else ""

    error = calibration_error([row.confidence for row in measured],
                              [int(row.holds) for row in measured])
    return (str(len(measured)), percent(row.hit for row in asked),
            percent(row.share for row in asked),
            f"{np.mean([row.words for row in measured]):.0f}",
            percent(row.in_document for row in asked),
            percent(row.confidence >= THETA for row in asked),
            percent(row.hit and row.confidence >= THETA for row in asked),
            percent(row.confidence < THETA for row in refusable), f"{error:.3f}")


def table(head, groups):
    """A table in Markdown with a line for each (name, measured questions)."""
    lines = [(head, *COLUMNS), ("---",) * (1 + len(COLUMNS))]
    lines += [(name, *figures(rows)) for name, rows in groups]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def report(measured):
    def groups(rows, key):
        names = dict.fromkeys(key(row) for row in rows)
        return [(name, [row for row in rows if key(row) == name])
                for name in sorted(names)]

    clinical = [row for row in measured if row.set == "clinical"]
    return "\n".join((
        table("set", groups(measured, lambda row: row.set)),
        table("PDF of clinical questions", groups(clinical, lambda row: row.document)),
        table("kind of clinical question", groups(clinical, lambda row: row.kind))))
