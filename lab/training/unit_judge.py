"""Fits the judge: the probability that a chosen unit answers."""

import multiprocessing
import os
from dataclasses import dataclass

import numpy as np

from model_file import Trees
from unit_boosting import fit_rows
from unit_choice import choose
from unit_folds import FOLDS
from unit_leaves import fit_leaves
from unit_listing import UNIT, WHOLE
from unit_questions import FOLDERS, KEYED, SQUAD
from unit_trees import FIT, HIDDEN, fit_trees, log_odds

# As in FormConfidence (engine/answer/confidence).
LEAST_CONFIDENCE = .001
SENTENCE_STEP = 8
# A leaf that holds so much of the gold answer makes its unit right.
LEAF_ANSWERS = .5

# A question of a set that is not KEYED counts as so many of one that is; those sets
# hold one kind of document each.
OTHERS_WEIGHT = .5
# Half of the questions of FOLDERS have no answer; of the other KEYED ones a sixth.
FOLDERS_UNANSWERABLE_WEIGHT = .2

# The judge alone sees these sets. With them, the weights that choose were no better.
JUDGED_ALONE = (SQUAD, FOLDERS)


@dataclass
class Weights:
    leaf: np.ndarray
    choosing: Trees
    judging: Trees


@dataclass
class Judged:
    """A question's best unit, as the judge sees it."""
    question: object
    unit: int
    row: np.ndarray  # Its features, in 1/1024.
    holds: bool
    is_elsewhere: bool = False  # Refused, whatever the judge says.


def judged(questions, leaf_weights, choosing):
    """Each question's best unit; each has units."""
    return [judged_one(chosen) for chosen in choose(questions, leaf_weights, choosing)]


def judged_one(chosen):
    question = chosen.question
    confidence = np.clip(question.sentence_confidence, LEAST_CONFIDENCE,
                         1 - LEAST_CONFIDENCE)
    odds = np.log(confidence / (1 - confidence))
    row = chosen.row.copy()
    row[HIDDEN] = 0
    row[UNIT["Sentence"]] = int(odds * WHOLE / SENTENCE_STEP)
    return Judged(question, chosen.unit, row, holds(question, chosen.unit, chosen.leaf),
                  is_elsewhere(row))


def is_elsewhere(row):
    """As IsElsewhere (engine/answer/confidence)."""
    return row[UNIT["AllCoverage"]] == 0 and row[UNIT["AllSoft"]] < .9 * WHOLE


def holds(question, unit, leaf):
    labels = question.labels
    if labels is None or not labels.in_document[unit]:
        return False
    if labels.hit[unit]:
        return True
    return question.set not in KEYED and labels.leaf[leaf] > LEAF_ANSWERS


def weight_of(question):
    if question.set == FOLDERS and not question.has_answer:
        return FOLDERS_UNANSWERABLE_WEIGHT
    return 1. if question.set in KEYED else OTHERS_WEIGHT


def fit_judge(rows):
    """Trees whose log-odds need no line that calibrates them: by folds its slope was
    1.03 and its constant .04."""
    return fit_rows(np.array([row.row for row in rows]),
                    np.array([row.holds for row in rows]),
                    np.array([weight_of(row.question) for row in rows]), **FIT)


def judge_odds(rows, judging):
    return log_odds(judging, np.array([row.row for row in rows]))


def train(questions):
    """All weights."""
    (leaf, choosing), crossed = fit_by_folds(questions)
    return Weights(leaf, choosing, fit_judge(crossed_rows(questions, crossed)))


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
    """The weights that choose, fitted to the questions that some unit answers, but for
    those of the fold and of JUDGED_ALONE."""
    rest = [question for question in questions if question.fold != fold
            and question.labels and question.set not in JUDGED_ALONE]
    leaf = fit_leaves(rest)
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
