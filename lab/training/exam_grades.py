#!/usr/bin/env python3
"""Fits the weights and thresholds of grades of exams; README.md, "Grades of exams".

usage: exam_grades.py FIT [CHECK...]

FIT and CHECK are files of list_passages. Prints what stands in
engine/answer/confidence/confidence.cc and engine/exam/examine.h, and for each file how far
grades agree with the gold paragraphs. Figures for FIT are by folds over
articles: weights and thresholds of a fold never saw its articles.
"""

import sys

import numpy

FOLDS = 8
ONE = 1024.0
ODDS = 4096  # kOneLogOdds


class Passages:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.names = file.readline().rstrip("\n").split("\t")[3:]
            rows = numpy.loadtxt(file, dtype=numpy.int64, delimiter="\t", ndmin=2)
        self.article, self.gold = rows[:, 0], rows[:, 2]
        self.features = rows[:, 3:] / ONE


def fit(features, gold):
    """Logistic regression by Newton's method; the bias first."""
    inputs = numpy.column_stack([numpy.ones(len(features)), features])
    weights = numpy.zeros(inputs.shape[1])
    for _ in range(50):
        share = 1 / (1 + numpy.exp(-numpy.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (gold - share) - 1e-3 * weights
        curve = (inputs * (share * (1 - share))[:, None]).T @ inputs
        step = numpy.linalg.solve(curve + 1e-3 * numpy.eye(len(weights)), slope)
        weights += step
        if abs(step).max() < 1e-9:
            break
    return weights


def probability(weights, features):
    return 1 / (1 + numpy.exp(-(weights[0] + features @ weights[1:])))


def kappa(chosen, gold):
    n, both = len(gold), numpy.sum(chosen & (gold == 1))
    a, b = numpy.sum(chosen), numpy.sum(gold)
    agree = (n - a - b + 2 * both) / n
    chance = (a * b + (n - a) * (n - b)) / n / n
    return (agree - chance) / (1 - chance)


def thresholds(share, gold):
    """Of grades 1 to 5, in hundredths."""
    steps = numpy.arange(1, 100) / 100
    recall = [gold[share >= step].sum() / gold.sum() for step in steps]
    agreement = [kappa(share >= step, gold) for step in steps]
    right = [gold[share >= step].mean() if (share >= step).any() else 1 for step in steps]
    four = int(numpy.argmax(agreement))
    five = next(i for i in range(four, 99) if right[i] >= 0.8)
    two = max(i for i in range(four) if recall[i] >= 0.85)
    one = max([i for i in range(two) if recall[i] >= 0.9] + [0])
    three = next(i for i in range(two, four) if right[i] >= 0.5)
    return [float(steps[i]) for i in (one, two, three, four, five)]


def show(name, share, gold, limits):
    grade = sum((share >= limit).astype(int) for limit in limits)
    print(f"{name}: kappa at grade 4 {kappa(grade >= 4, gold):.3f}; per grade: passages, share of gold")
    for value in range(6):
        chosen = grade == value
        part = gold[chosen].mean() if chosen.any() else 0
        print(f"  {value}: {chosen.sum():7d} {part:.3f}")


def main():
    passages = [Passages(path) for path in sys.argv[1:]]
    first = passages[0]
    weights = fit(first.features, first.gold)
    folded = numpy.zeros(len(first.gold))
    for fold in range(FOLDS):
        held = first.article % FOLDS == fold
        folded[held] = probability(fit(first.features[~held], first.gold[~held]),
                                   first.features[held])
    limits = thresholds(folded, first.gold)
    print("kBias", round(weights[0] * ODDS))
    for name, weight in zip(first.names, weights[1:]):
        print(f"  {name} {round(weight * ODDS)}")
    print("thresholds", limits)
    agreement = []
    for fold in range(FOLDS):
        held = first.article % FOLDS == fold
        own = thresholds(folded[~held], first.gold[~held])
        agreement.append(kappa(folded[held] >= own[3], first.gold[held]))
    print("kappa by folds, each with the others' threshold:",
          " ".join(f"{value:.3f}" for value in agreement))
    show(sys.argv[1] + " (folds)", folded, first.gold, limits)
    for path, other in zip(sys.argv[2:], passages[1:]):
        show(path, probability(weights, other.features), other.gold, limits)


if __name__ == "__main__":
    main()
