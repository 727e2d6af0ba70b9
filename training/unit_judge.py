"""Fits the judge: the probability that a chosen unit answers."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from calibration import fit_line
from unit_choice import choose, fit_leaves, fit_units
from unit_listing import UNIT
from unit_questions import MISMATCH

JUDGED = ("AllSoft", "SoftCoverage", "AllCoverage", "Mass", "Kind", "LastHeading",
          "HoldsBest", "RarestMissing", "NumberMissing", "FocusMissing", "AsksSection",
          "Short", "ShortRarest", "ShortMissing", "Documents", "DocumentsSoft")
SENTENCE = 0  # The column of the sentence's log-odds; those of JUDGED follow.

# As in UnitRanking::Judge.
LEAST_KIND = -.25
LEAST_CONFIDENCE = .001
# A leaf that holds so much of the gold answer makes its unit right.
LEAF_ANSWERS = .5

# Added to the fitted weight. In nearly all questions of the sets the kind of thing
# that is asked for is met, so the fit learns little from it. README.md, "Units",
# says how it was chosen.
FOCUS = 1 + JUDGED.index("FocusMissing")
MORE_FOCUS = -1.

# A larger set counts as if it had so many questions; sets without answers, as there
# are few of them, as if they had those of UNANSWERABLE. Half of each set is larger,
# so that the judges of the report are fitted to the same shares as the shipped one.
SET_QUESTIONS = 150
UNANSWERABLE = {"medhalf": 300, MISMATCH: 700}
# So do all clinical questions. One without an answer counts as so many others: there
# are few of them, and they are what a reader would ask of these very documents.
CLINICAL_QUESTIONS = 250
CLINICAL_UNANSWERABLE = 4.
L2 = 1e-3
ROUNDS = 1200


@dataclass
class Weights:
    leaf: np.ndarray
    unit: np.ndarray
    judge: np.ndarray  # The sentence's, those of JUDGED, the constant.

    @property
    def judge_of_units(self):
        weights = np.zeros(len(UNIT))
        for name, weight in zip(JUDGED, self.judge[1:]):
            weights[UNIT[name]] = weight
        return weights


@dataclass
class Judged:
    """A question's best unit, as the judge sees it."""
    question: object
    unit: int
    values: np.ndarray
    holds: bool


def judged(question, leaf_weights, unit_weights):
    unit, row, leaf = choose(question, leaf_weights, unit_weights)
    confidence = np.clip(question.sentence_confidence, LEAST_CONFIDENCE,
                         1 - LEAST_CONFIDENCE)
    row = row.copy()
    row[UNIT["Kind"]] = max(LEAST_KIND, row[UNIT["Kind"]])
    values = np.array([np.log(confidence / (1 - confidence)),
                       *(row[UNIT[name]] for name in JUDGED)])
    return Judged(question, unit, values, holds(question, unit, leaf))


def holds(question, unit, leaf):
    labels = question.labels
    if labels is None or not labels.in_document[unit]:
        return False
    if labels.hit[unit]:
        return True
    return not question.is_clinical and labels.leaf[leaf] > LEAF_ANSWERS


def log_odds(rows, weights):
    return np.array([row.values for row in rows]) @ weights[:-1] + weights[-1]


def row_weights(rows):
    counts = Counter(row.question.set for row in rows)

    def weight(question):
        count = counts[question.set]
        if question.is_clinical:
            each = 1. if question.has_answer else CLINICAL_UNANSWERABLE
            return each * min(1., CLINICAL_QUESTIONS / count)
        if question.set in UNANSWERABLE:
            return UNANSWERABLE[question.set] / max(count, SET_QUESTIONS)
        return min(1., SET_QUESTIONS / count)

    weights = np.array([weight(row.question) for row in rows])
    return weights / weights.sum()


def fit_logistic(rows):
    """Weights of the values, and the constant, by steps down the gradient."""
    values = np.array([row.values for row in rows])
    right = np.array([row.holds for row in rows])
    mean, scale = values.mean(0), values.std(0) + 1e-6
    scaled = np.column_stack([(values - mean) / scale, np.ones(len(rows))])
    shares = row_weights(rows)
    weights = np.zeros(scaled.shape[1])
    for _ in range(ROUNDS):
        error = 1 / (1 + np.exp(-scaled @ weights)) - right
        penalty = np.append(weights[:-1], 0) * L2
        weights -= scaled.T @ (error * shares) + penalty
    weights[:-1] /= scale
    weights[-1] -= weights[:-1] @ mean
    weights[FOCUS] += MORE_FOCUS
    return weights


def fit_judge(rows, bit):
    """Calibrates by judges that saw no question about the document."""
    others = [row for row in rows if not row.question.is_clinical]
    clinical = [row for row in rows if row.question.is_clinical]
    scored = []
    for half in (0, 1):
        held = [row for row in others if row.question.half(bit) == half]
        rest = [row for row in others if row.question.half(bit) != half]
        scored += zip(held, log_odds(held, fit_logistic(rest)))
    for document in documents_of(row.question for row in clinical):
        held = [row for row in clinical if row.question.document == document]
        rest = [row for row in clinical if row.question.document != document]
        scored += zip(held, log_odds(held, fit_logistic(others + rest)))
    slope, intercept = fit_line([odds for _, odds in scored],
                                [int(row.holds) for row, _ in scored],
                                weights=row_weights([row for row, _ in scored]))
    weights = slope * fit_logistic(rows)
    weights[-1] += intercept
    return weights


def documents_of(questions):
    return sorted({question.document for question in questions})


def train(questions, bit=1):
    """All weights. `bit` chooses the halves of documents for calibration."""
    questions = [question for question in questions if len(question.units) > 0]
    answerable = [question for question in questions if question.labels]
    others = [question for question in answerable if not question.is_clinical]
    clinical = [question for question in answerable if question.is_clinical]
    leaf = fit_leaves(answerable)
    unit = fit_units(clinical, others, leaf)
    rows = [judged(question, leaf, unit) for question in questions
            if not question.is_clinical]
    # The judge sees units that were not fitted to their own document. With only
    # one, it sees none of it.
    documents = documents_of(clinical)
    for document in documents if len(documents) > 1 else ():
        rest = [question for question in clinical if question.document != document]
        crossed_leaf = fit_leaves(others + rest)
        crossed = fit_units(rest, others, crossed_leaf)
        rows += [judged(question, crossed_leaf, crossed) for question in questions
                 if question.is_clinical and question.document == document]
    return Weights(leaf, unit, fit_judge(rows, bit))
