"""Measures units on questions about subjects that no weight was fitted to."""

from dataclasses import dataclass

import numpy as np

from calibration import calibration_error
from unit_folds import FOLDS
from unit_judge import crossed_rows, fit_by_folds, fit_judge, judge_odds
from unit_questions import FOLDERS, KEYED

THETA = .45  # The program's default.


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


def measure(rows, judging):
    """Of rows of judged()."""
    measured = []
    for row, odds in zip(rows, judge_odds(rows, judging)):
        question, labels = row.question, row.question.labels
        there = bool(labels and labels.in_document[row.unit])
        measured.append(Measured(
            question.set, question.kind, question.document, question.has_answer,
            there and labels.hit[row.unit], labels.share[row.unit] if there else 0.,
            question.words[row.unit], there, row.holds,
            0. if row.is_elsewhere else 1 / (1 + np.exp(-odds))))
    return measured


def measure_without_units(questions):
    return [Measured(question.set, question.kind, question.document,
                     question.has_answer, 0, 0., 0., False, False, 0.)
            for question in questions if len(question.units) == 0]


def measure_held_out(listings):
    """By listing, all its questions, each by weights that were fitted without its
    document to the others of all listings."""
    _, crossed = fit_by_folds(sum(listings, []))
    rows = [crossed_rows(questions, crossed) for questions in listings]
    measured = [measure_without_units(questions) for questions in listings]
    for fold in range(FOLDS):
        judging = fit_judge([row for own in rows for row in own
                           if row.question.fold != fold])
        for own, found in zip(rows, measured):
            found += measure([row for row in own if row.question.fold == fold], judging)
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


def groups(rows, key):
    names = dict.fromkeys(key(row) for row in rows)
    return [(name, [row for row in rows if key(row) == name]) for name in sorted(names)]


def tables(measured, names):
    """Of each listing by set; of the first one also by document and kind."""
    for rows, name in zip(measured, names):
        yield table(f"{name}: set", groups(rows, lambda row: row.set))
    keyed = [row for row in measured[0] if row.set in KEYED and row.set != FOLDERS]
    yield table("document", groups(keyed, lambda row: row.document))
    yield table("kind", groups(keyed, lambda row: f"{row.set}, {row.kind}"))
