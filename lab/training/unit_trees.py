"""Fits the boosted trees that score units."""

import pathlib
import tempfile
from dataclasses import dataclass

import numpy as np

from fitting import fit, weighted
from model_file import ONE, Trees
from unit_leaves import leaf_probabilities
from unit_listing import UNIT, WHOLE
from unit_weights_file import PROBABILITY

FIT = dict(objective="binary:logistic", eta=.05, depth=4, rounds=150,
           min_child_weight=20, subsample=.7, colsample=.5)

# The program counts probabilities in whole 1/65536 and features in 1/1024, both
# rounded down. EXACT keeps floating point from missing a whole number by a little.
STEPS = PROBABILITY // WHOLE
EXACT = 1e-6

# A unit of another set counts as so many of a clinical question.
OTHERS_WEIGHT = .1

# Trees do not see how many documents there are: each set has its own number of
# them, so they would learn which set a question is from.
HIDDEN = [UNIT["Documents"], UNIT["DocumentsSoft"]]


@dataclass
class UnitTrees:
    choosing: Trees  # Fitted to questions that some unit answers.
    judging: Trees  # Fitted to all questions.


def unit_rows(question, leaf_weights):
    """The units' features as the program has them: in whole 1/1024, and those that
    tell of probabilities by these weights of leaves."""
    begin, end = question.begin, question.end
    probabilities = leaf_probabilities(question, leaf_weights)
    steps = np.floor(probabilities * PROBABILITY + EXACT)
    sums = np.concatenate([[0], np.cumsum(steps)])
    best = int(probabilities.argmax())
    own = np.array([probabilities[b:e].max() for b, e in zip(begin, end)])
    rows = np.rint(question.units * WHOLE).astype(np.int16)
    rows[:, UNIT["Mass"]] = (sums[end] - sums[begin]) // STEPS
    rows[:, UNIT["HoldsBest"]] = ((begin <= best) & (best < end)) * WHOLE
    rows[:, UNIT["Leaf"]] = (own * PROBABILITY + EXACT) // STEPS
    rows[:, UNIT["LeafOverBest"]] = (
        own / probabilities[best] * PROBABILITY + EXACT) // STEPS
    return rows


def fit_trees(questions, leaf_weights):
    """Fits both parts. Some of the questions have no answer."""
    choosing, judging = [], []
    for question in questions:
        rows = unit_rows(question, leaf_weights)
        rows[:, HIDDEN] = 0
        answers = answers_of(question)
        weight = 1 if question.is_clinical else OTHERS_WEIGHT
        if answers.any():
            choosing += weighted_rows(answers, weight, rows)
        judging += weighted_rows(answers, weight, rows)
    with tempfile.TemporaryDirectory() as work:
        return UnitTrees(*(fit(pathlib.Path(work), "units", rows, len(UNIT), **FIT)
                           for rows in (choosing, judging)))


def answers_of(question):
    """By unit, whether it answers."""
    if question.labels is None:
        return np.zeros(len(question.units), bool)
    return question.labels.hit * question.labels.in_document > 0


def weighted_rows(answers, weight, rows):
    return [weighted(int(label), weight, values)
            for label, values in zip(answers, rows.tolist())]


def log_odds(trees, rows):
    """The trees' scores of all rows, as the program computes them."""
    total = np.zeros(len(rows), np.int64)
    each = np.arange(len(rows))
    for asked, thresholds, leaves in trees.trees:
        asked, thresholds = np.array(asked), np.array(thresholds)
        node = np.zeros(len(rows), int)
        for _ in range(trees.depth):
            node = 2 * node + 1 + (rows[each, asked[node]] >= thresholds[node])
        total += np.array(leaves)[node - len(asked)]
    return total / ONE
