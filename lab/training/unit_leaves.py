"""Fits the weights of leaves, which give each its probability."""

from collections import Counter

import numpy as np

from unit_listing import UNIT
from unit_questions import CLINICAL

# A set counts as if it had so many questions, a question at most twice.
SET_QUESTIONS, MOST_WEIGHT = 250, 2.

# A clinical question counts as so many others: the others are about one kind of
# document each.
CLINICAL_WEIGHT = 20.

# A leaf is wanted as much as it holds of the gold answer; a question counts if
# some leaf holds LEAST_LEAF.
FIT = dict(l2=1e-3, rate=.05, epochs=30)
LEAF_HOLDS, LEAST_LEAF = .5, .3

BATCH = 32
SEED = 0


def fit_soft_max(questions, l2, rate, epochs):
    """Weights by which soft-max comes close to the wanted shares, by Adam.

    `questions` are (rows, wanted, weight).
    """
    chance = np.random.default_rng(SEED)
    scale = np.concatenate([rows for rows, _, _ in questions]).std(0).astype(float) + 1e-6
    scale[scale < 1e-4] = np.inf
    questions = [(rows / scale, wanted, weight) for rows, wanted, weight in questions]
    weights, mean, square = np.zeros((3, len(scale)))
    step = 0
    for epoch in range(epochs):
        order = chance.permutation(len(questions))
        for start in range(0, len(order), BATCH):
            gradient = l2 * weights
            for i in order[start:start + BATCH]:
                rows, wanted, weight = questions[i]
                error = soft_max(rows @ weights) - wanted
                gradient += weight / BATCH * (rows.T @ error)
            step += 1
            mean = .9 * mean + .1 * gradient
            square = .999 * square + .001 * gradient ** 2
            moved = mean / (1 - .9 ** step) / (np.sqrt(square / (1 - .999 ** step)) + 1e-8)
            weights -= rate * (1 - epoch / epochs) * moved
    return weights / scale


def soft_max(odds):
    powers = np.exp(odds - odds.max())
    return powers / powers.sum()


def set_weights(questions):
    counts = Counter(question.set for question in questions)
    return {name: min(MOST_WEIGHT, SET_QUESTIONS / count)
            for name, count in counts.items()}


def leaf_rows(question):
    """The leaves' features, then the same times how many documents there are."""
    documents = question.units[0, UNIT["Documents"]]
    return np.hstack([question.leaves, question.leaves * documents])


def fit_leaves(questions):
    weights = set_weights(questions)
    weights[CLINICAL] = CLINICAL_WEIGHT
    rows = []
    for question in questions:
        can = question.can_answer
        held = question.labels.leaf
        wanted = np.where(held > LEAF_HOLDS, held, 0)[can]
        if wanted.sum() > 0 and held.max() > LEAST_LEAF:
            rows.append((leaf_rows(question)[can], wanted / wanted.sum(),
                         weights[question.set]))
    return fit_soft_max(rows, **FIT)


def leaf_probabilities(question, leaf_weights):
    odds = np.where(question.can_answer, leaf_rows(question) @ leaf_weights, -np.inf)
    return soft_max(odds)
