"""Fits the weights that choose among leaves and units, and chooses with them."""

from collections import Counter

import numpy as np

from unit_listing import LEAF, LIST, UNIT
from unit_questions import CLINICAL

# A set counts as if it had so many questions, a question at most twice.
SET_QUESTIONS, MOST_WEIGHT = 250, 2.

# A clinical question counts as so many others when leaves are fitted: the others
# are about one kind of document each.
CLINICAL_WEIGHT = 20.

# Weights of leaves. A leaf is wanted as much as it holds of the gold answer; a
# question counts if some leaf holds LEAST_LEAF.
LEAVES = dict(l2=1e-3, rate=.05, epochs=30)
LEAF_HOLDS, LEAST_LEAF = .5, .3

# Weights of units. A unit is wanted as exp(use / SOFTNESS); a question counts if
# some unit has an overlap of LEAST_OVERLAP.
UNITS = dict(l2=.03, rate=.05, epochs=50)
LEAST_OVERLAP = .3
SOFTNESS, CLINICAL_SOFTNESS = .15, .2
CLINICAL_WORD_PRICE = .003
# Every third question of the other sets, with so much of its weight.
OTHERS_STEP, OTHERS_WEIGHT = 3, .1
# What only the judge knows of.
JUDGE_ONLY = ("AsksSection", "RarestMissing", "NumberMissing", "FocusMissing",
              "Short", "ShortRarest", "ShortMissing", "Documents",
              "DocumentsSoft")

# WordPrices, per hundred words; and the wish, in hundreds.
PRICES = (-1., 7., 1.)
WISH = .6

BATCH = 32
SEED = 0


def fit_soft_max(questions, features, l2, rate, epochs):
    """Weights by which soft-max comes close to the wanted shares, by Adam.

    `questions` are (rows, wanted, weight); `features` says which may have a
    weight.
    """
    chance = np.random.default_rng(SEED)
    scale = np.concatenate([rows for rows, _, _ in questions]).std(0).astype(float) + 1e-6
    scale[(scale < 1e-4) | ~features] = np.inf
    questions = [(rows / scale, wanted, weight) for rows, wanted, weight in questions]
    weights, mean, square = np.zeros((3, len(features)))
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
    return fit_soft_max(rows, np.ones(2 * len(LEAF), bool), **LEAVES)


def leaf_probabilities(question, leaf_weights):
    odds = np.where(question.can_answer, leaf_rows(question) @ leaf_weights, -np.inf)
    return soft_max(odds)


def unit_rows(question, leaf_weights):
    """The units' features, those of the leaves' probabilities by these weights."""
    probabilities = leaf_probabilities(question, leaf_weights)
    sums = np.concatenate([[0], np.cumsum(probabilities)])
    best = int(probabilities.argmax())
    rows = question.units.copy()
    rows[:, UNIT["Mass"]] = sums[question.end] - sums[question.begin]
    rows[:, UNIT["HoldsBest"]] = (question.begin <= best) & (best < question.end)
    return rows


def use_of_units(question):
    labels = question.labels
    if question.is_clinical:
        return labels.hit - CLINICAL_WORD_PRICE * question.words
    use = labels.overlap * labels.in_document
    return use / use.max() if use.max() > 0 else use


def wanted_units(questions, leaf_weights):
    weights = set_weights(questions)
    wanted = []
    for question in questions:
        labels = question.labels
        if question.is_clinical:
            counts, softness = labels.hit.max() > 0, CLINICAL_SOFTNESS
        else:
            counts, softness = labels.overlap.max() > LEAST_OVERLAP, SOFTNESS
        if counts:
            wanted.append((unit_rows(question, leaf_weights),
                           soft_max(use_of_units(question) / softness),
                           weights[question.set]))
    return wanted


def fit_units(clinical, others, leaf_weights):
    wanted = wanted_units(clinical, leaf_weights)
    wanted += [(rows, shares, OTHERS_WEIGHT * weight) for rows, shares, weight
               in wanted_units(others, leaf_weights)[::OTHERS_STEP]]
    features = np.array([name not in JUDGE_ONLY for name in UNIT])
    return fit_soft_max(wanted, features, **UNITS)


def price(question):
    """What units cost by their words, as UnitRanking::PriceOf."""
    each, past_wish, past_wish_in_list = PRICES
    words = question.words / 100
    asks_section = question.units[:, UNIT["AsksSection"]] > .5
    is_list = question.unit_kind == LIST
    wish = np.where(asks_section & ~is_list, 2 * WISH, WISH)
    past = np.maximum(0, words - wish)
    return each * words + np.where(is_list, past_wish_in_list, past_wish) * past


def choose(question, leaf_weights, unit_weights):
    """The best unit, its features, and its most probable leaf."""
    rows = unit_rows(question, leaf_weights)
    best = int((rows @ unit_weights - price(question)).argmax())
    begin, end = question.begin[best], question.end[best]
    probabilities = leaf_probabilities(question, leaf_weights)
    return best, rows[best], begin + int(probabilities[begin:end].argmax())
