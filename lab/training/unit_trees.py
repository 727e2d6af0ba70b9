"""Fits the boosted trees that score units."""

import numpy as np

from model_file import ONE
from unit_boosting import fit_rows
from unit_leaves import leaf_probabilities
from unit_listing import UNIT, WHOLE
from unit_questions import KEYED
from unit_weights_file import COMPARED, PROBABILITY

FIT = dict(eta=.05, depth=5, rounds=150, min_child_weight=8, subsample=.7,
           colsample_bytree=.4, max_bin=64, seed=1)

# The program counts probabilities in whole 1/65536 and features in 1/1024, both
# rounded down. EXACT keeps floating point from missing a whole number by a little.
STEPS = PROBABILITY // WHOLE
EXACT = 1e-6

# A question of a set that is not KEYED counts as so many of one that is.
OTHERS_WEIGHT = .1

# Of a question's units that answer, and of those that do not, so many are drawn.
# The drawn ones count for all.
MOST_UNITS = 20
SEED = 1

# Trees do not see how many documents there are: each set has its own number of
# them, so they would learn which set a question is from.
HIDDEN = [UNIT["Documents"]]


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
    for name in COMPARED:
        values = rows[:, UNIT[name]]
        rows[:, UNIT[f"{name}Below"]] = values.max() - values
    return rows


def fit_trees(questions, leaf_weights):
    """Fits the trees that choose to the questions that some unit answers."""
    chance = np.random.default_rng(SEED)
    drawn = []
    for question in questions:
        answers = question.labels.hit * question.labels.in_document > 0
        if not answers.any():
            continue
        units, weights = draw(answers, chance)
        weights *= 1 if question.set in KEYED else OTHERS_WEIGHT
        rows = unit_rows(question, leaf_weights)[units]
        rows[:, HIDDEN] = 0
        drawn.append((rows, answers[units], weights))
    return fit_rows(*map(np.concatenate, zip(*drawn)), **FIT)


def draw(answers, chance):
    """The places of some units, and what each counts."""
    places, weights = [], []
    for same in (np.flatnonzero(answers), np.flatnonzero(~answers)):
        some = same if len(same) <= MOST_UNITS else chance.choice(same, MOST_UNITS, False)
        places.append(some)
        weights.append(np.full(len(some), len(same) / max(1, len(some))))
    return np.concatenate(places), np.concatenate(weights)


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
