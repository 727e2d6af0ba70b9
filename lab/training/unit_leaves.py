"""Fits the weights of leaves, which give each its probability."""

import numpy as np

from unit_listing import UNIT
from unit_questions import KEYED

# A question of a set that is not KEYED counts as so many of one that is: these sets
# hold one kind of document each.
OTHERS_WEIGHT = .1

# A leaf is wanted as much as it holds of the gold answer; a question counts if
# some leaf holds LEAST_LEAF.
FIT = dict(l2=1e-3, rate=.05, epochs=15)
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
    questions = [((rows / scale).astype(np.float32), wanted, weight)
                 for rows, wanted, weight in questions]
    weights, mean, square = np.zeros((3, len(scale)))
    step = 0
    for epoch in range(epochs):
        order = chance.permutation(len(questions))
        for start in range(0, len(order), BATCH):
            drawn = [questions[i] for i in order[start:start + BATCH]]
            gradient = l2 * weights + gradient_of(drawn, weights) / BATCH
            step += 1
            mean = .9 * mean + .1 * gradient
            square = .999 * square + .001 * gradient ** 2
            moved = mean / (1 - .9 ** step) / (np.sqrt(square / (1 - .999 ** step)) + 1e-8)
            weights -= rate * (1 - epoch / epochs) * moved
    return weights / scale


def gradient_of(questions, weights):
    """The sum over questions, each times its weight."""
    rows, wanted, shares = zip(*questions)
    lengths = [len(own) for own in rows]
    begins = np.cumsum([0, *lengths[:-1]])
    rows, wanted = np.concatenate(rows), np.concatenate(wanted)
    odds = rows @ weights.astype(rows.dtype)
    powers = np.exp(odds - np.repeat(np.maximum.reduceat(odds, begins), lengths))
    probabilities = powers / np.repeat(np.add.reduceat(powers, begins), lengths)
    return rows.T @ ((probabilities - wanted) * np.repeat(shares, lengths))


def soft_max(odds):
    powers = np.exp(odds - odds.max())
    return powers / powers.sum()


def leaf_rows(question):
    """The leaves' features, then the same times how many documents there are."""
    documents = question.units[0, UNIT["Documents"]]
    return np.hstack([question.leaves, question.leaves * documents])


def fit_leaves(questions):
    rows = []
    for question in questions:
        can = question.can_answer
        held = question.labels.leaf
        wanted = np.where(held > LEAF_HOLDS, held, 0)[can]
        if wanted.sum() > 0 and held.max() > LEAST_LEAF:
            weight = 1. if question.set in KEYED else OTHERS_WEIGHT
            rows.append((leaf_rows(question)[can], wanted / wanted.sum(), weight))
    return fit_soft_max(rows, **FIT)


def leaf_probabilities(question, leaf_weights):
    odds = np.where(question.can_answer, leaf_rows(question) @ leaf_weights, -np.inf)
    return soft_max(odds)
