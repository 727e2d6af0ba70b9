"""Makes the weights for short answers from rows of candidates."""

import itertools
import random

from fitting import fit, weighted
from model_file import write_span_model

COLUMNS_BEFORE = 6  # question, article, overlap, exact, begin, end
WHOLE_OVERLAP = 1000

# Kept for each sentence, which has a hundred candidates and more.
GOOD, BAD = 8, 16
BEST_KEPT = 4  # Of the good ones; the others are drawn by chance.

# What an exact answer adds to one that overlaps.
EXACT_SHARE = 0.4

TREES = dict(objective="binary:logistic", eta=0.08, depth=5, rounds=720,
             min_child_weight=12, subsample=0.7, colsample=0.5)
SIEVE = 60  # The first trees, which score every candidate.

SETTINGS = {"trees": TREES, "sieve": SIEVE, "good": GOOD, "bad": BAD,
            "exact_share": EXACT_SHARE}


def read_spans(path):
    """(label, values) of the candidates of one question after the other."""
    with open(path, encoding="ascii") as file:
        file.readline()
        columns = (line.rstrip("\n").split("\t") for line in file)
        for _, rows in itertools.groupby(columns, key=lambda row: row[0]):
            yield [(_label(row), row[COLUMNS_BEFORE:]) for row in rows]


def _label(row):
    overlap, exact = int(row[2]) / WHOLE_OVERLAP, int(row[3])
    return round((1 - EXACT_SHARE) * overlap + EXACT_SHARE * exact, 4)


def draw(candidates, chance):
    """The best candidates, and some of the others by chance."""
    ranked = sorted(candidates, key=lambda candidate: -candidate[0])
    good = [candidate for candidate in ranked if candidate[0] > 0]
    bad = [candidate for candidate in ranked if candidate[0] == 0]
    best, rest = good[:BEST_KEPT], good[BEST_KEPT:]
    rest = chance.sample(rest, min(len(rest), GOOD - len(best)))
    return best + rest + chance.sample(bad, min(len(bad), BAD))


def fit_spans(work, files, features, target):
    """Writes the weights from files of spans, each with its weight."""
    chance = random.Random(11)
    rows = [weighted(label, weight, values) for file, weight in files
            for question in read_spans(file)
            for label, values in draw(question, chance)]
    trees = fit(work, "spans", rows, features, **TREES)
    write_span_model(target, trees, SIEVE)
