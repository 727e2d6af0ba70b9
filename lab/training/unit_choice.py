"""Chooses the unit that answers, as the program does."""

from dataclasses import dataclass

import numpy as np

from unit_leaves import leaf_probabilities
from unit_listing import LIST, UNIT
from unit_trees import log_odds, unit_rows

# WordPrices, per hundred words, of the probability that a unit answers; and the
# wish, in hundreds.
PRICES = (.043, .172, .086)
WISH = .6


@dataclass
class Chosen:
    """A question's best unit."""
    question: object
    unit: int
    row: np.ndarray  # Its features, in 1/1024.
    leaf: int  # Its most probable one.


def price(question):
    """What units cost by their words, as UnitRanking::PriceOf."""
    each, past_wish, past_wish_in_list = PRICES
    words = question.words / 100
    asks_section = question.units[:, UNIT["AsksSection"]] > .5
    is_list = question.unit_kind == LIST
    wish = np.where(asks_section & ~is_list, 2 * WISH, WISH)
    past = np.maximum(0, words - wish)
    return each * words + np.where(is_list, past_wish_in_list, past_wish) * past


def choose(questions, leaf_weights, choosing):
    """The best unit of each question; each has units."""
    rows = [unit_rows(question, leaf_weights) for question in questions]
    odds = log_odds(choosing, np.concatenate(rows))
    ends = np.cumsum([len(own) for own in rows])[:-1]
    return [choose_one(question, leaf_weights, own, own_odds) for
            question, own, own_odds in zip(questions, rows, np.split(odds, ends))]


def probability_of(odds):
    """As ProbabilityOf in engine/numeric/integer_logarithm.h."""
    points = np.linspace(-8, 8, 65)
    return np.interp(odds, points, 1 / (1 + np.exp(-points)))


def choose_one(question, leaf_weights, rows, odds):
    best = int((probability_of(odds) - price(question)).argmax())
    begin, end = question.begin[best], question.end[best]
    probabilities = leaf_probabilities(question, leaf_weights)
    return Chosen(question, best, rows[best],
                  begin + int(probabilities[begin:end].argmax()))
