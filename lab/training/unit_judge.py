"""Fits the judge: the probability that a chosen unit answers."""

import multiprocessing
import os
from collections import Counter
from dataclasses import dataclass

import numpy as np

from calibration import fit_line
from unit_choice import choose
from unit_leaves import fit_leaves
from unit_listing import UNIT, WHOLE
from unit_questions import MISMATCH, SQUAD
from unit_trees import UnitTrees, fit_trees, log_odds

JUDGED = ("AllSoft", "SoftCoverage", "AllCoverage", "Mass", "Kind", "LastHeading",
          "HoldsBest", "RarestMissing", "NumberMissing", "FocusMissing", "AsksSection",
          "Short", "ShortRarest", "ShortMissing", "Documents", "DocumentsSoft")
# A question's values begin with two log-odds: of the best sentence, and by the
# judging trees. The features of JUDGED follow.
SENTENCE, TREES, FEATURES = 0, 1, 2

# As in FormConfidence (engine/answer/confidence).
LEAST_KIND = -.25
LEAST_CONFIDENCE = .001
# A leaf that holds so much of the gold answer makes its unit right.
LEAF_ANSWERS = .5

# Added to the fitted weight. In nearly all questions of the sets the kind of thing
# that is asked for is met, so the fit learns little from it. README.md, "Units",
# says how it was chosen.
FOCUS = FEATURES + JUDGED.index("FocusMissing")
MORE_FOCUS = -1.

# A larger set counts as if it had so many questions; sets without answers, as there
# are few of them, as if they had those of UNANSWERABLE. Half of each set is larger,
# so that the judges of the report are fitted to the same shares as the shipped one.
SET_QUESTIONS = 150
UNANSWERABLE = {"medhalf": 300, MISMATCH: 900}
# So do all clinical questions. One without an answer counts as so many others: there
# are few of them, and they are what a reader would ask of these very documents.
CLINICAL_QUESTIONS = 250
CLINICAL_UNANSWERABLE = 5.
# A question of SQUAD without an answer counts as so many with one.
SQUAD_UNANSWERABLE = 2.
L2 = 1e-3
ROUNDS = 1200

# The documents of clinical questions are split into so many folds. For each fold,
# weights that are fitted to the others choose the units that the judge learns from.
CLINICAL_FOLDS = 4


@dataclass
class Weights:
    leaf: np.ndarray
    trees: UnitTrees
    judge: np.ndarray  # The sentence's, the trees', those of JUDGED, the constant.

    @property
    def judge_of_units(self):
        weights = np.zeros(len(UNIT))
        for name, weight in zip(JUDGED, self.judge[FEATURES:]):
            weights[UNIT[name]] = weight
        return weights


@dataclass
class Judged:
    """A question's best unit, as the judge sees it."""
    question: object
    unit: int
    values: np.ndarray
    holds: bool


def judged(questions, leaf_weights, trees):
    """Each question's best unit; each has units."""
    best = choose(questions, leaf_weights, trees.choosing)
    odds = log_odds(trees.judging, np.array([chosen.row for chosen in best]))
    return [judged_one(chosen, own) for chosen, own in zip(best, odds)]


def judged_one(chosen, odds):
    question = chosen.question
    confidence = np.clip(question.sentence_confidence, LEAST_CONFIDENCE,
                         1 - LEAST_CONFIDENCE)
    row = chosen.row / WHOLE
    row[UNIT["Kind"]] = max(LEAST_KIND, row[UNIT["Kind"]])
    values = np.array([np.log(confidence / (1 - confidence)), odds,
                       *(row[UNIT[name]] for name in JUDGED)])
    return Judged(question, chosen.unit, values,
                  holds(question, chosen.unit, chosen.leaf))


def holds(question, unit, leaf):
    labels = question.labels
    if labels is None or not labels.in_document[unit]:
        return False
    if labels.hit[unit]:
        return True
    return not question.is_clinical and labels.leaf[leaf] > LEAF_ANSWERS


def judge_odds(rows, weights):
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
        each = SQUAD_UNANSWERABLE if question.set == SQUAD and not question.has_answer else 1.
        return each * min(1., SET_QUESTIONS / count)

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
    """Calibrates by judges that were not fitted to questions about the subject.
    The trees behind some of their rows were."""
    others = [row for row in rows if not row.question.is_clinical]
    clinical = [row for row in rows if row.question.is_clinical]
    scored = []
    for half in (0, 1):
        held = [row for row in others if row.question.half(bit) == half]
        rest = [row for row in others if row.question.half(bit) != half]
        scored += zip(held, judge_odds(held, fit_logistic(rest)))
    for document in documents_of(row.question for row in clinical):
        held = [row for row in clinical if row.question.document == document]
        rest = [row for row in clinical if row.question.document != document]
        scored += zip(held, judge_odds(held, fit_logistic(others + rest)))
    slope, intercept = fit_line([odds for _, odds in scored],
                                [int(row.holds) for row, _ in scored],
                                weights=row_weights([row for row, _ in scored]))
    weights = slope * fit_logistic(rows)
    weights[-1] += intercept
    return weights


def documents_of(questions):
    return sorted({question.document for question in questions})


def train(questions, bit=1):
    """All weights. `bit` chooses the halves of subjects for calibration."""
    questions = [question for question in questions if len(question.units) > 0]
    folds = [fold for fold in folds_of(questions, bit) if fold]
    every, *crossed = in_parallel(
        lambda held: fit_choice(questions, held), [[], *folds])
    # The judge sees units that were chosen without their own question.
    rows = [row for held, weights in zip(folds, crossed)
            for row in judged([questions[i] for i in held], *weights)]
    return Weights(*every, fit_judge(rows, bit))


def folds_of(questions, bit):
    """The places of questions that are held out together: of clinical ones all
    about the same documents, of others those of half of the subjects."""
    documents = documents_of(question for question in questions if question.is_clinical)
    fold = {document: place % CLINICAL_FOLDS for place, document in enumerate(documents)}
    for number in range(CLINICAL_FOLDS):
        yield [i for i, question in enumerate(questions) if question.is_clinical
               and fold[question.document] == number]
    for half in (0, 1):
        yield [i for i, question in enumerate(questions)
               if not question.is_clinical and question.half(bit) == half]


def fit_choice(questions, held):
    """The weights that choose and the trees that judge, fitted to all questions but
    those held out and SQUAD's, which would not make them better."""
    held = set(held)
    rest = [question for i, question in enumerate(questions)
            if i not in held and question.set != SQUAD]
    leaf = fit_leaves([question for question in rest if question.labels])
    return leaf, fit_trees(rest, leaf)


def in_parallel(function, items):
    """[function(item) for item in items], in forked processes, so that the function
    and what it knows are not copied."""
    context = multiprocessing.get_context("fork")
    with context.Pool(min(len(items), os.cpu_count()), _remember, (function,)) as pool:
        return pool.map(_call, items, chunksize=1)


def _remember(function):
    global _function
    _function = function


def _call(item):
    return _function(item)
