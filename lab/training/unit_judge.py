"""Fits the judge: the probability that a chosen unit answers."""

import multiprocessing
import os
from dataclasses import dataclass

import numpy as np

from calibration import fit_line
from unit_choice import choose
from unit_folds import FOLDS
from unit_leaves import fit_leaves
from unit_listing import UNIT, WHOLE
from unit_questions import KEYED, MISMATCH, SQUAD
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

# A question of a set that is not KEYED counts as so many of one that is; those sets
# hold one kind of document each. But those without answers show what no set that is
# KEYED has: questions about something else altogether.
OTHERS_WEIGHT = .1
UNANSWERABLE_WEIGHT = .3
UNANSWERABLE = ("medhalf", MISMATCH)
L2 = 1e-3
ROUNDS = 1200


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
    is_elsewhere: bool = False  # Refused, whatever the judge says.


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
                  holds(question, chosen.unit, chosen.leaf), is_elsewhere(row))


def is_elsewhere(row):
    """As IsElsewhere (engine/answer/confidence)."""
    return row[UNIT["AllCoverage"]] == 0 and row[UNIT["AllSoft"]] < .9


def holds(question, unit, leaf):
    labels = question.labels
    if labels is None or not labels.in_document[unit]:
        return False
    if labels.hit[unit]:
        return True
    return question.set not in KEYED and labels.leaf[leaf] > LEAF_ANSWERS


def judge_odds(rows, weights):
    return np.array([row.values for row in rows]) @ weights[:-1] + weights[-1]


def row_weights(rows):
    def weight(question):
        if question.set in KEYED:
            return 1.
        return UNANSWERABLE_WEIGHT if question.set in UNANSWERABLE else OTHERS_WEIGHT

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
    return weights


def fit_judge(rows):
    """Calibrates by judges that were not fitted to questions about the document, on
    KEYED sets, as people ask questions like theirs."""
    scored = []
    for fold in sorted({row.question.fold for row in rows}):
        rest = [row for row in rows if row.question.fold != fold]
        held = [row for row in rows if row.question.fold == fold
                and row.question.set in KEYED]
        if held:
            scored += zip(held, judge_odds(held, fit_logistic(rest)))
    slope, intercept = fit_line([odds for _, odds in scored],
                                [int(row.holds) for row, _ in scored])
    weights = slope * fit_logistic(rows)
    weights[-1] += intercept
    return weights


def train(questions):
    """All weights."""
    every, crossed = fit_by_folds(questions)
    return Weights(*every, fit_judge(crossed_rows(questions, crossed)))


def fit_by_folds(questions):
    """What fit_choice() gives for all questions, and for all but those of each fold."""
    every, *crossed = in_parallel(lambda fold: fit_choice(questions, fold),
                                  [None, *range(FOLDS)])
    return every, crossed


def crossed_rows(questions, crossed):
    """Units that were chosen without their own document."""
    return [row for fold, weights in enumerate(crossed)
            for row in judged([question for question in questions if question.fold == fold
                               and len(question.units) > 0], *weights)]


def fit_choice(questions, fold):
    """The weights that choose and the trees that judge, fitted to all questions but
    those of the fold and SQUAD's, which would not make them better."""
    rest = [question for question in questions if question.fold != fold
            and question.set != SQUAD and len(question.units) > 0]
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
